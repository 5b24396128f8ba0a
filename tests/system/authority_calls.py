"""What each row of the table of authority says: what is named in its address, and its body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pyotp

from app.live.nudges import NUDGE_INTERVAL
from app.tables.ports import ChatLine, Report
from app.tables.table import Player
from tests.system.authority_cast import WHY, Caller, Cast, Json
from tests.system.authority_stage import Stage
from tests.web.staff import PASSWORD, fresh_name, invite

TURNS = 20
BEGINS, ENDS = "2026-12-01T20:00:00Z", "2026-12-02T20:00:00Z"


@dataclass(frozen=True)
class Scene:
    """Who calls, in front of what."""

    cast: Cast
    stage: Stage
    caller: Caller

    def newcomer(self) -> str:
        """A player whom nobody knows yet."""
        return str(self.cast.guest("Target").player)

    def line(self, author: str | None = None) -> str:
        """A line that somebody has said at the table."""
        kitchen, player = self.cast.kitchen, Player(author or self.newcomer(), "Target")
        said = f"line-{fresh_name()}"
        line = ChatLine(said, "rail", player, None, "Boo", None, kitchen.clock.now())
        kitchen.portal.call(kitchen.store.chat.add, self.stage.id, line)
        return line.id

    def report(self, author: str | None = None) -> str:
        """A report of such a line that waits for a verdict."""
        kitchen = self.cast.kitchen
        report = Report(
            id=f"report-{fresh_name()}",
            table=self.stage.id,
            line=self.line(author),
            player=str(self.cast.substitute.player),
            why="rude",
            at=kitchen.clock.now(),
        )
        kitchen.portal.call(kitchen.store.reports.add, report)
        return report.id

    def caution(self, player: str | None) -> str:
        """A caution that was given to this player, or to somebody else."""
        author = player or self.newcomer()
        self.cast.order("POST", f"/reports/{self.report(author)}", {"verdict": "warned"})
        given = self.cast.kitchen.portal.call(self.cast.kitchen.store.cautions.waiting)
        return next(each.id for each in given if each.player == author)

    def ban(self) -> str:
        """A ban that can be lifted."""
        file = self.cast.order("POST", f"/players/{self.newcomer()}/ban", {})
        return str(file["bans"][0]["id"])

    def announcement(self) -> str:
        """An announcement that can be taken back."""
        said = self.cast.order("POST", "/announcements", dict(ANNOUNCED))
        return str(said["announcements"][-1]["id"])

    def colleague(self) -> str:
        """Somebody of the staff."""
        return invite(self.cast.kitchen, fresh_name(), "observer")[0]

    def session_of_colleague(self) -> str:
        """The session of somebody else of the staff."""
        return self.session_of(self.cast.another("observer", on_duty=True))

    def session_of(self, admin: Caller) -> str:
        """The admin's session; a made-up one's of who is none."""
        answer = self.cast.ask(admin, "GET", "/api/admin/me")
        return str(answer.json().get("session", "nobodys"))

    def recovery(self) -> str:
        """The secret of a link by which somebody else goes on."""
        made = self.cast.do(self.cast.guest("Rica"), "POST", "/api/me/recovery", {})
        return str(made["url"].partition("#")[2])

    def rest(self) -> None:
        """No game is being certified."""
        self.cast.kitchen.app.state.web.books.certifier.begun.clear()

    def bots(self) -> None:
        """Every seat is taken."""
        for seat in (2, 3):
            self.stage.do(self.cast.host, "POST", f"/seats/{seat}", {"who": "bot"})

    def moved(self) -> None:
        """The caller has just made a move that may be taken back."""
        for number in range(TURNS):
            self.turn()
            move = {"ref": f"moved-{number}", "seq": self.stage.seq(), "move": {"type": "keep"}}
            self.stage.do(self.caller, "POST", "/moves", move)
            state = self.stage.do(self.caller, "GET", "/state")
            if state["can_undo"] == self.stage.seq():
                return
        raise AssertionError("no move can be taken back")

    def calm_down(self) -> None:
        """Nobody has knocked just now."""
        self.cast.kitchen.clock.advance(NUDGE_INTERVAL)

    def turn(self) -> None:
        """It is the caller's turn."""
        seats = {self.cast.host.player: 0, self.cast.of("seated").player: 1}
        self.stage.turn_to(seats[self.caller.player])


ANNOUNCED: Mapping[str, Json] = {"texts": {"en": "Soup"}, "starts_at": BEGINS, "ends_at": ENDS}


