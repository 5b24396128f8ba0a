"""Milkuro's moves: deal, lead, follow, take the trick, end the round (milkuro.md, "Play")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import get_args

from app.games.base import (
    Game,
    IllegalMove,
    Info,
    Outcome,
    Seat,
    SeatRange,
    Step,
    Viewer,
)
from app.games.chance import Chance
from app.games.milkuro.model import (
    CARDS,
    COLOURS,
    Card,
    CardPlayed,
    Colour,
    Deal,
    Event,
    Follow,
    Hand,
    Lead,
    MatchEnded,
    Move,
    OpenView,
    Options,
    Piles,
    PlayedCard,
    PlayedRound,
    RoundEnded,
    State,
    TakenTrick,
    Trick,
    TrickTaken,
    View,
    number_of,
)
from app.games.milkuro.scoring import is_last_round, outcome_of, points_of_round
from app.games.milkuro.view import imagine, view_of

HAND_SIZES = {2: 11, 3: 11, 4: 10}
SECONDS_TO_SEE_A_TRICK = 1.2
SECONDS_TO_SEE_A_SCORE = 3.0

NOBODY: frozenset[Seat] = frozenset()
ONLY: tuple[frozenset[Seat], ...] = tuple(frozenset({seat}) for seat in range(max(HAND_SIZES)))
LEADS: tuple[tuple[Move, ...], ...] = tuple(
    tuple(Lead(card, colour) for colour in COLOURS) for card in range(CARDS + 1)
)
FOLLOWS: tuple[Move, ...] = tuple(Follow(card) for card in range(CARDS + 1))


class Milkuro:
    """The rules as the rest of the product calls them."""

    info = Info(
        key="milkuro",
        name="Milkuro",
        version="1",
        seats=SeatRange(min=2, max=4, default=4),
        options=Options,
        state=State,
        move=Move,
        view=View | OpenView,
        event=Event,
    )

    def start(self, seats: int, options: Options, chance: Chance) -> Step[State]:
        """Pick the first leader, then deal."""
        if seats not in HAND_SIZES:
            raise ValueError(f"Milkuro has 2 to 4 seats, not {seats}")
        first = chance.below(seats)
        state = State(
            phase="lead",
            first=first,
            round=0,
            hands=deal_hands(seats, chance),
            trick=Trick(first, None, ()),
            last_trick=None,
            piles=(Piles(0, 0),) * seats,
            scores=(0,) * seats,
            rounds_played=(),
            played=(),
        )
        return Step(state, (Deal(0, first),))

    def to_act(self, state: State) -> frozenset[Seat]:
        """One seat at a time."""
        return NOBODY if state.phase == "over" else ONLY[state.turn]

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Any card of the hand; a leader names either colour."""
        if state.phase == "over" or seat != state.turn:
            return ()
        if state.phase == "lead":
            return [move for card in state.hands[seat] for move in LEADS[card]]
        return [FOLLOWS[card] for card in state.hands[seat]]

    def apply(self, state: State, seat: Seat, move: Move, chance: Chance) -> Step[State]:
        """Lay the card; a whole trick is taken, an empty hand ends the round."""
        colour = colour_of_play(state, seat, move)
        laid = lay_card(state, seat, (move.card, colour))
        play = CardPlayed(seat, move.card, colour)
        if len(laid.trick.plays) < state.seats:
            return Step(laid, (play,))
        taken = take_trick(laid)
        events = (play, TrickTaken(taken.trick.leader, colour))
        if any(taken.hands):
            return Step(taken, events, pause=SECONDS_TO_SEE_A_TRICK)
        return end_round(taken, events, chance)

    def view(self, state: State, viewer: Viewer) -> View | OpenView:
        """See view.py."""
        return view_of(state, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Once the last round is scored."""
        return outcome_of(state.scores) if state.phase == "over" else None

    def shown(self, state: State, seat: Seat, move: Move, viewer: Viewer) -> Move | None:
        """Every card is laid face up."""
        return move

    def default_move(self, state: State, seat: Seat) -> Move:
        """The lowest card in the led colour; a leader plays its lowest white card as white."""
        hand = state.hands[seat]
        if state.trick.colour is None:
            return Lead(hand[0], "white")
        return Follow(hand[0] if state.trick.colour == "white" else hand[-1])

    def imagine(self, state: State, viewer: Viewer, rng: Random) -> State:
        """See view.py."""
        return imagine(state, viewer, rng)

    def clock_runs(self, state: State, seat: Seat) -> bool:
        """The clock runs for who has to play."""
        return seat in self.to_act(state)


def deal_hands(seats: int, chance: Chance) -> tuple[Hand, ...]:
    """Shuffle, then seat s holds the s-th run of cards; the rest is out, unseen."""
    cards = list(range(1, CARDS + 1))
    chance.shuffle(cards)
    size = HAND_SIZES[seats]
    return tuple(tuple(sorted(cards[seat * size : (seat + 1) * size])) for seat in range(seats))


def colour_of_play(state: State, seat: Seat, move: Move) -> Colour:
    """The colour in which `move` counts. Raises `IllegalMove`."""
    if state.phase == "over":
        raise IllegalMove("match_over")
    if seat != state.turn:
        raise IllegalMove("not_your_turn")
    if move.card not in state.hands[seat]:
        raise IllegalMove
    match move:
        case Lead(_, colour) if state.trick.colour is None and colour in get_args(Colour):
            return colour
        case Follow() if state.trick.colour is not None:
            return state.trick.colour
    raise IllegalMove


def lay_card(state: State, seat: Seat, play: tuple[Card, Colour]) -> State:
    """The card goes from the hand to the trick."""
    card, colour = play
    hands = state.hands
    hand = tuple([held for held in hands[seat] if held != card])
    trick = state.trick
    return replace(
        state,
        phase="follow",
        hands=(*hands[:seat], hand, *hands[seat + 1 :]),
        trick=Trick(trick.leader, colour, (*trick.plays, PlayedCard(seat, card))),
        played=(*state.played, card),
    )


def winner_of(plays: Sequence[PlayedCard], colour: Colour) -> Seat:
    """The highest number in the named colour takes the trick."""
    return max(plays, key=lambda play: number_of(play.card, colour)).seat


def take_trick(state: State) -> State:
    """One pile on that colour's side of the winner's board; the winner leads the next trick."""
    trick = state.trick
    if trick.colour is None:
        raise ValueError("a trick without cards cannot be taken")
    winner = winner_of(trick.plays, trick.colour)
    piles = list(state.piles)
    piles[winner] = piles[winner].with_one_more(trick.colour)
    return replace(
        state,
        phase="lead",
        trick=Trick(winner, None, ()),
        last_trick=TakenTrick(trick.leader, trick.colour, trick.plays, winner),
        piles=tuple(piles),
    )


def end_round(state: State, events: tuple[Event, ...], chance: Chance) -> Step[State]:
    """Score the piles, then deal the next round or end the match."""
    points = points_of_round(state.piles)
    scores = tuple(score + won for score, won in zip(state.scores, points, strict=True))
    rounds_played = (*state.rounds_played, PlayedRound(state.leader, state.piles, points))
    scored = replace(state, scores=scores, rounds_played=rounds_played)
    told = (*events, RoundEnded(state.piles, points))
    if is_last_round(len(rounds_played), scores):
        over = replace(scored, phase="over")
        return Step(over, (*told, MatchEnded()), pause=SECONDS_TO_SEE_A_SCORE)
    dealt = deal_next_round(scored, chance)
    return Step(dealt, (*told, Deal(dealt.round, dealt.leader)), pause=SECONDS_TO_SEE_A_SCORE)


def deal_next_round(state: State, chance: Chance) -> State:
    """Fresh hands and empty boards; the lead of the round passes on by one seat."""
    leader = (state.leader + 1) % state.seats
    return replace(
        state,
        round=state.round + 1,
        hands=deal_hands(state.seats, chance),
        trick=Trick(leader, None, ()),
        piles=(Piles(0, 0),) * state.seats,
        played=(),
    )


GAME: Game[Options, State, Move, View | OpenView] = Milkuro()
