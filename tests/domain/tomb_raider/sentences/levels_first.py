"""Levels of the starters: NÍVEIS, Nivel introdutório, Into the Caves, Trapped in the Tombs, Death by Design."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablescribe.domain.games.tomb_raider.actions.keeping import Search
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import unused
from tablescribe.domain.table.table import Fact, Moved, Turned
from tests.domain.tomb_raider.cases_levels import CAVES
from tests.domain.tomb_raider.finishing import go_on
from tests.domain.tomb_raider.opened import THIRTY, lies, opened, pool
from tests.domain.tomb_raider.sentences.rows import (
    LAID,
    Heading,
    acts,
    asks,
    besides,
    instead,
    tries,
    without,
)
from tests.domain.tomb_raider.table import at, lies_at
from tests.support import STAMP

levels = Heading("NÍVEIS")
first = Heading("Nivel introdutório")
design = Heading("Death by Design")

TOMBS = "; ".join(f"{n:03}" for n in range(26, 44))
"""The locations of the starter Trapped in the Tombs."""


def taken(match: Match) -> Match:
    """Let everybody take a first hand, and seat 1 move first."""
    for seat in match.opening.all_seats:
        if asks(match)[0] == "first_hand":
            acts(match, f"{seat} take_hand")
    return match


def begun(level: str, seats: int, order: str, *outcomes: int, **options: Any) -> Match:
    """Return a match of a level in which seat 1 is to move, `order` being what was rolled for it."""
    match = taken(opened(level, seats, *outcomes, **options))
    return acts(match, f"1 roll_order: {order}", "1 move_first") if seats > 1 else match


# --- all of them ------------------------------------------------------------------------------


@levels.obeys("1")
def the_level_is_chosen_first() -> Match:
    match = opened("into_the_caves", 2, 6, 1)
    assert (lies(match, "space:1-1")["level:001.forward"], "003" in pool(match, "level")) == (1, True)
    return match


@levels.breaks("1", "TR-134")
def no_such_level() -> None:
    opened("the_atlantic", 2)


@levels.obeys("2")
def cards_are_named_by_their_numbers() -> Match:
    match = opened("introductory", 2, 6, 1, raiders="019, 044", decks=THIRTY)
    assert (lies(match, "raider:1")["raider:019"], "068" in pool(match, "draw1")) == (1, True)
    return match


@levels.breaks("2", "TR-5")
def a_number_that_no_card_bears() -> None:
    opened("introductory", 2, 6, 1, decks=f"{THIRTY}; 1 999")


# --- the introductory level -------------------------------------------------------------------


@first.obeys("1")
def without_a_word_two_play_the_introductory_level() -> Match:
    match = opened(None, 2, 6, 1)
    assert lies(match, "space:2-4") == {"level:028.down": 1}
    return match


@first.breaks("1", "TR-134")
def a_level_for_beginners_that_is_not_there() -> None:
    opened("beginners", 2)


@first.obeys("2")
def one_or_two_play_it() -> list[Match]:
    return [opened("introductory", 1), opened("introductory", 2, 6, 1)]


@first.breaks("2", "TR-107")
def three_play_it() -> None:
    opened("introductory", 3)


@first.obeys("3")
def its_power_is_one() -> Match:
    return opened("introductory", 2, 6, 1, power=1)


@first.breaks("3", "TR-107")
def it_is_played_at_power_two() -> None:
    opened("introductory", 2, 6, 1, power=2)


@first.obeys("4")
def one_starter_unmixed_and_a_second_entrance() -> list[Match]:
    tomb, cave = opened("introductory", 2, 6, 1), opened("introductory", 2, 6, 1, starter="cave")
    assert pool(tomb, "level") == {f"{n:03}" for n in range(26, 44)} - {"026", "028"}
    assert pool(cave, "level") == {f"{n:03}" for n in range(1, 19)} - {"001", "003"}
    return [cave, tomb]


first.record("4", "TR-107", besides("a_starter_location_is_left_out", Moved("?level", 1, "deck:level", "box")), LAID)


@first.obeys("5")
def three_by_six_with_corners_and_the_treasure_room_at_depth_four() -> list[Match]:
    two, alone = opened("introductory", 2, 6, 1), opened("introductory", 1)
    assert {zone for zone in two.table.zones if zone.startswith("space:")} == {"space:1-1", "space:2-4", "space:3-1"}
    assert lies(alone, "space:3-1") == {}, "alone the second corner stays unknown"
    return [alone, two]


first.record("5", "TR-107", instead("it_lies_at_depth_five", "space:2-4", "space:2-5"), LAID)


@first.obeys("6")
def alone_all_obstacles_of_the_starter() -> Match:
    match = opened("introductory", 1)
    assert sum(lies(match, "deck:obstacles").values()) == 9
    assert pool(match, "obstacles") == {"047", "050", "058", "059", "060", "062", "064", "065"}
    return match


first.record(
    "6", "TR-104", besides("a_starter_obstacle_is_left_out", Moved("?obstacles", 1, "deck:obstacles", "box")), LAID
)


@first.obeys("7")
def who_finds_the_treasure_first_wins() -> Match:
    """Both stand in the room by a judge's hand; seat 1 searches first, and all its dice show six."""
    match = opened("introductory", 2, 6, 1)
    match = acts(taken(acts(match, "1 enter space:1-1")), "1 roll_order: 6 6 1 1", "1 move_first")
    there: list[Fact] = [Turned("space:2-4", "level:028.down", "level:028.forward", 1)]
    there += [Moved("figure:1", 1, "space:1-1", "space:2-4"), Moved("figure:2", 1, "space:3-1", "space:2-4")]
    match.rule(there, STAMP, clause="a prepared position", reason="test")
    acts(match, "1 stay", "1 no_attack", "2 stay", "2 no_attack")
    go_on(match, 1, Search(), 6)
    while not match.is_over:
        closing = unused(match.opening, match.table)
        assert closing is not None
        go_on(match, *closing, 6)
    assert match.table.get("winners") == "1"
    return match


