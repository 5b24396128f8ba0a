"""The command line: every mistake of a person gets a sentence, never a traceback."""

from __future__ import annotations

import errno
import socket
import sqlite3
from pathlib import Path

import pytest

from app import cli
from app.games.registry import REGISTRY
from app.settings import Settings, StartError, load_settings, settings_table


def test_settings_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["settings", "--markdown"]) == 0
    assert capsys.readouterr().out.strip() == settings_table()
    assert cli.main(["settings"]) == 0
    assert "BOT_PACE" in capsys.readouterr().out


def test_serve_is_the_default_and_takes_every_setting_but_secrets() -> None:
    parser = cli.make_parser()
    chosen = parser.parse_args(["serve", "--port", "9000", "--rate-limits", "off"])
    settings = cli.settings_from(chosen)
    assert (settings.port, settings.rate_limits) == (9000, False)
    flags = set(vars(chosen)) - {"command"}
    assert flags == set(Settings.model_fields) - {"secret", "metrics_token"}


@pytest.mark.parametrize("command", [[], ["serve"], ["migrate"]])
def test_a_bad_setting(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*command, "--port", "high"]) == 2
    assert capsys.readouterr().err.startswith("PORT: ")


@pytest.mark.parametrize("command", ["rules", "certify", "simulate"])
def test_an_unknown_game(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "chess"]) == 2
    said = capsys.readouterr().err
    assert said == f"There is no game 'chess'; the games are {', '.join(REGISTRY.current())}.\n"


def test_a_taken_port(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        url = f"sqlite:///{tmp_path}/kitchen.db"
        code = cli.main(["--port", str(port), "--database-url", url])
    assert code == 2
    other = port + 1 if port < 65535 else port - 1
    assert capsys.readouterr().err.endswith(
        f"Port {port} is taken: choose another one, such as --port {other}.\n"
    )


def test_a_taken_port_of_the_metrics(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/kitchen.db"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code = cli.main(["--port", "0", "--metrics-port", port, "--database-url", url])
    assert code == 2
    assert f"METRICS_PORT: 127.0.0.1:{port} cannot be had: " in capsys.readouterr().err


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_file_that_is_no_database(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "kitchen.db"
    path.write_text("A shopping list, and long enough to have been taken for a header of a file.\n")
    assert cli.main([command, "--port", "0", "--database-url", f"sqlite:///{path}"]) == 2
    said = capsys.readouterr().err
    assert f"The database {path} cannot be opened: file is not a database" in said
    assert "Traceback" not in said


def test_a_folder_in_place_of_the_database(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["--port", "0", "--database-url", f"sqlite:///{tmp_path}"]) == 2
    assert f"The database {tmp_path} cannot be opened: " in capsys.readouterr().err


def test_a_postgresql_that_is_not_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "s" * 32)
    url = f"postgresql://me:word@/kitchen?host={tmp_path}"
    assert cli.main(["--port", "0", "--database-url", url]) == 2
    said = capsys.readouterr().err
    assert f"The database postgresql://{tmp_path}/kitchen cannot be opened: " in said
    assert "word" not in said


def test_migrate_makes_the_schema_and_may_be_repeated(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.db"
    for _ in range(2):
        assert cli.main(["migrate", "--database-url", f"sqlite:///{path}"]) == 0
    with sqlite3.connect(path) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    database.close()
    assert {"tables", "entries", "players"} <= names


def test_an_unknown_command_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["deal"])
    assert caught.value.code == 2
    assert "serve" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            PermissionError(errno.EACCES, "Permission denied"),
            "Port 80 is not for this user: choose one above 1023 with --port.",
        ),
        (
            OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address"),
            "tables is no address of this machine: choose another with --host.",
        ),
        (
            socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
            "tables is no address: choose another with --host.",
        ),
    ],
)
def test_an_address_that_cannot_be_had(error: OSError, sentence: str) -> None:
    def listen(settings: Settings) -> int:
        raise error

    with pytest.raises(StartError) as caught:
        cli.listening(listen, load_settings({"host": "tables", "port": "80"}))
    assert str(caught.value) == sentence


@pytest.mark.parametrize("bug", [KeyError("seat"), FileNotFoundError(errno.ENOENT, "a template")])
def test_a_bug_keeps_its_traceback(bug: Exception) -> None:
    def broken(settings: Settings) -> int:
        raise bug

    with pytest.raises(type(bug)):
        cli.listening(broken, load_settings({}))
