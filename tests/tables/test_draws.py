"""The stream of a position never changes: nobody draws again by taking back (chance.md)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.games.base import AnyGame, Seat
from app.games.chance import Chance
from app.games.registry import GAMES
from app.tables.match import Match, submit
from tests.games.pots import POTS
from tests.scale import scaled
from tests.tables.samples import MATCH_SEED, attempt, match_of, undoable

CASES = (*GAMES, POTS)


class Regretful:
    """Plays a random match, takes back whenever it may, and asks again for what was drawn."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.rng = Random(seed)
        self.match: Match = match_of(game, game.info.seats.default)
        self.drew: dict[int, bool] = {}
        """Which positions have drawn something."""
        self.regrets = 0

    def go_on(self) -> None:
        """A move, or the taking back of one."""
        seat = self.rng.randrange(self.match.seats)
        if (entry := undoable(self.match, seat)) is not None and self.rng.random() < 0.5:
            assert not self.drew[entry.seq], "what drew stands"
            self.match = submit(self.match, attempt(self.match, seat, move=None, undo=entry.seq))
            self.regrets += 1
        elif seat in self.match.to_act:
            self.play(seat, self.rng.choice(self.match.legal_moves(seat)))

    def play(self, seat: Seat, move: Any) -> None:
        """A move, which tells what the position's own stream says, whatever came before it."""
        before, seq = self.match.state, self.match.seq + 1
        chance = Chance(MATCH_SEED, seq)
        step = self.match.game.apply(before, seat, move, chance)
        self.match = submit(self.match, attempt(self.match, seat, move=move))
        self.drew[seq] = chance.drew
        assert self.match.newest.events == step.events
        assert self.match.state == step.state


@pytest.mark.parametrize("game", CASES, ids=lambda game: game.info.key)
def test_20_a_position_draws_the_same_whatever_was_taken_back(game: AnyGame) -> None:
    regrets = draws = 0
    for seed in range(scaled(4, 200)):
        player = Regretful(game, seed)
        for _ in range(600):
            if player.match.outcome is not None:
                break
            player.go_on()
        regrets += player.regrets
        draws += sum(player.drew.values())
    assert draws > 0
    assert regrets > 0 or game.info.key in NOTHING_TO_REGRET


NOTHING_TO_REGRET = {"milkuro", "mino_dice"}
"""Every move of these shows something to somebody, draws, or binds."""
