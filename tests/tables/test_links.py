"""What a link allows: to whom who comes first, second, late, or after it was taken back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from app.tables import links
from app.tables.links import Link, LinkOrder
from app.tables.refusals import Code, Refused
from app.tables.table import LinkKind
from tests.tables.samples import NOW

LATER = NOW + timedelta(hours=1)


def link(kind: LinkKind = "play", generation: int = 1, **changes: Any) -> Link:
    """A link without limits but those given."""
    return Link(f"{kind}-{generation}", "s1", kind, generation, **changes)


CASES = [
    # changes: opens to a session, opens to a bare key, still held by who came in by it
    ({}, True, True, True),
    ({"uses": 10**6}, True, True, True),
    ({"max_uses": 1}, True, False, True),
    ({"max_uses": 1, "uses": 1}, False, False, True),
    ({"max_uses": 2, "uses": 1}, True, False, True),
    ({"max_uses": 2, "uses": 3}, False, False, True),
    ({"until": LATER}, True, True, True),
    ({"until": NOW + timedelta(microseconds=1)}, True, True, True),
    ({"until": NOW}, False, False, True),
    ({"until": NOW - timedelta(days=1)}, False, False, True),
    ({"until": LATER, "max_uses": 1}, True, False, True),
    ({"until": NOW, "max_uses": 1}, False, False, True),
    ({"revoked": True}, False, False, False),
    ({"revoked": True, "until": LATER, "max_uses": 5}, False, False, False),
]


@pytest.mark.parametrize("kind", ["play", "watch"])
@pytest.mark.parametrize(("changes", "opens", "bare", "held"), CASES)
def test_12_a_link_says_who_comes_in_and_who_stays(
    kind: LinkKind, changes: dict[str, Any], opens: bool, bare: bool, held: bool
) -> None:
    made = link(kind, **changes)
    assert links.opens(made, NOW) is opens
    assert links.opens_without_session(made, NOW) is bare
    assert links.held([made]) == (frozenset({kind}) if held else frozenset())


def test_several_links_give_what_each_gives() -> None:
    both = [link("play", revoked=True), link("play", 2), link("watch")]
    assert links.held(both) == {"play", "watch"}
    assert links.held([]) == frozenset()


def test_the_newest_that_opens_is_passed_on() -> None:
    made = [link("play", 1), link("play", 2), link("play", 3, revoked=True), link("watch", 1)]
    assert links.newest(made, NOW) == {"play": made[1], "watch": made[3]}
    assert links.newest(made[::-1], NOW) == {"play": made[1], "watch": made[3]}
    assert links.newest([link(revoked=True), link("watch", until=NOW)], NOW) == {}
    used_up = link("play", 2, max_uses=1, uses=1)
    assert links.newest([link("play", 1), used_up], NOW) == {"play": link("play", 1)}


@pytest.mark.parametrize("until", [NOW, NOW - timedelta(seconds=1)])
def test_a_link_that_never_opens_is_not_made(until: datetime) -> None:
    with pytest.raises(Refused) as caught:
        links.check_order(LinkOrder("play", until=until), [], NOW)
    assert (caught.value.code, caught.value.detail) == (Code.INVALID, {"at": "until"})


def test_links_that_work_are_limited() -> None:
    order = LinkOrder("watch", max_uses=1, until=LATER)
    many = [link("play", number) for number in range(links.MOST_LINKS)]
    links.check_order(order, many[1:], NOW)
    links.check_order(order, [*many[1:], *(link(revoked=True) for _ in many)], NOW)
    with pytest.raises(Refused) as caught:
        links.check_order(order, many, NOW)
    assert caught.value.code is Code.FORBIDDEN


def test_a_series_has_only_so_many_links_ever() -> None:
    gone = [link("play", number, revoked=True) for number in range(links.MOST_EVER)]
    links.check_order(LinkOrder("watch"), gone[1:], NOW)
    with pytest.raises(Refused) as caught:
        links.check_order(LinkOrder("watch"), gone, NOW)
    assert caught.value.code is Code.FORBIDDEN
