"""What the edge is made of: one frozen value in `app.state.web`, no globals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from app.games.registry import Registry
from app.tables.books import Books
from app.tables.ports import Mint, Now, Reports, Tables
from app.tables.staff import Audit, Staff
from app.tables.table_search import TableSearch

if TYPE_CHECKING:
    from app.live.discretion import Discretion
    from app.live.house import House
    from app.live.sampler import Sampler
    from app.web.admin_doors import AdminDoors
    from app.web.callers import Callers
    from app.web.limits import Limits
    from app.web.origins import Origins
    from app.web.pages import Templates
    from app.web.usher import Usher
    from app.web.words import Words

Ready = Callable[[], Awaitable[bool]]
"""Whether this process can do its work now: the answer of `/readyz`."""


@dataclass(frozen=True, slots=True)
class WebContext:
    """The dependencies of pages, calls and sockets."""

    house: House
    tables: Tables
    reports: Reports
    table_search: TableSearch
    staff: Staff
    audit: Audit
    sampler: Sampler
    doors: AdminDoors
    usher: Usher
    books: Books
    discretion: Discretion
    callers: Callers
    origins: Origins
    limits: Limits
    registry: Registry
    mint: Mint
    now: Now
    levels: tuple[str, ...]
    """The levels of bots that can be seated, easiest first."""
    words: Words
    templates: Templates
    ready: Ready


def web_of(connection: HTTPConnection) -> WebContext:
    """The context of the application that serves this connection."""
    context: WebContext = connection.app.state.web
    return context
