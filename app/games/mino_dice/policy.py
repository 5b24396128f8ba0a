"""The `normal` bot of Mino Dice: bids what its dice promise, then rolls to take exactly that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from app.games.base import Policy, Seat
from app.games.mino_dice.model import (
    BAG,
    COLOURS,
    FACES,
    SPECIALS,
    Bid,
    Colour,
    Die,
    Face,
    Move,
    Options,
    Roll,
    Table,
)
from app.games.mino_dice.scoring import points_of_bid

FULL = Options()
"""A view does not tell how bids score; what is right in full scoring is not wrong in the simple."""

ORDER: tuple[Face, ...] = ("flag", 1, 2, 3, 4, 5, 6, 7, "mermaid", "griffin", "minotaur")
"""Low to high, but for the mermaid that beats the minotaur."""

Odds = Mapping[Face, float]
"""How likely a die that somebody else rolls shows each face."""
Spread = Sequence[float]
"""How likely it is to take 0, 1, 2 … tricks."""


class ExactPolicy:
    """Weighs each move by the points that the hand promises after it."""

    def choose(self, view: Table, seat: Seat, legal: Sequence[Move], rng: Random) -> Move:
        """The most promising move; among equals any."""
        unseen = unseen_dice(view)
        if view.phase == "bid":
            spread = spread_of(chances_of(view.hand, len(view.tricks) - 1, odds_of(unseen)))
            return max(legal, key=lambda move: (worth_of_bid(view, spread, move), rng.random()))
        return max(legal, key=lambda move: (worth_of_roll(view, seat, move, unseen), rng.random()))


def unseen_dice(view: Table) -> Counter[Die]:
    """The bag without the own dice and those of this hand that the view shows."""
    unseen = Counter(BAG)
    unseen.subtract(view.hand)
    unseen.subtract([play.die for play in view.trick.plays])
    if view.last_trick is not None and any(view.tricks):
        unseen.subtract([play.die for play in view.last_trick.plays])
    return +unseen


def odds_of(dice: Mapping[Die, int]) -> Odds:
    """The faces of a die drawn from these."""
    weights: Counter[Face] = Counter()
    for die, count in dice.items():
        for face in FACES[die]:
            weights[face] += count
    total = max(weights.total(), 1)
    return {face: weight / total for face, weight in weights.items()}


def odds_when_bound(dice: Mapping[Die, int], colour: Colour | None, held: int) -> Odds:
    """Who holds the colour rolls it or a special die; of `held` dice one may be of it."""
    free = odds_of(dice)
    if colour is None:
        return free
    bound = odds_of({die: n for die, n in dice.items() if die == colour or die in SPECIALS})
    share = dice.get(colour, 0) / max(sum(dice.values()), 1)
    follows = 1 - (1 - share) ** held
    faces = free.keys() | bound.keys()
    return {
        face: follows * bound.get(face, 0.0) + (1 - follows) * free.get(face, 0.0) for face in faces
    }


def chance_of_face(face: Face, before: Sequence[Face], to_come: int, odds: Odds) -> float:
    """The chance to take a trick with `face`, after `before`, with `to_come` dice to be rolled."""
    match face:
        case "mermaid":
            return chance_of_mermaid(before, to_come, odds)
        case "flag":
            return 0.0 if before else odds.get("flag", 0.0) ** to_come
        case _:
            beating = [other for other in ORDER if beats(other, face)]
            if any(other in beating and other != face for other in before):
                return 0.0
            return chance_of_none(beating, to_come, odds)


def beats(later: Face, face: Face) -> bool:
    """Whether a face rolled later beats this one, which is no mermaid: hers is another matter."""
    if face == "minotaur":
        return later == "mermaid"
    return ORDER.index(later) >= ORDER.index(face)


def chance_of_mermaid(before: Sequence[Face], to_come: int, odds: Odds) -> float:
    """No later mermaid, and either the minotaur shows or no griffin does."""
    alone = chance_of_none(["mermaid"], to_come, odds)
    if "minotaur" in before:
        return alone
    lost = chance_of_none(["mermaid", "minotaur"], to_come, odds)
    if "griffin" not in before:
        lost -= chance_of_none(["mermaid", "minotaur", "griffin"], to_come, odds)
    return alone - lost


def chance_of_none(faces: Sequence[Face], to_come: int, odds: Odds) -> float:
    """The chance that none of `faces` is rolled any more."""
    return max(1 - sum([odds.get(face, 0.0) for face in faces]), 0.0) ** to_come


def chance_of_die(die: Die, before: Sequence[Face], to_come: int, odds: Odds) -> float:
    """The same before it is rolled."""
    faces = FACES[die]
    return sum([chance_of_face(face, before, to_come, odds) for face in faces]) / len(faces)


def chances_of(hand: Sequence[Die], others: int, odds: Odds) -> list[float]:
    """For each die, the chance to take a trick of which nothing is known yet."""
    known = {die: chance_of_die(die, (), others, odds) for die in set(hand)}
    return [known[die] for die in hand]


def spread_of(chances: Sequence[float]) -> Spread:
    """How many of these come true."""
    spread = [1.0]
    for chance in chances:
        missed = [share * (1 - chance) for share in spread] + [0.0]
        taken = [0.0] + [share * chance for share in spread]
        spread = [one + other for one, other in zip(missed, taken, strict=True)]
    return spread


def worth_of_bid(view: Table, spread: Spread, move: Move) -> float:
    """The points that a bid promises."""
    bid = move.tricks if isinstance(move, Bid) else 0
    return promise(bid, 0, view.hand_no, spread)


def promise(bid: int, taken: int, hand_no: int, spread: Spread) -> float:
    """The average points, with `spread` for the tricks to come."""
    return sum(
        [
            share * points_of_bid(bid, taken + more, hand_no, FULL)
            for more, share in enumerate(spread)
        ]
    )


def worth_of_roll(view: Table, seat: Seat, move: Move, unseen: Mapping[Die, int]) -> float:
    """What the hand promises after this die took the trick, or did not, each as likely as it is."""
    if not isinstance(move, Roll):
        return 0.0
    trick = view.trick
    colour = trick.colour if trick.plays else COLOURS.get(move.die)
    before = [play.face for play in trick.plays]
    others = len(view.tricks) - 1
    chance = chance_of_die(
        move.die,
        before,
        others - len(before),
        odds_when_bound(unseen, colour, view.hand_sizes[seat]),
    )
    rest = list(view.hand)
    rest.remove(move.die)
    spread = spread_of(chances_of(rest, others, odds_of(unseen)))
    bid, taken = view.bids[seat] or 0, view.tricks[seat]
    won = promise(bid, taken + 1, view.hand_no, spread)
    lost = promise(bid, taken, view.hand_no, spread)
    return chance * won + (1 - chance) * lost


POLICY: Policy = ExactPolicy()
