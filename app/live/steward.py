"""The steward: what people do to a table besides moving, each verb judged by `tables.decisions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.games.base import Seat
from app.live.options import changes_of
from app.live.orders import TableChange
from app.live.parts import Parts
from app.tables import access, decisions
from app.tables.access import Visitor
from app.tables.table import Table

if TYPE_CHECKING:
    from app.live.host import Host


class Steward:
    """The verbs of one table. Every one raises `Refused` and then has changed nothing."""

    def __init__(self, host: Host, parts: Parts) -> None:
        self._host = host
        self._parts = parts

    @property
    def _seq(self) -> int:
        return self._host.ledger.seq or 0

    async def sit(self, visitor: Visitor, seat: Seat, client_seed: str | None) -> None:
        """Take a free seat, or take the own one back."""
        word = client_seed if client_seed is not None else self._parts.mint.client_seed()
        await self._host.alter(
            lambda table: decisions.sit(table, visitor, seat, word, seq=self._seq)
        )

    async def seat_bot(self, visitor: Visitor, seat: Seat, level: str) -> None:
        """Put a bot on a free seat (host). `level` is one of the levels of `bots`."""
        decisions.check_level(level)
        await self._host.alter(lambda table: decisions.seat_bot(table, visitor, seat, level))

    async def vacate(self, visitor: Visitor, seat: Seat, *, bar: bool) -> None:
        """Free a seat before the start; during a match hand the own one to a stand-in."""
        await self._host.alter(
            lambda table: decisions.vacate(table, visitor, seat, bar=bar, seq=self._seq)
        )

    async def change(self, visitor: Visitor, wanted: TableChange) -> None:
        """Change what the host may change while the table is open."""
        codec, allowed = self._host.ledger.codec, self._host.ledger.game.info.seats

        def change(table: Table) -> Table:
            table = access.take_charge(table, visitor)
            return decisions.change(table, visitor, changes_of(codec, table, wanted), allowed)

        await self._host.alter(change)

    async def close(self, visitor: Visitor) -> None:
        """The host gives the table up before the start."""
        await self._host.alter(lambda table: decisions.close(table, visitor, self._parts.now()))

    async def start(self, visitor: Visitor) -> None:
        """The host starts the match; every seat must be taken."""
        await self._host.alter(
            lambda table: decisions.start(table, visitor, self._parts.now(), rng=self._parts.rng())
        )

    async def open_rail(self, visitor: Visitor, *, is_open: bool) -> None:
        """Whether spectators may write (host)."""
        await self._host.alter(lambda table: decisions.open_rail(table, visitor, is_open=is_open))
