"""Nine Men's Morris: its rules obeyed and broken, and the common tests of every game."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import game, opening
from tablescribe.domain.games.morris.actions import Place, Remove
from tablescribe.domain.games.morris.board import ENDINGS, Board
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.table import Impossible
from tests.domain.a_game import a_game
from tests.domain.cases import Cases
from tests.domain.morris.symmetries import SYMMETRIES
from tests.domain.morris.ways import WAYS
from tests.support import STAMP, do

CASES = Cases()

THREE = "a7 a1 d7 d1 b4 b6"
"""Three men each, all placed: with two of them on an outer side, and one on the middle square."""

SHUT_IN = "e5 c5 f6 d5 d7 c4 c3 d6 a4 b4 b2 b6 g1 a7"
"""Seven men each, all placed: black is shut in as soon as white moves the seventh man."""


def given(moves: str, men: int = 9, **options: Any) -> Match:
    """Return a match in which these moves were made: `a7` places a man, `a7-d7` moves one, `xa7` removes one."""
    components = {**game("morris").catalogue.model_dump(mode="json"), "men": men}
    match = Match.open("m", opening("morris", 2, options, components), [Seat("a", "c"), Seat("b", "c")], STAMP)
    for written in moves.split():
        do(match, match.to_act[0], read(written))
    return match


def read(written: str) -> Action:
    """Return the action that is written like that."""
    man, _, to = written.removeprefix("x").partition("-")
    if to:
        data = {"do": "move", "man": man, "to": to}
    else:
        data = {"do": "remove", "man": man} if written.startswith("x") else {"do": "place", "to": man}
    return game("morris").read_action(data)


def standing(match: Match) -> str:
    """Return where the men stand: white's, then black's."""
    board = Board(match.opening, match.table)
    return " | ".join(" ".join(sorted(board.men(seat))) for seat in (1, 2))


def ended(match: Match) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """Return how a match ended, who won, and how many men each had."""
    result = match.close(STAMP).result
    return result.ending, result.winners, result.scores


# --- the beginning, and turns ----------------------------------------------------------------------


@CASES.obeys("MO-1", "MO-2", "MO-3", "MO-4")
def white_begins_by_placing_a_man() -> Match:
    match = given("a7")
    assert (match.table.count("beside:1"), match.table.count("beside:2")) == (8, 9)
    assert (standing(match), match.to_act) == ("a7 | ", (2,))
    return match


@CASES.breaks("MO-2")
def black_begins() -> None:
    do(given(""), 2, Place(to="a7"))


@CASES.breaks("MO-3")
def black_places_a_man_on_a_white_one() -> None:
    given("a7 a7")


@CASES.breaks("MO-4")
def white_moves_before_all_men_are_placed() -> None:
    given("a7 a1 a7-d7")


@CASES.breaks("MO-4")
def white_places_a_man_after_all_have_been_placed() -> None:
    given(THREE + " g1", men=3)


@CASES.obeys("MO-5")
def white_moves_along_a_line() -> Match:
    match = given("a7 a1 d7 d1 b4 b6 b2 f6 a7-a4", men=4)
    assert (standing(match), match.to_act) == ("a4 b2 b4 d7 | a1 b6 d1 f6", (2,))
    return match


@CASES.breaks("MO-5")
def white_moves_past_a_point() -> None:
    given("a7 a1 d7 d1 b4 b6 b2 f6 b4-c5", men=4)


@CASES.breaks("MO-5")
def white_moves_a_black_man() -> None:
    given("a7 a1 d7 d1 b4 b6 b2 f6 a1-a4", men=4)


@CASES.obeys("MO-6")
def white_flies_with_three_men() -> Match:
    match = given(THREE + " b4-g4", men=3)
    assert standing(match) == "a7 d7 g4 | a1 b6 d1"
    return match


@CASES.breaks("MO-6")
def white_flies_where_nobody_does() -> None:
    given(THREE + " b4-g4", men=3, flying=False)


# --- mills -----------------------------------------------------------------------------------------


@CASES.obeys("MO-7", "MO-8")
def white_closes_a_mill_and_removes_the_man_that_is_in_none() -> Match:
    match = given("a7 b6 d7 d6 g1 f6 xg1 c3 a4 g7")
    assert match.to_act == (1,), "the mill asks white for a man"
    do(match, 1, Remove(man="a4"))
    assert (standing(match), match.to_act) == ("a7 c3 d7 g7 | b6 d6 f6", (2,))
    assert match.table.count("box") == 2
    return match


@CASES.breaks("MO-7")
def black_goes_on_before_white_has_removed_a_man() -> None:
    do(given("a7 b6 d7 d6 g7"), 2, Place(to="f6"))


@CASES.breaks("MO-7")
def white_removes_a_man_of_its_own() -> None:
    given("a7 b6 d7 d6 g7 xa7")


@CASES.breaks("MO-8")
def white_removes_a_man_from_a_mill_while_another_is_in_none() -> None:
    given("a7 b6 d7 d6 g1 f6 xg1 c3 a4 g7 xb6")


@CASES.obeys("MO-9")
def white_closes_two_mills_at_once_and_removes_two_men() -> Match:
    match = given("d7 b6 g7 f6 a4 b2 a1 f2 a7 xb6 xf6", two_mills=2)
    assert (standing(match), match.to_act) == ("a1 a4 a7 d7 g7 | b2 f2", (2,))
    return match


# --- the end ---------------------------------------------------------------------------------------


@CASES.obeys("MO-10")
def black_has_two_men_left() -> Match:
    match = given("a7 a1 d7 d1 g7 xa1", men=3)
    assert ended(match) == ("two_men", (1,), (3, 2))
    return match


@CASES.obeys("MO-11")
def black_is_shut_in() -> Match:
    match = given(SHUT_IN + " g1-g4", men=7)
    assert ended(match) == ("no_move", (1,), (7, 7))
    return match


@CASES.obeys("MO-12")
def the_men_stand_there_for_the_third_time() -> Match:
    there_and_back = " b4-c4 b6-d6 c4-b4 d6-b6"
    match = given(THREE + there_and_back, men=3)
    assert not match.is_over, "this was the second time"
    match = given(THREE + 2 * there_and_back, men=3)
    assert ended(match) == ("repetition", (), (3, 3))
    return match


@CASES.obeys("MO-13")
def ten_moves_close_no_mill() -> Match:
    nine = THREE + " b4-c4 b6-d6 c4-c3 d6-f6 c3-d3 f6-f4 d3-e3 f4-g4 e3-e4"
    assert not given(nine, men=3, without_mill=10).is_over
    match = given(nine + " g4-f4", men=3, without_mill=10)
    assert ended(match) == ("no_mill", (), (3, 3))
    return match


CASES.forged("MO-1", "MO-9", "MO-10", "MO-11", "MO-12", "MO-13")


# --- what tables agree on --------------------------------------------------------------------------


def test_two_mills_at_once_remove_one_man_unless_two_were_agreed() -> None:
    match = given("d7 b6 g7 f6 a4 b2 a1 f2 a7 xb6")
    assert (standing(match), match.to_act) == ("a1 a4 a7 d7 g7 | b2 f2 f6", (2,))


@pytest.mark.parametrize(
    ("from_mills", "asked"),
    [("if_no_other", {"b6", "d6", "f6"}), ("any", {"b6", "d6", "f6"}), ("never", set())],
)
def test_where_all_men_are_in_mills_any_is_removed_or_none(from_mills: str, asked: set[str]) -> None:
    match = given("a7 b6 d7 d6 a4 f6 xa4 g7", from_mills=from_mills)
    board = Board(match.opening, match.table)
    assert set(board.removable(2)) == asked
    assert match.to_act == ((1,) if asked else (2,))


def test_at_some_tables_a_man_is_removed_from_a_mill_though_there_are_others() -> None:
    match = given("a7 b6 d7 d6 g1 f6 xg1 c3 a4 g7 xb6", from_mills="any")
    assert standing(match) == "a7 c3 d7 g7 | a4 d6 f6"


def test_a_mill_is_opened_and_closed_again() -> None:
    match = given("a7 b6 d7 f6 g7 xb6 b2 c3 f2 g7-g4 f6-d6 g4-g7", men=4)
    assert match.to_act == (1,), "the mill asks white for a man once more"


def test_two_men_cannot_stand_on_a_point_however_a_table_plays() -> None:
    match = given("a7")
    with pytest.raises(Impossible, match=r"a7 is occupied"):
        do(match, 2, Place(to="a7"), as_played=True)


def test_who_played_out_of_turn_as_played_has_had_the_turn() -> None:
    match = given("a7")
    do(match, 1, Place(to="d7"), as_played=True)
    assert match.to_act == (2,)


TestMorris = a_game(
    "morris",
    cases=CASES,
    options={
        "flying": [True, False], "from_mills": ["if_no_other", "never", "any"], "two_mills": [1, 2],
        "without_mill": [10, 50],
    },
    endings=ENDINGS,
    ways=WAYS,
    symmetries=SYMMETRIES,
)  # fmt: skip
