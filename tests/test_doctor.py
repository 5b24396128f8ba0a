"""`doctor`: every line stands alone, and says what to do."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app import cli, doctor
from app.bots.worker import Worker
from app.settings import Settings, load_settings
from app.storage.checkup import Checkup, examine
from app.storage.migrate import migrate, migrate_sync
from app.storage.schema import REVISION
from app.storage.store import open_store
from tests.serving import ServerProcess

DRAWN = "0123456789abcdef0123456789abcdef"
AT = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
CHECKUP = Checkup("kitchen.db", REVISION, None, None)


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(f"{name.upper()}_FILE", raising=False)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with the schema."""
    made = f"sqlite:///{tmp_path}/data/kitchen.db"
    migrate_sync(made)
    return made


def settings_with(**flags: str) -> Settings:
    """Settings as flags give them."""
    return load_settings(flags)


def findings(flags: Mapping[str, str]) -> dict[str, doctor.Finding]:
    """Every finding by its subject."""
    return {finding.subject: finding for finding in doctor.examine_all({"port": "0", **flags})}


def test_all_is_well(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--port", "0", "--database-url", url]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[1] for line in lines} == {"python", "settings", *doctor.CHECKS}
    assert all(line.startswith("ok ") for line in lines)


def test_a_first_start_is_well_and_nothing_is_made(tmp_path: Path) -> None:
    found = findings({"database_url": f"sqlite:///{tmp_path}/new/kitchen.db"})
    assert all(finding.fine for finding in found.values())
    assert list(tmp_path.iterdir()) == []


def test_settings_that_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--port", "high"]) == 1
    assert "WRONG  settings  PORT: Input should be a valid integer" in capsys.readouterr().out


def test_a_broken_database_hides_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kitchen.db"
    path.write_text("A shopping list, and long enough to have been taken for a header of a file.\n")
    path.chmod(0o600)
    assert cli.main(["doctor", "--port", "0", "--database-url", f"sqlite:///{path}"]) == 1
    said = capsys.readouterr().out
    assert f"WRONG  database  The database {path} cannot be opened: file is not a database" in said
    assert said.count("WRONG") == 1
    assert "the database cannot be asked" in said


def test_a_postgresql_that_is_not_there(tmp_path: Path) -> None:
    found = findings({"database_url": f"postgresql://me:word@/kitchen?host={tmp_path}"})
    assert not found["database"].fine
    assert "cannot be opened" in found["database"].text
    assert not any("word@" in finding.text for finding in found.values())
    assert found["secret"].text.startswith("PostgreSQL needs one: set SECRET")
    assert found["files"].fine
    assert found["bots"].fine


def test_a_postgresql_is_asked_for_its_schema_and_its_clock(postgres_url: str) -> None:
    found = findings({"database_url": postgres_url, "secret": DRAWN})
    assert "run python3 -m app migrate" in found["database"].text
    assert found["clock"].fine
    migrate_sync(postgres_url)
    assert findings({"database_url": postgres_url, "secret": DRAWN})["database"].fine


def test_the_port_is_taken_by_somebody(url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        found = findings({"database_url": url, "port": port, "metrics_port": port})
    assert "choose another PORT" in found["port"].text
    assert "choose another METRICS_PORT" in found["metrics"].text
    assert not found["port"].fine
    assert not found["metrics"].fine


def test_the_ports_are_taken_by_a_server_of_ours(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/kitchen.db"
    with socket.create_server(("127.0.0.1", 0)) as free:
        metrics_port = str(free.getsockname()[1])
    server = ServerProcess({"DATABASE_URL": database, "METRICS_PORT": metrics_port}).start()
    try:
        port = server.url.rpartition(":")[2]
        found = findings({"database_url": database, "port": port, "metrics_port": metrics_port})
    finally:
        server.kill9()
    assert all(finding.fine for finding in found.values()), found
    assert found["port"].text.endswith("Kitchen Table runs there.")
    assert found["metrics"].text.endswith("Kitchen Table runs there.")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes.")
@pytest.mark.parametrize(
    ("name", "mode", "sentence"),
    [
        ("kitchen.db", 0o644, "chmod 600"),
        ("kitchen.db", 0o620, "chmod 600"),
        ("kitchen.secret", 0o604, "chmod 600"),
        (".", 0o777, "chmod o-w"),
    ],
)
def test_files_that_others_reach(url: str, name: str, mode: int, sentence: str) -> None:
    settings = settings_with(database_url=url).with_secret(lambda: DRAWN)
    assert doctor.check_files(settings).fine
    assert settings.sqlite_path is not None
    (settings.sqlite_path.parent / name).chmod(mode)
    finding = doctor.check_files(settings)
    assert not finding.fine
    assert sentence in finding.text


def test_files_of_somebody_else(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_with(database_url=url)
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != settings.sqlite_path)
    assert "kitchen.db cannot be written by this user" in doctor.check_files(settings).text
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "data cannot be written by this user" in doctor.check_files(settings).text


def test_a_secret_that_somebody_typed(url: str) -> None:
    assert doctor.check_secret(settings_with(database_url=url)).fine
    assert doctor.check_secret(settings_with(secret=DRAWN)).fine
    assert "can be guessed" in doctor.check_secret(settings_with(secret="s" * 40)).text
    kept = settings_with(database_url=url).with_secret(lambda: "kitchen")
    assert "can be guessed" in doctor.check_secret(kept.model_copy(update={"secret": None})).text


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ({"trusted_proxies": "127.0.0.1"}, "set PUBLIC_URL as players type it"),
        ({"public_url": "https://a.example.org"}, "set TRUSTED_PROXIES"),
        ({"public_url": "http://a.example.org"}, "use https://"),
        ({"public_url": "http://8.8.8.8"}, "use https://"),
        (
            {"public_url": "http://localhost:8000", "host": "192.168.1.20"},
            "reaches no other machine",
        ),
        (
            {
                "public_url": "https://a.example.org",
                "trusted_proxies": "*",
                "rate_limits": "off",
            },
            "set RATE_LIMITS=on",
        ),
    ],
)
def test_addresses_that_do_not_fit(flags: dict[str, str], sentence: str) -> None:
    finding = doctor.check_address(settings_with(**flags))
    assert not finding.fine
    assert sentence in finding.text


@pytest.mark.parametrize(
    "flags",
    [
        {},
        {"host": "192.168.1.20"},
        {"public_url": "http://localhost:8000"},
        {"public_url": "http://192.168.1.20:8000", "host": "192.168.1.20"},
        {"public_url": "http://kitchen.local:8000", "host": "192.168.1.20"},
        {"public_url": "https://a.example.org", "trusted_proxies": "127.0.0.1"},
    ],
)
def test_addresses_that_fit(flags: dict[str, str]) -> None:
    assert doctor.check_address(settings_with(**flags)).fine


def test_clocks_that_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "utc_now", lambda: AT)
    assert doctor.clock_finding(CHECKUP).fine
    near, far = timedelta(seconds=1), timedelta(seconds=90)
    for apart in (near, -near):
        assert doctor.clock_finding(replace(CHECKUP, now=AT + apart)).fine
    for apart in (far, -far):
        assert "90 s apart" in doctor.clock_finding(replace(CHECKUP, now=AT + apart)).text
    assert doctor.clock_finding(replace(CHECKUP, last_beat=AT - far)).fine
    assert "was set back" in doctor.clock_finding(replace(CHECKUP, last_beat=AT + far)).text
    monkeypatch.setattr(doctor, "utc_now", lambda: datetime(1970, 1, 1, tzinfo=UTC))
    assert "it says 1970-01-01" in doctor.check_clock(settings_with()).text


