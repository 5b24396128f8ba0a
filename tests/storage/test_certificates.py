"""The last certificate of each version of a game is kept; decisions for the house lie beside it."""

from __future__ import annotations

import pytest

from app.storage.store import Store
from app.tables.certificates import Certificate, Finding
from app.tables.house_rules import HouseRules
from tests.storage.samples import NOW, later

pytestmark = pytest.mark.anyio

FINDINGS = (Finding("ends", None, 0.25), Finding("moves apply", "one does not", 1.5))
BAD = Certificate(NOW, ok=False, findings=FINDINGS)
GOOD = Certificate(later(60), ok=True, findings=FINDINGS[:1])


async def test_the_newest_of_each_version_is_kept_for_every_process(
    store: Store, other_store: Store
) -> None:
    assert await store.certificates.load() == {}
    await store.certificates.save(("gnav", "1"), BAD)
    await store.certificates.save(("gnav", "2"), BAD)
    await other_store.certificates.save(("gnav", "2"), GOOD)
    await store.certificates.save(("gnav", "2"), BAD)
    expected = {("gnav", "1"): BAD, ("gnav", "2"): GOOD}
    for each in (store, other_store):
        assert await each.certificates.load() == expected


async def test_it_is_no_decision_for_the_house(store: Store) -> None:
    await store.certificates.save(("gnav", "1"), GOOD)
    assert await store.rule_book.load() == HouseRules()
