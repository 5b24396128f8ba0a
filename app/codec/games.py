"""A game's values as JSON: parsed strictly at the edge, written by the fast encoder."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache, cached_property
from typing import Any, cast

from pydantic import TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from app.codec import json
from app.games.base import AnyGame


class ClosedSchema(GenerateJsonSchema):
    """Says what the strict parsers do: no other keys than these."""

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        """The schema of a dataclass, closed."""
        return {**super().dataclass_schema(schema), "additionalProperties": False}


class CompleteSchema(ClosedSchema):
    """For what always carries every key, its `type` included."""

    def field_is_required(
        self,
        field: core_schema.ModelField | core_schema.DataclassField | core_schema.TypedDictField,
        total: bool,
    ) -> bool:
        """Defaults are for our constructors, not for the wire."""
        return True


class GameCodec:
    """The parsers and the encoder of one game; built once, shared by all its tables."""

    def __init__(self, game: AnyGame) -> None:
        info = game.info
        self.options: TypeAdapter[Any] = TypeAdapter(info.options)
        self.state: TypeAdapter[Any] = TypeAdapter(info.state)
        self.move: TypeAdapter[Any] = TypeAdapter(info.move)
        self.view: TypeAdapter[Any] = TypeAdapter(info.view)
        self.event: TypeAdapter[Any] = TypeAdapter(info.event)

    def parse_options(self, raw: object) -> Any:
        """Options from a JSON value; what is left out keeps its default.

        Raises `ValueError` with the place for an unknown key or a value that is not allowed.
        """
        if not isinstance(raw, Mapping):
            raise ValueError("options: must be an object")
        try:
            options = parse(self.options, json.canonical(dict(raw)))
        except TypeError:
            raise ValueError("options: cannot be read") from None
        except ValidationError as error:
            raise ValueError(first_problem("options", error)) from None
        complete = self.options_json(options)
        for key, value in raw.items():
            if json.canonical(value) != json.canonical(complete[key]):
                # Pydantic takes 1.0 and true for a literal 1; we do not.
                raise ValueError(f"options.{key}: must be written as {complete[key]!r}")
        return options

    def options_json(self, options: Any) -> dict[str, Any]:
        """The complete options as a JSON object."""
        answer: dict[str, Any] = self.to_jsonable(options)
        return answer

    def move_from_json(self, raw: Mapping[str, Any]) -> Any | None:
        """The move that `raw` says, or None unless it says exactly that (protocol.md).

        No extra or missing keys; `"5"`, `5.0` and `true` are not `5` or `1`.
        """
        try:
            text = json.canonical(dict(raw))
            move = parse(self.move, text)
        except (TypeError, ValueError, RecursionError):
            return None
        return move if json.canonical(self.to_jsonable(move)) == text else None

    def dump(self, value: object) -> bytes:
        """JSON text of any value of this game."""
        return json.dumps(value)

    def to_jsonable(self, value: object) -> Any:
        """The value as plain dicts, lists and scalars."""
        return json.loads(json.dumps(value))

    def schemas(self) -> dict[str, JsonSchemaValue]:
        """JSON Schemas of what crosses the wire: options, move, view, event."""
        return dict(self._schemas)

    @cached_property
    def _schemas(self) -> dict[str, JsonSchemaValue]:
        """Made once: who asks for them again and again takes nobody's time."""
        complete = {"move": self.move, "view": self.view, "event": self.event}
        return {
            "options": self.options.json_schema(schema_generator=ClosedSchema),
            **{
                name: adapter.json_schema(schema_generator=CompleteSchema)
                for name, adapter in complete.items()
            },
        }


def parse(adapter: TypeAdapter[Any], text: bytes) -> Any:
    """One value, strictly, without unknown keys. Raises `ValidationError`, a `ValueError`."""
    return adapter.validate_json(text, strict=True, extra="forbid")


def first_problem(place: str, error: ValidationError) -> str:
    """Where and what, for a person: `options.lives: Input should be 1, 2, 3, 4 or 5`."""
    problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
    path = ".".join([place, *map(str, problem["loc"])])
    return f"{path}: {problem['msg']}"


def codec_for(game: AnyGame) -> GameCodec:
    """The codec of this very game object, made once."""
    return _codec_for(cast(Hashable, game))


@cache
def _codec_for(game: Hashable) -> GameCodec:
    return GameCodec(cast(AnyGame, game))
