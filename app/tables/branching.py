"""A match that goes on from a position of an ended one, with bots for everybody else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.games.base import Seat
from app.tables.fairness import BOT_SEED, commitment_of, match_seed_of
from app.tables.table import (
    STAND_IN_LEVEL,
    Branch,
    Pace,
    Player,
    SeatState,
    Table,
    check_client_seed,
    check_seat,
)


@dataclass(frozen=True, slots=True)
class BranchOrder:
    """From where somebody wants to play on, on which seat and with which word."""

    player: Player
    seq: int
    seat: Seat
    client_seed: str


@dataclass(frozen=True, slots=True)
class NewGround:
    """What a branch does not take over from the match that it leaves."""

    id: str
    series: str
    server_seed: bytes
    at: datetime


def branch_table(last: Table, order: BranchOrder, ground: NewGround) -> Table:
    """The branch's private table, which plays at once. Raises `invalid`.

    Its seeds are its own: from here on other cards come and other dice fall. Nobody saw its
    promise before.
    """
    check_seat(last, order.seat)
    check_client_seed(order.client_seed)
    seats = tuple(_seat(place, order) for place in last.seats)
    words = [place.client_seed or "" for place in seats]
    return Table(
        id=ground.id,
        series=ground.series,
        game=last.game,
        rules_version=last.rules_version,
        options_json=last.options_json,
        seats=seats,
        host=order.player.id,
        visibility="link",
        pace=Pace(),
        commitment=commitment_of(ground.server_seed),
        server_seed=ground.server_seed,
        committed_first=False,
        created_at=ground.at,
        state="playing",
        match_seed=match_seed_of(ground.server_seed, words),
        started_at=ground.at,
        branch=Branch(last.id, order.seq),
    )


def _seat(before: SeatState, order: BranchOrder) -> SeatState:
    """Bots stay as strong as they were; one of the usual strength plays for a person."""
    if before.seat == order.seat:
        word = order.client_seed
        return SeatState(order.seat, order.player, client_seed=word, since=order.seq)
    level = STAND_IN_LEVEL if before.player is not None else before.bot
    return SeatState(before.seat, bot=level, client_seed=BOT_SEED, since=order.seq)
