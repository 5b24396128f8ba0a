"""A no with a code (protocol.md, "Errors"): nothing has changed."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Code(StrEnum):
    """Every code that HTTP, the socket and the engine may answer with."""

    NOT_FOUND = "not_found"
    NOT_SEATED = "not_seated"
    FORBIDDEN = "forbidden"
    SIGN_IN = "sign_in"
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    NOT_YOUR_TURN = "not_your_turn"
    ILLEGAL_MOVE = "illegal_move"
    STALE = "stale"
    MATCH_OVER = "match_over"
    NOT_STARTED = "not_started"
    CANNOT_UNDO = "cannot_undo"
    PAUSED = "paused"
    INVALID = "invalid"
    TOO_LARGE = "too_large"
    RATE_LIMITED = "rate_limited"
    UNAVAILABLE = "unavailable"


SENTENCES: Mapping[Code, str] = {
    Code.NOT_FOUND: "There is nothing here, or it is not for you to see.",
    Code.NOT_SEATED: "You have no seat at this table.",
    Code.FORBIDDEN: "That is not yours to do.",
    Code.SIGN_IN: "Tell us a name first.",
    Code.SEAT_TAKEN: "That seat was just taken. Watch instead?",
    Code.ALREADY_SEATED: "You already sit at this table.",
    Code.NOT_YOUR_TURN: "It is not your turn.",
    Code.ILLEGAL_MOVE: "The rules do not allow that move now.",
    Code.STALE: "Something happened at your seat that you had not seen yet. Look again.",
    Code.MATCH_OVER: "This match is over.",
    Code.NOT_STARTED: "The match has not started.",
    Code.CANNOT_UNDO: "That move cannot be taken back.",
    Code.PAUSED: "The table is paused.",
    Code.INVALID: "That could not be read.",
    Code.TOO_LARGE: "That is too large.",
    Code.RATE_LIMITED: "Too fast. Wait a moment and try again.",
    Code.UNAVAILABLE: "That did not work just now. Try again in a moment.",
}


class Refused(Exception):
    """What was asked is not allowed. `detail` is public and small."""

    def __init__(
        self, code: Code, message: str | None = None, detail: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(code.value)
        self.code = code
        self.message = message or SENTENCES[code]
        self.detail: Mapping[str, object] = detail or {}
