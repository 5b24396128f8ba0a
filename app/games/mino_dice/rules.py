"""Mino Dice's moves: bid, show the bids, roll, take the trick, end the hand (mino-dice.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from app.games.base import Game, IllegalMove, Info, Outcome, Seat, SeatRange, Step, Viewer
from app.games.chance import Chance
from app.games.mino_dice.imagine import imagine
from app.games.mino_dice.model import (
    BAG,
    DICE,
    FACES,
    RANK,
    Bid,
    BidMade,
    BidsShown,
    Die,
    DieRolled,
    Drawn,
    Event,
    Hand,
    HandEnded,
    MatchEnded,
    Move,
    OpenView,
    Options,
    Roll,
    RolledDie,
    State,
    Traces,
    Trick,
    View,
)
from app.games.mino_dice.scoring import HANDS, outcome_of, score_hand
from app.games.mino_dice.tricks import dice_to_roll, roll_die, take_trick
from app.games.mino_dice.view import knows_bid, view_of

SECONDS_TO_SEE_BIDS = 2.0
SECONDS_TO_SEE_A_TRICK = 1.5
SECONDS_TO_SEE_A_SCORE = 4.0

NOBODY: frozenset[Seat] = frozenset()
ONLY: tuple[frozenset[Seat], ...] = tuple(frozenset({seat}) for seat in range(max(HANDS)))
BIDS: tuple[Bid, ...] = tuple(Bid(tricks) for tricks in range(max(HANDS.values()) + 1))
ROLLS: dict[Die, Roll] = {die: Roll(die) for die in DICE}


class MinoDice:
    """The rules as the rest of the product calls them."""

    info = Info(
        key="mino_dice",
        name="Mino Dice",
        version="1",
        seats=SeatRange(min=3, max=6, default=4),
        options=Options,
        state=State,
        move=Move,
        view=View | OpenView,
        event=Event,
    )

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State]:
        """Pick the first leader, then draw the first hand."""
        if seats not in HANDS:
            raise ValueError(f"Mino Dice has 3 to 6 seats, not {seats}")
        first = chance.below(seats)
        nothing = (0,) * seats
        empty = State(
            options=options,
            phase="bid",
            first=first,
            hand_no=0,
            hands=((),) * seats,
            bids=(None,) * seats,
            trick=Trick(first, None, ()),
            last_trick=None,
            tricks=nothing,
            bonus=nothing,
            scores=nothing,
            hands_played=(),
            traces=(Traces(),) * seats,
        )
        state = draw_next_hand(empty, chance)
        return Step(state, (Drawn(state.hand_no, state.leader),))

    def to_act(self, state: State) -> frozenset[Seat]:
        """All that have not bid; then one seat at a time."""
        match state.phase:
            case "bid":
                return frozenset([seat for seat, bid in enumerate(state.bids) if bid is None])
            case "roll":
                return ONLY[state.turn]
            case "over":
                return NOBODY

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Any number of tricks up to all; each kind of die that the colour leaves free."""
        if seat not in self.to_act(state):
            return ()
        if state.phase == "bid":
            return BIDS[: state.hand_no + 1]
        return [ROLLS[die] for die in dice_to_roll(state.hands[seat], state.trick.colour)]

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Note the bid or roll the die, and whatever that completes."""
        check_turn(state, seat, self.to_act(state))
        if move not in self.legal_moves(state, seat):
            raise IllegalMove
        match move:
            case Bid(tricks):
                return make_bid(state, seat, tricks)
            case Roll(die):
                return make_roll(state, RolledDie(seat, die, chance.choice(FACES[die])), chance)

    def view(self, state: State, viewer: Viewer) -> View | OpenView:
        """See view.py."""
        return view_of(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Once the last hand is scored."""
        return outcome_of(state.scores) if state.phase == "over" else None

    def shown(self, state: State, seat: Seat, move: Move, viewer: Viewer) -> Move | None:
        """A bid is its seat's own until all are shown; a die is rolled in the open."""
        return move if knows_bid(state, seat, viewer) else None

    def default_move(self, state: State, seat: Seat) -> Move:
        """A fair share of the tricks; the last kind of die that may be rolled."""
        if state.phase == "bid":
            return BIDS[fair_bid(state.hand_no, state.seats)]
        return self.legal_moves(state, seat)[-1]

    def imagine(self, state: State, viewer: Viewer, rng: Random) -> State:
        """See imagine.py."""
        return imagine(state, viewer, rng)

    def clock_runs(self, state: State, seat: Seat) -> bool:
        """The clock runs for who has to bid or to roll."""
        return seat in self.to_act(state)


