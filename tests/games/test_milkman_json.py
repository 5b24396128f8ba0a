"""Moves, events and views of Milkman are the JSON of its rules page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.codec import json
from app.codec.games import codec_for
from app.games.base import Audience
from app.games.milkman import GAME
from app.games.milkman.customers import CUSTOMERS
from app.games.milkman.events import (
    Poured,
)
from app.games.milkman.model import Order
from app.games.milkman.moves import (
    Bottle,
    Claim,
    Deliver,
    Done,
    Drive,
    Earn,
    Load,
    Milk,
    Move,
    PassMarket,
    PayChange,
    PayReroll,
    Pour,
    PourEnd,
    RemoveCustomer,
    Reroll,
    Spill,
    StartTruck,
    Upgrade,
)
from tests.games.milkman_farms import farm_of, lay_turn

SPECTATOR, OPEN = Audience.SPECTATOR, Audience.OPEN


def test_a_view_is_the_json_of_the_rules_page() -> None:
    farm = farm_of(
        "milk truck*",
        tanks=(4, 0),
        barn=(0, 2, 0),
        orders=(Order(9, 2, (0, 4, 0), 6),),
        delivered=(3,),
        score=2,
        acted=True,
    )
    state = replace(lay_turn(farm, farm_of(), main=0, display=(17, 2, 3, 4)), discards=(9,))
    state = replace(state, customers=(CUSTOMERS[17], None, *state.customers[2:]))
    view = codec_for(GAME).to_jsonable(GAME.view(state, SPECTATOR))
    assert list(view) == [
        *("phase", "round", "rounds", "start", "main", "deck", "discards", "customers", "farms")
    ]
    assert view["customers"][:2] == [{"id": 17, "order": [2, 1, 0], "points": 5}, None]
    assert (view["deck"], view["discards"], view["rounds"]) == (30, 1, 6)
    assert view["farms"][0] == {
        "money": 3,
        "cows": 2,
        "tanks": [4, 0],
        "side": None,
        "barn": [0, 2, 0],
        "truck": {"at": 0, "big": False, "load": [0, 0, 0], "points": 0},
        "orders": [{"id": 9, "zone": 2, "order": [0, 4, 0], "points": 6}],
        "delivered": [3],
        "score": 2,
        "dice": [
            {"colour": "black", "face": "milk", "used": False},
            {"colour": "black", "face": "truck", "used": True},
        ],
        "rerolls": 2,
        "acted": True,
        "market": "open",
        "pouring": False,
        "done": False,
    }
    assert all(GAME.view(state, viewer) == GAME.view(state, 0) for viewer in (1, SPECTATOR, OPEN))


# a move | its JSON on the rules page
JSON: list[tuple[Move, dict[str, Any]]] = [
    (Reroll((0, 1)), {"type": "reroll", "dice": [0, 1]}),
    (PayReroll(3), {"type": "pay_reroll", "die": 3}),
    (PayChange(3, "labor"), {"type": "pay_change", "die": 3, "face": "labor"}),
    (Earn((4,)), {"type": "earn", "use": [4]}),
    (Milk((0, 4), (2, 1, 0)), {"type": "milk", "use": [0, 4], "into": [2, 1, 0]}),
    (
        Bottle((4,), 0, "whole", "skim"),
        {"type": "bottle", "use": [4], "tank": 0, "kind": "whole", "side": "skim"},
    ),
    (
        Bottle((4,), 2, "whole", None),
        {"type": "bottle", "use": [4], "tank": 2, "kind": "whole", "side": None},
    ),
    (Claim((4,), 3), {"type": "claim", "use": [4], "zone": 3}),
    (Upgrade((4,), "cow"), {"type": "upgrade", "use": [4], "what": "cow"}),
    (StartTruck((4,)), {"type": "truck", "use": [4]}),
    (RemoveCustomer((4,), 1), {"type": "remove_customer", "use": [4], "zone": 1}),
    (Spill((4,)), {"type": "spill", "use": [4]}),
    (Pour("tank0"), {"type": "pour", "from": "tank0"}),
    (PourEnd(), {"type": "pour_end"}),
    (Load((2, 0, 1)), {"type": "load", "bottles": [2, 0, 1]}),
    (Drive(2), {"type": "drive", "to": 2}),
    (Deliver(17), {"type": "deliver", "customer": 17}),
    (PassMarket(), {"type": "pass_market"}),
    (Done(), {"type": "done"}),
]


@pytest.mark.parametrize(("move", "expected"), JSON, ids=lambda case: getattr(case, "type", ""))
def test_moves_are_the_json_of_the_rules_page(move: Move, expected: dict[str, Any]) -> None:
    codec = codec_for(GAME)
    assert codec.to_jsonable(move) == expected
    assert codec.move_from_json(expected) == move
    assert codec.move_from_json({**expected, "more": 1}) is None
    assert codec.move_from_json({"type": move.type}) == (move if len(expected) == 1 else None)


def test_what_is_poured_is_told_with_the_key_of_the_page() -> None:
    event = Poured(1, "barn_skim")
    assert json.loads(json.dumps(event)) == {"type": "poured", "seat": 1, "from": "barn_skim"}
    assert event == Poured(1, "barn_skim") != Poured(1, "tank0")
    assert len({event, Poured(1, "barn_skim"), Pour("side"), Pour("side"), Pour("tank0")}) == 3
    assert (event == Pour("side"), Pour("side") == event) == (False, False)
    assert [repr(event), repr(Pour("side"))] == [
        "Poured(seat=1, source='barn_skim')",
        "Pour(source='side')",
    ]
