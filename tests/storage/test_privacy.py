"""Leaving, carrying everything home, and sweeping: what goes, what stays, how much at a time."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, text, update

from app.games.base import Outcome
from app.storage.departures import PORTION
from app.storage.house_schema import addresses, admins, bans, verdicts
from app.storage.schema import chat, credentials, grants, metadata, players, reports, sessions
from app.storage.schema import tables as stored_tables
from app.storage.store import Store
from app.storage.sweeping import SWEEPERS
from app.tables.departures import WITHDRAWN, Cleared
from app.tables.links import Link
from app.tables.ports import ChatLine, Report, Tenure
from app.tables.retention import Visit
from app.tables.table import Branch, Player, SeatState, Table
from tests.storage.samples import ANNA, BO, NOW, add_players, later, playing, row, table

pytestmark = pytest.mark.anyio

WREN = "Former Wren 100"
SECRET = b"a hash that is nobody's business"


async def ended(store: Store, table_id: str = "t1", **changes: Any) -> Table:
    """A stored match of Anna's and Bo's that is over."""
    seats = (
        SeatState(0, player=ANNA, client_seed="abc"),
        SeatState(1, player=BO, client_seed="def"),
        SeatState(2, bot="easy", client_seed="bot"),
        SeatState(3, bot="easy", client_seed="bot"),
    )
    made = replace(
        playing(table_id, seats=seats, ended_at=later(60), title="Anna's birthday"),
        state="finished",
        result=Outcome((3, 1, 0, 0), (1, 2, 3, 3), (0,)),
        **{"commitment": f"{table_id:0>64}", **changes},
    )
    await store.tables.create(made, (Link(f"link-{table_id}", made.series, "play", 1),))
    return made


async def let_in(store: Store, player: str, session: str = "s1") -> None:
    """A browser of somebody's that came by the link of `t1`."""
    secret = SECRET + session.encode()
    await store.players.open_session(
        session, "session", secret, player_id=player, at=NOW, until=later(1000)
    )
    await store.links.grant(session, "link-t1", later(2))


async def say(store: Store, player: Player, *words: str, at: datetime = NOW) -> None:
    """Lines at `t1`; their ids are their words."""
    for word in words:
        await store.chat.add("t1", ChatLine(word, "table", player, 0, word, None, at))


async def report(store: Store, line: str, by: str = BO.id, *, judged: bool = False) -> None:
    """Somebody wants that line looked at; perhaps somebody has."""
    await store.reports.add(Report(f"r-{line}", "t1", line, by, "That hurts.", NOW))
    if judged:
        verdict = {"report_id": f"r-{line}", "admin_id": "a1", "at": NOW, "verdict": "dismissed"}
        await change(store, insert(verdicts).values(verdict))


async def hire(store: Store) -> None:
    """Somebody who judges."""
    boss = {"id": "a1", "name": "Boss", "handle": "boss", "role": "owner", "created_at": NOW}
    await change(store, insert(admins).values(boss))


async def change(store: Store, statement: Any) -> None:
    await store.database.write(lambda connection: connection.execute(statement) and None)


async def texts(store: Store) -> dict[str, str | None]:
    """What lines say, by id."""
    query = select(chat.c.id, chat.c.text)
    return await store.database.read(lambda c: {row.id: row.text for row in c.execute(query)})


async def leave(store: Store, player: str = ANNA.id) -> None:
    """All of it, as the house does it."""
    await store.departing.forget(player, WREN, later(100))
    while (await store.departing.clear(player)).more:
        pass
    await store.departing.rename_in_records(player)


async def whole_store(store: Store) -> str:
    """Every cell of every table, as text."""

    def read(connection: Connection) -> str:
        found = [connection.execute(select(each)).all() for each in metadata.sorted_tables]
        return json.dumps(found, default=repr, ensure_ascii=False)

    return await store.database.read(read)


