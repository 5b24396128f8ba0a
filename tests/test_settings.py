"""Settings: where they come from, what is refused, and the secret of the embedded mode."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from app.settings import (
    ROOT,
    Settings,
    StartError,
    is_secret,
    load_settings,
    settings_table,
)

SECRET = "s" * 32


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(f"{name.upper()}_FILE", raising=False)


def test_defaults_are_the_embedded_mode() -> None:
    settings = load_settings({})
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.sqlite_path == ROOT / "data/kitchen-table.db"
    assert settings.bot_pace is None
    assert settings.rate_limits
    assert settings.proxies == ()


def test_flags_win_over_the_environment_and_that_over_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, text in (("port", "1"), ("log_format", "json"), ("secret", SECRET)):
        (tmp_path / name).write_text(text + "\n")
        monkeypatch.setenv(f"{name.upper()}_FILE", str(tmp_path / name))
    monkeypatch.setenv("PORT", "2")
    monkeypatch.setenv("LOG_FORMAT", "text")
    settings = load_settings({"port": "3"})
    assert settings.port == 3
    assert settings.log_format == "text"
    assert settings.secret is not None
    assert settings.secret.get_secret_value() == SECRET


@pytest.mark.parametrize(
    ("flag", "value", "sentence"),
    [
        ("port", "high", "PORT: Input should be a valid integer"),
        ("port", "70000", "PORT: Input should be less than or equal to 65535"),
        ("bot_pace", "-1", "BOT_PACE: Input should be greater than or equal to 0"),
        ("log_format", "xml", "LOG_FORMAT: Input should be 'text' or 'json'"),
        ("rate_limits", "maybe", "RATE_LIMITS: Input should be a valid boolean"),
        ("database_url", "mysql://x", "DATABASE_URL: Should start with sqlite:///"),
        ("database_url", "sqlite:///", "DATABASE_URL: Should start with sqlite:///"),
        ("public_url", "tables.example.org", "PUBLIC_URL: Should be like https://"),
        ("secret", "hunter2", "SECRET: Value should have at least 32"),
        ("metrics_token", "hunter2", "METRICS_TOKEN: Value should have at least 32"),
        ("metrics_port", "0", "METRICS_PORT: Input should be greater than or equal to 1"),
        (
            "metrics_host",
            "192.168.1.20",
            "METRICS_HOST: Should be one of 127.0.0.1, ::1, localhost",
        ),
    ],
)
def test_a_bad_setting_is_named_and_not_repeated(flag: str, value: str, sentence: str) -> None:
    with pytest.raises(StartError) as caught:
        load_settings({flag: value})
    assert str(caught.value).startswith(sentence)
    assert "hunter2" not in str(caught.value)


def test_metrics_leave_the_machine_only_with_a_token() -> None:
    settings = load_settings({"metrics_host": "192.168.1.20", "metrics_token": SECRET})
    assert settings.metrics_host == "192.168.1.20"
    assert [name for name in Settings.model_fields if is_secret(name)] == [
        "secret",
        "metrics_token",
    ]


def test_a_missing_file_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_FILE", "/nowhere/secret")
    with pytest.raises(StartError, match="SECRET_FILE: /nowhere/secret cannot be read"):
        load_settings({})


def test_addresses_are_brought_into_one_form() -> None:
    settings = load_settings({"database_url": "sqlite:////tmp/x.db", "public_url": "https://a.b/"})
    assert settings.sqlite_path == Path("/tmp/x.db")  # noqa: S108 - only a name
    assert settings.public_url == "https://a.b"


def test_the_secret_is_made_once_and_kept_beside_the_database(tmp_path: Path) -> None:
    settings = load_settings({"database_url": f"sqlite:///{tmp_path}/data/kitchen.db"})
    first = settings.with_secret(lambda: "a" * 64)
    again = settings.with_secret(lambda: "b" * 64)
    kept = tmp_path / "data" / "kitchen.secret"
    assert first.secret is not None
    assert first.secret == again.secret
    assert first.secret.get_secret_value() == kept.read_text().strip() == "a" * 64
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert os.listdir(kept.parent) == ["kitchen.secret"]


def test_a_given_secret_is_taken_and_postgresql_needs_one(tmp_path: Path) -> None:
    given = load_settings({"secret": SECRET, "database_url": f"sqlite:///{tmp_path}/kitchen.db"})
    assert given.with_secret(lambda: "a" * 64) == given
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StartError, match="SECRET"):
        load_settings({"database_url": "postgresql://db/x"}).with_secret(lambda: "a" * 64)


def test_readme_lists_the_settings() -> None:
    assert settings_table() in (ROOT / "README.md").read_text()
