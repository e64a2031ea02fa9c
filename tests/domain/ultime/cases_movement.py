"""Broken cases of single sentences: how a movement card is used (UP-15 to UP-17), who begins, what is discarded."""

from __future__ import annotations

from tablescribe.domain.games import game, opening
from tablescribe.domain.games.ultime.actions import Discard
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tests.domain.ultime.cases import breaks
from tests.domain.ultime.table import card, given, when
from tests.support import STAMP

SPLIT = 7
"""A card with two small numbers."""


def first_step() -> int:
    """Return the first of its two small numbers."""
    one = next(one for one in game("ultime").catalogue.model_dump()["movement_cards"] if one["id"] == SPLIT)
    return int(one["steps"][0])


@breaks("UP-9")
def somebody_begins_who_is_not_there() -> None:
    Match.open("m", opening("ultime", 3, {"first_player": 5}), [Seat("a", "b")] * 3, STAMP)


@breaks("UP-15")
def a_two_move_card_is_used_whole_where_a_table_does_not_allow_it() -> None:
    when(given(whole_move_on_two_move_cards=False), 1, card(SPLIT, 1, 2))


@breaks("UP-16")
def a_split_card_is_left_after_its_first_move() -> None:
    when(given(), 1, card(SPLIT, 1, 2, "first"))


@breaks("UP-16")
def a_second_pawn_is_named_for_a_card_that_is_not_split() -> None:
    match = given({1: (2, 9)}, split_may_move_two_pawns=True)
    when(match, 1, card(SPLIT, 1, 2, "square", second_at=9))


@breaks("UP-16")
def the_second_move_is_made_with_the_other_pawn() -> None:
    when(given({1: (2, 9)}), 1, card(SPLIT, 1, 2, "split", second_at=9))


@breaks("UP-16")
def a_second_pawn_is_named_where_both_stand_together() -> None:
    there = 2 + first_step()
    match = given({1: (2, there), 2: (7, 6)}, split_may_move_two_pawns=True)
    when(match, 1, card(SPLIT, 1, 2, "split", second_at=there))


@breaks("UP-17")
def a_second_pawn_moves_though_the_first_has_completed_an_event() -> None:
    at = 5 - first_step()
    match = given({1: (at, 9), 2: (7, 6)}, split_may_move_two_pawns=True)
    when(match, 1, card(SPLIT, 1, at, "split", second_at=9))


@breaks("UP-25")
def a_power_card_is_discarded_though_only_movement_cards_count() -> None:
    when(given(movement={1: 8}, power={1: 1}), 1, Discard(card="power:thief"))
