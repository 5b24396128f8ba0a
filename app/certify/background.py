"""Certifying a game beside a running server: in a process of its own, one at a time, in bounds."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from app.certify.report import Result, examine
from app.games.base import AnyGame
from app.games.registry import Registry
from app.tables.bugs import trace_of
from app.tables.certificates import Certificate, Certificates, Edition, Finding
from app.tables.ports import Now

logger = logging.getLogger("kitchen_table.certify")

Examine = Callable[[AnyGame, Registry], Iterable[Result]]

LONGEST = 900.0
"""Seconds after which the checks are broken off."""

NICE = 10
"""The matches of people come first."""

BROKEN_OFF = "the checks were broken off"


class BackgroundCertifier:
    """`certificates.Certifier`."""

    def __init__(
        self,
        registry: Registry,
        kept: Certificates,
        now: Now,
        *,
        work: Examine = examine,
        longest: float = LONGEST,
    ) -> None:
        self._registry = registry
        self._kept = kept
        self._now = now
        self._work = work
        self._longest = longest
        self._certificates: dict[str, Certificate] = {}
        self._running: asyncio.Task[None] | None = None
        self._process: SpawnProcess | None = None

    def start(self, game: str) -> bool:
        """Begin, unless one is at work."""
        if self._running is not None:
            return False
        self._certificates[game] = Certificate(self._now())
        self._running = asyncio.create_task(self._certify(game))
        return True

    async def certificates(self) -> Mapping[str, Certificate]:
        """Those that are kept, and those made here: another process may have made a newer one."""
        kept = await self._kept.load()
        found = {game: kept[edition] for game, edition in self._editions() if edition in kept}
        for game, made in self._certificates.items():
            if game not in found or found[game].at <= made.at:
                found[game] = made
        return found

    def _editions(self) -> Iterable[tuple[str, Edition]]:
        for key, game in self._registry.current().items():
            yield key, (key, game.info.version)

    def close(self) -> None:
        """The server stops: nobody waits for the rest."""
        if self._running is not None:
            self._running.cancel()
        if self._process is not None:
            self._process.kill()

    async def _certify(self, game: str) -> None:
        """All of it. A server that stops concludes nothing."""
        try:
            await self._look_into(game)
            self._conclude(game)
            await self._keep(game)
        finally:
            self._running = None

    async def _look_into(self, game: str) -> None:
        try:
            async with asyncio.timeout(self._longest):
                await self._follow(game)
        except TimeoutError:
            self._add(game, Finding(BROKEN_OFF, "they took too long", self._longest))
        except Exception as bug:
            logger.error("certifying failed: %s", trace_of(bug), extra={"game": game})
            self._add(game, Finding(BROKEN_OFF, "the process ended", 0.0))

    async def _keep(self, game: str) -> None:
        """Without the store it is known here, until the server stops."""
        edition = (game, self._registry.find(game).info.version)
        try:
            await self._kept.save(edition, self._certificates[game])
        except Exception as failure:
            logger.error("certificate not kept: %s", trace_of(failure), extra={"game": game})

    async def _follow(self, game: str) -> None:
        """Add each finding as it comes. Raises `EOFError` when the process ends before its time."""
        reader, writer = get_context("spawn").Pipe(duplex=False)
        arguments = (self._registry, game, self._work, writer)
        process = get_context("spawn").Process(target=_certify_aside, args=arguments, daemon=True)
        self._process = process
        process.start()
        writer.close()
        try:
            while (finding := await asyncio.to_thread(reader.recv)) is not None:
                self._add(game, finding)
        finally:
            process.kill()
            await asyncio.to_thread(process.join)
            self._process = None
            reader.close()

    def _add(self, game: str, finding: Finding) -> None:
        known = self._certificates[game]
        self._certificates[game] = replace(known, findings=(*known.findings, finding))

    def _conclude(self, game: str) -> None:
        known = self._certificates[game]
        good = bool(known.findings) and all(each.problem is None for each in known.findings)
        self._certificates[game] = replace(known, ok=good)


def _certify_aside(registry: Registry, game: str, work: Examine, writer: Connection) -> None:
    """Runs in the process: a finding at a time, then None."""
    with suppress(AttributeError, OSError):  # where the system knows no priorities
        os.nice(NICE)
    for result in work(registry.find(game), registry):
        writer.send(Finding(result.name, result.problem, result.seconds))
    writer.send(None)
