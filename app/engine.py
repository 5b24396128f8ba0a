"""The engine protocol: rules without a server (protocol.md, "The engine protocol").

One JSON command a line in, one JSON answer a line out; a match is replayed by nobody and kept by
nobody. Anything wrong is answered with an error, and the state stays as it was.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, BinaryIO

from app.bots.levels import choose_move
from app.codec import json
from app.codec.games import codec_for
from app.games.base import AnyGame, Audience, Hints, IllegalMove, Policy, Seat, Step, Viewer
from app.games.chance import Chance
from app.games.registry import REGISTRY, Registry, UnknownGame
from app.tables.bugs import trace_of
from app.tables.decisions import BOT_LEVELS
from app.tables.ports import THINKING_TIME, Question
from app.tables.refusals import Code, Refused

logger = logging.getLogger(__name__)

Frame = Mapping[str, Any]
MATCH_SEED = re.compile(r"[0-9a-fA-F]{64}")
RULES_FAILED = "The rules failed on this command; the match is as it was before."


@dataclass(frozen=True, slots=True)
class Position:
    """The running match after log position `seq`."""

    seats: int
    match_seed: bytes
    seq: int
    state: Any

    def chance(self, seq: int) -> Chance:
        """The stream of a log position."""
        return Chance(self.match_seed, seq)


class Engine:
    """One game, and at most one running match of it."""

    def __init__(self, game: AnyGame, policy: Policy, hints: Hints | None = None) -> None:
        key = game.info.key
        self._game = game
        self._bots = Registry((game,), {key: policy}, {key: hints} if hints else {})
        self._codec = codec_for(game)
        self._position: Position | None = None
        self._commands: dict[str, Callable[[Frame], object]] = {
            "new": self._new,
            "legal": self._legal,
            "view": self._view,
            "play": self._play,
            "bot": self._bot,
        }

    def answer(self, line: bytes) -> bytes:
        """The answer to one line, without its line end. Never raises."""
        try:
            frame = parse_frame(line)
            name = frame.get("cmd")
            command = self._commands.get(name) if isinstance(name, str) else None
            if command is None:
                raise Refused(Code.INVALID, f"cmd: must be one of {', '.join(self._commands)}")
            return json.dumps(command(frame))
        except Refused as refusal:
            return error_line(refusal)
        except Exception as bug:
            key, seq = self._game.info.key, self._position.seq if self._position else None
            logger.error("the rules of %s failed after %s: %s", key, seq, trace_of(bug))
            return error_line(Refused(Code.UNAVAILABLE, RULES_FAILED))

    def _new(self, frame: Frame) -> object:
        seats = parse_seats(frame.get("seats"), self._game)
        seed = frame.get("match_seed")
        if not isinstance(seed, str) or not MATCH_SEED.fullmatch(seed):
            raise Refused(Code.INVALID, "match_seed: must be 64 hex digits")
        try:
            options = self._codec.parse_options(frame.get("options", {}))
        except ValueError as error:
            raise Refused(Code.INVALID, str(error)) from None
        match_seed = bytes.fromhex(seed)
        step = self._game.start(seats, options, Chance(match_seed, 0))
        return self._advance(Position(seats, match_seed, 0, step.state), step)

    def _legal(self, frame: Frame) -> object:
        position = self._started()
        seat = parse_seat(frame, position)
        return {"legal": tuple(self._game.legal_moves(position.state, seat))}

    def _view(self, frame: Frame) -> object:
        position = self._started()
        viewer = parse_viewer(frame, position)
        return {"view": self._game.view(position.state, viewer)}

    def _play(self, frame: Frame) -> object:
        raw = frame.get("move")
        if not isinstance(raw, Mapping):
            raise Refused(Code.INVALID, "move: must be an object")
        position = self._started()
        seat = self._seat_to_act(frame, position)
        move = self._codec.move_from_json(raw)
        if move is None or move not in self._game.legal_moves(position.state, seat):
            raise Refused(Code.ILLEGAL_MOVE)
        seq = position.seq + 1
        try:
            step = self._game.apply(position.state, seat, move, position.chance(seq))
        except IllegalMove:
            raise Refused(Code.ILLEGAL_MOVE) from None
        moved = Position(position.seats, position.match_seed, seq, step.state)
        return self._advance(moved, step)

    def _bot(self, frame: Frame) -> object:
        level = frame.get("level")
        if level not in BOT_LEVELS:
            raise Refused(Code.INVALID, f"level: must be one of {', '.join(BOT_LEVELS)}")
        seconds = parse_seconds(frame)
        position = self._started()
        seat = self._seat_to_act(frame, position)
        rng = Random(f"{position.match_seed.hex()}:{position.seq}:{seat}")
        info = self._game.info
        imagined = self._game.imagine(position.state, seat, rng)
        question = Question(
            info.key, info.version, imagined, seat, level, rng.getrandbits(64), seconds
        )
        return {"move": choose_move(self._bots, question)}

    def _advance(self, position: Position, step: Step[Any]) -> object:
        answer = {
            "seq": position.seq,
            "to_act": sorted(self._game.to_act(position.state)),
            "result": self._game.outcome(position.state),
            "events": step.events,
        }
        self._position = position
        return answer

    def _started(self) -> Position:
        if self._position is None:
            raise Refused(Code.NOT_STARTED, "There is no match yet: send a new command first.")
        return self._position

    def _seat_to_act(self, frame: Frame, position: Position) -> Seat:
        seat = parse_seat(frame, position)
        to_act = self._game.to_act(position.state)
        if not to_act:
            raise Refused(Code.MATCH_OVER)
        if seat not in to_act:
            raise Refused(Code.NOT_YOUR_TURN)
        return seat


def parse_frame(line: bytes) -> Frame:
    """One command. Raises `Refused`."""
    try:
        frame = json.loads(line)
    except ValueError:
        raise Refused(Code.INVALID, "not a line of JSON") from None
    if not isinstance(frame, dict):
        raise Refused(Code.INVALID, "a command must be an object")
    return frame


def parse_seats(raw: object, game: AnyGame) -> int:
    """How many seats the match has."""
    least, most = game.info.seats.min, game.info.seats.max
    if type(raw) is not int or not least <= raw <= most:
        raise Refused(Code.INVALID, f"seats: must be a whole number, {least} to {most}")
    return raw


def parse_seat(frame: Frame, position: Position) -> Seat:
    """A seat of the running match."""
    raw = frame.get("seat")
    if type(raw) is not int or not 0 <= raw < position.seats:
        raise Refused(Code.INVALID, f"seat: must be a whole number, 0 to {position.seats - 1}")
    return raw


def parse_viewer(frame: Frame, position: Position) -> Viewer:
    """A seat, null for a spectator, or "all" for the open view."""
    if "seat" in frame and frame["seat"] is None:
        return Audience.SPECTATOR
    if frame.get("seat") == "all":
        return Audience.OPEN
    return parse_seat(frame, position)


def parse_seconds(frame: Frame) -> float:
    """How long a bot may search; the levels that do not search answer at once."""
    seconds = frame.get("seconds", THINKING_TIME)
    if type(seconds) not in (int, float) or seconds < 0:
        raise Refused(Code.INVALID, "seconds: must be a number, 0 or more")
    return float(seconds)


def error_line(refusal: Refused) -> bytes:
    """The answer that says no."""
    return json.dumps({"error": {"code": refusal.code.value, "message": refusal.message}})


def run_engine(engine: Engine, lines_in: Iterable[bytes], out: BinaryIO) -> None:
    """Answer line by line until the input ends."""
    for line in lines_in:
        out.write(engine.answer(line) + b"\n")
        out.flush()


def main(argv: list[str], registry: Registry = REGISTRY) -> int:
    """`python3 -m app rules GAME`: 0 at the input's end, 2 for a game that is not here."""
    if len(argv) != 1:
        sys.stderr.write("Usage: python3 -m app rules GAME\n")
        return 2
    try:
        game = registry.find(argv[0])
    except UnknownGame:
        keys = ", ".join(registry.current())
        sys.stderr.write(f"No game is called {argv[0]!r}. There are: {keys}.\n")
        return 2
    key = game.info.key
    engine = Engine(game, registry.policies[key], registry.searches.get(key))
    try:
        run_engine(engine, iter(sys.stdin.buffer.readline, b""), sys.stdout.buffer)
    except BrokenPipeError:
        # Whoever asked is gone: what Python flushes on its way out may go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
