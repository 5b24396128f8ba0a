"""Set-up, the roll of a turn, and its end for all (milkman.md, "Set-up", "A turn", "End")."""

from __future__ import annotations

from dataclasses import replace

from app.games.base import Outcome, Seat, Step, places_of, winners_of
from app.games.chance import Chance
from app.games.milkman.customers import CUSTOMERS
from app.games.milkman.dice import BLACK, FREE_REROLLS, WHITE, pay_of_unused, roll_dice, rolled
from app.games.milkman.events import Event, MatchEnded, TurnBegan, TurnDone, UnusedPaid
from app.games.milkman.market import with_farm
from app.games.milkman.model import NEW_FARM, ZONES, Farm, State

ROUNDS = {2: 6, 3: 5, 4: 4}
"""By seats."""
SECONDS_TO_SEE_A_TURN = 2.5

Told = tuple[State, tuple[Event, ...]]


def set_up(seats: int, chance: Chance) -> Told:
    """The first main player, the display and the deck, then the first roll."""
    start = chance.below(seats)
    deck = list(CUSTOMERS)
    chance.shuffle(deck)
    state = State(
        phase="turn",
        start=start,
        turn=0,
        deck=tuple(deck[ZONES:]),
        discards=(),
        customers=tuple([CUSTOMERS[id] for id in deck[:ZONES]]),
        farms=(NEW_FARM,) * seats,
    )
    return begin_turn(state, chance)


def begin_turn(state: State, chance: Chance) -> Told:
    """Roll for all: the main player's black and white dice, then black ones clockwise."""
    farms = list(state.farms)
    events: list[Event] = [TurnBegan(state.round, state.main)]
    for step in range(state.seats):
        seat = (state.main + step) % state.seats
        dice = roll_dice(BLACK if step else BLACK + WHITE, chance)
        farms[seat] = replace(
            farms[seat], dice=dice, rerolls=FREE_REROLLS, acted=False, passed=False, done=False
        )
        events.append(rolled(seat, dice, range(len(dice))))
    return replace(state, farms=tuple(farms)), tuple(events)


def end_own_turn(state: State, seat: Seat, chance: Chance) -> Step[State]:
    """Others may still be busy; the last one ends the turn for all."""
    after = with_farm(state, seat, replace(state.farms[seat], done=True))
    if all([farm.done for farm in after.farms]):
        settled, events = end_turn(after, chance)
        return Step(settled, (TurnDone(seat), *events), pause=SECONDS_TO_SEE_A_TURN)
    return Step(after, (TurnDone(seat),), reveals=False)


def end_turn(state: State, chance: Chance) -> Told:
    """Unused dice pay, truck points are lost; then the next turn, or the end of the match."""
    pay = tuple([pay_of_unused(farm) for farm in state.farms])
    farms = [settle_farm(farm, money) for farm, money in zip(state.farms, pay, strict=True)]
    settled = replace(state, farms=tuple(farms))
    if state.turn + 1 == ROUNDS[state.seats] * state.seats:
        return replace(settled, phase="over"), (UnusedPaid(pay), MatchEnded())
    begun, events = begin_turn(replace(settled, turn=state.turn + 1), chance)
    return begun, (UnusedPaid(pay), *events)


def settle_farm(farm: Farm, pay: int) -> Farm:
    """A farm at the end of everybody's turn."""
    return replace(farm, money=farm.money + pay, truck=replace(farm.truck, points=0))


def outcome_of(state: State) -> Outcome:
    """Points; tied seats are told apart by money, then by bottles in barn and truck."""
    scores = tuple([farm.score for farm in state.farms])
    places = places_of(
        [(farm.score, farm.money, sum(farm.barn) + sum(farm.truck.load)) for farm in state.farms]
    )
    return Outcome(scores, places, winners_of(places))
