"""The staff's accounts, sessions and audit log over HTTP: owners change, all of them look."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.tables.admins import PROOF_LIFE, Role
from app.tables.staff import FREE_TRIES
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import ORIGIN, Kitchen
from tests.web.staff import Keeper, browser, fresh_name, keeper_of, welcome

STAFF = "/api/admin/staff"
CALLS = (
    ("GET", "me"),
    ("POST", "logout"),
    ("POST", "proof"),
    ("GET", "sessions"),
    ("DELETE", "sessions/s1"),
    ("GET", "staff"),
    ("POST", "staff"),
    ("PATCH", "staff/a1"),
    ("POST", "staff/a1/link"),
    ("DELETE", "staff/a1"),
    ("GET", "audit"),
)


@pytest.fixture
def olga(kitchen: Kitchen) -> Keeper:
    """An owner who is logged in."""
    return keeper_of(kitchen)


def hire(olga: Keeper, role: Role = "moderator") -> tuple[dict[str, Any], Keeper]:
    """Somebody new, as the answer tells, and logged in."""
    said = {"name": fresh_name(), "role": role, "why": "We are many"}
    answer = olga.client.post(STAFF, json=said)
    assert answer.status_code == 201, answer.text
    address, _, secret = answer.json()["link"].partition("#")
    assert address == f"{ORIGIN}/admin/welcome"
    return answer.json()["admin"], welcome(olga.kitchen, secret)


def audit(olga: Keeper, **query: Any) -> list[dict[str, Any]]:
    """The newest entries."""
    answer = olga.client.get("/api/admin/audit", params=query)
    assert answer.status_code == 200, answer.text
    entries: list[dict[str, Any]] = answer.json()["entries"]
    return entries


def account(olga: Keeper, admin_id: str) -> dict[str, Any]:
    """One account as the list shows it."""
    listed = olga.client.get(STAFF).json()["staff"]
    return next(each for each in listed if each["id"] == admin_id)


def error_of(answer: Any) -> tuple[int, str, dict[str, Any]]:
    """Status, code and detail of a refusal."""
    error = answer.json()["error"]
    return answer.status_code, error["code"], error["detail"]


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_nobody_else_comes_in(kitchen: Kitchen, method: str, path: str) -> None:
    for stranger in (browser(kitchen), kitchen.browser(), kitchen.browser("Ada")):
        answer = stranger.request(method, f"/api/admin/{path}")
        assert error_of(answer) == (401, "sign_in", {})


def test_an_owner_hires(olga: Keeper) -> None:
    told, bo = hire(olga)
    assert (told["role"], told["ready"], told["dismissed_at"]) == ("moderator", False, None)
    assert account(olga, bo.id) == {**told, "ready": True}
    me = bo.client.get("/api/admin/me").json()
    assert "ban" in me["may"]
    assert "hire" not in me["may"]
    entry = audit(olga, deed="hire", target=f"admin:{bo.id}")[0]
    assert entry["admin"] == {"id": olga.id, "name": olga.name}
    assert (entry["why"], entry["detail"]) == (
        "We are many",
        {"name": bo.name, "role": "moderator"},
    )


def test_only_owners_change_the_staff(olga: Keeper) -> None:
    _, bo = hire(olga)
    _, eve = hire(olga, "observer")
    for keeper in (bo, eve):
        path = f"{STAFF}/{olga.id}"
        calls = {
            "hire": keeper.client.post(STAFF, json={"name": fresh_name(), "role": "owner"}),
            "change_staff": keeper.client.patch(path, json={"role": "observer"}),
            "dismiss": keeper.client.delete(path),
        }
        for deed, answer in calls.items():
            assert error_of(answer) == (403, "forbidden", {"deed": deed})
        own = f"{STAFF}/{keeper.id}"
        assert keeper.client.patch(own, json={"role": "owner"}).status_code == 403
        assert keeper.client.post(f"{own}/link").status_code == 403
        assert keeper.client.get(STAFF).status_code == 200
        assert keeper.client.get("/api/admin/audit").status_code == 200


def test_dangerous_deeds_want_a_recent_proof(olga: Keeper) -> None:
    _, bo = hire(olga)
    olga.kitchen.clock.advance(PROOF_LIFE.total_seconds())
    path = f"{STAFF}/{bo.id}"

    def try_all() -> list[Any]:
        return [
            olga.client.post(STAFF, json={"name": fresh_name(), "role": "observer"}),
            olga.client.patch(path, json={"role": "observer"}),
            olga.client.post(f"{path}/link"),
            olga.client.delete(path),
        ]

    assert {str(error_of(each)) for each in try_all()} == {str((403, "forbidden", {"prove": True}))}
    olga.prove()
    assert [each.status_code for each in try_all()] == [201, 200, 201, 200]


def test_a_new_role_counts_at_once(olga: Keeper) -> None:
    _, bo = hire(olga)
    answer = olga.client.patch(f"{STAFF}/{bo.id}", json={"role": "owner", "why": "Trust"})
    assert answer.json()["admin"]["role"] == "owner"
    assert "hire" in bo.client.get("/api/admin/me").json()["may"]
    bo.client.patch(f"{STAFF}/{bo.id}", json={"role": "observer"})
    assert "ban" not in bo.client.get("/api/admin/me").json()["may"]


def test_a_new_link_ends_what_was_before(olga: Keeper) -> None:
    _, bo = hire(olga)
    link = olga.client.post(f"{STAFF}/{bo.id}/link", json={"why": "Lost"}).json()["link"]
    assert bo.client.get("/api/admin/me").status_code == 401
    assert bo.log_in().status_code == 401
    assert account(olga, bo.id)["ready"] is False
    again = welcome(olga.kitchen, link.partition("#")[2])
    assert (again.id, again.totp == bo.totp) == (bo.id, False)
    assert bo.log_in().status_code == 401
    assert again.log_in().status_code == 200


def test_the_dismissed_are_out_at_once(olga: Keeper) -> None:
    _, bo = hire(olga, "owner")
    assert bo.client.get("/api/admin/me").status_code == 200
    answer = olga.client.delete(f"{STAFF}/{bo.id}")
    assert answer.json()["admin"]["dismissed_at"] is not None
    for path in ("me", "staff", "audit", "sessions"):
        assert bo.client.get(f"/api/admin/{path}").status_code == 401
    assert bo.log_in().status_code == 401
    assert olga.client.delete(f"{STAFF}/{bo.id}").status_code == 404


def test_the_last_owner_stays_whoever_asks(open_one: OpenKitchen) -> None:
    olga = keeper_of(open_one(rate_limits=False))
    path = f"{STAFF}/{olga.id}"
    assert olga.client.delete(path).json()["error"]["code"] == "forbidden"
    assert olga.client.patch(path, json={"role": "observer"}).status_code == 403
    _, bo = hire(olga, "owner")
    with ThreadPoolExecutor(2) as people:
        calls = [
            people.submit(olga.client.delete, f"{STAFF}/{bo.id}"),
            people.submit(bo.client.delete, path),
        ]
        statuses = [call.result().status_code for call in calls]
    assert statuses.count(200) == 1
    left = [each for each in (olga, bo) if each.client.get("/api/admin/me").status_code == 200]
    assert len(left) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"name": "", "role": "owner"},
        {"name": "Kim", "role": "king"},
        {"name": "Kim"},
        {"name": "Kim\u200b", "role": "owner"},
        {"name": "Kim", "role": "owner", "why": "x" * 501},
        {"name": "Kim", "role": "owner", "why": "\x1b[2J"},
        {"name": "Kim", "role": "owner", "id": "mine"},
    ],
)
def test_what_is_no_order_hires_nobody(olga: Keeper, body: dict[str, str]) -> None:
    assert error_of(olga.client.post(STAFF, json=body))[:2] == (422, "invalid")


def test_a_name_like_anothers_is_refused(olga: Keeper) -> None:
    alike = olga.name.replace("a", "а").replace("e", "е")  # Cyrillic
    answer = olga.client.post(STAFF, json={"name": alike, "role": "observer"})
    assert error_of(answer) == (422, "invalid", {"at": "name"})


def test_sessions_are_listed_and_ended(olga: Keeper) -> None:
    _, bo = hire(olga)
    phone = browser(olga.kitchen)
    phone.headers["User-Agent"] = "A phone\x07 " + "x" * 300
    assert bo.log_in(phone).status_code == 200
    listed = bo.client.get("/api/admin/sessions").json()["sessions"]
    assert [(each["here"], each["admin"]["id"]) for each in listed] == [
        (False, bo.id),
        (True, bo.id),
    ]
    assert listed[0]["agent"].startswith("A phone x")
    assert len(listed[0]["agent"]) == 200
    seen = {each["id"] for each in olga.client.get("/api/admin/sessions").json()["sessions"]}
    assert {each["id"] for each in listed} < seen
    gone = bo.client.delete(f"/api/admin/sessions/{listed[0]['id']}")
    assert gone.status_code == 204
    assert phone.get("/api/admin/me").status_code == 401
    assert bo.client.get("/api/admin/me").status_code == 200
    entry = audit(olga, deed="end_session", admin=bo.id)[0]
    assert entry["target"] == {"kind": "session", "id": listed[0]["id"]}


def test_only_owners_end_sessions_of_others(olga: Keeper) -> None:
    _, bo = hire(olga)
    mine = olga.client.get("/api/admin/me").json()["session"]
    answer = bo.client.delete(f"/api/admin/sessions/{mine}")
    assert error_of(answer) == (403, "forbidden", {"deed": "change_staff"})
    his = bo.client.get("/api/admin/me").json()["session"]
    assert olga.client.delete(f"/api/admin/sessions/{his}").status_code == 204
    assert bo.client.get("/api/admin/me").status_code == 401
    assert olga.client.delete(f"/api/admin/sessions/{his}").status_code == 404


def test_locks_are_shown(olga: Keeper) -> None:
    assert account(olga, olga.id)["locked_until"] is None
    for _ in range(FREE_TRIES):
        olga.log_in(browser(olga.kitchen), password="wrong", code="0")  # noqa: S106
    assert account(olga, olga.id)["locked_until"] is not None


def test_the_audit_log_tells_all_of_it_page_by_page(open_one: OpenKitchen) -> None:
    olga = keeper_of(open_one(rate_limits=False))
    for _ in range(26):
        assert olga.log_in().status_code == 200
        assert olga.client.post("/api/admin/logout").status_code == 204
    olga.log_in()
    first = olga.client.get("/api/admin/audit").json()
    assert len(first["entries"]) == 50
    rest = olga.client.get("/api/admin/audit", params={"before": first["before"]}).json()
    assert rest["before"] is None
    entries = first["entries"] + rest["entries"]
    assert [each["number"] for each in entries] == list(range(len(entries), 0, -1))
    assert [each["deed"] for each in entries[-3:]] == ["log_in", "set_password", "hire"]
    assert entries[-1]["admin"] is None
    only = olga.client.get("/api/admin/audit", params={"deed": "hire"}).json()
    assert [each["number"] for each in only["entries"]] == [1]


@pytest.mark.parametrize(
    "query",
    [{"before": "0"}, {"before": str(2**31)}, {"before": "x"}, {"deed": "\x00"},
     {"admin": "x" * 65}, {"target": "a:b:c"}],
)  # fmt: skip
def test_what_is_no_question_is_refused(olga: Keeper, query: dict[str, str]) -> None:
    assert error_of(olga.client.get("/api/admin/audit", params=query))[:2] == (422, "invalid")
