"""The page of a lesson: there for everybody, in their language, and nothing is stored for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from app.codec.games import codec_for
from app.codec.lessons import lesson_json
from app.lessons.shelf import LESSONS
from tests.games.pots import REGISTRY as POTS_ONLY
from tests.web.conftest import kitchens
from tests.web.kitchen import Kitchen
from tests.web.test_pages import assert_strict, boot, get
from tests.web.test_words import LANGUAGES, read

GAMES = sorted(LESSONS)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kitchen]:
    """One kitchen with the product's own pages."""
    folder: Path = tmp_path_factory.mktemp("home")
    with kitchens(folder) as open_it:
        yield open_it(rate_limits=False, own_files=False)


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_gets_the_whole_lesson_and_stays_one(home: Kitchen, game: str) -> None:
    stranger = home.browser()
    text = get(stranger, f"/learn/{game}")
    assert_strict(text)
    assert boot(text)["lesson"] == orjson.loads(orjson.dumps(lesson_json(LESSONS[game])))
    assert not stranger.cookies


@pytest.mark.parametrize("game", GAMES)
def test_its_moves_and_views_are_those_of_the_wire(home: Kitchen, game: str) -> None:
    codec = codec_for(LESSONS[game].game)
    lesson = boot(get(home.browser(), f"/learn/{game}"))["lesson"]
    for step in lesson["steps"]:
        assert [move for move in step["legal"] if codec.move_from_json(move) is None] == []
        for frame in step["frames"]:
            codec.view.validate_json(orjson.dumps(frame["view"]), strict=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_language_asked_for(home: Kitchen, language: str) -> None:
    browser = home.browser()
    browser.headers["Accept-Language"] = language
    title = str(read(language)["lesson.title"]).format(game="Gnav")
    assert f"<title>{title}</title>" in get(browser, "/learn/gnav")


@pytest.mark.parametrize("path", ["/learn/chess", "/learn/", "/learn/gnav/1"])
def test_there_is_nothing_to_learn_about_other_games(home: Kitchen, path: str) -> None:
    assert boot(get(home.browser(), path, 404))["page"] == "error"


def test_a_game_without_a_lesson_shows_its_rules(home: Kitchen) -> None:
    before = home.app.state.web
    home.app.state.web = replace(before, registry=POTS_ONLY)
    try:
        answer = home.browser().get("/learn/pots", follow_redirects=False)
    finally:
        home.app.state.web = before
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rules/pots")


@pytest.mark.parametrize("path", ["/", "/rules/milkman"])
def test_tiles_and_rules_lead_to_it(home: Kitchen, path: str) -> None:
    assert 'href="/learn/milkman"' in get(home.browser(), path)


def test_every_step_has_its_words_and_no_words_lie_about() -> None:
    assert {key for key in read("en") if key.startswith(PREFIXES)} - OPTIONAL == NEEDED


def parts_of(step: Any) -> tuple[str, ...]:
    """What is said in a step: that something is asked for, and what came of it."""
    asked = ("", ".ask") if step.move is not None else ("",)
    return (*asked, ".told") if step.move is not None or step.then else asked


PREFIXES = tuple(f"lesson.{game}." for game in GAMES)
STEPS = [(game, step) for game in GAMES for step in LESSONS[game].steps]
NEEDED = {
    *(f"lesson.{game}.{step.key}{part}" for game, step in STEPS for part in parts_of(step)),
    *(f"lesson.{game}.end" for game in GAMES),
}
OPTIONAL = {f"lesson.{game}.{step.key}.else" for game, step in STEPS if step.move is not None}
"""Where nothing but the right move can be made, nothing has to be said about others."""


def test_whatever_else_may_be_tried_is_answered() -> None:
    tried = {
        f"lesson.{game}.{step['key']}.else"
        for game in GAMES
        for step in lesson_json(LESSONS[game])["steps"]
        if len(step["legal"]) > 1
    }
    assert tried == OPTIONAL & read("en").keys()
