"""Options are frozen with the match; what does not fit it stops loudly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from app.games.gnav import GAME as GNAV
from app.games.registry import Registry
from app.live.host import Host
from app.live.orders import TableOrder
from app.tables.match import BrokenLog
from tests.live.kitchen import ANNA, Kitchen, move, open_match, state_of
from tests.live.test_rematch import play_out

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True)
class OtherDefaults:
    """Gnav's options, had somebody changed what is usual."""

    lives: Literal[1, 2, 3, 4, 5] = 5


@dataclass(frozen=True, slots=True)
class MoreOptions:
    """Gnav's options, had somebody added one to the same version of the rules."""

    lives: Literal[1, 2, 3, 4, 5] = 3
    jokers: bool = True


class Changed:
    """Gnav with other options."""

    def __init__(self, options: object) -> None:
        self.info = replace(GNAV.info, options=options)

    def __getattr__(self, name: str) -> Any:
        return getattr(GNAV, name)


def registry_with(options: object) -> Registry:
    """A build that offers Gnav with other options."""
    game: Any = Changed(options)
    return Registry((game,), {})


async def test_38_after_a_restart_the_options_are_those_of_the_match(kitchen: Kitchen) -> None:
    host = await open_match(kitchen.house(), "gnav", seats=2, people=2)
    await move(host)
    before = state_of(host, ANNA)
    kitchen.registry = registry_with(OtherDefaults)
    again = await kitchen.house().host(host.table.id)
    assert state_of(again, ANNA) == before
    assert before["table"]["options"] == {"lives": 3}
    fresh = await kitchen.houses[-1].open_table(ANNA, TableOrder("gnav"))
    assert fresh.options_json == '{"lives":5}'


async def test_38_options_that_the_rules_no_longer_have_stop_loudly(kitchen: Kitchen) -> None:
    host = await open_match(kitchen.house(), "gnav", seats=2, people=2)
    kitchen.registry = registry_with(MoreOptions)
    with pytest.raises(BrokenLog, match="options"):
        await kitchen.house().host(host.table.id)


async def change_stored(kitchen: Kitchen, host: Host, **changes: Any) -> None:
    """Somebody edits the database."""
    stored = kitchen.store.tables[host.table.id]
    kitchen.store.tables[host.table.id] = replace(stored, **changes)


@pytest.mark.parametrize("missing", [1, 2])
async def test_38_a_missing_last_row_stops_loudly(kitchen: Kitchen, missing: int) -> None:
    host = await play_out(kitchen.house())
    rows = kitchen.store.rows[host.table.id]
    del rows[-missing:]
    with pytest.raises(BrokenLog, match="result"):
        await kitchen.house().host(host.table.id)


async def test_38_a_match_played_with_other_options_stops_loudly(kitchen: Kitchen) -> None:
    host = await play_out(kitchen.house())
    await change_stored(kitchen, host, options_json='{"lives":5}')
    with pytest.raises(BrokenLog):
        await kitchen.house().host(host.table.id)
