"""Hints over HTTP: the shape of the answer, refusals with codes, and not too many of them."""

from __future__ import annotations

from app.web.limits import RATES
from tests.web.conftest import OpenKitchen
from tests.web.kitchen import Kitchen, key_in
from tests.web.test_pace_api import Two, code_of, two

__all__ = ["two"]


def test_whose_turn_it_is_is_told_choices_best_first(two: Two) -> None:
    who, _, state = two.turn()
    answer = who.post(f"{two.path}/hint")
    assert answer.status_code == 200
    hint = answer.json()
    assert (hint["seq"], hint["seat"], hint["samples"]) == (state["seq"], state["seat"], 4)
    (choice,) = hint["choices"]
    assert choice["move"] in state["legal"]
    assert choice["wins"] == 0.25


def test_who_has_to_wait_or_only_watches_is_refused(two: Two) -> None:
    _, other, _ = two.turn()
    assert code_of(other.post(f"{two.path}/hint")) == "not_your_turn"
    watcher = two.kitchen.program("Wanda")
    links = two.hanna.get(two.path).json()["links"]
    assert code_of(watcher.post(f"{two.path}/hint")) == "not_found"
    assert code_of(watcher.post(f"{two.path}/hint?key={key_in(links['watch'])}")) == "not_seated"


def test_not_before_the_start(kitchen: Kitchen) -> None:
    host = kitchen.program("Hanna")
    table = kitchen.open_table(host)
    assert code_of(host.post(f"/api/tables/{table['id']}/hint")) == "not_started"


def test_who_asks_on_and_on_has_to_wait(open_one: OpenKitchen) -> None:
    two = Two(open_one())
    who, _, _ = two.turn()
    burst = int(RATES["hint"].one.burst)
    answers = [who.post(f"{two.path}/hint") for _ in range(burst + 1)]
    assert {answer.status_code for answer in answers[:burst]} == {200}
    assert code_of(answers[-1]) == "rate_limited"
    assert answers[-1].json()["error"]["detail"]["retry_after"] > 0
