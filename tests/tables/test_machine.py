"""A table under everything that people do to it, in any order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.codec import wire as messages
from app.codec.games import codec_for
from app.games.base import Audience
from app.games.registry import POLICIES, REGISTRY
from app.live.scribe import Presence, entry_json, move_message, table_json
from app.tables import decisions
from app.tables import table as seating
from app.tables.access import Visitor
from app.tables.clock import Moment
from app.tables.decisions import Changes
from app.tables.match import Entry, Match, replay, start_match, submit
from app.tables.refusals import Code, Refused
from app.tables.table import Player, Table, people
from app.tables.taking_back import can_undo, check_undo
from app.tables.tenures import tenures_between
from tests.scale import scaled
from tests.tables.samples import NOW, attempt, table

PEOPLE = tuple(Player(f"p{number}", f"Player {number}") for number in range(4))
WHO = st.sampled_from(PEOPLE)
SEATS = st.integers(0, 4)


class TableMachine(RuleBasedStateMachine):
    """Sits, leaves, seats bots, starts, moves, comes back, forgets and replays."""

    table: Table
    match: Match | None
    entries: list[Entry]
    rng: Random

    @initialize(
        game=st.sampled_from(["gnav", "milkuro"]), seats=st.integers(2, 4), seed=st.integers(0, 9)
    )
    def open(self, game: str, seats: int, seed: int) -> None:
        self.game = REGISTRY.find(game)
        self.codec = codec_for(self.game)
        options = self.codec.dump(self.game.info.options()).decode()
        self.table = table(
            seats, game=game, visibility="public", host=PEOPLE[0].id, options_json=options
        )
        self.match = None
        self.entries = []
        self.holders: dict[int, str | None] = {}
        self.rng = Random(seed)

    @property
    def seq(self) -> int:
        """The log position."""
        return self.match.seq if self.match else 0

    def try_to(self, change: Any) -> None:
        """Change the table, or be refused and change nothing."""
        before = self.table
        try:
            after = change(before)
        except Refused:
            return
        for tenure in tenures_between(before, after, self.seq):
            self.holders[tenure.seat] = tenure.player
        self.table = after
        if after.started and not before.started:
            self.match = self.deal()

    def deal(self) -> Match:
        """The match of this table at its set-up."""
        assert self.table.match_seed is not None
        options = self.game.info.options()
        return start_match(self.game, len(self.table.seats), options, self.table.match_seed)

    @rule(who=WHO, seat=SEATS)
    def sit(self, who: Player, seat: int) -> None:
        word, seq = f"word-{who.id}", self.seq
        self.try_to(lambda place: decisions.sit(place, Visitor(who), seat, word, seq=seq))

    @rule(who=WHO, seat=SEATS, bar=st.booleans())
    def leave(self, who: Player, seat: int, bar: bool) -> None:
        seq = self.seq
        self.try_to(lambda place: decisions.vacate(place, Visitor(who), seat, bar=bar, seq=seq))

    @rule(who=WHO, seat=SEATS, level=st.sampled_from(decisions.BOT_LEVELS))
    def seat_bot(self, who: Player, seat: int, level: str) -> None:
        self.try_to(lambda place: decisions.seat_bot(place, Visitor(who), seat, level))

    @rule(who=WHO, seats=st.integers(1, 5))
    def resize(self, who: Player, seats: int) -> None:
        wanted = Changes(seats=seats)
        allowed = self.game.info.seats
        self.try_to(lambda place: decisions.change(place, Visitor(who), wanted, allowed))

    @rule(who=WHO)
    def start(self, who: Player) -> None:
        self.try_to(lambda place: decisions.start(place, Visitor(who), NOW, rng=Random(0)))

    @precondition(lambda self: self.match is None and self.table.state == "open")
    @rule()
    def fill_and_start(self) -> None:
        for place in self.table.seats:
            if not place.taken:
                self.table = seating.seat_bot(self.table, place.seat, "normal")
        self.try_to(lambda place: seating.start(place, NOW, Random(0)))

    @precondition(lambda self: self.match is not None and self.match.outcome is None)
    @rule(moves=st.integers(1, 25))
    def play(self, moves: int) -> None:
        for _ in range(moves):
            if self.match is None or self.match.outcome is not None:
                return
            self.move()

    def move(self) -> None:
        """Somebody who may act does: a bot by its policy, a person by chance."""
        match = self.match
        assert match is not None
        seat = self.rng.choice(sorted(match.to_act))
        legal = match.legal_moves(seat)
        place = self.table.seats[seat]
        if place.bot == "normal":
            view = self.game.view(match.state, seat)
            move = POLICIES[self.game.info.key].choose(view, seat, legal, self.rng)
        else:
            move = self.rng.choice(legal)
        by: Any = "player" if place.bot is None else "bot"
        who = place.player.id if place.player and by == "player" else None
        self.match = submit(match, attempt(match, seat, move=move, by=by, player=who))
        self.note_entry()

    @precondition(lambda self: self.match is not None)
    @rule(who=WHO)
    def take_back(self, who: Player) -> None:
        match, seat = self.match, self.table.seat_of(who.id)
        seq = None if match is None else can_undo(self.table, match, seat, Moment(NOW))
        if match is None or seat is None or seq is None:
            return
        mine = self.entries[seq - 1]
        assert (mine.player, mine.by) == (who.id, "player")
        assert seq > self.table.seats[seat].since
        check_undo(self.table, match, seat, seq, Moment(NOW))
        wish = attempt(match, seat, move=None, seen=None, undo=seq, player=who.id)
        self.match = submit(match, wish)
        self.note_entry()

    def note_entry(self) -> None:
        """Keep what was just added to the log; the match may be over."""
        assert self.match is not None
        entry = self.match.newest.entry
        assert entry is not None
        self.entries.append(entry)
        if self.match.outcome is not None:
            self.table = seating.finish(self.table, self.match.outcome, NOW)

    @precondition(lambda self: self.match is not None)
    @rule()
    def restart(self) -> None:
        again = replay(self.deal(), self.entries)
        assert again == self.match
        self.match = again

    @precondition(lambda self: self.match is not None)
    @rule(seat=SEATS, seen=st.integers(0, 50))
    def act_blindly(self, seat: int, seen: int) -> None:
        match = self.match
        if match is None or seat >= match.seats:
            return
        expected = Code.NOT_YOUR_TURN if seat not in match.to_act else Code.ILLEGAL_MOVE
        if seen < match.last_entries[seat]:
            expected = Code.STALE
        with pytest.raises(Refused) as caught:
            submit(match, attempt(match, seat, seen=seen, move=None))
        assert caught.value.code is (Code.MATCH_OVER if match.outcome else expected)

    @invariant()
    def one_person_holds_one_seat(self) -> None:
        sitting = [player.id for player in people(self.table.seats)]
        assert len(sitting) == len(set(sitting))

    @invariant()
    def seats_are_numbered(self) -> None:
        assert [place.seat for place in self.table.seats] == list(range(len(self.table.seats)))

    @invariant()
    def it_is_never_stuck(self) -> None:
        if self.table.state == "playing":
            assert self.match is not None
            assert self.match.to_act
            assert all(self.match.legal_moves(seat) for seat in self.match.to_act)
            assert all(place.taken for place in self.table.seats)
        if self.table.state == "finished":
            assert self.match is not None
            assert self.match.outcome is not None
            assert self.table.result == self.match.outcome

    @invariant()
    def somebody_can_start_it(self) -> None:
        if self.table.state == "open" and people(self.table.seats):
            assert self.table.host is not None

    @invariant()
    def tenures_follow_the_seats(self) -> None:
        for seat, holder in self.holders.items():
            place = self.table.seats[seat]
            playing = None if place.away or place.player is None else place.player.id
            assert holder == playing

    @invariant()
    def it_can_be_told(self) -> None:
        for who in (*PEOPLE, None):
            messages.encode(table_json(self.table, self.match, Visitor(who), Presence(), {}))
        if self.match is None or self.match.newest.entry is None:
            return
        for viewer in (*range(self.match.seats), Audience.SPECTATOR):
            newest = self.match.newest
            told = move_message(self.match, newest, viewer, self.table, Moment(NOW))
            assert messages.encode(told)
            assert entry_json(self.match, newest, viewer)["seq"] == self.match.seq


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=scaled(40, 1000), stateful_step_count=30, deadline=None, derandomize=True
)