def check_turn(state: State, seat: Seat, to_act: frozenset[Seat]) -> None:
    """Raises `IllegalMove` for who may not act."""
    if state.phase == "over":
        raise IllegalMove("match_over")
    if seat not in to_act:
        raise IllegalMove("not_your_turn")


def fair_bid(hand_no: int, seats: int) -> int:
    """The whole number nearest to `hand_no / seats`, halves down."""
    return (2 * hand_no + seats - 1) // (2 * seats)


def make_bid(state: State, seat: Seat, tricks: int) -> Step[State]:
    """Only that it was made is told, until the last bid shows them all."""
    bids = (*state.bids[:seat], tricks, *state.bids[seat + 1 :])
    told = BidMade(seat)
    shown = tuple([bid for bid in bids if bid is not None])
    if len(shown) < len(bids):
        return Step(replace(state, bids=bids), (told,), reveals=False, final=True)
    bidden = replace(state, phase="roll", bids=bids)
    return Step(bidden, (told, BidsShown(shown)), final=True, pause=SECONDS_TO_SEE_BIDS)


def make_roll(state: State, rolled: RolledDie, chance: Chance) -> Step[State]:
    """A whole trick is taken; empty hands end the hand."""
    after = roll_die(state, rolled)
    told = DieRolled(rolled.seat, rolled.die, rolled.face)
    if len(after.trick.plays) < after.seats:
        return Step(after, (told,))
    after, taken = take_trick(after)
    if any(after.hands):
        return Step(after, (told, taken), pause=SECONDS_TO_SEE_A_TRICK)
    return end_hand(after, (told, taken), chance)


def end_hand(state: State, events: tuple[Event, ...], chance: Chance) -> Step[State]:
    """Score the bids, then draw the next hand or end the match."""
    played = score_hand(state)
    scored = replace(
        state,
        scores=tuple([had + won for had, won in zip(state.scores, played.points, strict=True)]),
        hands_played=(*state.hands_played, played),
    )
    told = (*events, HandEnded(played.points))
    if state.hand_no == HANDS[state.seats]:
        over = replace(scored, phase="over")
        return Step(over, (*told, MatchEnded()), pause=SECONDS_TO_SEE_A_SCORE)
    drawn = draw_next_hand(scored, chance)
    drew = Drawn(drawn.hand_no, drawn.leader)
    return Step(drawn, (*told, drew), pause=SECONDS_TO_SEE_A_SCORE)


def draw_next_hand(state: State, chance: Chance) -> State:
    """All dice are back in the bag; every seat draws one more than in the hand before."""
    seats = state.seats
    drawn = replace(
        state,
        phase="bid",
        hand_no=state.hand_no + 1,
        hands=draw_hands(seats, state.hand_no + 1, chance),
        bids=(None,) * seats,
        tricks=(0,) * seats,
        bonus=(0,) * seats,
        traces=(Traces(),) * seats,
    )
    return replace(drawn, trick=Trick(drawn.leader, None, ()))


def draw_hands(seats: int, size: int, chance: Chance) -> tuple[Hand, ...]:
    """Shuffle the bag, then seat s holds the s-th run of dice."""
    bag = list(BAG)
    chance.shuffle(bag)
    runs = [bag[seat * size : (seat + 1) * size] for seat in range(seats)]
    return tuple([tuple(sorted(run, key=RANK.__getitem__)) for run in runs])


GAME: Game[Options, State, Move, View | OpenView] = MinoDice()
