"""Every socket that was let in, of tables and of the lobby: who comes from where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from app.codec import wire as messages
from app.live.outbox import CLOSE_POLICY, CLOSE_RESTART, Outbox
from app.live.wire import Parcel
from app.tables.access import Visitor
from app.tables.refusals import Refused
from app.tables.table import Player


@dataclass(eq=False, slots=True)
class Connection:
    """One socket. `news`: whether it asked to be told what is new in the house.

    `leave`: it is no longer where it subscribed.
    """

    address: str
    visitor: Visitor
    outbox: Outbox
    leave: Callable[[], None]
    news: bool = False

    def turn_away(self, refusal: Refused) -> None:
        """The reason, `bye: closed`, and whoever is at the other end does not come back."""
        self.outbox.answer(Parcel(messages.error(None, refusal)))
        self.outbox.farewell("closed", CLOSE_POLICY)
        self.leave()

    def send_round(self) -> None:
        """Come again, please: somebody else is meant by your session now."""
        self.outbox.farewell("restarting", CLOSE_RESTART)
        self.leave()

    def tell(self, parcel: Parcel) -> None:
        """Something that no later message makes up for."""
        self.outbox.answer(parcel)


class Connections:
    """All of one process."""

    def __init__(self) -> None:
        self._all: dict[Connection, None] = {}

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._all))

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: Connection) -> None:
        """It was let in."""
        self._all[connection] = None

    def remove(self, connection: Connection) -> None:
        """It is gone."""
        self._all.pop(connection, None)

    def of_player(self, player: str) -> list[Connection]:
        """Those of one player."""
        return [each for each in self if each.visitor.player_id == player]

    def of_session(self, session: str) -> list[Connection]:
        """Those of one browser or program."""
        return [each for each in self if each.visitor.session == session]

    def introduce(self, session: str, player: Player) -> None:
        """A nameless visitor is somebody now."""
        for each in self.of_session(session):
            if each.visitor.player is None:
                each.visitor = replace(each.visitor, player=player)
