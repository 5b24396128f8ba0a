"""The books of the house: everything that those who keep it look up and decide, in one value."""

from __future__ import annotations

from dataclasses import dataclass

from app.tables.bans import Bans
from app.tables.cautions import Cautions
from app.tables.certificates import Certifier
from app.tables.house_rules import RuleBook
from app.tables.judging import Cases
from app.tables.roster import Roster


@dataclass(frozen=True, slots=True)
class Books:
    """Bans, house rules, people, reports, cautions and certificates."""

    bans: Bans
    rules: RuleBook
    roster: Roster
    cases: Cases
    cautions: Cautions
    certifier: Certifier
