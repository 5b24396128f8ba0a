"""Tables, people and matches that the tests of the domain begin with."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from app.games.base import Seat
from app.games.registry import REGISTRY
from app.tables import table as seating
from app.tables.access import Visitor
from app.tables.fairness import commitment_of
from app.tables.match import Attempt, By, Entry, Match, start_match, submit, way_back
from app.tables.table import LinkKind, Pace, Player, Table, empty_seats

NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
SERVER_SEED = bytes(range(32))
MATCH_SEED = bytes(reversed(range(32)))

ANNA = Player("p-anna", "Anna")
BO = Player("p-bo", "Bo")
CLEO = Player("p-cleo", "Cleo")

GNAV = REGISTRY.find("gnav")
MILKURO = REGISTRY.find("milkuro")


def table(seats: int = 4, **changes: Any) -> Table:
    """An open, link-only table of Milkuro without anybody; Anna is its host."""
    made = Table(
        id="t1",
        series="s1",
        game="milkuro",
        rules_version="1",
        options_json='{"rounds":4}',
        seats=empty_seats(seats),
        host=ANNA.id,
        visibility="link",
        pace=Pace(),
        commitment=commitment_of(SERVER_SEED),
        server_seed=SERVER_SEED,
        committed_first=True,
        created_at=NOW,
    )
    return replace(made, **changes)


def seated(*players: Player, seats: int = 4, **changes: Any) -> Table:
    """The same with these people on the first seats."""
    made = table(seats, **changes)
    for seat, player in enumerate(players):
        made = seating.sit_down(made, seat, player, f"word-{seat}")
    return made


def playing(*players: Player, seats: int = 4, **changes: Any) -> Table:
    """The same with bots on the other seats, dealt."""
    made = seated(*players, seats=seats, **changes)
    for place in made.seats:
        if not place.taken:
            made = seating.seat_bot(made, place.seat, "normal")
    return seating.start(made, NOW, Random(0))


def visitor(player: Player | None, *keys: LinkKind) -> Visitor:
    """Somebody at the door with these kinds of link."""
    return Visitor(player, None if player is None else f"session-{player.id}", frozenset(keys))


def match_of(game: Any = GNAV, seats: int = 4) -> Match:
    """A match at its set-up."""
    return start_match(game, seats, game.info.options(), MATCH_SEED)


def attempt(match: Match, seat: int, **changes: Any) -> Attempt:
    """The seat's first legal move by somebody who has seen everything."""
    legal = match.legal_moves(seat)
    made = Attempt(
        seat=seat,
        move=legal[0] if legal else None,
        seen=match.seq,
        by="player",
        at=NOW,
        player=f"p{seat}",
        ref=f"r{match.seq}",
    )
    return replace(made, **changes)


def play_on(match: Match, rng: Random, moves: int = 10_000) -> Match:
    """The match after so many random moves, or at its end."""
    by: By = "player"
    for _ in range(moves):
        if match.outcome is not None:
            return match
        seat = rng.choice(sorted(match.to_act))
        move = rng.choice(match.legal_moves(seat))
        match = submit(match, attempt(match, seat, move=move, by=by))
    return match


def undoable(match: Match, seat: Seat) -> Entry | None:
    """The seat's last standing move, if rules, chance and knowledge let it be taken back."""
    way = way_back(match, seat)
    return None if way is None else way[1].left_out.entry
