"""The command line: `python3 -m app COMMAND`. Without a command it serves."""

from __future__ import annotations

import argparse
import errno
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from app.settings import (
    Settings,
    StartError,
    flag_of,
    is_secret,
    load_settings,
    settings_table,
)

if TYPE_CHECKING:
    from app.games.registry import Registry

MOST_PORTS = 65535

Command = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str]) -> int:
    """Run one command; its exit code. What a person did wrong is told in a sentence."""
    parser = make_parser()
    words = list(arguments)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words.insert(0, "serve")
    chosen = parser.parse_args(words)
    command: Command = chosen.command
    try:
        return command(chosen)
    except StartError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def make_parser() -> argparse.ArgumentParser:
    """All commands and their flags."""
    parser = argparse.ArgumentParser(prog="python3 -m app", description="Kitchen Table.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="open the tables (also without any command)")
    add_settings(serve, serve_tables)
    migrate = commands.add_parser("migrate", help="bring the database to this version's schema")
    add_settings(migrate, migrate_database)
    doctor = commands.add_parser("doctor", help="look at all that a server needs; what to do")
    add_settings(doctor, examine_server)
    add_staff(commands.add_parser("admin", help="who keeps the house; the first owner"))
    rules = commands.add_parser("rules", help="speak the engine protocol on standard input")
    add_argument(rules, "game", speak_rules)
    certify = commands.add_parser("certify", help="run the conformance tests on a game")
    add_argument(certify, "game", certify_game)
    simulate = commands.add_parser("simulate", help="let bots play each other, and count")
    add_argument(simulate, "game", simulate_matches)
    add_simulation(simulate)
    verify = commands.add_parser("verify", help="re-deal and replay a match record")
    add_argument(verify, "file", verify_record)
    settings = commands.add_parser("settings", help="list the settings")
    settings.add_argument("--markdown", action="store_true", help="as the table in README")
    settings.set_defaults(command=list_settings)
    return parser


def add_staff(parser: argparse.ArgumentParser) -> None:
    """`admin create`, `admin list`, `admin link`."""
    from app.tables.admins import ROLES

    deeds = parser.add_subparsers(required=True, metavar="DEED")
    create = deeds.add_parser("create", help="a new account; prints a link that works once")
    create.add_argument("name")
    create.add_argument("--role", choices=ROLES, default="owner")
    add_store(create, create_admin)
    add_store(deeds.add_parser("list", help="all accounts"), list_staff)
    link = deeds.add_parser("link", help="a new link for who lost password or phone")
    link.add_argument("name")
    add_store(link, renew_link)


def add_store(parser: argparse.ArgumentParser, command: Command) -> None:
    """The flags that say where everything is kept, and under which address it is reached."""
    parser.set_defaults(command=command)
    for name in ("database_url", "public_url", "host", "port"):
        add_setting(parser, name)


def add_settings(parser: argparse.ArgumentParser, command: Command) -> None:
    """A flag for each setting but secrets, which other processes could read off the flags."""
    parser.set_defaults(command=command)
    for name in Settings.model_fields:
        if not is_secret(name):
            add_setting(parser, name)


def add_setting(parser: argparse.ArgumentParser, name: str) -> None:
    """The flag of one setting."""
    words = Settings.model_fields[name].description or ""
    shown = words.replace("%", "%%").replace("`", "")
    parser.add_argument(flag_of(name), dest=name, metavar="VALUE", help=shown)


def add_argument(parser: argparse.ArgumentParser, name: str, command: Command) -> None:
    """One positional argument, of a command for which installed games count too."""
    parser.set_defaults(command=command)
    parser.add_argument(name)
    add_setting(parser, "games_from")


def add_simulation(parser: argparse.ArgumentParser) -> None:
    """The flags of `simulate`."""
    from app.simulate import add_flags

    add_flags(parser)


def settings_from(chosen: argparse.Namespace) -> Settings:
    """The settings with the flags that were given."""
    return load_settings(flags_in(chosen))


def flags_in(chosen: argparse.Namespace) -> dict[str, str]:
    """The settings that were given as flags."""
    flags = {name: getattr(chosen, name, None) for name in Settings.model_fields}
    return {name: value for name, value in flags.items() if value is not None}


def serve_tables(chosen: argparse.Namespace) -> int:
    """`serve`: until it is told to stop."""
    settings = settings_from(chosen)
    from app.main import run

    return listening(run, settings)


def listening(act: Callable[[Settings], int], settings: Settings) -> int:
    """`act(settings)`, with a refusal of the address to listen at put into a sentence."""
    try:
        return act(settings)
    except OSError as error:
        sentence = address_sentence(settings, error)
        if sentence is None:
            raise
        raise StartError(sentence) from error


def migrate_database(chosen: argparse.Namespace) -> int:
    """`migrate`: the schema of this version; a database that has it stays as it is."""
    settings = settings_from(chosen)
    from app.main import migrate

    return migrate(settings)


def examine_server(chosen: argparse.Namespace) -> int:
    """`doctor`: one line for each thing looked at; 1 if something has to be done."""
    from app.doctor import main as doctor

    return doctor(flags_in(chosen), print)


def create_admin(chosen: argparse.Namespace) -> int:
    """`admin create NAME`: somebody who keeps the house, and the link for the first log-in."""
    from app.staffing import create

    return create(settings_from(chosen), chosen.name, chosen.role)


def list_staff(chosen: argparse.Namespace) -> int:
    """`admin list`: who keeps the house."""
    from app.staffing import show

    return show(settings_from(chosen))


def renew_link(chosen: argparse.Namespace) -> int:
    """`admin link NAME`: another way in; password, codes and sessions of before end."""
    from app.staffing import renew

    return renew(settings_from(chosen), chosen.name)


def address_sentence(settings: Settings, error: OSError) -> str | None:
    """Why nobody can listen at that address; None if the error is about something else."""
    match error.errno:
        case errno.EADDRINUSE:
            other = settings.port + (1 if settings.port < MOST_PORTS else -1)
            return f"Port {settings.port} is taken: choose another one, such as --port {other}."
        case errno.EADDRNOTAVAIL:
            return f"{settings.host} is no address of this machine: choose another with --host."
        case errno.EACCES if settings.port < 1024:
            return f"Port {settings.port} is not for this user: choose one above 1023 with --port."
        case socket.EAI_NONAME | socket.EAI_AGAIN if not isinstance(error, FileNotFoundError):
            return f"{settings.host} is no address: choose another with --host."
    return None


def speak_rules(chosen: argparse.Namespace) -> int:
    """`rules GAME`: the engine protocol."""
    from app.engine import main as engine

    return engine([chosen.game], registry_for(chosen))


def certify_game(chosen: argparse.Namespace) -> int:
    """`certify GAME`: the conformance tests, and what is missing."""
    from app.certify import main as certify
    from app.packages import find_games, missing_from

    registry = registry_for(chosen)
    installed = find_games(settings_from(chosen).packages)
    return certify([chosen.game], registry, partial(missing_from, installed))


def simulate_matches(chosen: argparse.Namespace) -> int:
    """`simulate GAME`: matches between bots."""
    from app.simulate import simulate

    return simulate(chosen, registry_for(chosen))


def registry_for(chosen: argparse.Namespace) -> Registry:
    """All games, those of named packages too. Raises `StartError` if `game` is none of them."""
    from app.packages import load_registry

    registry = load_registry(settings_from(chosen).packages)
    games = registry.current()
    if "game" in chosen and chosen.game not in games:
        raise StartError(f"There is no game {chosen.game!r}; the games are {', '.join(games)}.")
    return registry


def verify_record(chosen: argparse.Namespace) -> int:
    """`verify FILE`: whether a record's commitment, seeds, moves and result hold."""
    from app.verify import main as verify

    return verify([chosen.file], registry=registry_for(chosen))


def list_settings(chosen: argparse.Namespace) -> int:
    """`settings`: every setting, its default and what it decides."""
    if chosen.markdown:
        print(settings_table())
        return 0
    for name, field in Settings.model_fields.items():
        print(f"{name.upper()}\n    {field.description} (now: {field.default})")
    return 0