async def test_nothing_that_names_who_has_left_is_anywhere(store: Store) -> None:
    await add_players(store, ANNA, BO)
    made = await ended(store)
    await let_in(store, ANNA.id)
    line = ChatLine("c1", "table", ANNA, 0, "I am Anna Ö of Brighton", None, NOW)
    await store.chat.add("t1", line)
    await store.addresses.record([Visit(ANNA.id, "203.0.113.7", NOW)], "salt")
    record = {"seats": [{"name": ANNA.name}, {"name": BO.name}], "start": {"fresh": True}}
    record["commitment"] = made.commitment
    await store.tables.create(
        playing("b1", seats=(SeatState(0, player=BO, client_seed="x"),), branch=Branch("t1", 3)),
        (),
        origin=json.dumps(record),
    )
    assert "Anna" in await whole_store(store)
    await leave(store)
    everything = await whole_store(store)
    for trace in ("Anna", "Brighton", "birthday", "203.0.113.7", SECRET.decode()):
        assert trace not in everything
    assert await count(store, sessions, grants, credentials) == [0, 0, 0]
    loaded = await store.tables.load("t1")
    assert loaded is not None
    assert [place.player for place in loaded.seats[:2]] == [Player(ANNA.id, WREN), BO]
    assert replace(loaded, seats=made.seats, title=made.title, version=0) == made


async def count(store: Store, *chosen: Any) -> list[int]:
    queries = [select(func.count()).select_from(each) for each in chosen]
    return await store.database.read(lambda c: [c.scalar(query) or 0 for query in queries])


