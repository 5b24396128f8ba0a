"""The house's own page is for who is on duty, and holds nothing itself."""

from __future__ import annotations

from tests.web import staff
from tests.web.kitchen import Kitchen


def test_a_stranger_is_led_to_the_door(kitchen: Kitchen) -> None:
    answer = staff.browser(kitchen).get("/admin", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin/login")


def test_every_role_gets_the_page_until_the_session_ends(kitchen: Kitchen) -> None:
    for role in ("owner", "moderator", "observer"):
        keeper = staff.keeper_of(kitchen, role=role)  # type: ignore[arg-type]
        answer = keeper.client.get("/admin", follow_redirects=False)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert keeper.name not in answer.text
        keeper.client.post("/api/admin/logout")
        assert keeper.client.get("/admin", follow_redirects=False).status_code == 303
