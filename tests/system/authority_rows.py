"""The table of authority as it is written: its columns, its cells, its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.system.authority_calls import AGAIN

CALLERS: Mapping[str, str] = {
    "nob": "nobody",
    "wat": "watch",
    "pla": "play",
    "gue": "guest",
    "spe": "spectator",
    "rev": "revoked",
    "bar": "barred",
    "pro": "program",
    "sea": "seated",
    "sto": "stoodin",
    "for": "former",
    "hos": "host",
    "ban": "banned",
    "obs": "observer",
    "mod": "moderator",
    "own": "owner",
    "unp": "unproved",
}
"""The columns."""

CELLS: Mapping[str, str] = {
    "ok": "ok",
    "si": "sign_in",
    "no": "forbidden",
    "..": "not_found",
    "ns": "not_seated",
    "as": "already_seated",
    "pr": "prove",
    "lo": "log in",
    "bye": "bye",
}

READS = frozenset(("GET", "COME"))


@dataclass(frozen=True, eq=False)
class Row:
    """One call or message: how each kind of caller is answered, without those that cannot be."""

    method: str
    path: str
    state: str
    variant: str
    cells: Mapping[str, str]

    @property
    def key(self) -> str:
        """What it is called in `tests.system.authority_calls`."""
        return f"{self.method} {self.path} {self.variant}".rstrip()

    @property
    def is_staffs(self) -> bool:
        """Whether it is a call for who keeps the house."""
        return self.path.startswith("/api/admin")

    @property
    def uses_up(self) -> bool:
        """Whether nobody could do it again at the same place."""
        return self.method not in READS and self.key not in AGAIN


def parse_table(text: str) -> tuple[Row, ...]:
    """The rows of a table, the columns first."""
    head, *lines = text.strip("\n").splitlines()
    assert head.split() == list(CALLERS)
    prefix, rows = "", []
    for line in lines:
        if line.startswith("["):
            prefix = line.strip("[]")
            continue
        method, rest, *case = line[: -4 * len(CALLERS)].split()
        state, _, variant = (case or [""])[0].partition(":")
        cells = line[-4 * len(CALLERS) :].split()
        told = dict(zip(CALLERS.values(), cells, strict=True))
        marks = {kind: CELLS[mark] for kind, mark in told.items() if mark != "-"}
        rows.append(Row(method, prefix + rest.removeprefix("."), state, variant, marks))
    return tuple(rows)
