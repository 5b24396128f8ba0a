"""The rules of Milkuro against the cases and sentences of its rules page."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from app.games.base import Audience, IllegalMove, Outcome
from app.games.chance import Chance
from app.games.milkuro import GAME, POLICY
from app.games.milkuro.model import (
    CardPlayed,
    Deal,
    Follow,
    Lead,
    MatchEnded,
    Options,
    Piles,
    PlayedCard,
    RoundEnded,
    State,
    TakenTrick,
    Trick,
    TrickTaken,
)
from app.games.milkuro.rules import deal_hands, take_trick, winner_of
from app.games.milkuro.scoring import is_last_round, outcome_of, points_of_round

SEED = bytes(range(32))


def chance(position: int = 0) -> Chance:
    return Chance(SEED, position)


def position(hands: tuple[tuple[int, ...], ...], leader: int = 0) -> State:
    """The first round's start with hands of our own."""
    dealt = GAME.start(len(hands), Options(), chance()).state
    return replace(dealt, first=leader, hands=hands, trick=Trick(leader, None, ()))


def play_all(state: State, moves: list[Lead | Follow]) -> tuple[State, list[object]]:
    """Play on for whoever is to act; the state and all events told."""
    events: list[object] = []
    for move in moves:
        (seat,) = GAME.to_act(state)
        step = GAME.apply(state, seat, move, chance(len(events) + 1))
        state = step.state
        events.extend(step.events)
    return state, events


@pytest.mark.parametrize(
    ("colour", "winner"),
    [
        ("white", 3),  # milkuro.md, case 1
        ("black", 1),  # milkuro.md, case 1: "In black the same four cards"
    ],
)
def test_the_highest_number_in_the_named_colour_takes_the_trick(colour, winner):
    plays = [PlayedCard(2, 10), PlayedCard(3, 44), PlayedCard(0, 43), PlayedCard(1, 1)]
    assert winner_of(plays, colour) == winner


def test_a_taken_trick_is_a_pile_on_its_colours_side():
    # milkuro.md, case 1
    state = position(((5, 43), (1, 2), (3, 10), (4, 44)), leader=2)
    state, events = play_all(state, [Lead(10, "white"), Follow(44), Follow(43), Follow(1)])
    assert state.piles == (Piles(0, 0), Piles(0, 0), Piles(0, 0), Piles(0, 1))
    assert events == [
        CardPlayed(2, 10, "white"),
        CardPlayed(3, 44, "white"),
        CardPlayed(0, 43, "white"),
        CardPlayed(1, 1, "white"),
        TrickTaken(3, "white"),
    ]
    assert state.trick == Trick(3, None, ())
    assert state.last_trick == TakenTrick(
        2,
        "white",
        (PlayedCard(2, 10), PlayedCard(3, 44), PlayedCard(0, 43), PlayedCard(1, 1)),
        3,
    )
    assert GAME.to_act(state) == {3}


@pytest.mark.parametrize(
    ("piles", "points"),
    [
        # milkuro.md, case 2
        ([(2, 2), (1, 2), (0, 3), (0, 0)], (4, -3, -3, 0)),
        # milkuro.md, "View": the round played there
        ([(1, 2), (2, 2), (2, 2)], (-3, 4, 4)),
        # milkuro.md, case 3
        ([(4, 3), (2, 2)], (0, 1)),
        ([(6, 5), (0, 0)], (0, 1)),
        ([(5, 5), (1, 0)], (1, 0)),
        ([(0, 0), (11, 0)], (1, 0)),
    ],
)
def test_points_of_a_round(piles, points):
    assert points_of_round([Piles(*pile) for pile in piles]) == points


def test_no_two_seat_round_is_tied():
    # milkuro.md, "Two seats"
    for taken in range(12):
        for black in range(taken + 1):
            for rival_black in range(12 - taken):
                own = Piles(black, taken - black)
                rival = Piles(rival_black, 11 - taken - rival_black)
                assert abs(own.black - own.white) != abs(rival.black - rival.white)


