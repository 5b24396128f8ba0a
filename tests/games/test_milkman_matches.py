"""Whole matches of Milkman: beside a naive second program, through JSON, to the letter."""

from __future__ import annotations

import hashlib
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, get_args

import pytest

from app.codec import json
from app.codec.games import codec_for, parse
from app.games.base import Audience, Step
from app.games.chance import Chance, Draw
from app.games.milkman import GAME
from app.games.milkman.customers import CUSTOMERS
from app.games.milkman.model import Options, State
from app.games.milkman.moves import Move
from tests.games.milkman_naive import DECK, NaiveMilkman
from tests.scale import FULL

CODEC = codec_for(GAME)
SEED = bytes(range(32))
MATCHES = 150 if FULL else 9
"""Matches of each number of seats that are compared with the naive program."""
Weights = dict[str, float]
CALM: Weights = {
    "done": 0.1,
    "pay_reroll": 0.3,
    "pay_change": 0.5,
    "pass_market": 0.2,
    "spill": 0.3,
}
STYLES: list[Weights] = [
    {**CALM, "deliver": 20.0, "load": 4.0, "claim": 2.0, "drive": 0.7},
    {**CALM, "done": 0.01, "pass_market": 0.0, "claim": 20.0, "remove_customer": 30.0},
    {**CALM, "done": 0.01, "pass_market": 0.0, "claim": 50.0, "remove_customer": 0.0},
]
"""How much random people like each kind of move (else 1): to deliver, to clear the market, to
empty it for good. Who is done at once sees little of the game."""

Choose = Callable[[State, int, Sequence[Move]], Move]


def eager(rng: Random, style: Weights) -> Choose:
    """Any kind of move, as the style likes it, then any of that kind."""

    def choose(state: State, seat: int, legal: Sequence[Move]) -> Move:
        kinds = sorted({move.type for move in legal})
        (kind,) = rng.choices(kinds, [style.get(kind, 1.0) for kind in kinds])
        return rng.choice([move for move in legal if move.type == kind])

    return choose


def steps_of(seed: int, seats: int) -> Iterator[Step[State]]:
    """A random match."""
    rng = Random(seed)
    choose = eager(rng, STYLES[seed % len(STYLES)])
    step = GAME.start(seats, Options(), Chance(SEED, 0))
    yield step
    position = 0
    while seats_to_act := sorted(GAME.to_act(step.state)):
        seat = rng.choice(seats_to_act)
        position += 1
        move = choose(step.state, seat, GAME.legal_moves(step.state, seat))
        step = GAME.apply(step.state, seat, move, Chance(SEED, position))
        yield step


def plain(value: object) -> Any:
    return json.loads(json.dumps(value))


