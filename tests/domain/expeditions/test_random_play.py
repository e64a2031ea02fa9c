"""Random legal play: to the end, nothing lost, everything can be taken back.

The number of matches can be raised: MATCHES=300 pytest tests/domain/expeditions/test_random_play.py
"""

import os
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.bot import choose as sensible
from tablescribe.domain.games.expeditions.components import ExpeditionsOptions
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.view import view
from tests.depth import times
from tests.domain.expeditions.table import said
from tests.domain.random_play import AnyTable, anything, ends_and_its_record_holds, open_match, play

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


def holds(match: Match, total: int) -> None:
    """Check the invariants."""
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
    match = open_match("expeditions", 2, "table" if number % 2 else "sealed", choose, **options)
    total = match.table.total()
    for _ in range(3000):
        if match.is_over:
            break
        if number % 4 == 3 and choose.random() < 0.8:
            seat = match.to_act[0]
            action = sensible(match.opening, match.table, seat, choose.randrange)
        else:
            seat, action = anything(match, choose)
        play(match, seat, action, choose)
        holds(match, total)
    return match


@pytest.mark.parametrize("number", range(int(os.environ.get("MATCHES", times(4, 16)))))
def test_a_random_match_ends_and_its_record_holds(number: int) -> None:
    ends_and_its_record_holds(play_to_the_end(number))


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


class AtTheTable(AnyTable):
    """One human, who also tries illegal actions."""

    def open(self) -> None:
        self.match = open_match("expeditions", 2, level=3)

    def holds(self) -> None:
        holds(self.match, self.total)

    @precondition(lambda self: not self.match.is_over)
    @rule(what=st.sampled_from(["move", "travel", "solve", "boast", "upgrade", "vanquish", "gain_card", "shift"]))
    def try_something(self, what: str) -> None:
        fields: dict[str, dict[str, str]] = {
            "move": {"to": "N7"}, "travel": {"to": "S1"}, "solve": {"card": "card:q01"}, "boast": {"category": "cards"},
            "upgrade": {"card": "card:i01"}, "gain_card": {"card": "card:m01"}, "shift": {"to": "move"},
        }  # fmt: skip
        self.tries(1, said(what, **fields.get(what, {})))


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(max_examples=times(4, 10), stateful_step_count=20, deadline=None)
