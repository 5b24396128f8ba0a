"""Thousands of hours at tables with a clock: at every step each seat's account adds up.

Everything is counted a second time here, by adding up stretches of time one by one: what a seat
has used of its decision, what was given back, and what is left. A day passes in a moment.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

import orjson
import pytest

from app.games.registry import GAMES
from app.live.host import Host
from app.live.house import House
from app.live.pulse import LONGEST_GAP, Pulse
from app.tables import rest
from app.tables.match import Match, replay, start_match
from app.tables.table import Pace, PaceKind
from tests.live.doubles import settle, until
from tests.live.kitchen import Kitchen, open_match, visitor
from tests.scale import scaled

pytestmark = pytest.mark.anyio

TABLES = 8
SEATS = 4
ROUNDING = timedelta(microseconds=20)


class RegularPulse(Pulse):
    """Beats whenever it is needed; only the server's ends are seen as gaps."""

    @property
    def is_fresh(self) -> bool:
        return True


@dataclass
class Account:
    """What one table's seats have used of their decisions, by our own count."""

    host: Host
    match: Match
    begun: list[datetime | None]
    rests: list[tuple[datetime, datetime | None]] = field(default_factory=list)
    """Pauses, sleep and outages; the last one may go on."""
    covered: set[int] = field(default_factory=set)
    timeouts: int = 0
    undone: int = 0
    _before: dict[int, datetime | None] = field(default_factory=dict)

    @property
    def allowance(self) -> timedelta:
        """For each decision."""
        return timedelta(seconds=self.host.table.pace.seconds or 0)

    def follow(self, kitchen: Kitchen) -> None:
        """Take in what the log has gained."""
        rows = kitchen.store.rows[self.host.table.id]
        for row in rows[self.match.seq :]:
            if row.by == "clock":
                self.timeouts += 1
                self._check_time_out(row.seat, row.at)
            self.match = replay(self.match, [self.host.ledger.entry_of(row)])
            self._take_in(row.seat, row.at, row.by, row.undo)

    def _take_in(self, seat: int, at: datetime, by: str, undo: int | None) -> None:
        before = self.begun[seat]
        self.begun[seat] = at if undo is None else self._before[undo]
        self.undone += undo is not None
        self._before[self.match.seq] = before
        if by == "clock":
            self.covered.add(seat)
        elif by == "player":
            self.covered.discard(seat)
        for other in range(SEATS):
            if not self.match.game.clock_runs(self.match.state, other):
                self.begun[other] = None
                self.covered.discard(other)
            elif self.begun[other] is None:
                self.begun[other] = at

    def _check_time_out(self, seat: int, at: datetime) -> None:
        used, _ = self.spent(seat, at)
        assert self.allowance - ROUNDING <= used <= self.allowance + LONGEST_GAP + ROUNDING
        assert seat not in self.covered

    def spent(self, seat: int, now: datetime) -> tuple[timedelta, timedelta]:
        """How much of its decision a seat has used, and how much did not count."""
        begun = self.begun[seat]
        assert begun is not None
        edges = {begun, now}
        for begin, end in self.rests:
            edges |= {edge for edge in (begin, end) if edge is not None and begun < edge < now}
        used = free = timedelta(0)
        for early, late in itertools.pairwise(sorted(edges)):
            rests = any(
                begin <= early and (end is None or late <= end) for begin, end in self.rests
            )
            used, free = (used, free + late - early) if rests else (used + late - early, free)
        return used, free

    def is_quiet(self, kitchen: Kitchen) -> bool:
        """Whether no bot, stand-in or clock is at work, and nothing is on its way."""
        host, rows = self.host, kitchen.store.rows[self.host.table.id]
        working = host.driver.busy or host.timers.busy
        return not working and host.ledger.seq == len(rows)

    def check(self, now: datetime) -> int:
        """Used, given back and left add up for every seat whose clock runs; how many there are."""
        table = self.host.table
        due = self.host.timers.deadlines()
        resting = bool(self.rests) and self.rests[-1][1] is None
        owing = {
            seat
            for seat, begun in enumerate(self.begun)
            if begun is not None and seat not in self.covered and not table.seats[seat].away
        }
        expected = set() if resting or table.state != "playing" else owing
        assert set(due) == expected
        for seat in expected:
            begun = self.begun[seat]
            assert begun is not None
            used, free = self.spent(seat, now)
            left = due[seat] - now
            assert abs(used + free - (now - begun)) <= ROUNDING
            assert abs(used + left - self.allowance) <= ROUNDING
            assert left > timedelta(0), "nobody who is overdue waits for the clock"
        return len(expected)

    def rest(self, now: datetime) -> None:
        """A pause or sleep begins."""
        self.rests.append((now, None))

    def go_on(self, now: datetime) -> None:
        """It ends."""
        begun, _ = self.rests.pop()
        self.rests.append((begun, now))


