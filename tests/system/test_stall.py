"""A spectator who stops reading: the bound holds, nobody waits, nothing grows."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.live.outbox import Limits
from tests.bench.stall import WARM_MOVES, Reader, Scene, busy_table, growth_of
from tests.scale import scaled

pytestmark = pytest.mark.anyio

PATIENCE = 60
LIMITS = Limits(high_mark=64 * 1024, low_mark=16 * 1024, patience=10 * PATIENCE)
MOVES = scaled(600, 5000)
GROWTH = 256 * 1024
"""Bytes; a view has 4,000, so that a growth with the moves would be ten times as much."""


def check_others(scene: Scene) -> None:
    """Nobody who reads has missed a position, nor waits for one."""
    reader = scene.readers[0]
    assert (reader.gaps, reader.states) == (0, 1)
    assert [player.gaps for player in scene.players] == [0, 0]
    assert scene.host.ledger.seq == max(player.seq for player in scene.players)


def check_bound(scene: Scene, stalled: int) -> None:
    """What is held for one is at most the bound and the message that went over it."""
    behind = [each for each in scene.host.crowd if each.outbox.behind]
    assert len(behind) == stalled
    largest = max(reader.largest for reader in (*scene.players, *scene.readers))
    assert LIMITS.high_mark < scene.highest_unsent <= LIMITS.high_mark + largest + 16


async def fill_buffers(scene: Scene, stalled: int) -> None:
    """Play until so many have fallen behind; how much the kernel takes before is its own affair."""
    async with asyncio.timeout(PATIENCE):
        await scene.play(WARM_MOVES)
        while sum(each.outbox.behind for each in scene.host.crowd) < stalled:
            await scene.play(20)


async def read_on(reader: Reader, seq: int) -> None:
    """Read again until that position was told."""
    reader.socket.transport.resume_reading()
    await asyncio.wait_for(reader.reaches(seq), PATIENCE)


@pytest.mark.parametrize("stalled", [1, 50])
async def test_30_stalled_spectators_cost_a_bounded_queue(tmp_path: Path, stalled: int) -> None:
    async with busy_table(tmp_path, limits=LIMITS) as scene:
        for _ in range(stalled):
            await scene.watch(stalled=True)
        await fill_buffers(scene, stalled)
        assert await growth_of(scene, MOVES) < GROWTH
        check_bound(scene, stalled)
        check_others(scene)


async def test_30_who_reads_again_gets_one_state(tmp_path: Path) -> None:
    async with busy_table(tmp_path, limits=LIMITS) as scene:
        late = await scene.watch(stalled=True)
        await fill_buffers(scene, 1)
        await scene.play(WARM_MOVES)
        check_bound(scene, 1)
        told = scene.host.ledger.seq or 0
        await read_on(late, told)
        assert late.states == 2, "the first one, and the one that makes up for all"
        assert late.gaps == 0
        assert late.socket.frames < told - WARM_MOVES / 2, "what came meanwhile was not sent"
        await scene.play(50)
        await read_on(late, told + 50)
        assert (late.states, late.gaps, late.said) == (2, 0, [])
        check_others(scene)


async def test_30_who_never_reads_is_dropped(tmp_path: Path) -> None:
    async with busy_table(tmp_path, limits=Limits(patience=0.2)) as scene:
        for _ in range(20):
            await scene.watch(stalled=True)
        assert len(scene.host.crowd) == 23
        async with asyncio.timeout(PATIENCE):
            while len(scene.host.crowd) > 3:
                await scene.play(20)
        await scene.play(100)
        check_others(scene)
        assert scene.unsent < LIMITS.low_mark
