"""Gnav by hand: turns, settlements and ends, one line a case (gnav.md)."""

from __future__ import annotations

import pytest

from app.games.base import IllegalMove, Outcome
from app.games.chance import Chance
from app.games.gnav import GAME
from app.games.gnav.events import (
    CardsSwapped,
    Cat,
    Cuckoo,
    Dealt,
    Dragoon,
    Drew,
    Event,
    FellOut,
    Kept,
    Knocked,
    LifeLost,
    MatchEnded,
    PassedOn,
    Rested,
    Settled,
)
from app.games.gnav.model import PACK, RANKS, Ask, Keep, Options, State, Swap
from tests.games.gnav_hands import SEED, cards_of, lay_deal, pack_of, play, settled

# source | cards | stock | lives | moves | cards at the settlement | why | lost | rests | lives
WHOLE_DEALS = """
case 1: cat|III IX katt V||3333|ssk|III IX katt V|lowest|0||2233
case 2: passed on, then drawn|II hus hest VI|hest X|3333|ss|VI hus hest X|lowest|0||2333
case 3: one fool|narr IV IV XI||3333|kkkk|narr IV IV XI|fool|012|0|2223
case 3: its last life|narr IV IV XI||1333|kkkk|narr IV IV XI|fool|012||0223
case 4: two fools|narr narr 0 0||3333|kkkk|narr narr 0 0|fools|01|01|2233
case 6: cuckoo|ugle VIII X gjok||3333|kks|ugle VIII X gjok|lowest|0||2333
case 7: past the dealer|V VII IX hus|dragon|3333|kks|V VII IX hus|lowest|0||2323
past the dealer, taken|V VII IX hest|XII|3333|kks|V VII XII hest|lowest|0||2333
fool from the stock|V VII IX II|narr|3333|kkks|V VII IX narr|fool|03|3|2332
cuckoo from the stock|V VII IX II|gjok|3333|kkks|V VII IX II|lowest|3||3332
cat from the stock|II VII IX V|hus katt|3333|kkss|II VII IX V|lowest|0||2332
the left of the dragoon|V dragon IX II||3333|skk|V dragon IX II|lowest|3||2332
two dragoons|V dragon IX dragon||3333|ss|V dragon IX dragon|lowest|0||1323
undone over a house|V hus II katt||3333|ss|V hus II katt|lowest|2||3313
undone over two horses|V hest hest II|katt|3333|ss|V hest hest II|lowest|3||3331
two swaps undone|I V IX katt||3333|sss|I V IX katt|lowest|0||2323
never undone twice|I V katt II|katt|3333|sss|I V katt II|lowest|0||2232
only swaps since the first cat|I katt V II|katt|3333|sss|I katt V II|lowest|0||1332
the fallen asker's card goes back|I V katt II||3133|ssk|I V katt II|lowest|0||2033
a fallen seat's fool goes back|narr IX dragon V|katt|3133|sss|narr IX dragon V|fool|03|0|2031
a fallen seat's fool is not counted|narr IX dragon V||3133|ssk|IX narr dragon V|lowest|3||3032
tied for the lowest|V V IX X||3333|kkkk|V V IX X|lowest|01||2233
all tied|V V - -||3300|kk|V V - -|lowest|01||2200
a matador is high when kept|katt V dragon gjok||3333|kkkk|katt V dragon gjok|lowest|1||3233
a fool is given on|V narr IX X||3333|sskk|narr IX V X|fool|02|0|2323
the dealer's fool is put aside|V VII IX narr|XII|3333|kkks|V VII IX XII|lowest|0||2333
fewer than two to compare|- V VII dragon||3113|ks|- V VII dragon|lowest|1||3003
one to compare, one rests|- V dragon -||3130|s|- V dragon -|none|||3030
""".strip().splitlines()


def seats_in(text: str) -> tuple[int, ...]:
    """Seats or lives, a digit each."""
    return tuple(int(digit) for digit in text)