@pytest.mark.parametrize(
    ("rounds_played", "scores", "last"),
    [
        (3, (1, 2, 3), True),
        (2, (1, 2, 3), False),
        (4, (1, 2, 3, 4), True),
        (3, (9, 9, 9, 9), False),
        (2, (1, 1), False),
        (2, (2, 0), True),
        (3, (1, 2), True),
    ],
)
def test_how_long_a_match_is(rounds_played, scores, last):
    assert is_last_round(rounds_played, scores) is last


@pytest.mark.parametrize(
    ("scores", "places", "winners"),
    [
        ((3, 7, 7, -2), (3, 1, 1, 4), (1, 2)),
        ((-1, -5, -1), (1, 3, 1), (0, 2)),
        ((1, 2), (2, 1), (1,)),
    ],
)
def test_tied_seats_share_the_victory(scores, places, winners):
    assert outcome_of(scores) == Outcome(scores, places, winners)


@pytest.mark.parametrize(("seats", "size"), [(2, 11), (3, 11), (4, 10)])
def test_a_deal_gives_runs_of_the_shuffled_list(seats, size):
    shuffled = list(range(1, 45))
    chance().shuffle(shuffled)
    hands = deal_hands(seats, chance())
    assert [sorted(shuffled[at * size : (at + 1) * size]) for at in range(seats)] == [
        list(hand) for hand in hands
    ]


def test_the_first_leader_is_drawn_before_the_deal():
    stream = chance()
    first = stream.below(4)
    step = GAME.start(4, Options(), chance())
    assert step.events == (Deal(0, first),)
    assert step.state.hands == deal_hands(4, stream)
    assert GAME.to_act(step.state) == {first}


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_seats_are_no_match(seats):
    with pytest.raises(ValueError, match="2 to 4 seats"):
        GAME.start(seats, Options(), chance())


def test_a_later_deal_draws_from_the_move_that_ended_the_round():
    state = position(((5,), (1,), (9,)), leader=1)
    state, _ = play_all(state, [Lead(1, "black"), Follow(9)])
    step = GAME.apply(state, 0, Follow(5), chance(33))
    assert step.events == (
        CardPlayed(0, 5, "black"),
        TrickTaken(1, "black"),
        RoundEnded((Piles(0, 0), Piles(1, 0), Piles(0, 0)), (0, -1, 0)),
        Deal(1, 2),
    )
    assert step.state.hands == deal_hands(3, chance(33))
    assert step.state.piles == (Piles(0, 0),) * 3
    assert step.state.scores == (0, -1, 0)
    assert step.state.trick == Trick(2, None, ())
    assert step.state.last_trick is not None
    assert step.state.last_trick.winner == 1
    assert step.pause > 0


def test_the_last_rounds_values_stay():
    played = position(((5,), (1,)), leader=0)
    state = replace(played, round=1, scores=(0, 1))
    state, events = play_all(state, [Lead(5, "white"), Follow(1)])
    assert events[-2:] == [RoundEnded((Piles(0, 1), Piles(0, 0)), (0, 1)), MatchEnded()]
    view = GAME.view(state, Audience.SPECTATOR)
    assert (view.phase, view.round, view.rounds, view.leader) == ("over", 1, None, 1)
    assert view.piles == (Piles(0, 1), Piles(0, 0))
    assert view.trick == Trick(0, None, ())
    assert GAME.outcome(state) == Outcome((0, 2), (2, 1), (1,))
    assert GAME.to_act(state) == frozenset()


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (0, Lead(2, "white"), "illegal_move"),
        (0, Follow(1), "illegal_move"),
        (1, Follow(3), "not_your_turn"),
    ],
)
def test_what_a_leader_may_not_do(seat, move, code):
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(position(((1,), (3,))), seat, move, chance(1))
    assert refused.value.code == code


