"""Links and grants: the database counts, and decides between many who come at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

import pytest

from app.storage.store import Store
from app.tables.links import Link, LinkOrder
from app.tables.table import LinkKind
from tests.storage.samples import ANNA, NOW, add_players, later, table

pytestmark = pytest.mark.anyio

PLAY = Link("l-play", "series-t1", "play", 1)
WATCH = Link("l-watch", "series-t1", "watch", 1)


async def lay(store: Store, *links: Link, sessions: int = 2) -> None:
    """The table t1 with these links, and sessions s0, s1 …"""
    await add_players(store, ANNA)
    await store.tables.create(table(), links)
    for number in range(sessions):
        name = f"s{number}"
        await store.players.open_session(
            name, "session", name.encode(), player_id=None, at=NOW, until=later(60)
        )


async def uses(store: Store, link: Link) -> int:
    """How often the link has been used."""
    found = await store.links.of_series(link.series)
    return next(each.uses for each in found if each.id == link.id)


async def test_links_of_a_series_come_in_a_fixed_order(store: Store) -> None:
    limited = Link("l-3", "series-t1", "play", 2, max_uses=7, until=later(5), revoked=True)
    await lay(store, WATCH, limited, PLAY)
    assert await store.links.of_series("series-t1") == (PLAY, limited, WATCH)
    assert await store.links.of_series("series-t2") == ()


async def test_a_session_comes_in_by_its_own_series_links(store: Store) -> None:
    foreign = Link("l-foreign", "series-t2", "play", 1)
    await lay(store, WATCH, PLAY, foreign)
    for session, link in (("s0", PLAY), ("s1", WATCH), ("s0", foreign)):
        assert await store.links.grant(session, link.id, NOW)
    assert await store.links.granted("s0", "series-t1") == (replace(PLAY, uses=1),)
    assert await store.links.granted("s1", "series-t1") == (replace(WATCH, uses=1),)
    assert await store.links.granted("s3", "series-t1") == ()


async def test_the_same_session_is_counted_once(store: Store) -> None:
    link = replace(PLAY, max_uses=1)
    await lay(store, link)
    assert [await store.links.grant("s0", link.id, later(n)) for n in range(3)] == [True] * 3
    assert await uses(store, link) == 1
    assert not await store.links.grant("s1", link.id, NOW)
    assert await store.links.granted("s1", "series-t1") == ()
    assert await uses(store, link) == 1


@pytest.mark.parametrize("kind", ["play", "watch"])
@pytest.mark.parametrize(
    ("revoked", "until", "first", "second"),
    [
        pytest.param(False, None, True, False, id="for one"),
        pytest.param(False, later(0.000001), True, False, id="in its last moment"),
        pytest.param(False, NOW, False, False, id="expired"),
        pytest.param(True, None, False, False, id="revoked"),
    ],
)
async def test_12_first_second_expired_revoked(
    store: Store,
    kind: LinkKind,
    revoked: bool,
    until: datetime | None,
    first: bool,
    second: bool,
) -> None:
    link = Link("l-1", "series-t1", kind, 1, max_uses=1, until=until, revoked=revoked)
    await lay(store, link)
    assert await store.links.grant("s0", link.id, NOW) is first
    assert await store.links.grant("s1", link.id, NOW) is second
    assert bool(await store.links.granted("s0", "series-t1")) is first
    assert await uses(store, link) == first


async def test_who_came_in_keeps_the_grant_when_the_time_is_over(store: Store) -> None:
    link = replace(PLAY, until=later(1))
    await lay(store, link)
    assert await store.links.grant("s0", link.id, NOW)
    assert await store.links.grant("s0", link.id, later(2))
    assert not await store.links.grant("s1", link.id, later(2))


async def test_09_as_many_come_in_as_the_link_is_for(store: Store, other_store: Store) -> None:
    link = replace(PLAY, max_uses=3)
    await lay(store, link, sessions=20)
    tries = (
        (store, other_store)[number % 2].links.grant(f"s{number // 2}", link.id, NOW)
        for number in range(40)
    )
    answers = await asyncio.gather(*tries)
    pairs = set(zip(answers[::2], answers[1::2], strict=True))
    assert pairs == {(True, True), (False, False)}
    assert sum(answers) == 6
    assert await uses(store, link) == 3


async def test_each_new_link_is_of_the_next_generation_of_its_kind(store: Store) -> None:
    await lay(store, PLAY, WATCH)
    order = LinkOrder("play", max_uses=2, until=later(60))
    made = await store.links.add("l-new", "series-t1", order)
    assert made == Link("l-new", "series-t1", "play", 2, max_uses=2, until=later(60))
    assert await store.links.of_series("series-t1") == (PLAY, made, WATCH)
    first = await store.links.add("l-other", "series-t2", LinkOrder("watch"))
    assert first == Link("l-other", "series-t2", "watch", 1)


async def test_links_made_at_once_get_different_numbers(store: Store, other_store: Store) -> None:
    await lay(store, PLAY)
    made = await asyncio.gather(
        *(
            (store, other_store)[n % 2].links.add(f"l-{n}", "series-t1", LinkOrder("play"))
            for n in range(8)
        )
    )
    assert sorted(link.generation for link in made) == list(range(2, 10))
    assert {link.id for link in await store.links.of_series("series-t1")} == {
        "l-play",
        *(link.id for link in made),
    }


async def test_a_revoked_link_lets_nobody_in(store: Store) -> None:
    await lay(store, PLAY, WATCH)
    assert await store.links.grant("s0", PLAY.id, NOW)
    assert not await store.links.revoke("series-t2", PLAY.id)
    assert not await store.links.revoke("series-t1", "l-none")
    assert await store.links.revoke("series-t1", PLAY.id)
    assert await store.links.revoke("series-t1", PLAY.id)
    assert not await store.links.grant("s1", PLAY.id, NOW)
    assert await store.links.granted("s0", "series-t1") == (replace(PLAY, uses=1, revoked=True),)
    assert await store.links.granted("s1", "series-t1") == ()


async def test_a_session_that_follows_another_is_no_use(store: Store) -> None:
    only = replace(PLAY, max_uses=1)
    await lay(store, only, WATCH)
    assert await store.links.grant("s0", only.id, NOW)
    await store.players.follow("s0", "s1", later(1))
    assert await store.links.granted("s1", "series-t1") == (replace(only, uses=1),)
    assert await store.links.grant("s1", only.id, later(2))
    assert await uses(store, only) == 1
