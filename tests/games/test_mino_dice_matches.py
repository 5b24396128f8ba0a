"""Whole matches of Mino Dice: like a second program's, alike for ever, and won by the bot."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from app.codec import json
from app.codec.games import codec_for
from app.engine import Engine
from app.games.base import Audience, Outcome
from app.games.chance import Chance
from app.games.mino_dice import GAME, POLICY
from app.games.mino_dice.model import BAG, Bid, Options, Roll, State
from app.games.mino_dice.scoring import HANDS
from app.games.registry import Registry
from tests.games.mino_dice_hands import lay_hands, roll
from tests.games.mino_dice_naive import NaiveMatch
from tests.scale import FULL

REGISTRY = Registry((GAME,), {"mino_dice": POLICY})
CODEC = codec_for(GAME)
MATCHES_OF_A_KIND = 40 if FULL else 4
CHOICES = [
    {"colour_set_by": colour, "flag_cancels_bonus": cancels, "scoring": scoring}
    for colour, cancels, scoring in product(
        ("leader", "first_number"), (True, False), ("full", "simple")
    )
]


def test_all_options_are_tried() -> None:
    hints = get_type_hints(Options)
    for name, values in (("colour_set_by", 2), ("scoring", 2)):
        assert len(get_args(hints[name])) == values
    assert len(CHOICES) == 8
    assert {"colour_set_by", "flag_cancels_bonus", "scoring"} == set(hints)


@pytest.mark.parametrize("seats", HANDS)
@pytest.mark.parametrize(
    "options", CHOICES, ids=lambda options: "-".join(map(str, options.values()))
)
def test_another_program_plays_alike(seats: int, options: dict[str, Any]) -> None:
    rng = Random(f"{seats}{options}")
    for _ in range(MATCHES_OF_A_KIND):
        compare_match(seats, options, rng)


def compare_match(seats: int, options: dict[str, Any], rng: Random) -> None:
    """The engine's every answer against the second program's."""
    key = rng.randbytes(32)
    engine = Engine(REGISTRY.find("mino_dice"), REGISTRY.policies["mino_dice"])

    def ask(**frame: Any) -> Any:
        return json.loads(engine.answer(json.dumps(frame)))

    answer = ask(cmd="new", seats=seats, options=options, match_seed=key.hex())
    naive = NaiveMatch(seats, options, Chance(key, 0))
    at = 0
    while True:
        assert answer == {
            "seq": at,
            "to_act": naive.to_act(),
            "result": naive.result(),
            "events": naive.events,
        }
        for viewer in [*range(seats), None, "all"]:
            assert ask(cmd="view", seat=viewer) == {"view": naive.view(viewer)}
        for seat in range(seats):
            assert ask(cmd="legal", seat=seat) == {"legal": naive.legal(seat)}
        if not naive.to_act():
            return
        at += 1
        seat = rng.choice(naive.to_act())
        move = rng.choice(naive.legal(seat))
        answer = ask(cmd="play", seat=seat, move=move)
        naive.play(seat, move, Chance(key, at))


# hands | ways to roll them if the leader's colour binds | if the first number's does
TREES = [
    ("r r,r r,r r", 1, 1),
    ("r y,r y,r y", 2, 2),
    ("Mi r,y p,y p", 8, 6),
    ("r g,r Me,p y", 8, 8),
    ("Gr r,r y,r y", 5, 3),
]


@pytest.mark.parametrize(("hands", "leader", "first_number"), TREES)
def test_a_hand_has_exactly_so_many_courses(hands: str, leader: int, first_number: int) -> None:
    assert count_courses(lay_hands(hands)) == leader
    other = Options(colour_set_by="first_number")
    assert count_courses(lay_hands(hands, options=other)) == first_number


def test_bids_come_in_any_order() -> None:
    """Six orders, three bids each."""
    bidding = replace(lay_hands("r r,r r,r r"), phase="bid", bids=(None,) * 3)
    assert count_courses(bidding) == 6 * 3**3


def count_courses(state: State) -> int:
    """How many ways there are to the end of this hand; every die falls alike."""
    if state.hands_played:
        return 1
    return sum(
        count_courses(GAME.apply(state, seat, move, Chance(bytes(32), 1)).state)
        for seat in GAME.to_act(state)
        for move in GAME.legal_moves(state, seat)
    )


def states_of(seed: int, seats: int, options: Options) -> list[State]:
    """A random match."""
    rng = Random(seed)
    key = rng.randbytes(32)
    states = [GAME.start(seats, options, Chance(key, 0)).state]
    while owing := sorted(GAME.to_act(states[-1])):
        seat = rng.choice(owing)
        move = rng.choice(GAME.legal_moves(states[-1], seat))
        chance = Chance(key, len(states))
        states.append(GAME.apply(states[-1], seat, move, chance).state)
    return states


# seats | options | log positions | scores | SHA-256 of all states and views
GOLDEN: list[Any] = [
    (
        3,
        Options(),
        132,
        (-230, -120, -180),
        "fc516566c37cf4970331ffe0157e7bfca5e9af7e376c8335a630995385c1f1f1",
    ),
    (
        4,
        Options(colour_set_by="first_number"),
        176,
        (-150, -230, -20, -160),
        "2f425cb2651e7b2f742c7e33c84d2ef847d05f94e6ad8e75e1881e70940498d5",
    ),
    (
        5,
        Options(flag_cancels_bonus=False),
        175,
        (-110, -140, -140, -160, -120),
        "f8962f5f6c08e7c08a5d495f0714f05d311b88c4850ad6d238f99f84801c05a0",
    ),
    (
        6,
        Options(scoring="simple"),
        162,
        (-20, 40, -20, 0, 90, 0),
        "63da818911ae8448b72b7fbe7e080fd355fcd46f2d31e9a399d67a4789253ae8",
    ),
]


@pytest.mark.parametrize(("seats", "options", "length", "scores", "digest"), GOLDEN)
def test_a_match_replays_to_the_letter_for_ever(
    seats: int, options: Options, length: int, scores: tuple[int, ...], digest: str
) -> None:
    """Rules version 1: what this text comes to must never change."""
    states = states_of(11, seats, options)
    outcome = GAME.outcome(states[-1])
    assert outcome is not None
    assert (len(states) - 1, outcome.scores, digest_of(states)) == (length, scores, digest)


def digest_of(states: list[State]) -> str:
    """Of every view of everybody."""
    text = hashlib.sha256()
    for state in states:
        viewers = [*range(state.seats), Audience.SPECTATOR, Audience.OPEN]
        text.update(json.canonical([GAME.view(state, viewer) for viewer in viewers]))
    return text.hexdigest()


@pytest.mark.parametrize("seats", HANDS)
def test_no_die_is_lost(seats: int) -> None:
    for state in states_of(seats, seats, Options()):
        seen = [die for hand in state.hands for die in hand]
        seen += [die for traces in state.traces for die in traces.rolled]
        assert all(seen.count(die) <= BAG.count(die) for die in set(BAG))
        assert sum(state.tricks) * seats + len(state.trick.plays) == sum(
            len(traces.rolled) for traces in state.traces
        )
        if state.phase != "over":
            assert len(seen) == seats * state.hand_no


# why | its bid | rolls before it, the last of three, nobody bound | what it rolls of red and purple
ROLLS = [
    ("takes what it needs for certain", 1, "Gr- p2", "red"),
    ("ducks", 0, "Gr- p2", "purple"),
    ("throws away what might win later", 0, "GrGr p2", "red"),
    ("saves what may win later", 1, "GrGr p2", "purple"),
]


@pytest.mark.parametrize(("why", "bid", "rolls", "die"), ROLLS)
def test_the_normal_bot_rolls_for_its_bid(why: str, bid: int, rolls: str, die: Any) -> None:
    state = roll(lay_hands("r p,Gr y,p y", bids=f"{bid} 0 0", leader=1), rolls).state
    view = GAME.view(state, 0)
    assert POLICY.choose(view, 0, GAME.legal_moves(state, 0), Random(1)) == Roll(die), why


@pytest.mark.parametrize(
    ("hand", "bid"), [("Mi", 1), ("p", 0), ("g", 0), ("Mi Gr Gr", 2), ("p p g", 0), ("y p p g", 0)]
)
def test_the_normal_bot_bids_what_its_dice_promise(hand: str, bid: int) -> None:
    state = lay_hands(",".join([hand, *[" ".join(["y"] * len(hand.split()))] * 3]))
    state = replace(state, phase="bid", bids=(None,) * 4)
    view = GAME.view(state, 0)
    assert POLICY.choose(view, 0, GAME.legal_moves(state, 0), Random(1)) == Bid(bid)


def play_match(seed: int, seats: int, bot: int) -> Outcome:
    """One seat plays by policy, the others at random."""
    rng = Random(seed)
    key = rng.randbytes(32)
    state = GAME.start(seats, Options(), Chance(key, 0)).state
    at = 0
    while owing := GAME.to_act(state):
        seat, at = min(owing), at + 1
        legal = GAME.legal_moves(state, seat)
        view = GAME.view(state, seat)
        move = POLICY.choose(view, seat, legal, rng) if seat == bot else rng.choice(legal)
        state = GAME.apply(state, seat, move, Chance(key, at)).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("seats", HANDS)
def test_the_normal_bot_beats_chance(seats: int) -> None:
    outcomes = [(seed % seats, play_match(seed, seats, seed % seats)) for seed in range(24)]
    won = sum((bot in outcome.winners) / len(outcome.winners) for bot, outcome in outcomes)
    assert won / len(outcomes) > 0.6
