"""A table: the place with its seats, links and one match. Values and pure changes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Literal

from app.games.base import Outcome, Seat
from app.tables.fairness import BOT_SEED, can_be_client_seed, match_seed_of
from app.tables.refusals import Code, Refused

TableState = Literal["open", "playing", "finished", "abandoned"]
Visibility = Literal["public", "link"]
PaceKind = Literal["relaxed", "live", "daily"]
LinkKind = Literal["play", "watch"]
Seating = Literal["order", "random"]

STAND_IN_LEVEL = "normal"


@dataclass(frozen=True, slots=True)
class Player:
    """A person: guest or account. The name is a label, never an identity."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Pace:
    """The clock's kind; `seconds` a decision, None for relaxed."""

    kind: PaceKind = "relaxed"
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """Since when the table rests, and whose word it was; None for a host without a seat."""

    by: Seat | None
    since: datetime


@dataclass(frozen=True, slots=True)
class Break:
    """A time in which no deadline of a table ran: it was paused, or asleep."""

    started_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Agreed:
    """What those at the table agree to while the log stands at `seq`; the next move forgets it."""

    seq: int = 0
    end: tuple[Seat, ...] = ()
    pause: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Branch:
    """Where a match left another one: that match's table, and the log position there."""

    table: str
    seq: int


@dataclass(frozen=True, slots=True)
class SeatState:
    """Who holds a seat. A stand-in keeps the seat's `player` and sets `away` and `bot`."""

    seat: Seat
    player: Player | None = None
    bot: str | None = None
    client_seed: str | None = None
    away: bool = False
    held: bool = False
    given_up: bool = False
    since: int = 0
    """The log position from which on whoever plays it now does so."""

    @property
    def taken(self) -> bool:
        """Whether somebody, person or bot, will play it."""
        return (self.player is not None or self.bot is not None) and not self.held


@dataclass(frozen=True, slots=True)
class Table:
    """One table with its one match. `version` counts saves: two writers cannot overwrite."""

    id: str
    series: str
    game: str
    rules_version: str
    options_json: str
    """Complete options as canonical JSON, frozen with the match."""
    seats: tuple[SeatState, ...]
    host: str | None
    """The player's id; None once the last person has left: who comes next takes the role."""
    visibility: Visibility
    pace: Pace
    commitment: str
    server_seed: bytes
    committed_first: bool
    created_at: datetime
    state: TableState = "open"
    auto_start: bool = False
    title: str | None = None
    watchable: bool = True
    barred: tuple[str, ...] = ()
    """Ids of players whom the host keeps out."""
    next: str | None = None
    ended_why: str | None = None
    match_seed: bytes | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    result: Outcome | None = None
    seating: Seating = "order"
    """`random`: who sits where is drawn at the start."""
    rail_open: bool = True
    """Whether spectators may write."""
    paused: Pause | None = None
    asleep_since: datetime | None = None
    """Since when nobody is here; the match goes on when somebody comes."""
    breaks: tuple[Break, ...] = ()
    """Pauses and sleep that are over, oldest first."""
    agreed: Agreed = Agreed()
    visited_at: datetime | None = None
    """When somebody was last seen here, to a few minutes."""
    branch: Branch | None = None
    """For a match that began at a position of another one; never rated."""
    version: int = 0

    def seat_of(self, player_id: str | None) -> Seat | None:
        """The seat that this player holds, a stand-in playing it or not."""
        for place in self.seats:
            if place.player is not None and place.player.id == player_id:
                return place.seat
        return None

    @property
    def started(self) -> bool:
        """Whether a match was dealt here."""
        return self.match_seed is not None

    @property
    def ended(self) -> bool:
        """Whether the match has ended, or will never start."""
        return self.state in ("finished", "abandoned")

    @property
    def played_out(self) -> bool:
        """Whether bots play all seats to the end now, because staff had the match ended."""
        return self.state == "playing" and self.ended_why is not None

    @property
    def fell_through(self) -> bool:
        """Whether it was closed before anything was played: no match follows, none is followed."""
        return self.ended and not self.started

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(place.taken for place in self.seats)

    @property
    def client_seeds(self) -> tuple[str, ...]:
        """Each seat's word; complete from the start on."""
        return tuple(place.client_seed or "" for place in self.seats)


def _with_seat(table: Table, place: SeatState) -> Table:
    seats = tuple(place if old.seat == place.seat else old for old in table.seats)
    return replace(table, seats=seats)


def check_seat(table: Table, seat: Seat) -> SeatState:
    """The seat's state. Raises `invalid` when the table has no such seat."""
    if not 0 <= seat < len(table.seats):
        raise Refused(Code.INVALID, "This table has no such seat.", {"seat": seat})
    return table.seats[seat]


def check_client_seed(word: str) -> str:
    """The word itself. Raises `invalid` unless chance.md allows it."""
    if not can_be_client_seed(word):
        raise Refused(
            Code.INVALID,
            "A seed is 1 to 64 printable ASCII characters without spaces.",
            {"at": "client_seed"},
        )
    return word


def check_open(table: Table) -> None:
    """Raises unless the match has not started and still may."""
    if table.ended:
        raise Refused(Code.MATCH_OVER)
    if table.state != "open":
        raise Refused(Code.FORBIDDEN, "The match has already started.")


