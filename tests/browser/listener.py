"""Somebody who cannot see: knows the page by its accessibility tree, and has a keyboard.

No selector, no look into the server: what a screen reader is not told does not exist here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser.drawn import DRAWN

YOURS = "It is your move."
OVER = "The match is over."
NOT_NOW = "not to be rolled now"
GROUPS = ("group", "log", "dialog", "region", "tablist", "complementary", "main")
LONGEST_MATCH = 200
VOICE = "What is happening"
"""What the polite voice of the table is called."""
SCENES = 3
"""So many are gone on with before one listens again."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing as it is told: what it is, what it is called, and how it is."""

    id: int
    role: str
    name: str
    states: Mapping[str, Any]
    group: str

    @property
    def open(self) -> bool:
        """Whether it is a button that can be pressed now."""
        shut = self.states.get("disabled") or NOT_NOW in self.name
        return self.role == "button" and not shut


class Listener:
    """Who listens to `page` and presses keys."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        """Everything that the polite voice has said."""
        self.named: list[str] = []
        """What was played, as it was called."""
        self._page = page
        self._tree = page.context.new_cdp_session(page)
        self._tree.send("Accessibility.enable")
        self._told: set[int] = set()

    def look(self) -> list[Thing]:
        """All that the tree tells once it is not busy; what the voice says is heard on the way."""
        self._page.evaluate(DRAWN)
        nodes = self._tree.send("Accessibility.getFullAXTree")["nodes"]
        things = list(things_in(nodes))
        for thing in things:
            if thing.group == VOICE and thing.role == "paragraph" and thing.id not in self._told:
                self._told.add(thing.id)
                self.heard.append(thing.name)
        return things

    def press(self, *keys: str) -> None:
        """Keys, and the time to draw what comes of them."""
        for key in keys:
            self._page.keyboard.press(key)
        self._page.evaluate(DRAWN)

    def focused(self) -> Thing:
        """What the focus is on, as it is told."""
        return [thing for thing in self.look() if thing.states.get("focused")][-1]

    def play(self, choose: Callable[[Listener, list[Thing], Random], bool], seed: int) -> None:
        """Play until the voice says that it is over.

        `choose` makes a move, if there is something to do, and says whether it did; it is asked
        only after the voice has said that it is one's move.
        """
        rng, begun = Random(seed), len(self.heard)
        deadline = time.monotonic() + LONGEST_MATCH
        while not any(words.startswith(OVER) for words in self.heard[begun:]):
            assert time.monotonic() < deadline, self.heard[-5:]
            things = self.look()
            mine = any(words.startswith(YOURS) for words in self.heard[begun:])
            if not (mine and choose(self, things, rng)):
                self.press(*["Escape"] * SCENES)


def things_in(nodes: Sequence[Mapping[str, Any]]) -> Iterator[Thing]:
    """The nodes in reading order, each with the name of the group around it."""
    known = {node["nodeId"]: node for node in nodes}

    def walk(node: Mapping[str, Any], group: str) -> Iterator[Thing]:
        thing = thing_of(node, known, group)
        if thing is not None:
            yield thing
            if thing.role in GROUPS:
                group = thing.name
        for child in node.get("childIds", ()):
            if child in known:
                yield from walk(known[child], group)

    return walk(nodes[0], "")


def thing_of(
    node: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]], group: str
) -> Thing | None:
    """A node as it is told; None for what a screen reader passes over."""
    if node.get("ignored") or "backendDOMNodeId" not in node:
        return None
    role = node["role"]["value"]
    name = node.get("name", {}).get("value", "") or text_in(node, known) * (role == "paragraph")
    states = {state["name"]: state["value"].get("value") for state in node.get("properties", ())}
    return Thing(node["backendDOMNodeId"], role, name, states, group)


def text_in(node: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]) -> str:
    """The words right below a node."""
    below = (known[child] for child in node.get("childIds", ()) if child in known)
    return "".join(one.get("name", {}).get("value", "") for one in below)
