"""The search of `hard` bots: how it spends its lines, and moves that anybody sees are right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.bots.search import LINES_A_WORLD, PLAUSIBLE_TRIES, Opinion, Search
from app.games.base import AnyGame, Seat
from app.games.gnav.model import Keep, Swap
from app.games.milkman.model import Order
from app.games.milkman.moves import Bottle, Move
from app.games.mino_dice.model import Bid, Roll
from app.games.mino_dice.search import win_chances
from app.games.registry import REGISTRY
from tests.games import gnav_hands, milkman_farms, mino_dice_hands

GNAV = REGISTRY.find("gnav")
MILKMAN = REGISTRY.find("milkman")
MINO_DICE = REGISTRY.find("mino_dice")


class Counting:
    """A game, or hints for it, that remember how often they were asked for what."""

    def __init__(self, inner: Any, **answers: Any) -> None:
        self._inner = inner
        self._answers = answers
        self.calls: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any) -> Any:
            self.calls[name] += 1
            return self._answers[name] if name in self._answers else method(*args)

        method = getattr(self._inner, name)
        return call


def opinions(game: AnyGame, state: Any, seat: Seat = 0, lines: int = 120) -> Sequence[Opinion]:
    """What the search thinks after so many lines."""
    hints = REGISTRY.searches[game.info.key]
    return Search(game, hints, state, seat, Random(1)).run(lambda played: played < lines)


def test_every_line_is_counted_once() -> None:
    found = opinions(GNAV, gnav_hands.lay_deal("V VII IX hus"), lines=50)
    assert sum(each.visits for each in found) == 50
    assert all(0 <= each.worth <= 1 for each in found)
    assert found[0].visits == max(each.visits for each in found)


def test_a_world_serves_a_few_lines() -> None:
    game: Any = Counting(GNAV)
    search = Search(game, REGISTRY.searches["gnav"], gnav_hands.lay_deal("V X X X"), 0, Random(1))
    search.run(lambda played: played < 10 * LINES_A_WORLD)
    assert 10 <= game.calls["imagine"] <= 10 * PLAUSIBLE_TRIES


def test_a_world_that_nobody_would_play_into_is_taken_in_the_end() -> None:
    game: Any = Counting(GNAV)
    hints: Any = Counting(REGISTRY.searches["gnav"], is_plausible=False)
    Search(game, hints, gnav_hands.lay_deal("V X X X"), 0, Random(1)).run(lambda played: played < 1)
    assert game.calls["imagine"] == hints.calls["is_plausible"] == PLAUSIBLE_TRIES


def test_where_there_is_no_choice_nothing_is_imagined() -> None:
    state = mino_dice_hands.lay_hands("r,g,y", bids="0 0 1")
    game: Any = Counting(MINO_DICE)
    (found,) = Search(game, REGISTRY.searches["mino_dice"], state, 0, Random(1)).run(
        lambda played: True
    )
    assert found.move == Roll("red")
    assert not game.calls["imagine"]


@pytest.mark.parametrize(
    ("cards", "move"),
    [("ugle X X X", Swap()), ("gjok X X X", Keep()), ("narr X X X", Swap())],
)
def test_gnav_keeps_what_is_high_and_gives_what_is_low(cards: str, move: Any) -> None:
    assert opinions(GNAV, gnav_hands.lay_deal(cards))[0].move == move


@pytest.mark.parametrize(
    ("bids", "die"),
    [
        pytest.param("1 1 1", "minotaur", id="a trick that it needs"),
        pytest.param("0 0 0", "purple", id="nothing that it does not want"),
    ],
)
def test_mino_dice_takes_what_it_bid(bids: str, die: Any) -> None:
    state = mino_dice_hands.lay_hands("Gr g,p g,Mi p", bids=bids)
    after = mino_dice_hands.roll(state, "GrGr p1").state
    assert opinions(MINO_DICE, after, seat=2, lines=300)[0].move == Roll(die)


def test_milkman_bottles_what_is_wanted() -> None:
    farm = milkman_farms.farm_of(
        "bottle spilt",
        passed=True,
        acted=True,
        money=0,
        tanks=(4, 0),
        orders=(Order(15, 1, (0, 0, 4), 6),),
    )
    best = opinions(MILKMAN, milkman_farms.lay_turn(farm))[0].move
    assert best == Bottle((0,), 0, "chocolate", None)


def test_milkman_thinks_of_what_the_policy_would_do() -> None:
    farm = milkman_farms.farm_of("labor milk", acted=True, money=5)
    state = milkman_farms.lay_turn(farm, display=(33, 2, 3, 34))
    legal: Sequence[Move] = MILKMAN.legal_moves(state, 0)
    found = REGISTRY.searches["milkman"].candidates(state, 0, legal)
    chosen = REGISTRY.policies["milkman"].choose(MILKMAN.view(state, 0), 0, legal, Random(1))
    assert found[0] == chosen
    assert 1 < len(found) < len(legal)
    assert len(set(found)) == len(found)


def test_the_last_bid_of_mino_dice_looks_at_the_scores() -> None:
    hints = REGISTRY.searches["mino_dice"]
    dealt = mino_dice_hands.lay_hands("g g,r r,y y", hand_no=2)
    first = replace(dealt, phase="bid", bids=(None, None, None))
    legal = [Bid(tricks) for tricks in range(3)]
    last = replace(first, hand_no=8)
    assert len(hints.candidates(first, 0, legal)) == 1
    assert len(hints.candidates(last, 0, legal)) > 1


def test_the_chance_to_win_is_shared_by_equals() -> None:
    sure, coin = [(10.0, 1.0)], [(0.0, 0.5), (20.0, 0.5)]
    assert win_chances([sure, sure]) == [0.5, 0.5]
    assert win_chances([sure, coin]) == [0.5, 0.5]
    assert win_chances([sure, coin, coin]) == pytest.approx([0.25, 0.375, 0.375])
