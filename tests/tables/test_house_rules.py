"""What rests in the house, maintenance, and what is read of it when."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from app.tables.house_rules import (
    Announcement,
    HouseRules,
    Maintenance,
    News,
    check_level,
    check_maintenance,
    check_opens,
    check_times,
    news_at,
)
from app.tables.refusals import Code, Refused
from tests.tables.samples import NOW

HOUR = timedelta(hours=1)
MOMENT = timedelta(microseconds=1)
SOON = Maintenance(NOW + HOUR, NOW + 2 * HOUR, {"en": "New shelves."})
TEA = Announcement("n1", {"en": "Tea!"}, NOW, NOW + HOUR, "a1")


def refusal_of(rules: HouseRules, *levels: str, after: timedelta = timedelta(0)) -> Refused | None:
    """Why no new table of Gnav is opened then; None when it is."""
    try:
        check_opens(rules, "gnav", levels, NOW + after)
    except Refused as refusal:
        return refusal
    return None


def test_without_rules_everything_is_opened() -> None:
    assert refusal_of(HouseRules(), "hard") is None


def test_a_game_that_rests_is_not_opened_and_others_are() -> None:
    resting = refusal_of(HouseRules(frozenset(("gnav", "milkman"))))
    assert resting is not None
    assert (resting.code, resting.detail) == (Code.FORBIDDEN, {"resting": "gnav"})
    assert refusal_of(HouseRules(frozenset(("milkman",)))) is None


def test_bots_that_rest_are_not_seated_in_that_game() -> None:
    rules = HouseRules(resting_levels={"gnav": frozenset(("hard",))})
    resting = refusal_of(rules, "easy", "hard")
    assert resting is not None
    assert (resting.code, resting.detail) == (Code.FORBIDDEN, {"resting_level": "hard"})
    assert refusal_of(rules, "easy", "normal") is None
    check_level(rules, "milkuro", "hard")
    with pytest.raises(Refused):
        check_level(rules, "gnav", "hard")


@pytest.mark.parametrize(
    ("after", "opens"),
    [(HOUR - MOMENT, True), (HOUR, False), (2 * HOUR - MOMENT, False), (2 * HOUR, True)],
)
def test_no_table_is_opened_while_maintenance_runs(after: timedelta, opens: bool) -> None:
    refusal = refusal_of(HouseRules(maintenance=SOON), after=after)
    assert (refusal is None) is opens
    if refusal is not None:
        assert (refusal.code, refusal.detail) == (Code.UNAVAILABLE, {"maintenance": True})


def test_maintenance_without_an_end_goes_on() -> None:
    endless = HouseRules(maintenance=replace(SOON, until=None))
    assert refusal_of(endless, after=1000 * HOUR) is not None


@pytest.mark.parametrize(
    ("after", "read"),
    [(-MOMENT, False), (timedelta(0), True), (HOUR - MOMENT, True), (HOUR, False)],
)
def test_an_announcement_is_read_between_its_times(after: timedelta, read: bool) -> None:
    assert bool(news_at([TEA], None, NOW + after).announcements) is read


def test_maintenance_is_told_before_it_begins_until_it_is_over() -> None:
    assert news_at([], SOON, NOW) == News(maintenance=SOON)
    assert news_at([], SOON, NOW + 2 * HOUR) == News()
    assert news_at([], None, NOW) == News()


@pytest.mark.parametrize(
    "bad", [replace(TEA, ends_at=NOW), replace(TEA, starts_at=NOW - 2 * HOUR, ends_at=NOW - HOUR)]
)
def test_an_announcement_that_nobody_would_read_is_refused(bad: Announcement) -> None:
    with pytest.raises(Refused) as refused:
        check_times(bad, NOW)
    assert refused.value.detail == {"at": "ends_at"}
    check_times(TEA, NOW)


def test_maintenance_ends_after_it_begins() -> None:
    check_maintenance(SOON, NOW)
    check_maintenance(replace(SOON, until=None), NOW)
    for until in (SOON.begins, NOW):
        with pytest.raises(Refused):
            check_maintenance(replace(SOON, until=until), NOW)
