"""What every rules module owes: moves, ends, JSON, determinism."""

from __future__ import annotations

from random import Random
from typing import Any

from app.certify.trial import CheckFailed, Match, Moment, Subject
from app.codec.games import GameCodec, parse
from app.games.base import AnyGame, Audience, Hints, IllegalMove, Outcome, Policy, winners_of

FOREIGN_MOVES = 40
"""How many moves of other positions each position has to refuse."""


def check_ends(subject: Subject) -> None:
    """The outcome is set exactly when nobody owes a move, and makes sense."""
    game = subject.game
    for match, state in subject.states():
        outcome = game.outcome(state)
        if (outcome is None) != bool(game.to_act(state)):
            raise CheckFailed("the outcome is not set exactly when nobody is to act")
        if outcome is not None:
            check_outcome(outcome, match.seats)


def check_outcome(outcome: Outcome, seats: int) -> None:
    """One score and place a seat; places 1, 2, 2, 4; the winners are on place 1."""
    if not len(outcome.scores) == len(outcome.places) == seats:
        raise CheckFailed(f"{outcome} does not have {seats} scores and places")
    ordered = sorted(outcome.places)
    if any(place != ordered.index(place) + 1 for place in ordered):
        raise CheckFailed(f"places {outcome.places} are not like 1, 2, 2, 4")
    if outcome.winners != winners_of(outcome.places):
        raise CheckFailed(f"winners {outcome.winners} are not those on place 1")


def check_legal_moves(subject: Subject) -> None:
    """Every legal move applies, is listed once, and is had by who may act alone."""
    game = subject.game
    for match, state in subject.states():
        owing = game.to_act(state)
        for seat in range(match.seats):
            legal = list(game.legal_moves(state, seat))
            if bool(legal) != (seat in owing):
                raise CheckFailed(f"seat {seat} has {len(legal)} moves, to act are {set(owing)}")
            if any(move in legal[:at] for at, move in enumerate(legal)):
                raise CheckFailed(f"seat {seat} has a legal move twice")
            for move in legal:
                check_applies(subject, match, (state, seat, move))


def check_applies(subject: Subject, match: Match, play: tuple[Any, int, Any]) -> None:
    """A legal move is not refused."""
    state, seat, move = play
    try:
        subject.game.apply(state, seat, move, match.chance(1))
    except IllegalMove as refusal:
        raise CheckFailed(f"legal {move} of seat {seat} is refused: {refusal.code}") from None


def check_refusals(subject: Subject) -> None:
    """Moves that are not legal, and moves of who may not act, raise `IllegalMove`."""
    game, rng = subject.game, Random(1)
    known = [moment.move for _, moment in subject.moments()]
    foreign = rng.sample(known, min(FOREIGN_MOVES, len(known)))
    for match, state in subject.states():
        for seat in range(match.seats):
            legal = game.legal_moves(state, seat)
            for move in foreign:
                if move not in legal and applies(subject, match, (state, seat, move)):
                    raise CheckFailed(f"seat {seat} may play {move}, which is not legal")


def applies(subject: Subject, match: Match, play: tuple[Any, int, Any]) -> bool:
    """Whether the rules take a move."""
    state, seat, move = play
    try:
        subject.game.apply(state, seat, move, match.chance(1))
    except IllegalMove:
        return False
    return True


def check_json(subject: Subject) -> None:
    """Options, states, moves, events and views are the same after a way through JSON."""
    codec = subject.codec
    for match in subject.matches:
        check_round_trip(codec, "options", match.options)
        for event in match.start.events:
            check_event(codec, event)
        for moment in match.moments:
            check_moment_json(subject, moment)
        for state in match.states[::7]:
            check_round_trip(codec, "state", state)
            for viewer in match.viewers:
                check_round_trip(codec, "view", subject.game.view(state, viewer))


def check_moment_json(subject: Subject, moment: Moment) -> None:
    """Each legal move is read back as itself; so are the events of the one that was made."""
    for move in subject.game.legal_moves(moment.state, moment.seat):
        if subject.codec.move_from_json(subject.codec.to_jsonable(move)) != move:
            raise CheckFailed(f"{move} is not read back as it was written")
    for event in moment.step.events:
        check_event(subject.codec, event)


def check_event(codec: GameCodec, event: Any) -> None:
    """An event says its type and survives JSON."""
    if not isinstance(codec.to_jsonable(event).get("type"), str):
        raise CheckFailed(f"{event} has no type")
    check_round_trip(codec, "event", event)