async def test_leaving_twice_is_leaving_once(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await ended(store)
    assert await store.departing.forget(ANNA.id, WREN, later(1)) == WREN
    assert await store.departing.forget(ANNA.id, "Former Owl 200", later(2)) == WREN
    await store.players.rename(ANNA.id, "Anna again")
    assert await store.players.load(ANNA.id) == Player(ANNA.id, WREN)
    assert await store.departing.forget("p-nobody", WREN, later(1)) is None
    first = await store.departing.clear(ANNA.id)
    assert first == Cleared(more=False, tables=(("t1", 1),))
    assert await store.departing.clear(ANNA.id) == Cleared(more=False)
    (departure,) = await store.departing.uncleared(10)
    assert (departure.player, departure.at) == (ANNA.id, later(1))
    await store.departing.mark_cleared(ANNA.id, later(9))
    assert await store.departing.uncleared(10) == ()


async def test_a_session_that_was_under_way_is_ended_by_the_next_portion(store: Store) -> None:
    await add_players(store, ANNA)
    await store.departing.forget(ANNA.id, WREN, later(1))
    await store.players.open_session(
        "late", "session", SECRET, player_id=ANNA.id, at=later(2), until=later(9)
    )
    await store.departing.clear(ANNA.id)
    assert await store.players.find_session("session", SECRET, later(3)) is None


async def test_records_that_lie_in_each_other_keep_everybody_elses_name(store: Store) -> None:
    """Whose record it is, its commitment tells: a branch may carry its origin's origin."""
    await add_players(store, ANNA, BO)
    first = await ended(store, "t1")
    swapped = (replace(first.seats[1], seat=0), replace(first.seats[0], seat=1), *first.seats[2:])
    second = await ended(store, "t2", seats=swapped, branch=None)
    inner = {"commitment": first.commitment, "seats": names(ANNA, BO), "start": {"fresh": True}}
    outer = {
        "commitment": second.commitment,
        "seats": names(BO, ANNA),
        "start": {"branch": {"record": inner, "seq": 3}},
    }
    both = playing("b1", branch=Branch("t2", 9), seats=())
    await store.tables.create(both, (), origin=json.dumps(outer))
    only_inner = playing("b2", branch=Branch("b1", 2), seats=())
    await store.tables.create(only_inner, (), origin=json.dumps(inner))
    await leave(store)
    wren = Player(ANNA.id, WREN)
    start = select(stored_tables.c.start).order_by(stored_tables.c.id)
    found = await store.database.read(lambda c: list(c.scalars(start)))
    carried = [each["branch"]["record"] for each in found if "branch" in each]
    assert carried[0]["seats"] == names(BO, wren)
    assert carried[0]["start"]["branch"]["record"]["seats"] == names(wren, BO)
    assert carried[1]["seats"] == names(wren, BO)


def names(*seated: Player) -> list[dict[str, str]]:
    return [{"name": player.name} for player in seated]


async def test_a_guest_that_became_somebody_leaves_with_them(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await ended(store)
    await change(store, update(players).where(players.c.id == BO.id).values(merged_into=ANNA.id))
    await say(store, BO, "as a guest")
    await leave(store)
    loaded = await store.players.load(BO.id)
    assert loaded is not None
    assert loaded.name == WREN
    assert await texts(store) == {"as a guest": WITHDRAWN}


async def test_lines_go_in_portions_and_what_waits_for_a_verdict_stays(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await ended(store)
    await hire(store)
    await say(store, ANNA, *(f"line {number}" for number in range(PORTION)), "waits", "judged")
    await say(store, BO, "of another")
    await store.chat.add("t1", ChatLine("phrase", "table", ANNA, 0, None, "thanks", NOW))
    await report(store, "waits")
    await report(store, "judged", judged=True)
    await store.departing.forget(ANNA.id, WREN, later(1))
    assert (await store.departing.clear(ANNA.id)).more
    assert not (await store.departing.clear(ANNA.id)).more
    left = {line: said for line, said in (await texts(store)).items() if said != WITHDRAWN}
    assert left == {"waits": "waits", "of another": "of another", "phrase": None}
    await change(
        store,
        insert(verdicts).values(report_id="r-waits", admin_id="a1", at=NOW, verdict="banned"),
    )
    assert not await store.sweeping.sweep("judged_lines", NOW)
    assert (await texts(store))["waits"] == WITHDRAWN
    assert (await texts(store))["of another"] == "of another"


async def test_what_somebody_who_left_reported_loses_their_words_once_judged(
    store: Store,
) -> None:
    await add_players(store, ANNA, BO)
    await ended(store)
    await hire(store)
    await say(store, ANNA, "one", "two")
    await report(store, "one", judged=True)
    await report(store, "two")
    await leave(store, BO.id)
    await store.sweeping.sweep("judged_lines", NOW)
    query = select(reports.c.line_id, reports.c.why).order_by(reports.c.line_id)
    found = await store.database.read(lambda c: [tuple(row) for row in c.execute(query)])
    assert found == [("one", ""), ("two", "That hurts.")]


async def test_open_tables_are_those_with_a_seat_or_the_hosts_role(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await store.tables.create(table("seat", host=BO.id), ())
    await store.tables.create(table("host", seats=(), created_at=later(1)), ())
    await store.tables.create(table("none", seats=(), host=BO.id), ())
    await ended(store, "over")
    assert await store.departing.open_tables(ANNA.id) == ("seat", "host")


async def test_a_dossier_holds_what_is_theirs_and_nothing_that_lets_anybody_in(
    store: Store,
) -> None:
    await add_players(store, ANNA, BO)
    await hire(store)
    await ended(store)
    await let_in(store, ANNA.id)
    await let_in(store, BO.id, "s2")
    await say(store, ANNA, "mine")
    await say(store, BO, "theirs")
    await report(store, "theirs", ANNA.id)
    mute = {"id": "m1", "kind": "mute", "player_id": ANNA.id, "why": "Loud.", "admin_id": "a1"}
    await change(store, insert(bans).values({**mute, "at": NOW}))
    await store.addresses.record([Visit(ANNA.id, "203.0.113.7", later(5))], "salt")
    dossier = await store.dossiers.load(ANNA.id)
    assert dossier is not None
    assert (dossier.player.name, dossier.player.seen_at) == (ANNA.name, later(5))
    assert [(each.session, each.kind) for each in dossier.credentials] == [("s1", "session")]
    assert [(each.session, each.kind) for each in dossier.links] == [("s1", "play")]
    assert [each.address for each in dossier.addresses] == ["203.0.113.7"]
    assert [(each.kind, each.why) for each in dossier.bans] == [("mute", "Loud.")]
    assert [(each.line, each.why) for each in dossier.reports] == [("theirs", "That hurts.")]
    assert [line.text for line in await store.dossiers.lines(ANNA.id)] == ["mine"]
    assert "nobody's business" not in repr(dossier)
    assert await store.dossiers.load("p-nobody") is None


async def test_a_dossier_tells_tables_with_own_moves_and_no_seed(store: Store) -> None:
    await add_players(store, ANNA, BO)
    tenures = (Tenure(0, ANNA.id, 0, "start"), Tenure(1, BO.id, 0, "start"))
    made = playing("run", seats=(SeatState(0, player=ANNA, client_seed="abc"),), title="Ours")
    await store.tables.create(made, (), tenures)
    for entry in (row(1, "ref"), row(2), row(3, "ref", player=BO.id)):
        await store.log.append("run", entry)
    await ended(store, "t1", created_at=later(-9))
    await store.tables.create(table("bos", seats=(), host=BO.id), ())
    assert await store.dossiers.table_ids(ANNA.id) == ("t1", "run")
    over = await store.dossiers.table(ANNA.id, "t1")
    assert over is not None
    assert (over.seat, over.score, over.place, over.host) == (0, 3, 1, True)
    running = await store.dossiers.table(ANNA.id, "run")
    assert running is not None
    assert [(move.seq, move.move) for move in running.moves] == [(1, {"type": "lead", "card": 17})]
    assert [(seat.seat, seat.why) for seat in running.seats] == [(0, "start")]
    assert (running.word, running.place) == ("abc", None)
    assert made.server_seed.hex() not in repr(running)
    assert await store.dossiers.table(ANNA.id, "bos") is None


async def test_chat_is_swept_in_portions_with_what_was_said_about_it(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await hire(store)
    await ended(store)
    await say(store, ANNA, "waits", "judged", *(f"line {n}" for n in range(PORTION - 1)))
    await say(store, ANNA, "young", at=later(10))
    await report(store, "waits")
    await report(store, "judged", judged=True)
    assert await store.sweeping.sweep("lines", later(10))
    assert not await store.sweeping.sweep("lines", later(10))
    assert set(await texts(store)) == {"waits", "young"}
    assert await count(store, reports, verdicts) == [1, 0]


async def test_what_lets_nobody_in_goes_with_its_session(store: Store) -> None:
    await add_players(store, ANNA)
    await ended(store, seats=())
    await let_in(store, ANNA.id)
    await store.players.add_recovery("s1", b"recovery", at=NOW, until=later(5))
    await store.sweeping.sweep("credentials", later(6))
    assert await count(store, credentials, sessions, grants) == [1, 1, 1]
    await store.sweeping.sweep("credentials", later(1001))
    assert await count(store, credentials, sessions, grants) == [0, 0, 0]


async def test_ended_bans_of_networks_go_and_bans_of_people_stay(store: Store) -> None:
    await add_players(store, ANNA)
    await hire(store)
    common = {"kind": "ban", "why": "x", "admin_id": "a1", "at": NOW, "until": later(5)}
    network = {"id": "n", "network": "203.0.113.0/24", "player_id": None, **common}
    person = {"id": "p", "network": None, "player_id": ANNA.id, **common}
    await change(store, insert(bans).values([network, person]))
    await store.sweeping.sweep("networks", later(5))
    assert await count(store, bans) == [2]
    await store.sweeping.sweep("networks", later(6))
    left = await store.database.read(lambda c: list(c.scalars(select(bans.c.id))))
    assert left == ["p"]


async def test_unvisited_guests_who_have_been_away_longest_first(store: Store) -> None:
    await add_players(store, ANNA, BO)
    await store.addresses.record([Visit(BO.id, None, NOW + timedelta(days=1))], "salt")
    guests = store.sweeping.unvisited_guests
    assert await guests(NOW) == ()
    assert await guests(later(1)) == (ANNA.id,)
    assert await guests(NOW + timedelta(days=2)) == (ANNA.id, BO.id)
    await store.departing.forget(ANNA.id, WREN, NOW)
    assert await guests(NOW + timedelta(days=2)) == (BO.id,)


async def test_two_processes_do_not_sweep_at_once(store: Store, other_store: Store) -> None:
    """With PostgreSQL whoever comes second finds nothing to do; SQLite has one writer."""
    if store.database.name.endswith(".db"):
        assert not await other_store.sweeping.sweep("marks", NOW)
        return
    await add_players(store, ANNA)
    await store.addresses.record([Visit(ANNA.id, "203.0.113.7", NOW)], "salt")
    for verb, left in (("lock", 1), ("unlock", 0)):
        other = text(f"SELECT pg_advisory_{verb}({SWEEPERS})")
        await other_store.database.read(lambda c, other=other: c.execute(other) and None)
        await store.sweeping.sweep("marks", later(1))
        assert await count(store, addresses) == [left]
