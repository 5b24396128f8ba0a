"""The steward: what people do to a table besides moving, each verb judged by `tables.decisions`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from app.games.base import Seat
from app.live.options import changes_of
from app.live.orders import TableChange
from app.live.parts import Parts
from app.tables import access, agreements, decisions
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
        """Take a free seat, take the own one back, or one that was given up."""
        word = client_seed if client_seed is not None else self._parts.mint.client_seed()
        clean = await self._has_clean_eyes(visitor, seat)
        await self._host.alter(
            lambda table: decisions.sit(table, visitor, seat, word, seq=self._seq, clean=clean)
        )

    async def _has_clean_eyes(self, visitor: Visitor, seat: Seat) -> bool:
        """Whether the visitor has held no other seat of this match; the store looks once more."""
        table = self._host.table
        if visitor.player is None or table.state != "playing":
            return False
        return await self._parts.tables.clean_eyes(table.id, visitor.player.id, seat)

    async def seat_bot(self, visitor: Visitor, seat: Seat, level: str) -> None:
        """Put a bot on a free seat (host). `level` is one of the levels of `bots`."""
        decisions.check_level(level)
        self._parts.rules.check_level(self._host.table.game, level)
        await self._host.alter(lambda table: decisions.seat_bot(table, visitor, seat, level))

    async def vacate(self, visitor: Visitor, seat: Seat, *, bar: bool) -> None:
        """Free a seat before the start; during a match hand the own one to a stand-in.

        Who leaves may have been the last who had not agreed.
        """

        def vacate(table: Table) -> Table:
            seq, now = self._seq, self._parts.now()
            left = decisions.vacate(table, visitor, seat, bar=bar, seq=seq)
            return agreements.carry_out(left, seq, now)

        await self._host.alter(vacate)

    async def change(self, visitor: Visitor, wanted: TableChange) -> None:
        """Change what the host may change while the table is open."""
        codec, allowed = self._host.ledger.codec, self._host.ledger.game.info.seats

        def change(table: Table) -> Table:
            table = access.take_charge(table, visitor)
            if wanted.title and visitor.player_id is not None:
                self._parts.rules.check_may_speak(visitor.player_id, self._parts.now())
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

    async def pause(self, visitor: Visitor) -> None:
        """Let the match rest: the host at once, others when all who play agree."""
        await self._host.alter(
            lambda table: decisions.pause(table, visitor, self._parts.now(), seq=self._seq)
        )

    async def resume(self, visitor: Visitor) -> None:
        """Let a paused match go on (anybody seated)."""
        await self._host.alter(
            lambda table: decisions.resume(table, visitor, self._parts.now()),
            by=access.seat_of(self._host.table, visitor),
        )

    async def end(self, visitor: Visitor) -> None:
        """End the match without a result, once all who play agree."""
        await self._host.alter(
            lambda table: decisions.end(table, visitor, self._parts.now(), seq=self._seq)
        )

    async def call_stand_in(self, visitor: Visitor, seat: Seat) -> None:
        """Have a bot play for somebody who has not been here for long (anybody seated)."""
        host = self._host

        def call(table: Table) -> Table:
            player = table.seats[seat].player if seat < len(table.seats) else None
            absent = host.attendance.absent_for(player.id) if player else timedelta(0)
            return decisions.call_stand_in(table, visitor, seat, match=host.match, absent=absent)

        await host.alter(call)

    async def open_rail(self, visitor: Visitor, *, is_open: bool) -> None:
        """Whether spectators may write (host)."""
        await self._host.alter(lambda table: decisions.open_rail(table, visitor, is_open=is_open))
