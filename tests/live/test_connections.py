"""Sockets and seats of those who come to mean nobody, or are kept out: no exception, no delay."""

from __future__ import annotations

from functools import partial

import pytest

from app.live import connections
from app.live.connections import Connection, Connections
from app.live.host import Host
from app.live.house import House
from tests.live.kitchen import ANNA, BO, Kitchen, Viewer, open_match, watch

pytestmark = pytest.mark.anyio


@pytest.fixture
def house(kitchen: Kitchen) -> House:
    """One process."""
    return kitchen.house()


def connection_of(host: Host, viewer: Viewer) -> Connection:
    """A socket that is attached to its table, and not among all yet."""
    leave = partial(host.detach, viewer.attachment)
    return Connection("203.0.113.7", viewer.who, viewer.attachment.outbox, leave=leave)


@pytest.mark.parametrize("topic", [f"house:session=session-{BO.id}", f"house:merged={BO.id}"])
async def test_who_comes_in_while_that_ends_has_to_come_again(
    kitchen: Kitchen, house: House, topic: str
) -> None:
    host = await open_match(house)
    bo, anna = [await watch(host, player) for player in (BO, ANNA)]
    kitchen.bus.publish(topic)
    with (
        house.keeper.present(connection_of(host, bo)),
        house.keeper.present(connection_of(host, anna)),
    ):
        assert bo.wire.closed == (1012, "restarting")
        assert anna.wire.closed is None
        assert [each.visitor.player_id for each in house.connections] == [ANNA.id]
        assert host.crowd.presence().connected == {ANNA.id}


async def test_who_left_is_late_and_in_the_end_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_PARTED", 2)
    host = await open_match(house)
    bo = connection_of(host, await watch(host, BO))
    here = Connections()
    here.add(bo)
    assert not here.is_late(bo)
    assert here.part_with(BO.id) == [bo]
    assert len(here) == 0
    assert here.is_late(bo)
    for other in ("one", "two"):
        assert here.part_with(other) == []
    assert not here.is_late(bo)


async def test_a_table_that_fails_keeps_nobody_at_the_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = [await open_match(house) for _ in range(2)]

    async def fail(*_: object, **__: object) -> None:
        raise LookupError

    monkeypatch.setattr(bad, "alter", fail)
    await house.keeper.show_out(BO.id)
    assert good.table.seats[1].away
    assert not bad.table.seats[1].away
