"""`python3 -m tests.fuzz --minutes N`: long runs of what the suite tries for a moment.

The minutes are shared out evenly; each round has a seed of its own, told with what it finds. Where
atheris is installed, the readers are also led by the code that they reach.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app import bootstrap

if TYPE_CHECKING:
    from tests.fuzz.trying import Count

ROUND = 100
"""Cases of one seed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run for so long, and tell figures; 1 if anything was found."""
    bootstrap.enter("tests.fuzz", bootstrap.DEV_LOCK, bootstrap.DEV_PROBES)
    asked = argparse.ArgumentParser(prog="python3 -m tests.fuzz", description=__doc__)
    asked.add_argument("--minutes", type=float, default=5.0)
    asked.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    asked.add_argument("--only", choices=("readers", "calls", "sockets", "atheris"))
    given = asked.parse_args(argv)
    parts = [name for name in runs() if given.only in (None, name)]
    seconds = given.minutes * 60 / len(parts)
    return max([runs()[name](seconds, given.seed) for name in parts])


def runs() -> dict[str, Callable[[float, int], int]]:
    """What there is to run here: each for some seconds from a seed; 1 if it found anything."""
    known = {"readers": run_readers, "calls": run_calls, "sockets": run_sockets}
    if importlib.util.find_spec("atheris"):
        known["atheris"] = run_atheris
    return known


def run_readers(seconds: float, seed: int) -> int:
    """Everything that reads what others wrote."""
    from tests.fuzz.parsers import targets
    from tests.fuzz.trying import Count, note

    counts = {target.name: Count(target.name) for target in targets()}
    for number in until(seconds, seed):
        for target in targets():
            note(counts[target.name], target.strategy(), target.check, cases=ROUND, number=number)
    return tell(counts.values())


def run_calls(seconds: float, seed: int) -> int:
    """Every call of the OpenAPI document."""
    from tests.fuzz.calls import fuzz_calls
    from tests.fuzz.trying import Count
    from tests.web.conftest import kitchens

    count = Count("calls of the document")
    with tempfile.TemporaryDirectory() as folder, kitchens(Path(folder)) as open_it:
        kitchen = open_it(rate_limits=False)
        for number in until(seconds, seed):
            fuzz_calls(kitchen, cases=8, number=number, count=count)
    return tell([count])


def run_sockets(seconds: float, seed: int) -> int:
    """Connections at a table."""
    from tests.fuzz.sockets import arena, attacks
    from tests.fuzz.trying import Count, note
    from tests.web.conftest import kitchens

    count = Count("connections at a table")
    with (
        tempfile.TemporaryDirectory() as folder,
        kitchens(Path(folder)) as open_it,
        arena(open_it(rate_limits=False)) as place,
    ):
        note(count, attacks, place.check, cases=ROUND, number=seed)
        before = place.objects()
        for number in until(seconds, seed + 1):
            note(count, attacks, place.check, cases=ROUND, number=number)
        sys.stdout.write(f"objects in memory: {before} before, {place.objects()} after\n")
    return tell([count])


def run_atheris(seconds: float, seed: int) -> int:
    """The readers again, led by the code that they reach."""
    from tests.fuzz.guided import fuzz_guided

    return fuzz_guided(seconds, seed)


def until(seconds: float, seed: int) -> Iterator[int]:
    """Seeds, one after another, until the time is over; at least one."""
    end = time.monotonic() + seconds
    yield seed
    for number in itertools.count(seed + 1):
        if time.monotonic() > end:
            return
        yield number


def tell(counts: Iterable[Count]) -> int:
    """The figures, and what was found."""
    found = 0
    for count in counts:
        sys.stdout.write(f"{count.name}: {count.cases} cases, {len(count.findings)} findings\n")
        sys.stdout.writelines(f"  {finding}\n" for finding in count.findings)
        found += len(count.findings)
    sys.stdout.flush()
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
