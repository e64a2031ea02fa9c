"""Random legal play: to the end, nothing lost, nothing leaked, everything can be taken back.

The number of matches can be raised: MATCHES=300 pytest tests/domain/ultime/test_random_play.py
"""

import os
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tablescribe.domain.games.ultime.components import UltimeOptions
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import HIDDEN
from tests.depth import times
from tests.domain.random_play import AnyTable, ends_and_its_record_holds, open_match, random_move
from tests.domain.ultime.table import card

CHOICES: dict[str, list[Any]] = {
    "hand_limit_counts_power_cards": [False, True],
    "hand_limit_method": ["draw_then_discard", "draw_only_to_limit"],
    "events_need_active_pawn": [True, False],
    "supporting_owner": ["keeps_support", "breaks_even"],
    "sneaky_on_own_village": [False, True],
    "swap_can_trigger_event": [False, True],
    "defence_mode": ["reactive", "armed"],
    "defence_stops_attackers_points": [True, False],
    "defence_stops_swap": [True, False],
    "pickaxe_owner_draws": [True, False],
    "victory_check": ["immediate", "end_of_turn"],
    "tie_at_twelve": ["highest_then_active", "shared"],
    "whole_move_on_two_move_cards": [True, False],
    "defended_attack_redistributes": [True, False],
    "split_may_move_two_pawns": [False, True],
    "split_second_move_optional": [False, True],
    "redistribution_can_trigger_event": [False, True],
    "redistribution_draws_at_pickaxe": [False, True],
    "swap_draws_at_pickaxe": [False, True],
    "score_visibility": ["hidden", "visible"],
}


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
    mode = ["table", "sealed", "sealed"][number // 3 % 3]
    match = open_match("ultime", 3 + number % 3, mode, choose, first_player=1, **options)
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


@pytest.mark.parametrize("number", range(int(os.environ.get("MATCHES", times(3, 18)))))
def test_a_random_match_ends_and_its_record_holds(number: int) -> None:
    ends_and_its_record_holds(play_to_the_end(number))


def test_every_option_takes_part() -> None:
    assert {*CHOICES, "first_player"} == set(UltimeOptions.model_fields)


class AtTheTable(AnyTable):
    """Three players, who also try illegal cards."""

    def open(self) -> None:
        self.match = open_match("ultime", 3, first_player=1)

    @precondition(lambda self: not self.match.is_over)
    @rule(seat=st.integers(1, 3), at=st.integers(1, 12), number=st.integers(1, 24))
    def try_a_card(self, seat: int, at: int, number: int) -> None:
        self.tries(seat, card(number, seat, at))


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(max_examples=times(4, 12), stateful_step_count=25, deadline=None)
