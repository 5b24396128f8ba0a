"""`imagine` against brute force: deals walked at random, kept where nothing told would change.

From the true deal, a walk swaps two entries of a shuffle (or draws another number, or makes
another move where the viewer was not shown it) at a time, replays the moves, and keeps the change
if everything the viewer was ever told is the same. Such a walk visits all deals that it can reach
equally often, so its states are distributed as `imagine` ought to answer.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from app.certify.samples import UNLIKELY, difference_of, sample_of
from app.certify.trial import CheckFailed, Match, Moment, Subject
from app.games.base import AnyGame, IllegalMove, Viewer
from app.games.chance import Chance, Draw, ItemT

PREFIXES = 2
"""Matches of which a prefix is walked, times the subject's effort."""
LONGEST_PREFIX = 8
WALKED = 200
"""Deals taken from a walk, times the subject's effort."""
STRIDE = 60
"""Changes tried between two of them, so that they hardly depend on each other."""
TRIALS = 100
"""Changes tried of each draw beforehand, to see which are worth trying."""
LATER = 4
"""How much more often a draw is tried than the one before it: what came last hides most."""
IMAGINED = 1000
IMAGINED_TWICE = 250

Deal = tuple[tuple[Draw, ...], ...]
"""The draws of each log position."""
Told = tuple[object, ...]
Place = tuple[int, int]
"""A draw: its log position, and its place among the draws there. Or `HIDDEN_MOVE` there."""
HIDDEN_MOVE = -1
"""In the place of a draw: the move that the viewer was not shown."""


class OffScript(Exception):
    """The rules drew something else than what was written down."""


class ScriptedChance(Chance):
    """Answers draws from a script."""

    def __init__(self, script: Sequence[Draw], position: int) -> None:
        super().__init__(bytes(32), position)
        self._script = iter(script)

    def below(self, m: int) -> int:
        """The number that is written down."""
        got = self._next("below", m)
        if not isinstance(got, int):
            raise OffScript
        return got

    def shuffle(self, items: MutableSequence[ItemT]) -> None:
        """The order that is written down."""
        order = self._next("shuffle", len(items))
        if isinstance(order, int):
            raise OffScript
        items[:] = [items[at] for at in order]

    def _next(self, call: str, n: int) -> int | tuple[int, ...]:
        draw = next(self._script, None)
        if draw is None or (draw.call, draw.n) != (call, n):
            raise OffScript
        return draw.got


def check_oracle(subject: Subject, prefixes: int = PREFIXES) -> None:
    """Imagined states are distributed as the deals that fit what the viewer was told."""
    rng = Random(6)
    for match in rng.sample(subject.matches, min(prefixes * subject.effort, len(subject.matches))):
        length = rng.randint(1, min(LONGEST_PREFIX, len(match.moments)))
        viewer = rng.choice(match.viewers[:-1])
        check_prefix(subject, match, (length, viewer), rng)


def check_prefix(subject: Subject, match: Match, which: tuple[int, Viewer], rng: Random) -> None:
    """One prefix of a match, one viewer."""
    length, viewer = which
    walk = Walk(subject, match, length, viewer)
    truth = match.states[length]
    walked = sample_of(subject.codec, walk.states(rng))
    imagined = sample_of(
        subject.codec, (subject.game.imagine(truth, viewer, rng) for _ in range(IMAGINED))
    )
    found, feature = difference_of(walked, imagined)
    if found > UNLIKELY:
        raise CheckFailed(
            f"after {length} moves with {match.seats} seats {viewer} imagines {feature}"
            f" {imagined.counts[feature]} times in {imagined.size},"
            f" the fitting deals have it {walked.counts[feature]} in {walked.size}"
        )


