"""Playing alone: Regras para campanha solo."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Fact, Moved, Turned
from tests.domain.tomb_raider.opened import THIRTY, lies, opened, pool
from tests.domain.tomb_raider.sentences.rows import LAID, Heading, acts, besides, instead, without
from tests.domain.tomb_raider.table import given, lies_at

EMPTY, HIT = "marker:empty", "marker:damage"
obstacles = Heading("Regras para campanha solo: Cartas de obstáculos")
aim = Heading("Regras para campanha solo: Objetivo")


def mapping(**more: Any) -> Match:
    """Return a match of one raider who is about to map a danger of 1 at depth 2."""
    return given({"1-2": "cross"}, {1: "1-2"}, seats=1, **more)


@obstacles.obeys("1.1")
def obstacles_are_taken_out_of_the_draw_deck() -> Match:
    """THIRTY has six obstacles."""
    match = opened("introductory", 1, decks=THIRTY)
    assert sum(lies(match, "deck:draw1").values()) == 24
    assert not pool(match, "draw1") & {"059", "060", "062"}
    return match


obstacles.record(
    "1.1", "TR-104", besides("one_is_left_in_it", Moved("?obstacles", 1, "deck:obstacles", "deck:draw1")), LAID
)


@obstacles.obeys("1.2")
def they_are_a_deck_of_their_own() -> Match:
    match = opened("introductory", 1, decks=THIRTY)
    assert sum(lies(match, "deck:obstacles").values()) == 9
    return match


obstacles.record("1.2", "TR-104", without("there_is_no_such_deck", "deck:obstacles", "unseen:obstacles"), LAID)


@obstacles.obeys("1.3")
def the_level_lists_its_obstacles() -> Match:
    match = opened("introductory", 1, starter="cave", decks=THIRTY)
    assert pool(match, "obstacles") == {"022", "025", "058", "059", "060", "062", "064", "065"}
    return match


obstacles.record(
    "1.3", "TR-104", besides("an_obstacle_is_left_out", Moved("?obstacles", 1, "deck:obstacles", "box")), LAID
)


@obstacles.obeys("1.4")
def cards_are_turned_until_one_may_lie_there() -> Match:
    match = acts(mapping(), "1 step right: level:cross obstacles:rock obstacles:wolf obstacles:dust")
    assert lies_at(match, "discard:obstacles") == {"obstacles:rock", "obstacles:wolf"}
    return match


obstacles.record("1.4", "TR-105", instead("the_passed_ones_go_back", "discard:obstacles", "deck:obstacles"))


@obstacles.obeys("1.5")
def it_is_laid_on_the_new_location() -> Match:
    match = acts(mapping(), "1 step right: level:cross obstacles:dust")
    assert lies_at(match, "2-2") == {"level:cross.right", "obstacles:dust"}
    return match


obstacles.record("1.5", "TR-105", instead("the_fitting_one_is_discarded", "space:2-2", "discard:obstacles"))


@obstacles.obeys("1.6")
def an_empty_obstacle_deck_is_shuffled_anew() -> Match:
    """All but one card is in the discard pile: the rock is turned, the pile shuffled, the dust laid."""
    match = mapping(more=almost_turned())
    acts(match, "1 step right: level:cross obstacles:rock obstacles:dust")
    assert lies_at(match, "2-2") == {"level:cross.right", "obstacles:dust"}
    return match


def almost_turned() -> list[Fact]:
    """Return facts by which all obstacles but the rock have been turned and discarded."""
    facts: list[Fact] = []
    for piece, n in mapping().table.pieces("unseen:obstacles").items():
        left = n - (piece == "obstacles:rock")
        if not piece.startswith("?") and left:
            facts += [Moved("?obstacles", left, "deck:obstacles", "discard:obstacles")]
            facts += [Turned("discard:obstacles", "?obstacles", piece, left)]
            facts += [Turned("unseen:obstacles", piece, "?obstacles", left)]
    return facts


obstacles.record("1.6", "TR-105", instead("it_ends_there", "space:2-2", "discard:obstacles"))


@aim.obeys("1.1")
def a_limit_of_resets_or_of_turns() -> list[Match]:
    matches = []
    limits: list[tuple[dict[str, Any], str]] = [({"most_resets": 0}, "1 reset"), ({"most_turns": 1}, "1 play_on")]
    for limit, last in limits:
        match = acts(given({"2-2": "cross"}, {1: "2-2"}, seats=1, **limit), "1 stay", "1 no_search", "1 draw", last)
        assert (match.is_over, match.table.get("winners")) == (True, "")
        matches.append(match)
    return matches


aim.record("1.1", "TR-106", without("play_goes_on", "ending"))


def all_mapped(here: str, hand: tuple[str, ...] = (), *, empty: bool, **options: Any) -> Match:
    """Return a match of one raider at 2-2 in a level that is mapped in whole, and searched but there if `empty`."""
    names = iter(["cross", "bone", "rich", "tee", "corner", "shaft"] * 3)
    places = {f"{column}-{depth}": next(names) for depth in range(1, 6) for column in (1, 2, 3)}
    places |= {"2-2": here, "2-5": "room"}
    lies = {at: [EMPTY] for at in places if at != "2-2"} if empty else {"2-2": [HIT]}
    del places["2-1"]
    match = given(places, {1: "2-2"}, {1: hand}, seats=1, lies=lies, **options)
    return acts(match, "1 stay")


@aim.obeys("1.2")
def every_location_searched_or_every_creature_removed() -> list[Match]:
    searched = all_mapped("cross", empty=True, search_all=True)
    assert not searched.is_over
    acts(searched, "1 search: 1 1 1")
    assert (searched.is_over, searched.table.get("ending")) == (True, "searched")
    cleared = acts(all_mapped("den", empty=False, clear="creatures"), "1 face level:den.forward fight: 6 6")
    assert (cleared.is_over, cleared.table.get("ending")) == (True, "cleared")
    return [searched, cleared]


aim.record("1.2", "TR-106", without("it_goes_on", "ending"))


@aim.obeys("1.3")
def what_is_to_be_reached_is_agreed_on_before() -> Match:
    """Without a limit the same turn ends nothing."""
    free = acts(given({"2-2": "cross"}, {1: "2-2"}, seats=1), "1 stay", "1 no_search", "1 draw", "1 play_on")
    assert not free.is_over
    match = acts(given({"2-4": "room"}, {1: "2-4"}, seats=1, search_all=True), "1 stay", "1 search: 6 6 1")
    assert not match.is_over, "the treasure is not what is to be reached"
    return match


@aim.breaks("1.3", "TR-134")
def playing_for_a_level_that_there_is_not() -> None:
    opened("the_moon", 1, most_turns=9)
