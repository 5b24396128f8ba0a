"""Certificates in SQL: one row of the house's rules for each version of a game, the last one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from app.storage.engine import Database
from app.storage.house_rules import CERTIFICATE, put_value, take_value
from app.storage.house_schema import house_rules
from app.storage.schema import from_microseconds, to_microseconds
from app.tables.certificates import Certificate, Edition, Finding


class SqlCertificates:
    """`certificates.Certificates`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(self) -> Mapping[Edition, Certificate]:
        """All of them, in one query."""
        ours = house_rules.c.key.startswith(CERTIFICATE, autoescape=True)
        query = select(house_rules.c.key, house_rules.c.value).where(ours)
        found = await self._database.read(lambda connection: connection.execute(query).all())
        return {edition_of(row.key): certificate_of(row.value) for row in found}

    async def save(self, edition: Edition, certificate: Certificate) -> None:
        """In place of an older one; a newer one, of another process, stays."""
        key, value = key_of(edition), value_of(certificate)

        def act(connection: Connection) -> None:
            stored = take_value(connection, key, certificate.at)
            if not stored or stored["at"] <= value["at"]:
                put_value(connection, key, value, certificate.at)

        await self._database.write(act)


def key_of(edition: Edition) -> str:
    """`certificate:gnav:1`."""
    return CERTIFICATE + ":".join(edition)


def edition_of(key: str) -> Edition:
    """What a key names."""
    game, _, version = key.removeprefix(CERTIFICATE).partition(":")
    return game, version


def value_of(certificate: Certificate) -> dict[str, Any]:
    """A certificate as it is stored; times are microseconds."""
    checks = [[each.name, each.problem, each.seconds] for each in certificate.findings]
    return {"at": to_microseconds(certificate.at), "ok": certificate.ok, "checks": checks}


def certificate_of(stored: dict[str, Any]) -> Certificate:
    """A stored one."""
    findings = tuple(Finding(*check) for check in stored["checks"])
    return Certificate(from_microseconds(stored["at"]), stored["ok"], findings)
