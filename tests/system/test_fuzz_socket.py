"""Whatever comes over a table's socket: that connection may end, all others go on."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tests.fuzz.parsers import FRAMES
from tests.fuzz.sockets import (
    CONTINUED,
    PING,
    TEXT,
    Arena,
    arena,
    attacks,
    frame,
    hear,
    read_all,
)
from tests.fuzz.trying import try_out
from tests.scale import scaled
from tests.web.conftest import kitchens

CLOSED_BY_RULE = (1008).to_bytes(2, "big")
LEAST_GROWTH = 20_000
"""Objects by which Python's own caches may grow meanwhile."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    folder = tmp_path_factory.mktemp("arena")
    with kitchens(folder) as open_it, arena(open_it(rate_limits=False)) as built:
        yield built


def test_any_bytes_hurt_only_their_own_connection_and_leave_nothing_behind(place: Arena) -> None:
    try_out(attacks, place.check, cases=20, number=1)
    before = place.objects()
    try_out(attacks, place.check, cases=scaled(25, 2_000), number=2)
    assert place.objects() - before < LEAST_GROWTH
    assert place.kitchen.house.gauges.bugs.total() == 0


def test_pings_are_not_answered_for_ever_to_who_does_not_read(place: Arena) -> None:
    flood = frame(PING, b"p" * 125) * 500_000
    with place.connection() as line, pytest.raises(OSError, match=r"reset|[Bb]roken"):
        line.sendall(flood)
    place.check_others()


def test_a_message_of_countless_empty_pieces_ends(place: Arena) -> None:
    pieces = frame(TEXT, b"", end=False) + frame(CONTINUED, b"", end=False) * 100
    with place.connection() as line:
        line.sendall(pieces)
        hear(line, b"\x03\xf0too many pieces")
    place.check_others()


@pytest.mark.parametrize("message", [b"1", FRAMES[3]], ids=["junk", "pings"])
def test_thousands_of_messages_at_once_hold_up_nobody(place: Arena, message: bytes) -> None:
    with place.connection() as line:
        line.sendall(frame(TEXT, message) * 10_000)
        place.check_others()
        hear(line, CLOSED_BY_RULE)
    place.check_others()


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param(frame(TEXT, b"\xff\xfe"), 1007, id="no UTF-8"),
        pytest.param(frame(TEXT, b"{}", flags=0x40), 1002, id="said to be compressed"),
        pytest.param(frame(TEXT, b"{}", masked=False), 1002, id="without a mask"),
        pytest.param(frame(3, b"{}"), 1002, id="of no kind"),
        pytest.param(frame(PING, b"p" * 126), 1002, id="a long ping"),
        pytest.param(b"\x82\xff" + (1 << 62).to_bytes(8, "big") + b"\0\0\0\0", 1009, id="endless"),
    ],
)
def test_what_the_rfc_forbids_ends_with_its_code(place: Arena, sent: bytes, code: int) -> None:
    with place.connection() as line:
        line.sendall(sent)
        heard = read_all(line)
    assert code.to_bytes(2, "big") in heard[-80:]
    place.check_others()
    assert place.troubles.heard == []


def test_half_a_frame_and_silence_hold_up_nobody(place: Arena) -> None:
    with place.connection() as line:
        line.sendall(frame(TEXT, FRAMES[0])[:10])
        place.check_others()
        line.shutdown(socket.SHUT_RDWR)
    place.check_others()
