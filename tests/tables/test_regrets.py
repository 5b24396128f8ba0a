"""Any moves, taken back in any order: compared with replaying all that stands from the set-up."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from app.games.base import IllegalMove
from app.games.chance import Chance
from app.games.gnav import GAME as GNAV
from app.games.milkman import GAME as MILKMAN
from app.tables.match import Entry, Match, replay, submit
from app.tables.refusals import Code, Refused
from tests.games.pots import POTS
from tests.scale import scaled
from tests.tables.samples import attempt, match_of, undoable

SEATS = st.integers(0, 3)


@dataclass(frozen=True)
class Made:
    """A move as it was told, and whether it drew, revealed or bound then."""

    entry: Entry
    events: tuple[Any, ...]
    bound: bool


class Regrets(RuleBasedStateMachine):
    """Makes moves and takes them back."""

    match: Match

    @initialize(game=st.sampled_from([POTS, POTS, MILKMAN, GNAV]), seats=st.integers(2, 4))
    def begin(self, game: Any, seats: int) -> None:
        self.match = self.start = match_of(game, seats)
        self.log: list[Entry] = []
        self.standing: list[Made] = []

    def play(self, move: Any, seat: int, by: Any) -> None:
        before = self.match
        self.match = submit(before, attempt(before, seat, move=move, by=by))
        entry = self.match.newest.entry
        assert entry is not None
        self.log.append(entry)
        state, made = self.made(before.state, entry)
        assert state == self.match.state
        self.standing.append(made)

    def made(self, state: Any, entry: Entry) -> tuple[Any, Made]:
        """The entry's move in some state. Raises `IllegalMove`."""
        chance = Chance(self.match.match_seed, entry.seq)
        step = self.match.game.apply(state, entry.seat, entry.move, chance)
        bound = chance.drew or step.reveals or step.final
        return step.state, Made(entry, step.events, bound)

    def regretted(self, seat: int) -> tuple[Made, Any] | None:
        """The seat's move that can be taken back and what is left then, the slow way."""
        own = [made for made in self.standing if made.entry.seat == seat]
        if not own or own[-1].bound or own[-1].entry.by != "player" or self.match.outcome:
            return None
        state = self.start.state
        for made in self.standing:
            if made is own[-1]:
                continue
            try:
                state, again = self.made(state, made.entry)
            except IllegalMove:
                return None
            if again.events != made.events or again.bound > made.bound:
                return None
        return own[-1], state

    @rule(seed=st.integers(0, 999))
    def go_on(self, seed: int) -> None:
        rng = Random(seed)
        for _ in range(rng.randint(5, 20)):
            if rng.random() < 0.3:
                self.take_back(rng.randrange(self.match.seats))
            elif self.match.outcome is None:
                seat = rng.choice(sorted(self.match.to_act))
                legal = self.match.legal_moves(seat)
                move = rng.choice(legal if rng.random() < 0.2 else legal[:-1] or legal)
                self.play(move, seat, "bot" if rng.random() < 0.1 else "player")

    def take_back(self, seat: int) -> None:
        found = self.regretted(seat)
        if found is None:
            self.check_refused(seat, self.match.last_entries[seat])
            return
        made, left = found
        wish = attempt(self.match, seat, move=None, seen=None, undo=made.entry.seq)
        self.match = submit(self.match, wish)
        entry = self.match.newest.entry
        assert entry is not None
        self.log.append(entry)
        self.standing.remove(made)
        assert self.match.state == left
        self.check_refused(seat, made.entry.seq)

    @rule(chair=SEATS, seq=st.integers(0, 60))
    def take_back_blindly(self, chair: int, seq: int) -> None:
        seat = chair % self.match.seats
        found = self.regretted(seat)
        if found is None or found[0].entry.seq != seq:
            self.check_refused(seat, seq)

    def check_refused(self, seat: int, seq: int) -> None:
        with pytest.raises(Refused) as caught:
            submit(self.match, attempt(self.match, seat, move=None, seen=None, undo=seq))
        over = self.match.outcome is not None
        assert caught.value.code is (Code.MATCH_OVER if over else Code.CANNOT_UNDO)

    @rule()
    def restart(self) -> None:
        again = replay(self.start, self.log)
        assert again == self.match
        self.match = again

    @invariant()
    def only_what_nobody_else_would_notice_can_be_taken_back(self) -> None:
        for seat in range(self.match.seats):
            found, entry = self.regretted(seat), undoable(self.match, seat)
            assert entry == (found[0].entry if found else None)

    @invariant()
    def what_stands_is_what_was_not_taken_back(self) -> None:
        standing = [position.entry for position in self.match.standing]
        assert standing == [made.entry for made in self.standing]
        taken = {entry.undo for entry in self.log}
        assert standing == [e for e in self.log if e.undo is None and e.seq not in taken]
        assert len(self.log) == self.match.seq


TestRegrets = Regrets.TestCase
TestRegrets.settings = settings(
    max_examples=scaled(60, 600), stateful_step_count=12, deadline=None, derandomize=True
)
