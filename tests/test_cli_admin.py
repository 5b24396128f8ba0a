"""`python3 -m app admin`: the first owner, and the way back when nobody can open the door."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from app import cli

LINK = re.compile(r"^https://tables\.example/admin/welcome#([\w-]{43})$", re.MULTILINE)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database will be."""
    return tmp_path / "kitchen.db"


def admin(path: Path, *words: str) -> int:
    """Run one command on that database; its exit code."""
    place = ["--database-url", f"sqlite:///{path}", "--public-url", "https://tables.example"]
    return cli.main(["admin", *words, *place])


def test_the_first_owner(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(path, "list") == 0
    assert "Nobody keeps the house yet" in capsys.readouterr().out
    assert admin(path, "create", "Ada") == 0
    told = capsys.readouterr().out
    found = LINK.search(told)
    assert found is not None
    assert "Ada (owner) sets a password by this link. It works once, until " in told
    assert admin(path, "list") == 0
    assert capsys.readouterr().out == "Ada: owner, without a password yet\n"
    with sqlite3.connect(path) as database:
        deeds = database.execute("SELECT deed, admin_id FROM audit").fetchall()
        dump = "\n".join(database.iterdump())
    database.close()
    assert deeds == [("hire", None)]
    assert found[1] not in dump


def test_another_role(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert admin(path, "create", "Bo", "--role", "observer") == 0
    assert "Bo (observer)" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        admin(path, "create", "Eve", "--role", "king")
    assert "invalid choice: 'king'" in capsys.readouterr().err


def test_a_new_link_takes_the_old_one_back(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    admin(path, "create", "Ada")
    first = LINK.search(capsys.readouterr().out)
    assert admin(path, "link", "ADA") == 0
    second = LINK.search(capsys.readouterr().out)
    assert first is not None
    assert second is not None
    assert first[1] != second[1]
    with sqlite3.connect(path) as database:
        links = database.execute("SELECT count(*) FROM admin_links").fetchone()
        deeds = database.execute("SELECT deed FROM audit ORDER BY number").fetchall()
    database.close()
    assert links == (1,)
    assert deeds == [("hire",), ("make_link",)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("create", "ada"), "Somebody of the staff has a name like that."),
        (("create", ""), "A name has 1 to 24 characters."),
        (("link", "Nobody"), "Nobody of the staff is called 'Nobody': see `admin list`."),
    ],
)
def test_a_mistake_gets_a_sentence(
    path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    admin(path, "create", "Ada")
    assert admin(path, *words) == 2
    assert capsys.readouterr().err == sentence + "\n"


def test_a_postgresql_without_the_schema(
    capsys: pytest.CaptureFixture[str], postgres_url: str
) -> None:
    assert cli.main(["admin", "create", "Ada", "--database-url", postgres_url]) == 2
    assert "python3 -m app migrate" in capsys.readouterr().err
