"""Random legal play: to the end, nothing lost, everything can be taken back.

The number of matches can be raised: MATCHES=300 pytest tests/domain/expeditions/test_random_play.py
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
from domain.game import Action, legal_actions, view
from domain.games import opening, revive
from domain.games.expeditions.board import Board
from domain.games.expeditions.bot import choose as sensible
from domain.games.expeditions.components import ExpeditionsOptions
from domain.match import Match
from domain.play import Illegal
from domain.table import Impossible
from replays.audit import audit
from tests.domain.expeditions.table import said
from tests.support import STAMP

SEED = b"random play" * 3
CHOICES: dict[str, list[Any]] = {
    "level": [1, 2, 3, 4, 5],
    "mech": [None, "marsh_strider", "tatanka", "hauler", "musterer", "longarm"],
    "pair": [None, "p1", "p2", "p3", "p4", "p5", "p6"],
    "first_player": [None, 1, 2],
    "fourth_glory_ends": [True, False],
    "face_up_cards": ["any", "adjacent"],
    "corruption_on_top": ["last_drawn", "first_drawn"],
    "uncovered_in_same_gather": [False, True],
    "pass_automa_mechs": [True, False],
}


def drawn(choose: random.Random, needs: NeedsOutcome) -> Outcome:
    """Return something that chance may give."""
    return choose.choice([outcome for outcome, n in needs.question.among.items() for _ in range(n)])


def open_match(mode: str, choose: random.Random, **options: Any) -> Match:
    fixed, seats = opening("expeditions", 2, options), [Seat("human", "c"), Seat("automa", "c")]
    outcomes: list[Outcome] = []
    while True:
        try:
            sealed = {"seed": SEED} if mode == "sealed" else {"outcomes": outcomes}
            return Match.open("m", fixed, seats, STAMP, chance=mode, **sealed)
        except NeedsOutcome as needs:
            outcomes.append(drawn(choose, needs))


def play(match: Match, action: Action, choose: random.Random) -> None:
    """Let whoever is to act do this, chance giving anything possible."""
    outcomes: list[Outcome] = []
    sealed = match.opened.chance == "sealed"
    while True:
        try:
            match.play(match.to_act[0], action, match.chance(outcomes, SEED if sealed else None), STAMP)
            return
        except NeedsOutcome as needs:
            outcomes.append(drawn(choose, needs))


def any_action(match: Match, choose: random.Random) -> Action:
    """Return anything legal; there always is something before the end."""
    legal = list(legal_actions(match.opening, match.table, match.to_act[0]))
    assert legal
    return choose.choice(legal)


def holds(match: Match, total: int) -> None:
    """Check what is always true."""
    table, board = match.table, Board(match.opening, match.table)
    assert table.total() == total
    assert all(0 <= table.number(track) <= 10 for track in ("power", "guile"))
    assert sum(board.occupied(place) for place in board.places) == 3 - (not board.here), "no two mechs on one place"
    assert board.region(board.where("mech:north")) == "north"
    assert board.region(board.where("mech:central")) == "central"
    assert all(table.count(zone) <= board.tuck_limit for zone in ("solved:1", "upgraded:1", "melded:1"))
    assert table.count("aside") == 2
    assert all(table.count(zone, card) <= 1 for zone, card in board.row)


def play_to_the_end(number: int) -> Match:
    choose = random.Random(number)
    options = {name: choose.choice(values) for name, values in CHOICES.items()} if number % 3 else {}
    match = open_match("table" if number % 2 else "sealed", choose, **options)
    total = match.table.total()
    for _ in range(3000):
        if match.is_over:
            break
        if number % 4 == 3 and choose.random() < 0.8:
            action = sensible(match.opening, match.table, match.to_act[0], choose.randrange)
        else:
            action = any_action(match, choose)
        play(match, action, choose)
        holds(match, total)
    return match


@pytest.mark.parametrize("number", range(int(os.environ.get("MATCHES", "16"))))
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


def test_nothing_on_this_table_is_anybodys_secret() -> None:
    match = play_to_the_end(0)
    cursor = match.line.cursor()
    for number in range(0, match.head, 7):
        cursor.go_to(number)
        for viewer in (None, 1, 2):
            assert view(match.opening, cursor.table, viewer) == cursor.table
    # and what nobody has seen yet is on the table under no name
    named = {piece for zone, pieces in cursor.table.zones.items() if not zone.startswith("unseen:") for piece in pieces}
    unseen = {p for z, pieces in cursor.table.zones.items() if z.startswith("unseen:") for p in pieces if p[0] != "?"}
    assert not {piece for piece in named & unseen if not piece.startswith("corruption:")}


def test_every_option_takes_part() -> None:
    assert set(CHOICES) == set(ExpeditionsOptions.model_fields)


class AtTheTable(RuleBasedStateMachine):
    """Play, take back, restore and try what is illegal, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.match = open_match("sealed", random.Random(1), level=3)
        self.total = self.match.table.total()

    @precondition(lambda self: not self.match.is_over)
    @rule(seed=st.integers(0, 2**32))
    def go_on(self, seed: int) -> None:
        choose = random.Random(seed)
        play(self.match, any_action(self.match, choose), choose)

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
    @rule(what=st.sampled_from(["move", "travel", "solve", "boast", "upgrade", "vanquish", "gain_card", "shift"]))
    def try_something(self, what: str) -> None:
        fields: dict[str, dict[str, str]] = {
            "move": {"to": "N7"}, "travel": {"to": "S1"}, "solve": {"card": "card:q01"}, "boast": {"category": "cards"},
            "upgrade": {"card": "card:i01"}, "gain_card": {"card": "card:m01"}, "shift": {"to": "move"},
        }  # fmt: skip
        before, version = self.match.table.digest(), self.match.version
        try:
            self.match.play(1, said(what, **fields.get(what, {})), self.match.chance(seed=SEED), STAMP)
        except (Illegal, Impossible):
            assert (self.match.table.digest(), self.match.version) == (before, version)

    @invariant()
    def the_table_is_sound(self) -> None:
        holds(self.match, self.total)

    @invariant()
    def the_events_tell_the_same_match(self) -> None:
        again = revive(self.match._pending)
        assert again is not None
        assert (again.table, again.line.numbers) == (self.match.table, self.match.line.numbers)


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(max_examples=10, stateful_step_count=20, deadline=None)
