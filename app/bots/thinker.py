"""Bots think in worker processes, with a time limit; one that loops takes nobody with it."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from app.bots.levels import choose_move
from app.games.registry import Registry
from app.tables.ports import Question

logger = logging.getLogger("kitchen_table.bots")

THINKING_LIMIT = 5.0
"""Seconds after which a bot is given up and the game's default move is made."""

_worker_registry: list[Registry] = []


def _enter_worker(registry: Registry) -> None:
    """Runs once in each worker process, which has nothing but the rules."""
    _worker_registry[:] = [registry]


def _choose_in_worker(question: Question) -> Any:
    return choose_move(_worker_registry[0], question)


class ProcessThinker:
    """A pool of worker processes, made when the first bot is asked."""

    def __init__(
        self, registry: Registry, *, workers: int = 1, limit: float = THINKING_LIMIT
    ) -> None:
        self._registry = registry
        self._workers = workers
        self._limit = limit
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, question: Question) -> Any:
        """A legal move; the game's default move if thinking fails or takes too long."""
        pool = self._ready_pool()
        try:
            future = asyncio.wrap_future(pool.submit(_choose_in_worker, question))
            return await asyncio.wait_for(future, self._limit)
        except (TimeoutError, BrokenProcessPool):
            logger.warning("bot gave up", extra={"game": question.game, "level": question.level})
            self._throw_away(pool)
        except Exception:
            logger.exception("bot failed", extra={"game": question.game, "level": question.level})
        game = self._registry.find(question.game, question.rules_version)
        return game.default_move(question.state, question.seat)

    def _ready_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers,
                mp_context=get_context("spawn"),
                initializer=_enter_worker,
                initargs=(self._registry,),
            )
        return self._pool

    def _throw_away(self, pool: ProcessPoolExecutor) -> None:
        """A worker that hangs would keep its place for ever: end them all, begin anew."""
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._throw_away(self._pool)
