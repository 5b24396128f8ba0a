"""Rolling a die, which colour binds, who takes a trick and for what bonus (mino-dice.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.games.base import Seat
from app.games.mino_dice.model import (
    COLOURS,
    DICE,
    SPECIALS,
    Colour,
    Die,
    Face,
    Hand,
    Options,
    RolledDie,
    State,
    TakenTrick,
    Traces,
    Trick,
    TrickTaken,
)

MERMAID_BONUS = 50
"""For a trick that a mermaid takes from the minotaur."""
GRIFFIN_BONUS = 30
"""For each griffin in a trick that the minotaur takes."""


def dice_to_roll(hand: Hand, colour: Colour | None) -> tuple[Die, ...]:
    """Each kind of die that may be rolled, in the table's order."""
    if colour is None or colour not in hand:
        return tuple([die for die in DICE if die in hand])
    return tuple([die for die in DICE if die in hand and (die == colour or die in SPECIALS)])


def roll_die(state: State, rolled: RolledDie) -> State:
    """The die goes from the hand to the trick, and everybody notes what that tells."""
    seat, die = rolled.seat, rolled.die
    hands, traces, trick = state.hands, state.traces, state.trick
    noted = note_roll(traces[seat], die, trick.colour)
    return replace(
        state,
        hands=(*hands[:seat], without(hands[seat], die), *hands[seat + 1 :]),
        trick=Trick(trick.leader, colour_after(trick, die, state.options), (*trick.plays, rolled)),
        traces=(*traces[:seat], noted, *traces[seat + 1 :]),
    )


def without(hand: Hand, die: Die) -> Hand:
    """The hand less one die of that kind."""
    at = hand.index(die)
    return (*hand[:at], *hand[at + 1 :])


def note_roll(traces: Traces, die: Die, colour: Colour | None) -> Traces:
    """Who is bound and rolls a number die of another colour holds none of the one that binds."""
    lacks = traces.lacks
    if colour is not None and die in COLOURS and die != colour and colour not in lacks:
        lacks = (*lacks, colour)
    return Traces((*traces.rolled, die), lacks)


def colour_after(trick: Trick, die: Die, options: Options) -> Colour | None:
    """A number die that leads binds; by option the first number die, wherever it comes."""
    may_bind = not trick.plays or options.colour_set_by == "first_number"
    if trick.colour is None and may_bind:
        return COLOURS.get(die)
    return trick.colour


def take_trick(state: State) -> tuple[State, TrickTaken]:
    """The winner notes the bonus and leads the next trick."""
    trick = state.trick
    taken_by = winning_play(trick.plays)
    winner, bonus = taken_by.seat, bonus_of(trick.plays, taken_by, state.options)
    after = replace(
        state,
        trick=Trick(winner, None, ()),
        last_trick=TakenTrick(trick.leader, trick.colour, trick.plays, winner),
        tricks=raised(state.tricks, winner, 1),
        bonus=raised(state.bonus, winner, bonus),
    )
    return after, TrickTaken(winner, bonus)


def raised(numbers: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    """The seats' numbers with one of them raised."""
    return (*numbers[:seat], numbers[seat] + by, *numbers[seat + 1 :])


def winning_play(plays: Sequence[RolledDie]) -> RolledDie:
    """Mermaid over minotaur over griffin over mermaid over numbers over flags."""
    faces = [play.face for play in plays]
    if "minotaur" in faces:
        return last_of(plays, "mermaid" if "mermaid" in faces else "minotaur")
    if "griffin" in faces:
        return last_of(plays, "griffin")
    if "mermaid" in faces:
        return last_of(plays, "mermaid")
    numbers = [face for face in faces if isinstance(face, int)]
    if numbers:
        return last_of(plays, max(numbers))
    return plays[0]


def last_of(plays: Sequence[RolledDie], face: Face) -> RolledDie:
    """Of equal faces the one rolled later."""
    return next(play for play in reversed(plays) if play.face == face)


def bonus_of(plays: Sequence[RolledDie], taken_by: RolledDie, options: Options) -> int:
    """What the trick adds to an exact bid."""
    faces = [play.face for play in plays]
    if options.scoring == "simple" or (options.flag_cancels_bonus and "flag" in faces):
        return 0
    match taken_by.face:
        case "mermaid":
            return MERMAID_BONUS if "minotaur" in faces else 0
        case "minotaur":
            return GRIFFIN_BONUS * faces.count("griffin")
    return 0
