"""The product with a fault: bots at tables called `Stuck` do not move until somebody wakes them.

`python3 -m tests.browser.stuck serve`. It stands for faults that nobody foresaw: the house finds
the table, cannot set it going by itself, and its staff can.
"""

from __future__ import annotations

import sys
from typing import Any
from unittest import mock

from app.cli import main
from app.live.desk import Desk
from app.live.driver import Driver

STUCK = "Stuck"
woken: set[str] = set()
wake_bots, repair = Driver.wake, Desk.repair


def wake_unless_stuck(driver: Driver) -> None:
    """What the house does whenever something has changed."""
    table = driver._host.table
    if table.title != STUCK or table.id in woken:
        wake_bots(driver)


async def repair_for_good(desk: Desk, table_id: str, kind: Any, *rest: Any, **more: Any) -> None:
    """What staff do."""
    if kind == "wake":
        woken.add(table_id)
    await repair(desk, table_id, kind, *rest, **more)


if __name__ == "__main__":
    with (
        mock.patch.object(Driver, "wake", wake_unless_stuck),
        mock.patch.object(Desk, "repair", repair_for_good),
    ):
        sys.exit(main(sys.argv[1:]))