def secret_of_link(scene: Scene) -> Json:
    """An invitation to keep the house, with a code that fits it."""
    kitchen = scene.cast.kitchen
    secret = invite(kitchen, fresh_name(), "observer")[1]
    _, totp, _ = kitchen.portal.call(kitchen.app.state.web.usher.greet, secret)
    code = pyotp.TOTP(totp).at(kitchen.clock.now())
    return {"secret": secret, "password": PASSWORD, "code": code}


def log_in(scene: Scene) -> Json:
    """Name, password and code of somebody of the staff."""
    keeper = scene.caller.keeper or scene.cast.preparing.keeper
    assert keeper is not None
    return {"name": keeper.name, "password": PASSWORD, "code": keeper.code()}


def prove(scene: Scene) -> Json:
    """Password and code, without the name."""
    return {key: word for key, word in log_in(scene).items() if key != "name"}


def session_of_player(scene: Scene) -> Mapping[str, str]:
    """Somebody, and the session of their browser."""
    player = scene.newcomer()
    file = scene.cast.order("PATCH", f"/players/{player}", {"name": "Target"})
    return {"player_id": player, "session_id": file["sessions"][0]["id"]}


NAMED: Mapping[str, Callable[[Scene], str]] = {
    "table_id": lambda scene: scene.stage.id,
    "link_id": lambda scene: scene.stage.link(),
    "seat": lambda scene: "1",
    "player_id": Scene.newcomer,
    "session_id": Scene.session_of_colleague,
    "ban_id": Scene.ban,
    "report_id": Scene.report,
    "announcement_id": Scene.announcement,
    "caution_id": lambda scene: scene.caution(None),
    "admin_id": Scene.colleague,
    "key": lambda scene: "gnav",
    "game": lambda scene: "gnav",
    "tree": lambda scene: "of-yesterday",
    "language": lambda scene: "fr",
    "path": lambda scene: "img/mark.svg",
}

PLACES: Mapping[str, Callable[[Scene], Mapping[str, str]]] = {
    "DELETE /api/admin/players/{player_id}/sessions/{session_id}": session_of_player,
    "DELETE /api/admin/sessions/{session_id} own": lambda scene: {
        "session_id": scene.session_of(scene.caller)
    },
    "POST /api/me/cautions/{caution_id}/understood own": lambda scene: {
        "caution_id": scene.caution(scene.caller.player)
    },
    "POST /api/tables/{table_id}/seats/{seat} me": lambda scene: {"seat": "3"},
    "POST /api/tables/{table_id}/seats/{seat} bot": lambda scene: {"seat": "3"},
    "POST /api/tables/{table_id}/seats/{seat}/stand_in": lambda scene: {"seat": "2"},
}
"""Where an address names something else than usual."""

Said = Json | Callable[[Scene], Json]

SAID: Mapping[str, Said] = {
    "POST /api/tables": {"game": "gnav"},
    "POST /api/players": {"name": "Ada"},
    "PATCH /api/me": {"name": "Ada"},
    "POST /api/me/recover": lambda scene: {"secret": scene.recovery(), "replace": True},
    "PATCH /api/tables/{table_id}": {"title": "Mine"},
    "POST /api/tables/{table_id}/seats/{seat} me": {"who": "me"},
    "POST /api/tables/{table_id}/seats/{seat} bot": {"who": "bot"},
    "DELETE /api/tables/{table_id}/seats/{seat} bar": {"bar": True},
    "POST /api/tables/{table_id}/moves": lambda scene: {
        "ref": "own", "seq": scene.stage.seq(), "move": {"type": "keep"},
    },
    "POST /api/tables/{table_id}/undo": lambda scene: {"ref": "back", "seq": scene.stage.seq()},
    "POST /api/tables/{table_id}/branch": {"seq": 0, "seat": 0},
    "POST /api/tables/{table_id}/rail": {"open": False},
    "POST /api/tables/{table_id}/reports": lambda scene: {"message": scene.line()},
    "POST /api/tables/{table_id}/links": {"kind": "play"},
    "POST /api/admin/login": log_in,
    "POST /api/admin/proof": prove,
    "POST /api/admin/welcome/open": lambda scene: {"secret": secret_of_link(scene)["secret"]},
    "POST /api/admin/welcome": secret_of_link,
    "POST /api/admin/staff": lambda scene: {"name": fresh_name(), "role": "observer"},
    "PATCH /api/admin/staff/{admin_id}": {"role": "moderator"},
    "POST /api/admin/tables/{table_id}/repair": {"kind": "wake", "why": WHY},
    "POST /api/admin/tables/{table_id}/end": {"result": "none", "why": WHY},
    "POST /api/admin/tables/{table_id}/glass": {"why": WHY},
    "PATCH /api/admin/players/{player_id}": {"name": "Ada", "why": WHY},
    "DELETE /api/admin/players/{player_id}/sessions/{session_id}": {"why": WHY},
    "POST /api/admin/players/{player_id}/mute": {"why": WHY},
    "POST /api/admin/players/{player_id}/ban": {"why": WHY},
    "POST /api/admin/players/{player_id}/merge": lambda scene: {
        "into": scene.newcomer(), "why": WHY,
    },
    "POST /api/admin/bans": {"network": "203.0.113.0/24", "until": ENDS, "why": WHY},
    "DELETE /api/admin/bans/{ban_id}": {"why": WHY},
    "POST /api/admin/reports/{report_id} dismiss": {"verdict": "dismissed", "why": WHY},
    "POST /api/admin/reports/{report_id} ban": {"verdict": "banned", "why": WHY},
    "PATCH /api/admin/games/{key}": {"levels": {"hard": False}, "why": WHY},
    "POST /api/admin/announcements": {**ANNOUNCED, "why": WHY},
    "DELETE /api/admin/announcements/{announcement_id}": {"why": WHY},
    "PUT /api/admin/maintenance": {"on": True, "from": BEGINS, "why": WHY},
}  # fmt: skip
"""The bodies; what is not here has none."""

