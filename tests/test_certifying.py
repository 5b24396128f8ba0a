"""Certifying beside a server: findings come one by one, and what breaks off is told."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from app.certify.background import BROKEN_OFF, BackgroundCertifier, Examine
from app.certify.report import Result
from app.games.base import AnyGame
from app.games.registry import REGISTRY, Registry
from app.tables.certificates import Certificate

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)


def good(game: AnyGame, registry: Registry) -> Iterator[Result]:
    """Two checks that hold."""
    yield Result(f"{game.info.key} ends", None, 0.1)
    yield Result("moves apply", None, 0.2)


def bad(game: AnyGame, registry: Registry) -> Iterator[Result]:
    """One of two does not hold."""
    yield Result("ends", None, 0.1)
    yield Result("moves apply", "one does not", 0.2)


def dying(game: AnyGame, registry: Registry) -> Iterator[Result]:
    """The process ends in the middle."""
    yield Result("ends", None, 0.1)
    os._exit(3)


def endless(game: AnyGame, registry: Registry) -> Iterator[Result]:
    """Never comes to an end."""
    yield Result("ends", None, 0.1)
    while True:
        os.getpid()


async def certified(
    work: Examine, *, longest: float = 60.0, enough: Callable[[Certificate], bool] | None = None
) -> Certificate:
    """What is known once it is done, or once it is enough."""
    certifier = BackgroundCertifier(REGISTRY, lambda: NOW, work=work, longest=longest)
    assert certifier.certificate("gnav") is None
    assert certifier.start("gnav")
    assert not certifier.start("milkuro"), "one at a time"
    known = certifier.certificate("gnav")
    assert known == Certificate(NOW)
    done = asyncio.Event()
    loop = asyncio.get_running_loop()

    def look() -> None:
        known = certifier.certificate("gnav")
        assert known is not None
        if known.ok is not None or (enough is not None and enough(known)):
            done.set()
        else:
            loop.call_later(0.02, look)

    look()
    await done.wait()
    known = certifier.certificate("gnav")
    assert known is not None
    certifier.close()
    return known


async def test_a_good_game_is_certified() -> None:
    known = await certified(good)
    assert (known.ok, known.at) == (True, NOW)
    assert [finding.name for finding in known.findings] == ["gnav ends", "moves apply"]


async def test_a_bad_game_is_not() -> None:
    known = await certified(bad)
    assert known.ok is False
    assert [finding.problem for finding in known.findings] == [None, "one does not"]


async def test_a_process_that_ends_certifies_nothing() -> None:
    known = await certified(dying)
    assert known.ok is False
    assert [finding.name for finding in known.findings] == ["ends", BROKEN_OFF]


async def test_checks_that_do_not_end_are_broken_off() -> None:
    known = await certified(endless, longest=3.0)
    assert known.ok is False
    assert known.findings[-1].name == BROKEN_OFF


async def test_a_server_that_stops_takes_the_checks_with_it() -> None:
    known = await certified(endless, enough=lambda known: bool(known.findings))
    assert (known.ok, len(known.findings)) == (None, 1)
