"""One command on a bare Python: the environment is made once, repaired, and never raced for.

A small tree stands for the project: the real bootstrap, a lock with nothing in it, and a module
that tells where it runs. Installers find no index here, so pip alone does it, as it should.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app import bootstrap

ROOT = Path(__file__).resolve().parent.parent
BARE = [str(Path(sys.base_prefix, "bin", "python3")), "-S"]
"""A Python without packages, as on a new machine."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The project, as far as the bootstrap sees it."""
    root = tmp_path / "kitchen"
    (root / "app").mkdir(parents=True)
    for name in ("__init__.py", "__main__.py", "bootstrap.py"):
        shutil.copy(ROOT / "app" / name, root / "app" / name)
    (root / "app" / "cli.py").write_text(
        "import sys\ndef main(words):\n    print(sys.prefix, *words)\n    return 7\n"
    )
    for lock in (bootstrap.RUN_LOCK, bootstrap.DEV_LOCK):
        (root / lock).write_text(f"# nothing for {lock}\n")
    return root


def start(tree: Path, folder: Path | None = None) -> subprocess.Popen[str]:
    """`python3 -m app hello` in that tree, away from any index of packages."""
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.Popen(
        [*BARE, "-m", "app", "hello"],
        cwd=folder or tree,
        env={**environment, "PIP_NO_INDEX": "1", "PYTHONPATH": str(tree)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(tree: Path, folder: Path | None = None) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a whole run."""
    process = start(tree, folder)
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def said_inside(tree: Path) -> str:
    return f"{tree / '.venv'} hello\n"


def test_it_is_made_once_and_the_command_goes_on_inside(tree: Path, tmp_path: Path) -> None:
    code, out, err = run(tree)
    assert (code, out) == (7, said_inside(tree)), err
    assert "Preparing" in err.splitlines()[0]
    assert run(tree) == (7, said_inside(tree), "")
    assert run(tree, tmp_path) == (7, said_inside(tree), "")


def test_two_starts_at_once_do_not_disturb_each_other(tree: Path) -> None:
    both = [start(tree), start(tree)]
    results = [(*process.communicate(timeout=120), process.returncode) for process in both]
    assert [(out, code) for out, _, code in results] == [(said_inside(tree), 7)] * 2
    assert sum("Preparing" in err for _, err, _ in results) == 1


def test_what_was_broken_off_is_made_again(tree: Path) -> None:
    run(tree)
    home = tree / ".venv"
    (home / ".unfinished").touch()
    (home / ".installed").unlink()
    shutil.rmtree(home / "bin")
    code, out, err = run(tree)
    assert (code, out) == (7, said_inside(tree)), err
    assert not (home / ".unfinished").exists()


def test_a_new_lock_is_installed_and_the_development_lock_serves_both(tree: Path) -> None:
    run(tree)
    (tree / bootstrap.RUN_LOCK).write_text("# another nothing\n")
    assert "Preparing" in run(tree)[2]
    environment = bootstrap.Environment(tree)
    version = environment.version()
    environment.stamp.write_text(environment.stamp_of(bootstrap.DEV_LOCK, version))
    assert run(tree) == (7, said_inside(tree), "")
    assert environment.fits(bootstrap.DEV_LOCK)


def test_a_folder_that_cannot_be_written(tree: Path) -> None:
    (tree / ".venv").write_text("in the way")
    code, out, err = run(tree)
    assert (code, out) == (1, "")
    assert "cannot be written" in err
    assert "Traceback" not in err


def test_packages_that_cannot_be_had(tree: Path) -> None:
    (tree / bootstrap.RUN_LOCK).write_text("kitchen-sink==1.0 --hash=sha256:" + "0" * 64 + "\n")
    code, out, err = run(tree)
    assert (code, out) == (1, "")
    assert err.splitlines()[-1].startswith("The packages of requirements.lock could not")
    assert "Traceback" not in err


def test_an_old_python_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("__main__.py", "bootstrap.py", "__init__.py"):
        ast.parse((ROOT / "app" / name).read_text(), feature_version=(3, 7))
    monkeypatch.setattr(bootstrap, "OLDEST", (99, 0))
    with pytest.raises(SystemExit):
        bootstrap.enter("app", bootstrap.RUN_LOCK, bootstrap.RUN_PROBES)
    assert capsys.readouterr().err.startswith("Kitchen Table needs Python 3.11 or newer; ")


def test_the_development_lock_contains_the_run_lock() -> None:
    run_pins, dev_pins = (
        set(re.findall(r"^(\S+==\S+)", (ROOT / lock).read_text(), re.MULTILINE))
        for lock in (bootstrap.RUN_LOCK, bootstrap.DEV_LOCK)
    )
    assert len(run_pins) > 20
    assert run_pins <= dev_pins


def test_locks_name_no_address() -> None:
    for lock in (bootstrap.RUN_LOCK, bootstrap.DEV_LOCK):
        assert "://" not in (ROOT / lock).read_text()
