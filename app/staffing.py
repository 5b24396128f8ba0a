"""`python3 -m app admin`: the staff of the house by hand, for whoever runs the server.

This is how the first owner comes in, and the way back when nobody else can open the door: who may
write the database needs no password.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

from app.main import migrate_or_check, tell, utc_now
from app.minting import SecretMint
from app.settings import Settings, StartError
from app.storage.engine import StoreUnavailable
from app.storage.store import Store, open_store
from app.tables.admins import Role
from app.tables.refusals import Refused
from app.tables.staff import AdminRow, AuditLine, SealedLink, Target, handle_of
from app.web.listening import reachable_url
from app.web.usher import address_of_link, new_account, new_link

Act = Callable[[Store], Awaitable[None]]


def create(settings: Settings, name: str, role: Role) -> int:
    """`create`: a new account, and the link that sets its password."""

    async def act(store: Store) -> None:
        mint, now = SecretMint(), utc_now()
        row = new_account(mint, now, name=name, role=role)
        link, secret = new_link(mint, now)
        detail = {"name": row.name, "role": row.role}
        line = AuditLine(now, None, "hire", Target("admin", row.id), detail=detail)
        await store.staff.hire(row, link, line)
        tell_link(settings, row, link, secret)

    return in_store(settings, act)


def renew(settings: Settings, name: str) -> int:
    """`link`: another way in for who lost password or phone; the old ones end."""

    async def act(store: Store) -> None:
        row = await store.staff.find(handle_of(name))
        if row is None:
            raise StartError(f"Nobody of the staff is called {name!r}: see `admin list`.")
        link, secret = new_link(SecretMint(), utc_now())
        line = AuditLine(link.created_at, None, "make_link", Target("admin", row.id))
        await store.staff.reset(row.id, link, line)
        tell_link(settings, row, link, secret)

    return in_store(settings, act)


def show(settings: Settings) -> int:
    """`list`: one line for each account."""

    async def act(store: Store) -> None:
        rows = await store.staff.list()
        for row in rows:
            tell(f"{row.name}: {row.role}, {standing_of(row)}")
        if not rows:
            tell("Nobody keeps the house yet: `python3 -m app admin create NAME`.")

    return in_store(settings, act)


def standing_of(row: AdminRow) -> str:
    """Whether somebody can log in."""
    if row.dismissed_at is not None:
        return f"dismissed on {day_of(row.dismissed_at)}"
    return f"since {day_of(row.created_at)}" if row.ready else "without a password yet"


def day_of(moment: datetime) -> str:
    """The day, UTC."""
    return moment.date().isoformat()


def tell_link(settings: Settings, row: AdminRow, link: SealedLink, secret: str) -> None:
    """The link on a line of its own; it is shown this once."""
    public_url = settings.public_url or reachable_url(settings.host, settings.port)
    until = link.until.strftime("%Y-%m-%d %H:%M UTC")
    tell(f"{row.name} ({row.role}) sets a password by this link. It works once, until {until}:")
    tell(address_of_link(public_url, secret))


def in_store(settings: Settings, act: Act) -> int:
    """`act` on the store; its schema is made or checked as at a start. Raises `StartError`."""
    try:
        asyncio.run(on_store(settings, act))
    except StoreUnavailable as problem:
        raise StartError(str(problem)) from problem
    except Refused as refusal:
        raise StartError(refusal.message) from refusal
    return 0


async def on_store(settings: Settings, act: Act) -> None:
    """Open, act, and let go."""
    await migrate_or_check(settings)
    store = await open_store(settings.database_url)
    try:
        await act(store)
    finally:
        await store.close()
