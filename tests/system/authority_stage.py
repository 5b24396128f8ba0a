"""One table in a state in which there is something to be done, and everybody with their keys."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.tables.decisions import STAND_IN_AFTER
from tests.system.authority_cast import Caller, Cast, Json

LOOKS = 400
"""So often one looks whether it is somebody's turn."""

ME = {"who": "me"}
BY_LINK = {"watch": "watch", "play": "play", "program": "play", "banned": "play"}
"""Who brings a link's key along with every call."""


class Stage:
    """A table of Gnav that nobody sees without a link, unless it is `public`.

    `open`: the host on seat 0, somebody on seat 1. `runs`: a substitute on seat 2, whose player
    before that is `former`; on seat 3 a stand-in. `over`: all have agreed to end.
    `only`: who is to come here, if not everybody is. Sockets of a match that runs are opened as
    soon as somebody may come; what they lost later is lost there as well.
    """

    def __init__(self, cast: Cast, state: str, *, only: str | None = None) -> None:
        self.cast, self.state, self._only = cast, state, only
        self._held = ExitStack()
        self._chairs: dict[str, WebSocketTestSession] = {}
        order = {"game": "gnav", "seats": 4, "pace": {"kind": "relaxed"}}
        visibility = "public" if state == "public" else "link"
        table = cast.do(cast.host, "POST", "/api/tables", order | {"visibility": visibility})
        self.id: str = table["id"]
        self.path = f"/api/tables/{self.id}"
        self.keys = {kind: f"?{url.partition('?')[2]}" for kind, url in table["links"].items()}
        self._gather()
        if state in ("runs", "over"):
            self._start()
        if state == "over":
            for player in (cast.host, cast.of("seated"), cast.substitute):
                self.do(player, "POST", "/end")

    def caller(self, kind: str) -> Caller:
        """That kind of people, as they come to this table."""
        return self.with_key(kind, self.cast.of(kind))

    def with_key(self, kind: str, caller: Caller) -> Caller:
        """The caller with the key which such people bring."""
        return replace(caller, query=self.keys[BY_LINK[kind]]) if kind in BY_LINK else caller

    def do(self, caller: Caller, method: str, path: str = "", body: Json = None) -> Json:
        """A call on the table that has to be a good one."""
        return self.cast.do(caller, method, f"{self.path}{path}{caller.query}", body)

    def sit(self, kind: str, seat: int) -> None:
        """Somebody comes by the link to play and sits down."""
        caller = replace(self.cast.of(kind), query=self.keys["play"])
        self.do(caller, "POST", f"/seats/{seat}", ME)
        self._open_socket(kind)

    def _gather(self) -> None:
        """Before the start: two sit, and a third who will be gone."""
        self._open_socket("host")
        self.sit("seated", 1)
        self._come_and_go()
        for kind in ("spectator", "watch", "play", "program"):
            self._open_socket(kind)
        self.sit("former", 2)
        if self.state in ("open", "public"):
            self.do(self.cast.of("former"), "DELETE", "/seats/2")

    def _come_and_go(self) -> None:
        """One is barred, one came by a link that is revoked, one by the link to watch."""
        host = self.cast.host
        if self._only in (None, "barred"):
            self.sit("barred", 2)
            self.do(host, "DELETE", "/seats/2", {"bar": True})
        if self._only in (None, "revoked"):
            link = self.do(host, "POST", "/links", {"kind": "play"})
            key = f"?{link['url'].partition('?')[2]}"
            self.do(replace(self.cast.of("revoked"), query=key), "GET")
            self._open_socket("revoked")
            self.do(host, "DELETE", f"/links/{link['id']}")
        if self._only in (None, "spectator"):
            self.do(replace(self.cast.of("spectator"), query=self.keys["watch"]), "GET")

    def _start(self) -> None:
        """One leaves in mid-match and is replaced, another leaves it to a stand-in."""
        self.sit("stoodin", 3)
        self.do(self.cast.host, "POST", "/start")
        self.do(self.cast.of("former"), "DELETE", "/seats/2")
        self.do(replace(self.cast.substitute, query=self.keys["play"]), "POST", "/seats/2", ME)
        self.do(self.cast.of("stoodin"), "DELETE", "/seats/3")
        self.turn_to(0)

    def turn_to(self, seat: int) -> None:
        """All keep what they have until the match waits for that seat."""
        players = (self.cast.host, self.cast.of("seated"), self.cast.substitute, None)
        for number in range(LOOKS):
            state = self.do(self.cast.host, "GET", "/state")
            (turn,) = state["table"]["to_act"]
            if turn == seat:
                return
            player = players[turn]
            if player is not None:
                move = {"ref": f"turn-{number}", "seq": state["seq"], "move": {"type": "keep"}}
                self.do(player, "POST", "/moves", move)
        raise AssertionError(f"seat {seat} never has its turn")

    def let_wait(self) -> None:
        """The match waits for the substitute, who has not been here for long."""
        self.turn_to(2)
        self.cast.kitchen.clock.advance(STAND_IN_AFTER.total_seconds())

    def seq(self) -> int:
        """The last log position."""
        seq: int = self.do(self.cast.host, "GET")["seq"]
        return seq

    def link(self) -> str:
        """A link of this table."""
        found: str = self.do(self.cast.host, "GET", "/links")["links"][0]["id"]
        return found

    def _open_socket(self, kind: str) -> None:
        if self.state == "runs" and self._only in (None, kind):
            self._chairs[kind] = self._held.enter_context(self.connect(self.caller(kind)))

    def connect(self, caller: Caller) -> WebSocketTestSession:
        """A socket of the table."""
        return connect(self.cast, caller, f"{self.path}/live{caller.query}")

    def say(self, kind: str, frame: Json) -> str:
        """What a message on somebody's socket is answered; `bye` for good once it is closed."""
        if kind not in self._chairs:
            return "bye"
        told = answer(self._chairs[kind], frame)
        if told == "bye":
            del self._chairs[kind]
        return told

    def close(self) -> None:
        """Nobody stays."""
        self._held.close()


def connect(cast: Cast, caller: Caller, path: str) -> WebSocketTestSession:
    """A socket, opened by a browser or a program that has nothing else with it."""
    client = cast.kitchen.client()
    return client.websocket_connect(path, headers=dict(caller.headers))


def first_word(socket: WebSocketTestSession) -> str:
    """Whether a socket just opened is let in: `ok`, or the code of its refusal."""
    message = socket.receive_json()
    return str(message["error"]["code"]) if message["type"] == "error" else "ok"


def answer(socket: WebSocketTestSession, frame: Json) -> str:
    """What a frame is answered: `ok`, a code, or `bye` if the socket is closed."""
    try:
        socket.send_json({**frame, "ref": "asked"})
        while (message := socket.receive_json()).get("ref") != "asked":
            pass
    except WebSocketDisconnect:
        return "bye"
    return str(message["error"]["code"]) if message["type"] == "error" else "ok"
