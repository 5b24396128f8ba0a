"""A bounded way to one socket: a reader that falls behind is resynced, never waited for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.codec import wire as messages
from app.live.wire import Parcel, Wire

HIGH_MARK = 64 * 1024
"""Unsent bytes past which a socket is behind: its pending messages become one `state`."""

LOW_MARK = 16 * 1024
"""Unsent bytes below which a socket that was behind gets that `state`."""

MAX_ANSWERS = 64
"""Answers kept for a socket that is behind; one more and it is too slow to stay."""

PATIENCE = 20.0
"""Seconds a socket may stay behind."""

CLOSE_SLOW = 1013
CLOSE_POLICY = 1008
CLOSE_RESTART = 1012


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of an outbox, smaller in tests. Bytes, bytes, seconds."""

    high_mark: int = HIGH_MARK
    low_mark: int = LOW_MARK
    patience: float = PATIENCE


class Outbox:
    """Everything that leaves for one socket goes through here."""

    __slots__ = ("_answers", "_monotonic", "_on_behind", "behind_since", "closed", "limits", "wire")

    def __init__(
        self,
        wire: Wire,
        on_behind: Callable[[Outbox], None],
        *,
        monotonic: Callable[[], float],
        limits: Limits | None = None,
    ) -> None:
        self.wire = wire
        self.limits = limits or Limits()
        self.behind_since: float | None = None
        self.closed = False
        self._monotonic = monotonic
        self._on_behind = on_behind
        self._answers: list[Parcel] = []

    @property
    def behind(self) -> bool:
        """Whether messages are being dropped until one `state` makes up for them."""
        return self.behind_since is not None

    def push(self, parcel: Parcel) -> bool:
        """Send what a later `state` can make up for; False when it was dropped."""
        if self.closed or self._must_wait():
            return False
        self.wire.send(parcel)
        return True

    def answer(self, parcel: Parcel) -> None:
        """Send an `ok` or `error`; kept back, within a bound, while the socket is behind."""
        if self.closed:
            return
        if not self._must_wait():
            self.wire.send(parcel)
        elif len(self._answers) < MAX_ANSWERS:
            self._answers.append(parcel)
        else:
            self.drop()

    def _must_wait(self) -> bool:
        if not self.behind and self.wire.unsent() > self.limits.high_mark:
            self.behind_since = self._monotonic()
            self._on_behind(self)
        return self.behind

    def can_resync(self) -> bool:
        """Whether a socket that was behind has read enough to get its `state`."""
        return self.behind and not self.closed and self.wire.unsent() <= self.limits.low_mark

    def resync(self, state: Parcel) -> None:
        """One `state` instead of all that was dropped, then the answers kept back."""
        if self.closed:
            return
        self.behind_since = None
        self.wire.send(state)
        answers, self._answers = self._answers, []
        for parcel in answers:
            self.wire.send(parcel)

    def is_too_slow(self, now: float) -> bool:
        """Whether the socket has been behind for longer than its patience."""
        return self.behind_since is not None and now - self.behind_since > self.limits.patience

    def farewell(self, reason: messages.ByeReason, code: int) -> None:
        """`bye`, then the closing handshake."""
        if self.closed:
            return
        self.closed = True
        self.wire.send(Parcel(messages.bye(reason)))
        self.wire.close(code, reason)

    def drop(self) -> None:
        """`bye: slow` to who may still read it, and the connection is gone at once."""
        if self.closed:
            return
        self.closed = True
        self.wire.send(Parcel(messages.bye("slow")))
        self.wire.abort()
