"""What is offered and published: games, schemas, the document of all calls."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from tests.web.kitchen import Kitchen

CALLS = {
    ("GET", "/api/games"), ("GET", "/api/schema"), ("POST", "/api/tables"),
    ("GET", "/api/tables"), ("GET", "/api/tables/{table_id}"), ("PATCH", "/api/tables/{table_id}"),
    ("POST", "/api/tables/{table_id}/seats/{seat}"),
    ("DELETE", "/api/tables/{table_id}/seats/{seat}"),
    ("POST", "/api/tables/{table_id}/close"), ("POST", "/api/tables/{table_id}/start"),
    ("POST", "/api/tables/{table_id}/moves"), ("POST", "/api/tables/{table_id}/undo"),
    ("GET", "/api/tables/{table_id}/record"), ("GET", "/api/tables/{table_id}/replay"),
    ("POST", "/api/tables/{table_id}/branch"),
    ("POST", "/api/tables/{table_id}/pause"), ("POST", "/api/tables/{table_id}/resume"),
    ("POST", "/api/tables/{table_id}/end"), ("POST", "/api/tables/{table_id}/hint"),
    ("POST", "/api/tables/{table_id}/seats/{seat}/stand_in"),
    ("POST", "/api/tables/{table_id}/rematch"), ("GET", "/api/tables/{table_id}/series"),
    ("POST", "/api/tables/{table_id}/rail"), ("POST", "/api/tables/{table_id}/reports"),
    ("GET", "/api/tables/{table_id}/state"), ("GET", "/api/tables/{table_id}/log"),
    ("GET", "/api/tables/{table_id}/qr.svg"), ("POST", "/api/players"), ("GET", "/api/me"),
    ("PATCH", "/api/me"), ("POST", "/api/me/recovery"), ("DELETE", "/api/me/recovery"),
    ("POST", "/api/me/recover"), ("GET", "/api/tables/{table_id}/links"),
    ("POST", "/api/tables/{table_id}/links"), ("DELETE", "/api/tables/{table_id}/links/{link_id}"),
    ("GET", "/api/tables/{table_id}/links/{link_id}/qr.svg"),
    ("GET", "/api/admin/now"), ("GET", "/api/admin/statistics"),
    ("GET", "/api/admin/me"), ("POST", "/api/admin/login"), ("POST", "/api/admin/logout"),
    ("POST", "/api/admin/proof"), ("POST", "/api/admin/welcome/open"),
    ("POST", "/api/admin/welcome"), ("GET", "/api/admin/sessions"),
    ("DELETE", "/api/admin/sessions/{session_id}"), ("GET", "/api/admin/staff"),
    ("POST", "/api/admin/staff"), ("PATCH", "/api/admin/staff/{admin_id}"),
    ("DELETE", "/api/admin/staff/{admin_id}"), ("POST", "/api/admin/staff/{admin_id}/link"),
    ("GET", "/api/admin/audit"), ("GET", "/api/admin/tables"),
    ("GET", "/api/admin/tables/{table_id}"), ("GET", "/api/admin/tables/{table_id}/log"),
    ("GET", "/api/admin/tables/{table_id}/verify"),
    ("POST", "/api/admin/tables/{table_id}/repair"), ("POST", "/api/admin/tables/{table_id}/end"),
    ("POST", "/api/admin/tables/{table_id}/glass"),
    ("GET", "/api/admin/players"), ("GET", "/api/admin/players/{player_id}"),
    ("PATCH", "/api/admin/players/{player_id}"),
    ("DELETE", "/api/admin/players/{player_id}/sessions/{session_id}"),
    ("POST", "/api/admin/players/{player_id}/mute"), ("POST", "/api/admin/players/{player_id}/ban"),
    ("POST", "/api/admin/players/{player_id}/merge"), ("GET", "/api/admin/bans"),
    ("POST", "/api/admin/bans"), ("DELETE", "/api/admin/bans/{ban_id}"),
    ("GET", "/api/admin/reports"), ("POST", "/api/admin/reports/{report_id}"),
    ("GET", "/api/admin/games"), ("PATCH", "/api/admin/games/{key}"),
    ("POST", "/api/admin/games/{key}/certify"), ("GET", "/api/admin/announcements"),
    ("POST", "/api/admin/announcements"),
    ("DELETE", "/api/admin/announcements/{announcement_id}"),
    ("GET", "/api/admin/maintenance"), ("PUT", "/api/admin/maintenance"),
    ("GET", "/api/me/export"), ("DELETE", "/api/me"),
    ("POST", "/api/me/cautions/{caution_id}/understood"),
}  # fmt: skip


def test_games_are_told_with_all_that_opening_a_table_needs(kitchen: Kitchen) -> None:
    games = kitchen.client().get("/api/games").json()["games"]
    assert [game["key"] for game in games] == ["milkuro", "mino_dice", "gnav", "milkman"]
    for game in games:
        assert set(game) == {"key", "name", "rules_version", "seats", "options", "bots"}
        assert game["rules_version"] == "1"
        assert game["seats"]["min"] <= game["seats"]["default"] <= game["seats"]["max"]
        assert game["bots"] == ["easy", "normal", "hard"]
        jsonschema.Draft202012Validator.check_schema(game["options"])
        table = kitchen.open_table(kitchen.program(), game=game["key"])
        jsonschema.validate(table["options"], game["options"])


def test_what_a_table_says_is_what_the_schemas_say(kitchen: Kitchen) -> None:
    schemas = kitchen.client().get("/api/schema").json()
    for direction in ("client", "server", "lobby"):
        jsonschema.Draft202012Validator.check_schema(schemas[direction])
    for game in ("milkuro", "mino_dice", "gnav", "milkman"):
        ada = kitchen.program()
        bots = {"1": "easy", "2": "easy", "3": "easy"}
        table = kitchen.open_table(ada, game=game, bots=bots, start=True)
        state = ada.get(f"/api/tables/{table['id']}/state").json()
        jsonschema.validate(state, schemas["server"])
        own = schemas["games"][game]
        jsonschema.validate(state["view"], own["view"])
        for move in state["legal"]:
            jsonschema.validate(move, own["move"])
        for entry in state["log"]:
            for event in entry["events"]:
                jsonschema.validate(event, own["event"])


def test_the_document_describes_every_call(kitchen: Kitchen) -> None:
    document = kitchen.client().get("/api/openapi.json").json()
    described = {
        (method.upper(), path) for path, calls in document["paths"].items() for method in calls
    }
    assert described == CALLS
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            assert call["summary"], (method, path)
            assert call["description"], (method, path)
            assert_answers_described(call)
    for reference in references(document):
        name = reference.removeprefix("#/components/schemas/")
        assert name in document["components"]["schemas"]


def assert_answers_described(call: dict[str, Any]) -> None:
    """A good answer has a schema or is a picture, and a refusal is never FastAPI's own shape."""
    good, *more = (status for status in call["responses"] if status.startswith("2"))
    assert more == []
    content = call["responses"][good].get("content", {})
    assert good == "204" or content
    assert content.get("application/json", {"schema": "none"})["schema"]
    assert call["responses"]["4XX"]["content"]["application/json"]["schema"]
    assert "HTTPValidationError" not in str(call)


def references(value: object) -> list[str]:
    """Every `$ref` in a document."""
    if isinstance(value, dict):
        own = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        return own + [each for inner in value.values() for each in references(inner)]
    if isinstance(value, list):
        return [each for inner in value for each in references(inner)]
    return []


def test_the_docs_page_shows_every_call_and_needs_nobody_else(kitchen: Kitchen) -> None:
    page = kitchen.client().get("/api/docs").text
    for method, path in CALLS:
        assert f"<code>{method} {path}</code>" in page
    assert "<script" not in page
    assert "//" not in page.replace("http://testserver", "").split("<h2>", maxsplit=1)[0]


@pytest.mark.parametrize("link", ["play", "watch"])
def test_a_link_can_be_had_as_a_picture(kitchen: Kitchen, link: str) -> None:
    ada = kitchen.program()
    table = kitchen.open_table(ada)
    answer = ada.get(f"/api/tables/{table['id']}/qr.svg?link={link}")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg ")
    other = kitchen.open_table(ada)
    again = ada.get(f"/api/tables/{other['id']}/qr.svg?link={link}")
    assert again.text != answer.text
