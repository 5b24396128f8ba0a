"""Whole matches by ear and keyboard alone, on the smallest phone: names, roles, states, a voice."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.browser.company import Company
from tests.browser.listener import YOURS, Listener, Thing

SMALLEST = {"viewport": {"width": 320, "height": 568}}
MOST_MATCHES = 8
HANDS = ("Your hand", "Your dice", "Your bid", "Your move")
SHORTEST: dict[str, dict[str, Any]] = {
    "gnav": {"seats": 2, "options": {"lives": 1}},
    "milkuro": {"seats": 3},
    "mino_dice": {"seats": 3},
    "milkman": {"seats": 2},
}
MEANINGS = {
    "gnav": r"Keep|Swap → .+",
    "milkuro": r"Card \d+ white, \d+ black\. Play \d+ (white|black)"
    r"|Lead \d+, (white|black) counts\. Card \d+ white, \d+ black",
    "milkman": r"(White|Black) die \d: \w+",
    "mino_dice": r"Bid \d+ tricks?|\w+ die: .+\. Roll (the )?\w+",
}
"""What a move is called: the thing, and what playing it means."""


def take_or_play(listener: Listener, things: list[Thing], rng: Random) -> bool:
    """Go to something in the hand by `m` and the arrows; Enter takes it up, and plays it."""
    open_now = [thing for thing in things if thing.group in HANDS and thing.open]
    if not open_now:
        return False
    listener.press("m", *["ArrowRight"] * rng.randrange(len(open_now)))
    here = listener.focused()
    if here.open and here.group in HANDS:
        listener.named.append(here.name)
        listener.press("Enter")
        if listener.focused().states.get("pressed") == "true":
            listener.press("Enter")
        return True
    return False


ELSEWHERE = ("Back", "Choose something else", "Take back", "Start my turn again", "Not yet")
"""Ways that lead back: somebody who always took them would never come to an end."""


def work_the_farm(listener: Listener, things: list[Thing], rng: Random) -> bool:
    """Choose a die, or one of the things that can be done with what is chosen."""
    dice = [thing for thing in things if thing.group == "Your dice" and thing.open]
    deeds = [thing for thing in things if thing.group == "What you can do" and thing.open]
    if not any(deed.name not in ELSEWHERE for deed in deeds):
        return False
    listener.named += [die.name for die in dice]
    chosen = any(deed.name in ELSEWHERE for deed in deeds)
    listener.press("m")
    if dice and not chosen and rng.random() < 0.6:
        listener.press(*["ArrowRight"] * rng.randrange(len(dice)), "Enter")
        return True
    if dice and listener.focused().group == "Your dice":
        listener.press("Tab")
    listener.press(*["ArrowRight"] * rng.randrange(len(deeds)))
    here = listener.focused()
    if here.group not in ("Your dice", "What you can do"):
        # Arrows do not leave the signs of one tank, Tab does.
        listener.press(*["Tab"] * rng.randrange(1, 4))
        here = listener.focused()
    if here.group == "What you can do" and here.name not in ELSEWHERE:
        listener.press("Enter")
    return True


WAYS = {
    "gnav": take_or_play,
    "milkuro": take_or_play,
    "mino_dice": take_or_play,
    "milkman": work_the_farm,
}


@pytest.mark.parametrize("game", WAYS)
def test_a_whole_match_by_ear(company: Company, game: str) -> None:
    """Who is out before the first move was made comes to the table again."""
    page = company.come(**SMALLEST)
    for seed in range(MOST_MATCHES):
        company.sit_down(page, game, **SHORTEST[game])
        listener = Listener(page)
        listener.play(WAYS[game], seed)
        if listener.named:
            break
    assert listener.named
    assert [name for name in listener.named if not re.fullmatch(MEANINGS[game], name)] == []
    twice = [one for one, other in pairwise(listener.heard) if one == other]
    assert [words for words in twice if words.startswith(YOURS)] == []
