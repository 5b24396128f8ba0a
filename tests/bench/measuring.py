"""What a process costs, and how to give server and load a core each."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Answer = TypeVar("Answer")
PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Usage:
    """Of a process and its children: CPU seconds so far, bytes of memory now."""

    cpu: float
    memory: int


def family_of(pid: int) -> list[int]:
    """The process and all that it started."""
    children: dict[int, list[int]] = {}
    for folder in PROC.iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    family, todo = [], [pid]
    while todo:
        one = todo.pop()
        family.append(one)
        todo += children.get(one, [])
    return family


def usage_of(pid: int) -> Usage:
    """By the scheduler's own clock, which is finer than ticks."""
    nanoseconds = memory = 0
    for member in family_of(pid):
        try:
            for task in (PROC / str(member) / "task").iterdir():
                nanoseconds += int((task / "schedstat").read_text().split()[0])
            pages = int((PROC / str(member) / "statm").read_text().split()[1])
        except OSError:
            continue
        memory += pages * os.sysconf("SC_PAGE_SIZE")
    return Usage(nanoseconds / 1e9, memory)


def on_core(core: int) -> list[str]:
    """What to put before a command so that it keeps to that core, where that is possible."""
    if shutil.which("taskset") is None or core not in os.sched_getaffinity(0):
        return []
    return ["taskset", "-c", str(core)]


def keep_to_core(core: int) -> None:
    """The same for this process, once its children are started."""
    if core in os.sched_getaffinity(0):
        os.sched_setaffinity(0, {core})


def quantile(values: Sequence[float], part: float) -> float:
    """That part of the values is not greater; `values` need not be sorted."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else float("nan")


def run_fast(work: Coroutine[object, object, Answer]) -> Answer:
    """Run on uvloop, as the server does."""
    import uvloop  # not on every system

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)
