"""The audit log over HTTP keeps ids; whoever reads it is told what those people are called now."""

from __future__ import annotations

from typing import Any

from tests.web.kitchen import Kitchen
from tests.web.staff import keeper_of


def newest(client: Any) -> dict[str, Any]:
    """The last thing that was done."""
    entry: dict[str, Any] = client.get("/api/admin/audit").json()["entries"][0]
    return entry


def test_an_entry_names_the_player_as_now(kitchen: Kitchen) -> None:
    olga = keeper_of(kitchen)
    guest = kitchen.browser("Ada").get("/api/me").json()["player"]["id"]
    for name in ("Bea", "Cora"):
        body = {"name": name, "why": "Asked for it"}
        assert olga.client.patch(f"/api/admin/players/{guest}", json=body).status_code == 200
        assert newest(olga.client)["names"] == {guest: name}
    first = olga.client.get("/api/admin/audit", params={"deed": "rename_player"}).json()["entries"]
    assert [entry["names"] for entry in first] == [{guest: "Cora"}] * 2
    assert [entry["detail"] for entry in first] == [{}] * 2


def test_an_entry_names_who_was_hired_and_the_link_can_be_scanned(kitchen: Kitchen) -> None:
    olga = keeper_of(kitchen)
    body = {"name": "Bo", "role": "observer", "why": "Helps on Sundays"}
    hired = olga.client.post("/api/admin/staff", json=body).json()
    assert hired["qr"].startswith("<svg")
    assert newest(olga.client)["names"] == {hired["admin"]["id"]: "Bo"}