def test_who_follows_names_no_colour():
    state, _ = play_all(position(((1, 2), (3, 4))), [Lead(1, "white")])
    with pytest.raises(IllegalMove):
        GAME.apply(state, 1, Lead(3, "black"), chance(2))
    assert list(GAME.legal_moves(state, 1)) == [Follow(3), Follow(4)]
    assert list(GAME.legal_moves(state, 0)) == []


def test_after_the_end_nothing_is_legal():
    over = replace(position(((1,), (3,))), phase="over")
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(over, 0, Lead(1, "white"), chance(1))
    assert refused.value.code == "match_over"
    assert list(GAME.legal_moves(over, 0)) == []


@pytest.mark.parametrize(
    ("moves", "default"),
    [
        ([], Lead(4, "white")),
        ([Lead(20, "white")], Follow(7)),
        ([Lead(20, "black")], Follow(30)),
    ],
)
def test_the_clocks_default_move(moves, default):
    # milkuro.md, "Clock's default move"
    state, _ = play_all(position(((4, 20), (7, 30))), moves)
    (seat,) = GAME.to_act(state)
    assert GAME.default_move(state, seat) == default


def test_22_views_show_the_own_hand_and_the_open_one_all():
    state = position(((1, 2), (3, 4)))
    assert GAME.view(state, 1).hand == (3, 4)
    assert GAME.view(state, Audience.SPECTATOR).hand == ()
    assert GAME.view(state, Audience.OPEN).hands == ((1, 2), (3, 4))
    assert not hasattr(GAME.view(state, 0), "hands")
    assert GAME.view(state, 0).hand_sizes == (2, 2)


def test_imagined_hands_never_hold_a_card_played_in_this_round():
    state = GAME.start(3, Options(), chance()).state
    rng = Random(5)
    for played in range(1, 25):
        (seat,) = GAME.to_act(state)
        move = rng.choice(GAME.legal_moves(state, seat))
        state = GAME.apply(state, seat, move, chance(played)).state
        imagined = GAME.imagine(state, 0, rng)
        assert not {card for hand in imagined.hands for card in hand} & set(state.played)
        assert imagined.hands[0] == state.hands[0]
    assert GAME.imagine(state, Audience.OPEN, rng) is state


def test_a_trick_without_cards_cannot_be_taken():
    with pytest.raises(ValueError, match="without cards"):
        take_trick(position(((1,), (3,))))


@pytest.mark.parametrize(
    ("boards", "hands", "played", "choice"),
    [
        # One black pile: the last white trick would balance it, and 44 takes it for certain.
        (((1, 0), (0, 0), (0, 0)), ((44,), (7,), (8,)), [], Lead(44, "white")),
        # Two balanced piles and a choice of cards: duck under the 30.
        (((5, 4), (1, 1)), ((2, 40), (30, 41)), [Lead(40, "white")], Follow(30)),
    ],
)
def test_the_normal_bot_wants_equal_piles(boards, hands, played, choice):
    state = replace(position(hands), piles=tuple(Piles(*board) for board in boards))
    state, _ = play_all(state, played)
    (seat,) = GAME.to_act(state)
    legal = GAME.legal_moves(state, seat)
    assert POLICY.choose(GAME.view(state, seat), seat, legal, Random(1)) == choice


def play_match(seed: int, seats: int) -> Outcome:
    """Seat 0 plays by policy, the others at random."""
    rng = Random(seed)
    key = rng.randbytes(32)
    state = GAME.start(seats, Options(), Chance(key, 0)).state
    at = 0
    while GAME.to_act(state):
        (seat,) = GAME.to_act(state)
        legal = GAME.legal_moves(state, seat)
        view = GAME.view(state, seat)
        move = POLICY.choose(view, seat, legal, rng) if seat == 0 else rng.choice(legal)
        at += 1
        state = GAME.apply(state, seat, move, Chance(key, at)).state
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_normal_bot_beats_chance(seats):
    outcomes = [play_match(seed, seats) for seed in range(40)]
    won = sum((0 in outcome.winners) / len(outcome.winners) for outcome in outcomes)
    assert won / len(outcomes) > 1.4 / seats
