"""Fixtures for the tests of the edge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal

from tests.web.kitchen import Kitchen, close_kitchen, open_kitchen

OpenKitchen = Callable[..., Kitchen]


@contextmanager
def kitchens(folder: Path) -> Iterator[OpenKitchen]:
    """Opens kitchens with settings of one's own; all are closed afterwards."""
    opened: list[Kitchen] = []
    with start_blocking_portal() as portal:

        def open_one(**settings: Any) -> Kitchen:
            place = folder / str(len(opened))

            async def opening() -> Kitchen:
                return await open_kitchen(place, portal, **settings)

            opened.append(portal.call(opening))
            return opened[-1]

        yield open_one
        for kitchen in opened:
            portal.call(close_kitchen, kitchen)


@pytest.fixture
def open_one(tmp_path: Path) -> Iterator[OpenKitchen]:
    """For tests that need a kitchen of their own."""
    with kitchens(tmp_path) as open_it:
        yield open_it


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    """One kitchen for the tests of a module, without limits on how fast one asks."""
    with kitchens(tmp_path_factory.mktemp("kitchen")) as open_it:
        yield open_it(rate_limits=False)
