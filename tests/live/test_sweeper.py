"""The sweeper and the guest book: small portions, rests between them, on after a stop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from app.live.discretion import Discretion, Files
from app.live.guest_book import EVERY, REMEMBERED, GuestBook, written
from app.live.host import Host
from app.live.sweeper import BREATH
from app.tables.departures import Cleared, Departure
from app.tables.dossiers import Dossier, KeptLine, KeptTable
from app.tables.retention import Broom, Retention, Visit
from tests.live.doubles import Clock, settle
from tests.live.kitchen import ANNA, BO, Kitchen, move, open_match
from tests.minting import CountingMint

pytestmark = pytest.mark.anyio

ROUND = 60.0
SECOND = timedelta(seconds=1)
KEPT = Retention(guests=timedelta(days=7), chat=timedelta(days=3), addresses=timedelta(hours=1))


@dataclass
class Papers:
    """All ports of what is kept of people, in memory; each call is written down."""

    kitchen: Kitchen
    calls: list[tuple[object, ...]] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    unvisited: list[str] = field(default_factory=list)
    left: dict[str, datetime] = field(default_factory=dict)
    portions: dict[str, int] = field(default_factory=dict)
    """How many portions of a kind are left."""
    broken: set[str] = field(default_factory=set)

    def note(self, name: str, *more: object) -> None:
        self.calls.append((name, *more))
        if name in self.broken:
            self.broken.remove(name)
            raise OSError(name)

    def times(self, name: str) -> int:
        return sum(call[0] == name for call in self.calls)

    def take(self, name: str) -> bool:
        self.portions[name] = max(0, self.portions.get(name, 0) - 1)
        return self.portions[name] > 0

    async def record(self, visits: Sequence[Visit], salt: str) -> None:
        self.note("record", len(visits), salt)
        self.visits.extend(visits)

    async def unvisited_guests(self, before: datetime) -> tuple[str, ...]:
        self.note("guests", before)
        return tuple(self.unvisited)

    async def sweep(self, broom: Broom, before: datetime) -> bool:
        self.note(broom, before)
        return self.take(broom)

    async def forget(self, player: str, pseudonym: str, at: datetime) -> str | None:
        self.note("forget", player)
        self.left.setdefault(player, at)
        self.unvisited = [each for each in self.unvisited if each != player]
        return pseudonym

    async def end_session(self, session: str) -> None:
        self.note("end_session", session)

    async def open_tables(self, player: str) -> tuple[str, ...]:
        tables = self.kitchen.store.tables.values()
        return tuple(table.id for table in tables if table.seat_of(player) is not None)

    async def clear(self, player: str) -> Cleared:
        self.note("clear", player)
        return Cleared(self.take("clear"))

    async def rename_in_records(self, player: str) -> None:
        self.note("rename", player)

    async def uncleared(self, limit: int) -> tuple[Departure, ...]:
        return tuple(Departure(player, at) for player, at in self.left.items())[:limit]

    async def mark_cleared(self, player: str, at: datetime) -> None:
        self.note("cleared", player)
        del self.left[player]

    async def load(self, player: str) -> Dossier | None:
        return None

    async def lines(self, player: str, *, after: int = 0) -> tuple[KeptLine, ...]:
        return ()

    async def table_ids(self, player: str) -> tuple[str, ...]:
        return ()

    async def table(self, player: str, table_id: str) -> KeptTable | None:
        return None


@pytest.fixture
def papers(kitchen: Kitchen) -> Papers:
    return Papers(kitchen)


@pytest.fixture
async def discretion(kitchen: Kitchen, papers: Papers) -> AsyncIterator[Discretion]:
    """Of one house, sweeping."""
    house = kitchen.house()
    made = Discretion(house, kitchen.parts[0], Files(papers, papers, papers, papers), KEPT)
    made.start()
    await settle()
    yield made
    await made.stop()


async def test_what_is_older_than_the_settings_say_is_swept_each_minute(
    kitchen: Kitchen, papers: Papers, discretion: Discretion
) -> None:
    await kitchen.clock.advance(ROUND - 1)
    assert papers.calls == []
    await kitchen.clock.advance(1)
    now = kitchen.clock.now()
    ages = {
        str(name): now - before for name, before in papers.calls if isinstance(before, datetime)
    }
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    assert ages == {
        "guests": KEPT.guests,
        "lines": KEPT.chat,
        "judged_lines": timedelta(0),
        "raw_addresses": KEPT.addresses,
        "marks": KEPT.marks,
        "salts": now - midnight,
        "credentials": timedelta(0),
        "networks": KEPT.marks,
    }
    await kitchen.clock.advance(ROUND)
    assert papers.times("lines") == 2


async def test_between_two_portions_everybody_else_has_a_turn(
    kitchen: Kitchen, papers: Papers, discretion: Discretion
) -> None:
    host = await open_match(kitchen.houses[0])
    papers.portions["lines"] = 5
    await kitchen.clock.advance(ROUND)
    done = []
    while papers.times("marks") == 0:
        done.append(papers.times("lines"))
        await move(host)
        await kitchen.clock.advance(BREATH)
    assert done == [1, 2, 3, 4]
    assert host.match is not None
    assert host.match.seq == 4


async def test_what_fails_keeps_nothing_else_from_being_swept(
    kitchen: Kitchen, papers: Papers, discretion: Discretion
) -> None:
    papers.broken = {"guests", "lines"}
    await kitchen.clock.advance(ROUND)
    assert (papers.times("lines"), papers.times("networks")) == (1, 1)
    await kitchen.clock.advance(ROUND)
    assert (papers.times("guests"), papers.times("lines")) == (2, 2)


async def test_guests_without_a_visit_leave_and_their_seats_are_handed_on(
    kitchen: Kitchen, papers: Papers, discretion: Discretion
) -> None:
    host = await open_match(kitchen.houses[0])
    papers.unvisited = [ANNA.id]
    await kitchen.clock.advance(ROUND + 2 * BREATH)
    seat = host.table.seats[0]
    assert (seat.away, seat.given_up) == (True, True)
    assert seat.player is not None
    assert seat.player.id == ANNA.id
    assert host.table.host == BO.id
    assert host.table.seats[1].player == BO
    assert papers.times("rename") >= 1


async def test_a_table_that_cannot_be_opened_keeps_nothing_else_of_theirs(
    kitchen: Kitchen, papers: Papers, discretion: Discretion, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = kitchen.houses[0]
    bad, good = [await open_match(house) for _ in range(2)]
    open_host = house.host

    async def fail(table_id: str) -> Host:
        if table_id == bad.table.id:
            raise LookupError(table_id)
        return await open_host(table_id)

    monkeypatch.setattr(house, "host", fail)
    await discretion.departures.leave(ANNA.id)
    assert good.table.seats[0].given_up
    assert (papers.times("clear"), papers.times("rename")) == (1, 1)


async def test_a_departure_that_was_cut_off_is_finished_and_looked_at_until_all_has_arrived(
    kitchen: Kitchen, papers: Papers, discretion: Discretion
) -> None:
    papers.left[ANNA.id] = kitchen.clock.now()
    papers.portions["clear"] = 3
    await kitchen.clock.advance(ROUND + 1)
    assert (papers.times("clear"), papers.times("rename"), papers.times("cleared")) == (3, 1, 0)
    await kitchen.clock.advance(9 * ROUND + 10)
    assert papers.times("cleared") == 1
    looked = papers.times("clear")
    await kitchen.clock.advance(3 * ROUND)
    assert papers.times("clear") == looked


async def test_visits_are_written_soon_and_what_waits_when_the_house_closes(
    kitchen: Kitchen, papers: Papers, discretion: Discretion
) -> None:
    discretion.book.sign(ANNA.id, "203.0.113.7")
    assert papers.visits == []
    await kitchen.clock.advance(10)
    assert papers.visits == [Visit(ANNA.id, "203.0.113.7", kitchen.clock.now() - 10 * SECOND)]
    discretion.book.sign(BO.id, "203.0.113.8")
    await discretion.stop()
    assert [visit.player for visit in papers.visits] == [ANNA.id, BO.id]
    calls = len(papers.calls)
    await kitchen.clock.advance(2 * ROUND)
    assert len(papers.calls) == calls


def book_of(papers: Papers, clock: Clock) -> GuestBook:
    return GuestBook(papers, CountingMint(), clock.now, clock.monotonic)


async def test_one_visit_an_hour_whoever_calls_how_often(kitchen: Kitchen, papers: Papers) -> None:
    book = book_of(papers, kitchen.clock)
    for address in ("203.0.113.7", "203.0.113.8"):
        book.sign(ANNA.id, address)
        await book.write()
    assert [visit.address for visit in papers.visits] == ["203.0.113.7"]
    await kitchen.clock.advance(EVERY)
    book.sign(ANNA.id, "203.0.113.8")
    await book.write()
    assert [visit.address for visit in papers.visits] == ["203.0.113.7", "203.0.113.8"]


async def test_a_visit_that_could_not_be_written_is_signed_again(
    kitchen: Kitchen, papers: Papers
) -> None:
    book = book_of(papers, kitchen.clock)
    papers.broken = {"record"}
    book.sign(ANNA.id, "203.0.113.7")
    assert not await book.write()
    book.sign(ANNA.id, "203.0.113.7")
    await book.write()
    assert [visit.player for visit in papers.visits] == [ANNA.id]


async def test_a_crowd_is_written_in_portions_and_memory_has_a_bound(
    kitchen: Kitchen, papers: Papers
) -> None:
    book = book_of(papers, kitchen.clock)
    for number in range(REMEMBERED + 1):
        book.sign(f"p{number}", "203.0.113.7")
    assert await book.write()
    assert papers.calls[0][1] == 100
    assert papers.visits[0].player == "p1"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:0DB8:0::7", "2001:db8::7"),
        ("fe80::1%eth0", "fe80::1"),
        ("local", None),
        ("", None),
    ],
)
def test_addresses_have_one_form(given: str, kept: str | None) -> None:
    assert written(given) == kept
