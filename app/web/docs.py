"""The OpenAPI document, and a page that shows it without anybody else's scripts."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from jinja2 import Environment
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from app.codec.commands import (
    BranchOff,
    ChangeMe,
    ChangeTable,
    LeaveSeat,
    NewLink,
    NewPlayer,
    NewRecovery,
    NewTable,
    OpenRail,
    PlayMove,
    Recover,
    ReportLine,
    TakeBack,
    TakeSeat,
)
from app.codec.desk_commands import DESK_BODIES
from app.codec.house_commands import HOUSE_BODIES
from app.codec.staff import STAFF_BODIES
from app.web.answers import json_answer

BODIES: tuple[type[BaseModel], ...] = (
    NewTable,
    ChangeTable,
    TakeSeat,
    LeaveSeat,
    NewLink,
    PlayMove,
    TakeBack,
    BranchOff,
    OpenRail,
    ReportLine,
    NewPlayer,
    ChangeMe,
    NewRecovery,
    Recover,
    *STAFF_BODIES,
    *DESK_BODIES,
    *HOUSE_BODIES,
)
METHODS = ("get", "post", "put", "patch", "delete")
ABOUT = (
    "Errors are `{error: {code, message, detail}}`. A program sends `Authorization: Bearer "
    "TOKEN` with the token of `POST /api/players`. The WebSocket `/api/tables/{id}/live` speaks "
    "the messages of `/api/schema`. Calls under `/api/admin/` are for who keeps the house: they "
    "take the cookie of `POST /api/admin/login` and nothing of players; what is dangerous asks for "
    "`POST /api/admin/proof` first (`forbidden`, with `prove` in the detail)."
)

PAGE = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string("""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ document.info.title }}: the HTTP calls</title>
</head>
<body>
<h1>{{ document.info.title }}: the HTTP calls</h1>
<p>{{ document.info.description }}</p>
<p><a href="/api/openapi.json">OpenAPI document</a> · <a href="/api/schema">JSON Schemas</a></p>
{% for call in calls %}
<section>
<h2><code>{{ call.method }} {{ call.path }}</code></h2>
<p>{{ call.summary }}. {{ call.description }}</p>
{% if call.parameters %}
<table>
<tr><th>parameter</th><th>in</th><th>schema</th></tr>
{% for parameter in call.parameters %}
<tr><td><code>{{ parameter.name }}</code></td><td>{{ parameter.in }}</td>
<td><code>{{ parameter.schema }}</code></td></tr>
{% endfor %}
</table>
{% endif %}
{% if call.body %}
<p>Body: <code>{{ call.body }}</code></p>
{% endif %}
</section>
{% endfor %}
<h2>Bodies and answers</h2>
{% for name, schema in document.components.schemas.items() %}
<details><summary><code>{{ name }}</code></summary>
<pre>{{ schema|tojson(indent=2) }}</pre></details>
{% endfor %}
</body>
</html>
""")


def make_document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the models that parse the bodies among its components."""
    document: dict[str, Any] = get_openapi(
        title=app.title, version=app.version, description=ABOUT, routes=app.routes
    )
    _, schemas = models_json_schema(
        [(model, "validation") for model in BODIES],
        ref_template="#/components/schemas/{model}",
    )
    components = document.setdefault("components", {}).setdefault("schemas", {})
    components.update(schemas["$defs"])
    return document


def list_calls(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The calls of the document, in its order, as the page shows them."""
    return [
        {
            "method": method.upper(),
            "path": path,
            "summary": call.get("summary", ""),
            "description": call.get("description", ""),
            "parameters": call.get("parameters", []),
            "body": name_of_body(call),
        }
        for path, methods in document["paths"].items()
        for method, call in methods.items()
        if method in METHODS
    ]


def name_of_body(call: dict[str, Any]) -> str | None:
    """The component that describes the call's body."""
    content = call.get("requestBody", {}).get("content", {})
    reference = content.get("application/json", {}).get("schema", {}).get("$ref", "")
    return reference.rpartition("/")[2] or None


async def show_document(request: Request) -> Response:
    """`/api/openapi.json`."""
    return json_answer(request.app.openapi())


async def show_docs(request: Request) -> Response:
    """`/api/docs`."""
    document = request.app.openapi()
    return HTMLResponse(PAGE.render(document=document, calls=list_calls(document)))
