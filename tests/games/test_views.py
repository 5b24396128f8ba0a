"""Who sees what, both ways: what is hidden is absent, what is public is there for everybody.

Each game's page lists what a view has. Here that list is a table: the fields that differ between
viewers, and what they show to whom; every other field must be the same for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from app.games.base import AnyGame, Audience, Viewer
from app.games.chance import Chance
from app.games.registry import GAMES
from tests.scale import scaled

GAMES_BY_KEY = {game.info.key: game for game in GAMES}
SPECTATOR, OPEN = Audience.SPECTATOR, Audience.OPEN
MATCHES = scaled(3, 60)
Shown = Callable[[Any, Viewer], Any]
"""What a private field of the true state shows to that viewer."""


def own_hand(state: Any, viewer: Viewer) -> Any:
    """What the seat holds; a spectator holds nothing."""
    return state.hands[viewer] if isinstance(viewer, int) else ()


def bids(state: Any, viewer: Viewer) -> Any:
    """One's own at once, all of them once the last is made."""
    hidden = state.phase == "bid"
    return tuple(None if hidden and seat != viewer else bid for seat, bid in enumerate(state.bids))


def cards(state: Any, viewer: Viewer) -> Any:
    """Open cards, and those that the seat has held in this deal."""
    return tuple(
        card.rank if card is not None and (card.open or viewer in card.held) else None
        for card in state.deal.cards
    )


PRIVATE: Mapping[str, Mapping[str, Shown]] = {
    "milkuro": {"hand": own_hand},
    "mino_dice": {"hand": own_hand, "bids": bids},
    "gnav": {"cards": cards},
    "milkman": {},
}


def positions(game: AnyGame, rng: Random) -> Iterator[Any]:
    """The positions of a random match, its end included."""
    seats = rng.randint(game.info.seats.min, min(game.info.seats.max, 6))
    seed = rng.randbytes(32)
    state = game.start(seats, game.info.options(), Chance(seed, 0)).state
    yield state
    seq = 0
    while game.to_act(state):
        seq += 1
        seat = rng.choice(sorted(game.to_act(state)))
        move = rng.choice(game.legal_moves(state, seat))
        state = game.apply(state, seat, move, Chance(seed, seq)).state
        yield state


def seats_of(game: AnyGame, state: Any) -> int:
    """How many play."""
    for name in ("hands", "farms", "lives"):
        if hasattr(state, name):
            return len(getattr(state, name))
    raise AssertionError(game.info.key)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_22_private_fields_show_what_they_should_and_all_others_are_equal(game: AnyGame) -> None:
    private = PRIVATE[game.info.key]
    rng = Random(game.info.key)
    for _ in range(MATCHES):
        for state in positions(game, rng):
            public = game.view(state, SPECTATOR)
            for viewer in (*range(seats_of(game, state)), SPECTATOR):
                view = game.view(state, viewer)
                for name in (field.name for field in fields(view)):
                    told = getattr(view, name)
                    if name in private:
                        assert told == private[name](state, viewer), (name, viewer)
                    else:
                        assert told == getattr(public, name), (name, viewer)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_22_what_lies_open_lies_open_until_it_is_cleared_away(game: AnyGame) -> None:
    """A card or a die that was shown does not disappear from the views of its own trick or deal."""
    rng = Random(f"open {game.info.key}")
    shown_for = Counter[str]()
    for state in positions(game, rng):
        public = game.view(state, SPECTATOR)
        for name, there in lying_open(game.info.key, state).items():
            assert there == lying_open_in_view(game.info.key, public)[name], name
            shown_for[name] += len(there)
    assert all(shown_for.values()), shown_for
    assert set(shown_for) == set(lying_open(game.info.key, state))


def lying_open(key: str, state: Any) -> dict[str, Any]:
    """What has been shown and still counts, in the true state."""
    match key:
        case "milkuro":
            return {"trick": state.trick.plays, "piles": state.piles}
        case "mino_dice":
            taken = state.last_trick.plays if state.last_trick else ()
            return {"trick": state.trick.plays, "last trick": taken}
        case "gnav":
            ranks = [c.rank if c is not None and c.open else None for c in state.deal.cards]
            last = state.last_deal.cards if state.last_deal else ()
            return {"open": tuple(filter(None, ranks)), "last deal": last}
        case _:
            return {"customers": state.customers, "farms": tuple(f.dice for f in state.farms)}


def lying_open_in_view(key: str, view: Any) -> dict[str, Any]:
    """The same as a spectator sees it."""
    if key != "gnav":
        return lying_open(key, view)
    ranks = [rank for rank, shown in zip(view.cards, view.open, strict=True) if shown]
    return {
        "open": tuple(filter(None, ranks)),
        "last deal": view.last_deal.cards if view.last_deal else (),
    }


OPENED: Mapping[str, Callable[[Any, Any], bool]] = {
    "milkuro": lambda state, view: view.hands == state.hands,
    "mino_dice": lambda state, view: (view.hands, view.bids) == (state.hands, state.bids),
    "gnav": lambda state, view: (
        view.cards == tuple(card and card.rank for card in state.deal.cards)
    ),
    "milkman": lambda state, view: view == GAMES_BY_KEY["milkman"].view(state, SPECTATOR),
}
"""Whether the open view hides nothing of what lies on the table."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.key)
def test_22_the_open_view_hides_nothing(game: AnyGame) -> None:
    rng = Random(f"all {game.info.key}")
    for state in positions(game, rng):
        assert OPENED[game.info.key](state, game.view(state, OPEN))
