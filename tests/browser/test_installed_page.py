"""The page for when there is no network, and a worker that lets every new version through."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser import robot
from tests.browser.company import LOST_WIRE, Company
from tests.installed import files_on_page, install
from tests.serving import ServerProcess, serving

WORKS = """async () => {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((done) => {
    navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
  });
}"""
KEPT = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
  [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)])))"""
ONLY = """(name) => new Promise((done) => {
  const look = async () => {
    const names = await caches.keys();
    if (names.length === 1 && names[0] === name) return done(true);
    requestAnimationFrame(look);
  };
  look();
})"""
USED = """() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)
  .filter((path) => path.startsWith("/static/"))"""
READ = "async (path) => (await fetch(path)).status"


def root_on(page: Page) -> str:
    """Where the static files of this page's version lie."""
    found = re.search(r"/static/[0-9a-f]+", page.content())
    assert found is not None
    return found[0]


def deploy_another_version(server: ServerProcess, site: Path) -> None:
    """The same house with one game more, so with another tree of static files."""
    install(files_on_page(), site)
    server.settings |= {"PYTHONPATH": str(site), "GAMES_FROM": "kitchen-sugar"}
    server.restart()


def check_what_is_kept(page: Page, root: str) -> None:
    """Files of this tree and the pages for no network: nobody's page, no answer of a call."""
    kept = page.evaluate(KEPT)
    assert list(kept) == [f"kitchen-table:{root}"]
    (paths,) = kept.values()
    assert f"{root}/joined/table/milkuro.js" in paths
    others = {path for path in paths if not path.startswith(f"{root}/")}
    assert others == {f"/offline/{name}" for name in ("en", "fr", "ro", "th", "language")}


def test_no_network_then_another_version(browser: Browser, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": f"sqlite:///{tmp_path}/tables.db", "RATE_LIMITS": "off"}
    with serving(settings) as server:
        people = Company(browser, server.url)
        people.expect_complaints(LOST_WIRE)
        page = people.come(service_workers="allow", locale="fr-FR")
        table = people.sit_down(page, "milkuro", seats=2)
        page.evaluate(WORKS)
        page.reload()
        assert robot.wait_for_turn(page) == "move"
        old = root_on(page)
        check_what_is_kept(page, old)

        server.stop()
        page.reload()
        expect(page.get_by_role("heading", name="Pas de connexion")).to_be_visible()
        assert page.url.endswith(f"/t/{table}")
        assert page.evaluate(READ, f"{old}/joined/table/milkuro.js") == 200
        assert page.evaluate("document.fonts.ready.then(() => document.images[0].naturalWidth)") > 0

        deploy_another_version(server, tmp_path / "site")
        expect(page.locator(".board")).to_be_visible(timeout=30_000)
        assert robot.wait_for_turn(page) == "move"
        new = root_on(page)
        assert new != old
        assert all(path.startswith(f"{new}/") for path in page.evaluate(USED))
        assert page.evaluate(ONLY, f"kitchen-table:{new}")
        people.go_home()
        assert people.unexpected == []
