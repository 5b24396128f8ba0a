"""What a strong player would do, with how often each choice wins; runs in a worker process.

The `hard` bot's search says which moves it likes, each by a worth in the game's own measure: a
round, a deal or a turn ahead. People ask how often they win. So matches are played on to their end
in worlds that fit what the seat knows; each tells what its line was worth where the search stops to
look, and who won. A line through those pairs turns worths into shares of wins. All matches count
for all choices, so a few hundred suffice. The move that the search tried most comes first; the
others follow by how often they win.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from app.bots.levels import choose_move
from app.bots.search import MAX_DEPTH, LooseChance, Opinion, Search
from app.games.base import AnyGame, Hints, Seat
from app.games.registry import Registry
from app.tables.ports import Advice, Choice, Question

PLAYING_ON, PATIENCE = 3.0, 6.0
"""How many times as long as its search a question's matches are played on, and how many times as
long while there are so few of them that nothing could be said."""

DOUBT = 2.0
"""So many matches that went as they do on average are added: what never happened in a hundred
matches is not impossible."""

LIKELY_SLOPE, TRUST = 0.3, 1.0
"""How much more often one wins with all the worth there is than with none, as far as nobody has
seen it yet, and how much that counts beside what was seen."""

FEW = 4
"""So many visits that went as all do on average are added to each choice's: one that was tried
twice is not as bad, or as good, as it looks."""

LEAST = 5
"""Fewer matches than these say nothing about how often anything wins."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How one imagined match went: what its line was `worth`, the seat's share of the `win`, and
    the `fair` share of each seat."""

    worth: float
    win: float
    fair: float


def advise(registry: Registry, question: Question) -> Advice:
    """The moves worth a thought, the best first.

    Where a game has no hints for a search, what its policy would do, and no estimate.
    """
    game = registry.find(question.game, question.rules_version)
    hints = registry.searches.get(question.game)
    if hints is None:
        return Advice((Choice(choose_move(registry, question), None),), 0)
    rng = Random(question.seed)
    search = Search(game, hints, question.state, question.seat, rng)
    opinions = search.run(stopwatch(question))
    line = Line(game, hints, search=search, seat=question.seat, rng=rng)
    endings = tuple(play_matches(line, search, question))
    return Advice(choices_of(opinions, endings), len(endings))


def stopwatch(
    question: Question, *, times: float = 1.0, times_while_few: float | None = None
) -> Callable[[int], bool]:
    """Whether to go on after so many rounds: up to `question.iterations`, or for so many times its
    seconds; for others while there are fewer rounds than `LEAST`."""
    while_few = times if times_while_few is None else times_while_few
    start, most = time.monotonic(), question.iterations

    def go_on(done: int) -> bool:
        patience = question.seconds * (while_few if done < LEAST else times)
        return time.monotonic() < start + patience if most is None else done < most

    return go_on


def play_matches(line: Line, search: Search, question: Question) -> Iterator[Ending]:
    """Matches from here to their end, the choices in turn; one that time breaks off is none."""
    go_on = stopwatch(question, times=PLAYING_ON, times_while_few=PATIENCE)
    done = 0
    while go_on(done):
        first = search.first_moves[done % len(search.first_moves)]
        ending = line.play(search.imagine(), first, partial(go_on, done))
        if ending is None:
            break
        done += 1
        yield ending


class Line:
    """Plays one match after the other on, by the game's quick plausible moves."""

    def __init__(
        self, game: AnyGame, hints: Hints, *, search: Search, seat: Seat, rng: Random
    ) -> None:
        self._game = game
        self._hints = hints
        self._search = search
        self._seat = seat
        self._rng = rng
        self._chance = LooseChance(rng)

    def play(self, world: Any, first: Any, go_on: Callable[[], bool]) -> Ending | None:
        """The end of the match after that first move; None if there is none in time."""
        state = self._game.apply(world, self._seat, first, self._chance).state
        worth: float | None = None
        for _ in range(MAX_DEPTH):
            actor = self._search.actor(state)
            if actor is None:
                return self._ending(self._worth(world, state) if worth is None else worth, state)
            if worth is None and self._hints.is_settled(world, state, self._seat):
                worth = self._worth(world, state)
            if not go_on():
                break
            state = self._move_on(state, actor)
        return None

    def _worth(self, world: Any, state: Any) -> float:
        return self._hints.worth(world, state)[self._seat]

    def _move_on(self, state: Any, actor: Seat) -> Any:
        legal = self._game.legal_moves(state, actor)
        move = self._hints.play_on(state, actor, legal, self._rng)
        return self._game.apply(state, actor, move, self._chance).state

    def _ending(self, worth: float, state: Any) -> Ending:
        outcome = self._game.outcome(state)
        if outcome is None:
            raise ValueError("a match that nobody can go on with has no outcome")
        won = self._seat in outcome.winners
        return Ending(worth, won / len(outcome.winners), 1 / len(outcome.places))


def choices_of(opinions: Sequence[Opinion], endings: Sequence[Ending]) -> tuple[Choice, ...]:
    """The search's choices, each with its share of wins; those that it never came to are left out.

    The one that the search tried most comes first. It was tried most because it promised most, so
    another that was tried a few times, and happened to go better, is said to be as good, not more.
    """
    best, *others = [opinions[0], *(each for each in opinions[1:] if each.visits)]
    if len(endings) < LEAST:
        return tuple(Choice(each.move, None) for each in (best, *others))
    win_at = line_through(endings)
    usual = usual_worth(opinions, endings)
    most = win_at(calm_worth(best, usual))
    choices = [Choice(each.move, min(most, win_at(calm_worth(each, usual)))) for each in others]
    return (Choice(best.move, most), *sorted(choices, key=lambda each: -(each.wins or 0.0)))


def usual_worth(opinions: Sequence[Opinion], endings: Sequence[Ending]) -> float:
    """What the search found on average; without a search, what the matches were worth."""
    visits = sum(each.visits for each in opinions)
    if not visits:
        return sum(each.worth for each in endings) / len(endings)
    return sum(each.worth * each.visits for each in opinions) / visits


def calm_worth(opinion: Opinion, usual: float) -> float:
    """A choice's worth as far as its visits bear it out."""
    return (opinion.worth * opinion.visits + usual * FEW) / (opinion.visits + FEW)


def line_through(endings: Sequence[Ending]) -> Callable[[float], float]:
    """How often a worth wins: the line of least squares, held by `DOUBT` and `TRUST`."""
    count = len(endings)
    fair = endings[0].fair
    usual = sum(each.worth for each in endings) / count
    wins = (sum(each.win for each in endings) + DOUBT * fair) / (count + DOUBT)
    spread = sum((each.worth - usual) ** 2 for each in endings)
    together = sum((each.worth - usual) * (each.win - wins) for each in endings)
    slope = max(0.0, (together + TRUST * LIKELY_SLOPE) / (spread + TRUST))
    return lambda worth: min(1.0, max(0.0, wins + slope * (worth - usual)))
