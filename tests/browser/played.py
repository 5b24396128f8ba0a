"""Matches that are over, for whoever wants to look at one again."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.company import Company

SEATS = {"gnav": 4, "milkuro": 4, "mino_dice": 3, "milkman": 2}
SHORT = {"gnav": {"lives": 2}}
"""Fewer lives than usual, and more than a first deal can cost."""


def play_out(company: Company, page: Page, table: str) -> dict[str, Any]:
    """The visitor's seat plays whatever is legal first, by calls, to the end."""
    while True:
        state: dict[str, Any] = company.call(page, "GET", f"/api/tables/{table}/state")
        if state["table"]["state"] == "finished":
            found: dict[str, Any] = state["table"]
            return found
        if state["legal"]:
            move = {"ref": f"r{state['seq']}", "seq": state["seq"], "move": state["legal"][0]}
            company.call(page, "POST", f"/api/tables/{table}/moves", move)


def finished(company: Company, page: Page, game: str, **wish: Any) -> dict[str, Any]:
    """A match against bots that is over, of Ada's unless `name` says otherwise.

    `wish` goes into the body of `POST /api/tables`.
    """
    company.call(page, "PATCH", "/api/me", {"name": wish.pop("name", "Ada")})
    seats = SEATS[game]
    body = {
        "game": game,
        "seats": seats,
        "bots": {str(seat): "easy" for seat in range(1, seats)},
        "start": True,
        "options": SHORT.get(game, {}),
        **wish,
    }
    table: str = company.call(page, "POST", "/api/tables", body)["id"]
    return play_out(company, page, table)
