"""Links while people are at the table: what they are shown, and who has to go."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from app.live.host import Host
from app.live.house import House
from app.live.orders import TableOrder
from app.tables.access import Visitor
from app.tables.links import LinkOrder
from app.tables.refusals import Code, Refused
from app.tables.table import Player
from tests.live.doubles import Wire, settle
from tests.live.kitchen import ANNA, BO, CLEO, Kitchen, Viewer, visitor, watch

pytestmark = pytest.mark.anyio


@pytest.fixture
async def host(house: House) -> Host:
    """A link-only table of Anna's."""
    made = await house.open_table(ANNA, TableOrder("milkuro"), "session-p-anna")
    return await house.host(made.id)


def key_of(host: Host, kind: str = "play") -> str:
    """The key that is passed on at the table now."""
    links = host.table_json(visitor(ANNA))["links"]
    return str(dict(links)[kind]).partition("?key=")[2]


async def come(house: House, host: Host, player: Player, key: str) -> Viewer:
    """Somebody comes by a link and looks on."""
    who = await house.visitor(host.table, player, f"session-{player.id}", key)
    wire = Wire()
    return Viewer(who, wire, await host.attach(who, wire))


async def ids_of(host: Host) -> list[str]:
    """The links of the table: play, then watch."""
    return [link["id"] for link in await host.invitations.list(visitor(ANNA))]


async def test_a_new_link_is_shown_to_those_who_sit(house: House, host: Host) -> None:
    anna, watcher = await watch(host, ANNA), await come(house, host, CLEO, key_of(host, "watch"))
    for each in (anna, watcher):
        each.read()
    made = await host.invitations.add(visitor(ANNA), LinkOrder("play", max_uses=1))
    await settle()
    assert anna.read()[-1]["table"]["links"]["play"] == made["url"]
    assert set(watcher.read()[-1]["table"]["links"]) == {"watch"}


async def test_a_link_that_is_used_up_is_shown_no_longer(house: House, host: Host) -> None:
    first = key_of(host)
    await host.invitations.add(visitor(ANNA), LinkOrder("play", max_uses=1))
    anna = await watch(host, ANNA)
    anna.read()
    only = key_of(host)
    await house.visitor(host.table, CLEO, "session-p-cleo", only)
    await settle()
    assert anna.read()[-1]["table"]["links"]["play"].endswith(first)
    assert key_of(host) == first


async def test_a_link_that_has_ended_is_shown_no_longer(kitchen: Kitchen, host: Host) -> None:
    first = key_of(host)
    until = kitchen.clock.now() + timedelta(seconds=5)
    await host.invitations.add(visitor(ANNA), LinkOrder("play", until=until))
    assert key_of(host) != first
    await kitchen.clock.advance(5)
    assert key_of(host) == first


async def test_12_who_came_by_a_revoked_link_has_to_go(house: House, host: Host) -> None:
    cleo = await come(house, host, CLEO, key_of(host))
    bo = await come(house, host, BO, key_of(host))
    await host.steward.sit(bo.who, 1, "word")
    play, _ = await ids_of(host)
    await host.invitations.revoke(visitor(ANNA), play)
    await settle()
    assert [message["type"] for message in cleo.read()][-2:] == ["error", "bye"]
    assert cleo.told[-2]["error"]["code"] == "not_found"
    assert cleo.told[-1]["reason"] == "closed"
    assert cleo.wire.closed is not None
    assert bo.wire.closed is None
    assert bo.read()[-1]["table"]["seats"][1]["player"]["name"] == "Bo"


async def test_12_a_link_that_is_revoked_on_the_way_in_lets_nobody_in(
    house: House, host: Host
) -> None:
    cleo = await house.visitor(host.table, CLEO, "session-p-cleo", key_of(host))
    play, _ = await ids_of(host)
    await host.invitations.revoke(visitor(ANNA), play)
    with pytest.raises(Refused) as caught:
        await host.attach(cleo, Wire())
    assert caught.value.code is Code.NOT_FOUND
    assert len(host.crowd) == 0


async def test_a_link_that_is_not_known_here_yet_lets_in(
    kitchen: Kitchen, house: House, host: Host
) -> None:
    there = await kitchen.house().host(host.table.id)
    await kitchen.store.links.add("newer", host.table.series, LinkOrder("watch"))
    cleo = Visitor(CLEO, "session-p-cleo", frozenset(("watch",)), frozenset(("newer",)))
    await there.attach(cleo, Wire())
    assert len(there.crowd) == 1


async def test_who_holds_two_links_stays_by_the_other(house: House, host: Host) -> None:
    await come(house, host, CLEO, key_of(host, "watch"))
    cleo = await come(house, host, CLEO, key_of(host))
    assert cleo.read()[0]["table"]["may_sit"] is True
    play, watch_link = await ids_of(host)
    await host.invitations.revoke(visitor(ANNA), play)
    await settle()
    assert cleo.read()[-1]["table"]["may_sit"] is False
    assert cleo.wire.closed is None
    await host.invitations.revoke(visitor(ANNA), watch_link)
    await settle()
    assert cleo.wire.closed is not None


async def test_a_public_table_sends_nobody_away(house: House) -> None:
    made = await house.open_table(ANNA, TableOrder("milkuro", visibility="public"))
    host = await house.host(made.id)
    cleo = await come(house, host, CLEO, key_of(host))
    for link in await ids_of(host):
        await host.invitations.revoke(visitor(ANNA), link)
    await settle()
    assert cleo.wire.closed is None
    assert cleo.read()[-1]["table"]["links"] == {}


async def test_another_process_hears_of_it(kitchen: Kitchen, house: House, host: Host) -> None:
    other = kitchen.house()
    there = await other.host(host.table.id)
    cleo = await come(other, there, CLEO, key_of(host))
    bo = await come(other, there, BO, key_of(host))
    await there.steward.sit(bo.who, 1, "word")
    await settle()
    play, _ = await ids_of(host)
    await host.invitations.revoke(visitor(ANNA), play)
    newer = await host.invitations.add(visitor(ANNA), LinkOrder("play"))
    await settle()
    assert cleo.wire.closed is not None
    assert bo.read()[-1]["table"]["links"]["play"] == newer["url"]


async def test_links_are_the_series(house: House, kitchen: Kitchen, host: Host) -> None:
    following = replace(host.table, id="table-2")
    await kitchen.store.create(following, ())
    there = await house.host("table-2")
    made = await host.invitations.add(visitor(ANNA), LinkOrder("watch"))
    await settle()
    shown = there.table_json(visitor(ANNA))["links"]["watch"]
    assert shown == made["url"].replace(host.table.id, "table-2")


async def test_a_reading_that_fails_costs_no_socket(
    kitchen: Kitchen, host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    other = kitchen.house()
    there = await other.host(host.table.id)
    cleo = await watch(there, CLEO)
    kitchen.bus.subscribe(lambda _: kitchen.store.fail("links"))
    await host.invitations.add(visitor(ANNA), LinkOrder("play"))
    await settle()
    assert "catch-up failed" in caplog.text
    assert cleo.wire.closed is None


@pytest.mark.parametrize("player", [BO, None])
async def test_who_is_not_the_host_changes_no_links(host: Host, player: Player | None) -> None:
    who = visitor(player) if player else Visitor(keys=frozenset(("play",)))
    for attempt in (
        host.invitations.list(who),
        host.invitations.add(who, LinkOrder("play")),
        host.invitations.revoke(who, "link"),
    ):
        with pytest.raises(Refused) as caught:
            await attempt
        assert caught.value.code is Code.FORBIDDEN
    assert len(await ids_of(host)) == 2
