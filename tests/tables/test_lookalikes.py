"""Names that a reader may take for one another, and those that nobody does."""

from __future__ import annotations

import unicodedata

import pytest

from app.tables.lookalikes import LOOKS_LIKE, TABLE, doubles, look_alike, skeletons
from app.tables.names import check_name
from app.tables.table import Player, SeatState

ALIKE = [
    pytest.param("Anna", "Anna", id="the same"),
    pytest.param("Anna", "ANNA", id="capitals"),
    pytest.param("Anna", "Аnna", id="Cyrillic A"),
    pytest.param("Anna", "Αnna", id="Greek Alpha"),
    pytest.param("Anna", "Ａｎｎａ", id="full width"),
    pytest.param("Anna", "𝐀𝐧𝐧𝐚", id="mathematical bold"),
    pytest.param("Anna", "𝛢nna", id="mathematical Greek"),
    pytest.param("Anna", "Ⓐnna", id="circled"),
    pytest.param("Anna", "Ánna", id="accent"),
    pytest.param("Anna", "Anna.", id="dot"),
    pytest.param("Anna", "An na", id="space"),
    pytest.param("Anna", "A-nna", id="dash"),
    pytest.param("Bob", "В0b", id="Cyrillic Ve and a nought"),
    pytest.param("Bob", "ᏴOb", id="Cherokee"),
    pytest.param("paypal", "раураl", id="all Cyrillic but one"),
    pytest.param("Bill", "BiII", id="capital I for l"),
    pytest.param("Iris", "lris", id="l for capital I"),
    pytest.param("Iris", "iris", id="capital I and i"),
    pytest.param("Ali", "AIi", id="capital I in the middle"),
    pytest.param("Paul", "Pau1", id="one for l"),
    pytest.param("Paul", "Pau|", id="bar for l"),
    pytest.param("Tom", "Torn", id="rn for m"),
    pytest.param("Wanda", "VVanda", id="two v for w"),
    pytest.param("Ольга", "Oльга", id="a Latin O in a Cyrillic name"),
    pytest.param("Σοφία", "Σoφία", id="a Latin o in a Greek name"),
    pytest.param("Zoë", "Zoe", id="diaeresis"),
    pytest.param("Søren", "Soren", id="stroke"),
    pytest.param("...", "...", id="only dots"),
]
DIFFERENT = [
    ("Anna", "Anne"),
    ("Anna", "Hanna"),
    ("Bo", "Bob"),
    ("Ada", "Ida"),
    ("Ali", "All"),
    ("Clara", "Dara"),
    ("Ana", "Anna"),
    ("กา", "กี"),
    ("น้ำ", "นา"),
    ("Нина", "Инна"),
    ("雪", "雨"),
    ("🦊", "🐻"),
    ("...", "!!!"),
    ("Player 2", "Player 3"),
    ("Table 10", "Table 11"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(check_name(one), check_name(other))
    assert look_alike(check_name(other), check_name(one))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not look_alike(check_name(one), check_name(other))
    assert not look_alike(check_name(other), check_name(one))


def test_every_sign_looks_like_one_letter() -> None:
    signs = [sign for others in LOOKS_LIKE.values() for sign in others]
    assert len(signs) == len(set(signs))
    assert all(letter.isascii() and len(letter) == 1 for letter in LOOKS_LIKE)
    assert not any(sign.isascii() for sign in signs)
    assert all(unicodedata.normalize("NFC", sign) == sign for sign in signs)
    for sign in signs:
        assert look_alike(f"A{sign}x", f"A{TABLE[ord(sign)]}x"), sign


def test_a_capital_i_is_read_in_two_ways() -> None:
    assert skeletons("Iris") == {"iris", "lris"}
    assert skeletons("Bob") == {"bob"}


def seats_of(*names: str | None) -> tuple[SeatState, ...]:
    """Seats with people of these names; a bot where there is none."""
    return tuple(
        SeatState(seat, player=Player(f"p{seat}", name)) if name else SeatState(seat, bot="easy")
        for seat, name in enumerate(names)
    )


def test_13_both_of_two_that_look_alike_are_marked() -> None:
    assert doubles(seats_of("Anna", None, "Bob", "Аnna")) == {0, 3}
    assert doubles(seats_of("Anna", "anna", "ANNA")) == {0, 1, 2}
    assert doubles(seats_of("Anna", None, "Bob")) == frozenset()
    assert doubles(seats_of(None, None)) == frozenset()
