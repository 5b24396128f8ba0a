"""The score of a series: who took part in its finished matches, and who won them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from app.tables import access
from app.tables.access import Visitor
from app.tables.table import Player, SeatState, Table


@dataclass(frozen=True, slots=True)
class Standing:
    """One person, or all bots of one level, over the series. A shared win counts for each."""

    player: Player | None
    bot: str | None
    wins: int = 0
    played: int = 0


def shown_matches(tables: Iterable[Table], visitor: Visitor) -> tuple[Table, ...]:
    """The series' tables that this visitor may see, without those that never got to a match."""
    return tuple(
        table for table in tables if access.can_see(table, visitor) and not table.fell_through
    )


def score(tables: Iterable[Table]) -> tuple[Standing, ...]:
    """Everybody's standing, most wins first, then in the order of their first match."""
    standings: dict[str, Standing] = {}
    for table in tables:
        if table.result is None:
            continue
        winners = {_who(table.seats[seat]) for seat in table.result.winners}
        for key, place in {_who(place): place for place in table.seats}.items():
            before = standings.get(key, Standing(None, place.bot))
            standings[key] = replace(
                before,
                player=place.player,
                bot=None if place.player else place.bot,
                wins=before.wins + (key in winners),
                played=before.played + 1,
            )
    return tuple(sorted(standings.values(), key=lambda standing: -standing.wins))


def _who(place: SeatState) -> str:
    """What tells people and levels apart: a seat that a stand-in plays is its player's."""
    return f"player {place.player.id}" if place.player else f"bot {place.bot}"
