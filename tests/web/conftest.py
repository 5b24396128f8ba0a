"""Fixtures for the tests of the edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal

from tests.web.kitchen import Kitchen, close_kitchen, open_kitchen

OpenKitchen = Callable[..., Kitchen]


@pytest.fixture
def open_one(tmp_path: Path) -> Iterator[OpenKitchen]:
    """Open a kitchen with settings of one's own; it is closed after the test."""
    with ExitStack() as stack, start_blocking_portal() as portal:
        def open_it(**settings: Any) -> Kitchen:
            folder = tmp_path / "kitchen"

            async def opening() -> Kitchen:
                return await open_kitchen(folder, portal, **settings)

            kitchen = portal.call(opening)
            stack.callback(portal.call, close_kitchen, kitchen)
            return kitchen

        yield open_it
        stack.close()


@pytest.fixture
def kitchen(open_one: OpenKitchen) -> Kitchen:
    """A kitchen without limits on how fast one asks."""
    return open_one(rate_limits=False)