FIRST: Mapping[str, Callable[[Scene], None]] = {
    "POST /api/tables/{table_id}/start": Scene.bots,
    "POST /api/tables/{table_id}/moves": Scene.turn,
    "POST /api/tables/{table_id}/undo": Scene.moved,
    "POST /api/tables/{table_id}/hint": Scene.turn,
    "POST /api/tables/{table_id}/seats/{seat}/stand_in": lambda scene: scene.stage.let_wait(),
    "POST /api/admin/games/{key}/certify": Scene.rest,
    "SAY /api/tables/{table_id}/live move": Scene.turn,
    "SAY /api/tables/{table_id}/live undo": Scene.moved,
    "SAY /api/tables/{table_id}/live nudge": Scene.calm_down,
}
"""What has to have happened before somebody can do what is theirs."""

FRAMES: Mapping[str, Json] = {
    "move": {"type": "move", "seq": 0, "move": {"type": "keep"}},
    "undo": {"type": "undo", "seq": 1},
    "nudge": {"type": "nudge", "seat": 0},
    "chat:table": {"type": "chat", "room": "table", "text": "psst"},
    "chat:rail": {"type": "chat", "room": "rail", "text": "psst"},
    "ping": {"type": "ping"},
}
"""What the sockets are told."""

AGAIN = frozenset(
    (
        "POST /t/{table_id}",
        "POST /api/tables",
        "POST /api/players",
        "PATCH /api/me",
        "POST /api/me/recovery",
        "POST /api/tables/{table_id}/hint",
        "POST /api/tables/{table_id}/branch",
        "POST /api/tables/{table_id}/rematch",
        "POST /api/tables/{table_id}/reports",
        "POST /api/tables/{table_id}/links",
        "POST /api/admin/welcome/open",
        "POST /api/admin/games/{key}/certify",
        "POST /api/admin/tables/{table_id}/repair",
        "POST /api/admin/tables/{table_id}/glass",
        "POST /api/admin/announcements",
        "POST /api/admin/bans",
        "PUT /api/admin/maintenance",
        "PATCH /api/admin/games/{key}",
        "PATCH /api/admin/players/{player_id}",
        "PATCH /api/admin/staff/{admin_id}",
        "POST /api/admin/players/{player_id}/mute",
        "POST /api/admin/players/{player_id}/ban",
        "POST /api/admin/staff/{admin_id}/link",
        "SAY /api/tables/{table_id}/live chat:table",
        "SAY /api/tables/{table_id}/live chat:rail",
        "SAY /api/tables/{table_id}/live nudge",
        "SAY /api/tables/{table_id}/live ping",
        "SAY /api/admin/live ping",
    )
)
"""What one after another may do at the same place, with the same words."""

USES_UP = frozenset(
    (
        "DELETE /api/me",
        "DELETE /api/me/recovery",
        "POST /api/me/recover",
        "POST /api/admin/login",
        "POST /api/admin/logout",
        "POST /api/admin/proof",
        "POST /api/admin/welcome",
        "DELETE /api/admin/sessions/{session_id} own",
    )
)
"""After which somebody is not who they were before."""
