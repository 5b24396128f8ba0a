"""Hands of Mino Dice laid by hand, and dice that fall as told, for tests."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import replace

from app.games.base import Step
from app.games.chance import Chance, ItemT
from app.games.mino_dice import GAME
from app.games.mino_dice.model import Face, Options, Roll, State, Trick

SEED = bytes(range(32))
SHORT = {
    "Mi": "minotaur",
    "Gr": "griffin",
    "Me": "mermaid",
    "r": "red",
    "y": "yellow",
    "p": "purple",
    "g": "grey",
}
"""The dice as the tables of cases write them; a face is a digit, `-` (a flag) or a special's."""


class Loaded(Chance):
    """The die shows the face that is wanted; a shuffle leaves the bag as it is."""

    def __init__(self, face: Face) -> None:
        super().__init__(SEED, 1)
        self._face = face

    def choice(self, items: Sequence[ItemT]) -> ItemT:
        """The wanted face, which has to be on the die."""
        return items[items.index(self._face)]  # type: ignore[arg-type]

    def shuffle(self, items: MutableSequence[ItemT]) -> None:
        """As it was."""


def dice_of(text: str) -> tuple[str, ...]:
    """`Mi r r`: a minotaur and two red dice."""
    return tuple(SHORT[word] for word in text.split())


def face_of(word: str) -> Face:
    """A number, a flag or a special's face."""
    if word.isdigit():
        return int(word)
    return "flag" if word == "-" else SHORT[word]  # type: ignore[return-value]


def lay_hands(
    hands: str, *, bids: str = "", leader: int = 0, hand_no: int = 0, options: Options | None = None
) -> State:
    """Hands separated by commas, all bids made (by default 0), `leader` to lead."""
    dice = [dice_of(hand) for hand in hands.split(",")]
    number = hand_no or len(dice[0])
    seats = len(dice)
    dealt = GAME.start(seats, options or Options(), Chance(SEED, 0)).state
    return replace(
        dealt,
        phase="roll",
        first=(leader - number + 1) % seats,
        hand_no=number,
        hands=tuple(dice),
        bids=tuple(map(int, bids.split())) if bids else (0,) * seats,
        trick=Trick(leader, None, ()),
    )


def roll(state: State, rolls: str) -> Step[State]:
    """The last step of rolls like `r6 Mi- g1`, each made by whose turn it is."""
    step = Step(state)
    for word in rolls.split():
        die = word[:2] if word[:2] in SHORT else word[0]
        (seat,) = GAME.to_act(step.state)
        move = Roll(SHORT[die])  # type: ignore[arg-type]
        step = GAME.apply(step.state, seat, move, Loaded(face_of(word[len(die) :])))
    return step


def legal_dice(state: State) -> str:
    """What the seat whose turn it is may roll, as the tables of cases write it."""
    (seat,) = GAME.to_act(state)
    short = {die: word for word, die in SHORT.items()}
    return " ".join(short[move.die] for move in GAME.legal_moves(state, seat))
