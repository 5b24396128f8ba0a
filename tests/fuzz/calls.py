"""Every call of the OpenAPI document, with what it describes and with what it does not allow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from tests.fuzz.trying import Count, note, try_out
from tests.web.kitchen import Kitchen
from tests.web.serving import served
from tests.web.staff import keeper_of

CHECKS = [not_a_server_error, response_schema_conformance]
ERROR = {"code", "message", "detail"}
CALLERS = ("nobody", "guest", "host", "owner")
PATIENCE = 20
BUSY = 503
"""An answer that may be meant; bugs are counted by the house itself."""


@dataclass
class Scene:
    """A server with people, tables and somebody on duty, so that calls meet something."""

    kitchen: Kitchen
    address: str
    session: requests.Session = field(default_factory=requests.Session)
    callers: dict[str, dict[str, str]] = field(default_factory=dict)
    ids: dict[str, list[str]] = field(default_factory=dict)
    doubtful: bool = True
    """Whether somebody was refused who may have been deleted or shut out."""

    def furnish(self) -> None:
        """New people and tables, for those that earlier calls have deleted, ended or shut out."""
        if not self.doubtful:
            return
        self.doubtful = False
        if self.callers and all(map(self._is_known, ("host", "owner"))):
            return
        host, guest = self.kitchen.program("Ada"), self.kitchen.program("Bob")
        order = {"seats": 2, "visibility": "public"}
        waiting = self.kitchen.open_table(host, **order)
        playing = self.kitchen.open_table(host, **order, start=True)
        guest.post(f"/api/tables/{playing['id']}/seats/1", json={"who": "me"})
        ended = self.kitchen.open_table(host, **order, start=True, bots={"1": "easy"})
        host.post(f"/api/tables/{ended['id']}/end")
        keeper = keeper_of(self.kitchen)
        cookie = "; ".join(f"{name}={text}" for name, text in keeper.client.cookies.items())
        self.callers = {
            "nobody": {},
            "host": {"Authorization": host.headers["authorization"]},
            "guest": {"Authorization": guest.headers["authorization"]},
            "owner": {"Cookie": cookie, "Origin": self.address},
        }
        player = host.get("/api/me").json()["player"]["id"]
        self.ids = {
            "table_id": [waiting["id"], playing["id"], ended["id"]],
            "player_id": [player],
            "admin_id": [keeper.id],
            "seat": ["0", "1"],
            "game": ["milkuro", "gnav"],
        }

    def _is_known(self, who: str) -> bool:
        path = {"host": "/api/me", "owner": "/api/admin/me"}[who]
        answer = self.session.get(self.address + path, headers=self.callers[who], timeout=PATIENCE)
        return answer.ok and bool(answer.json().get("player") or answer.json().get("admin"))

    def check(self, tried: tuple[Case, str, int | None]) -> None:
        """Make that call: never a 500, an error with a code, or what the document promises."""
        case, who, chosen = tried
        for name in case.path_parameters or {}:
            if chosen is not None and name in self.ids:
                case.path_parameters[name] = self.ids[name][chosen % len(self.ids[name])]
        answer = case.call(
            base_url=self.address, session=self.session, headers=self.callers[who], timeout=PATIENCE
        )
        self.doubtful |= answer.status_code in (401, 403) and who in ("host", "owner")
        if answer.status_code >= 400:
            error = answer.json()["error"]
            assert set(error) == ERROR, error
            assert not sum(self.kitchen.house.gauges.bugs.values()), error
        if answer.status_code != BUSY:
            case.validate_response(answer, checks=CHECKS)


def tries_of(operation: Any) -> st.SearchStrategy[Any]:
    """Calls of that operation by anybody, mostly by whom it is for, at places that there are or
    are not."""
    most = "owner" if operation.path.startswith("/api/admin") else "host"
    good = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    bad = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)
    return st.tuples(
        good | bad,
        st.just(most) | st.sampled_from(CALLERS),
        st.none() | st.integers(0, 2) | st.integers(0, 2),
    )


@contextmanager
def furnished(kitchen: Kitchen) -> Iterator[Scene]:
    """The scene around a running server."""
    with served(kitchen) as address:
        scene = Scene(kitchen, f"http://{address}")
        scene.furnish()
        with scene.session:
            yield scene


def operations_of(kitchen: Kitchen) -> list[Any]:
    """All calls that the document has now."""
    schema = schemathesis.openapi.from_dict(kitchen.app.openapi())
    return [found.ok() for found in schema.get_all_operations()]


def fuzz_calls(kitchen: Kitchen, *, cases: int, number: int, count: Count | None = None) -> int:
    """So many cases of every call; findings are raised, or noted in `count`. How many calls."""
    operations = operations_of(kitchen)
    with furnished(kitchen) as scene:
        for operation in operations:
            scene.furnish()
            tries = tries_of(operation)
            if count is None:
                try_out(tries, scene.check, cases=cases, number=number)
            else:
                note(count, tries, scene.check, cases=cases, number=number)
    return len(operations)
