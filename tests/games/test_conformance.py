"""Every game of the registry obeys the contract, and the suite finds those that do not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from app import certify
from app.certify import laws, oracle
from app.certify.folder import missing_parts
from app.certify.report import CHECKS, EFFORT, MATCHES, SEED, Result, examine, report, run_check
from app.certify.samples import Sample, difference_of, ratio
from app.certify.trial import CheckFailed, Match, Subject, make_subject
from app.games.base import AnyGame, Audience, Outcome, Step, Viewer
from app.games.gnav.rules import Gnav
from app.games.milkuro.rules import Milkuro
from app.games.registry import REGISTRY, Registry
from tests.games.mutants import IMAGINATIONS, MUTANTS, has_old_tricks, has_plain_card
from tests.scale import FULL

KEYS = list(REGISTRY.current())
NO_BOTS = Registry((), {})


@cache
def subject_of(key: str) -> Subject:
    """A game's random matches, played once a process."""
    matches, effort = (4 * MATCHES, EFFORT) if FULL else (MATCHES, 1)
    return make_subject(REGISTRY.find(key), matches, Random(SEED), effort=effort)


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("key", KEYS)
def test_conformance(key, name):
    CHECKS[name](subject_of(key))


@pytest.mark.parametrize("key", KEYS)
def test_the_normal_bot_plays(key):
    laws.check_policy(REGISTRY.find(key), REGISTRY.policies[key], subject_of(key))


@pytest.mark.parametrize("key", REGISTRY.searches)
def test_the_hard_bot_gets_sound_hints(key):
    laws.check_search(REGISTRY.find(key), REGISTRY.searches[key], subject_of(key))


HINTS = ("candidates", "play_on", "is_plausible", "is_settled", "worth")


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("candidates", ()),
        ("candidates", ("keep",)),
        ("play_on", "keep"),
        ("worth", (0.5,)),
        ("worth", (0.5, 1.5)),
        ("is_settled", None),
        ("is_plausible", 1),
    ],
)
def test_a_false_hint_is_found(name: str, answer: Any):
    subject = subject_of("milkuro")
    sound = {hint: getattr(REGISTRY.searches["milkuro"], hint) for hint in HINTS}
    false: Any = SimpleNamespace(**{**sound, name: lambda *_: answer})
    with pytest.raises(CheckFailed):
        laws.check_search(subject.game, false, subject)


@pytest.mark.parametrize(
    ("mutant", "name"), MUTANTS, ids=[f"{type(game).__name__}: {name}" for game, name in MUTANTS]
)
def test_a_planted_fault_is_found(mutant: AnyGame, name: str):
    subject = make_subject(mutant, 1, Random(SEED))
    with pytest.raises(CheckFailed):
        CHECKS[name](subject)


@pytest.mark.parametrize(
    ("mutant", "when"), IMAGINATIONS, ids=[type(game).__name__ for game, _ in IMAGINATIONS]
)
def test_brute_force_finds_a_false_imagination(mutant: AnyGame, when: Callable[[Any], bool]):
    subject = make_subject(mutant, 1, Random(SEED), effort=2)
    with pytest.raises(CheckFailed):
        oracle.check_prefix(subject, *prefix_where(subject, when), Random(SEED))


@pytest.mark.parametrize(
    ("game", "when"),
    [
        pytest.param(Milkuro(), has_old_tricks, id="milkuro"),
        pytest.param(Gnav(), has_plain_card, id="gnav"),
    ],
)
def test_brute_force_agrees_with_a_true_imagination(game: AnyGame, when: Callable[[Any], bool]):
    subject = make_subject(game, 1, Random(SEED))
    oracle.check_prefix(subject, *prefix_where(subject, when), Random(SEED))


def prefix_where(subject: Subject, when: Callable[[Any], bool]) -> tuple[Match, tuple[int, Viewer]]:
    """The first position of that kind, looked at by a spectator."""
    for match in subject.matches:
        for length, state in enumerate(match.states):
            if when(state):
                return match, (length, Audience.SPECTATOR)
    raise LookupError("no random match has such a position")


def test_rules_that_crash_are_reported():
    class Crashing(Milkuro):
        def start(self, *_: object) -> Any:
            raise ZeroDivisionError

    results = list(examine(Crashing(), NO_BOTS))
    assert [result.problem for result in results] == ["the rules crashed: ZeroDivisionError()"]
    assert results[0].line.startswith("FAILED  random matches end: the rules crashed")


def test_a_match_without_an_end_is_reported():
    class Endless(Milkuro):
        def apply(self, state: Any, *_: object) -> Step[Any]:
            return Step(state)

    (result,) = examine(Endless(), NO_BOTS)
    assert result.problem == "a random match has not ended after 5000 moves"


def test_a_check_that_holds_says_so():
    assert run_check("nothing", lambda: None).line == "ok      nothing (0.0 s)"


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome((1, 2), (1, 2, 3), (0,)),
        Outcome((1, 2, 3), (1, 2, 2), (1,)),
        Outcome((1, 2, 3), (1, 1, 2), (0, 1)),
        Outcome((1, 2, 3), (2, 2, 3), ()),
    ],
)
def test_outcomes_that_make_no_sense(outcome):
    with pytest.raises(CheckFailed):
        laws.check_outcome(outcome, 3)


def test_samples_differ_where_their_features_do():
    fair, biased = Sample(200), Sample(200)
    fair.counts.update({"heads": 100, "edge": 10})
    biased.counts.update({"heads": 160, "edge": 10})
    found, feature = difference_of(fair, biased)
    assert feature == "heads"
    assert found == pytest.approx(ratio((100, 200), (160, 200)))
    assert difference_of(fair, fair)[0] == 0.0
    assert ratio((0, 300), (100, 1000)) > 30


def test_what_a_folder_lacks_is_listed(tmp_path: Path):
    (tmp_path / "static/locales").mkdir(parents=True)
    (tmp_path / "static/locales/en.json").write_text('{"gnav.title": "Gnav"}')
    (tmp_path / "app/games/whist").mkdir(parents=True)
    (tmp_path / "app/games/whist/rules.py").touch()
    assert list(missing_parts("whist", tmp_path)) == [
        "app/games/whist/policy.py",
        "static/js/games/whist.js",
        "static/css/games/whist.css",
        "templates/art/whist.html",
        "templates/rules/en/whist.html",
        "words that begin with whist. in static/locales/en.json",
    ]
    assert "words" not in " ".join(missing_parts("gnav", tmp_path))
    assert list(missing_parts("gnav", tmp_path / "app"))[-1] == "static/locales"


def test_certify_tells_of_a_game_that_is_not_here(capsys):
    assert certify.main(["whist"]) == 2
    assert "whist" in capsys.readouterr().err
    assert certify.main([]) == 2


@pytest.mark.parametrize(
    ("problem", "missing", "code", "lines"),
    [
        (None, [], 0, ["ok      ends (0.2 s)", "Whist is certified."]),
        ("never", [], 1, ["FAILED  ends: never", "Whist is not certified yet."]),
        (
            None,
            ["x.js"],
            1,
            ["ok      ends (0.2 s)", "MISSING x.js", "Whist is not certified yet."],
        ),
    ],
)
def test_the_report_has_a_line_a_finding(problem, missing, code, lines, capsys):
    assert report("Whist", [Result("ends", problem, 0.2)], missing) == code
    assert capsys.readouterr().out.splitlines() == lines
