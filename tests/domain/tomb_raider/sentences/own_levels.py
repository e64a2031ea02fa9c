"""Levels of one's own: Desenvolvendo níveis."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.match.match import Match
from tests.domain.tomb_raider.cases_levels import WELL
from tests.domain.tomb_raider.opened import lies, opened, pool
from tests.domain.tomb_raider.sentences.rows import LAID, Heading, instead
from tests.domain.tomb_raider.table import at

own = Heading("Desenvolvendo níveis")


def well(seats: int = 2, **changes: Any) -> Match:
    """Open a level that a table has designed: two wide and five deep, from depth 3 on."""
    return opened("the_well", seats, catalogue={"own_levels": [{**WELL, **changes}]})


@own.obeys("1")
def width_depth_locations_fixed_ones_and_several_decks() -> list[Match]:
    """A fixed row, and another deck from the fourth row on."""
    plain = well()
    assert (level_of(plain.opening).width, level_of(plain.opening).depth) == (2, 5)
    decks = [{"families": ["cave"], "rows": [1, 3]}, {"families": ["tomb"], "rooms": ["028"], "rows": [4, 5]}]
    two = well(decks=decks)
    assert ("004" in pool(two, "level1"), "029" in pool(two, "level2")) == (True, True)
    fixed = well(width=1, depth=2, fixed=[["028"], ["001"]], decks=[{"rooms": ["028"]}])
    assert lies(fixed, "space:1-4") == {"level:028.down": 1}
    return [two, fixed, plain]


@own.breaks("1", "TR-129")
def deeper_than_there_are_locations() -> None:
    well(depth=12)


@own.obeys("2")
def the_treasure_room_in_the_deck_comes_late() -> Match:
    match = well()
    assert (level_of(match.opening).treasure_from, "003" in pool(match, "level")) == (6, True)
    return match


@own.breaks("2", "TR-129")
def no_space_for_the_treasure_room() -> None:
    well(treasure_from=9)


@own.obeys("3")
def together_at_one_entrance_or_each_at_another() -> list[Match]:
    apart = opened(
        "the_well", 2, 6, 1,
        catalogue={"own_levels": [{**WELL, "entrances": [{"card": "001", "column": 1}, {"card": "026", "column": 2}]}]},
    )  # fmt: skip
    together = well()
    assert (at(together, 1), at(together, 2)) == ("1-3", "1-3")
    return [apart, together]


@own.breaks("3", "TR-129")
def an_entrance_beside_the_map() -> None:
    well(entrances=[{"card": "001", "column": 7}])


@own.obeys("4")
def a_first_depth_a_limit_a_bonus_and_other_rules() -> list[Match]:
    """Depths from 3; ten turns; brought back to the entrance; without save points; an upgrade to begin with."""
    level = {**WELL, "most_turns": 10, "objective": "recovery", "save_points": False,
             "bonus": [{"type": "upgrade", "power": 2}]}  # fmt: skip
    match = opened("the_well", 2, catalogue={"own_levels": [level]}, bonus="067, 067")
    found = level_of(match.opening)
    assert (found.first_depth, found.last_depth, found.most_turns, found.objective) == (3, 7, 10, "recovery")
    assert lies(match, "saved:1") == {"draw1:067": 1}
    return [match]


own.record("4", "TR-129", instead("the_well_begins_at_depth_one", "space:1-3", "space:1-1"), LAID)


@own.obeys("5")
def a_level_is_whatever_can_be_played() -> list[Match]:
    return [well(1), well(4)]


@own.breaks("5", "TR-129")
def a_level_without_a_treasure_room() -> None:
    well(decks=[{"families": ["cave"]}])
