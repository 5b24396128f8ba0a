"""Golden records replay for ever, and tiny trees have exactly so many leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.codec import json
from app.games import gnav, milkuro
from app.games.base import AnyGame
from app.games.chance import Chance
from app.games.milkuro.model import Options, Trick
from app.games.registry import REGISTRY
from tests.games.gnav_hands import lay_deal
from tests.games.make_golden import FOLDER, SETUPS, load_golden, path_of, replay_golden, text_of


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_golden_records_replay(game, seats):
    matches = load_golden(game, seats)
    assert [match.options for match in matches] == SETUPS[game, seats]
    for match in matches:
        assert replay_golden(game, seats, match) == match


def test_every_game_has_golden_records_for_all_it_was_made_for():
    assert {path.name for path in FOLDER.iterdir()} == {path_of(*setup).name for setup in SETUPS}
    assert {game for game, _ in SETUPS} == set(REGISTRY.current())


@pytest.mark.parametrize(("game", "seats"), SETUPS)
def test_golden_records_name_their_version(game, seats):
    head: Any = json.loads(path_of(game, seats).read_bytes())
    assert (head["game"], head["rules_version"], head["seats"]) == (
        game,
        REGISTRY.find(game).info.version,
        seats,
    )
    assert path_of(game, seats).read_text() == text_of(game, seats, load_golden(game, seats))


Ends = Counter[Any]


def ends_of(game: AnyGame, state: Any, is_end: Callable[[Any], bool]) -> Ends:
    """All ways to play on until `is_end`, counted by the state in which they end."""
    if is_end(state):
        return Counter([state])
    (seat,) = game.to_act(state)
    ends: Ends = Counter()
    for move in game.legal_moves(state, seat):
        ends += ends_of(game, game.apply(state, seat, move, Chance(bytes(32), 1)).state, is_end)
    return ends


@pytest.mark.parametrize(
    ("hands", "leaves", "boards"),
    [
        # One card each: in white the leader's 44 wins, in black the other's 1.
        (((44,), (1,)), 2, 2),
        # Four leads, two cards to follow, two colours for the last card. A seat with 44 or 1
        # takes the trick in one colour and loses it in the other, whatever follows: both seats
        # a white pile, both a black one, or one seat one of each.
        (((1, 44), (2, 43)), 16, 4),
        # 6 · 3 leads and answers, then 4 · 2, then 2.
        (((1, 22, 44), (2, 23, 43)), 288, None),
        # 4 · 2 · 2, then 2.
        (((1, 44), (2, 43), (20, 30)), 32, None),
    ],
)
def test_milkuro_ends_of_a_round(hands, leaves, boards):
    dealt = milkuro.GAME.start(len(hands), Options(), Chance(bytes(32), 0)).state
    state = replace(dealt, first=0, hands=hands, trick=Trick(0, None, ()))
    ends = ends_of(milkuro.GAME, state, lambda state: bool(state.rounds_played))
    assert ends.total() == leaves
    if boards is not None:
        assert len({end.rounds_played[0].piles for end in ends}) == boards


@pytest.mark.parametrize(
    ("cards", "stock", "leaves"),
    [
        # Each keeps or swaps; after a swap of numbers the other still has its turn.
        ("V VII", "IX", 4),
        # A cat has had its seat's turn: whoever asks it ends the deal.
        ("V katt", "IX", 3),
        ("V gjok", "IX", 3),
        # The house sends the request on to the stock, and nobody is left to play.
        ("V hus", "IX", 3),
        # Three seats that keep or swap in turn.
        ("V VII IX", "X", 8),
        # Who asks the cat ends its turn as well: 0 keeps or swaps; 1 asks the cat, or keeps
        # and 2 has its turn.
        ("V VII katt", "X", 6),
    ],
)
def test_gnav_turns_of_a_deal(cards, stock, leaves):
    seats = len(cards.split())
    state = lay_deal(cards, stock=stock, dealer=seats - 1, lives=(3,) * seats)
    ends = ends_of(gnav.GAME, state, lambda state: state.deal.number > 0)
    assert ends.total() == leaves
