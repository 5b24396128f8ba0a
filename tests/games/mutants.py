"""Games with one fault each, for the conformance suite to find."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

from app.games.base import AnyGame, Audience, IllegalMove, Seat, Step, Viewer
from app.games.chance import Chance
from app.games.gnav.imagine import HIDDEN_RANKS
from app.games.gnav.model import MATADORS, RANKS
from app.games.gnav.rules import Gnav
from app.games.milkuro.model import Follow, Lead
from app.games.milkuro.rules import Milkuro
from app.games.mino_dice.rules import MinoDice


@dataclass(frozen=True, slots=True)
class Slip:
    """An event that no rules page knows."""

    card: Any
    type: Literal["slip"] = "slip"


class IdentityMilkuro(Milkuro):
    """Imagines the truth."""

    def imagine(self, state: Any, viewer: Viewer, rng: Random) -> Any:
        return state


class ForgetfulMilkuro(Milkuro):
    """Imagines cards again that were played tricks ago."""

    def imagine(self, state: Any, viewer: Viewer, rng: Random) -> Any:
        on_table = tuple(play.card for play in state.trick.plays)
        last = () if state.last_trick is None else state.last_trick.plays
        seen = replace(state, played=on_table + tuple(play.card for play in last))
        return replace(super().imagine(seen, viewer, rng), played=state.played)


class HalfTrueMilkuro(Milkuro):
    """Imagines the truth every other time."""

    def imagine(self, state: Any, viewer: Viewer, rng: Random) -> Any:
        return state if rng.random() < 0.5 else super().imagine(state, viewer, rng)


class PeepingMilkuro(Milkuro):
    """A view with one card too many: the left-hand neighbour's lowest."""

    def view(self, state: Any, viewer: Viewer) -> Any:
        view = super().view(state, viewer)
        if isinstance(viewer, Audience):
            return view
        return replace(view, hand=view.hand + state.hands[(viewer + 1) % state.seats][:1])


class ChattyMilkuro(Milkuro):
    """An event with one card too many: the left-hand neighbour's lowest."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any]:
        step = super().apply(state, seat, move, chance)
        neighbour = state.hands[(seat + 1) % state.seats]
        return replace(step, events=(*step.events, *map(Slip, neighbour[:1])))


class SecretiveMilkuro(Milkuro):
    """Says that no move reveals anything."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any]:
        return replace(super().apply(state, seat, move, chance), reveals=False)


class KnowingMilkuro(Milkuro):
    """A default move that depends on who else holds the highest card."""

    def default_move(self, state: Any, seat: Seat) -> Any:
        hand = state.hands[seat]
        at = 0 if any(44 in other for other in state.hands) else -1
        return Lead(hand[at], "white") if state.trick.colour is None else Follow(hand[at])


class TellingMilkuro(Milkuro):
    """Legal moves that depend on another hand."""

    def legal_moves(self, state: Any, seat: Seat) -> Sequence[Any]:
        legal = super().legal_moves(state, seat)
        neighbour = state.hands[(seat + 1) % state.seats]
        return legal[:1] if 44 in neighbour else legal


class TickingMilkuro(Milkuro):
    """A clock that stands still while the left-hand neighbour holds the highest card."""

    def clock_runs(self, state: Any, seat: Seat) -> bool:
        neighbour = state.hands[(seat + 1) % state.seats]
        return super().clock_runs(state, seat) and 44 not in neighbour


class HalfShowingMilkuro(Milkuro):
    """Shows a card only if nobody else holds the highest."""

    def shown(self, state: Any, seat: Seat, move: Any, viewer: Viewer) -> Any:
        if viewer in (seat, Audience.OPEN):
            return move
        others = [hand for other, hand in enumerate(state.hands) if other != seat]
        return None if any(44 in hand for hand in others) else move


