"""Points of a round and the end of a match (milkuro.md, "Scoring" and "Two seats")."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.base import Outcome, places_of, winners_of
from app.games.milkuro.model import Piles

ROUNDS_TO_WIN = 2
"""With two seats: won rounds that win the match."""


def points_of_round(piles: Sequence[Piles]) -> tuple[int, ...]:
    """Each seat's points for its piles."""
    if len(piles) == 2:
        return points_of_duel(piles)
    return tuple(
        board.black + board.white if board.black == board.white else -(board.black + board.white)
        for board in piles
    )


def points_of_duel(piles: Sequence[Piles]) -> tuple[int, ...]:
    """Two seats: 1 for the smaller difference; eleven tricks cannot leave a tie."""
    first, second = (abs(board.black - board.white) for board in piles)
    return (1, 0) if first < second else (0, 1)


def rounds_of(seats: int) -> int | None:
    """How many rounds a match has; None where won rounds decide."""
    return None if seats == 2 else seats


def is_last_round(rounds_played: int, scores: Sequence[int]) -> bool:
    """Whether the match ends with the round just scored."""
    if len(scores) == 2:
        return max(scores) >= ROUNDS_TO_WIN
    return rounds_played == len(scores)


def outcome_of(scores: tuple[int, ...]) -> Outcome:
    """The highest total wins; tied seats share the victory."""
    places = places_of(scores)
    return Outcome(scores, places, winners_of(places))
