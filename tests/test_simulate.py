"""`simulate`: the same matches for the same seed, every level everywhere, sums that add up."""

from __future__ import annotations

import io
import re
from collections import Counter

import pytest

from app import cli
from app.games.base import Outcome
from app.games.registry import REGISTRY
from app.simulate import Order, Played, Progress, play_all, play_match, rows_of

ORDER = Order("gnav", 3, ("normal", "easy"), 6, seed=5, iterations=4)


class Terminal(io.StringIO):
    """Looks like one."""

    def isatty(self) -> bool:
        return True


def test_the_levels_rotate_through_the_seats_over_one_deal() -> None:
    first, second, third = (play_match(REGISTRY, ORDER, number) for number in range(3))
    assert first.levels == ("normal", "easy", "normal")
    assert second.levels == ("easy", "normal", "easy")
    assert third.levels == first.levels
    assert ORDER.match_seed_of(0) == ORDER.match_seed_of(1) != ORDER.match_seed_of(2)
    sat = Counter((seat, level) for n in range(6) for seat, level in enumerate(ORDER.levels_of(n)))
    assert set(sat.values()) == {3}
    assert len(sat) == 6


def test_more_processes_play_the_same_matches() -> None:
    assert list(play_all(REGISTRY, ORDER, 2)) == list(play_all(REGISTRY, ORDER, 1))


def test_another_seed_plays_others() -> None:
    other = Order("gnav", 3, ORDER.levels, 6, seed=6, iterations=4)
    assert list(play_all(REGISTRY, other, 1)) != list(play_all(REGISTRY, ORDER, 1))


def test_the_rows_add_up() -> None:
    played = [
        Played(("hard", "easy"), Outcome((3, 1), (1, 2), (0,)), 10),
        Played(("easy", "hard"), Outcome((2, 2), (1, 1), (0, 1)), 20),
    ]
    rows = {row.name: row for row in rows_of(played, ("hard", "easy"))}
    assert list(rows) == ["hard", "easy", "seat 0", "seat 1"]
    assert {name: row.wins for name, row in rows.items()} == {
        "hard": 1.5, "easy": 0.5, "seat 0": 1.5, "seat 1": 0.5,
    }  # fmt: skip
    assert {row.fair for row in rows.values()} == {1.0}
    assert rows["hard"].scores == (3, 2)
    assert rows["hard"].line(2).split() == ["hard", "1.5", "75.0%", "50.0%", "2.50", "0.50"]


def test_the_command_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    flags = "--matches 4 --levels hard,easy --seats 2 --iterations 3 --jobs 1 --seed 2"
    assert cli.main(["simulate", "gnav", *flags.split()]) == 0
    out, err = capsys.readouterr()
    title, heading, *rows, last = out.splitlines()
    assert title == "Gnav, 2 seats, 4 matches, seed 2"
    assert heading.split() == ["wins", "share", "fair", "score", "spread"]
    assert [row[:10].strip() for row in rows] == ["hard", "easy", "seat 0", "seat 1"]
    wins = [float(row[10:20]) for row in rows]
    assert sum(wins[:2]) == pytest.approx(sum(wins[2:])) == pytest.approx(4.0)
    assert re.fullmatch(r"[\d.]+ moves a match \(\d+ to \d+\), [\d,]+ moves a second", last)
    assert err.splitlines() == [f"{done} of 4 matches" for done in range(1, 5)]


def test_progress_is_a_bar_on_a_terminal_and_a_line_now_and_then_elsewhere() -> None:
    matches = [Played(("easy",), Outcome((0,), (1,), (0,)), 1)] * 50
    terminal, log = Terminal(), io.StringIO()
    assert list(Progress(50, terminal).watch(matches)) == matches
    assert list(Progress(50, log).watch(matches)) == matches
    drawn = terminal.getvalue().split("\r")
    assert drawn[25] == "█" * 15 + "░" * 15 + " 25 of 50 matches"
    assert drawn[-1] == "\x1b[K"
    assert log.getvalue().splitlines() == [f"{done} of 50 matches" for done in range(5, 51, 5)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("chess", "There is no game 'chess'; the games are "),
        ("gnav --levels best", "There is no level 'best'; the levels are easy, normal, hard."),
        ("milkuro --seats 7", "Milkuro is for 2 to 4 seats."),
        ("gnav --games-from a-kitchen", "GAMES_FROM: no package 'a-kitchen' is installed."),
    ],
)
def test_what_cannot_be_played(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["simulate", *words.split()]) == 2
    assert capsys.readouterr().err.startswith(sentence)


@pytest.mark.parametrize("flag", ["--matches", "--seats", "--jobs", "--iterations"])
@pytest.mark.parametrize("text", ["0", "-3", "some"])
def test_a_flag_that_is_no_number(flag: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        cli.main(["simulate", "gnav", flag, text])
    assert caught.value.code == 2
    assert "must be a whole number, 1 or more" in capsys.readouterr().err
