"""Who may see and do what at a table: the one place where that is decided."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.games.base import Audience, Seat, Viewer
from app.tables.ports import Room
from app.tables.refusals import Code, Refused
from app.tables.table import LinkKind, Player, Table


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody at the door of one table. `keys`: the kinds of link brought or granted before."""

    player: Player | None = None
    session: str | None = None
    keys: frozenset[LinkKind] = frozenset()
    links: frozenset[str] = frozenset()
    """Ids of the links that gave those keys: taken back, they give nothing."""

    @property
    def player_id(self) -> str | None:
        """The player's id, None for a nameless visitor."""
        return self.player.id if self.player else None


def seat_of(table: Table, visitor: Visitor) -> Seat | None:
    """The visitor's seat."""
    return table.seat_of(visitor.player_id) if visitor.player else None


def is_host(table: Table, visitor: Visitor) -> bool:
    """Whether the visitor opened the table or took its host's role over."""
    return visitor.player is not None and visitor.player.id == table.host


def belongs(table: Table, visitor: Visitor) -> bool:
    """Whether the visitor sits here or is the host."""
    return is_host(table, visitor) or seat_of(table, visitor) is not None


def can_see(table: Table, visitor: Visitor) -> bool:
    """Whether the table exists for this visitor at all."""
    return belongs(table, visitor) or table.visibility == "public" or bool(visitor.keys)


def check_sees(table: Table, visitor: Visitor) -> None:
    """Raises `not_found`: a closed door and no door look the same."""
    if not can_see(table, visitor):
        raise Refused(Code.NOT_FOUND)


def check_watches(table: Table, visitor: Visitor) -> None:
    """Raises unless the visitor may look on: seated, host, or a table open to spectators."""
    check_sees(table, visitor)
    if is_barred(table, visitor):
        raise Refused(Code.FORBIDDEN, "The host keeps this table for others.")
    if not table.watchable and not belongs(table, visitor) and table.started:
        raise Refused(Code.FORBIDDEN, "This table plays without spectators.")


def check_told(table: Table, visitor: Visitor) -> None:
    """Raises unless the whole match may be told: it had started, and has ended."""
    check_watches(table, visitor)
    check_over(table)


def check_over(table: Table) -> None:
    """Raises unless a match was played here, and has ended."""
    if not table.started:
        raise Refused(Code.NOT_STARTED)
    if not table.ended:
        raise Refused(Code.FORBIDDEN, "The match opens to everybody when it has ended.")


def is_barred(table: Table, visitor: Visitor) -> bool:
    """Whether the host keeps this person out: neither to sit nor to watch."""
    return visitor.player_id in table.barred


def check_host(table: Table, visitor: Visitor) -> None:
    """Raises `forbidden` for everybody but the host."""
    check_sees(table, visitor)
    if not is_host(table, visitor):
        raise Refused(Code.FORBIDDEN, "Only the host of this table can do that.")


def take_charge(table: Table, visitor: Visitor) -> Table:
    """The table if the visitor is its host, or becomes it: an orphaned one is for who may sit.

    Raises `forbidden` for everybody else.
    """
    if table.host is None:
        return replace(table, host=check_may_sit(table, visitor).id)
    check_host(table, visitor)
    return table


def is_invited(table: Table, visitor: Visitor) -> bool:
    """Whether a free seat is for this visitor too, given a name: not with a link for watching."""
    public = table.visibility == "public"
    return public or "play" in visitor.keys or belongs(table, visitor)


def may_sit(table: Table, visitor: Visitor) -> bool:
    """Whether a free seat is offered to this visitor: invited, and not kept out by the host."""
    return is_invited(table, visitor) and not is_barred(table, visitor)


def check_may_sit(table: Table, visitor: Visitor) -> Player:
    """The player who may sit down, or back on a seat of their own.

    Raises `sign_in` for the nameless, `forbidden` for a watcher and for who is kept out.
    """
    check_sees(table, visitor)
    if visitor.player is None:
        raise Refused(Code.SIGN_IN)
    if not is_invited(table, visitor):
        raise Refused(Code.FORBIDDEN, "This link is for watching. Ask for the link to play.")
    if is_barred(table, visitor) and seat_of(table, visitor) is None:
        raise Refused(Code.FORBIDDEN, "The host keeps this table for others.")
    return visitor.player


def check_seated(table: Table, visitor: Visitor) -> Seat:
    """The visitor's seat. Raises `not_seated`."""
    check_sees(table, visitor)
    seat = seat_of(table, visitor)
    if seat is None:
        raise Refused(Code.NOT_SEATED)
    return seat


def check_plays(table: Table, visitor: Visitor) -> Seat:
    """The seat that the visitor plays. Raises `not_seated`, also while a stand-in plays it."""
    seat = check_seated(table, visitor)
    if table.seats[seat].away:
        raise Refused(Code.NOT_SEATED, "A stand-in plays for you. Take your seat back first.")
    return seat


def check_gives_up(table: Table, visitor: Visitor, seat: Seat) -> None:
    """Raises `forbidden` unless the seat of a running match is the visitor's own."""
    check_sees(table, visitor)
    if seat_of(table, visitor) != seat:
        raise Refused(Code.FORBIDDEN, "Only its player can give a seat up.")


def check_pauses(table: Table, visitor: Visitor) -> Seat | None:
    """The visitor's seat. Raises `not_seated` for everybody but the host and who plays."""
    check_sees(table, visitor)
    return seat_of(table, visitor) if is_host(table, visitor) else check_plays(table, visitor)


def check_resumes(table: Table, visitor: Visitor) -> None:
    """Raises `not_seated` for everybody but the host and who holds a seat."""
    check_sees(table, visitor)
    if not is_host(table, visitor):
        check_seated(table, visitor)


def check_follows(table: Table, visitor: Visitor) -> Player:
    """The seated player who may ask for another match. Raises `not_seated`."""
    check_seated(table, visitor)
    if visitor.player is None:
        raise Refused(Code.NOT_SEATED)
    return visitor.player


def check_writes(table: Table, visitor: Visitor, room: Room) -> Player:
    """The player who may write there: seated ones in `table`, spectators in `rail`.

    Raises `sign_in` for the nameless, and `forbidden`.
    """
    check_watches(table, visitor)
    if visitor.player is None:
        raise Refused(Code.SIGN_IN)
    if (room == "table") != (seat_of(table, visitor) is not None):
        raise Refused(Code.FORBIDDEN, "Players write at the table, spectators at the rail.")
    if room == "rail" and not table.rail_open:
        raise Refused(Code.FORBIDDEN, "The host has closed the spectators' chat.")
    return visitor.player


def viewer_of(table: Table, visitor: Visitor) -> Viewer:
    """Whose eyes the visitor looks through: the own seat's, or a spectator's."""
    seat = seat_of(table, visitor)
    return Audience.SPECTATOR if seat is None else seat


def visible_links(table: Table, visitor: Visitor) -> frozenset[LinkKind]:
    """Which of the table's links the visitor is shown: seated and host the first as well."""
    if belongs(table, visitor):
        return frozenset(("play", "watch"))
    return frozenset(("watch",))


def check_shown(table: Table, visitor: Visitor, kind: LinkKind) -> None:
    """Raises `forbidden` for who is not shown that link."""
    if kind not in visible_links(table, visitor):
        raise Refused(Code.FORBIDDEN, "That link is for those who sit at the table.")
