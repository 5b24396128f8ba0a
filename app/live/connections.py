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


MOST_PARTED = 10_000
"""Sessions and players that are remembered to mean nobody: coming in takes a moment, not longer."""


class Connections:
    """All of one process."""

    def __init__(self) -> None:
        self._all: dict[Connection, None] = {}
        self._parted: dict[str, None] = {}

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

    def part_with(self, whom: str) -> list[Connection]:
        """Those of a session or player that means nobody from now on, and no longer among all."""
        self._parted[whom] = None
        if len(self._parted) > MOST_PARTED:
            del self._parted[next(iter(self._parted))]
        parted = [each for each in self if whom in identities(each)]
        for each in parted:
            self.remove(each)
        return parted

    def is_late(self, connection: Connection) -> bool:
        """Whether it was let in as somebody who came to mean nobody at that very moment."""
        return any(each in self._parted for each in identities(connection))

    def of_session(self, session: str) -> list[Connection]:
        """Those of one browser or program."""
        return [each for each in self if each.visitor.session == session]

    def introduce(self, session: str, player: Player) -> None:
        """A nameless visitor is somebody now."""
        for each in self.of_session(session):
            if each.visitor.player is None:
                each.visitor = replace(each.visitor, player=player)


def identities(connection: Connection) -> tuple[str | None, str | None]:
    """Whose it is: a session's and a player's."""
    return connection.visitor.session, connection.visitor.player_id
