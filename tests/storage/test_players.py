"""People, sessions and credentials."""

from __future__ import annotations

import asyncio

import pytest

from app.storage.store import Store
from app.tables.people import CredentialKind, Session
from app.tables.refusals import Code, Refused
from app.tables.table import Player
from tests.storage.samples import ANNA, BO, NOW, add_players, later, table

pytestmark = pytest.mark.anyio

HASH = bytes(range(32))


async def open_session(
    store: Store, player: Player | None = None, kind: CredentialKind = "session"
) -> None:
    """The session s1, for a minute."""
    await store.players.open_session(
        "s1", kind, HASH, player_id=player.id if player else None, at=NOW, until=later(60)
    )


async def test_a_guest_is_known_by_id_and_may_change_the_name(store: Store) -> None:
    await add_players(store, ANNA, BO)
    assert await store.players.load(ANNA.id) == ANNA
    await store.players.rename(ANNA.id, "Änne")
    assert await store.players.load(ANNA.id) == Player(ANNA.id, "Änne")
    assert await store.players.load(BO.id) == BO
    assert await store.players.load("p-nobody") is None


async def test_a_new_name_shows_at_the_table(store: Store) -> None:
    await add_players(store, ANNA)
    await store.tables.create(table(), ())
    await store.players.rename(ANNA.id, "Änne")
    found = await store.tables.load("t1")
    assert found is not None
    assert found.seats[0].player == Player(ANNA.id, "Änne")


async def test_a_session_gets_its_player_later(store: Store) -> None:
    await add_players(store, ANNA)
    await open_session(store)
    assert await store.players.find_session("session", HASH, NOW) == Session("s1", None, None)
    assert await store.players.give_player("s1", ANNA) == ANNA
    await store.players.set_language("s1", "ro")
    assert await store.players.find_session("session", HASH, NOW) == Session("s1", ANNA, "ro")


async def test_of_two_who_want_a_session_both_are_told_the_same_one(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await open_session(store)
    give = store.players.give_player
    told = await asyncio.gather(give("s1", ANNA), give("s1", BO))
    found = await store.players.find_session("session", HASH, NOW)
    assert found is not None
    assert told == [found.player, found.player]


async def test_a_session_ends_with_its_credential(store: Store) -> None:
    await add_players(store, ANNA)
    await open_session(store, ANNA)
    last = await store.players.find_session("session", HASH, later(59.999999))
    assert last == Session("s1", ANNA, None)
    assert await store.players.find_session("session", HASH, later(60)) is None


async def test_a_credential_is_of_one_kind(store: Store) -> None:
    await open_session(store, kind="token")
    assert await store.players.find_session("token", HASH, NOW) is not None
    assert await store.players.find_session("session", HASH, NOW) is None
    assert await store.players.find_session("token", HASH[:31] + b"x", NOW) is None


async def test_a_session_without_its_credential_is_not_stored(store: Store) -> None:
    await open_session(store)
    with pytest.raises(Exception, match=r"(?i)unique"):
        await store.players.open_session(
            "s2", "session", HASH, player_id=None, at=NOW, until=later(60)
        )
    found = await store.players.find_session("session", HASH, NOW)
    assert found == Session("s1", None, None)
    await store.players.open_session("s2", "token", HASH, player_id=None, at=NOW, until=later(60))


async def add_recovery(store: Store, secret: bytes = HASH, life: float = 60) -> None:
    """A way back to Anna, whose session is s1."""
    await store.players.add_recovery("s1", secret, at=NOW, until=later(life))


async def test_a_way_back_leads_to_the_sessions_player(store: Store) -> None:
    await add_players(store, ANNA)
    await open_session(store, ANNA)
    await add_recovery(store)
    found = await store.players.find_session("recovery", HASH, NOW)
    assert found == Session("s1", ANNA, None)
    assert await store.players.find_session("token", HASH, NOW) is None
    assert await store.players.find_session("recovery", HASH, later(60)) is None


async def test_a_way_back_is_used_up(store: Store) -> None:
    await add_players(store, ANNA)
    await open_session(store, ANNA)
    await add_recovery(store)
    assert await store.players.use_recovery(HASH, at=later(10), until=later(15))
    assert await store.players.use_recovery(HASH, at=later(14), until=later(19))
    assert not await store.players.use_recovery(HASH, at=later(15), until=later(20))
    assert await store.players.find_session("recovery", HASH, later(15)) is None
    assert await store.players.find_session("session", HASH, later(15)) is not None


@pytest.mark.parametrize("moment", [60, 61])
async def test_a_way_back_that_has_ended_is_not_used(store: Store, moment: float) -> None:
    await open_session(store)
    await add_recovery(store)
    assert not await store.players.use_recovery(HASH, at=later(moment), until=later(moment + 9))
    assert not await store.players.use_recovery(HASH[::-1], at=NOW, until=later(9))


async def test_using_does_not_make_a_way_back_longer(store: Store) -> None:
    await open_session(store)
    await add_recovery(store, life=5)
    assert await store.players.use_recovery(HASH, at=NOW, until=later(60))
    assert await store.players.find_session("recovery", HASH, later(4.9)) is not None
    assert await store.players.find_session("recovery", HASH, later(5)) is None


async def test_all_ways_back_of_one_person_end_at_once(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await open_session(store, ANNA)
    await store.players.open_session(
        "s2", "session", HASH[::-1], player_id=BO.id, at=NOW, until=later(60)
    )
    await add_recovery(store)
    await add_recovery(store, b"another of hers")
    await store.players.add_recovery("s2", b"Bo's", at=NOW, until=later(60))
    await store.players.end_recovery(ANNA.id, later(1))
    for secret, good in ((HASH, False), (b"another of hers", False), (b"Bo's", True)):
        assert await store.players.use_recovery(secret, at=later(1), until=later(2)) is good
    assert await store.players.find_session("session", HASH, later(1)) is not None


async def test_a_session_that_is_gone_gets_nothing_any_more(store: Store) -> None:
    for asked in (
        store.players.add_recovery("gone", HASH, at=NOW, until=later(60)),
        store.links.grant("gone", "link", NOW),
    ):
        with pytest.raises(Refused) as refused:
            await asked
        assert refused.value.code is Code.SIGN_IN