def sit_down(table: Table, seat: Seat, player: Player, client_seed: str, *, seq: int = 0) -> Table:
    """`player` takes the seat, or comes back to the own one (which is always fine).

    `seq`: the log position at which it does.
    """
    place = check_seat(table, seat)
    held = table.seat_of(player.id)
    if held == seat:
        return _come_back(table, replace(place, player=player), client_seed, seq)
    if table.ended:
        raise Refused(Code.MATCH_OVER)
    if held is not None:
        raise Refused(Code.ALREADY_SEATED, detail={"seat": held})
    if table.state != "open" or place.player is not None or place.bot is not None:
        raise Refused(Code.SEAT_TAKEN, detail={"seat": seat})
    seated = SeatState(seat, player=player, client_seed=check_client_seed(client_seed))
    return replace(_with_seat(table, seated), host=table.host or player.id)


def _come_back(table: Table, place: SeatState, client_seed: str, seq: int) -> Table:
    if table.state == "open":
        seed = check_client_seed(client_seed)
        return _with_seat(table, replace(place, client_seed=seed, held=False))
    if table.state == "playing" and place.away:
        back = replace(place, bot=None, away=False, given_up=False, since=seq)
        newcomer = place.player.id if place.player else None
        return replace(_with_seat(table, back), host=table.host or newcomer)
    return table


def seat_bot(table: Table, seat: Seat, level: str) -> Table:
    """A bot takes a free seat, or a bot's seat gets another level. Before the start only."""
    place = check_seat(table, seat)
    check_open(table)
    if place.player is not None:
        raise Refused(Code.SEAT_TAKEN, detail={"seat": seat})
    return _with_seat(table, SeatState(seat, bot=level, client_seed=BOT_SEED))


def free_seat(table: Table, seat: Seat) -> Table:
    """Before the start: the seat is free again; the host's role passes on with its holder."""
    place = check_seat(table, seat)
    check_open(table)
    freed = _with_seat(table, SeatState(seat))
    if place.player is not None and place.player.id == table.host:
        return replace(freed, host=_heir(freed))
    return freed


def _heir(table: Table) -> str | None:
    """Whose the host's role is next: the lowest seat's, of those who are here if any are."""
    here = people([place for place in table.seats if place.taken])
    heirs = here or people(table.seats)
    return heirs[0].id if heirs else None


def hand_to_stand_in(table: Table, seat: Seat, *, seq: int = 0) -> Table:
    """During a match, at log position `seq`: the player leaves and a bot plays on for it."""
    place = check_seat(table, seat)
    if place.away:
        return _with_seat(table, replace(place, given_up=True))
    gone = replace(place, bot=STAND_IN_LEVEL, away=True, given_up=True, since=seq)
    return _with_seat(table, gone)


def call_stand_in(table: Table, seat: Seat, *, seq: int = 0) -> Table:
    """During a match, at log position `seq`: a bot plays for a player who is not here.

    The seat stays that player's: nobody else may take it.
    """
    place = check_seat(table, seat)
    if place.player is None or place.away:
        return table
    return _with_seat(table, replace(place, bot=STAND_IN_LEVEL, away=True, since=seq))


def rename(table: Table, player: Player) -> Table:
    """The same person under another label, wherever it sits."""
    seats = (
        replace(place, player=player) if place.player and place.player.id == player.id else place
        for place in table.seats
    )
    return replace(table, seats=tuple(seats))


def resize(table: Table, seats: int) -> Table:
    """Before the start: another number of seats; nobody who sits may lose the place."""
    check_open(table)
    leaving = [place.seat for place in table.seats[seats:] if place.player is not None]
    if leaving:
        raise Refused(Code.SEAT_TAKEN, "Somebody sits on a seat that would go.", {"seats": leaving})
    kept = table.seats[:seats]
    added = tuple(SeatState(seat) for seat in range(len(kept), seats))
    return replace(table, seats=kept + added)


def close(table: Table, now: datetime) -> Table:
    """Before the start: the table will never start."""
    check_open(table)
    return replace(table, state="abandoned", ended_why="closed", ended_at=now)


def start(table: Table, now: datetime, rng: Random) -> Table:
    """Deal: seats are final, the seed is mixed. A table that plays already stays as it is.

    `rng` draws who sits where, if the table says so.
    """
    if table.ended:
        raise Refused(Code.MATCH_OVER)
    if table.state == "playing":
        return table
    if not table.full:
        free = [place.seat for place in table.seats if not place.taken]
        raise Refused(Code.NOT_STARTED, "Every seat must be taken first.", {"free": free})
    if table.seating == "random":
        table = replace(table, seats=draw_seats(table.seats, rng))
    match_seed = match_seed_of(table.server_seed, table.client_seeds)
    return replace(table, state="playing", match_seed=match_seed, started_at=now)


def draw_seats(seats: Sequence[SeatState], rng: Random) -> tuple[SeatState, ...]:
    """The same people and bots, each with its word, on seats that were drawn."""
    drawn = rng.sample(seats, len(seats))
    return tuple(replace(place, seat=seat) for seat, place in enumerate(drawn))


def finish(table: Table, outcome: Outcome, now: datetime) -> Table:
    """The match has ended with a result."""
    return replace(table, state="finished", result=outcome, ended_at=now)


def empty_seats(count: int) -> tuple[SeatState, ...]:
    """`count` free seats."""
    return tuple(SeatState(seat) for seat in range(count))


def people(seats: Sequence[SeatState]) -> tuple[Player, ...]:
    """The persons who hold a seat."""
    return tuple(place.player for place in seats if place.player is not None)
