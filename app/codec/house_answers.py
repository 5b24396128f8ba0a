"""Games, announcements and maintenance as the staff reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typing_extensions import TypedDict

from app.codec.times import time_text
from app.games.base import Info
from app.tables.certificates import Certificate
from app.tables.house_rules import Announcement, HouseRules, Maintenance


class CheckJson(TypedDict):
    """One conformance check; `words`: what is wrong."""

    name: str
    ok: bool
    words: str | None


class CertificateJson(TypedDict):
    """What the checks said last, in this process."""

    ok: bool
    at: str
    checks: list[CheckJson]


class CertifyingJson(TypedDict):
    """How far they are. `total` null: not known before; `check`: the last that was made."""

    done: int
    total: int | None
    check: str | None


class HouseGameJson(TypedDict):
    """A game. `levels`: whether its bots of that level are to be had."""

    key: str
    name: str
    version: str
    resting: bool
    levels: Mapping[str, bool]
    tables_running: int
    certificate: CertificateJson | None
    certifying: CertifyingJson | None


class HouseGamesJson(TypedDict):
    """All games."""

    games: list[HouseGameJson]


class HouseAnnouncementJson(TypedDict):
    """An announcement with its times."""

    id: str
    texts: Mapping[str, str]
    starts_at: str
    ends_at: str


class HouseAnnouncementsJson(TypedDict):
    """All announcements, the first to start first."""

    announcements: list[HouseAnnouncementJson]


PlannedJson = TypedDict(
    "PlannedJson",
    {"on": bool, "from": str | None, "until": str | None, "text": Mapping[str, str]},
)
"""The maintenance that runs or has yet to come; `on` false when there is none."""


def house_game_json(
    info: Info, rules: HouseRules, levels: Sequence[str], *, running: int
) -> HouseGameJson:
    """A game without what is known of its certificate."""
    return {
        "key": info.key,
        "name": info.name,
        "version": info.version,
        "resting": info.key in rules.resting,
        "levels": {level: not rules.level_rests(info.key, level) for level in levels},
        "tables_running": running,
        "certificate": None,
        "certifying": None,
    }


def certificate_json(certificate: Certificate | None) -> CertificateJson | None:
    """What the checks said, None while they are made or never were."""
    if certificate is None or certificate.ok is None:
        return None
    checks: list[CheckJson] = [
        {"name": each.name, "ok": each.problem is None, "words": each.problem}
        for each in certificate.findings
    ]
    return {"ok": certificate.ok, "at": time_text(certificate.at), "checks": checks}


def certifying_json(certificate: Certificate | None) -> CertifyingJson | None:
    """How far the checks are, None unless they are being made."""
    if certificate is None or certificate.ok is not None:
        return None
    found = certificate.findings
    return {"done": len(found), "total": None, "check": found[-1].name if found else None}


def house_announcement_json(announcement: Announcement) -> HouseAnnouncementJson:
    """An announcement with its times."""
    return {
        "id": announcement.id,
        "texts": announcement.texts,
        "starts_at": time_text(announcement.starts_at),
        "ends_at": time_text(announcement.ends_at),
    }


def planned_json(maintenance: Maintenance | None) -> PlannedJson:
    """The maintenance, or that there is none."""
    if maintenance is None:
        return {"on": False, "from": None, "until": None, "text": {}}
    until = maintenance.until
    return {
        "on": True,
        "from": time_text(maintenance.begins),
        "until": None if until is None else time_text(until),
        "text": maintenance.texts,
    }
