"""The `normal` bot of Milkman: weighs what every face could do for its farm, in points.

It looks at its dice, rolls again what is worth less than a throw, then takes the best there is to
take: die by die, a wild pair where two dice do more together, money where it pays, the truck last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from app.games.base import Policy, Seat
from app.games.milkman.dice import CHANGE_COST, OTHER_FACES, REROLL_COST
from app.games.milkman.legal import PAIRS
from app.games.milkman.model import FACES, Face, Use, View
from app.games.milkman.moves import (
    Claim,
    Done,
    Milk,
    Move,
    PassMarket,
    PayChange,
    PayReroll,
    PourEnd,
    Reroll,
)
from app.games.milkman.trips import NO_TRIP, best_trip, next_step
from app.games.milkman.weights import SECOND_DIE, Aim, Outlook, aims_of, aims_of_upgrades, look_out

MARGIN = 0.15
"""How much better something has to be than what it costs."""
ORDER_OF_WORK: tuple[Face, ...] = ("labor", "milk", "bottle", "truck", "money")
BOTTLES_FIRST: tuple[Face, ...] = ("labor", "bottle", "milk", "truck", "money")

Aims = Mapping[Face, Aim]


class FarmerPolicy:
    """Makes one move at a time and looks again; every move brings the turn's end nearer."""

    def choose(self, view: View, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """The first of its wishes that is legal."""
        allowed = set(legal)
        return next((move for move in wishes(view, seat) if move in allowed), legal[-1])


def wishes(view: View, seat: Seat) -> Iterator[Move]:
    """What the bot would like to do now, the best first."""
    outlook = look_out(view, seat)
    yield from wishes_in(outlook, aims_of(outlook))


def wishes_in(outlook: Outlook, aims: Aims) -> Iterator[Move]:
    """The same, for who has weighed the situation already."""
    farm = outlook.farm
    if farm.pouring:
        yield PourEnd()
    yield from reroll_wishes(outlook, aims)
    if farm.market != "passed" and not wants_market(outlook, aims):
        yield PassMarket()
    yield from pair_wishes(outlook, aims)
    yield from die_wishes(outlook, aims)
    yield from money_wishes(outlook, aims)
    yield from truck_wishes(outlook)
    yield Done()


def worth_of(outlook: Outlook, aims: Aims, face: Face) -> float:
    """What a die that shows the face brings: its work, or the pay for leaving it unused."""
    aim = aims.get(face)
    return max(aim.worth if aim else 0.0, outlook.money)


def worth_of_throw(outlook: Outlook, aims: Aims, faces: Sequence[Face] = FACES) -> float:
    """What a die brings on average when it is rolled."""
    return sum([worth_of(outlook, aims, face) for face in faces]) / len(faces)


def reroll_wishes(outlook: Outlook, aims: Aims) -> Iterator[Move]:
    """Roll again, free of charge, what a throw would better."""
    farm = outlook.farm
    if farm.acted or not farm.rerolls:
        return
    average = worth_of_throw(outlook, aims)
    poor = tuple(
        [
            at
            for at, die in enumerate(farm.dice)
            if die.colour == "black"
            and die.face != "spilt"
            and worth_of(outlook, aims, die.face) + MARGIN < average
        ]
    )
    if poor:
        yield Reroll(poor)


def wants_market(outlook: Outlook, aims: Aims) -> bool:
    """Whether there is a customer to claim, and dice to claim it with."""
    aim = aims.get("labor")
    if aim is None or not isinstance(aim.move, Claim):
        return False
    faces = Counter(outlook.unused.values())
    return faces["labor"] > 0 or any(count > 1 for count in faces.values())


def die_wishes(outlook: Outlook, aims: Aims) -> Iterator[Move]:
    """The work of single dice, in the order in which one thing helps the next."""
    for face in order_of_work(outlook, aims):
        aim = aims.get(face)
        if aim is None or aim.worth <= outlook.money:
            continue
        for at, shown in outlook.unused.items():
            if shown == face:
                yield with_use(aim, (at,))
    yield from upgrade_wishes(outlook)


def order_of_work(outlook: Outlook, aims: Aims) -> tuple[Face, ...]:
    """Claims first, so that it is known what is wanted; full tanks are emptied before milking."""
    milking = aims.get("milk")
    if milking is None or not isinstance(milking.move, Milk):
        return ORDER_OF_WORK
    spills = sum(milking.move.into) < outlook.farm.cows
    return BOTTLES_FIRST if spills and outlook.has("bottle") else ORDER_OF_WORK


def upgrade_wishes(outlook: Outlook) -> Iterator[Move]:
    """For hands that would claim, but have to wait for the market."""
    best = max(aims_of_upgrades(outlook), key=lambda aim: aim.worth, default=None)
    if best is None or best.worth <= outlook.money:
        return
    for at, shown in outlook.unused.items():
        if shown == "labor":
            yield with_use(best, (at,))


def pair_wishes(outlook: Outlook, aims: Aims) -> Iterator[Move]:
    """Two equal dice as another face, where they do more together than each alone."""
    gains: list[tuple[float, Aim, Use]] = []
    for pair in PAIRS:
        shown = outlook.unused.get(pair[0])
        if shown is None or outlook.unused.get(pair[1]) != shown:
            continue
        own = worth_of(outlook, aims, shown)
        cost = own + max(SECOND_DIE[shown] * own, outlook.money)
        for face, aim in aims.items():
            if face != shown and not outlook.has(face) and not has_to_wait(outlook, face):
                gains.append((aim.worth - cost, aim, pair))
    for gain, aim, pair in sorted(gains, key=lambda found: -found[0]):
        if gain > MARGIN:
            yield with_use(aim, pair)


def has_to_wait(outlook: Outlook, face: Face) -> bool:
    """Whether dice at hand will first bring what this work needs."""
    return (face == "bottle" and outlook.has("milk")) or (
        face == "truck" and (outlook.has("milk") or outlook.has("bottle"))
    )


def money_wishes(outlook: Outlook, aims: Aims) -> Iterator[Move]:
    """Buy a face, or a throw, for a die that would lie there unused."""
    for gain, move in sorted(gains_of_money(outlook, aims), key=lambda found: -found[0]):
        if gain > MARGIN:
            yield move


def gains_of_money(outlook: Outlook, aims: Aims) -> Sequence[tuple[float, Move]]:
    """What each purchase would bring in more than it costs."""
    gains: list[tuple[float, Move]] = []
    for at, shown in outlook.unused.items():
        own = worth_of(outlook, aims, shown)
        for face in OTHER_FACES[shown]:
            gain = worth_of(outlook, aims, face) - own - CHANGE_COST * outlook.money
            gains.append((gain, PayChange(at, face)))
        average = worth_of_throw(outlook, aims, OTHER_FACES[shown])
        gains.append((average - own - REROLL_COST * outlook.money, PayReroll(at)))
    return gains


def truck_wishes(outlook: Outlook) -> Iterator[Move]:
    """Spend truck points once nothing else is left to do."""
    farm = outlook.farm
    if farm.truck.points:
        trip = best_trip(farm, farm.truck.points, outlook.money)
        if trip is not NO_TRIP:
            yield next_step(farm, trip)


def with_use(aim: Aim, use: Use) -> Move:
    """The action that is aimed at, with these dice."""
    return replace(aim.move, use=use)


POLICY: Policy = FarmerPolicy()
