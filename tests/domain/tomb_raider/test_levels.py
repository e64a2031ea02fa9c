"""The manual's levels as data, and levels that a table designs (TR-107 to TR-117, TR-126 to TR-129)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tablescribe.domain.box.catalogue import read_catalogue
from tablescribe.domain.games import game, opening
from tablescribe.domain.games.tomb_raider.checks import unplayable
from tablescribe.domain.games.tomb_raider.components import Location, TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.levels import Level, level_of
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.words.text import tell
from tests.domain.tomb_raider.opened import PEOPLE, opened
from tests.support import STAMP

HOUSE = cast(TombRaiderCatalogue, game("tomb_raider").catalogue)
assert isinstance(HOUSE, TombRaiderCatalogue)


def level(seats: int, catalogue: TombRaiderCatalogue = HOUSE, **options: Any) -> Level:
    return level_of(Setting(seats, TombRaiderOptions(**options), catalogue, lambda _, name: name, "1"))


def numbers(first: int, last: int) -> set[str]:
    return {f"{n:03}" for n in range(first, last + 1)}


def size(of: Level) -> tuple[int, int, int, int]:
    """Return width, depth, the first depth of the treasure, and the power."""
    return of.width, of.depth, of.treasure_from, of.power


PLAIN = [f"{n:03}" for n in [2, *range(4, 19)]]
"""Sixteen locations of caves, without entrance and treasure room."""


def brought(*cards: str) -> str:
    """Return a level deck as people bring it, with a treasure room and sixteen plain locations."""
    return "; ".join(["001", *cards, *PLAIN])


@pytest.mark.parametrize(
    ("options", "seats", "rule"),
    [
        ({"level": "parallel_pick_up", "power": 1, "level_decks": brought("003", "101")}, 2, "TR-115"),
        ({"level": "freestyle", "power": 2, "level_decks": brought("003", "151")}, 1, "TR-112"),
        ({"level": "freestyle", "power": 2, "level_decks": brought("151", "152")}, 1, "TR-112"),
    ],
)
def test_a_card_that_a_level_bans_is_refused_in_a_deck_that_people_bring(
    options: dict[str, Any], seats: int, rule: str
) -> None:
    """Atlantean locations at power 1, and the Sanctuary (151) at power 2; with more power both are played."""
    with pytest.raises(Illegal) as refused:
        opened(options.pop("level"), seats, **options)
    assert refused.value.rule == rule
    assert "cannot be used at power" in str(refused.value)


def test_what_is_banned_at_one_power_is_played_at_another_and_was_in_the_second_edition() -> None:
    decks = " --- ".join([brought("003", "101", "152", "153")] * 2)
    assert opened("parallel_pick_up", 2, power=2, level_decks=decks)
    options = {"level": "freestyle", "power": 2, "level_decks": brought("003", "151")}
    fixed = opening("tomb_raider", 1, options, edition="2")
    assert Match.open("m", fixed, PEOPLE[:1], STAMP)


@pytest.mark.parametrize(("cards", "fits"), [(20, True), (19, False)])
def test_twenty_cards_are_enough_for_parallel_pick_up_at_power_three(cards: int, fits: bool) -> None:
    """Entrance and treasure room among them: nineteen spaces, of which one may stay unknown (TR-32)."""
    decks = " --- ".join([brought("003", *["152", "153"][: cards - 18])] * 2)
    if fits:
        match = opened("parallel_pick_up", 2, power=3, level_decks=decks)
        assert sum(n for card, n in match.table.pieces("unseen:level1").items() if card[0] != "?") == cards - 1
        return
    with pytest.raises(Illegal, match="TR-130: a level deck needs at least 20 locations"):
        opened("parallel_pick_up", 2, power=3, level_decks=decks)


@pytest.mark.parametrize("seats", [5, 6, 9])
@pytest.mark.parametrize("name", ["into_the_caves", "freestyle", "parallel_peril", "explore_the_depths"])
def test_as_many_play_as_the_manual_allows(name: str, seats: int) -> None:
    """Two or more (2 ou mais), as many as like (quantos quiser): everybody has a figure and enters."""
    match = opened(name, seats, chance="sealed")
    assert match.opening.seats == seats
    assert {figure for zone in match.table.zones.values() for figure in zone if figure.startswith("figure:")} == {
        f"figure:{n}" for n in range(1, seats + 1)
    }


@pytest.mark.parametrize(
    ("options", "seats", "expected"),
    [
        ({"level": "learn_to_play"}, 1, (3, 4, 1, 1)),
        ({"level": "introductory"}, 2, (3, 6, 1, 1)),
        ({"level": "into_the_caves"}, 3, (3, 6, 4, 1)),
        ({"level": "trapped_in_the_tombs"}, 4, (3, 6, 4, 1)),
        ({"level": "death_by_design"}, 2, (5, 7, 7, 1)),
        ({"level": "freestyle"}, 3, (3, 12, 7, 3)),
        ({"level": "freestyle", "power": 2}, 3, (3, 6, 4, 2)),
        ({"level": "freestyle", "short": True}, 3, (3, 6, 4, 3)),
        ({"level": "parallel_peril"}, 2, (4, 8, 5, 1)),
        ({"level": "parallel_pick_up"}, 2, (4, 6, 4, 1)),
        ({"level": "parallel_pick_up", "power": 2}, 2, (4, 8, 5, 2)),
        ({"level": "parallel_pick_up", "power": 3}, 2, (4, 10, 6, 3)),
        ({"level": "atlantis"}, 2, (3, 6, 4, 2)),
        ({"level": "explore_the_depths"}, 1, (3, 12, 9, 3)),
        ({"level": "pick_up_series", "series": "pick_up"}, 2, (3, 6, 4, 1)),
    ],
)
def test_a_level_is_as_large_as_the_manual_says(
    options: dict[str, Any], seats: int, expected: tuple[int, int, int, int]
) -> None:
    assert size(level(seats, **options)) == expected


@pytest.mark.parametrize(
    ("name", "seats", "spaces"),
    [
        ("introductory", 1, ["space:1-1"]),
        ("introductory", 2, ["space:1-1", "space:3-1"]),
        ("into_the_caves", 3, ["space:2-1"]),
        ("into_the_caves", 4, ["space:1-1", "space:3-1"]),
        ("death_by_design", 2, ["space:1-1", "space:5-1"]),
        ("parallel_peril", 3, ["space:1-1", "space:4-1"]),
        ("explore_the_depths", 4, ["space:2-1"]),
        ("pick_up_series", 3, ["space:1-1", "space:3-1"]),
    ],
)
def test_entrances_lie_where_the_manual_says(name: str, seats: int, spaces: list[str]) -> None:
    assert list(level(seats, level=name).face_up) == spaces


def test_an_even_number_may_agree_on_the_middle() -> None:
    assert level(2, level="into_the_caves", entrances="middle").face_up == ("space:2-1",)


def test_the_introductory_level_takes_one_starter() -> None:
    tomb, cave = level(2), level(2, starter="cave")
    assert set(tomb.decks[0].cards) == numbers(26, 43) - {"026", "028"}
    assert set(cave.decks[0].cards) == numbers(1, 18) - {"001", "003"}
    assert (tomb.known["space:2-4"], cave.known["space:2-4"]) == ("028", "003")


def test_caves_and_tombs_take_their_family_and_the_generic_locations() -> None:
    generic = numbers(152, 160)
    assert set(level(2, level="into_the_caves").decks[0].cards) == (numbers(2, 18) | generic)
    assert set(level(2, level="trapped_in_the_tombs").decks[0].cards) == (numbers(27, 43) | generic)
    assert set(level(2, level="atlantis").decks[0].cards) == (numbers(101, 118) | generic)


def test_the_fixed_map_has_each_cave_and_tomb_location_once() -> None:
    fixed = level(2, level="death_by_design")
    assert set(fixed.known.values()) == (numbers(1, 18) | numbers(26, 43)) - {"003", "028"}
    assert len(fixed.known) == 34
    assert "space:3-7" not in fixed.known
    assert fixed.known["space:3-1"] == "002"
    assert fixed.known["space:1-7"] == "043"
    assert fixed.decks[0].cards == {"003": 1, "028": 1}


def test_spares_are_kept_only_if_agreed() -> None:
    assert level(2, level="death_by_design").spares is None
    spares = level(2, level="death_by_design", spares=True).spares
    assert spares is not None
    assert set(spares.cards) == numbers(152, 160)


def test_freestyle_at_power_two_does_without_the_sanctuary() -> None:
    assert "151" in level(2, level="freestyle").decks[0].cards
    assert "151" not in level(2, level="freestyle", power=2).decks[0].cards


def test_each_half_of_a_parallel_level_has_its_deck() -> None:
    peril = level(2, level="parallel_peril")
    left, right = peril.deck_for(2, 5), peril.deck_for(3, 5)
    assert left is not None
    assert right is not None
    assert set(left.cards) == numbers(2, 18)
    assert set(right.cards) == numbers(27, 43)


def test_the_depths_have_a_deck_for_each_third() -> None:
    depths = level(2, level="explore_the_depths")
    decks = [depths.deck_for(1, depth) for depth in (1, 4, 5, 8, 9, 12)]
    assert [deck.name for deck in decks if deck] == ["level1", "level1", "level2", "level2", "level3", "level3"]
    first, second, third = (set(deck.cards) for deck in depths.decks)
    assert first == numbers(4, 18) | {"153", "157", "158"}
    assert second == numbers(29, 43) | {"154", "156", "159", "160"}
    assert third == numbers(101, 117) | {"151", "152", "155"}


def test_depths_rise_by_two_in_each_level_of_a_pick_up_series() -> None:
    options: dict[str, Any] = {"level": "pick_up_series", "series": "pick_up"}
    second = level(3, episode=2, **options)
    third = level(3, episode=3, **options)
    assert (second.first_depth, second.last_depth, second.treasure_from) == (3, 8, 6)
    assert (third.first_depth, third.last_depth, third.treasure_from) == (5, 10, 8)
    assert second.face_up == ("space:1-3", "space:3-3")


def test_atlantean_locations_wait_for_depth_three_in_the_first_level() -> None:
    atlantean = HOUSE.card("101")
    assert isinstance(atlantean, Location)
    options: dict[str, Any] = {"level": "pick_up_series", "series": "pick_up"}
    assert level(2, **options).min_depth_of(atlantean) == 3
    assert level(2, level="freestyle").min_depth_of(atlantean) == 3
    assert level(2, level="atlantis").min_depth_of(atlantean) == 1


def test_every_level_of_the_manual_can_be_played() -> None:
    for design in HOUSE.levels:
        series = "pick_up" if design.rule == "TR-126" else "none"
        for seats in range(design.seats[0], min(design.seats[1], 6) + 1):
            powers: list[int | None] = [one.power for one in design.variants]
            for power in powers or [None]:
                found = level(seats, level=design.id, power=power, series=series)
                assert unplayable(HOUSE, found) is None, (design.id, seats, power)


# --- levels of one's own ----------------------------------------------------------------------

WELL = """
name: our-levels
own_levels:
- id: the_well
  name: The Well
  seats: [1, 4]
  width: 2
  depth: 5
  first_depth: 3
  decks: [{families: [cave], rooms: ["003"], copies: 1}]
  treasure_from: 4
  entrances: [{card: "001", column: 1}]
  objective: recovery
  most_turns: 30