@dataclass
class Simulation:
    """Tables of all games in one house, and what happens to them."""

    kitchen: Kitchen
    pace: Pace
    rng: Random
    house: House
    accounts: list[Account] = field(default_factory=list)
    seconds: float = 0.0
    checked: int = 0
    timeouts: int = 0
    undone: int = 0
    restarts: int = 0
    rests: int = 0

    @property
    def seat_hours(self) -> float:
        """How long all seats together have sat here."""
        return self.seconds * SEATS * TABLES / 3600

    def now(self) -> datetime:
        """The time."""
        return self.kitchen.parts[-1].now()

    async def open(self, number: int) -> Account:
        """One more match; each table keeps to its game."""
        game = GAMES[number % len(GAMES)]
        host = await open_match(self.house, game.info.key, SEATS, SEATS, pace=self.pace)
        table = host.table
        assert table.match_seed is not None
        assert table.started_at is not None
        options = game.info.options(**orjson.loads(table.options_json))
        match = start_match(host.ledger.game, SEATS, options, table.match_seed)
        runs = (game.clock_runs(match.state, seat) for seat in range(SEATS))
        return Account(host, match, [table.started_at if each else None for each in runs])

    async def step(self) -> None:
        """Some time passes, and something happens at each table."""
        seconds = self.rng.expovariate(6 / (self.pace.seconds or 1))
        self.seconds += seconds
        await self.kitchen.clock.advance(seconds)
        await self.check()
        for number, account in enumerate(self.accounts):
            if account.host.table.ended:
                self.timeouts += account.timeouts
                self.undone += account.undone
                self.accounts[number] = await self.open(number)
            else:
                await self.happen(account)
        if self.rng.random() < 0.1:
            await self.restart(self.rng.choice([0.5, 2.9, 5, 60, 120]))
        await self.check()

    async def check(self) -> None:
        """Every account, once nothing happens any more."""
        await until(lambda: all(account.is_quiet(self.kitchen) for account in self.accounts))
        for account in self.accounts:
            account.follow(self.kitchen)
            self.checked += account.check(self.now())

    async def happen(self, account: Account) -> None:
        """Something that people do."""
        host, table = account.host, account.host.table
        if account.rests and account.rests[-1][1] is None:
            if self.rng.random() < 0.5:
                await self.wake(account)
            return
        match self.rng.choices(["move", "undo", "rest", "back", "nothing"], [30, 40, 4, 15, 50])[0]:
            case "move":
                await self.move(account)
            case "undo":
                await self.undo(account)
            case "rest":
                await self.rest(account)
            case "back":
                for place in table.seats:
                    if place.away:
                        await host.steward.sit(visitor(place.player), place.seat, None)

    async def move(self, account: Account) -> None:
        """Somebody makes a move."""
        host = account.host
        seats = [seat for seat in host.timers.deadlines() if not host.table.seats[seat].away]
        if not seats or host.match is None:
            return
        seat = self.rng.choice(seats)
        raw = orjson.loads(orjson.dumps(self.rng.choice(host.match.legal_moves(seat))))
        ref = f"r{self.rng.getrandbits(60)}"
        await host.move(visitor(host.table.seats[seat].player), ref, host.match.seq, raw)

    async def undo(self, account: Account) -> None:
        """Somebody takes a move back, if anybody can."""
        host = account.host
        for place in host.table.seats:
            state = orjson.loads(host.state_json(visitor(place.player)))
            if state["can_undo"] is not None:
                ref = f"u{self.rng.getrandbits(60)}"
                await host.undo(visitor(place.player), ref, state["can_undo"])
                return

    async def rest(self, account: Account) -> None:
        """The table is paused, or falls asleep."""
        now, kind = self.now(), self.pace.kind
        asleep = kind == "live" and self.rng.random() < 0.5
        change = rest.fall_asleep if asleep else lambda table, at: rest.pause(table, 0, at)
        await account.host.alter(lambda table: change(table, now))
        account.rest(now)
        self.rests += 1

    async def wake(self, account: Account) -> None:
        """It goes on."""
        now = self.now()
        await account.host.alter(lambda table: rest.wake(rest.resume(table, now), now))
        account.go_on(now)

    async def restart(self, seconds: float) -> None:
        """The server ends, and begins again later."""
        began = self.now()
        self.kitchen.store.heart.last = began
        await self.house.drain()
        self.kitchen.clock.seconds += seconds
        self.seconds += seconds
        self.restarts += 1
        self.house = await open_house(self.kitchen)
        for account in self.accounts:
            account.host = await self.house.host(account.host.table.id)
            if timedelta(seconds=seconds) > LONGEST_GAP:
                account.rests.insert(0, (began, self.now()))
        await settle()
        await self.kitchen.clock.advance(0)


async def open_house(kitchen: Kitchen) -> House:
    """A process that has begun to beat; nothing sweeps it."""
    house = kitchen.house()
    await kitchen.parts[-1].pulse.beat()
    return house


async def simulate(kitchen: Kitchen, pace: Pace, hours: float, seed: int) -> Simulation:
    """So many seat-hours."""
    kitchen.kind_of_pulse = RegularPulse
    made = Simulation(kitchen, pace, Random(seed), await open_house(kitchen))
    made.accounts = [await made.open(number) for number in range(TABLES)]
    while made.seat_hours < hours:
        await made.step()
    made.timeouts += sum(account.timeouts for account in made.accounts)
    made.undone += sum(account.undone for account in made.accounts)
    return made


PACES: Iterable[tuple[PaceKind, int, int, int]] = (
    ("daily", 72 * 3600, 12_000, 300_000),
    ("daily", 8 * 3600, 3_000, 100_000),
    ("live", 120, 20, 500),
    ("live", 15, 5, 60),
)


@pytest.mark.parametrize(("kind", "seconds", "short", "full"), PACES)
async def test_every_account_adds_up(
    kitchen: Kitchen, kind: PaceKind, seconds: int, short: int, full: int
) -> None:
    made = await simulate(kitchen, Pace(kind, seconds), scaled(short, full), seconds)
    assert made.seat_hours >= short
    assert min(made.timeouts, made.rests, made.restarts, made.undone) > 0
    assert made.checked > 500
