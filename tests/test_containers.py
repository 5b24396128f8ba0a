"""Dockerfile and compose file, checked by the tools that read them elsewhere; no engine needed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from tests.serving import serving

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = Path(sysconfig.get_path("scripts"))
NEEDED = {
    "SITE": "tables.example.org",
    "POSTGRES_PASSWORD": "p" * 32,
    "SECRET": "s" * 32,
}


def compose(*arguments: str, given: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """`docker-compose config` with only those variables set."""
    return subprocess.run(
        [SCRIPTS / "docker-compose", "-f", "docker-compose.yml", "config", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **given},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture(scope="module")
def composed() -> dict[str, Any]:
    """The compose file as the engine would get it."""
    done = compose("--format", "json", given=NEEDED)
    assert done.returncode == 0, done.stderr
    composed: dict[str, Any] = json.loads(done.stdout)
    return composed


@pytest.mark.parametrize("name", sorted(NEEDED))
def test_nothing_secret_has_a_default(name: str) -> None:
    done = compose("-q", given={key: value for key, value in NEEDED.items() if key != name})
    assert done.returncode != 0
    assert f"required variable {name} is missing a value" in done.stderr


def test_only_the_proxy_is_reached_from_outside(composed: dict[str, Any]) -> None:
    services = composed["services"]
    assert set(services) == {"database", "migrate", "app", "proxy"}
    assert [name for name, service in services.items() if service.get("ports")] == ["proxy"]
    assert set(services["database"]["networks"]) == {"inner"}
    assert composed["networks"]["inner"]["internal"]
    assert "reverse_proxy app:8000" in composed["configs"]["caddyfile"]["content"]


def test_the_schema_is_there_before_the_app_starts(composed: dict[str, Any]) -> None:
    services = composed["services"]
    assert services["migrate"]["command"] == ["migrate"]
    waits = services["app"]["depends_on"]["migrate"]
    assert waits["condition"] == "service_completed_successfully"
    assert services["migrate"]["depends_on"]["database"]["condition"] == "service_healthy"


def test_the_settings_in_the_compose_file_are_good(composed: dict[str, Any]) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-c"),
            "from app.settings import load_settings as l; s = l({}).with_secret(str); "
            "print(s.public_url, s.sqlite_path, s.proxies)",
        ],
        cwd=ROOT,
        env=composed["services"]["app"]["environment"],
        capture_output=True,
        text=True,
    )
    assert done.stdout == "https://tables.example.org None ('*',)\n"


def test_dockerfile_is_clean() -> None:
    done = subprocess.run([SCRIPTS / "hadolint", "Dockerfile"], cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stdout) == (0, b"")


def test_dockerfile_runs_as_a_number_and_copies_what_there_is() -> None:
    text = text_of_dockerfile()
    assert re.search(r"^USER [1-9]\d+:[1-9]\d+$", text, re.MULTILINE)
    sources = [
        source
        for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE)
        for source in copied.split()
    ]
    assert {"app", "migrations", "static", "templates", "requirements.lock"} <= set(sources)
    assert [source for source in sources if not (ROOT / source).exists()] == []


def test_the_health_check_tells_a_living_server_from_a_dead_one(tmp_path: Path) -> None:
    stated = re.search(r"HEALTHCHECK.*?CMD (\[.*?\])$", text_of_dockerfile(), re.S | re.M)
    assert stated is not None
    command = [sys.executable, *json.loads(stated[1])[1:]]
    with serving({"DATABASE_URL": f"sqlite:///{tmp_path}/kitchen.db"}) as server:
        environment = {"PORT": server.url.rpartition(":")[2]}
        assert subprocess.run(command, env=environment).returncode == 0
        assert server.stop() == 0
        dead = subprocess.run(command, env=environment, capture_output=True)
        assert dead.returncode != 0


def text_of_dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text()
