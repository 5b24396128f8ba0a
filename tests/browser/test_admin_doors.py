"""The house's door in a browser: from the command line's link to the next day's log-in."""

from __future__ import annotations

import subprocess
import sys
import time

import pyotp
from playwright.sync_api import Page, expect

from tests.browser.axe import findings_in_all_themes
from tests.browser.company import Company
from tests.serving import ROOT, ServerProcess

PASSWORD = "seven spoons in a drawer"  # noqa: S105
STEP_SECONDS = 30
WIDTHS = (360, 1280)


def make_owner(server: ServerProcess, name: str) -> str:
    """The link that the command line prints."""
    place = ["--database-url", server.settings["DATABASE_URL"], "--public-url", server.url]
    done = subprocess.run(
        [sys.executable, "-m", "app", "admin", "create", name, *place],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()[-1]


def step_now() -> int:
    """The time step that an authenticator shows the code of."""
    return int(time.time()) // STEP_SECONDS


def problem_on(page: Page) -> str:
    """What the page says went wrong."""
    shown = page.locator("[role=alert]:visible")
    expect(shown).not_to_be_empty()
    return shown.inner_text()


def test_the_first_owner_comes_in_and_comes_back(company: Company, server: ServerProcess) -> None:
    company.expect_complaints("status of (401|422)")
    page = company.come(viewport={"width": 360, "height": 740})
    page.goto(make_owner(server, "Olga"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome to the house")
    totp = pyotp.TOTP(page.locator("#key").inner_text().replace(" ", ""))
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Code from your authenticator").fill("000000")
    page.get_by_role("button", name="Set the password").press("Enter")
    assert "phone’s clock" in problem_on(page)
    expect(page.get_by_label("Code from your authenticator")).to_be_focused()
    used = step_now()
    page.get_by_label("Code from your authenticator").fill(totp.generate_otp(used))
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin")
    assert company.call(page, "GET", "/api/admin/me")["admin"]["name"] == "Olga"
    page.context.clear_cookies()

    page.goto("/admin/login")
    page.get_by_label("Name").fill("olga")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Code from your authenticator").fill(totp.generate_otp(used))
    page.keyboard.press("Enter")
    assert "Each code works once" in problem_on(page)
    page.get_by_label("Code from your authenticator").fill(
        totp.generate_otp(max(used + 1, step_now()))
    )
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin")
    assert company.call(page, "GET", "/api/admin/me")["proved"] is True


def test_a_link_that_is_none(company: Company) -> None:
    company.expect_complaints("status of 404")
    page = company.come()
    for fragment in ("", "#nobodys"):
        page.goto("about:blank")
        page.goto(f"/admin/welcome{fragment}")
        expect(page.get_by_role("heading")).to_have_text("This link no longer works")
        assert "It has been used" in problem_on(page)


def look_over(page: Page) -> list[str]:
    """What axe finds, and whether anything sticks out."""
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return findings_in_all_themes(page) + (["wide"] if wide else [])


def test_the_pages_are_for_everybody(company: Company, server: ServerProcess) -> None:
    link = make_owner(server, "Gregor")
    for width in WIDTHS:
        page = company.come(viewport={"width": width, "height": 740})
        for address in ("/admin/login", link):
            page.goto(address)
            expect(page.get_by_label("Code from your authenticator")).to_be_visible()
            assert look_over(page) == [], (address, width)
