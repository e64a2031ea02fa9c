"""Whatever is played, taken back, restored, ruled or missed: the table equals that of a shorter replay.

A state machine does anything that a match allows, in any order, and keeps its own record: the table after each move,
and the order of moves.
"""

from __future__ import annotations

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tablescribe.domain.match.events import EVENTS, AnyEvent, Opened, Played
from tablescribe.domain.match.match import Match, MatchIsClosed, Refused, TakeBackRefused, replay
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Chance, NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.view import view
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.table import Changed, Fact, Impossible, Moved, Table, difference
from tests.depth import times
from tests.support import STAMP, Block, Push, RollOn, toy_match, toy_opening

SEED = b"machine" * 5
A_FEW = st.integers(0, 10_000)


class AnyMatch(RuleBasedStateMachine):
    """A match of the toy game, and the book that is kept of it."""

    @initialize(chance=st.sampled_from(["table", "open", "sealed"]), seats=st.sampled_from([2, 3]))
    def open(self, chance: str, seats: int) -> None:
        self.seed = SEED if chance == "sealed" else None
        self.match: Match = toy_match(seats, chance=chance, seed=self.seed)
        self.log: list[AnyEvent] = []
        self.after: dict[int, Table] = {0: self.match.table.copy()}
        self.follows: dict[int, int] = {0: -1}
        self.head = 0
        self.total = self.match.table.total()
        self.drawn: dict[tuple[int, str], tuple[Outcome, ...]] = {}

    # --- what can be done -----------------------------------------------------------------

    def carry_out(self, seat: int, action: Action, luck: int, *, as_played: bool) -> None:
        """Play an action, answering every question of chance; book the moves it became."""
        told: list[Outcome] = []
        while True:
            before = (self.match.table.copy(), self.match.version, self.match.head)
            window = self.match.table.get("awaits")
            try:
                played = self.match.play(seat, action, self.source(told), STAMP, as_played=as_played)
            except NeedsOutcome as needs:
                among = sorted(needs.question.among, key=str)
                told.append(among[luck % len(among)])
            except (Illegal, Impossible, MatchIsClosed):
                assert (self.match.table, self.match.version, self.match.head) == before
                return
            else:
                passed_over = window is not None and action.answers is None
                assert [move.implied for move in played] == [True] * passed_over + [False]
                self.book(played)
                return
            assert (self.match.table, self.match.version, self.match.head) == before

    def source(self, told: list[Outcome]) -> Chance:
        """Return the chance of this match."""
        return self.match.chance(told, self.seed)

    def book(self, played: list[Played]) -> None:
        """Note the tables before and after moves."""
        for move in played:
            before = self.follows[move.number] = self.head
            self.after[move.number] = self.after[before].copy()
            self.after[move.number].apply_all(move.facts)
            if self.seed is not None and not move.irregularities:
                asked = (before, repr(move.action))
                assert self.drawn.setdefault(asked, move.outcomes) == move.outcomes, "a seal draws the same again"
            self.head = move.number

    @rule(choices=st.lists(st.tuples(A_FEW, A_FEW), min_size=1, max_size=6))
    def play_on(self, choices: list[tuple[int, int]]) -> None:
        for which, luck in choices:
            self.play_a_legal_action(which, luck)

    def play_a_legal_action(self, which: int, luck: int) -> None:
        seats = self.match.to_act
        if not seats:
            return
        seat = seats[which % len(seats)]
        legal = list(legal_actions(self.match.opening, self.match.table, seat))
        before = self.match.version
        self.carry_out(seat, legal[which % len(legal)], luck, as_played=False)
        assert self.match.version > before, "what is offered is accepted"

    @rule(choices=st.lists(st.tuples(st.integers(1, 3), A_FEW, A_FEW), min_size=1, max_size=6), as_played=st.booleans())
    def play_anything(self, choices: list[tuple[int, int, int]], as_played: bool) -> None:
        for seat, which, luck in choices:
            offered = list(self.match.opening.game.offers(self.match.opening, self.match.table, seat))
            self.carry_out(seat, offered[which % len(offered)], luck, as_played=as_played)

    @precondition(lambda self: len(self.match.to_act) == 1)
    @rule(luck=A_FEW, use=st.booleans())
    def push_and_let_the_window_pass_or_not(self, luck: int, use: bool) -> None:
        (seat,) = self.match.to_act
        other = seat % self.match.opening.seats + 1
        self.carry_out(seat, Push(seat=other), luck, as_played=False)
        self.carry_out(other if use else seat, Block() if use else RollOn(), luck, as_played=False)

    @precondition(lambda self: self.head > 0)
    @rule(which=A_FEW)
    def take_back(self, which: int) -> None:
        to = self.path()[which % (len(self.path()) - 1)]
        self.match.take_back(to, STAMP, judge=True)
        self.head = to

    @rule(which=A_FEW)
    def take_back_without_asking(self, which: int) -> None:
        to = which % len(self.after)
        try:
            event = self.match.take_back(to, STAMP)
        except (Refused, TakeBackRefused):
            return
        undone = self.path()[len(self.path(to)) :]
        shown = [n for n in undone if isinstance(move := self.match.moves[n], Played) and move.outcomes]
        assert not event.seen
        assert not shown, "what chance has shown is not taken back unasked"
        self.head = to

    @rule()
    def redo(self) -> None:
        to = self.match.redoable()
        if to is not None:
            self.match.restore(to, STAMP)
            self.head = to

    @rule(which=A_FEW)
    def restore(self, which: int) -> None:
        to = which % len(self.after)
        try:
            self.match.restore(to, STAMP)
        except Refused:
            assert self.head not in self.path(to)[:-1]
            return
        assert self.head in self.path(to)
        self.head = to

    @rule(field=st.integers(0, 9), which=A_FEW, replace=st.booleans(), fits=st.booleans())
    def a_judge_rules(self, field: int, which: int, replace: bool, fits: bool) -> None:
        path = self.path()
        replaces = path[1 + which % (len(path) - 1)] if replace and len(path) > 1 else None
        ground = self.follows[replaces] if replaces is not None else self.head
        was = self.after[ground].get("field:1")
        facts: list[Fact] = [Changed("field:1", was, field), *([] if fits else [Moved("pawn", 1, "here", "there")])]
        try:
            ruled = self.match.rule(facts, STAMP, clause="TT-1", reason="seen by all", replaces=replaces)
        except Impossible:
            assert not fits
            return
        self.follows[ruled.number] = ground
        self.after[ruled.number] = self.after[ground].copy()
        self.after[ruled.number].apply_all(facts)
        self.head = ruled.number

    @rule(which=A_FEW)
    def moves_were_missed(self, which: int) -> None:
        """The table now is that after some other move."""
        goal = self.after[which % len(self.after)]
        missed = self.match.miss(difference(self.match.table, goal), STAMP, moves=2)
        self.follows[missed.number], self.after[missed.number] = self.head, goal.copy()
        self.head = missed.number

    @rule()
    def somebody_notes_something(self) -> None:
        self.match.note("hm", STAMP, about=self.head)

    def path(self, number: int | None = None) -> list[int]:
        """Return the moves from the set-up to a move, as the book has them."""
        at, path = self.head if number is None else number, []
        while at >= 0:
            path.append(at)
            at = self.follows[at]
        return path[::-1]

    # --- what always holds ----------------------------------------------------------------

    @invariant()
    def the_table_and_the_line_are_those_of_the_book(self) -> None:
        assert self.match.head == self.head
        assert self.match.table == self.after[self.head]
        assert self.match.line.numbers == self.path()

    @invariant()
    def no_piece_is_made_or_lost(self) -> None:
        assert self.match.table.total() == self.total

    @invariant()
    def the_events_tell_the_same_match(self) -> None:
        self.log.extend(self.match.collect_events())
        told = [msgspec.json.decode(msgspec.json.encode(event), type=type(event)) for event in self.log]
        assert told == self.log
        first = told[0]
        assert isinstance(first, Opened)
        again = replay(Match(first, toy_opening(len(first.seats))), told[1:])
        assert again.table.digest() == self.match.table.digest()
        assert again.line.numbers == self.match.line.numbers
        assert again.line.variations() == self.match.line.variations()
        assert again.version == self.match.version == len(told)
        assert {type(event) for event in told} <= set(EVENTS)

    @invariant()
    def a_cursor_can_visit_every_move_and_leaves_the_match_alone(self) -> None:
        cursor = self.match.line.cursor()
        for number, table in self.after.items():
            cursor.go_to(number)
            assert cursor.table == table
        assert self.match.table == self.after[self.head]

    @invariant()
    def nobody_sees_another_hand(self) -> None:
        for viewer in (*range(1, self.match.opening.seats + 1), None):
            seen = view(self.match.opening, self.match.table, viewer)
            assert seen.total() == self.total
            for seat in range(1, self.match.opening.seats + 1):
                if seat != viewer:
                    assert set(seen.pieces(f"hand:{seat}")) <= {"?card"}

    @invariant()
    def a_window_waits_for_somebody(self) -> None:
        assert bool(self.match.table.get("awaits")) == bool(awaited(self.match.table))


AnyMatch.TestCase.settings = settings(max_examples=times(12, 60), stateful_step_count=30, deadline=None)
TestAnyMatch = AnyMatch.TestCase