def as_set(moves: Sequence[Any]) -> Counter[bytes]:
    """Moves as canonical JSON, each with how often it occurs."""
    return Counter(json.canonical(plain(move)) for move in moves)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_naive_program_agrees_on_every_list_view_and_event(seats: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(MATCHES):
        style = STYLES[seed % len(STYLES)]
        seen.update(play_beside_naive(seats, style, Random(f"{seats}-{seed}")))
    kinds = {move.__dataclass_fields__["type"].default for move in get_args(Move)}
    rare = {"an empty deck", "a shuffle of discards"} if seats > 2 else set()
    if seats == 4:
        rare.add("a gap for good")
    assert not (kinds | rare) - seen.keys()


def play_beside_naive(seats: int, style: Weights, rng: Random) -> set[str]:
    """One match, move by move; what was seen in it."""
    seen: set[str] = set()
    match_seed = rng.randbytes(32)
    draws: list[Draw] = []
    naive_draws: list[Draw] = []

    def chances(position: int) -> tuple[Chance, Chance]:
        return (
            Chance(match_seed, position, recorder=draws.append),
            Chance(match_seed, position, recorder=naive_draws.append),
        )

    choose = eager(rng, style)
    chance, naive_chance = chances(0)
    step = GAME.start(seats, Options(), chance)
    naive = NaiveMilkman(seats, naive_chance)
    compare_events(step, naive.events)
    assert draws == naive_draws
    draws.clear()
    naive_draws.clear()
    position = 0
    while seats_to_act := sorted(GAME.to_act(step.state)):
        assert seats_to_act == naive.to_act()
        assert plain(GAME.view(step.state, Audience.SPECTATOR)) == naive.view()
        seat = rng.choice(seats_to_act)
        legal = GAME.legal_moves(step.state, seat)
        assert as_set(legal) == as_set(naive.legal(seat))
        move = choose(step.state, seat, legal)
        position += 1
        chance, naive_chance = chances(position)
        step = GAME.apply(step.state, seat, move, chance)
        compare_events(step, naive.play(seat, plain(move), naive_chance))
        assert draws == naive_draws
        seen.add(move.type)
        if any(draw.call == "shuffle" for draw in draws):
            seen.add("a shuffle of discards")
        seen |= {"an empty deck"} if not naive.deck else set()
        seen |= {"a gap for good"} if None in naive.display else set()
        draws.clear()
        naive_draws.clear()
    assert plain(GAME.view(step.state, 0)) == naive.view()
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert list(outcome.places) == naive.places()
    assert list(outcome.scores) == [farm["score"] for farm in naive.farms]
    return seen


def compare_events(step: Step[State], naive: list[dict[str, Any]]) -> None:
    """The same in the same order, with the fields that the naive program knows."""
    events = plain(step.events)
    assert [event["type"] for event in events] == [event["type"] for event in naive]
    for event, expected in zip(events, naive, strict=True):
        assert {key: event[key] for key in expected} == expected


def test_both_have_the_deck_of_the_page() -> None:
    assert [plain(customer) for customer in CUSTOMERS.values()] == list(DECK.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_match_loses_nothing_and_ends(seats: int) -> None:
    steps = list(steps_of(seats, seats))
    for step in steps:
        state = step.state
        cards = [customer.id for customer in state.customers if customer]
        for farm in state.farms:
            cards += [order.id for order in farm.orders] + list(farm.delivered)
            assert farm.score == sum(CUSTOMERS[id].points for id in farm.delivered)
            assert min(*farm.tanks, *farm.barn, *farm.truck.load, farm.money) >= 0
            assert max(farm.tanks) <= 4
            assert (farm.side or 0) <= 2
            assert sum(farm.barn) <= 12
            assert sum(farm.truck.load) <= farm.truck.size
        assert sorted([*cards, *state.deck, *state.discards]) == list(range(1, 35))
        assert sum(len(farm.dice) for farm in state.farms) == 2 * seats + 4
        assert len(state.farms[state.main].dice) == 6
    turns = [event for step in steps for event in step.events if event.type == "turn"]
    rounds = {2: 6, 3: 5, 4: 4}[seats]
    start = steps[0].state.start
    assert [(turn.round, turn.main) for turn in turns] == [
        (at // seats, (start + at) % seats) for at in range(rounds * seats)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_that_is_sent_or_kept_reads_back_as_it_was(seats: int) -> None:
    for step in list(steps_of(seats + 10, seats))[::3]:
        for event in step.events:
            assert parse(CODEC.event, CODEC.dump(event)) == event
        view = GAME.view(step.state, 0)
        assert parse(CODEC.view, CODEC.dump(view)) == view
        assert parse(CODEC.state, CODEC.dump(step.state)) == step.state
        assert pickle.loads(pickle.dumps(step)) == step  # noqa: S301
        for seat in range(seats):
            for move in GAME.legal_moves(step.state, seat):
                assert CODEC.move_from_json(CODEC.to_jsonable(move)) == move
                assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301


# seats | seed of the choices | log positions | scores | places | SHA-256 of events, views, lists
GOLDEN: list[tuple[int, int, int, tuple[int, ...], tuple[int, ...], str]] = [
    (2, 7, 218, (0, 2), (2, 1), "843ceff4efe26cc61d01f79e4232112c24b9a76f89665b93b02b1dd908639304"),
    (
        3,
        7,
        340,
        (0, 4, 0),
        (2, 1, 3),
        "9d3493f2563736ea95a40d2a3e9f897912a4cf906b9b63967d06c826d945cf68",
    ),
    (
        4,
        1234,
        509,
        (0, 0, 0, 2),
        (2, 3, 4, 1),
        "97e6cd75bc23b39649a46409c3b742ddcb157c5a3cd99a4b6078d19358d38dfe",
    ),
]


@pytest.mark.parametrize(("seats", "seed", "length", "scores", "places", "digest"), GOLDEN)
def test_a_match_replays_to_the_letter_for_ever(
    seats: int,
    seed: int,
    length: int,
    scores: tuple[int, ...],
    places: tuple[int, ...],
    digest: str,
) -> None:
    """Rules version 1: what this text comes to must never change."""
    assert golden_of(seats, seed) == (length, scores, places, digest)


def golden_of(seats: int, seed: int) -> tuple[int, tuple[int, ...], tuple[int, ...], str]:
    """Choices are made by arithmetic alone, so that nothing but the rules decides."""
    text = hashlib.sha256()
    step = GAME.start(seats, Options(), Chance(SEED, 0))
    position = 0
    word = seed
    while seats_to_act := sorted(GAME.to_act(step.state)):
        lists = [
            sorted(json.canonical(plain(move)) for move in GAME.legal_moves(step.state, seat))
            for seat in range(seats)
        ]
        text.update(json.canonical(plain([step.events, GAME.view(step.state, 0)])))
        text.update(b"".join(move for moves in lists for move in moves))
        word = (1103515245 * word + 12345) % (1 << 31)
        seat = seats_to_act[(word >> 8) % len(seats_to_act)]
        work = [move for move in lists[seat] if b"done" not in move] or lists[seat]
        choice = json.loads(work[(word >> 12) % len(work)] if word & 56 else lists[seat][-1])
        move = CODEC.move_from_json(choice)  # type: ignore[arg-type]
        position += 1
        step = GAME.apply(step.state, seat, move, Chance(SEED, position))
    text.update(json.canonical(plain([step.events, GAME.view(step.state, 0)])))
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    return position, outcome.scores, outcome.places, text.hexdigest()
