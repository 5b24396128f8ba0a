"""Bots think in worker processes, with a time limit; one that loops takes nobody with it."""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any

from app.bots.levels import choose_move
from app.games.registry import Registry
from app.tables.ports import Question

logger = logging.getLogger("kitchen_table.bots")

THINKING_LIMIT = 5.0
"""Seconds after which a bot is given up and the game's default move is made."""

START_LIMIT = 60.0
"""Seconds that a worker process may take to start."""

_worker_registry: list[Registry] = []


def _enter_worker(registry: Registry) -> None:
    """Runs once in each worker process, which has nothing but the rules."""
    _worker_registry[:] = [registry]
    Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    """A server that was killed cannot tell its workers, and a pool's worker would wait for ever."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _choose_in_worker(question: Question) -> Any:
    return choose_move(_worker_registry[0], question)


def _be_there() -> bool:
    """The first task of a worker: it is up once this is answered."""
    return bool(_worker_registry)


class ProcessThinker:
    """A pool of worker processes, made when the first bot is asked.

    No more questions are handed out than there are workers, so the limit counts thinking alone:
    neither waiting for a free worker nor the start of a process is charged to a bot.
    """

    def __init__(
        self, registry: Registry, *, workers: int = 2, limit: float = THINKING_LIMIT
    ) -> None:
        self._registry = registry
        self._workers = workers
        self._limit = limit
        self._free = asyncio.Semaphore(workers)
        self._pool: ProcessPoolExecutor | None = None
        self._up: Future[bool] | None = None

    async def choose(self, question: Question) -> Any:
        """A legal move; the game's default move if thinking fails or takes too long."""
        try:
            async with self._free:
                return await self._think(question)
        except (TimeoutError, BrokenProcessPool):
            logger.warning("bot gave up", extra={"game": question.game, "level": question.level})
        except Exception:
            logger.exception("bot failed", extra={"game": question.game, "level": question.level})
        game = self._registry.find(question.game, question.rules_version)
        return game.default_move(question.state, question.seat)

    async def _think(self, question: Question) -> Any:
        pool = await self._ready_pool()
        thought = asyncio.wrap_future(pool.submit(_choose_in_worker, question))
        try:
            return await asyncio.wait_for(thought, self._limit)
        except (TimeoutError, BrokenProcessPool):
            self._throw_away(pool)
            raise

    async def _ready_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers,
                mp_context=get_context("spawn"),
                initializer=_enter_worker,
                initargs=(self._registry,),
            )
            self._up = self._pool.submit(_be_there)
        pool = self._pool
        if self._up is not None and not self._up.done():
            await asyncio.wait_for(asyncio.wrap_future(self._up), START_LIMIT)
        return pool

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