first.record("7", "TR-84", instead("who_searches_second_wins", "1", "2"))

# --- Into the Caves, Trapped in the Tombs -----------------------------------------------------


def starter_level(name: str, level: str, rule: str, numbers: str, gate: str, room: str, other: str) -> None:
    """Tie the cases of a starter's level, whose paragraphs are alike: its locations, entrance, room, one of another."""
    here = Heading(name)
    plain, n = numbers.split("; ")[3], level.split("_")[-1]

    def tie(place: str, scenario: Callable[[], Match | list[Match]], called: str) -> None:
        scenario.__name__ = f"{called}_{n}"
        here.obeys(place)(scenario)

    def refuse(place: str, by: str, scenario: Callable[[], object], called: str) -> None:
        scenario.__name__ = f"{called}_{n}"
        here.breaks(place, by)(scenario)

    def corners() -> list[Match]:
        three, two = opened(level, 3), opened(level, 2, 6, 1)
        assert lies(three, "space:2-1") == {f"level:{gate}.forward": 1, "figure:1": 1, "figure:2": 1, "figure:3": 1}
        four = opened(level, 4, 6, 5, 4, 3)
        acts(
            four,
            "1 enter space:1-1",
            "2 enter space:1-1",
        )
        assert [at(four, seat) for seat in (1, 2, 3, 4)] == ["1-1", "1-1", "3-1", "3-1"], "two at each"
        return [three, four, two]

    def crowded() -> None:
        tries(acts(opened(level, 4, 6, 5, 4, 3), "1 enter space:1-1", "2 enter space:1-1"), "3 enter space:1-1")

    def spaces() -> Match:
        match = opened(level, 2, 6, 1)
        assert {zone for zone in match.table.zones if zone.startswith("space:")} == {"space:1-1", "space:3-1"}
        return match

    def drawn_too_early() -> Match:
        match = acts(begun(level, 3, "6 6 6 1 1 1 1 1"), f"1 step forward: level:{room} level:{plain}")
        assert lies_at(match, "2-2") == {f"level:{plain}.forward"}
        return match

    tie("1", lambda: opened(level, 2, 6, 1, level_decks=numbers), "with_its_starter")
    refuse("1", "TR-134", lambda: opened(f"{level}_of_doom", 2), "another_name")
    tie("2", lambda: [opened(level, 2, 6, 1), opened(level, 5)], "two_or_five")
    refuse("2", rule, lambda: opened(level, 1), "one_alone")
    tie("3", lambda: opened(level, 2, 6, 1, power=1), "at_power_one")
    refuse("3", rule, lambda: opened(level, 2, 6, 1, power=3), "at_power_three")
    tie("4", lambda: opened(level, 2, 6, 1, level_decks=f"{numbers}; 152"), "with_a_generic_one")
    refuse("4", "TR-130", lambda: opened(level, 2, 6, 1, level_decks=f"{numbers}; {other}"), "with_another_family")
    tie("5", lambda: opened(level, 2, 6, 1, level_decks=numbers), "eighteen_of_one_each")
    refuse("5", "TR-130", lambda: opened(level, 2, 6, 1, level_decks=f"{numbers}; {plain}"), "two_of_one")
    tie("6", lambda: opened(level, 3), "with_its_treasure_room")
    refuse("6", "TR-130", lambda: opened(level, 2, 6, 1, level_decks=numbers.replace(room, "118")), "with_another_room")
    tie("7", spaces, "three_by_six")
    here.record("7", rule, instead(f"four_wide_{n}", "space:3-1", "space:4-1"), LAID)
    tie("8", corners, "in_the_middle_or_in_the_corners")
    refuse("8", "TR-22", crowded, "three_at_one_entrance")
    tie("9", drawn_too_early, "no_room_above_depth_four")
    here.record("9", "TR-32", instead(f"the_room_at_depth_two_{n}", f"level:{plain}.forward", f"level:{room}.forward"))


