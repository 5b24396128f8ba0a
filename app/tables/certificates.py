"""What the conformance checks said of a game, and who runs them aside from everything else."""

from __future__ import annotations

from collections.abc import Mapping
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


Edition = tuple[str, str]
"""A game's key and the version of its rules: a certificate says nothing of another one."""


class Certificates(Protocol):
    """Where they are kept: the last one of each edition."""

    async def load(self) -> Mapping[Edition, Certificate]:
        """All of them."""
        ...

    async def save(self, edition: Edition, certificate: Certificate) -> None:
        """The newest of that edition."""
        ...


class Certifier(Protocol):
    """Certifies games in a process of their own, one at a time."""

    def start(self, game: str) -> bool:
        """Begin with that game; False while another one is being certified."""
        ...

    async def certificates(self) -> Mapping[str, Certificate]:
        """The last one of each game in its version of now; one that is being made as far as it
        has got."""
        ...
