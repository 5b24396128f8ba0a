"""What dice may stand behind the screens, and which bids were made (architecture.md, "Knowledge").

Every shuffle of the bag that lets everybody roll what they rolled is equally likely. Two things
follow from that: no seat holds a colour that it did not follow, and who has rolled a die of one
kind is less likely to hold another of it than a chance draw from the dice left would say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from app.games.base import Audience, Seat, Viewer
from app.games.mino_dice.model import BAG, DICE, Die, Hand, State, Traces

STIRS = 9
"""Exchanges tried for each unseen die, so that where it lay at first is forgotten."""
RINGS = (2, 2, 2, 2, 2, 2, 2, 2, 3, 4)
"""How many dice change places at once: mostly two. The four colours may lock each other in a ring
that no smaller exchange opens; special dice fit everywhere, so no ring is longer."""


class Screen:
    """What stands unseen behind one seat's screen, or is left in the bag (`seat` None).

    A shuffle gives a seat its whole hand, what it has rolled by now included, and dice of one kind
    are alike: with r of a kind rolled and m of it held there are 1 / (r + m)! times as many
    shuffles, where a plain deal of the dice left would count 1 / m! of them. What `take_out` and
    `put_in` answer is how the share of shuffles changes against the plain deal.
    """

    __slots__ = ("_held", "_rolled", "lacks", "seat", "size")

    def __init__(self, seat: Seat | None, size: int, traces: Traces) -> None:
        self.seat = seat
        self.size = size
        self.lacks = frozenset[Die](traces.lacks)
        self._rolled = {die: traces.rolled.count(die) for die in DICE}
        self._held = dict.fromkeys(DICE, 0)

    def take_out(self, die: Die) -> float:
        """One of that kind leaves."""
        held = self._held[die]
        self._held[die] = held - 1
        return (held + self._rolled[die]) / held

    def put_in(self, die: Die) -> float:
        """One of that kind comes."""
        held = self._held[die] + 1
        self._held[die] = held
        return held / (held + self._rolled[die])

    @property
    def hand(self) -> Hand:
        """What stands here, in the table's order."""
        return tuple([die for die in DICE for _ in range(self._held[die])])


Place = tuple[Screen, Die]


def imagine(state: State, viewer: Viewer, rng: Random) -> State:
    """Deal the dice that the viewer never saw in this hand anew, and make the unseen bids anew."""
    if viewer is Audience.OPEN:
        return state
    hands = imagine_hands(state, viewer, rng)
    return replace(state, hands=hands, bids=imagine_bids(state, viewer, rng))


def imagine_bids(state: State, viewer: Viewer, rng: Random) -> tuple[int | None, ...]:
    """Unseen bids are any legal ones."""
    if state.phase != "bid":
        return state.bids
    return tuple(
        [
            bid if bid is None or seat == viewer else rng.randint(0, state.hand_no)
            for seat, bid in enumerate(state.bids)
        ]
    )


def imagine_hands(state: State, viewer: Viewer, rng: Random) -> tuple[Hand, ...]:
    """Fill the screens with dice that are not seen, then stir them."""
    unseen = unseen_dice(state, viewer)
    screens = [
        Screen(seat, len(hand), state.traces[seat])
        for seat, hand in enumerate(state.hands)
        if seat != viewer
    ]
    bag = Screen(None, len(unseen) - sum([screen.size for screen in screens]), Traces())
    places = fill_screens([*screens, bag], unseen, rng)
    if any(traces.rolled for traces in state.traces):
        stir(places, rng)
    hands = list(state.hands)
    for screen in screens:
        if screen.seat is not None:
            hands[screen.seat] = screen.hand
    return tuple(hands)


def unseen_dice(state: State, viewer: Viewer) -> list[Die]:
    """The bag without the viewer's dice and all that were rolled in this hand."""
    unseen = list(BAG)
    for traces in state.traces:
        for die in traces.rolled:
            unseen.remove(die)
    if isinstance(viewer, int):
        for die in state.hands[viewer]:
            unseen.remove(die)
    return unseen


def fill_screens(screens: Sequence[Screen], unseen: Sequence[Die], rng: Random) -> list[Place]:
    """What stands where: at random, the choosiest first, over again until all have enough."""
    choosiest = sorted(screens, key=lambda screen: -len(screen.lacks))
    places: list[Place] = []
    left = list(unseen)
    while left:
        places, left = [], list(unseen)
        rng.shuffle(left)
        for screen in choosiest:
            for die in [die for die in left if die not in screen.lacks][: screen.size]:
                left.remove(die)
                places.append((screen, die))
    for screen, die in places:
        screen.put_in(die)
    return places


def stir(places: list[Place], rng: Random) -> None:
    """Let rings of dice change places, so often that how they lay at first is forgotten.

    Each ring is as likely as its reverse, and taken as `Screen` says: the dice come to lie each
    way as often as shuffles have it.
    """
    random, count = rng.random, len(places)
    for turn in range(STIRS * count):
        ring = [int(random() * count) for _ in range(RINGS[turn % len(RINGS)])]
        if len(ring) == 2:
            try_swap(places, ring, rng)
            continue
        before = [places[at] for at in ring]
        if len({screen for screen, _ in before}) == len(ring) == len({die for _, die in before}):
            try_exchange(places, ring, rng)


def try_swap(places: list[Place], ring: Sequence[int], rng: Random) -> None:
    """A ring of two, as most are: what `try_exchange` does, in a third of its time."""
    at, to = ring
    (one, die), (other, more) = places[at], places[to]
    if one is other or die == more or more in one.lacks or die in other.lacks:
        return
    share = one.take_out(die) * other.take_out(more) * one.put_in(more) * other.put_in(die)
    if share < 1 and rng.random() >= share:
        one.take_out(more)
        other.take_out(die)
        one.put_in(die)
        other.put_in(more)
        return
    places[at], places[to] = (one, more), (other, die)


def try_exchange(places: list[Place], ring: Sequence[int], rng: Random) -> None:
    """Each gives way to the next one's die, if that fits, as often as its share says."""
    before = [places[at] for at in ring]
    after = [(screen, before[at - 1][1]) for at, (screen, _) in enumerate(before)]
    if any(die in screen.lacks for screen, die in after):
        return
    share = 1.0
    for screen, die in before:
        share *= screen.take_out(die)
    for screen, die in after:
        share *= screen.put_in(die)
    if share < 1 and rng.random() >= share:
        for screen, die in after:
            screen.take_out(die)
        for screen, die in before:
            screen.put_in(die)
        return
    for at, place in zip(ring, after, strict=True):
        places[at] = place
