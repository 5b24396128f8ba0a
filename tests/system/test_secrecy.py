"""Secrecy over the wire: who knows the same is sent the same, byte for byte.

Two servers hold states that a viewer cannot tell apart, the true one and one that it may imagine.
Everything that reaches this viewer must be equal, as long as moves keep its knowledge equal.
"""

from __future__ import annotations

import re
from copy import copy
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest

from app.games.base import AnyGame, Audience, Seat, Viewer
from app.games.chance import Chance
from app.games.registry import GAMES
from tests.scale import scaled
from tests.system.worlds import Posed, World, world

pytestmark = pytest.mark.anyio

MOVES = scaled(12, 60)
CASES = [
    (game, viewer)
    for game in GAMES
    for viewer in (*range(game.info.seats.default), Audience.SPECTATOR)
]
IDS = [f"{game.info.key}-{viewer}" for game, viewer in CASES]
TWINS = 12
"""Pairs of states to choose from."""


def json_of(value: Any) -> bytes:
    """The text that a client gets."""
    return orjson.dumps(value)


def a_state(game: AnyGame, rng: Random) -> Any:
    """Somewhere in the middle of a random match."""
    seed = rng.randbytes(32)
    state = game.start(game.info.seats.default, game.info.options(), Chance(seed, 0)).state
    for seq in range(1, rng.randrange(2, 40)):
        seat = rng.choice(sorted(game.to_act(state)))
        move = rng.choice(game.legal_moves(state, seat))
        after = game.apply(state, seat, move, Chance(seed, seq)).state
        if not game.to_act(after):
            break
        state = after
    return state


class Twins:
    """The true state and an imagined one, moved on together."""

    def __init__(self, game: AnyGame, viewer: Viewer, seed: str) -> None:
        self.game = game
        self.viewer = viewer
        self.rng = Random(seed)
        self.true = a_state(game, self.rng)
        self.imagined = game.imagine(self.true, viewer, self.rng)
        assert self._known(self.true) == self._known(self.imagined)

    def _known(self, state: Any) -> bytes:
        game = self.game
        legal = () if isinstance(self.viewer, Audience) else game.legal_moves(state, self.viewer)
        to_act = sorted(game.to_act(state))
        return json_of((game.view(state, self.viewer), legal, to_act, game.outcome(state)))

    def move_on(self, chance: Chance) -> tuple[Seat, Any] | None:
        """A move after which the viewer still knows the same of both; None if there is none."""
        seats = sorted(self.game.to_act(self.true))
        moves = [(seat, move) for seat in seats for move in self._common(seat)]
        self.rng.shuffle(moves)
        for seat, move in moves:
            after = [self._after(state, seat, move, chance) for state in self.states]
            if after[0][1] == after[1][1]:
                self.true, self.imagined = after[0][0], after[1][0]
                return seat, move
        return None

    @property
    def states(self) -> tuple[Any, Any]:
        """Both."""
        return self.true, self.imagined

    def _common(self, seat: Seat) -> list[Any]:
        others = self.game.legal_moves(self.imagined, seat)
        return [move for move in self.game.legal_moves(self.true, seat) if move in others]

    def _after(self, state: Any, seat: Seat, move: Any, chance: Chance) -> tuple[Any, bytes]:
        # A stream is used up by drawing from it: each state gets its own, from the beginning.
        step = self.game.apply(state, seat, move, copy(chance))
        shown = self.game.shown(state, seat, move, self.viewer)
        return step.state, json_of((shown, step.events)) + self._known(step.state)

    def forbidden_moves(self) -> list[Any]:
        """What others could do in either state and the viewer cannot: secrets, as a guess."""
        legal: list[Any] = []
        if not isinstance(self.viewer, Audience):
            legal = list(self.game.legal_moves(self.true, self.viewer))
        seats = range(self.game.info.seats.default)
        moves = [m for s in self.states for seat in seats for m in self.game.legal_moves(s, seat)]
        guesses = [move for move in moves if move not in legal]
        return self.rng.sample(guesses, min(4, len(guesses)))


def far_reaching(game: AnyGame, viewer: Viewer) -> Twins:
    """Of many twins those that go on together for longest."""

    def steps(seed: str) -> int:
        twins = Twins(game, viewer, seed)
        chances = (Chance(bytes(32), seq) for seq in range(MOVES))
        different = twins.true != twins.imagined
        return sum(1 for _ in takewhile(twins.move_on, chances)) if different else -1

    seeds = [f"{game.info.key} {viewer} {number}" for number in range(TWINS)]
    return Twins(game, viewer, max(seeds, key=steps))


SUGGESTED = re.compile(rb'"suggested_name":"[^"]+"')
"""Drawn from what bots draw from too: how often they have is a matter of time, not of cards."""


async def hear_everything(
    place: World, viewer: Viewer, guesses: list[Any], seq: int
) -> list[bytes]:
    """All that the viewer can find out by calls, good ones and bad ones."""
    path = f"/api/tables/{place.table_id}"
    pages = [path, f"{path}/state", f"{path}/log", f"{path}/log?before=3", f"{path}/record"]
    pages += ["/api/tables", "/api/tables?state=playing", "/api/games", "/api/me"]
    heard = [SUGGESTED.sub(b"", await place.get(page, viewer)) for page in pages]
    heard.append(await place.first_of_lobby())
    for number, move in enumerate(guesses):
        body = {"ref": f"g{seq}-{number}", "seq": seq, "move": move}
        heard.append(await place.post(f"{path}/moves", viewer, json_of(body)))
        frame = {"type": "move", "ref": f"s{seq}-{number}", "seq": seq, "move": move}
        await place.ears[viewer].ask(json_of(frame))
    await place.ears[viewer].ask(json_of({"type": "undo", "ref": f"u{seq}", "seq": seq}))
    return heard


async def check_equal(worlds: tuple[World, World], twins: Twins, seq: int) -> None:
    """Both worlds have said and answer the same to the viewer."""
    guesses = twins.forbidden_moves()
    answers = [await hear_everything(place, twins.viewer, guesses, seq) for place in worlds]
    assert answers[0] == answers[1]
    assert worlds[0].ears[twins.viewer].heard == worlds[1].ears[twins.viewer].heard


@pytest.mark.parametrize(("game", "viewer"), CASES, ids=IDS)
async def test_18_equal_knowledge_is_sent_equal_bytes(
    tmp_path: Path, game: AnyGame, viewer: Viewer
) -> None:
    twins = far_reaching(game, viewer)
    assert twins.true != twins.imagined
    seats = game.info.seats.default
    async with (
        world(tmp_path / "true", Posed(game, twins.true), seats) as one,
        world(tmp_path / "imagined", Posed(game, twins.imagined), seats) as two,
    ):
        seed = await one.match_seed()
        assert seed == await two.match_seed()
        await check_equal((one, two), twins, 0)
        seq = 0
        while seq < MOVES:
            step = twins.move_on(Chance(seed, seq + 1))
            if step is None:
                break
            for place in (one, two):
                await place.play(step[0], seq, step[1])
                await place.flush(viewer, seq)
            seq += 1
            assert one.ears[viewer].heard == two.ears[viewer].heard
        assert seq > 0
        await check_equal((one, two), twins, seq)