class Walk:
    """A walk over the deals that `viewer` cannot tell from the true one."""

    def __init__(self, subject: Subject, match: Match, length: int, viewer: Viewer) -> None:
        self._subject = subject
        self._match = match
        self._moments: tuple[Moment, ...] = match.moments[:length]
        self._moves = [moment.move for moment in self._moments]
        self._viewer = viewer
        self._deal = drawn_in(subject, match, length)
        self._states: list[Any] = []
        self._transcript: list[Told] = []
        self._hidden: list[Place] = []
        for seq, draws in enumerate(self._deal):
            state, told = self._replay(seq, self._states, draws)
            self._states.append(state)
            self._transcript.append(told)
            if seq and told[1] is None:
                self._hidden.append((seq, HIDDEN_MOVE))

    def states(self, rng: Random) -> Iterator[Any]:
        """States of deals along the walk."""
        places = [(seq, at) for seq, draws in enumerate(self._deal) for at in range(len(draws))]
        weights = weights_of([self._freedom_of(place, rng) for place in places])
        most = max(weights, default=1)
        weights += [most if self._freedom_of(place, rng) else 1 for place in self._hidden]
        places += self._hidden
        for _ in range(WALKED * self._subject.effort):
            for place in rng.choices(places, weights, k=STRIDE) if places else ():
                self._try_change(place, rng)
            yield self._states[-1]

    def _freedom_of(self, place: Place, rng: Random) -> int:
        """How many of some changes there lead elsewhere, and nobody would notice."""
        freedom = 0
        for _ in range(TRIALS):
            before = self._states[-1]
            freedom += self._try_change(place, rng) and self._states[-1] != before
        return freedom

    def _try_change(self, place: Place, rng: Random) -> bool:
        """Make one change if nobody would notice; False too if it comes to the same deal."""
        deal, moves = self._deal, self._moves
        if place[1] == HIDDEN_MOVE:
            self._moves = self._changed_moves(place[0], rng)
        else:
            self._deal = changed_deal(deal, place, rng)
        if (self._deal, self._moves) == (deal, moves):
            return False
        if self._replay_from(place[0]):
            return True
        self._deal, self._moves = deal, moves
        return False

    def _changed_moves(self, seq: int, rng: Random) -> list[Any]:
        """Any legal move at a position where the viewer was not shown the one that was made."""
        seat = self._moments[seq - 1].seat
        legal = self._subject.game.legal_moves(self._states[seq - 1], seat)
        return [*self._moves[: seq - 1], rng.choice(legal), *self._moves[seq:]]

    def _replay_from(self, first: int) -> bool:
        """Whether the viewer is told the same from there on; then the states are kept."""
        states = self._states[:first]
        try:
            for seq in range(first, len(self._deal)):
                state, told = self._replay(seq, states, self._deal[seq])
                if told != self._transcript[seq]:
                    return False
                states.append(state)
        except (IllegalMove, OffScript):
            return False
        self._states = states
        return True

    def _replay(self, seq: int, states: list[Any], draws: Sequence[Draw]) -> tuple[Any, Told]:
        """The state after log position `seq`, and all that the viewer is told of it."""
        game, chance = self._subject.game, ScriptedChance(draws, seq)
        if seq == 0:
            step = game.start(self._match.seats, self._match.options, chance)
            return step.state, (step.events, None, sent_to(game, step.state, self._viewer))
        seat, move, before = self._moments[seq - 1].seat, self._moves[seq - 1], states[seq - 1]
        shown = game.shown(before, seat, move, self._viewer)
        step = game.apply(before, seat, move, chance)
        return step.state, (step.events, shown, sent_to(game, step.state, self._viewer))


def weights_of(freedoms: Sequence[int]) -> list[int]:
    """How often to try each draw: rarely where nothing seemed to change, but never never.

    A later draw is tried more often than an earlier one, if that one can change at all: what
    everybody saw fall, like open dice, hides nothing.
    """
    weights, scale = [], 1
    for freedom in freedoms:
        weights.append(1 + freedom * scale)
        if freedom:
            scale *= LATER
    return weights


def sent_to(game: AnyGame, state: Any, viewer: Viewer) -> tuple[Any, ...]:
    """What goes to a viewer with each position, beside events and moves."""
    owing = game.to_act(state)
    legal = list(game.legal_moves(state, viewer)) if viewer in owing else None
    return game.view(state, viewer), owing, legal


def drawn_in(subject: Subject, match: Match, length: int) -> Deal:
    """What was drawn at each position of a prefix, the set-up first."""
    drawn: list[list[Draw]] = [[] for _ in range(length + 1)]
    chances = [
        Chance(match.match_seed, seq, recorder=draws.append) for seq, draws in enumerate(drawn)
    ]
    subject.game.start(match.seats, match.options, chances[0])
    for moment in match.moments[:length]:
        subject.game.apply(moment.state, moment.seat, moment.move, chances[moment.seq])
    return tuple(map(tuple, drawn))


def changed_deal(deal: Deal, place: Place, rng: Random) -> Deal:
    """The deal with two entries of a shuffle swapped, or a number drawn anew."""
    seq, at = place
    draws = list(deal[seq])
    draws[at] = changed_draw(draws[at], rng)
    return (*deal[:seq], tuple(draws), *deal[seq + 1 :])


def changed_draw(draw: Draw, rng: Random) -> Draw:
    """One step away, as likely there as back."""
    if isinstance(draw.got, int):
        return replace(draw, got=rng.randrange(draw.n))
    order = list(draw.got)
    one, other = rng.randrange(draw.n), rng.randrange(draw.n)
    order[one], order[other] = order[other], order[one]
    return replace(draw, got=tuple(order))


def check_imagine_again(subject: Subject) -> None:
    """A state imagined from an imagined one is distributed as one imagined from the truth."""
    rng = Random(7)
    for match in subject.matches:
        state = rng.choice(match.states)
        viewer = rng.choice(match.viewers[:-1])
        once = imagined_from(subject, [state] * IMAGINED_TWICE, viewer, rng)
        chained = imagined_from(subject, once, viewer, rng)
        from_one = imagined_from(subject, once[:1] * IMAGINED_TWICE, viewer, rng)
        for twice in (chained, from_one):
            found, feature = difference_of(
                sample_of(subject.codec, once), sample_of(subject.codec, twice)
            )
            if found > UNLIKELY:
                raise CheckFailed(f"imagined twice, {viewer} sees {feature} otherwise")


def imagined_from(
    subject: Subject, states: Sequence[Any], viewer: Viewer, rng: Random
) -> list[Any]:
    """One imagined state for each."""
    return [subject.game.imagine(state, viewer, rng) for state in states]