class ForgivingMilkuro(Milkuro):
    """Takes a card without a colour for a lead in white."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any]:
        if isinstance(move, Follow) and state.trick.colour is None:
            move = Lead(move.card, "white")
        return super().apply(state, seat, move, chance)


class RestlessMilkuro(Milkuro):
    """Leads to another state each time."""

    def __init__(self) -> None:
        self.calls = 0

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any]:
        self.calls += 1
        return replace(super().apply(state, seat, move, chance), pause=float(self.calls))


class IdentityGnav(Gnav):
    """Imagines the truth."""

    def imagine(self, state: Any, viewer: Viewer, rng: Random) -> Any:
        return state


class ForgetfulGnav(Gnav):
    """Imagines a matador where one would have answered the request."""

    def imagine(self, state: Any, viewer: Viewer, rng: Random) -> Any:
        cards = state.deal.cards
        vague = tuple(card and replace(card, plain=False) for card in cards)
        imagined = super().imagine(
            replace(state, deal=replace(state.deal, cards=vague)), viewer, rng
        )
        again = tuple(
            card and replace(card, plain=true.plain)
            for card, true in zip(imagined.deal.cards, cards, strict=True)
        )
        return replace(imagined, deal=replace(imagined.deal, cards=again))


class FoolishGnav(Gnav):
    """Imagines a fool under a hidden card, though every dealt fool is announced."""

    def imagine(self, state: Any, viewer: Viewer, rng: Random) -> Any:
        imagined = super().imagine(state, viewer, rng)
        deal = imagined.deal
        if viewer is Audience.OPEN or "narr" not in deal.stock or rng.random() < 0.8:
            return imagined
        for seat, card in enumerate(deal.cards):
            if card and not card.open and viewer not in card.held and card.rank in HIDDEN_RANKS:
                at = deal.stock.index("narr")
                stock = (*deal.stock[:at], card.rank, *deal.stock[at + 1 :])
                cards = (*deal.cards[:seat], replace(card, rank="narr"), *deal.cards[seat + 1 :])
                return replace(imagined, deal=replace(deal, cards=cards, stock=stock))
        return imagined


class PeepingGnav(Gnav):
    """A view with one card too many: a spectator knows the first card that lies there."""

    def view(self, state: Any, viewer: Viewer) -> Any:
        view = super().view(state, viewer)
        card = state.deal.cards[0]
        if card is None or viewer is not Audience.SPECTATOR:
            return view
        return replace(view, cards=(card.rank, *view.cards[1:]))


class ChattyGnav(Gnav):
    """An event with one card too many: whether the mover's card is a matador."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any]:
        step = super().apply(state, seat, move, chance)
        matador = state.deal.card_of(seat).rank in MATADORS
        return replace(step, events=(*step.events, Slip(matador)))


class SecretiveGnav(Gnav):
    """Says that no move reveals anything."""

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any]:
        return replace(super().apply(state, seat, move, chance), reveals=False)


class PlayfulGnav(Gnav):
    """Lets whose turn is next keep only, if a matador was kept before it; says nothing of it."""

    def legal_moves(self, state: Any, seat: Seat) -> Sequence[Any]:
        legal = super().legal_moves(state, seat)
        before = state.deal.cards[(seat - 1) % len(state.deal.cards)]
        return legal[:1] if before and not before.open and before.rank in MATADORS else legal


class NarrowMinoDice(MinoDice):
    """Lets nobody bid nothing with a minotaur behind the screen."""

    def legal_moves(self, state: Any, seat: Seat) -> Sequence[Any]:
        legal = super().legal_moves(state, seat)
        if state.phase == "bid" and "minotaur" in state.hands[seat]:
            return legal[1:]
        return legal

    def apply(self, state: Any, seat: Seat, move: Any, chance: Chance) -> Step[Any]:
        if move not in self.legal_moves(state, seat):
            raise IllegalMove
        return super().apply(state, seat, move, chance)


class KnowingGnav(Gnav):
    """A default move that depends on the next card of the stock."""

    def default_move(self, state: Any, seat: Seat) -> Any:
        better = RANKS.index(state.deal.stock[0]) > 10
        return self.legal_moves(state, seat)[better]


def has_old_tricks(state: Any) -> bool:
    """Whether cards were played that no view shows any more."""
    last = () if state.last_trick is None else state.last_trick.plays
    return len(state.played) > len(state.trick.plays) + len(last)


def has_plain_card(state: Any) -> bool:
    """Whether a hidden card was given on request."""
    return any(card and card.plain and not card.open for card in state.deal.cards)


MUTANTS: list[tuple[AnyGame, str]] = [
    (HalfTrueMilkuro(), "imagining twice is imagining"),
    (PeepingMilkuro(), "imagined states look like the true one"),
    (KnowingMilkuro(), "imagined states look like the true one"),
    (TellingMilkuro(), "imagined states look like the true one"),
    (TickingMilkuro(), "imagined states look like the true one"),
    (ChattyMilkuro(), "events tell no more than the next view"),
    (HalfShowingMilkuro(), "showing a move tells no secret"),
    (SecretiveMilkuro(), "what reveals nothing reveals nothing"),
    (ForgivingMilkuro(), "all other moves are refused"),
    (RestlessMilkuro(), "replays are equal"),
    (ChattyMilkuro(), "values survive JSON"),
    (IdentityMilkuro(), "imagine agrees with brute force"),
    (IdentityGnav(), "imagine agrees with brute force"),
    (PeepingGnav(), "imagined states look like the true one"),
    (KnowingGnav(), "imagined states look like the true one"),
    (ChattyGnav(), "events tell no more than the next view"),
    (SecretiveGnav(), "what reveals nothing reveals nothing"),
    (ChattyGnav(), "what reveals nothing reveals nothing"),
    (PlayfulGnav(), "what reveals nothing reveals nothing"),
    (NarrowMinoDice(), "what reveals nothing reveals nothing"),
]
"""Each with the check that has to find its fault."""

IMAGINATIONS: list[tuple[AnyGame, Callable[[Any], bool]]] = [
    (HalfTrueMilkuro(), bool),
    (ForgetfulMilkuro(), has_old_tricks),
    (ForgetfulGnav(), has_plain_card),
    (FoolishGnav(), bool),
]
"""Each with the states in which brute force has to find its fault."""
