"""Goes through the table of authority: everybody asks for everything."""

from __future__ import annotations

import httpx2

from tests.system.authority_calls import FIRST, FRAMES, NAMED, PLACES, SAID, USES_UP, Scene
from tests.system.authority_cast import Books, Caller, Cast, Json
from tests.system.authority_rows import Row
from tests.system.authority_stage import Stage, answer, connect, first_word

PAGES_SAY = {401: "sign_in", 403: "forbidden", 404: "not_found"}


class Walk:
    """Everybody, the tables they stand at, and what the store knew before they asked."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.books = Books(cast.kitchen)
        self._stages: dict[str, Stage] = {}
        self._asked: dict[Row, tuple[str, Json]] = {}

    def try_it(self, row: Row, kind: str, *, foreign: bool = False) -> str:
        """What somebody is told. Whoever is to be refused must have changed nothing."""
        is_own = row.cells[kind] == "ok" and not foreign
        if not is_own or not row.uses_up:
            caller = self.cast.of(kind).foreign if foreign else self.cast.of(kind)
            return self._try_again(row, kind, caller, is_own=is_own)
        caller = self.cast.of(kind)
        if row.key in USES_UP:
            caller = self.cast.another(kind, on_duty=row.is_staffs)
        stage = Stage(self.cast, row.state, only=kind) if row.state else self._stage(row)
        try:
            scene = Scene(self.cast, stage, stage.with_key(kind, caller))
            prepare(row, scene)
            return ask(row, scene, kind, where(row, scene), what(row, scene))
        finally:
            self.cast.settle()
            if row.state:
                stage.close()

    def _try_again(self, row: Row, kind: str, caller: Caller, *, is_own: bool) -> str:
        """What may be tried by one after another, with the same words each."""
        stage = self._stage(row)
        scene = Scene(self.cast, stage, stage.with_key(kind, caller))
        if is_own:
            prepare(row, scene)
        if row not in self._asked:
            self._asked[row] = (where(row, scene), what(row, scene))
        before = self.books.read()
        told = ask(row, scene, kind, *self._asked[row])
        if is_own:
            self.cast.settle()
        else:
            assert self.books.read() == before, f"{kind} has changed something by {row.key}"
        return told

    def _stage(self, row: Row) -> Stage:
        """A table that stays as it is: who asks is refused, or takes nothing away."""
        state = row.state or "runs"
        if state not in self._stages:
            self._stages[state] = Stage(self.cast, state)
        return self._stages[state]

    def close(self) -> None:
        """Everybody goes home."""
        for stage in self._stages.values():
            stage.close()
        self.books.close()


def prepare(row: Row, scene: Scene) -> None:
    """What has to have happened before somebody can do what is theirs."""
    if row.key in FIRST:
        FIRST[row.key](scene)


def where(row: Row, scene: Scene) -> str:
    """The address of a row, with what it names."""
    path = row.path.replace(":path}", "}")
    told = dict(PLACES[row.key](scene)) if row.key in PLACES else {}
    for key, word in NAMED.items():
        if f"{{{key}}}" in path and key not in told:
            told[key] = word(scene)
    return path.format(**told)


def what(row: Row, scene: Scene) -> Json:
    """The body of a row."""
    said = FRAMES[row.variant] if row.method == "SAY" else SAID.get(row.key)
    return said(scene) if callable(said) else said


def ask(row: Row, scene: Scene, kind: str, path: str, said: Json) -> str:
    """Call, or come, or say it; what is told."""
    caller, address = scene.caller, f"{path}{scene.caller.query}"
    if row.method == "SAY" and row.state:
        seen = {"seq": scene.stage.seq()} if "seq" in said else {}
        return scene.stage.say(kind, {**said, **seen})
    if row.method in ("COME", "SAY"):
        with connect(scene.cast, caller, address) as socket:
            word = first_word(socket)
            return answer(socket, said) if row.method == "SAY" else word
    return told_by(scene.cast.ask(caller, row.method, address, said))


def told_by(answered: httpx2.Response) -> str:
    """What an answer says, in the words of the table."""
    if answered.status_code < 400:
        leads_in = answered.headers.get("location") == "/admin/login"
        return "log in" if leads_in else "ok"
    if answered.headers["content-type"].startswith("text/html"):
        return PAGES_SAY[answered.status_code]
    error = answered.json()["error"]
    return "prove" if error["detail"].get("prove") else str(error["code"])
