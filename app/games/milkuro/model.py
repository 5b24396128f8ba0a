"""The values of Milkuro: cards, tricks, moves, events, the state and the views.

A card is its white number. Field names are the keys of the JSON that milkuro.md fixes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.games.base import Seat

Colour = Literal["black", "white"]
Phase = Literal["lead", "follow", "over"]
Card = int
"""The white number, 1 to 44; the black one is `45 - card`."""
Hand = tuple[Card, ...]
"""Sorted by white number."""

CARDS = 44
COLOURS: tuple[Colour, ...] = ("white", "black")


def number_of(card: Card, colour: Colour) -> int:
    """What a card counts in a colour."""
    return card if colour == "white" else CARDS + 1 - card


@dataclass(frozen=True, slots=True)
class Options:
    """Milkuro is played one way only."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The leader's card and the colour it names for the trick."""

    card: Card
    colour: Colour
    type: Literal["lead"] = "lead"


@dataclass(frozen=True, slots=True)
class Follow:
    """A card that counts in the colour of the trick."""

    card: Card
    type: Literal["follow"] = "follow"


Move = Lead | Follow


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card of a trick and who played it."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick on the table; without a colour until its leader has played."""

    leader: Seat
    colour: Colour | None
    plays: tuple[PlayedCard, ...]


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A whole trick, and who took it."""

    leader: Seat
    colour: Colour
    plays: tuple[PlayedCard, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Piles:
    """How many tricks a seat took on each side of its board."""

    black: int
    white: int

    def with_one_more(self, colour: Colour) -> Piles:
        """The board after one more trick of `colour`."""
        if colour == "black":
            return Piles(self.black + 1, self.white)
        return Piles(self.black, self.white + 1)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A finished round: its first leader, and each seat's piles and points."""

    leader: Seat
    piles: tuple[Piles, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A position. `played`: the cards seen in this round, which nobody forgets."""

    phase: Phase
    first: Seat
    round: int
    hands: tuple[Hand, ...]
    trick: Trick
    last_trick: TakenTrick | None
    piles: tuple[Piles, ...]
    scores: tuple[int, ...]
    rounds_played: tuple[PlayedRound, ...]
    played: tuple[Card, ...]

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def leader(self) -> Seat:
        """Who leads this round's first trick."""
        return (self.first + self.round) % len(self.hands)

    @property
    def turn(self) -> Seat:
        """Who plays the next card of the trick."""
        return (self.trick.leader + len(self.trick.plays)) % len(self.hands)


@dataclass(frozen=True, slots=True)
class Deal:
    """New hands; `round` counts from 0, `leader` leads its first trick."""

    round: int
    leader: Seat
    type: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was laid; `colour` is the trick's."""

    seat: Seat
    card: Card
    colour: Colour
    type: Literal["play"] = "play"


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick became a pile on the `colour` side of its winner's board."""

    winner: Seat
    colour: Colour
    type: Literal["trick"] = "trick"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The hands are empty: each seat's piles and the points for them."""

    piles: tuple[Piles, ...]
    points: tuple[int, ...]
    type: Literal["round_end"] = "round_end"


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The last round is scored."""

    type: Literal["match_end"] = "match_end"


Event = Deal | CardPlayed | TrickTaken | RoundEnded | MatchEnded


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know now; `hand` is empty for who has no seat."""

    phase: Phase
    round: int
    rounds: int | None
    leader: Seat
    hand: Hand
    hand_sizes: tuple[int, ...]
    trick: Trick
    last_trick: TakenTrick | None
    piles: tuple[Piles, ...]
    scores: tuple[int, ...]
    rounds_played: tuple[PlayedRound, ...]


@dataclass(frozen=True, slots=True)
class OpenView(View):
    """The spectator's view with every hand, for replays."""

    hands: tuple[Hand, ...]