def check_round_trip(codec: GameCodec, kind: str, value: Any) -> None:
    """Written, parsed, and equal to itself."""
    text = codec.dump(value)
    try:
        parsed = parse(getattr(codec, kind), text)
    except ValueError as error:
        raise CheckFailed(f"{kind} {text.decode()} is not read back: {error}") from None
    if parsed != value or codec.dump(parsed) != text:
        raise CheckFailed(f"{kind} {text.decode()} is read back as another")


def check_replay(subject: Subject) -> None:
    """The same seed and moves lead to the same states and events; no state is changed."""
    game, codec = subject.game, subject.codec
    for match in subject.matches:
        step = game.start(match.seats, match.options, match.chance(0))
        if step != match.start:
            raise CheckFailed("two starts from one seed differ")
        for moment in match.moments:
            before = codec.dump(step.state)
            again = game.apply(step.state, moment.seat, moment.move, match.chance(moment.seq))
            if again != moment.step:
                raise CheckFailed(f"{moment.move} at {moment.seq} leads elsewhere when replayed")
            if codec.dump(step.state) != before:
                raise CheckFailed(f"{moment.move} changed the state that it was applied to")
            step = again


def check_default_move(subject: Subject) -> None:
    """The clock's move is legal, and the same each time."""
    game = subject.game
    for _, state in subject.states():
        for seat in sorted(game.to_act(state)):
            move = game.default_move(state, seat)
            if move not in game.legal_moves(state, seat):
                raise CheckFailed(f"the default move {move} of seat {seat} is not legal")
            if game.default_move(state, seat) != move:
                raise CheckFailed(f"the default move of seat {seat} changes by itself")


def check_shown(subject: Subject) -> None:
    """A move is shown to its mover and to who sees everything; to others whole or not at all."""
    game = subject.game
    for match, moment in subject.moments():
        for viewer in match.viewers:
            shown = game.shown(moment.state, moment.seat, moment.move, viewer)
            if shown is not None and shown != moment.move:
                raise CheckFailed(f"{moment.move} is shown to {viewer} as {shown}")
            if shown is None and viewer in (moment.seat, Audience.OPEN):
                raise CheckFailed(f"{moment.move} is hidden from {viewer}")


def check_steps(subject: Subject) -> None:
    """Pauses are not negative, and the clock runs for seats that owe a move alone."""
    game = subject.game
    for match, moment in subject.moments():
        if moment.step.pause < 0:
            raise CheckFailed(f"{moment.move} asks for a pause of {moment.step.pause} s")
        running = {seat for seat in range(match.seats) if game.clock_runs(moment.state, seat)}
        if not running <= game.to_act(moment.state):
            raise CheckFailed(f"the clock runs for {running}, who need not all act")


def check_policy(game: AnyGame, policy: Policy, subject: Subject) -> None:
    """The `normal` bot makes legal moves, the same for the same view and random numbers."""
    for _, moment in subject.moments():
        legal = game.legal_moves(moment.state, moment.seat)
        view = game.view(moment.state, moment.seat)
        move = policy.choose(view, moment.seat, legal, Random(moment.seq))
        if move not in legal:
            raise CheckFailed(f"the bot of seat {moment.seat} chose {move}, which is not legal")
        if policy.choose(view, moment.seat, legal, Random(moment.seq)) != move:
            raise CheckFailed(f"the bot of seat {moment.seat} changes its mind on one view")


def check_search(game: AnyGame, hints: Hints, subject: Subject) -> None:
    """What helps the `hard` bot keeps to legal moves, and worths are 0 to 1 for each seat."""
    rng = Random(8)
    for match, moment in subject.moments():
        state, seat = moment.state, moment.seat
        legal = game.legal_moves(state, seat)
        candidates = hints.candidates(state, seat, legal)
        if not candidates or any(move not in legal for move in candidates):
            raise CheckFailed(f"{candidates} are not moves that seat {seat} has")
        for choice in (candidates, candidates[-1:]):
            if hints.play_on(state, seat, choice, rng) not in choice:
                raise CheckFailed(f"a line is played on with none of the moves of seat {seat}")
        worths = hints.worth(state, moment.step.state)
        if len(worths) != match.seats or not all(0 <= worth <= 1 for worth in worths):
            raise CheckFailed(f"worths {worths} are not 0 to 1 for {match.seats} seats")
        settled = hints.is_settled(state, moment.step.state, seat)
        plausible = hints.is_plausible(state, seat)
        if not (isinstance(settled, bool) and isinstance(plausible, bool)):
            raise CheckFailed("whether a line is settled or plausible is not a yes or no")
