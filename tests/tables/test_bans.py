"""Who is kept out: players, networks and their ends, and the table that goes on without them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest

from app.tables import table as seating
from app.tables.bans import (
    LONGEST_OF_NETWORK,
    Ban,
    banned_by,
    check_end,
    index_bans,
    muted_by,
    refusal_of,
    show_out,
    silence_of,
)
from app.tables.networks import network_of, parse_address, parse_network
from app.tables.refusals import Code, Refused
from tests.tables.samples import ANNA, BO, CLEO, NOW, playing, seated

HOUR = timedelta(hours=1)
HOME = "203.0.113.7"


def ban(**changes: object) -> Ban:
    """Bo is kept out for an hour."""
    made = Ban("b1", "ban", "Was rude.", "a1", NOW, NOW + HOUR, player=BO.id)
    return replace(made, **changes)  # type: ignore[arg-type]


def of_network(written: str, until: datetime = NOW + HOUR) -> Ban:
    """A network is kept out."""
    return ban(id=written, player=None, network=str(parse_network(written)), until=until)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("203.0.113.7", "203.0.113.7/32"),
        (" 203.0.113.7/24 ", "203.0.113.0/24"),
        ("10.0.0.0/16", "10.0.0.0/16"),
        ("2001:db8::1/48", "2001:db8::/48"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("::ffff:203.0.113.7", "203.0.113.7/32"),
        ("::ffff:203.0.113.0/120", "203.0.113.0/24"),
    ],
)
def test_networks_are_written_in_one_way(written: str, canonical: str) -> None:
    assert str(parse_network(written)) == canonical


@pytest.mark.parametrize(
    "written",
    ["", "everybody", "203.0.113.7/33", "10.0.0.0/15", "0.0.0.0/0", "::/0", "2001:db8::/31",
     "::ffff:10.0.0.0/111", "203.0.113.7/255.0.0.0", "fe80::1%eth0/64/64", "fe80::1%eth0",
     "2001:db8::%1/64", "::ffff:0:0/90"],
)  # fmt: skip
def test_what_is_no_network_or_too_wide_is_refused(written: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_network(written)
    assert (refused.value.code, refused.value.detail) == (Code.INVALID, {"at": "network"})


def test_addresses_are_told_apart_as_people_are() -> None:
    assert parse_address("::ffff:203.0.113.7") == parse_address(HOME)
    assert str(parse_address("fe80::1%eth0")) == "fe80::1"
    assert parse_address("local") is None
    assert str(network_of("2001:db8:0:1:2:3:4:5")) == "2001:db8:0:1::/64"
    assert str(network_of(HOME)) == "203.0.113.7/32"
    assert network_of("testclient") is None


@pytest.mark.parametrize("address", [HOME, "::ffff:203.0.113.7", "::ffff:cb00:7107"])
def test_a_network_keeps_out_who_comes_from_there(address: str) -> None:
    index = index_bans([of_network("203.0.113.0/24"), of_network("2001:db8::/48")])
    found = banned_by(index, None, address, NOW)
    assert found is not None
    assert found.network == "203.0.113.0/24"
    assert banned_by(index, ANNA.id, address, NOW) == found


@pytest.mark.parametrize(
    "address", ["203.0.114.7", "2001:db8:1::1", "2001:db9::1", "local", "", "::cb00:7107"]
)
def test_a_network_keeps_nobody_else_out(address: str) -> None:
    index = index_bans([of_network("203.0.113.0/24"), of_network("2001:db8::/48")])
    assert banned_by(index, BO.id, address, NOW) is None


def test_a_player_is_kept_out_from_anywhere_and_the_household_is_not() -> None:
    index = index_bans([ban()])
    for address in (HOME, "2001:db8::1", "local"):
        assert banned_by(index, BO.id, address, NOW) == ban()
        assert banned_by(index, ANNA.id, address, NOW) is None
        assert banned_by(index, None, address, NOW) is None


def test_a_ban_ends_by_itself() -> None:
    index = index_bans([ban(), of_network("203.0.113.0/24", NOW + 2 * HOUR)])
    end = NOW + HOUR
    assert banned_by(index, BO.id, "local", end - timedelta(microseconds=1)) is not None
    assert banned_by(index, BO.id, "local", end) is None
    assert banned_by(index, BO.id, HOME, end) is not None
    assert banned_by(index, BO.id, HOME, end + HOUR) is None


@pytest.mark.parametrize("turned", [False, True])
def test_of_several_bans_the_longest_counts(turned: bool) -> None:
    ever = ban(id="ever", until=None)
    known = [ban(), ever, of_network("203.0.113.0/24"), of_network("203.0.113.7", NOW + 3 * HOUR)]
    index = index_bans(known[::-1] if turned else known)
    assert banned_by(index, BO.id, HOME, NOW) == ever
    wide = banned_by(index, None, HOME, NOW)
    assert wide is not None
    assert wide.network == "203.0.113.7/32"


def test_a_mute_is_no_ban_and_a_ban_no_mute() -> None:
    index = index_bans([ban(kind="mute")])
    assert banned_by(index, BO.id, HOME, NOW) is None
    assert muted_by(index, BO.id, NOW) == ban(kind="mute")
    assert muted_by(index, ANNA.id, NOW) is None
    assert muted_by(index, BO.id, NOW + HOUR) is None
    assert muted_by(index_bans([ban()]), BO.id, NOW) is None


@pytest.mark.parametrize(
    "bad",
    [
        ban(until=NOW),
        ban(until=NOW - HOUR),
        ban(player=None, network="203.0.113.0/24", until=None),
        of_network("203.0.113.0/24", NOW + LONGEST_OF_NETWORK + timedelta(seconds=1)),
    ],
)
def test_a_bad_end_is_refused(bad: Ban) -> None:
    with pytest.raises(Refused) as refused:
        check_end(bad)
    assert (refused.value.code, refused.value.detail) == (Code.INVALID, {"at": "until"})


def test_a_good_end_is_not() -> None:
    check_end(ban(until=None))
    check_end(of_network("203.0.113.0/24", NOW + LONGEST_OF_NETWORK))


def test_who_is_kept_out_is_told_why_and_until_when() -> None:
    told = refusal_of(ban(), "2026-12-01T00:00:00.000Z")
    assert told.code is Code.FORBIDDEN
    assert "Was rude." in told.message
    assert told.detail == {"banned_until": "2026-12-01T00:00:00.000Z", "why": "Was rude."}
    assert refusal_of(ban(until=None), None).detail["banned_until"] is None
    assert silence_of(ban(kind="mute"), None).detail == {"muted_until": None, "why": "Was rude."}


def test_a_stand_in_takes_the_seat_and_the_player_may_come_back() -> None:
    before = playing(ANNA, BO, CLEO)
    table = show_out(before, BO.id, seq=5)
    place = table.seats[1]
    assert (place.player, place.bot, place.away, place.given_up) == (BO, "normal", True, False)
    assert place.since == 5
    assert (table.seats[0], table.host) == (before.seats[0], ANNA.id)
    back = seating.sit_down(table, 1, BO, "word", seq=6)
    assert not back.seats[1].away


def test_before_the_start_the_seat_is_free_again() -> None:
    table = show_out(seated(ANNA, BO), BO.id, seq=0)
    assert not table.seats[1].taken
    assert table.seat_of(BO.id) is None


@pytest.mark.parametrize("made", [seated, playing])
def test_the_hosts_role_passes_on(made: object) -> None:
    before = made(ANNA, BO)  # type: ignore[operator]
    assert show_out(before, ANNA.id, seq=0).host == BO.id


def test_an_ended_table_and_one_of_others_stay_as_they_are() -> None:
    ended = seating.close(seated(ANNA, BO), NOW)
    assert show_out(ended, BO.id, seq=0) is ended
    others = seating.start(playing(ANNA), NOW, Random(1))
    assert show_out(others, BO.id, seq=0) is others
