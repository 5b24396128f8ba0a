"""All lessons that there are, explicit, by the key of their game."""

from __future__ import annotations

from collections.abc import Mapping

from app.games.base import AnyGame
from app.lessons import gnav, milkman, milkuro, mino_dice
from app.lessons.base import Lesson

LESSONS: Mapping[str, Lesson] = {
    lesson.game.info.key: lesson
    for lesson in (milkuro.LESSON, mino_dice.LESSON, gnav.LESSON, milkman.LESSON)
}


def lesson_for(game: AnyGame) -> Lesson | None:
    """The lesson of that very game and version; installed games bring none."""
    lesson = LESSONS.get(game.info.key)
    if lesson is None or lesson.game.info.version != game.info.version:
        return None
    return lesson


def has_lesson(game: AnyGame) -> bool:
    """Whether that game can be learned here in two minutes."""
    return lesson_for(game) is not None
