"""How much one client may ask in a time: token buckets, held in bounded memory."""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from app.tables.refusals import Code, Refused

Deed = Literal[
    "guest",
    "session",
    "recovery",
    "login",
    "table",
    "link",
    "socket",
    "message",
    "chat",
    "read",
    "export",
    "hint",
]
Clock = Callable[[], float]

MAX_CLIENTS = 20_000
"""Clients remembered a deed; who has been quiet longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` at once, `per_second` in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of one deed: for one player or socket, for all behind one address, and for all
    together at one table."""

    one: Rate
    address: Rate
    table: Rate | None = None


RATES: Mapping[Deed, Rates] = {
    "guest": Rates(one=Rate(200, 2.0), address=Rate(200, 2.0)),
    "session": Rates(one=Rate(300, 5.0), address=Rate(300, 5.0)),
    "recovery": Rates(one=Rate(30, 0.1), address=Rate(200, 1.0)),
    "login": Rates(one=Rate(10, 1 / 20), address=Rate(20, 1 / 10)),
    "link": Rates(one=Rate(60, 0.5), address=Rate(300, 2.0)),
    "table": Rates(one=Rate(20, 0.5), address=Rate(100, 2.0)),
    "socket": Rates(one=Rate(60, 2.0), address=Rate(300, 10.0), table=Rate(1000, 50.0)),
    "message": Rates(one=Rate(300, 60.0), address=Rate(2000, 500.0), table=Rate(2000, 400.0)),
    "export": Rates(one=Rate(6, 1 / 60), address=Rate(60, 0.2)),
    "hint": Rates(one=Rate(10, 0.2), address=Rate(60, 1.0), table=Rate(30, 0.5)),
    "chat": Rates(one=Rate(30, 2.0), address=Rate(300, 20.0), table=Rate(200, 10.0)),
    "read": Rates(one=Rate(1000, 100.0), address=Rate(5000, 500.0)),
}
"""Wide enough for a whole household behind one address, and for a bot that plays fast."""

MOST_OF_ADDRESS = 300
"""Sockets of one address that are open at a time: a school with a few tabs each."""

MOST_AT_TABLE = 2000
"""Sockets of one table that are open at a time, watchers' included."""

COME_BACK = 60
"""Seconds after which who found it full may look again."""

OFFENCES = Rate(10, 1 / 60)
"""Messages that are none which one socket may send before it is closed."""


class Buckets:
    """One bucket a client, full at first."""

    def __init__(self, rate: Rate, clock: Clock, size: int = MAX_CLIENTS) -> None:
        self._rate = rate
        self._clock = clock
        self._size = size
        self._filled: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._filled)

    def take(self, client: str) -> float:
        """Take one token: 0, or the seconds until there is one."""
        now = self._clock()
        tokens, since = self._filled.pop(client, (self._rate.burst, now))
        tokens = min(self._rate.burst, tokens + (now - since) * self._rate.per_second)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self._rate.per_second
        self._filled[client] = (tokens if wait else tokens - 1, now)
        if len(self._filled) > self._size:
            self._filled.popitem(last=False)
        return wait


def too_fast(seconds: float) -> Refused:
    """The refusal that says when to come back."""
    return Refused(Code.RATE_LIMITED, detail={"retry_after": math.ceil(seconds)})


class Limits:
    """All buckets of one process; with `rates` None nothing is ever too fast."""

    def __init__(self, rates: Mapping[Deed, Rates] | None, clock: Clock) -> None:
        self.clock = clock
        self._one = {deed: Buckets(rates.one, clock) for deed, rates in (rates or {}).items()}
        self._address = {
            deed: Buckets(rates.address, clock) for deed, rates in (rates or {}).items()
        }
        self._table = {
            deed: Buckets(each.table, clock)
            for deed, each in (rates or {}).items()
            if each.table is not None
        }
        self._limited = rates is not None
        self._open: Counter[tuple[str, str]] = Counter()

    def check(
        self, deed: Deed, address: str, client: str | None = None, *, table: str | None = None
    ) -> None:
        """Raises `rate_limited` if the address, the one client behind it, or all at the table
        together are too fast."""
        if deed not in self._one:
            return
        wait = self._address[deed].take(address)
        if client is not None and not wait:
            wait = self._one[deed].take(client)
        if wait:
            raise too_fast(wait)
        if table is not None:
            self.check_table(deed, table)

    def check_table(self, deed: Deed, table: str) -> None:
        """Raises `rate_limited` if all at that table together are too fast."""
        if deed in self._table and (wait := self._table[deed].take(table)):
            raise too_fast(wait)

    @contextmanager
    def holding(self, address: str, table: str) -> Iterator[None]:
        """One more socket is open meanwhile. Raises `rate_limited` where there are too many."""
        places = {("address", address): MOST_OF_ADDRESS, ("table", table): MOST_AT_TABLE}
        if self._limited and any(self._open[place] >= most for place, most in places.items()):
            raise too_fast(COME_BACK)
        self._open.update(places.keys())
        try:
            yield
        finally:
            self._open.subtract(places.keys())
            for place in places:
                if not self._open[place]:
                    del self._open[place]

    def open_sockets(self) -> int:
        """How many sockets are held open now."""
        return sum(number for (kind, _), number in self._open.items() if kind == "address")

    def offences(self) -> Buckets:
        """A bucket for the offences of one socket; they count whatever the settings say."""
        return Buckets(OFFENCES, self.clock, size=1)
