"""Dice: rolled with the turn, rolled again, paid for and used (milkman.md, "A turn")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.games.base import Seat
from app.games.chance import Chance
from app.games.milkman.events import Paid, Rolled, RolledDie
from app.games.milkman.model import FACES, Colour, Die, Face, Farm, Use
from app.games.milkman.moves import ChanceMove, PayChange, PayReroll, Reroll

BLACK: tuple[Colour, ...] = ("black", "black")
WHITE: tuple[Colour, ...] = ("white", "white", "white", "white")
FREE_REROLLS = 2
REROLL_COST = 2
CHANGE_COST = 4
PAY_OF_UNUSED_DIE = 1

OTHER_FACES: dict[Face, tuple[Face, ...]] = {
    face: tuple(other for other in FACES if other != face) for face in FACES
}


def roll_dice(colours: Sequence[Colour], chance: Chance) -> tuple[Die, ...]:
    """Fresh dice of these colours."""
    return tuple([Die(colour, chance.choice(FACES)) for colour in colours])


def rolled(seat: Seat, dice: Sequence[Die], which: Sequence[int]) -> Rolled:
    """How dice fell, for everybody to hear."""
    return Rolled(seat, tuple([RolledDie(at, dice[at].colour, dice[at].face) for at in which]))


def roll_again(
    farm: Farm, seat: Seat, move: ChanceMove, chance: Chance
) -> tuple[Farm, tuple[Paid | Rolled, ...]]:
    """A free re-roll can fall as before; who pays gets another face."""
    match move:
        case Reroll(which):
            dice = turned(farm.dice, {at: chance.choice(FACES) for at in which})
            after = replace(farm, dice=dice, rerolls=farm.rerolls - 1)
            return after, (rolled(seat, dice, which),)
        case PayReroll(die):
            face = chance.choice(OTHER_FACES[farm.dice[die].face])
            dice = turned(farm.dice, {die: face})
            after = replace(farm, dice=dice, money=farm.money - REROLL_COST)
            return after, (Paid(seat, die, REROLL_COST, None), rolled(seat, dice, (die,)))


def change_die(farm: Farm, seat: Seat, move: PayChange) -> tuple[Farm, Paid]:
    """Turn a die to the face one likes."""
    dice = turned(farm.dice, {move.die: move.face})
    after = replace(farm, dice=dice, money=farm.money - CHANGE_COST)
    return after, Paid(seat, move.die, CHANGE_COST, move.face)


def turned(dice: tuple[Die, ...], faces: dict[int, Face]) -> tuple[Die, ...]:
    """The row with some dice showing other faces."""
    return tuple(
        [
            Die(die.colour, faces[at], die.used) if at in faces else die
            for at, die in enumerate(dice)
        ]
    )


def use_dice(farm: Farm, use: Use) -> Farm:
    """An action uses its dice up, and there are no more free re-rolls."""
    dice = tuple(
        [Die(die.colour, die.face, True) if at in use else die for at, die in enumerate(farm.dice)]
    )
    return replace(farm, dice=dice, acted=True)


def pay_of_unused(farm: Farm) -> int:
    """What a farm gets at the turn's end for dice that it did not use."""
    return PAY_OF_UNUSED_DIE * sum([not die.used for die in farm.dice])
