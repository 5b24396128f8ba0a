"""What the staff's calls on people and house rules say: every change has its reason."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from app.codec.commands import ID, Command, Moment, Word, Writing
from app.tables.judging import Verdict

Language = Literal["en", "fr", "ro", "th"]
Texts = dict[Language, Writing]
"""Words for everybody, by language."""


class RenamePlayer(Command):
    """`PATCH /api/admin/players/{id}`."""

    name: Annotated[str, Field(max_length=400)]
    why: Writing


class BanPlayer(Command):
    """`POST /api/admin/players/{id}/ban` and `/mute`; `until` null: until it is lifted."""

    until: Moment | None = None
    why: Writing


class BanNetwork(Command):
    """`POST /api/admin/bans`."""

    network: Annotated[str, Field(min_length=1, max_length=64)]
    until: Moment
    why: Writing


class MergePlayer(Command):
    """`POST /api/admin/players/{id}/merge`."""

    into: Annotated[str, Field(pattern=ID)]
    why: Writing


class GiveReason(Command):
    """The body of a call that needs nothing but its reason."""

    why: Writing


class JudgeReport(Command):
    """`POST /api/admin/reports/{id}`; `until` for who is muted or banned."""

    verdict: Verdict
    until: Moment | None = None
    why: Writing


class SwitchGame(Command):
    """`PATCH /api/admin/games/{key}`; what is left out stays. A level that is false rests."""

    resting: bool | None = None
    levels: Annotated[dict[Word, bool], Field(max_length=16)] = Field(default_factory=dict)
    why: Writing


class Announce(Command):
    """`POST /api/admin/announcements`."""

    texts: Texts
    starts_at: Moment
    ends_at: Moment
    why: Writing

    @model_validator(mode="after")
    def check_english(self) -> Self:
        """English is for who reads none of the others."""
        if "en" not in self.texts:
            raise ValueError("English words are needed")
        return self


class Maintain(Command):
    """`PUT /api/admin/maintenance`; without `from` it begins at once."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", validate_by_alias=True, validate_by_name=False
    )

    on: bool
    begins: Annotated[Moment | None, Field(alias="from")] = None
    until: Moment | None = None
    text: Texts = Field(default_factory=dict)
    why: Writing


HOUSE_BODIES = (
    RenamePlayer,
    BanPlayer,
    BanNetwork,
    MergePlayer,
    GiveReason,
    JudgeReport,
    SwitchGame,
    Announce,
    Maintain,
)
