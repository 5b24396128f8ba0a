"""Admins for the tests of the edge: made as on the command line, logged in as browsers are."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import pyotp
from starlette.testclient import TestClient

from app.minting import SecretMint
from app.tables.admins import Role
from app.tables.staff import AuditLine, Target
from app.web.usher import new_account, new_link
from tests.web.kitchen import FROM_OUR_PAGE, Kitchen

PASSWORD = "seven spoons in a drawer"  # noqa: S105
STEP = 30
NAMES = itertools.product("BDGKP", "ae", "bdgkp", "ae", "bdgkp")


@dataclass
class Keeper:
    """Somebody of the staff: a browser, and the app that shows codes."""

    kitchen: Kitchen
    name: str
    id: str
    client: TestClient
    totp: str

    def code(self) -> str:
        """A code that was not used before: the next step's, half a minute later."""
        self.kitchen.clock.advance(STEP)
        return str(pyotp.TOTP(self.totp).at(self.kitchen.clock.now()))

    def log_in(self, client: TestClient | None = None, **given: Any) -> Any:
        """Try to log in, in another browser if one is given; what is given is said instead."""
        code = given["code"] if "code" in given else self.code()
        said = {"name": self.name, "password": PASSWORD, **given, "code": code}
        return (client or self.client).post("/api/admin/login", json=said)

    def prove(self) -> None:
        """Give password and code again, as dangerous deeds want it."""
        said = {"password": PASSWORD, "code": self.code()}
        assert self.client.post("/api/admin/proof", json=said).status_code == 200


def browser(kitchen: Kitchen) -> TestClient:
    """A browser on one of our pages."""
    return kitchen.client(headers=dict(FROM_OUR_PAGE))


def invite(kitchen: Kitchen, name: str, role: Role = "owner") -> tuple[str, str]:
    """A new account, as the command line makes it: its id, and its link's secret."""
    mint, now = SecretMint(), kitchen.clock.now()
    row = new_account(mint, now, name=name, role=role)
    link, secret = new_link(mint, now)
    line = AuditLine(now, None, "hire", Target("admin", row.id))
    kitchen.portal.call(kitchen.store.staff.hire, row, link, line)
    return row.id, secret


def welcome(kitchen: Kitchen, secret: str) -> Keeper:
    """Whoever has the link sets a password and is logged in."""
    client = browser(kitchen)
    greeting = client.post("/api/admin/welcome/open", json={"secret": secret}).json()
    admin = greeting["admin"]
    keeper = Keeper(kitchen, admin["name"], admin["id"], client, greeting["totp"])
    said = {"secret": secret, "password": PASSWORD, "code": keeper.code()}
    answer = client.post("/api/admin/welcome", json=said)
    assert answer.status_code == 200, answer.text
    return keeper


def fresh_name() -> str:
    """A name like nobody else's: tests may share a kitchen."""
    return "".join(next(NAMES))


def keeper_of(kitchen: Kitchen, name: str | None = None, role: Role = "owner") -> Keeper:
    """Somebody of the staff who is logged in."""
    return welcome(kitchen, invite(kitchen, name or fresh_name(), role)[1])
