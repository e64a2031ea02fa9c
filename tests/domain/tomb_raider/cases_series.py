"""Cases of series: what fits, what is carried over, how it stands (TR-120 to TR-128)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.board import WINNERS, saved, unsaved
from tablescribe.domain.games.tomb_raider.series import sequel
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.game import Ended, Result
from tablescribe.domain.table.table import Table
from tests.domain.tomb_raider.cases import CASES
from tests.domain.tomb_raider.finishing import both_finish, one_has_finished
from tests.domain.tomb_raider.opened import SIXTY, lies, opened
from tests.domain.tomb_raider.sentences.rows import acts, tries

obeys, breaks = CASES.obeys, CASES.breaks

BEFORE = "0" * 64
"""The head hash of some match."""


def pick_up(seats: int = 2, **options: Any) -> Match:
    """Open a level of a pick-up series."""
    return opened("pick_up_series", seats, *range(seats, 0, -1), series="pick_up", **options)


def ended(match: Match, *winners: int, **rows: str) -> Ended:
    """Return how a match ended: who won, and what lay in the rows (`saved_1="treasure:020 draw1:067"`)."""
    table: Table = match.table.copy()
    for row, cards in rows.items():
        kind, _, seat = row.partition("_")
        zone = {"saved": saved, "unsaved": unsaved}[kind](int(seat))
        for card in cards.split():
            table.zones.setdefault(zone, {})[card] = table.zones.get(zone, {}).get(card, 0) + 1
    result = Result("treasure", "TR-84", winners, (0,) * match.opening.seats)
    return Ended(match.opening, table, result)


@obeys("TR-120", "TR-122")
def the_second_level_of_a_linked_series() -> Match:
    match = opened("atlantis", 2, 6, 1, series="linked", episode=2, follows=BEFORE, carried="020")
    assert (lies(match, "saved:1"), lies(match, "saved:2")) == ({"treasure:020": 1}, {})
    return match


@breaks("TR-120")
def a_second_level_that_follows_nothing() -> None:
    opened("atlantis", 2, 6, 1, series="linked", episode=2)


@breaks("TR-122")
def an_upgrade_is_carried_though_that_was_not_agreed() -> None:
    opened("atlantis", 2, 6, 1, series="linked", episode=2, follows=BEFORE, carried="067")


@breaks("TR-121")
def who_has_finished_asks_for_a_new_order() -> None:
    tries(one_has_finished(), "1 roll_order: 1 1 6 6 6")


@breaks("TR-121")
def who_has_finished_is_named_as_first() -> None:
    tries(acts(one_has_finished(), "3 roll_order: 1 1 6 6 6"), "3 let_begin 1")


@breaks("TR-121")
def a_timed_series_with_another_objective() -> None:
    opened("into_the_caves", 2, 6, 1, series="timed", objective="bounty")


@breaks("TR-121")
def levels_of_unequal_power_in_a_timed_series() -> None:
    sequel(ended(opened("into_the_caves", 2, 6, 1, series="timed"), 1), {"level": "atlantis"})


@obeys("TR-121")
def both_finish_a_level_of_a_timed_series() -> Match:
    match = both_finish()
    assert match.table.get(WINNERS) == "1"
    assert (match.table.number("score:1"), match.table.number("score:2")) == (0, 1)
    return match


@obeys("TR-123", "TR-124", "TR-126", "TR-127")
def the_first_level_of_a_pick_up_series() -> Match:
    match = pick_up(bonus=", 045")
    assert (lies(match, "saved:1"), lies(match, "saved:2")) == ({}, {"treasure:045": 1})
    assert lies(match, "space:3-1") == {"level:026.forward": 1}
    return match


@breaks("TR-123")
def a_third_level_for_two() -> None:
    pick_up(episode=3, follows=BEFORE)


@breaks("TR-124")
def too_strong_a_treasure_for_the_second_player() -> None:
    pick_up(bonus=", h-t03")


@breaks("TR-126")
def a_pick_up_series_alone() -> None:
    opened("pick_up_series", 1, series="pick_up")


CASES.forged("TR-127", "TR-128")


@obeys("TR-125", "TR-128")
def the_second_level_of_a_pick_up_series() -> Match:
    match = pick_up(episode=2, follows=BEFORE, carried="067 068 020, h-s01", decks=f"{SIXTY} --- {SIXTY}; h-s01")
    assert lies(match, "saved:1") == {"draw1:067": 1, "draw1:068": 1, "treasure:020": 1}
    assert lies(match, "saved:2") == {"draw2:h-s01": 1}
    assert sum(lies(match, "deck:draw1").values()) == 58, "what is carried is not in the deck"
    assert lies(match, "space:1-3") == {"level:001.forward": 1}, "its first depth is 3"
    return match


@breaks("TR-125")
def two_items_are_carried() -> None:
    pick_up(episode=2, follows=BEFORE, carried="068 069")
