"""Who may do what: every call and every message of a socket, by everybody who may come.

The table is written by hand, and a call that it does not name fails here. A cell says what happens;
whoever is refused has changed nothing. It is decided in `app/tables/access.py` for tables, and in
`app/tables/admins.py` for the house; whoever lost a seat, a link or a table has lost it on every
socket that is still open as well.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi import APIRouter
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from app.codec import commands
from app.web.application import Application
from app.web.origins import SAFE_METHODS
from tests.system.authority_calls import FRAMES
from tests.system.authority_cast import STAFF, Caller, Cast, oversleep
from tests.system.authority_rows import Row, parse_table
from tests.system.authority_stage import answer, connect
from tests.system.authority_walk import Walk, told_by
from tests.web.conftest import kitchens

# The columns: nobody · who watches or plays by a link's key, without a name · a guest with no link
# · a spectator · one whose link was revoked · one whom the host keeps out · a program with a token
# and a key · seated · one for whom a stand-in plays · one whose seat is another's by now · the host
# · one who is banned from the house · observer, moderator, owner · an owner without a recent proof.
# The cells: ok · si sign_in · no forbidden · .. not_found · ns not_seated · as already_seated · pr
# forbidden until it is proved · lo sent to the log-in · bye: the socket is closed · - cannot be.
# A row: method, path below the line in brackets, at what table, and which of several bodies.
# COME opens a socket; SAY is a message on one that was opened while it still might be.

METRICS_KEY = "a key of whoever runs the house, and of no player"

TABLE = """
                                 nob wat pla gue spe rev bar pro sea sto for hos ban obs mod own unp
