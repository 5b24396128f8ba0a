"""Bots think in worker processes, within limits; one that loops takes nobody with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from app.bots.advice import advise
from app.bots.levels import choose_move
from app.bots.worker import Limits, Worker
from app.games.registry import Registry
from app.tables.bugs import trace_of
from app.tables.ports import Advice, Question
from app.tables.tallies import BotTally

logger = logging.getLogger("kitchen_table.bots")

Answer = TypeVar("Answer")

MOST_ADVISED = 8
"""People who wait for advice at a time; whoever comes then may ask again a little later."""


class ProcessThinker:
    """A few workers, each asked one question at a time.

    So a limit counts thinking alone: neither waiting for a free worker nor the start of a
    process is charged to a bot, and a bot that is given up ends no other bot's process.
    """

    def __init__(
        self, registry: Registry, *, workers: int = 2, limits: Limits | None = None
    ) -> None:
        self.tally = BotTally()
        self._registry = registry
        self._limits = limits or Limits()
        self._workers = tuple(Worker(registry, self._limits) for _ in range(workers))
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._advising = asyncio.Semaphore(max(1, workers - 1))
        self._advised = 0
        self._closed = False
        for worker in self._workers:
            self._idle.put_nowait(worker)

    async def choose(self, question: Question) -> Any:
        """A legal move; the game's default move if thinking fails or takes too long."""
        move = await self._think(choose_move, question, self._limits.thinking)
        if move is not None:
            return move
        game = self._registry.find(question.game, question.rules_version)
        return game.default_move(question.state, question.seat)

    async def advise(self, question: Question) -> Advice | None:
        """What a strong player would do; None if thinking fails, or too many ask at once.

        One worker is always left to the bots, unless there is only one.
        """
        if self._advised >= MOST_ADVISED:
            return None
        self._advised += 1
        try:
            async with self._advising:
                return await self._think(advise, question, self._limits.advising)
        finally:
            self._advised -= 1

    async def _think(
        self, think: Callable[[Registry, Question], Answer], question: Question, seconds: float
    ) -> Answer | None:
        self.tally.thinking += 1
        try:
            return await self._ask(think, question, seconds)
        except (TimeoutError, BrokenProcessPool):
            self.tally.late += 1
            logger.warning("bot gave up", extra={"game": question.game, "level": question.level})
        except Exception as bug:
            self.tally.failures += 1
            where = {"game": question.game, "level": question.level}
            logger.error("bot failed: %s", trace_of(bug), extra=where)
        finally:
            self.tally.thinking -= 1
        return None

    async def _ask(
        self, think: Callable[[Registry, Question], Answer], question: Question, seconds: float
    ) -> Answer:
        worker = await self._idle.get()
        try:
            if self._closed:
                raise BrokenProcessPool("no bot thinks here any more")
            return await worker.ask(think, question, seconds)
        finally:
            self._idle.put_nowait(worker)

    def close(self) -> None:
        """End the workers."""
        self._closed = True
        for worker in self._workers:
            worker.end()
