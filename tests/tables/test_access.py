"""Each role against each check: who may see and do what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.games.base import Audience
from app.tables import access
from app.tables.access import Visitor
from app.tables.refusals import Code, Refused
from app.tables.table import Table, hand_to_stand_in
from tests.tables.samples import ANNA, BO, CLEO, playing, seated, visitor

ROLES = {
    "host": visitor(ANNA),
    "seated": visitor(BO),
    "invited": visitor(CLEO, "play"),
    "watcher": visitor(CLEO, "watch"),
    "nameless with a key": visitor(None, "play"),
    "stranger": visitor(CLEO),
    "nobody": visitor(None),
}
KINDS = {
    "link": seated(ANNA, BO),
    "public": seated(ANNA, BO, visibility="public"),
    "link playing": playing(ANNA, BO),
    "private public playing": playing(ANNA, BO, visibility="public", watchable=False),
}
HIDDEN = Code.NOT_FOUND
NO = Code.FORBIDDEN

# role: may sit, is host, is seated; at a link-only table, then at a public one
SITS = {
    "host": (None, None),
    "seated": (None, None),
    "invited": (None, None),
    "watcher": (NO, None),
    "nameless with a key": (Code.SIGN_IN, Code.SIGN_IN),
    "stranger": (HIDDEN, None),
    "nobody": (HIDDEN, Code.SIGN_IN),
}
HOSTS = {
    "host": (None, None),
    "seated": (NO, NO),
    "invited": (NO, NO),
    "watcher": (NO, NO),
    "nameless with a key": (NO, NO),
    "stranger": (HIDDEN, NO),
    "nobody": (HIDDEN, NO),
}
PLAYS = {
    "host": (None, None),
    "seated": (None, None),
    "invited": (Code.NOT_SEATED, Code.NOT_SEATED),
    "watcher": (Code.NOT_SEATED, Code.NOT_SEATED),
    "nameless with a key": (Code.NOT_SEATED, Code.NOT_SEATED),
    "stranger": (HIDDEN, Code.NOT_SEATED),
    "nobody": (HIDDEN, Code.NOT_SEATED),
}
CHECKS: dict[Callable[[Table, Visitor], Any], dict[str, tuple[Code | None, Code | None]]] = {
    access.check_may_sit: SITS,
    access.check_host: HOSTS,
    access.take_charge: HOSTS,
    access.check_seated: PLAYS,
    access.check_pauses: PLAYS,
    access.check_resumes: PLAYS,
    access.check_follows: PLAYS,
}


def code_of(check: Callable[[Table, Visitor], Any], table: Table, who: Visitor) -> Code | None:
    """How the check refuses, None if it does not."""
    try:
        check(table, who)
    except Refused as refusal:
        return refusal.code
    return None


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("role", ROLES)
def test_each_role_at_each_check(check: Callable[[Table, Visitor], Any], role: str) -> None:
    by_link, in_public = CHECKS[check][role]
    assert code_of(check, KINDS["link"], ROLES[role]) is by_link
    assert code_of(check, KINDS["link playing"], ROLES[role]) is by_link
    assert code_of(check, KINDS["public"], ROLES[role]) is in_public


@pytest.mark.parametrize(
    ("role", "link", "public"),
    [(role, role not in ("stranger", "nobody"), True) for role in ROLES],
)
def test_a_closed_door_and_no_door_look_the_same(role: str, link: bool, public: bool) -> None:
    assert access.can_see(KINDS["link"], ROLES[role]) is link
    assert access.can_see(KINDS["public"], ROLES[role]) is public
    assert (code_of(access.check_sees, KINDS["link"], ROLES[role]) is None) is link


@pytest.mark.parametrize("role", ROLES)
def test_a_table_without_spectators(role: str) -> None:
    expected = None if role in ("host", "seated") else Code.FORBIDDEN
    assert code_of(access.check_watches, KINDS["private public playing"], ROLES[role]) is expected
    waiting = seated(ANNA, BO, visibility="public", watchable=False)
    assert code_of(access.check_watches, waiting, ROLES[role]) is None


@pytest.mark.parametrize("role", ROLES)
def test_the_link_to_play_is_for_who_belongs(role: str) -> None:
    expected = {"play", "watch"} if role in ("host", "seated") else {"watch"}
    assert access.visible_links(KINDS["public"], ROLES[role]) == expected


def test_whose_eyes() -> None:
    table = KINDS["link playing"]
    assert access.viewer_of(table, ROLES["host"]) == 0
    assert access.viewer_of(table, ROLES["seated"]) == 1
    assert access.viewer_of(hand_to_stand_in(table, 1), ROLES["seated"]) == 1
    for role in ("invited", "watcher", "nobody"):
        assert access.viewer_of(table, ROLES[role]) is Audience.SPECTATOR


def test_13_a_name_is_a_label() -> None:
    twin = visitor(type(BO)("p-another", BO.name), "watch")
    assert access.seat_of(KINDS["link"], twin) is None
    assert access.viewer_of(KINDS["link playing"], twin) is Audience.SPECTATOR


def test_nobody_is_not_the_holder_of_a_free_seat() -> None:
    assert access.seat_of(KINDS["link"], Visitor()) is None
    assert not access.is_host(seated(host=None), Visitor())


def test_who_is_barred_neither_sits_nor_watches() -> None:
    barred = visitor(CLEO, "play", "watch")
    for table in KINDS.values():
        kept = replace(table, barred=(CLEO.id,))
        assert code_of(access.check_watches, kept, barred) is Code.FORBIDDEN
        assert not access.may_sit(kept, barred)
        assert code_of(access.check_may_sit, kept, barred) is Code.FORBIDDEN
        assert code_of(access.check_watches, kept, visitor(BO)) is None


def test_a_table_that_bars_somebody_is_open_to_the_nameless() -> None:
    kept = replace(KINDS["public"], barred=(CLEO.id,))
    assert code_of(access.check_watches, kept, Visitor()) is None