def test_little_room(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    settings = settings_with(database_url=url)
    assert doctor.check_space(settings).fine
    monkeypatch.setattr(doctor, "LEAST_SPACE", 1 << 62)
    assert "make room" in doctor.check_space(settings).text


def test_an_old_schema_is_renewed_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.db"
    path.touch(0o600)
    found = findings({"database_url": f"sqlite:///{path}"})
    assert "renewed at the next start" in found["database"].text
    assert found["database"].fine
    assert found["clock"].fine


def test_bots_that_cannot_start(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    async def fail(worker: Worker) -> None:
        raise TimeoutError

    monkeypatch.setattr(Worker, "come_up", fail)
    finding = doctor.check_bots(settings_with(database_url=url))
    assert (finding.fine, "TimeoutError" in finding.text) == (False, True)


def test_a_package_that_is_not_there(url: str) -> None:
    found = findings({"database_url": url, "games_from": "no-such-package"})
    assert not found["games"].fine
    assert "no-such-package" in found["games"].text


def test_a_check_that_fails_is_a_finding() -> None:
    def fail(settings: Settings) -> doctor.Finding:
        raise KeyError("what somebody typed")

    finding = doctor.guarded("disk", fail, settings_with())
    assert not finding.fine
    assert "KeyError" in finding.text
    assert "typed" not in finding.text


@pytest.mark.anyio
async def test_a_checkup_tells_when_somebody_last_ran(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/kitchen.db"
    await migrate(database)
    assert (await examine(database)).last_beat is None
    store = await open_store(database)
    await store.heart.beat(AT, most=timedelta(seconds=3))
    await store.close()
    checkup = await examine(database)
    assert (checkup.last_beat, checkup.is_current, checkup.now) == (AT, True, None)
