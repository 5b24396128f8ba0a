"""Seeds (chance.md, "Seeds" and "Test vectors")."""

from __future__ import annotations

import hashlib

import pytest

from app.games.chance import Chance
from app.tables.fairness import can_be_client_seed, commitment_of, match_seed_of
from tests.tables.samples import SERVER_SEED

MATCH_SEED = "b3a06aee1a065d06a7dd02e393ce504cef8f325b02d7d1b78deaebb869c76795"


def test_the_commitment_of_the_page() -> None:
    expected = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment_of(SERVER_SEED) == expected


def test_the_match_seed_of_the_page() -> None:
    assert match_seed_of(SERVER_SEED, ["alice", "bot"]).hex() == MATCH_SEED


def test_the_first_words_of_the_page() -> None:
    chance = Chance(match_seed_of(SERVER_SEED, ["alice", "bot"]), 0)
    assert [chance.word() for _ in range(3)] == [2268981005, 3489722191, 1193946610]


def test_every_word_and_its_seat_counts() -> None:
    seeds = [("a", "b"), ("b", "a"), ("ab", ""), ("", "ab"), ("a", "b", "")]
    assert len({match_seed_of(SERVER_SEED, words) for words in seeds}) == len(seeds)


def test_the_seed_is_what_anybody_can_compute() -> None:
    by_hand = hashlib.sha256(SERVER_SEED + b"\x00one\x00two\x00bot").digest()
    assert match_seed_of(SERVER_SEED, ("one", "two", "bot")) == by_hand


@pytest.mark.parametrize(
    ("word", "can"),
    [("!", True), ("~" * 64, True), ("a", True), ("", False), ("a" * 65, False)]
    + [(letter, False) for letter in (" ", "é", "\x00", "\x7f", "\n", "０")],
)
def test_words_are_printable_ascii_without_spaces(word: str, can: bool) -> None:
    assert can_be_client_seed(word) is can
