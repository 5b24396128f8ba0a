"""The values of Mino Dice: dice, bids, tricks, moves, events, the state and the views.

Field names are the keys of the JSON that mino-dice.md fixes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from app.games.base import Seat

Special = Literal["minotaur", "griffin", "mermaid"]
Colour = Literal["red", "yellow", "purple", "grey"]
Die = Literal["minotaur", "griffin", "mermaid", "red", "yellow", "purple", "grey"]
"""A kind of die; dice of one kind are all alike."""
Face = int | Literal["flag", "minotaur", "griffin", "mermaid"]
Phase = Literal["bid", "roll", "over"]
Hand = tuple[Die, ...]
"""In the table's order."""

DICE: tuple[Die, ...] = get_args(Die)
"""In the table's order."""
SPECIALS: tuple[Special, ...] = get_args(Special)
COLOURS: Mapping[Die, Colour] = {colour: colour for colour in get_args(Colour)}
"""The number dice, each with its colour."""
RANK: Mapping[Die, int] = {die: at for at, die in enumerate(DICE)}
COUNTS: Mapping[Die, int] = {
    "minotaur": 1,
    "griffin": 3,
    "mermaid": 2,
    "red": 7,
    "yellow": 7,
    "purple": 8,
    "grey": 8,
}
FACES: Mapping[Die, tuple[Face, ...]] = {
    "minotaur": ("minotaur", "minotaur", "minotaur", "minotaur", "flag", "flag"),
    "griffin": ("griffin", "griffin", "griffin", "griffin", "flag", "flag"),
    "mermaid": ("mermaid", "mermaid", "mermaid", "mermaid", "flag", "flag"),
    "red": (5, 5, 6, 6, 7, 7),
    "yellow": (3, 3, 4, 4, 5, 5),
    "purple": (1, 1, 2, 2, 3, 3),
    "grey": ("flag", "flag", "flag", 1, 1, 7),
}
BAG: Hand = tuple([die for die in DICE for _ in range(COUNTS[die])])
"""All dice in the order in which a shuffle begins."""


@dataclass(frozen=True, slots=True)
class Options:
    """Which number die binds the others, whether a flag spoils a bonus, and how bids score."""

    colour_set_by: Literal["leader", "first_number"] = "leader"
    flag_cancels_bonus: bool = True
    scoring: Literal["full", "simple"] = "full"


@dataclass(frozen=True, slots=True)
class Bid:
    """How many tricks a seat says it will take in this hand."""

    tricks: int
    type: Literal["bid"] = "bid"


@dataclass(frozen=True, slots=True)
class Roll:
    """A die of the hand, rolled in the open."""

    die: Die
    type: Literal["roll"] = "roll"


Move = Bid | Roll


@dataclass(frozen=True, slots=True)
class RolledDie:
    """A die of a trick, who rolled it, and what it shows."""

    seat: Seat
    die: Die
    face: Face


@dataclass(frozen=True, slots=True)
class Trick:
    """The trick on the table; `colour` is the one that binds now."""

    leader: Seat
    colour: Colour | None
    plays: tuple[RolledDie, ...]


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A whole trick, and who took it; `colour` is the one that bound at its end."""

    leader: Seat
    colour: Colour | None
    plays: tuple[RolledDie, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A finished hand, seat by seat; `bonus`: what was really paid, and is part of `points`."""

    bids: tuple[int, ...]
    tricks: tuple[int, ...]
    bonus: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Traces:
    """What a seat's rolls of this hand told everybody, who forgets nothing.

    `rolled`: its dice that are rolled. `lacks`: colours that it was bound to and did not follow.
    """

    rolled: Hand = ()
    lacks: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A position. `hand_no` counts from 1 and is how many dice each seat draws."""

    options: Options
    phase: Phase
    first: Seat
    hand_no: int
    hands: tuple[Hand, ...]
    bids: tuple[int | None, ...]
    trick: Trick
    last_trick: TakenTrick | None
    tricks: tuple[int, ...]
    bonus: tuple[int, ...]
    scores: tuple[int, ...]
    hands_played: tuple[PlayedHand, ...]
    traces: tuple[Traces, ...]

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def leader(self) -> Seat:
        """Who leads this hand's first trick."""
        return (self.first + self.hand_no - 1) % len(self.hands)

    @property
    def turn(self) -> Seat:
        """Who rolls the next die of the trick."""
        return (self.trick.leader + len(self.trick.plays)) % len(self.hands)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Every seat drew `hand_no` dice from the bag; `leader` leads the first trick."""

    hand_no: int
    leader: Seat
    type: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat has bid, unseen."""

    seat: Seat
    type: Literal["bid"] = "bid"


@dataclass(frozen=True, slots=True)
class BidsShown:
    """The last bid is in and all are shown."""

    all: tuple[int, ...]
    type: Literal["bids"] = "bids"


@dataclass(frozen=True, slots=True)
class DieRolled:
    """A seat rolled a die."""

    seat: Seat
    die: Die
    face: Face
    type: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick went to its winner, with the bonus that it adds if the bid is made."""

    winner: Seat
    bonus: int
    type: Literal["trick"] = "trick"


@dataclass(frozen=True, slots=True)
class HandEnded:
    """All dice are rolled: each seat's points."""

    points: tuple[int, ...]
    type: Literal["hand_end"] = "hand_end"


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The last hand is scored."""

    type: Literal["match_end"] = "match_end"


Event = Drawn | BidMade | BidsShown | DieRolled | TrickTaken | HandEnded | MatchEnded


@dataclass(frozen=True, slots=True)
class Table:
    """What every view tells; `hand` is empty for who has no seat."""

    phase: Phase
    hand_no: int
    leader: Seat
    hand: Hand
    hand_sizes: tuple[int, ...]
    bids: tuple[int | None, ...]
    bid_made: tuple[bool, ...]
    trick: Trick
    last_trick: TakenTrick | None
    tricks: tuple[int, ...]
    bonus: tuple[int, ...]
    scores: tuple[int, ...]
    hands_played: tuple[PlayedHand, ...]


@dataclass(frozen=True, slots=True)
class View(Table):
    """What one viewer may know now; `hands` is how many are played in a match."""

    hands: int


@dataclass(frozen=True, slots=True)
class OpenView(Table):
    """The spectator's view with all bids, and `hands`: every seat's dice."""

    hands: tuple[Hand, ...]
