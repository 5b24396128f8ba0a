"""Makes `.venv` on a bare Python and goes on inside it: one command, nothing to install first.

Standard library only, in words that Python 3.7 can read, so that an old Python is told in a
sentence what it lacks. All progress goes to standard error and installers read nothing:
standard input and output belong to the command that was asked for.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Iterator, NoReturn  # noqa: UP035 - an old Python has to get as far as its sentence

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
UV = "uv==0.13.9"

RUN_LOCK = "requirements.lock"
DEV_LOCK = "requirements-dev.lock"

RUN_PROBES = ("msgspec", "segno", "uvicorn")
DEV_PROBES = ("httpx2", "segno", "importlinter")
"""A Python that has all of these was furnished for us (a container, an own environment)."""


class Environment:
    """The `.venv` of one working tree: made, repaired and brought up to a lock file."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / ".venv"
        self.stamp = self.home / ".installed"
        self.unfinished = self.home / ".unfinished"
        folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
        self.python = self.home / folder / name

    def is_current(self) -> bool:
        """Whether this very process runs inside it."""
        return Path(sys.prefix).resolve() == self.home.resolve()

    def fits(self, lock: str) -> bool:
        """Whether all of `lock` is installed. The development lock contains the run lock."""
        try:
            have = self.stamp.read_text()
        except OSError:
            return False
        version = self.version()
        locks = (RUN_LOCK, DEV_LOCK) if lock == RUN_LOCK else (lock,)
        return bool(version) and any(have == self.stamp_of(name, version) for name in locks)

    def stamp_of(self, lock: str, version: str) -> str:
        """What the stamp says once `lock` is installed for that version of Python."""
        content = (self.root / lock).read_bytes()
        return f"{lock} {hashlib.sha256(content).hexdigest()} {version}\n"

    def version(self) -> str:
        """The version of its Python, or nothing when that is missing, broken or too old."""
        if self.is_current():
            return "{}.{}".format(*sys.version_info)
        question = "import sys; print('%d.%d' % sys.version_info[:2])"
        try:
            answer = subprocess.run(
                [str(self.python), "-I", "-c", question],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                check=True,
            )
        except (OSError, subprocess.CalledProcessError):
            return ""
        found = answer.stdout.decode().strip()
        return found if tuple(map(int, found.split("."))) >= OLDEST else ""

    def bring_up_to(self, lock: str) -> None:
        """Make it if it is missing or was left half made, then install `lock`."""
        self.home.mkdir(exist_ok=True)
        half_made = self.unfinished.exists()
        if self.is_current() and half_made:
            fail(f"{self.home} was left half made: start again with a Python outside of it.")
        fresh = half_made or not self.version()
        self.unfinished.touch()
        if fresh:
            self.create()
        if self.stamp.exists():
            self.stamp.unlink()
        self.install(lock)
        self.stamp.write_text(self.stamp_of(lock, self.version()))
        self.unfinished.unlink()

    def create(self) -> None:
        """Make it anew, whatever was there; without pip where this Python has none to give."""
        import venv  # here: some systems ship Python without it

        with_pip = importlib.util.find_spec("ensurepip") is not None
        venv.create(self.home, clear=True, symlinks=os.name != "nt", with_pip=with_pip)
        self.unfinished.touch()  # clearing took it away

    def install(self, lock: str) -> None:
        """Install `lock` with uv, or with pip alone where uv cannot be had."""
        hashed = ["--require-hashes", "--no-deps", "-r", str(self.root / lock)]
        pip = [*self.pip(), "install", "-q", "--disable-pip-version-check"]
        uv = [str(self.python), "-m", "uv", "--system-certs", "pip", "install", "-q"]
        uv += ["--python", str(self.python)]
        if call([*pip, UV]) == 0 and call([*uv, *hashed]) == 0:
            return
        say("uv did not do it; trying pip alone, which takes longer.")
        if call([*pip, *hashed]) != 0:
            fail(f"The packages of {lock} could not be installed; the lines above say why.")

    def pip(self) -> list[str]:
        """The command that installs into it: its own pip, or this Python's pip from outside."""
        if call([str(self.python), "-I", "-c", "import pip"], stderr=subprocess.DEVNULL) == 0:
            return [str(self.python), "-m", "pip"]
        if importlib.util.find_spec("pip") is not None:
            return [sys.executable, "-m", "pip", "--python", str(self.python)]
        fail(no_venv())


def enter(module: str, lock: str, probes: tuple[str, ...]) -> None:
    """Return once `module` may import the packages of `lock`; may replace this process."""
    if sys.version_info < OLDEST:
        fail("Kitchen Table needs Python 3.11 or newer; {} is {}.{}.{}.".format(
            sys.executable, *sys.version_info[:3]
        ))  # fmt: skip
    environment = Environment(ROOT)
    inside = environment.is_current()
    if not inside and all(importlib.util.find_spec(name) for name in probes):
        return
    if not environment.fits(lock):
        furnish(environment, lock)
    if not inside:
        go_inside(environment, module)


def furnish(environment: Environment, lock: str) -> None:
    """Bring the environment up to `lock`, one process at a time, and explain what prevents it."""
    try:
        with only_one(environment.root / ".venv.lock"):
            if environment.fits(lock):
                return  # another process did it while this one waited
            started = time.monotonic()
            say(f"Preparing {environment.home} from {lock}; this happens once, within a minute …")
            environment.bring_up_to(lock)
            say(f"… ready after {time.monotonic() - started:.0f} s.")
    except KeyboardInterrupt:
        fail("Interrupted; the next start begins afresh.")
    except ImportError:
        fail(no_venv())
    except subprocess.CalledProcessError:
        fail(f"{environment.home} could not be made. {no_venv()}")
    except OSError as error:
        fail(
            f"{environment.home} cannot be written ({error.strerror}). Make the folder writable, "
            f"or install {lock} into an environment of your own and start with its Python."
        )


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Hold the lock file `path`. The system lets go of it when its holder dies."""
    with path.open("a") as file:
        if not try_lock(file):
            say("Another start is preparing the environment; waiting for it …")
            while not try_lock(file):
                time.sleep(0.2)
        yield


def try_lock(file: IO[str]) -> bool:
    """Take the lock on an open file; False if another process holds it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def go_inside(environment: Environment, module: str) -> NoReturn:
    """Run `module` with the environment's Python in place of this process."""
    command = [str(environment.python), "-m", module, *sys.argv[1:]]
    if Path.cwd() != environment.root:
        rest = os.environ.get("PYTHONPATH")
        paths = [str(environment.root), *([rest] if rest else [])]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    if os.name != "nt":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(command[0], command)  # noqa: S606 - our own Python, no shell
    with subprocess.Popen(command) as child:  # Windows cannot replace a process
        while True:
            try:
                sys.exit(child.wait())
            except KeyboardInterrupt:
                continue  # the child got it as well and decides


def call(command: list[str], stderr: int | None = None) -> int:
    """Run an installer away from our standard input and output; its exit code."""
    return subprocess.call(
        command, stdin=subprocess.DEVNULL, stdout=sys.stderr.fileno(), stderr=stderr
    )


def no_venv() -> str:
    """What to do where Python cannot make environments."""
    return (
        "This Python cannot make environments: apt-get install python3-venv "
        "(or install Python from python.org), then start again."
    )


def say(line: str) -> None:
    """A line for the person who waits."""
    print(line, file=sys.stderr, flush=True)


def fail(sentence: str) -> NoReturn:
    """End with a sentence instead of a traceback."""
    say(sentence)
    sys.exit(1)
