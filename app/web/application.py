"""The edge put together: one FastAPI application over a house of tables."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app import minting
from app.games.registry import Registry
from app.live.discretion import Discretion
from app.live.house import House
from app.live.sampler import Sampler
from app.settings import ROOT, Settings, StartError
from app.tables.books import Books
from app.tables.decisions import BOT_LEVELS
from app.tables.people import Players
from app.tables.ports import Mint, Now, Reports, Tables
from app.tables.refusals import Code, Refused
from app.tables.staff import Audit, Shifts, Staff
from app.tables.table_search import TableSearch
from app.web import (
    admin_house_api,
    admin_login_api,
    admin_pages,
    admin_players_api,
    admin_reports_api,
    admin_staff_api,
    admin_statistics_api,
    admin_tables_api,
    docs,
    games_api,
    hints_api,
    install,
    lesson_page,
    links_api,
    pace_api,
    pages,
    players_api,
    privacy_api,
    recovery_api,
    replay_api,
    series_api,
    tables_api,
)
from app.web.admin_doors import AdminDoors
from app.web.admin_live import serve_admin
from app.web.answers import json_answer, refusal_answer
from app.web.callers import Callers
from app.web.codes import Codes
from app.web.contact import contact_route
from app.web.context import Ready, WebContext, web_of
from app.web.entrance import enter_table
from app.web.errors import Rescue, install_errors
from app.web.headers import Headers
from app.web.limits import RATES, Limits
from app.web.lobby_socket import serve_lobby
from app.web.logs import AccessLog
from app.web.monitor import monitor_route
from app.web.origins import Origins, parse_origin
from app.web.passwords import Passwords
from app.web.socket import serve_table
from app.web.statics import Statics, load_statics
from app.web.traces import Tracing
from app.web.usher import Usher
from app.web.words import load_words


def build_app(
    house: House,
    players: Players,
    tables: Tables,
    *,
    reports: Reports,
    table_search: TableSearch,
    staff: Staff,
    shifts: Shifts,
    audit: Audit,
    sampler: Sampler,
    books: Books,
    discretion: Discretion,
    settings: Settings,
    registry: Registry,
    mint: Mint,
    now: Now,
    ready: Ready,
    monotonic: Callable[[], float] = time.monotonic,
    passwords: Passwords | None = None,
    levels: tuple[str, ...] = BOT_LEVELS,
    templates: Path = ROOT / "templates",
    static: Path = ROOT / "static",
    installed: Sequence[Path] = (),
) -> FastAPI:
    """The application. `ready` is what `/readyz` asks; files are read now, once.

    `installed`: folders of installed games, each with a `static` and a `templates` of its own.
    """
    origins = Origins(parse_origin(settings.public_url) if settings.public_url else None)
    limits = Limits(RATES if settings.rate_limits else None, monotonic)
    doors = AdminDoors(shifts, now, origins=origins)
    statics = load_statics(
        static,
        *(folder / "static" for folder in installed),
        templates=(templates, *(folder / "templates" for folder in installed)),
    )
    context = WebContext(
        house=house,
        tables=tables,
        reports=reports,
        table_search=table_search,
        staff=staff,
        audit=audit,
        sampler=sampler,
        doors=doors,
        usher=Usher(
            staff,
            shifts,
            doors,
            mint=mint,
            now=now,
            passwords=passwords or Passwords(),
            codes=Codes(secret_of(settings)),
        ),
        books=books,
        discretion=discretion,
        callers=Callers(
            players,
            mint,
            now,
            origins=origins,
            limits=limits,
            rules=house.keeper.rules,
            book=discretion.book,
        ),
        origins=origins,
        limits=limits,
        registry=registry,
        mint=mint,
        now=now,
        levels=levels,
        words=load_words(
            static / "locales", *(folder / "static" / "locales" for folder in installed)
        ),
        templates=pages.Templates(
            (templates, *(folder / "templates" for folder in installed)), statics
        ),
        ready=ready,
    )
    app = Application(
        title="Kitchen Table",
        version="1",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    app.state.web = context
    install_errors(app)
    add_middleware(app, settings, origins)
    add_routes(app, statics)
    app.router.routes.extend(monitor_route(house, settings))
    app.router.routes.extend(contact_route(settings, now))
    return app


def secret_of(settings: Settings) -> bytes:
    """The server's own secret. Raises `StartError`: nothing is derived from none."""
    if settings.secret is None:
        raise StartError("SECRET has to be set.")
    return settings.secret.get_secret_value().encode()


class Application(FastAPI):
    """FastAPI whose document also describes the bodies that our own readers parse."""

    def openapi(self) -> dict[str, object]:
        """The OpenAPI document, made once."""
        if not self.openapi_schema:
            self.openapi_schema = docs.make_document(self)
        return self.openapi_schema


def add_middleware(app: FastAPI, settings: Settings, origins: Origins) -> None:
    """Pure ASGI, innermost first; nothing of it stands in the way of a socket's messages."""
    app.add_middleware(Rescue)
    app.add_middleware(Headers, origins=origins)
    app.add_middleware(AccessLog)
    app.add_middleware(Tracing, make=minting.trace)
    if settings.proxies:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.proxies))


def add_routes(app: FastAPI, statics: Statics) -> None:
    """All calls, sockets, pages and files."""
    app.include_router(games_api.router)
    app.include_router(tables_api.router)
    app.include_router(pace_api.router)
    app.include_router(links_api.router)
    app.include_router(series_api.router)
    app.include_router(hints_api.router)
    app.include_router(replay_api.router)
    app.include_router(players_api.router)
    app.include_router(privacy_api.router)
    app.include_router(recovery_api.router)
    app.include_router(admin_statistics_api.router)
    app.include_router(admin_tables_api.router)
    app.include_router(admin_players_api.router)
    app.include_router(admin_reports_api.router)
    app.include_router(admin_house_api.router)
    app.include_router(admin_login_api.router)
    app.include_router(admin_staff_api.router)
    app.router.routes.extend(
        (
            WebSocketRoute("/api/tables/{table_id}/live", serve_table),
            WebSocketRoute("/api/lobby/live", serve_lobby),
            WebSocketRoute("/api/admin/live", serve_admin),
            Route("/api/openapi.json", docs.show_document),
            Route("/api/docs", docs.show_docs),
            Route("/healthz", show_health),
            Route("/readyz", show_readiness),
            Route("/static/{tree}/{path:path}", statics.serve),
            Route("/manifest.webmanifest", install.show_manifest),
            Route("/sw.js", install.show_worker),
            Route("/offline/{language}", install.show_offline),
            Route("/", pages.show_lobby),
            Route("/t/{table_id}", pages.show_table),
            Route("/t/{table_id}", enter_table, methods=["POST"]),
            Route("/t/{table_id}/replay", pages.show_replay),
            Route("/rules/{game}", pages.show_rules),
            Route("/learn/{game}", lesson_page.show_lesson),
            Route("/me", pages.show_me),
            Route("/come", pages.show_come),
            Route("/privacy", pages.show_privacy),
            Route("/admin", admin_pages.show_house),
            Route("/admin/login", admin_pages.show_login),
            Route("/admin/welcome", admin_pages.show_welcome),
        )
    )


async def show_health(request: Request) -> Response:
    """`/healthz`: the process answers."""
    return json_answer({"status": "ok"})


async def show_readiness(request: Request) -> Response:
    """`/readyz`: the process can do its work; 503 while it cannot."""
    if await web_of(request).ready():
        return json_answer({"status": "ready"})
    return refusal_answer(Refused(Code.UNAVAILABLE))
