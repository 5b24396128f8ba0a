"""How a match would have gone without one of its moves: what taking back rests on.

Whether a move can be taken back is asked for every seat after every move, and with each move
only one more has to be tried: what was tried before is remembered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.games.base import AnyGame, IllegalMove, Seat, Step
from app.games.chance import Chance

if TYPE_CHECKING:
    from app.tables.match import Position

Positions = tuple["Position", ...]


def is_bound(step: Step[Any], chance: Chance) -> bool:
    """Whether a move stands for good: it drew, revealed something, or is final by the rules."""
    return chance.drew or step.reveals or step.final


@dataclass(frozen=True, slots=True)
class Detour:
    """The standing moves after `left_out`, as they were `told` and as they go without it.

    `rest` is None when one of them could not have been made, or would have been told otherwise.
    """

    left_out: Position
    told: Positions = ()
    rest: Positions | None = ()

    @property
    def state(self) -> Any:
        """Where the match would stand."""
        return self.rest[-1].state if self.rest else self.left_out.before

    def leads_to(self, later: Positions) -> bool:
        """Whether these moves begin with those that were tried."""
        known = self.told
        return len(known) <= len(later) and all(map(_is_same, known, later))


def _is_same(one: Position, other: Position) -> bool:
    return one is other


class Detours:
    """The newest detour of each seat at one table. A memory: answers do not depend on it."""

    def __init__(self, game: AnyGame, match_seed: bytes) -> None:
        self._game = game
        self._match_seed = match_seed
        self._known: dict[Seat, Detour] = {}

    def without(self, seat: Seat, left_out: Position, later: Positions) -> Detour:
        """The match without a move of `seat`; `later`: the standing moves that came after it."""
        detour = self._known.get(seat)
        if detour is None or detour.left_out is not left_out or not detour.leads_to(later):
            detour = Detour(left_out)
        for position in later[len(detour.told) :]:
            detour = self._try(detour, position)
        self._known[seat] = detour
        return detour

    def _try(self, detour: Detour, position: Position) -> Detour:
        told = (*detour.told, position)
        if detour.rest is None:
            return replace(detour, told=told)
        again = self._play_again(detour.state, position)
        return replace(detour, told=told, rest=None if again is None else (*detour.rest, again))

    def _play_again(self, state: Any, position: Position) -> Position | None:
        """The same move from another state, from its own stream; None if anybody could tell."""
        entry = position.entry
        if entry is None:
            return None
        chance = Chance(self._match_seed, entry.seq)
        try:
            step = self._game.apply(state, entry.seat, entry.move, chance)
        except IllegalMove:
            return None
        bound = is_bound(step, chance)
        if step.events != position.events or (bound and not position.bound):
            return None
        return replace(position, before=state, state=step.state)
