"""What a viewer of Gnav knows, and what it may imagine (gnav.md, "View"; architecture.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from app.games.base import Audience, Viewer
from app.games.chance import Chance
from app.games.gnav import GAME
from app.games.gnav.imagine import HIDDEN_RANKS, PLAIN_RANKS
from app.games.gnav.model import PACK, Options, Rank, State
from tests.games.gnav_hands import lay_deal, pack_of, play

SPECTATOR, OPEN = Audience.SPECTATOR, Audience.OPEN

# what | cards | lives | moves | cards that seat 0, 1, 2, 3 and a spectator see
VIEWS = """
own only|V VI VII X|3333||V - - -/- VI - -/- - VII -/- - - X/- - - -
a dealt fool|V narr VII X|3333||V narr - -/- narr - -/- narr VII -/- narr - X/- narr - -
both of a swap|V VI VII X|3333|s|VI V - -/VI V - -/- - VII -/- - - X/- - - -
followed on|V VI VII X|3333|ss|VI - V -/VI VII V -/- VII V -/- - - X/- - - -
all the way|I II III IV|3333|sss|II - - I/II III - I/- III IV I/- - IV I/- - - -
a fool goes on|narr V I X|3333|ss|V - narr -/V I narr -/- I narr -/- - narr X/- - narr -
open house|V hus VII X|3333|s|VII hus V -/- hus - -/VII hus V -/- hus - X/- hus - -
open dragoon|V dragon I X|3333|s|V dragon - -/- dragon - -/- dragon I -/- dragon - X/- dragon - -
after a cat|V VI katt X|3333|ss|V VI katt -/V VI katt -/- - katt -/- - katt X/- - katt -
a hidden cat|katt VI VII X|3333|s|VI katt - -/VI katt - -/- - VII -/- - - X/- - - -
knocked out|V I katt X|3133|ss|V I katt -/V I katt -/- - katt -/- - katt X/- - katt -
""".strip().splitlines()


@pytest.mark.parametrize("case", VIEWS, ids=lambda case: case.split("|")[0])
def test_22_a_viewer_sees_what_it_held_and_what_is_open(case: str) -> None:
    _, cards, lives, moves, seen = case.split("|")
    before = lay_deal(cards, lives=tuple(map(int, lives)))
    state = play(before, moves).state
    for viewer, text in zip((0, 1, 2, 3, SPECTATOR), seen.split("/"), strict=True):
        view = GAME.view(state, viewer)
        assert " ".join(rank or "-" for rank in view.cards) == text, viewer
    spectator = GAME.view(state, SPECTATOR)
    assert [rank is not None for rank in spectator.cards] == list(spectator.open)
    assert all(GAME.view(state, OPEN).cards)
    assert GAME.view(state, OPEN).open == spectator.open


def test_22_what_was_held_in_the_deal_before_is_not_confused_with_this_one() -> None:
    state = play(lay_deal("V VI VII VIII"), "skkk").state
    for seat in range(4):
        known = [at for at, rank in enumerate(GAME.view(state, seat).cards) if rank]
        public = [at for at, is_open in enumerate(GAME.view(state, seat).open) if is_open]
        assert set(known) == {seat, *public}


def positions(seed: int) -> Iterator[State]:
    """All positions of a random match."""
    rng = Random(seed)
    match_seed = rng.randbytes(32)
    state = GAME.start(2 + seed % 9, Options(lives=2), Chance(match_seed, 0)).state
    yield state
    position = 0
    while seats := GAME.to_act(state):
        (seat,) = seats
        position += 1
        move = rng.choice(GAME.legal_moves(state, seat))
        state = GAME.apply(state, seat, move, Chance(match_seed, position)).state
        yield state


@pytest.mark.parametrize("seed", range(18))
def test_an_imagined_state_cannot_be_told_from_the_true_one(seed: int) -> None:
    rng = Random(seed)
    for state in positions(seed):
        for viewer in (*range(state.seats), SPECTATOR):
            once = GAME.imagine(state, viewer, rng)
            for imagined in (once, GAME.imagine(once, viewer, rng)):
                assert GAME.view(imagined, viewer) == GAME.view(state, viewer)
                assert pack_of(imagined) == Counter(PACK)
                assert GAME.to_act(imagined) == GAME.to_act(state)
                assert GAME.outcome(imagined) == GAME.outcome(state)
                check_hidden_cards(imagined)


def check_hidden_cards(state: State) -> None:
    """A hidden card is no announced fool, a given one no matador."""
    for card in (*state.deal.cards, *state.deal.aside):
        if card and not card.open:
            assert card.rank in (PLAIN_RANKS if card.plain else HIDDEN_RANKS)


def test_who_sees_everything_imagines_nothing() -> None:
    state = lay_deal("V VI VII VIII")
    assert GAME.imagine(state, OPEN, Random(1)) is state


# viewer | cards | moves | seats whose dealt cards the viewer has come to know
PREFIXES: list[tuple[Viewer, str, str, tuple[int, ...]]] = [
    (SPECTATOR, "V VI VII VIII", "", ()),
    (SPECTATOR, "V VI VII VIII", "sk", ()),
    (3, "V VI VII VIII", "sk", (3,)),
    (0, "V VI VII VIII", "ss", (0, 1)),
    (SPECTATOR, "V hus VI II", "s", (1,)),
    (3, "V narr VI II", "ss", (1, 3)),
    (2, "V VI katt II", "ss", (2,)),
]


@pytest.mark.parametrize(("viewer", "cards", "moves", "fixed"), PREFIXES)
def test_imagined_cards_are_spread_like_deals_with_the_same_transcript(
    viewer: Viewer, cards: str, moves: str, fixed: tuple[int, ...]
) -> None:
    """Deal at random, replay, keep what looks the same: `imagine` must find no more and no less."""
    rng = Random(7)
    dealt = lay_deal(cards)
    transcript = transcript_of(dealt, moves, viewer)
    alike = []
    for _ in range(3000):
        other = deal_again(dealt, fixed, rng)
        if transcript_of(other, moves, viewer) == transcript:
            alike.append(play(other, moves).state)
    true = play(dealt, moves).state
    imagined = [GAME.imagine(true, viewer, rng) for _ in alike]
    assert len(alike) > 1000
    for place in range(5):
        expected = Counter(rank_at(state, place) for state in alike)
        got = Counter(rank_at(state, place) for state in imagined)
        assert set(got) == set(expected)
        apart = sum(abs(got[rank] - expected[rank]) for rank in expected) / 2
        assert apart / len(alike) < 0.09


def deal_again(dealt: State, fixed: tuple[int, ...], rng: Random) -> State:
    """The same deal with other cards, but for those of the seats in `fixed`."""
    pool = list(
        (Counter(PACK) - Counter(dealt.deal.card_of(seat).rank for seat in fixed)).elements()
    )
    rng.shuffle(pool)
    cards = [dealt.deal.card_of(seat).rank if seat in fixed else pool.pop() for seat in range(4)]
    return lay_deal(" ".join(cards), stock=" ".join(pool))


def transcript_of(dealt: State, moves: str, viewer: Viewer) -> list[object]:
    """All that a viewer is told from the deal on; ends early when the deal does."""
    told: list[object] = [GAME.view(dealt, viewer)]
    for count in range(1, len(moves) + 1):
        step = play(dealt, moves[:count])
        told += [step.events, GAME.view(step.state, viewer)]
        if step.state.last_deal:
            break
    return told


def rank_at(state: State, place: int) -> Rank:
    """The card before a seat; beyond the seats, the front card of the stock."""
    return state.deal.card_of(place).rank if place < 4 else state.deal.stock[0]


def test_22_what_is_hidden_stays_hidden_after_the_match() -> None:
    won = play(lay_deal("V dragon - -", dealer=1, lives=(1, 1, 0, 0)), "s").state
    rng = Random(3)
    assert {GAME.imagine(won, 0, rng).deal.card_of(0).rank for _ in range(50)} == {"V"}
    seen = {GAME.imagine(won, 1, rng).deal.card_of(0).rank for _ in range(500)}
    assert seen == HIDDEN_RANKS


def test_who_put_a_card_aside_remembers_it() -> None:
    over = play(lay_deal("V VI - -", stock="X", dealer=1, lives=(1, 1, 0, 0)), "ks").state
    rng = Random(3)
    assert {GAME.imagine(over, 1, rng).deal.aside[0].rank for _ in range(50)} == {"VI"}
    assert {GAME.imagine(over, 0, rng).deal.aside[0].rank for _ in range(500)} == HIDDEN_RANKS


@pytest.mark.parametrize("seed", range(9))
def test_a_keep_that_reveals_nothing_looks_the_same_from_all_imagined_states(seed: int) -> None:
    rng = Random(seed)
    for state in positions(seed):
        for seat in GAME.to_act(state):
            keep = GAME.default_move(state, seat)
            step = GAME.apply(state, seat, keep, Chance(bytes(32), 1))
            if step.reveals:
                continue
            for viewer in (*range(state.seats), SPECTATOR):
                other = GAME.apply(
                    GAME.imagine(state, viewer, rng), seat, keep, Chance(bytes(32), 1)
                )
                assert (other.reveals, other.events) == (False, step.events)
                assert GAME.view(other.state, viewer) == GAME.view(step.state, viewer)