@pytest.mark.parametrize("case", WHOLE_DEALS, ids=lambda case: case.split("|")[0])
def test_a_deal_is_settled_as_worked_out_by_hand(case: str) -> None:
    _, cards, stock, lives, moves, shown, why, lost, rests, lives_after = case.split("|")
    dealer = 3 if cards[-1] != "-" else 2 if cards[-3] != "-" else 1
    before = lay_deal(cards, stock=stock, dealer=dealer, lives=seats_in(lives))
    step = play(before, moves)
    last = settled(step.state)
    assert " ".join(rank or "-" for rank in last.cards) == shown
    assert (last.why, last.lost, last.rests) == (why, seats_in(lost), seats_in(rests))
    assert step.state.lives == seats_in(lives_after)
    assert step.reveals
    assert step.pause > 0


# cards | stock | moves | asks: seat, whom it asked, answer | shown | stopped by
TURNS = [
    ("III IX katt V", "", "ssk", "0>1 swapped, 1>2 katt, 3 kept", "katt", None),
    ("II hus hest VI", "hest X", "ss", "0>1>2>3 swapped, 3>stock drew", "hus hest hest", None),
    ("ugle VIII X gjok", "", "kks", "0 kept, 1 kept, 2>3 gjok", "gjok", 3),
    ("ugle gjok X VI", "", "s", "0>1 gjok", "gjok", 1),
    ("V VII IX hus", "dragon", "kks", "0 kept, 1 kept, 2>3>stock dragon", "hus dragon", None),
    ("V hus hest hus", "gjok", "s", "0>1>2>3>stock gjok", "hus hest hus gjok", "stock"),
    ("V hus hest dragon", "", "s", "0>1>2>3 dragon", "hus hest dragon", None),
]


@pytest.mark.parametrize(("cards", "stock", "moves", "asks", "shown", "stopped_by"), TURNS)
def test_a_request_goes_from_seat_to_seat(
    cards: str, stock: str, moves: str, asks: str, shown: str, stopped_by: int | str | None
) -> None:
    last = settled(play(lay_deal(cards, stock=stock), moves).state)
    assert ", ".join(map(say_ask, last.asks)) == asks
    assert " ".join(last.shown) == shown
    assert last.stopped_by == stopped_by


def say_ask(ask: Ask) -> str:
    """`0>1>2 swapped` for a request, `0 kept` for none."""
    assert (ask.did == "keep") == (ask.answer == "kept") == (not ask.asked)
    return f"{'>'.join(map(str, (ask.seat, *ask.asked)))} {ask.answer}"


# cards | moves | cards in mid-deal | who plays next
MID_DEAL = [
    ("III IX katt V", "s", "IX III katt V", 1),
    ("III IX katt V", "ss", "III IX katt V", 3),
    ("II hus hest VI", "s", "VI hus hest II", 3),
    ("V dragon IX II", "s", "V dragon IX II", 2),
    ("V VII IX II", "k", "V VII IX II", 1),
    ("V hus IX II", "s", "IX hus V II", 2),
    ("V hus katt II", "s", "V hus katt II", 3),
]


@pytest.mark.parametrize(("cards", "moves", "cards_after", "next_seat"), MID_DEAL)
def test_who_plays_next(cards: str, moves: str, cards_after: str, next_seat: int) -> None:
    state = play(lay_deal(cards), moves).state
    assert cards_of(state) == cards_after
    assert GAME.to_act(state) == {next_seat}


# cards | stock | lives | moves | events of the last move, up to the next deal
EVENTS: list[tuple[str, str, str, str, list[Event]]] = [
    ("V VII IX II", "", "3333", "k", [Kept(0)]),
    ("V hus IX II", "", "3333", "s", [PassedOn(1, "hus"), CardsSwapped(0, 2)]),
    ("V dragon IX II", "", "3333", "s", [Dragoon(1), LifeLost((0,), "dragon")]),
    ("V dragon X II", "", "1333", "s", [Dragoon(1), LifeLost((0,), "dragon"), FellOut(0)]),
    (
        "I hus IX katt",
        "",
        "3333",
        "ss",
        [
            Cat(3, ((0, 2),)),
            LifeLost((2,), "katt"),
            Settled(("I", "hus", "IX", "katt")),
            LifeLost((0,), "lowest"),
        ],
    ),
    (
        "narr IV IV XI",
        "hest gjok",
        "3133",
        "kkks",
        [
            Drew(3),
            PassedOn(None, "hest"),
            Drew(3),
            Cuckoo(None),
            Settled(("narr", "IV", "IV", "XI")),
            LifeLost((0, 1, 2), "fool"),
            FellOut(1),
            Rested((0,)),
        ],
    ),
    ("- V dragon -", "", "3130", "s", [Dragoon(2), LifeLost((1,), "dragon"), FellOut(1)]),
]


