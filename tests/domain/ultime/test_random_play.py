"""Random legal play: to the end, nothing lost, nothing leaked, everything can be taken back.

The number of matches can be raised: MATCHES=300 pytest tests/domain/ultime/test_random_play.py
"""

import os
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from domain.chance import NeedsOutcome, Outcome
from domain.events import Seat
from domain.game import legal_actions, view
from domain.games import opening, revive
from domain.games.ultime.components import UltimeOptions
from domain.match import Match
from domain.play import Illegal
from domain.table import HIDDEN, Impossible
from replays.audit import audit
from tests.domain.ultime.table import card
from tests.support import STAMP

SEED = b"random play" * 3
CHOICES: dict[str, list[Any]] = {
    "hand_limit_counts_power_cards": [False, True],
    "hand_limit_method": ["draw_then_discard", "draw_only_to_limit"],
    "events_need_active_pawn": [True, False],
    "sneaky_on_own_village": [False, True],
    "swap_can_trigger_event": [False, True],
    "defence_mode": ["reactive", "armed"],
    "defence_stops_attackers_points": [True, False],
    "defence_stops_swap": [True, False],
    "pickaxe_owner_draws": [True, False],
    "victory_check": ["immediate", "end_of_turn"],
    "tie_at_twelve": ["highest_then_active", "shared"],
    "whole_move_on_two_move_cards": [True, False],
    "score_visibility": ["hidden", "visible"],
}


def open_match(seats: int, mode: str, options: dict[str, Any]) -> Match:
    seed = SEED if mode == "sealed" else None
    fixed = opening("ultime", seats, {"first_player": 1, **options})
    return Match.open("m", fixed, [Seat(f"r{n}", "c") for n in range(seats)], STAMP, chance=mode, seed=seed)


def random_move(match: Match, choose: random.Random) -> None:
    """Let somebody who is to act do anything legal, chance giving anything possible."""
    seat = choose.choice(match.to_act)
    legal = list(legal_actions(match.opening, match.table, seat))
    assert legal, "there is always something to do before the end"
    action, outcomes = choose.choice(legal), list[Outcome]()
    sealed = match.opened.chance == "sealed"
    while True:
        try:
            match.play(seat, action, match.chance(outcomes, SEED if sealed else None), STAMP)
            return
        except NeedsOutcome as needs:
            urn = [outcome for outcome, n in needs.question.among.items() for _ in range(n)]
            outcomes.append(choose.choice(urn))


def nothing_leaks(match: Match) -> None:
    """Check each seat's view, and a spectator's."""
    table, hidden = match.table, match.opening.options.model_dump()["score_visibility"] == "hidden"
    for viewer in (None, *range(1, match.opening.seats + 1)):
        seen = view(match.opening, table, viewer)
        assert seen.total() == table.total()
        for seat in range(1, match.opening.seats + 1):
            if seat == viewer:
                assert seen.pieces(f"hand:{seat}") == table.pieces(f"hand:{seat}")
                continue
            assert all(card.startswith(HIDDEN) for card in seen.pieces(f"hand:{seat}"))
            if hidden and not table.get("winners"):
                assert seen.get(f"score:{seat}") == HIDDEN


def play_to_the_end(number: int) -> Match:
    choose = random.Random(number)
    options = {name: choose.choice(values) for name, values in CHOICES.items()} if number % 3 else {}
    match = open_match(3 + number % 3, ["table", "sealed", "open"][number // 3 % 3], options) if number // 3 % 3 < 2 \
        else open_match(3 + number % 3, "sealed", options)  # fmt: skip
    total = match.table.total()
    for n in range(2000):
        if match.is_over:
            break
        random_move(match, choose)
        assert match.table.total() == total
        assert all(match.table.number(f"score:{seat}") >= 0 for seat in range(1, match.opening.seats + 1))
        if n % 10 == 0:
            nothing_leaks(match)
    return match


@pytest.mark.parametrize("number", range(int(os.environ.get("MATCHES", "18"))))
def test_a_random_match_ends_and_its_record_holds(number: int) -> None:
    match = play_to_the_end(number)
    assert match.is_over
    match.close(STAMP, seed=SEED if match.opened.chance == "sealed" else None)
    again = revive(match._pending)
    assert again is not None
    assert (again.table, again.result) == (match.table, match.result)
    result = audit(match)
    assert (result.findings, result.clean) == ((), True)
    # going back gives what a shorter replay gives; going forth again gives the end
    half = match.head // 2
    shorter = revive([event for event in match._pending if getattr(event, "number", 0) <= half][: half + 1])
    assert shorter is not None
    cursor = match.line.cursor()
    cursor.go_to(half)
    assert cursor.table == shorter.table
    cursor.go_to(match.head)
    assert cursor.table == match.table


def test_every_option_takes_part() -> None:
    assert {*CHOICES, "first_player"} == set(UltimeOptions.model_fields)


class AtTheTable(RuleBasedStateMachine):
    """Play, take back, restore, rule and try what is illegal, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.match = open_match(3, "sealed", {})
        self.total = self.match.table.total()

    @precondition(lambda self: not self.match.is_over)
    @rule(seed=st.integers(0, 2**32))
    def play(self, seed: int) -> None:
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

    @precondition(lambda self: not self.match.is_over)
    @rule(seat=st.integers(1, 3), at=st.integers(1, 12), number=st.integers(1, 24))
    def try_something(self, seat: int, at: int, number: int) -> None:
        before, version = self.match.table.digest(), self.match.version
        try:
            self.match.play(seat, card(number, seat, at), self.match.chance(seed=SEED), STAMP)
        except (Illegal, Impossible):
            assert (self.match.table.digest(), self.match.version) == (before, version)

    @invariant()
    def pieces_stay(self) -> None:
        assert self.match.table.total() == self.total

    @invariant()
    def the_events_tell_the_same_match(self) -> None:
        again = revive(self.match._pending)
        assert again is not None
        assert (again.table, again.line.numbers) == (self.match.table, self.match.line.numbers)


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(max_examples=12, stateful_step_count=25, deadline=None)
