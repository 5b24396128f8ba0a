"""Certifying beside a server: findings come one by one, and what breaks off is told."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from app.certify.background import BROKEN_OFF, BackgroundCertifier, Examine
from app.certify.report import Result
from app.games.base import AnyGame
from app.games.registry import REGISTRY, Registry
from app.tables.certificates import Certificate, Edition

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


@dataclass
class Shelf:
    """Certificates in memory; a broken one takes none."""

    kept: dict[Edition, Certificate] = field(default_factory=dict)
    broken: bool = False
    saved: asyncio.Event = field(default_factory=asyncio.Event)

    async def load(self) -> Mapping[Edition, Certificate]:
        return self.kept

    async def save(self, edition: Edition, certificate: Certificate) -> None:
        self.saved.set()
        if self.broken:
            raise OSError("no shelf")
        self.kept[edition] = certificate


async def certified(
    work: Examine,
    *,
    longest: float = 60.0,
    enough: Callable[[Certificate], bool] | None = None,
    shelf: Shelf | None = None,
) -> Certificate:
    """What is known once it is done, or once it is enough."""
    shelf = shelf or Shelf()
    certifier = BackgroundCertifier(REGISTRY, shelf, lambda: NOW, work=work, longest=longest)
    assert await certifier.certificates() == {}
    assert certifier.start("gnav")
    assert not certifier.start("milkuro"), "one at a time"
    assert await certifier.certificates() == {"gnav": Certificate(NOW)}
    while not shelf.saved.is_set():
        known = (await certifier.certificates())["gnav"]
        if enough is not None and enough(known):
            break
        with suppress(TimeoutError):
            await asyncio.wait_for(shelf.saved.wait(), 0.02)
    known = (await certifier.certificates())["gnav"]
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
    known = await certified(endless, longest=1.0)
    assert known.ok is False
    assert known.findings[-1].name == BROKEN_OFF


async def test_the_last_one_outlives_the_server_and_is_its_versions_alone() -> None:
    old = Certificate(NOW - timedelta(days=1), ok=False)
    shelf = Shelf({("gnav", "0"): old, ("milkman", "1"): old})
    after = BackgroundCertifier(REGISTRY, shelf, lambda: NOW)
    assert await after.certificates() == {"milkman": old}
    del shelf.kept["milkman", "1"]
    known = await certified(good, shelf=shelf)
    assert await after.certificates() == {"gnav": known}
    newer = replace(known, at=NOW + timedelta(days=1), ok=False)
    await shelf.save(("gnav", "1"), newer)
    assert await after.certificates() == {"gnav": newer}, "another process made it"


async def test_without_the_store_it_is_known_until_the_end() -> None:
    shelf = Shelf(broken=True)
    assert (await certified(good, shelf=shelf)).ok is True
    assert shelf.kept == {}


async def test_a_server_that_stops_takes_the_checks_with_it() -> None:
    known = await certified(endless, enough=lambda known: bool(known.findings))
    assert (known.ok, len(known.findings)) == (None, 1)
