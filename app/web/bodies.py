"""Bodies of HTTP calls: read within a bound, parsed once by the commands' models."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel
from starlette.requests import Request

from app.codec.commands import MAX_BYTES, invalid, parse_body
from app.tables.refusals import Code, Refused
from app.web.origins import SAFE_METHODS

ModelT = TypeVar("ModelT", bound=BaseModel)


BODY = "kitchen_table.body"
"""Where in the scope a body waits that has been read."""


async def read_body(request: Request) -> bytes:
    """The whole body, also again. Raises `too_large` as soon as it is, without reading on.

    Nothing is ever unpacked, so that few bytes cannot become many.
    """
    if BODY not in request.scope:
        request.scope[BODY] = await _take_in(request)
    body: bytes = request.scope[BODY]
    return body


async def hear_out(request: Request) -> None:
    """Wait for all that a call says, before anybody asks who is calling: a sender who takes long
    about it may be banned, dismissed or gone by the end."""
    if request.method not in SAFE_METHODS:
        await read_body(request)


async def _take_in(request: Request) -> bytes:
    if request.headers.get("content-encoding", "identity") != "identity":
        raise invalid("content-encoding", "Bodies are not compressed")
    announced = request.headers.get("content-length", "")
    if announced.isascii() and announced.isdecimal() and int(announced[:20]) > MAX_BYTES:
        raise Refused(Code.TOO_LARGE, detail={"limit": MAX_BYTES})
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BYTES:
            raise Refused(Code.TOO_LARGE, detail={"limit": MAX_BYTES})
    return bytes(body)


async def read_command(request: Request, model: type[ModelT]) -> ModelT:
    """The body as that command. Raises `too_large` and `invalid`."""
    return parse_body(model, await read_body(request))


async def read_optional(request: Request, model: type[ModelT]) -> ModelT:
    """The body as that command, its defaults if there is none. Raises as `read_command`."""
    return parse_body(model, await read_body(request) or b"{}")


def described(model: type[BaseModel], *, required: bool = True) -> dict[str, Any]:
    """For a call's `openapi_extra`: its body is that model of the document's components."""
    schema = {"$ref": f"#/components/schemas/{model.__name__}"}
    content = {"application/json": {"schema": schema}}
    return {"requestBody": {"required": required, "content": content}}
