"""Random play of any game: checks after it, and a state machine that plays, takes back and restores in any order."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tablescribe.domain.games import opening, revive
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tablescribe.replays.auditing.audit import audit
from tests.support import STAMP

SEED = b"random play" * 3


def drawn(choose: random.Random, needs: NeedsOutcome) -> Outcome:
    """Return a possible outcome of chance."""
    return choose.choice([outcome for outcome, n in needs.question.among.items() for _ in range(n)])


def open_match(
    game: str, seats: int, mode: str = "sealed", choose: random.Random | None = None, **options: Any
) -> Match:
    """Open a match with random outcomes; a sealed one uses `SEED`."""
    fixed, people = opening(game, seats, options), [Seat(f"r{n}", "c") for n in range(seats)]
    outcomes: list[Outcome] = []
    while True:
        try:
            sealed = {"seed": SEED} if mode == "sealed" else {"outcomes": outcomes}
            return Match.open("m", fixed, people, STAMP, chance=mode, **sealed)
        except NeedsOutcome as needs:
            outcomes.append(drawn(choose or random.Random(len(outcomes)), needs))


def anything(match: Match, choose: random.Random) -> tuple[int, Action]:
    """Return a legal action of a seat to act. Before the end there always is one."""
    seat = choose.choice(match.to_act)
    legal = list(legal_actions(match.opening, match.table, seat))
    assert legal, f"seat {seat} can do nothing"
    return seat, choose.choice(legal)


def play(match: Match, seat: int, action: Action, choose: random.Random) -> None:
    """Carry out a seat's action with random outcomes."""
    outcomes: list[Outcome] = []
    sealed = match.opened.chance == "sealed"
    while True:
        try:
            match.play(seat, action, match.chance(outcomes, SEED if sealed else None), STAMP)
            return
        except NeedsOutcome as needs:
            outcomes.append(drawn(choose, needs))


def random_move(match: Match, choose: random.Random) -> None:
    """Carry out a random legal action of a seat to act."""
    play(match, *anything(match, choose), choose)


def ends_and_its_record_holds(match: Match) -> None:
    """Check a finished match: its events replay it, the audit finds nothing, and half of it replays to its middle."""
    assert match.is_over
    match.close(STAMP, seed=SEED if match.opened.chance == "sealed" else None)
    again = revive(match._pending)
    assert again is not None
    assert (again.table, again.result) == (match.table, match.result)
    result = audit(match)
    assert (result.findings, result.clean) == ((), True)
    # going back gives the same as a shorter replay; going forward again gives the end
    half = match.head // 2
    shorter = revive([event for event in match._pending if getattr(event, "number", 0) <= half][: half + 1])
    assert shorter is not None
    cursor = match.line.cursor()
    cursor.go_to(half)
    assert cursor.table == shorter.table
    cursor.go_to(match.head)
    assert cursor.table == match.table


class AnyTable(RuleBasedStateMachine):
    """Play, take back and restore, in any order. A game derives a class that opens a match."""

    match: Match

    def __init__(self) -> None:
        super().__init__()
        self.open()
        self.total = self.match.table.total()

    def open(self) -> None:
        """Open a sealed match."""
        raise NotImplementedError

    def holds(self) -> None:
        """Check the invariants of this game's table."""

    def tries(self, seat: int, action: Action) -> None:
        """Try an action that may be illegal. If it is, nothing has happened except that an unused window closed."""
        before, version = self.match.table.digest(), self.match.version
        try:
            self.match.play(seat, action, self.match.chance(seed=SEED), STAMP)
        except (Illegal, Impossible) as error:
            recorded = len(error.recorded)
        else:
            return
        assert self.match.version == version + recorded
        assert recorded or self.match.table.digest() == before

    @precondition(lambda self: not self.match.is_over)
    @rule(seed=st.integers(0, 2**32))
    def go_on(self, seed: int) -> None:
        random_move(self.match, random.Random(seed))

    @precondition(lambda self: self.match.head > 0)
    @rule(steps=st.integers(1, 5))
    def take_back(self, steps: int) -> None:
        to = self.match.line.numbers[max(0, len(self.match.line.numbers) - 1 - steps)]
        if to != self.match.head:
            self.match.take_back(to, STAMP, judge=True)

    @precondition(lambda self: self.match.redoable() is not None)
    @rule()
    def redo(self) -> None:
        to = self.match.redoable()
        assert to is not None
        self.match.restore(to, STAMP)
        assert self.match.head == to

    @invariant()
    def the_table_is_sound(self) -> None:
        assert self.match.table.total() == self.total
        self.holds()

    @invariant()
    def the_events_tell_the_same_match(self) -> None:
        again = revive(self.match._pending)
        assert again is not None
        assert (again.table, again.line.numbers) == (self.match.table, self.match.line.numbers)
