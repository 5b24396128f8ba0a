"""Lines of chat and notes of a table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.storage.store import Store
from app.tables.ports import ChatLine, Note
from app.tables.table import Player
from tests.storage.samples import ANNA, BO, NOW, add_players, later, table

pytestmark = pytest.mark.anyio


async def create_tables(store: Store) -> None:
    """Two tables of Anna's."""
    await add_players(store, ANNA, BO)
    for table_id in ("t1", "t2"):
        await store.tables.create(table(table_id), ())


async def test_lines_of_both_rooms_oldest_first(store: Store) -> None:
    await create_tables(store)
    lines = [
        ChatLine("c9", "table", ANNA, 0, "Hallo – 🂡", None, NOW),
        ChatLine("c1", "rail", BO, None, None, "well_played", NOW),
        ChatLine("c5", "table", ANNA, 2, "\"quoted\" 'text'", None, later(-5)),
    ]
    for line in lines:
        await store.chat.add("t1", line)
    await store.chat.add("t2", ChatLine("c2", "table", ANNA, 0, "elsewhere", None, NOW))
    assert await store.chat.newest("t1") == tuple(lines)
    assert await store.chat.newest("t1", 2) == tuple(lines[1:])
    assert await store.chat.newest("t3") == ()


async def test_lines_stand_under_the_present_name(store: Store) -> None:
    await create_tables(store)
    await store.chat.add("t1", ChatLine("c1", "table", ANNA, 0, "it is me", None, NOW))
    await store.players.rename(ANNA.id, "Änne")
    (line,) = await store.chat.newest("t1")
    assert line.player == Player(ANNA.id, "Änne")


async def test_notes_oldest_first(store: Store) -> None:
    await create_tables(store)
    notes = [Note("n2", NOW, "time_given_back"), Note("n1", NOW, "stand_in", 3)]
    for note in notes:
        await store.notes.add("t1", note)
    await store.notes.add("t2", Note("n3", NOW, "back", 3))
    assert await store.notes.newest("t1") == tuple(notes)
    assert await store.notes.newest("t1", 1) == (notes[1],)


async def test_a_note_is_kept_once_with_what_fills_its_words(store: Store) -> None:
    await create_tables(store)
    note = Note("t1.outage.7", NOW, "time_given_back", params={"seconds": 9})
    for again in (note, replace(note, params={"seconds": 99})):
        await store.notes.add("t1", again)
    assert await store.notes.newest("t1") == (note,)


async def test_broken_glass_is_not_among_the_notes(store: Store) -> None:
    """It is kept apart, however many notes come after it."""
    await create_tables(store)
    glass = [Note("g1", later(5), "glass", params={"seq": 3}), Note("g2", NOW, "glass")]
    back = Note("n1", NOW, "back", 3)
    for note in (glass[0], back, glass[1]):
        await store.notes.add("t1", note)
    await store.notes.add("t2", Note("g3", NOW, "glass"))
    assert await store.notes.newest("t1") == (back,)
    assert await store.notes.newest("t1", 1) == (back,)
    assert await store.notes.glass("t1") == tuple(glass)
    assert await store.notes.glass("t3") == ()
