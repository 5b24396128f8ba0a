"""What the conformance checks said of a game, and who runs them aside from everything else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Finding:
    """One check; `problem` None when it held."""

    name: str
    problem: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is known so far. `ok` None while checks are still to be made."""

    at: datetime
    ok: bool | None = None
    findings: tuple[Finding, ...] = ()


class Certifier(Protocol):
    """Certifies games in a process of their own, one at a time."""

    def start(self, game: str) -> bool:
        """Begin with that game; False while another one is being certified."""
        ...

    def certificate(self, game: str) -> Certificate | None:
        """The last one of this process; none is kept, it would have to be believed."""
        ...
