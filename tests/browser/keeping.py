"""Somebody who keeps the house, in a browser: made on the command line, let in by their link."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

import pyotp
from playwright.sync_api import Page, StorageState

from tests.browser.company import Company
from tests.serving import ROOT, ServerProcess

PASSWORD = "seven spoons in a drawer"  # noqa: S105
STEP = 30


class Keeper:
    """One of the staff, before a page; `duty` is what makes any browser one of theirs."""

    def __init__(self, page: Page, name: str, totp: str) -> None:
        self.page = page
        self.name = name
        self.password = PASSWORD
        self.duty: StorageState | None = None
        self._totp = pyotp.TOTP(totp)
        self._used = 0

    def code(self) -> str:
        """What their authenticator shows, never twice: this step's code, or the next one's."""
        step = max(int(time.time()) // STEP, self._used + 1)
        self._used = step
        return str(self._totp.at(step * STEP))


def create(server: ServerProcess, name: str, role: str = "owner") -> str:
    """`admin create`, as whoever runs the server does it: the secret of the link."""
    done = subprocess.run(
        [sys.executable, "-m", "app", "admin", "create", name, "--role", role],
        cwd=ROOT,
        env={**os.environ, **server.settings},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    link = re.search(r"/admin/welcome#(\S+)", done.stdout)
    assert link is not None, done.stdout
    return link[1]


def come_to_keep(
    company: Company, page: Page, server: ServerProcess, *, name: str = "Olga", role: str = "owner"
) -> Keeper:
    """Somebody new on duty in that browser; no page is open yet."""
    secret = create(server, name, role)
    greeting = company.call(page, "POST", "/api/admin/welcome/open", {"secret": secret})
    keeper = Keeper(page, name, greeting["totp"])
    said = {"secret": secret, "password": PASSWORD, "code": keeper.code()}
    company.call(page, "POST", "/api/admin/welcome", said)
    keeper.duty = page.context.storage_state()
    return keeper
