"""What the person who hosts may decide: read once at the start and passed down.

Every setting is an environment variable, a flag of `serve`, or the content of a file
(`SECRET_FILE=/run/secrets/secret` for `SECRET`, and so on). The list in README is made from here.
"""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, Self, get_args
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from app.tables.retention import Retention

ROOT = Path(__file__).resolve().parent.parent
SQLITE = "sqlite:///"
POSTGRESQL = "postgresql://"
CONTACT = re.compile(r"mailto:[!-~]+@[!-~]+|https://[!-~]+|tel:\+?[0-9-]+")
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class StartError(Exception):
    """It cannot start; the text is a sentence for the person who started it."""


class Settings(BaseSettings):
    """The settings of one process."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_ignore_empty=True, validate_default=True
    )

    host: str = Field(
        "127.0.0.1",
        min_length=1,
        description="Address to listen on; `0.0.0.0` lets other machines in.",
    )
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; `0` takes a free one.")
    database_url: str = Field(
        "sqlite:///data/kitchen-table.db",
        description="Where everything is kept: `sqlite:///path` (relative to the project's "
        "folder; four slashes before an absolute path) or `postgresql://user:password@host/name`.",
    )
    public_url: str | None = Field(
        None,
        description="Address under which players reach the server, for links and the check of "
        "`Origin`; if not set, this machine's own address and the port.",
    )
    bot_pace: float | None = Field(
        None,
        ge=0,
        le=60,
        description="Seconds a bot takes for a move on screen; `0` for none, a human pace of "
        "0.6 to 1.5 seconds if not set.",
    )
    rate_limits: bool = Field(
        True, description="`on` or `off`: limits on what one client may send in a time."
    )
    log_format: Literal["text", "json"] = Field(
        "text", description="`text` for people, `json` for machines: one object a line."
    )
    secret: SecretStr | None = Field(
        None,
        min_length=32,
        description="Key behind link keys and sessions, at least 32 characters. With SQLite it "
        "is made at the first start and kept beside the database; PostgreSQL needs it set.",
    )
    security_contact: str | None = Field(
        None,
        description="Where to report a weakness: an address of mail, or one that begins with "
        "`https://`. It is told at `/.well-known/security.txt`; nothing is there without it.",
    )
    trusted_proxies: str = Field(
        "",
        description="Addresses or networks, separated by commas, of the reverse proxies whose "
        "`X-Forwarded-For` and `X-Forwarded-Proto` are believed; `*` for whoever connects.",
    )
    games_from: str = Field(
        "",
        description="Installed packages, separated by commas, whose games are offered as well; "
        "each is examined at the start.",
    )

    keep_guests_days: int = Field(
        180,
        ge=1,
        le=3650,
        description="Days without a visit after which a guest is forgotten; the matches stay, "
        "under a name that means nobody.",
    )
    keep_chat_days: int = Field(
        90, ge=1, le=3650, description="Days after which a line of chat is deleted."
    )
    keep_addresses_hours: int = Field(
        24,
        ge=1,
        le=168,
        description="Hours after which of an address, from which somebody came, only a mark is "
        "left that leads back to nothing.",
    )
    keep_marks_days: int = Field(
        30,
        ge=1,
        le=365,
        description="Days after which such a mark is deleted, and the ban of a network that "
        "has ended.",
    )

    metrics_token: SecretStr | None = Field(
        None,
        min_length=32,
        description="Bearer token, at least 32 characters, with which Prometheus may read "
        "`/metrics`. There are no metrics without it or `METRICS_PORT`.",
    )
    metrics_port: int | None = Field(
        None,
        ge=1,
        le=65535,
        description="Port of its own for `/metrics`; the players' port then does without.",
    )
    metrics_host: str = Field(
        "127.0.0.1",
        description="Address that `METRICS_PORT` listens on; one that other machines reach "
        "needs `METRICS_TOKEN` too.",
    )

    @field_validator("database_url")
    @classmethod
    def check_database_url(cls, value: str) -> str:
        """Absolute for SQLite, whatever folder the command was started from."""
        if value.startswith(POSTGRESQL):
            return value
        path = value.removeprefix(SQLITE)
        if path == value or path in ("", ":memory:"):
            raise ValueError(f"Should start with {SQLITE} and name a file, or with {POSTGRESQL}")
        return SQLITE + (ROOT / path).as_posix()

    @field_validator("public_url")
    @classmethod
    def check_public_url(cls, value: str | None) -> str | None:
        """An origin without a path, so that addresses can be appended to it."""
        if value is None:
            return None
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise ValueError("Should be like https://tables.example.org, without a path")
        return f"{parts.scheme}://{parts.netloc}"

    @field_validator("security_contact")
    @classmethod
    def check_security_contact(cls, value: str | None) -> str | None:
        """An address as RFC 9116 wants it: with its scheme, on one line."""
        if value is None or CONTACT.fullmatch(value):
            return value
        if CONTACT.fullmatch(f"mailto:{value}"):
            return f"mailto:{value}"
        raise ValueError("Should be like security@example.org or https://example.org/security")

    @field_validator("metrics_host")
    @classmethod
    def check_metrics_host(cls, value: str, given: ValidationInfo) -> str:
        """Strangers never read metrics."""
        token = given.data.get("metrics_token")
        if token is None and value not in LOOPBACK:
            raise ValueError(f"Should be one of {', '.join(LOOPBACK)}, or METRICS_TOKEN be set")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Flags before the environment before files."""
        return init_settings, env_settings, FileVariables(settings_cls)

    @property
    def sqlite_path(self) -> Path | None:
        """The file of the embedded database; None with PostgreSQL."""
        path = self.database_url.removeprefix(SQLITE)
        return None if path == self.database_url else Path(path)

    @property
    def retention(self) -> Retention:
        """The `keep_…` settings."""
        return Retention(
            guests=timedelta(days=self.keep_guests_days),
            chat=timedelta(days=self.keep_chat_days),
            addresses=timedelta(hours=self.keep_addresses_hours),
            marks=timedelta(days=self.keep_marks_days),
        )

    @property
    def proxies(self) -> tuple[str, ...]:
        """`trusted_proxies` one by one."""
        return parts_of(self.trusted_proxies)

    @property
    def packages(self) -> tuple[str, ...]:
        """`games_from` one by one."""
        return parts_of(self.games_from)

    def with_secret(self, make: Callable[[], str]) -> Self:
        """The same settings with a secret: given, kept beside the SQLite file, or made now.

        `make` answers fresh random text. Raises `StartError` where none can be kept.
        """
        if self.secret is not None:
            return self
        if self.sqlite_path is None:
            raise StartError("SECRET (or SECRET_FILE) has to be set with PostgreSQL.")
        path = self.sqlite_path.with_suffix(".secret")
        try:
            if not path.exists():
                save_once(path, make())
            secret = SecretStr(path.read_text().strip())
        except OSError as error:
            raise StartError(f"The secret cannot be kept in {path}: {error.strerror}.") from error
        return self.model_copy(update={"secret": secret})


