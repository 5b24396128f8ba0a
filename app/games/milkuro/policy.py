"""The `normal` bot of Milkuro: it takes what balances its piles and ducks the rest."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from app.games.base import Seat
from app.games.milkuro.model import CARDS, Card, Colour, Lead, Move, Piles, View, number_of

Board = tuple[int, int]
"""Black and white piles."""
CONTROL = 0.15
"""How far a seat is believed to steer whether it takes a trick, and in which colour."""


class BalancePolicy:
    """Weighs each move by the chance to take the trick and the worth of the piles after it."""

    def choose(self, view: View, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """The best move; among equals the card that gives away least control."""
        unseen = unseen_cards(view)
        return max(
            legal,
            key=lambda move: (
                round(worth_of_move(view, seat, move, unseen), 6),
                -reach_of(move.card),
                rng.random(),
            ),
        )


def unseen_cards(view: View) -> tuple[Card, ...]:
    """Cards that the view does not show: they may be in other hands."""
    shown = set(view.hand) | {play.card for play in view.trick.plays}
    if view.last_trick is not None and any(board.black or board.white for board in view.piles):
        shown |= {play.card for play in view.last_trick.plays}
    return tuple(card for card in range(1, CARDS + 1) if card not in shown)


def reach_of(card: Card) -> int:
    """How extreme a card is: the outer ones decide tricks, the middle ones leave it to luck."""
    return abs(2 * card - CARDS - 1)


def worth_of_move(view: View, seat: Seat, move: Move, unseen: Sequence[Card]) -> float:
    """The piles' prospects after the trick, weighed by the chance to take it."""
    colour = move.colour if isinstance(move, Lead) else view.trick.colour
    if colour is None:
        raise ValueError("who follows needs a colour to follow")
    chance = chance_to_take(view, move.card, colour, unseen)
    taken = worth_of_boards(view, seat, (seat, colour))
    missed = [
        worth_of_boards(view, seat, (other, colour))
        for other in range(len(view.piles))
        if other != seat
    ]
    return chance * taken + (1 - chance) * sum(missed) / len(missed)


def chance_to_take(view: View, card: Card, colour: Colour, unseen: Sequence[Card]) -> float:
    """The chance that no card of the trick, laid or still to come, is higher."""
    number = number_of(card, colour)
    if any(number_of(play.card, colour) > number for play in view.trick.plays):
        return 0.0
    lower = sum(number_of(other, colour) < number for other in unseen)
    to_come = len(view.piles) - len(view.trick.plays) - 1
    return (lower / max(len(unseen), 1)) ** to_come


def worth_of_boards(view: View, seat: Seat, taken: tuple[Seat, Colour]) -> float:
    """The seat's prospects after somebody took a trick; with two seats less the rival's."""
    winner, colour = taken
    boards = list(view.piles)
    boards[winner] = boards[winner].with_one_more(colour)
    left = view.hand_sizes[seat] - 1
    own = prospect(board_of(boards[seat]), left, len(boards))
    if len(boards) > 2:
        return own
    return own - prospect(board_of(boards[1 - seat]), left, len(boards))


def board_of(piles: Piles) -> Board:
    """The piles as a plain pair."""
    return (piles.black, piles.white)


@cache
def prospect(board: Board, left: int, seats: int) -> float:
    """What the piles promise with `left` tricks to come: partly steered, partly luck."""
    black, white = board
    if left == 0:
        return final_worth(board, seats)
    missed = prospect(board, left - 1, seats)
    more_black = prospect((black + 1, white), left - 1, seats)
    more_white = prospect((black, white + 1), left - 1, seats)
    luck = missed + ((more_black + more_white) / 2 - missed) / seats
    return CONTROL * max(missed, more_black, more_white) + (1 - CONTROL) * luck


def final_worth(board: Board, seats: int) -> float:
    """The points of a finished board; with two seats only the difference counts."""
    black, white = board
    if seats == 2:
        return -abs(black - white)
    return black + white if black == white else -(black + white)


POLICY = BalancePolicy()