@pytest.mark.parametrize(("cards", "stock", "lives", "moves", "told"), EVENTS)
def test_events_tell_the_move(
    cards: str, stock: str, lives: str, moves: str, told: list[Event]
) -> None:
    dealer = 3 if cards[-1] != "-" else 2
    step = play(lay_deal(cards, stock=stock, dealer=dealer, lives=seats_in(lives)), moves)
    assert list(step.events[: len(told)]) == told
    assert all(isinstance(event, Dealt | Knocked | Settled) for event in step.events[len(told) :])


def test_the_dragoon_decides_the_match_then_and_there() -> None:
    """Case 5: the asker is out, the other has won, and nothing is shown."""
    before = lay_deal("V dragon - -", dealer=1, lives=(1, 1, 0, 0))
    step = play(before, "s")
    assert GAME.outcome(step.state) == Outcome((0, 1, 0, 0), (2, 1, 4, 3), (1,))
    assert step.events == (Dragoon(1), LifeLost((0,), "dragon"), FellOut(0), MatchEnded())
    assert step.pause == 0
    view = GAME.view(step.state, 1)
    assert (view.phase, view.turn, view.last_deal) == ("over", None, None)
    assert view.cards == (None, "dragon", None, None)
    assert view.open == (False, True, False, False)
    assert [say_ask(ask) for ask in view.asks] == ["0>1 dragon"]
    assert GAME.to_act(step.state) == frozenset()


def test_a_settlement_that_kills_the_last_ends_in_a_draw() -> None:
    step = play(lay_deal("V V - -", dealer=1, lives=(1, 1, 0, 0)), "kk")
    assert GAME.outcome(step.state) == Outcome((0, 0, 0, 0), (1, 1, 4, 3), (0, 1))
    assert step.events[-3:] == (FellOut(0), FellOut(1), MatchEnded())


def test_who_falls_in_a_deal_is_placed_below_who_falls_in_its_settlement() -> None:
    """0 meets the dragoon, then 2 the other one, then 3's card is the lowest."""
    before = lay_deal("X dragon IX dragon I", dealer=4, lives=(1, 1, 1, 1, 1))
    step = play(before, "ssk")
    assert GAME.outcome(step.state) is None
    assert step.state.fallen == ((0,), (2,), (4,))
    over = lay_deal("- V - VI -", dealer=3, lives=(0, 1, 0, 1, 0))
    over = State("turn", over.lives, step.state.fallen, over.deal, None)
    assert GAME.outcome(play(over, "kk").state) == Outcome((0, 0, 0, 1, 0), (5, 2, 4, 1, 3), (3,))


def test_22_after_the_last_settlement_all_cards_lie_open() -> None:
    state = play(lay_deal("V VI - -", dealer=1, lives=(1, 2, 0, 0)), "kk").state
    view = GAME.view(state, 0)
    assert (view.phase, view.turn) == ("over", None)
    assert view.cards == ("V", "VI", None, None)
    assert view.open == (True, True, False, False)
    assert view.in_deal == (0, 1)
    last = settled(state)
    assert (last.cards, last.asks) == (view.cards, view.asks)


