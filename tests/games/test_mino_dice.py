"""Mino Dice by hand: duties, tricks, bonuses and points, one line a case (mino-dice.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.codec.games import codec_for
from app.games.base import Audience, IllegalMove, Outcome
from app.games.chance import Chance
from app.games.mino_dice import GAME
from app.games.mino_dice.model import (
    BAG,
    DICE,
    FACES,
    DieRolled,
    Drawn,
    HandEnded,
    MatchEnded,
    Options,
    PlayedHand,
    Roll,
    RolledDie,
    State,
    TakenTrick,
    Traces,
    Trick,
    TrickTaken,
)
from app.games.mino_dice.rules import draw_hands
from app.games.mino_dice.scoring import HANDS, outcome_of, points_of_bid
from tests.games.mino_dice_hands import SEED, Loaded, lay_hands, legal_dice, roll

SPECTATOR, OPEN = Audience.SPECTATOR, Audience.OPEN
FIRST_NUMBER = Options(colour_set_by="first_number")
CODEC = codec_for(GAME)


def test_the_bag_is_the_table_of_the_rules_page() -> None:
    assert [(die, BAG.count(die)) for die in DICE] == [
        ("minotaur", 1),
        ("griffin", 3),
        ("mermaid", 2),
        ("red", 7),
        ("yellow", 7),
        ("purple", 8),
        ("grey", 8),
    ]
    assert len(BAG) == 36
    assert " ".join(map(str, FACES["grey"])) == "flag flag flag 1 1 7"
    assert all(len(faces) == 6 for faces in FACES.values())


# source | hands by seat | rolls before | what may be rolled now; the leader is seat 0
DUTIES = """
any die leads|r y p g Mi,r,r||Mi r y p g
each kind once|r r g g Gr Gr,r,r||Gr r g
bound: that colour or a special|r,r y g Me,y|r6|Me r
bound by a flag too|g,g r y Gr,y|g-|Gr g
without the colour all is free|r,y p g Me,y|r6|Me y p g
a special led, nobody is bound|Mi,r y Gr,y|MiMi|Gr r y
case 6: a flag of a special|Mi,r y Gr,y|Mi-|Gr r y
a later number does not bind|Mi,r,r y g|Mi- r6|r y g
the leader's colour stays|r,y,r y g Me|r6 y3|Me r
""".strip().splitlines()
FIRST_NUMBER_DUTIES = """
the first number binds|Mi,r,r y g|Mi- r6|r
its flag binds too|Gr,g,r y g Me|GrGr g-|Me g
the leader's number binds|r,r y g Me,y|r6|Me r
not before it came|Mi,Me r y,r|Mi-|Me r y
the second number does not|Mi,r,y,r y g|Mi- r6 y3|r
""".strip().splitlines()


@pytest.mark.parametrize("case", DUTIES, ids=lambda case: case.split("|")[0])
def test_which_dice_may_be_rolled(case: str) -> None:
    _, hands, rolls, legal = case.split("|")
    assert legal_dice(roll(lay_hands(hands, hand_no=5), rolls).state) == legal


@pytest.mark.parametrize("case", FIRST_NUMBER_DUTIES, ids=lambda case: case.split("|")[0])
def test_which_dice_may_be_rolled_if_the_first_number_binds(case: str) -> None:
    _, hands, rolls, legal = case.split("|")
    state = lay_hands(hands, hand_no=5, options=FIRST_NUMBER)
    assert legal_dice(roll(state, rolls).state) == legal


# source | rolls, seat 0 leads | the winner | pending bonus | the same though a flag shows
TRICKS = """
1. mermaid over minotaur|MiMi MeMe r7|1|50|50
1. whatever else shows|GrGr MiMi MeMe r7|2|50|50
1. in any order|MeMe GrGr MiMi|0|50|50
1. the last mermaid|MeMe MiMi MeMe|2|50|50
2. the minotaur over griffins|GrGr MiMi GrGr r5|1|60|60
2. and over numbers|r7 MiMi g7|1|0|0
2. one griffin|GrGr MiMi r5|1|30|30
2. a griffin's flag is none|Gr- MiMi GrGr|1|0|30
3. the last griffin|GrGr r7 GrGr|2|0|0
3. griffins over mermaids|MeMe GrGr MeMe|1|0|0
3. a minotaur's flag is none|GrGr Mi- r7|0|0|0
4. the last mermaid|MeMe r7 MeMe g7|2|0|0
4. a mermaid without a minotaur|Mi- MeMe r7|1|0|0
5. the highest of any colour|p3 y5 r6|2|0|0
5. equal numbers, the later|r5 y5 p1|1|0|0
case 2|r7 g7 r6|1|0|0
case 3: the first of all flags|g- Gr- g-|0|0|0
6. led by a special's flag|Mi- g- Me-|0|0|0
case 4|GrGr MiMi MeMe|2|50|50
case 4: other order|MiMi MeMe GrGr|1|50|50
case 4: with a flag|MeMe g- MiMi GrGr|0|0|50
case 5|GrGr y5 MiMi GrGr|2|60|60
case 5: with a flag|GrGr g- MiMi GrGr|2|0|60
case 6|Mi- p1 g-|1|0|0
""".strip().splitlines()


def dealt_for(rolls: str, options: Options) -> State:
    """Everybody holds the one die that is to be rolled, and one more for the next trick."""
    dice = [word[:2] if word[:2] in ("Mi", "Gr", "Me") else word[0] for word in rolls.split()]
    return lay_hands(",".join(f"{die} y" for die in dice), hand_no=3, options=options)


@pytest.mark.parametrize("case", TRICKS, ids=lambda case: case.split("|")[0])
def test_who_takes_a_trick_and_for_what_bonus(case: str) -> None:
    _, rolls, winner, bonus, with_flags = case.split("|")
    for options, pending in (
        (Options(), int(bonus)),
        (Options(flag_cancels_bonus=False), int(with_flags)),
        (Options(scoring="simple"), 0),
        (Options(scoring="simple", flag_cancels_bonus=False), 0),
    ):
        step = roll(dealt_for(rolls, options), rolls)
        seat = int(winner)
        assert step.events[-1] == TrickTaken(seat, pending)
        assert step.state.bonus[seat] == sum(step.state.bonus) == pending
        assert step.state.tricks[seat] == sum(step.state.tricks) == 1
        assert step.state.trick == Trick(seat, None, ())
        assert GAME.to_act(step.state) == {seat}
        assert step.pause == 1.5


# bid | taken | dice | points in full | in simple scoring
POINTS = [
    (3, 3, 4, 60, 60),  # case 1
    (4, 0, 5, -40, 0),  # case 1
    (0, 0, 4, 40, 40),  # case 1
    (0, 2, 6, -60, -60),  # case 1
    (1, 3, 5, -20, 0),
    (3, 2, 5, -10, 0),
    (1, 1, 1, 20, 20),
    (0, 1, 1, -10, -10),
    (8, 8, 8, 160, 160),
]


@pytest.mark.parametrize(("bid", "taken", "dice", "full", "simple"), POINTS)
def test_points_of_a_bid(bid: int, taken: int, dice: int, full: int, simple: int) -> None:
    assert points_of_bid(bid, taken, dice, Options()) == full
    assert points_of_bid(bid, taken, dice, Options(scoring="simple")) == simple


# bids | who took how many before | pending before | bonus paid | points; seat 1 takes the last
SCORES = [
    ("0 3 1", (1, 2, 0), (0, 60, 0), (0, 60, 0), (-30, 120, -10)),
    ("0 2 1", (1, 2, 0), (0, 60, 0), (0, 0, 0), (-30, -10, -10)),
    ("1 1 0", (1, 2, 0), (50, 60, 0), (50, 0, 0), (70, -20, 30)),
    ("0 1 2", (0, 0, 2), (0, 0, 30), (0, 0, 30), (30, 20, 70)),
]


@pytest.mark.parametrize(("bids", "tricks", "pending", "paid", "points"), SCORES)
def test_a_bonus_is_paid_for_an_exact_bid_only(
    bids: str, tricks: Any, pending: Any, paid: Any, points: Any
) -> None:
    state = replace(lay_hands("y,r,p", bids=bids, hand_no=3), tricks=tricks, bonus=pending)
    assert GAME.view(state, SPECTATOR).bonus == pending
    step = roll(state, "y3 r7 p1")
    taken = (tricks[0], tricks[1] + 1, tricks[2])
    exact = tuple(map(int, bids.split()))
    assert step.state.hands_played == (PlayedHand(exact, taken, paid, points),)
    assert step.state.scores == points
    assert HandEnded(points) in step.events


def test_all_of_a_hands_end() -> None:
    state = replace(lay_hands("y,r,p", bids="0 1 0", leader=2, hand_no=4), scores=(5, 5, 5))
    state = roll(state, "p3 y4").state
    step = GAME.apply(state, 1, Roll("red"), Loaded(5))
    assert step.events == (
        DieRolled(1, "red", 5),
        TrickTaken(1, 0),
        HandEnded((40, 20, 40)),
        Drawn(5, 0),
    )
    after = step.state
    assert (after.phase, after.hand_no, after.scores) == ("bid", 5, (45, 25, 45))
    assert after.trick == Trick(0, None, ())
    assert after.bids == (None,) * 3
    assert after.tricks == after.bonus == (0, 0, 0)
    assert after.traces == (Traces(),) * 3
    assert after.last_trick == TakenTrick(
        2,
        "purple",
        (RolledDie(2, "purple", 3), RolledDie(0, "yellow", 4), RolledDie(1, "red", 5)),
        1,
    )
    assert step.pause == 4


def test_a_later_draw_comes_after_the_roll_that_ended_the_hand() -> None:
    state = roll(lay_hands("y,r,p", hand_no=2), "y3 r7").state
    stream = Chance(SEED, 40)
    face = stream.choice(FACES["purple"])
    step = GAME.apply(state, 2, Roll("purple"), Chance(SEED, 40))
    assert step.events[0] == DieRolled(2, "purple", face)
    assert step.state.hands == draw_hands(3, 3, stream)


def test_the_set_up_draws_the_first_leader_then_the_dice() -> None:
    stream = Chance(SEED, 0)
    first = stream.below(4)
    bag = list(BAG)
    stream.shuffle(bag)
    step = GAME.start(4, Options(), Chance(SEED, 0))
    assert step.events == (Drawn(1, first),)
    assert step.state.hands == tuple((die,) for die in bag[:4])
    assert GAME.to_act(step.state) == {0, 1, 2, 3}


def test_a_draw_gives_runs_of_the_shuffled_bag() -> None:
    bag = list(BAG)
    Chance(SEED, 3).shuffle(bag)
    hands = draw_hands(4, 5, Chance(SEED, 3))
    for seat, hand in enumerate(hands):
        assert sorted(bag[seat * 5 : seat * 5 + 5], key=DICE.index) == list(hand)


@pytest.mark.parametrize("seats", [2, 7])
def test_other_numbers_of_seats_are_no_match(seats: int) -> None:
    with pytest.raises(ValueError, match="3 to 6 seats"):
        GAME.start(seats, Options(), Chance(SEED, 0))


def test_how_many_hands() -> None:
    assert HANDS == {3: 8, 4: 8, 5: 7, 6: 6}
    assert all(seats * hands <= len(BAG) for seats, hands in HANDS.items())


@pytest.mark.parametrize(
    ("hands", "rolls", "die"),
    [("Mi r g,r,r", "", "grey"), ("r,Mi r g,y", "r6", "red"), ("y,Mi Me,y", "y3", "mermaid")],
)
def test_the_clock_rolls_the_last_die_that_may_be(hands: str, rolls: str, die: Any) -> None:
    state = roll(lay_hands(hands, hand_no=4), rolls).state
    (seat,) = GAME.to_act(state)
    assert GAME.default_move(state, seat) == Roll(die)


def test_the_end_of_a_match() -> None:
    state = replace(lay_hands("y,r,p", bids="0 1 1", hand_no=8), scores=(10, 60, 80))
    step = roll(state, "y3 r7 p1")
    assert step.events[-2:] == (HandEnded((80, 20, -10)), MatchEnded())
    over = step.state
    assert GAME.outcome(over) == Outcome((90, 80, 70), (1, 2, 3), (0,))
    assert GAME.to_act(over) == frozenset()
    assert GAME.legal_moves(over, 0) == ()
    view = GAME.view(over, SPECTATOR)
    assert (view.phase, view.hand_no, view.hands, view.leader) == ("over", 8, 8, 0)
    assert view.trick == Trick(1, None, ())
    assert (view.bids, view.tricks) == ((0, 1, 1), (0, 1, 0))
    assert view.bid_made == (True, True, True)
    assert view.hand_sizes == (0, 0, 0)
    with pytest.raises(IllegalMove) as refused:
        GAME.apply(over, 1, Roll("red"), Chance(SEED, 9))
    assert refused.value.code == "match_over"


@pytest.mark.parametrize(
    ("scores", "places", "winners"),
    [((30, 50, 50, -10), (3, 1, 1, 4), (1, 2)), ((-5, -9, -5), (1, 3, 1), (0, 2))],
)
def test_equal_totals_share_the_victory(scores: Any, places: Any, winners: Any) -> None:
    assert outcome_of(scores) == Outcome(scores, places, winners)


def test_a_view_is_the_json_of_the_rules_page() -> None:
    first = PlayedHand((1, 0, 1), (1, 0, 0), (0, 0, 0), (20, 10, -10))
    state = replace(
        lay_hands("g r,Gr r,r y", bids="0 2 1", leader=1),
        scores=(20, 10, -10),
        hands_played=(first,),
    )
    state = roll(state, "r6 r5 r5 Gr-").state
    expected = {
        "phase": "roll",
        "hand_no": 2,
        "hands": 8,
        "leader": 1,
        "hand": ["grey"],
        "hand_sizes": [1, 0, 1],
        "bids": [0, 2, 1],
        "bid_made": [True, True, True],
        "trick": {
            "leader": 1,
            "colour": None,
            "plays": [{"seat": 1, "die": "griffin", "face": "flag"}],
        },
        "last_trick": {
            "leader": 1,
            "colour": "red",
            "plays": [
                {"seat": 1, "die": "red", "face": 6},
                {"seat": 2, "die": "red", "face": 5},
                {"seat": 0, "die": "red", "face": 5},
            ],
            "winner": 1,
        },
        "tricks": [0, 1, 0],
        "bonus": [0, 0, 0],
        "scores": [20, 10, -10],
        "hands_played": [
            {
                "bids": [1, 0, 1],
                "tricks": [1, 0, 0],
                "bonus": [0, 0, 0],
                "points": [20, 10, -10],
            }
        ],
    }
    assert CODEC.to_jsonable(GAME.view(state, 0)) == expected
    assert CODEC.to_jsonable(GAME.view(state, SPECTATOR)) == {**expected, "hand": []}
    assert CODEC.to_jsonable(GAME.view(state, OPEN)) == {
        **expected,
        "hand": [],
        "hands": [["grey"], [], ["yellow"]],
    }


def test_the_colour_of_the_last_trick_is_the_one_at_its_end() -> None:
    state = roll(lay_hands("Mi y,r y,r y", options=FIRST_NUMBER), "Mi- r5 r6").state
    assert state.last_trick is not None
    assert state.last_trick.colour == "red"
    state = roll(lay_hands("Mi y,r y,r y"), "Mi- r5 r6").state
    assert state.last_trick is not None
    assert state.last_trick.colour is None


# what | options | hands | rolls | what everybody knows each seat to lack afterwards
LACKS = [
    ("followed", Options(), "r,r y,r y", "r5 r5", "//"),
    ("did not follow", Options(), "r,y g,r y", "r5 y3", "/red/"),
    ("a special tells nothing", Options(), "r,Me g,r y", "r5 MeMe", "//"),
    ("nobody was bound", Options(), "Mi,y g,r y", "MiMi y3 r6", "//"),
    ("bound by the first number", FIRST_NUMBER, "Mi,y g,r y", "MiMi y3", "//"),
    ("and not followed", FIRST_NUMBER, "Mi,y g,r p", "MiMi y3 r6", "//yellow"),
]


@pytest.mark.parametrize(("what", "options", "hands", "rolls", "lacks"), LACKS)
def test_who_does_not_follow_shows_that_it_lacks_the_colour(
    what: str, options: Options, hands: str, rolls: str, lacks: str
) -> None:
    state = roll(lay_hands(hands, hand_no=4, options=options), rolls).state
    assert "/".join(" ".join(traces.lacks) for traces in state.traces) == lacks, what
