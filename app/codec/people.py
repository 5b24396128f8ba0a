"""People, bans and reports as the staff reads them."""

from __future__ import annotations

from typing_extensions import TypedDict

from app.codec.wire import PlayerJson, player_json, time_text
from app.tables.bans import BanKind, BanRecord
from app.tables.judging import Case, Verdict
from app.tables.networks import network_of
from app.tables.ports import ChatLine
from app.tables.roster import OpenSession, Person, PlayedTable, PlayerKind, SeenAddress
from app.tables.table import TableState


class PersonJson(TypedDict):
    """A player. `banned`, `muted`: whether such a thing holds now."""

    id: str
    name: str
    kind: PlayerKind
    created_at: str
    last_seen: str | None
    tables: int
    banned: bool
    muted: bool
    merged_into: str | None


class PeopleJson(TypedDict):
    """A page of players, who came last first; `before` null on the last one."""

    players: list[PersonJson]
    before: str | None


class OpenSessionJson(TypedDict):
    """A browser or program; `here`: it has a socket open in this process."""

    id: str
    created_at: str
    here: bool


class PlayedTableJson(TypedDict):
    """A table where somebody holds or held a seat."""

    id: str
    game: str
    title: str | None
    state: TableState
    seat: int
    created_at: str


class BanJson(TypedDict):
    """A ban or a mute, of a player or of a network."""

    id: str
    kind: BanKind
    player: PlayerJson | None
    network: str | None
    why: str
    at: str
    until: str | None
    lifted_at: str | None
    admin: PlayerJson


class BansJson(TypedDict):
    """The newest bans and mutes, lifted and ended ones too."""

    bans: list[BanJson]


class AddressJson(TypedDict):
    """Where somebody came from; `network` null once only its mark is kept."""

    network: str | None
    first_at: str
    last_at: str


class SaidJson(TypedDict):
    """A line of chat: words or a phrase."""

    id: str
    player: PlayerJson
    text: str | None
    phrase: str | None
    at: str


class JudgementJson(TypedDict):
    """What became of a report."""

    verdict: Verdict
    admin: PlayerJson
    at: str


class CaseJson(TypedDict):
    """A report with what was said around the line."""

    id: str
    table: str
    reporter: PlayerJson
    why: str
    at: str
    line: SaidJson
    before: list[SaidJson]
    after: list[SaidJson]
    verdict: JudgementJson | None


class CasesJson(TypedDict):
    """Reports: the oldest that wait, or the newest of all."""

    reports: list[CaseJson]


class FileJson(TypedDict):
    """All that the staff may know of one player."""

    player: PersonJson
    sessions: list[OpenSessionJson]
    tables: list[PlayedTableJson]
    bans: list[BanJson]
    addresses: list[AddressJson]
    reports: list[CaseJson]


def person_json(person: Person, *, banned: bool, muted: bool) -> PersonJson:
    """A player as the staff sees them."""
    return {
        "id": person.id,
        "name": person.name,
        "kind": person.kind,
        "created_at": time_text(person.created_at),
        "last_seen": time_text(person.last_seen) if person.last_seen else None,
        "tables": person.tables,
        "banned": banned,
        "muted": muted,
        "merged_into": person.merged_into,
    }


def session_json(session: OpenSession, *, here: bool) -> OpenSessionJson:
    """A session that goes on."""
    return {"id": session.id, "created_at": time_text(session.created_at), "here": here}


def played_json(table: PlayedTable) -> PlayedTableJson:
    """A table of somebody's."""
    return {
        "id": table.id,
        "game": table.game,
        "title": table.title,
        "state": table.state,
        "seat": table.seat,
        "created_at": time_text(table.created_at),
    }


def ban_json(record: BanRecord) -> BanJson:
    """A ban with names."""
    ban = record.ban
    return {
        "id": ban.id,
        "kind": ban.kind,
        "player": {"id": ban.player, "name": record.player_name or ""} if ban.player else None,
        "network": ban.network,
        "why": ban.why,
        "at": time_text(ban.at),
        "until": time_text(ban.until) if ban.until else None,
        "lifted_at": time_text(ban.lifted_at) if ban.lifted_at else None,
        "admin": {"id": ban.admin, "name": record.admin_name},
    }


def address_json(address: SeenAddress) -> AddressJson:
    """The network of a household, which is what could be kept out."""
    network = None if address.raw is None else network_of(address.raw)
    return {
        "network": None if network is None else str(network),
        "first_at": time_text(address.first_at),
        "last_at": time_text(address.last_at),
    }


def said_json(line: ChatLine) -> SaidJson:
    """A line of chat."""
    return {
        "id": line.id,
        "player": player_json(line.player),
        "text": line.text,
        "phrase": line.phrase,
        "at": time_text(line.at),
    }


def case_json(case: Case) -> CaseJson:
    """A report with its context."""
    return {
        "id": case.id,
        "table": case.table,
        "reporter": player_json(case.reporter),
        "why": case.why,
        "at": time_text(case.at),
        "line": said_json(case.line),
        "before": [said_json(line) for line in case.before],
        "after": [said_json(line) for line in case.after],
        "verdict": judgement_json(case),
    }


def judgement_json(case: Case) -> JudgementJson | None:
    """What became of it, None while it waits."""
    judgement = case.judgement
    if judgement is None:
        return None
    return {
        "verdict": judgement.verdict,
        "admin": {"id": judgement.admin, "name": case.judge_name or ""},
        "at": time_text(judgement.at),
    }
