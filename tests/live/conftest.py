"""A kitchen of doubles for each test of the real-time room."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.live.house import House
from tests.live.kitchen import Kitchen, kitchen_open


@pytest.fixture
async def kitchen(anyio_backend: str) -> AsyncIterator[Kitchen]:
    """Doubles of everything, and no house yet."""
    async with kitchen_open() as made:
        yield made


@pytest.fixture
def house(kitchen: Kitchen) -> House:
    """One process."""
    return kitchen.house()
