"""What one socket's client knows: messages put in order of `seq`, views folded, gaps noticed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import orjson

from tests.chaos.weather import Json

GAP_PATIENCE = 0.8
"""Seconds for an overtaken message to arrive; then the client comes again."""

Eyes = int | None
"""The seat that somebody looks from; None for a spectator."""


class Wrong(Exception):
    """The server told something that cannot be. No `AssertionError`: a step that did not come off
    in bad weather is tried again, and this must not be."""


def canonical(value: object) -> bytes:
    """Equal values as equal bytes."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def merge(old: Any, patch: Any) -> Any:
    """A JSON Merge Patch (RFC 7396) applied."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(old) if isinstance(old, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = merge(merged.get(key), value)
    return merged


@dataclass
class Transcript:
    """What one person was shown at one table, by whose eyes, at each log position."""

    shown: dict[tuple[int, Eyes], bytes] = field(default_factory=dict)
    entries: dict[int, bytes] = field(default_factory=dict)

    def show(self, seq: int, eyes: Eyes, view: object) -> None:
        """Remember a view; the same position looks the same whenever it is told."""
        told = canonical(view)
        if self.shown.setdefault((seq, eyes), told) != told:
            raise Wrong(f"position {seq} was shown in two ways to {eyes}")

    def tell(self, message: Json) -> None:
        """Remember an entry; it never changes."""
        parts = [message.get(key) for key in ("seat", "undo", "by", "at", "events")]
        told = canonical(parts)
        if self.entries.setdefault(message["seq"], told) != told:
            raise Wrong(f"entry {message['seq']} was told in two ways")


class Ear:
    """One socket's client. `seen` None: it has not been shown a view yet."""

    def __init__(self, transcript: Transcript, now: Callable[[], float]) -> None:
        self._transcript = transcript
        self._now = now
        self._early: dict[int, Json] = {}
        self._gap_since: float | None = None
        self.seen: int | None = None
        self.eyes: Eyes = None
        self.view: Any = None
        self.legal: list[Json] = []
        self.can_undo: int | None = None
        self.table: Json = {}

    @property
    def lost(self) -> bool:
        """Whether a message is missing for too long: time to come again."""
        return self._gap_since is not None and self._now() - self._gap_since > GAP_PATIENCE

    def come_again(self) -> None:
        """A new connection: what came too early on the old one is forgotten."""
        self._early.clear()
        self._gap_since = None

    def hear(self, message: Json) -> None:
        """Take in one message of the server. Raises `Wrong`."""
        match message["type"]:
            case "state":
                self._take_state(message)
            case "move":
                self._take_move(message)
            case "table":
                self.take_table(message["table"])

    def _take_state(self, message: Json) -> None:
        seq = message["seq"]
        if seq is None or (self.seen is not None and seq < self.seen):
            self.take_table(message["table"])
            return
        self.seen, self.eyes, self.view = seq, message["seat"], message["view"]
        self.legal, self.can_undo = message["legal"], message["can_undo"]
        self.table = message["table"]
        self._transcript.show(seq, self.eyes, self.view)
        for entry in message["log"]:
            self._transcript.tell(entry)
        self._early = {early: held for early, held in self._early.items() if early > seq}
        self._catch_up()

    def take_table(self, table: Json) -> None:
        """News of the table, from the socket or as a call answered it."""
        if (table["seq"] or 0) >= (self.table.get("seq") or 0):
            self.table = table

    def _take_move(self, message: Json) -> None:
        self._transcript.tell(message)
        seq = message["seq"]
        if self.seen is None or seq <= self.seen:
            return
        self._early[seq] = message
        self._catch_up()

    def _catch_up(self) -> None:
        while self.seen is not None and self.seen + 1 in self._early:
            self._fold(self._early.pop(self.seen + 1))
        if not self._early:
            self._gap_since = None
        elif self._gap_since is None:
            self._gap_since = self._now()

    def _fold(self, message: Json) -> None:
        self.seen = message["seq"]
        self.view = message["view"] if "view" in message else merge(self.view, message["patch"])
        self.legal = message.get("legal", self.legal)
        self.can_undo = message["can_undo"]
        self.table = {**self.table, "seq": self.seen, "result": message["result"]}
        if message["result"] is not None:
            self.table["state"] = "finished"
        self._transcript.show(message["seq"], self.eyes, self.view)
