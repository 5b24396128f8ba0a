"""One process that thinks, with a limit of time and one of memory."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

from app.games.registry import Registry
from app.tables.ports import Question

Answer = TypeVar("Answer")

_worker_registry: list[Registry] = []


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot may use. Seconds of thinking about a move, seconds of thinking about advice,
    seconds to start, bytes of address space."""

    thinking: float = 5.0
    advising: float = 10.0
    starting: float = 60.0
    memory: int = 1 << 30


def _enter_worker(registry: Registry, memory: int) -> None:
    """Runs once in each worker process, which has nothing but the rules."""
    _worker_registry[:] = [registry]
    Thread(target=_end_with_the_server, daemon=True).start()
    _limit_memory(memory)


def _limit_memory(memory: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # where the system has no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _end_with_the_server() -> None:
    """A server that was killed cannot tell its workers, and a pool's worker would wait for ever."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _think_in_worker(think: Callable[[Registry, Question], Answer], question: Question) -> Answer:
    return think(_worker_registry[0], question)


def _be_there() -> bool:
    """The first task of a worker: it is up once this is answered."""
    return bool(_worker_registry)


class Worker:
    """A process made at the first question, and made anew after it had to be ended."""

    def __init__(self, registry: Registry, limits: Limits) -> None:
        self._registry = registry
        self._limits = limits
        self._pool: ProcessPoolExecutor | None = None

    async def come_up(self) -> None:
        """Start the process. Raises `TimeoutError`, `BrokenProcessPool` when that fails."""
        await self._start()

    async def ask(
        self, think: Callable[[Registry, Question], Answer], question: Question, seconds: float
    ) -> Answer:
        """What `think`, a function of a module, answers there in time. Raises what it raises,
        `TimeoutError`, `BrokenProcessPool`."""
        try:
            pool = self._pool or await self._start()
            thought = asyncio.wrap_future(pool.submit(_think_in_worker, think, question))
            return await asyncio.wait_for(thought, seconds)
        except (TimeoutError, BrokenProcessPool, asyncio.CancelledError):
            self.end()  # it may hang, and would keep its place for ever
            raise

    async def _start(self) -> ProcessPoolExecutor:
        self._pool = pool = ProcessPoolExecutor(
            1,
            mp_context=get_context("spawn"),
            initializer=_enter_worker,
            initargs=(self._registry, self._limits.memory),
        )
        up = asyncio.wrap_future(pool.submit(_be_there))
        await asyncio.wait_for(up, self._limits.starting)
        return pool

    def end(self) -> None:
        """Kill the process, whatever it does."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