[/api]
GET    /games                     ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /schema                    ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /openapi.json              ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /docs                      ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /tables                    ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
POST   /tables                    si  si  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
POST   /players                   ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
GET    /me                        ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
PATCH  /me                        ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
DELETE /me                        ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /me/export                 si  si  si  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
POST   /me/recovery               si  si  si  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
DELETE /me/recovery               si  si  si  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
POST   /me/recover                no  no  ok  ok  ok  ok  ok  no  ok  ok  ok  ok  no  ok  ok  ok  ok
COME   /lobby/live                ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
[/api/me/cautions/{caution_id}]
POST   /understood          :own  si  si  si  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
POST   /understood                si  si  si  ..  ..  ..  ..  ..  ..  ..  ..  ..  no  ..  ..  ..  ..
[/api/tables/{table_id}]
GET    .                    open  ..  ok  ok  ..  ok  ..  ok  ok  ok   -  ok  ok  no  ..  ..  ..  ..
GET    .                  public  ok  ok  ok  ok  ok  ok  ok  ok  ok   -  ok  ok  no  ok  ok  ok  ok
PATCH  .                    open  ..  no  no  ..  no  ..  no  no  no   -  no  ok  no  ..  ..  ..  ..
PATCH  .                  public  no  no  no  no  no  no  no  no  no   -  no  ok  no  no  no  no  no
POST   /close               open  ..  no  no  ..  no  ..  no  no  no   -  no  ok  no  ..  ..  ..  ..
POST   /start               open  ..  no  no  ..  no  ..  no  no  no   -  no  ok  no  ..  ..  ..  ..
POST   /close             public  no  no  no  no  no  no  no  no  no   -  no  ok  no  no  no  no  no
POST   /moves               runs  ..  ns  ns  ..  ns  ..  ns  ns  ok  ns  ns  ok  no  ..  ..  ..  ..
POST   /undo                runs  ..  ns  ns  ..  ns  ..  ns  ns  ok  ns  ns  ok  no  ..  ..  ..  ..
POST   /hint                runs  ..  ns  ns  ..  ns  ..  ns  ns  ok  ns  ns  ok  no  ..  ..  ..  ..
GET    /state               runs  ..  ok  ok  ..  ok  ..  no  ok  ok  ok  ok  ok  no  ..  ..  ..  ..
GET    /log                 runs  ..  ok  ok  ..  ok  ..  no  ok  ok  ok  ok  ok  no  ..  ..  ..  ..
GET    /record              runs  ..  no  no  ..  no  ..  no  no  no  no  no  no  no  ..  ..  ..  ..
GET    /record              over  ..  ok  ok  ..  ok  ..  no  ok  ok  ok  ok  ok  no  ..  ..  ..  ..
GET    /replay              runs  ..  no  no  ..  no  ..  no  no  no  no  no  no  no  ..  ..  ..  ..
GET    /replay              over  ..  ok  ok  ..  ok  ..  no  ok  ok  ok  ok  ok  no  ..  ..  ..  ..
POST   /branch              over  ..  si  ok  ..  ok  ..  no  ok  ok  ok  ok  ok  no  ..  ..  ..  ..
POST   /pause               runs  ..  ns  ns  ..  ns  ..  ns  ns  ok  ns  ns  ok  no  ..  ..  ..  ..
POST   /resume              runs  ..  ns  ns  ..  ns  ..  ns  ns  ok  ok  ns  ok  no  ..  ..  ..  ..
POST   /end                 runs  ..  ns  ns  ..  ns  ..  ns  ns  ok  ns  ns  ok  no  ..  ..  ..  ..
POST   /rematch             over  ..  ns  ns  ..  ns  ..  ns  ns  ok  ok  ns  ok  no  ..  ..  ..  ..
GET    /series              over  ..  ok  ok  ..  ok  ..  ok  ok  ok  ok  ok  ok  no  ..  ..  ..  ..
POST   /rail                runs  ..  no  no  ..  no  ..  no  no  no  no  no  ok  no  ..  ..  ..  ..
POST   /reports             runs  ..  si  ok  ..  ok  ..  no  ok  ok  ok  ok  ok  no  ..  ..  ..  ..
GET    /qr.svg              open  ..  no  no  ..  no  ..  no  no  ok   -  no  ok  no  ..  ..  ..  ..
GET    /links               open  ..  no  no  ..  no  ..  no  no  no   -  no  ok  no  ..  ..  ..  ..
POST   /links               open  ..  no  no  ..  no  ..  no  no  no   -  no  ok  no  ..  ..  ..  ..
COME   /live                runs  ..  ok  ok  ..  ok  ..  no  ok  ok  ok  ok  ok  no  ..  ..  ..  ..
COME   /live                open  ..  ok  ok  ..  ok  ..  no  ok  ok   -  ok  ok  no  ..  ..  ..  ..
SAY    /live           runs:move   -  ns  ns   -  ns bye bye  ns  ok  ns  ns  ok   -   -   -   -   -
SAY    /live           runs:undo   -  ns  ns   -  ns bye bye  ns  ok  ns  ns  ok   -   -   -   -   -
SAY    /live          runs:nudge   -  ns  ns   -  ns bye bye  ns  ok  ok  ns  ok   -   -   -   -   -
SAY    /live     runs:chat:table   -  si  si   -  no bye bye  no  ok  ok  no  ok   -   -   -   -   -
SAY    /live      runs:chat:rail   -  si  si   -  ok bye bye  ok  no  no  ok  no   -   -   -   -   -
SAY    /live           runs:ping   -  ok  ok   -  ok bye bye  ok  ok  ok  ok  ok   -   -   -   -   -
[/api/tables/{table_id}/seats/{seat}]
POST   .                 open:me  ..  si  ok  ..  no  ..  no  ok  as   -  ok  as  no  ..  ..  ..  ..
POST   .               public:me  si  si  ok  ok  ok  ok  no  ok  as   -  ok  as  no  ok  ok  ok  ok
POST   .                 runs:me  ..  si  ok  ..  no  ..  no  ok  as  ok  no  as  no  ..  ..  ..  ..
POST   .                open:bot  ..  no  no  ..  no  ..  no  no  no   -  no  ok  no  ..  ..  ..  ..
DELETE .                    open  ..  no  no  ..  no  ..  no  no  ok   -  no  ok  no  ..  ..  ..  ..
DELETE .                open:bar  ..  no  no  ..  no  ..  no  no  no   -  no  ok  no  ..  ..  ..  ..
DELETE .                    runs  ..  no  no  ..  no  ..  no  no  ok  no  no  no  no  ..  ..  ..  ..
POST   /stand_in            runs  ..  ns  ns  ..  ns  ..  ns  ns  ok  ok  ns  ok  no  ..  ..  ..  ..
[/api/tables/{table_id}/links/{link_id}]
DELETE .                    open  ..  no  no  ..  no  ..  no  no  no   -  no  ok  no  ..  ..  ..  ..
GET    /qr.svg              open  ..  no  no  ..  no  ..  no  no  no   -  no  ok  no  ..  ..  ..  ..
[]
GET    /                          ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
GET    /t/{table_id}        open  ..  ok  ok  ..  ok  ..  ok  ok  ok   -  ok  ok  no  ..  ..  ..  ..
POST   /t/{table_id}        open  no  no  ok  ..  ok  ..  ok  no  ok   -  ok  ok  no  ..  ..  ..  ..
GET    /t/{table_id}/replay over  ..  ok  ok  ..  ok  ..  no  ok  ok  ok  ok  ok  no  ..  ..  ..  ..
GET    /rules/{game}              ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
GET    /learn/{game}              ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
GET    /me                        ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
GET    /come                      ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  ok  ok  ok  ok
GET    /privacy                   ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /admin                     lo  lo  lo  lo  lo  lo  lo  lo  lo  lo  lo  lo  lo  ok  ok  ok  ok
GET    /admin/login               ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /admin/welcome             ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /manifest.webmanifest      ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /sw.js                     ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /offline/{language}        ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /healthz                   ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /readyz                    ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /metrics                   si  si  si  si  si  si  si  si  si  si  si  si  si  si  si  si  si
[/static/{tree}]
GET    /{path:path}               ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
[/.well-known]
GET    /security.txt              ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
[/api/admin]
POST   /login                     no  no  ok  ok  ok  ok  ok  no  ok  ok  ok  ok  ok  ok  ok  ok  ok
POST   /welcome/open              no  no  ok  ok  ok  ok  ok  no  ok  ok  ok  ok  ok  ok  ok  ok  ok
POST   /welcome                   no  no  ok  ok  ok  ok  ok  no  ok  ok  ok  ok  ok  ok  ok  ok  ok
GET    /me                        si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
POST   /logout                    no  no  si  si  si  si  si  no  si  si  si  si  si  ok  ok  ok  ok
POST   /proof                     no  no  si  si  si  si  si  no  si  si  si  si  si  ok  ok  ok  ok
GET    /sessions                  si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
GET    /staff                     si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
POST   /staff                     no  no  si  si  si  si  si  no  si  si  si  si  si  no  no  ok  pr
GET    /audit                     si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
GET    /now                       si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
GET    /statistics                si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
COME   /live                      si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
SAY    /live               :ping   -   -   -   -   -   -   -   -   -   -   -   -   -  ok  ok  ok  ok
GET    /tables                    si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
GET    /players                   si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
GET    /bans                      si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
POST   /bans                      no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  pr
DELETE /bans/{ban_id}             no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  ok
GET    /reports                   si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
GET    /games                     si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
PATCH  /games/{key}               no  no  si  si  si  si  si  no  si  si  si  si  si  no  no  ok  ok
POST   /games/{key}/certify       no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  ok
GET    /announcements             si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
POST   /announcements             no  no  si  si  si  si  si  no  si  si  si  si  si  no  no  ok  ok
GET    /maintenance               si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
PUT    /maintenance               no  no  si  si  si  si  si  no  si  si  si  si  si  no  no  ok  pr
[/api/admin/sessions/{session_id}]
DELETE .                    :own  no  no  si  si  si  si  si  no  si  si  si  si  si  ok  ok  ok  ok
DELETE .                          no  no  si  si  si  si  si  no  si  si  si  si  si  no  no  ok  pr
[/api/admin/staff/{admin_id}]
PATCH  .                          no  no  si  si  si  si  si  no  si  si  si  si  si  no  no  ok  pr
POST   /link                      no  no  si  si  si  si  si  no  si  si  si  si  si  no  no  ok  pr
DELETE .                          no  no  si  si  si  si  si  no  si  si  si  si  si  no  no  ok  pr
[/api/admin/tables/{table_id}]
GET    .                    runs  si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
GET    /log                 runs  si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
GET    /verify              over  si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
POST   /repair              runs  no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  ok
POST   /end                 runs  no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  pr
POST   /glass               runs  no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  pr
[/api/admin/reports/{report_id}]
POST   .                :dismiss  no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  ok
POST   .                    :ban  no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  pr
[/api/admin/announcements]
DELETE /{announcement_id}         no  no  si  si  si  si  si  no  si  si  si  si  si  no  no  ok  ok
[/api/admin/players/{player_id}]
GET    .                          si  si  si  si  si  si  si  si  si  si  si  si  si  ok  ok  ok  ok
PATCH  .                          no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  ok
DELETE /sessions/{session_id}     no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  ok
POST   /mute                      no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  ok
POST   /ban                       no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  pr
POST   /merge                     no  no  si  si  si  si  si  no  si  si  si  si  si  no  ok  ok  pr
"""
ROWS = parse_table(TABLE)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """One house for everybody, with all that it can be set to serve."""
    with kitchens(tmp_path_factory.mktemp("kitchen")) as open_one:
        kitchen = open_one(
            own_files=False,
            sleep=oversleep,
            rate_limits=False,
            metrics_token=METRICS_KEY,
            security_contact="mailto:security@example.org",
        )
        walking = Walk(Cast(kitchen))
        yield walking
        walking.close()


def name_of(row: Row) -> str:
    """How a row is called where it fails."""
    return f"{row.key} {row.state}".rstrip()


@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_11_everybody_is_told_what_the_table_says(walk: Walk, row: Row) -> None:
    told = {kind: walk.try_it(row, kind) for kind in row.cells}
    assert told == row.cells


def test_the_table_names_every_call_and_every_message(walk: Walk) -> None:
    asked = {(row.method, row.path) for row in ROWS if row.method != "SAY"}
    app = walk.cast.kitchen.app
    assert isinstance(app, Application)
    assert asked == {call for route in app.routes for call in calls_of(route)}
    said = {(row.path, FRAMES[row.variant]["type"]) for row in ROWS if row.method == "SAY"}
    table, staff = "/api/tables/{table_id}/live", "/api/admin/live"
    assert {kind for path, kind in said if path == table} == set(commands.FRAMES)
    assert {kind for path, kind in said if path == staff} == taken_by_the_staffs_socket(walk.cast)
    assert {path for path, _ in said} == {table, staff}


def calls_of(route: BaseRoute) -> set[tuple[str, str]]:
    """The methods and the address of a route, or of all in a router; HEAD goes where GET does."""
    if isinstance(route, WebSocketRoute):
        return {("COME", route.path)}
    if isinstance(route, Route):
        return {(method, route.path) for method in (route.methods or set()) - {"HEAD"}}
    router: APIRouter = vars(route)["original_router"]
    return {call for inner in router.routes for call in calls_of(inner)}


def taken_by_the_staffs_socket(cast: Cast) -> set[str]:
    """Of all messages that there are, those which it understands."""
    with connect(cast, cast.of("owner"), "/api/admin/live") as socket:
        frames = {frame["type"]: answer(socket, frame) for frame in FRAMES.values()}
    assert set(frames) == set(commands.FRAMES)
    return {kind for kind, told in frames.items() if told != "invalid"}


@pytest.mark.parametrize("kind", STAFF)
def test_staff_are_guests_to_the_players_calls(kind: str) -> None:
    for row in ROWS:
        if "/admin" not in row.path:
            assert row.cells.get(kind) == row.cells.get("guest"), row.key


SOCKETS = [row for row in ROWS if row.method == "COME"]
GUARDED = [
    row
    for row in ROWS
    if row.method not in ("COME", "SAY")
    if row.method not in SAFE_METHODS or row.is_staffs
]
"""What no page but our own may ask for."""


@pytest.mark.parametrize("row", GUARDED, ids=name_of)
def test_a_foreign_page_does_nothing_with_anybodys_cookie(walk: Walk, row: Row) -> None:
    kind = "owner" if row.is_staffs else "host"
    assert walk.try_it(row, kind, foreign=True) == "forbidden"


@pytest.mark.parametrize("row", SOCKETS, ids=name_of)
def test_a_foreign_page_opens_no_socket(walk: Walk, row: Row) -> None:
    kind = "owner" if row.is_staffs else "host"
    with pytest.raises(WebSocketDisconnect):
        walk.try_it(row, kind, foreign=True)


def test_a_players_secret_opens_no_door_of_the_house(walk: Walk) -> None:
    """Neither as the staff's cookie, nor the other way round."""
    cast = walk.cast
    mine, theirs = cast.of("host").headers["Cookie"], cast.of("owner").headers["Cookie"]
    player, staff = mine.partition("=")[2], theirs.partition("kt_admin=")[2]
    token = cast.of("program").headers["Authorization"].split()[1]
    for secret in (player, token):
        caller = Caller({**cast.of("host").headers, "Cookie": f"kt_admin={secret}"})
        assert told_by(cast.ask(caller, "GET", "/api/admin/me")) == "sign_in"
    bearer = Caller({"Authorization": f"Bearer {staff}"})
    assert told_by(cast.ask(bearer, "GET", "/api/me")) == "sign_in"
    assert told_by(cast.ask(bearer, "GET", "/api/admin/me")) == "sign_in"
    guest = cast.ask(Caller({"Cookie": f"kt_session={staff}"}), "GET", "/api/me").json()
    assert guest["player"] is None
