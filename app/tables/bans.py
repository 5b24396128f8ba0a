"""Who is kept out of the house or may not speak in it: bans of players and networks, mutes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import reduce
from ipaddress import ip_network
from typing import Literal, Protocol

from app.tables import succession, table
from app.tables.networks import NetworkIndex
from app.tables.refusals import Code, Refused
from app.tables.staff import AuditLine
from app.tables.table import Table

BanKind = Literal["ban", "mute"]

LONGEST_OF_NETWORK = timedelta(days=90)
"""Networks change hands: a ban of one ends by then."""


@dataclass(frozen=True, slots=True)
class Ban:
    """A player or a network is kept out, or a player is mute. `until` None: until it is lifted."""

    id: str
    kind: BanKind
    why: str
    """What its player is told as well."""
    admin: str
    at: datetime
    until: datetime | None = None
    player: str | None = None
    network: str | None = None
    """In the canonical form of `str(ip_network(…))`."""
    lifted_at: datetime | None = None

    def holds(self, now: datetime) -> bool:
        """Whether it is in force."""
        return self.lifted_at is None and (self.until is None or now < self.until)


@dataclass(frozen=True, slots=True)
class BanRecord:
    """A ban with the present names of whom it means and of who decided it."""

    ban: Ban
    player_name: str | None
    admin_name: str


class Bans(Protocol):
    """All bans and mutes; lifted ones stay, as a record. A change writes its audit line with it."""

    async def add(self, ban: Ban, line: AuditLine) -> bool:
        """Store a new one; False when there is no such player, or not any more."""
        ...

    async def lift(self, ban_id: str, line: AuditLine) -> bool:
        """It is over; False when there is none that could be lifted."""
        ...

    async def in_force(self, now: datetime) -> tuple[Ban, ...]:
        """All that hold."""
        ...

    async def find(self, ban_id: str) -> Ban | None:
        """One of them."""
        ...

    async def newest(self, limit: int, *, player: str | None = None) -> tuple[BanRecord, ...]:
        """The newest ones, of one player if asked, lifted and ended ones too."""
        ...


@dataclass(frozen=True, slots=True)
class BanIndex:
    """The bans in force, laid out so that a look costs nothing that grows with their number."""

    banned: Mapping[str, Ban] = field(default_factory=dict)
    """By player; of several the one that ends last."""
    muted: Mapping[str, Ban] = field(default_factory=dict)
    networks: Mapping[str, Ban] = field(default_factory=dict)
    around: NetworkIndex = field(default_factory=lambda: NetworkIndex(()))


def index_bans(bans: Iterable[Ban]) -> BanIndex:
    """The index of these bans."""
    banned: dict[str, Ban] = {}
    muted: dict[str, Ban] = {}
    networks: dict[str, Ban] = {}
    for ban in bans:
        if ban.network is not None:
            _keep_longer(networks, ban.network, ban)
        elif ban.player is not None:
            _keep_longer(banned if ban.kind == "ban" else muted, ban.player, ban)
    around = NetworkIndex(ip_network(written) for written in networks)
    return BanIndex(banned, muted, networks, around)


def _keep_longer(known: dict[str, Ban], key: str, ban: Ban) -> None:
    other = known.get(key)
    known[key] = ban if other is None else longer(other, ban)


def longer(one: Ban, other: Ban) -> Ban:
    """The one that ends later."""
    if one.until is None or (other.until is not None and other.until <= one.until):
        return one
    return other


def banned_by(index: BanIndex, player: str | None, address: str, now: datetime) -> Ban | None:
    """The ban that keeps somebody out who comes from there, the longest of several.

    A ban of a player is nobody else's, whoever shares the address.
    """
    found = [index.networks[str(network)] for network in index.around.around(address)]
    own = index.banned.get(player) if player is not None else None
    if own is not None:
        found.append(own)
    holding = [ban for ban in found if ban.holds(now)]
    return reduce(longer, holding) if holding else None


def muted_by(index: BanIndex, player: str, now: datetime) -> Ban | None:
    """The mute that keeps a player from speaking."""
    mute = index.muted.get(player)
    return mute if mute is not None and mute.holds(now) else None


def check_end(ban: Ban) -> None:
    """Raises `invalid` for one that would be over already, or a network's that ends too late."""
    if ban.until is not None and ban.until <= ban.at:
        raise Refused(Code.INVALID, "That end has passed already.", {"at": "until"})
    if ban.network is None:
        return
    if ban.until is None or ban.until - ban.at > LONGEST_OF_NETWORK:
        days = LONGEST_OF_NETWORK.days
        raise Refused(
            Code.INVALID, f"The ban of a network ends within {days} days.", {"at": "until"}
        )


def refusal_of(ban: Ban, until: str | None) -> Refused:
    """What somebody who is kept out is told; `until`: the end as it is written for them."""
    end = f"until {until}" if until is not None else "until further notice"
    return Refused(
        Code.FORBIDDEN,
        f"You are kept out of this house {end}: {ban.why}",
        {"banned_until": until, "why": ban.why},
    )


def silence_of(mute: Ban, until: str | None) -> Refused:
    """What somebody is told who may not speak."""
    end = f"until {until}" if until is not None else "until further notice"
    return Refused(
        Code.FORBIDDEN,
        f"You may not write here {end}: {mute.why}",
        {"muted_until": until, "why": mute.why},
    )


def show_out(place: Table, player: str, *, seq: int) -> Table:
    """The table without somebody who may not come back: at log position `seq` a stand-in takes
    the seat of a running match, before the start it is free again, and the host's role passes on.

    The running seat stays that player's, who may take it back when the ban is over.
    """
    if place.ended:
        return place
    seat = place.seat_of(player)
    if seat is not None and place.state == "open":
        place = table.free_seat(place, seat)
    elif seat is not None:
        place = table.call_stand_in(place, seat, seq=seq)
    return succession.pass_on(place) if place.host == player else place