class FileVariables(PydanticBaseSettingsSource):
    """`NAME_FILE=path`: the setting is the content of that file, as containers hand out secrets."""

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """The text in the file that the variable names, or None."""
        variable = f"{field_name.upper()}_FILE"
        path = os.environ.get(variable)
        if not path:
            return None, field_name, False
        try:
            return Path(path).read_text().strip(), field_name, False
        except OSError as error:
            raise StartError(f"{variable}: {path} cannot be read: {error.strerror}.") from error

    def __call__(self) -> dict[str, Any]:
        """All settings that are given by file."""
        fields = self.settings_cls.model_fields
        values = {name: self.get_field_value(field, name)[0] for name, field in fields.items()}
        return {name: value for name, value in values.items() if value is not None}


def load_settings(flags: Mapping[str, str]) -> Settings:
    """Settings from flags, the environment and files. Raises `StartError` with a sentence."""
    try:
        return Settings(**flags)  # type: ignore[arg-type]
    except ValidationError as error:
        raise StartError(" ".join(sentence_of(item) for item in error.errors())) from None


def sentence_of(error: Mapping[str, Any]) -> str:
    """One validation error in words; what was given is not repeated, it may be a secret."""
    name = "_".join(str(part) for part in error["loc"][:1]).upper()
    return f"{name}: {error['msg'].removeprefix('Value error, ')}."


def parts_of(text: str) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def save_once(path: Path, text: str) -> None:
    """Write a file only its owner can read, whole or not at all, unless it is there already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent)  # mode 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was faster, and its secret counts
    finally:
        os.unlink(draft)


def product_version() -> str:
    """The version of what runs here."""
    project: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return project


def settings_table() -> str:
    """The list of all settings in Markdown, as README shows it."""
    lines = ["| variable | flag | default | what it decides |", "| --- | --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        flag = "" if is_secret(name) else f"`{flag_of(name)}`"
        lines.append(
            f"| `{name.upper()}` | {flag} | {shown(field.default)} | {field.description} |"
        )
    return "\n".join(lines)


def is_secret(name: str) -> bool:
    """Whether that setting must not stand where other processes read it: among the flags."""
    return SecretStr in get_args(Settings.model_fields[name].annotation)


def flag_of(name: str) -> str:
    """The flag of `serve` for that setting."""
    return "--" + name.replace("_", "-")


def shown(default: object) -> str:
    """A default as a person would type it."""
    if default is None or default == "":
        return "–"
    if isinstance(default, bool):
        return "`on`" if default else "`off`"
    return f"`{default}`"
