"""Information-set Monte Carlo tree search, one for all games (`hard`).

Each iteration takes a world that was imagined to fit what the seat knows, walks down one tree
shared by all worlds and plays the line on to where the game's `Hints` can judge it. A node stands
for what the searching seat has seen: moves that it cannot see share one branch. Chance is drawn
anew on each walk (an open loop), so no line can count on a roll. See Cowling, Powley, Whitehouse,
"Information Set Monte Carlo Tree Search" (2012), there called SO-ISMCTS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any

from app.games.base import AnyGame, Hints, Seat
from app.games.chance import Chance

EXPLORATION = 0.5
"""How much a branch that was seldom tried is favoured; worths are 0 to 1."""

PLAUSIBLE_TRIES = 8
"""How often a world is imagined anew before an implausible one is taken."""

LINES_A_WORLD = 3
"""How many lines are played in one imagined world, each with chance of its own."""

VISITS_A_BRANCH = 3
"""How often a node is visited for each of its branches, the likeliest first; the root has all of
them at once. So a reply that nobody would make does not spoil what is thought of a move."""

MAX_DEPTH = 2000
"""Moves of one line; a line that is never settled is judged there."""


class LooseChance(Chance):
    """A chance stream for imagined futures: the same draws from a quick generator."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Random) -> None:
        super().__init__(bytes(32), 0)
        self._rng = rng

    def word(self) -> int:
        """The next unsigned 32-bit word."""
        return self._rng.getrandbits(32)


@dataclass(slots=True)
class Node:
    """What is known of one branch. `seen`: how often its move could have been made."""

    seat: Seat
    visits: int = 0
    seen: int = 0
    worth: float = 0.0
    branches: dict[Any, Node] = field(default_factory=dict)

    def promise(self) -> float:
        """Upper confidence bound for the seat that chose this branch."""
        return self.worth / self.visits + EXPLORATION * sqrt(log(self.seen) / self.visits)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the search thinks of one move: `worth` 0 to 1 for the seat, `visits` how sure."""

    move: Any
    worth: float
    visits: int


class Search:
    """Looks for a move of `seat` in a state that was imagined for it."""

    def __init__(self, game: AnyGame, hints: Hints, state: Any, seat: Seat, rng: Random) -> None:
        self._game = game
        self._hints = hints
        self._state = state
        self._seat = seat
        self._rng = rng
        self._chance = LooseChance(rng)
        self._root = Node(seat)
        self.first_moves = self._candidates(state, seat)

    def run(self, go_on: Callable[[int], bool]) -> list[Opinion]:
        """Search while `go_on(iterations)`; every candidate move, the best first."""
        candidates = self.first_moves
        iterations = 0
        while len(candidates) > 1 and go_on(iterations):
            if iterations % LINES_A_WORLD == 0:
                world = self.imagine()
            self._play_line(world)
            iterations += 1
        opinions = [self._opinion(move) for move in candidates]
        return sorted(opinions, key=lambda each: (-each.visits, -each.worth))

    def _opinion(self, move: Any) -> Opinion:
        node = self._root.branches.get(move)
        if node is None or not node.visits:
            return Opinion(move, 0.0, 0)
        return Opinion(move, node.worth / node.visits, node.visits)

    def _candidates(self, state: Any, seat: Seat) -> Sequence[Any]:
        return self._hints.candidates(state, seat, self._game.legal_moves(state, seat))

    def _play_line(self, world: Any) -> None:
        path, state = self._walk_down(world)
        state = self._play_on(world, state)
        worths = self._hints.worth(world, state)
        self._root.visits += 1
        for node in path:
            node.visits += 1
            node.worth += worths[node.seat]

    def imagine(self) -> Any:
        """A world that fits what the seat knows, and what the others would hardly have done."""
        for _ in range(PLAUSIBLE_TRIES):
            world = self._game.imagine(self._state, self._seat, self._rng)
            if self._hints.is_plausible(world, self._seat):
                break
        return world

    def _walk_down(self, world: Any) -> tuple[list[Node], Any]:
        """Down the tree to its first new branch; the way there and the state after it."""
        node, state = self._root, world
        path: list[Node] = []
        while (actor := self.actor(state)) is not None and not (
            path and self._hints.is_settled(world, state, self._seat)
        ):
            move, branch, is_new = self._choose(node, state, actor)
            state = self._game.apply(state, actor, move, self._chance).state
            path.append(branch)
            node = branch
            if is_new:
                break
        return path, state

    def actor(self, state: Any) -> Seat | None:
        """Who moves next: of several at once the searching seat, which knows no other's move."""
        to_act = self._game.to_act(state)
        if self._seat in to_act:
            return self._seat
        return min(to_act, default=None)

    def _choose(self, node: Node, state: Any, actor: Seat) -> tuple[Any, Node, bool]:
        is_root = node is self._root
        moves = self.first_moves if is_root else self._candidates(state, actor)
        if actor != self._seat and self._is_unseen(state, actor, moves[0]):
            move = self._hints.play_on(state, actor, moves, self._rng)
            branch = node.branches.get(actor)
            if branch is None:
                branch = node.branches[actor] = Node(actor)
            return move, branch, False
        untried = [move for move in moves if move not in node.branches]
        tried = [move for move in moves if move in node.branches]
        if untried and (is_root or len(tried) * VISITS_A_BRANCH <= node.visits):
            move = self._hints.play_on(state, actor, untried, self._rng)
            branch = node.branches[move] = Node(actor, seen=1)
            return move, branch, True
        for move in tried:
            node.branches[move].seen += 1
        best = max(tried, key=lambda each: node.branches[each].promise())
        return best, node.branches[best], False

    def _is_unseen(self, state: Any, actor: Seat, move: Any) -> bool:
        return self._game.shown(state, actor, move, self._seat) is None

    def _play_on(self, world: Any, state: Any) -> Any:
        for _ in range(MAX_DEPTH):
            actor = self.actor(state)
            if actor is None or self._hints.is_settled(world, state, self._seat):
                break
            legal = self._game.legal_moves(state, actor)
            move = self._hints.play_on(state, actor, legal, self._rng)
            state = self._game.apply(state, actor, move, self._chance).state
        return state