# cards | lives | moves | who is in the next deal | who rests | dealer | number
NEXT_DEALS = [
    ("case 3: a fool rests", "narr IV IV XI", "3333", "kkkk", (1, 2, 3), (0,), 1),
    ("case 4: two rest", "narr narr 0 0", "3333", "kkkk", (2, 3), (0, 1), 2),
    ("everybody is back", "V VI VII VIII", "3333", "kkkk", (0, 1, 2, 3), (), 0),
    ("the fallen are out", "V VI VII VIII", "1333", "kkkk", (1, 2, 3), (), 1),
    ("skipped: both rest", "narr narr - -", "3300", "kk", (0, 1), (), 0),
    ("two are enough", "narr V VI -", "3330", "kkk", (1, 2), (0,), 1),
    ("skipped: one of two rests", "narr V - -", "3300", "kk", (0, 1), (), 0),
    ("skipped: two of three rest", "narr narr V -", "3330", "kkk", (0, 1, 2), (), 0),
]


@pytest.mark.parametrize("case", NEXT_DEALS, ids=lambda case: case[0])
def test_who_is_in_the_next_deal(
    case: tuple[str, str, str, str, tuple[int, ...], tuple[int, ...], int],
) -> None:
    _, cards, lives, moves, in_deal, resting, dealer = case
    before = lay_deal(cards, dealer=3 - cards.count("-"), lives=seats_in(lives))
    step = play(before, moves)
    view = GAME.view(step.state, 0)
    assert (view.deal, view.in_deal, view.resting) == (1, in_deal, resting)
    assert view.dealer == dealer
    assert view.stock == len(PACK) - len(in_deal)
    assert Dealt(dealer, in_deal) in step.events


def test_nobody_rests_after_a_deal_without_comparison() -> None:
    """2 rests, 0 falls by the dragoon, 1 is alone with its card: 2 is back for the next deal."""
    before = lay_deal("V dragon - -", dealer=1, lives=(1, 3, 3, 0), resting=(2,))
    state = play(before, "s").state
    last = settled(state)
    assert (last.why, last.lost, last.rests) == ("none", (), ())
    assert last.cards == ("V", "dragon", None, None)
    assert (state.deal.in_deal, state.deal.resting, state.deal.dealer) == ((1, 2), (), 2)


def test_the_deal_follows_the_stream() -> None:
    """chance.md: the dealer first, then the shuffle of the pack, lowest first, in pairs."""
    chance = Chance(SEED, 0)
    dealer = chance.below(5)
    pack = [rank for rank in RANKS for _ in range(2)]
    chance.shuffle(pack)
    state = GAME.start(5, Options(), Chance(SEED, 0)).state
    order = [(dealer + 1 + turn) % 5 for turn in range(5)]
    assert [state.deal.card_of(seat).rank for seat in order] == pack[:5]
    assert list(state.deal.stock) == pack[5:]
    assert (state.deal.dealer, state.lives) == (dealer, (3,) * 5)


def test_a_later_deal_is_shuffled_by_the_move_before_it() -> None:
    """The stream of the move that ended the deal before, from its beginning."""
    state = play(lay_deal("V VI VII VIII", stock="X"), "kkks").state
    pack = list(PACK)
    Chance(SEED, 4).shuffle(pack)
    assert cards_of(state).split() == [pack[3], pack[0], pack[1], pack[2]]
    assert list(state.deal.stock) == pack[4:]
    assert pack_of(state) == pack_of(lay_deal("V VI VII VIII"))


def test_only_a_keep_that_ends_nothing_reveals_nothing() -> None:
    deal = lay_deal("V VI VII VIII")
    assert not play(deal, "k").reveals
    assert play(deal, "s").reveals
    assert play(deal, "kkkk").reveals


def test_who_may_not_act_is_refused() -> None:
    state = lay_deal("V dragon - -", dealer=1, lives=(1, 1, 0, 0))
    assert GAME.legal_moves(state, 0) == (Keep(), Swap())
    assert GAME.legal_moves(state, 1) == ()
    with pytest.raises(IllegalMove, match="not_your_turn"):
        GAME.apply(state, 1, Keep(), Chance(SEED, 1))
    over = play(state, "s").state
    with pytest.raises(IllegalMove, match="match_over"):
        GAME.apply(over, 1, Keep(), Chance(SEED, 2))


@pytest.mark.parametrize("seats", [1, 11])
def test_a_match_has_two_to_ten_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 10 seats"):
        GAME.start(seats, Options(), Chance(SEED, 0))