"""


def test_a_table_designs_a_level() -> None:
    catalogue = read_catalogue(TombRaiderCatalogue, WELL)
    well = level(2, catalogue, level="the_well")
    assert (well.width, well.depth, well.first_depth, well.last_depth) == (2, 5, 3, 7)
    assert (well.objective, well.treasure_from, well.design.rule) == ("recovery", 6, "TR-129")
    assert well.face_up == ("space:1-3",)
    assert unplayable(catalogue, well) is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("depth: 5", "depth: 12"), "spaces but only"),
        (('rooms: ["003"]', "rooms: []"), "no treasure room"),
        (("treasure_from: 4", "treasure_from: 6"), "no space where the treasure room can be placed"),
        (("column: 1}", "column: 4}"), "outside the map"),
        (('card: "001"', 'card: "901"'), "no entrance"),
        (("copies: 1", "columns: [1, 1]"), "no level deck covers column 2"),
    ],
)
def test_a_level_that_nobody_could_play_is_found(change: tuple[str, str], why: str) -> None:
    catalogue = read_catalogue(TombRaiderCatalogue, WELL.replace(*change))
    fault = unplayable(catalogue, level(2, catalogue, level="the_well"))
    assert fault is not None
    assert why in tell(fault)


def test_a_map_that_is_no_grid_is_refused() -> None:
    fixed = WELL + '  fixed: [["", "004"], ["004"]]\n'
    with pytest.raises(ValueError, match="rows of 2"):
        read_catalogue(TombRaiderCatalogue, fixed)