starter_level("Into the Caves", "into_the_caves", "TR-108", CAVES, "001", "003", "029")
starter_level("Trapped in the Tombs", "trapped_in_the_tombs", "TR-109", TOMBS, "026", "028", "004")

# --- Death by Design --------------------------------------------------------------------------


def designed(**options: Any) -> Match:
    """Open the level; seat 2 has rolled higher and chooses."""
    return opened("death_by_design", 2, 1, 4, **options)


@design.obeys("1")
def the_places_are_fixed_and_the_tops_are_not() -> Match:
    """Entered from the left a location lies to the right."""
    match = acts(designed(), "2 enter space:5-1")
    assert lies(match, "space:2-1") == {"level:012.down": 1}
    return match


@design.breaks("1", "TR-110")
def a_fixed_level_at_another_power() -> None:
    designed(power=2)


@design.obeys("2")
def two_play_it() -> Match:
    return designed()


@design.breaks("2", "TR-110")
def one_alone_plays_it() -> None:
    opened("death_by_design", 1)


@design.obeys("3")
def the_design_at_power_one() -> Match:
    return designed(power=1)


@design.breaks("3", "TR-110")
def at_power_three() -> None:
    designed(power=3)


@design.obeys("4")
def thirty_four_places_and_the_empty_one() -> Match:
    match = designed()
    assert len([zone for zone in match.table.zones if zone.startswith("space:")]) == 34
    assert (lies(match, "space:1-7"), lies(match, "space:5-2")) == ({"level:043.down": 1}, {"level:017.down": 1})
    return match


design.record("4", "TR-111", instead("a_card_in_the_empty_place", "space:1-7", "space:3-7"), LAID)


@design.obeys("5")
def the_empty_place_is_one_of_two_treasure_rooms() -> Match:
    match = designed()
    assert (lies(match, "space:3-7"), pool(match, "level")) == ({}, {"003", "028"})
    return match


design.record("5", "TR-111", besides("one_is_taken_out", Moved("?level", 1, "deck:level", "box")), LAID)


@design.obeys("6")
def entrances_face_up_and_the_higher_chooses() -> Match:
    match = designed()
    assert (asks(match), lies(match, "space:5-1")) == (("entrance", (2,)), {"level:001.forward": 1})
    acts(match, "2 enter space:5-1")
    assert (at(match, 1), at(match, 2)) == ("1-1", "5-1")
    return match


@design.breaks("6", "TR-22")
def the_lower_chooses() -> None:
    tries(designed(), "1 enter space:5-1")


@design.obeys("7")
def spare_locations_are_kept_if_agreed() -> Match:
    match = designed(spares=True)
    assert pool(match, "levelspare") == {f"{n}" for n in range(152, 161)}
    assert pool(designed(), "levelspare") == set()
    return match


design.record("7", "TR-111", without("none_is_kept", "deck:levelspare", "unseen:levelspare"), LAID)
