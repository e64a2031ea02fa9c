"""The maps of Root: adjacency, paths between clearings, and consistent data."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import cast

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.root.components import CLEARINGS, Map, MapName, RootCatalogue
from tablescribe.domain.games.root.land import BURROW, Land
from tablescribe.domain.games.root.paths import (
    CLOSED,
    adjacent,
    by_path,
    closed_paths,
    distances,
    is_closed,
    path,
    rank,
)
from tablescribe.domain.table.table import Table

CATALOGUE = cast(RootCatalogue, game("root").catalogue)
MAPS = pytest.mark.parametrize("name", ["autumn", "winter", "lake", "mountain"])


def lie(name: MapName) -> Land:
    return CATALOGUE.maps[name].land


def table(name: MapName = "autumn") -> Table:
    """Return a table on which every path is closed that begins so."""
    given = Table({CLOSED: 6})
    for pair in lie(name).closed:
        given.zones[path(*pair)] = {CLOSED: 1}
    return given


def opened(given: Table, *pair: int) -> Table:
    """Return the table after the marker of a path was taken away."""
    del given.zones[path(*pair)]
    return given


# --- every map -------------------------------------------------------------------------------------


@MAPS
def test_what_is_beside_something_has_it_beside_itself(name: MapName) -> None:
    land = lie(name)
    for a, b in combinations(CLEARINGS, 2):
        assert (b in land.neighbours(a)) == (a in land.neighbours(b))
        assert (b in land.rivers(a)) == (a in land.rivers(b))
        assert (b in by_path(land, table(name), a)) == (a in by_path(land, table(name), b))
    for forest, other in combinations(land.forests, 2):
        assert (other in land.forests_beside(forest)) == (forest in land.forests_beside(other))


@MAPS
def test_forests_and_the_clearings_they_touch_name_one_another(name: MapName) -> None:
    land = lie(name)
    for forest in land.forests:
        assert all(forest in land.forests_at(one) for one in land.clearings_at(forest))
    for one in CLEARINGS:
        assert land.forests_at(one)
        assert all(one in land.clearings_at(forest) for forest in land.forests_at(one))


@pytest.mark.parametrize(
    ("name", "rivers", "shore"), [("autumn", 0, 0), ("winter", 3, 0), ("lake", 0, 3), ("mountain", 0, 0)]
)
def test_there_are_as_many_forests_as_areas(name: MapName, rivers: int, shore: int) -> None:
    """A drawing of v points and e lines that hangs together encloses e - v + 1 areas.

    On the winter side rivers are lines, too. The area of the lake holds the four forests of the shore instead of one.
    """
    land = lie(name)
    assert len(land.forests) - shore == len(land.paths) + rivers - 12 + 1


@MAPS
def test_a_path_of_the_edge_touches_one_forest_and_any_other_two(name: MapName) -> None:
    """But for the lake, whose water comes as far as some paths."""
    land = lie(name)
    edge = {frozenset(pair) for pair in zip(land.edge, (*land.edge[1:], land.edge[0]), strict=True)}
    for pair in land.paths:
        sides = [forest for forest in land.forests if set(pair) <= set(land.clearings_at(forest))]
        assert len(sides) == (1 if frozenset(pair) in edge else 2), pair


@MAPS
def test_every_map_has_four_corners_on_its_edge_and_four_ruins(name: MapName) -> None:
    land = lie(name)
    assert len(land.corner_clearings) == 4
    assert all(land.is_edge(one) for one in land.corner_clearings)
    assert all(land.opposite(land.opposite(one) or 0) == one for one in land.corner_clearings)
    assert [land.opposite(one) for one in CLEARINGS if one not in land.corner_clearings] == [None] * 8
    assert len(land.ruins) == 4


@MAPS
def test_slots(name: MapName) -> None:
    """Autumn, winter and lake have 22 slots, the mountain 23; a ruin lies on one of them."""
    land = lie(name)
    assert sum(land.slots(one) for one in CLEARINGS) == (23 if name == "mountain" else 22)
    assert all(land.slots(one) >= 2 for one in land.ruins)
    assert land.slots(BURROW) == 0


def test_clearing_2_of_the_lake_has_one_slot() -> None:
    """Three public implementations agree, though one played log builds there twice: its scribe erred."""
    assert lie("lake").slots(2) == 1


def test_the_quest_escort_asks_for_two_boots() -> None:
    """Six public lists of the printed quests agree; only the revised quests ask for a boot and a sword."""
    (escort,) = (quest for quest in CATALOGUE.quests if quest.name == "Escort")
    assert Counter(escort.items) == {"boot": 2}


def test_autumn_has_printed_suits_four_of_each() -> None:
    assert Counter(one.suit for one in CATALOGUE.maps["autumn"].clearings) == {"fox": 4, "rabbit": 4, "mouse": 4}
    assert {one.suit for key in ("winter", "lake", "mountain") for one in CATALOGUE.maps[key].clearings} == {None}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"paths": ((5, 1),)}, "the lower number first"),
        ({"closed": ((1, 2),)}, "only paths are closed"),
        ({"edge": (1, 2, 3)}, "its edge goes along paths"),
        ({"clearings": ()}, "at least 12"),
    ],
)
def test_a_map_that_does_not_hang_together_is_refused(change: dict[str, object], why: str) -> None:
    data = {**CATALOGUE.maps["autumn"].model_dump(), **change}
    with pytest.raises(ValueError, match=why):
        Map.model_validate(data)


# --- autumn ----------------------------------------------------------------------------------------


def test_autumn_rivers_are_no_paths() -> None:
    land = lie("autumn")
    assert adjacent(land, table(), 4) == (8, 9, 12)
    assert adjacent(land, table(), 4, rivers=True) == (7, 8, 9, 12)


def test_a_river_divides_no_forest() -> None:
    """The river from 10 to 11 runs through the large forest of autumn."""
    assert "2_6_10_11_12" in lie("autumn").forests
    assert lie("autumn").forests_beside("2_6_10_11_12") == ("1_2_5_10", "1_9_10_12", "3_6_11", "3_7_11_12")


def test_tunnels_join_clearings_and_the_burrow() -> None:
    land = lie("autumn")
    assert adjacent(land, table(), 1, joined=(1, 3, 8)) == (3, 5, 8, 9, 10)
    assert adjacent(land, table(), 2, joined=(1, 3, 8)) == (5, 6, 10)
    assert adjacent(land, table(), BURROW, joined=(1, 3), burrow=True) == (1, 3)
    assert adjacent(land, table(), 1, joined=(1, 3), burrow=True) == (BURROW, 5, 9, 10)
    assert adjacent(land, table(), BURROW, burrow=True) == ()


def test_how_far_apart_clearings_lie() -> None:
    away = distances(lie("autumn"), table(), [1])
    assert [away[one] for one in (1, 5, 2, 6, 3)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("clearing", "enemies", "wanted", "reached"),
    [
        (3, [1], 2, 2),  # three clearings between: as good as two
        (4, [1], 2, 1),  # clearing 9 lies between
        (5, [1], 2, 0),
        (6, [1, 3], 2, 0),  # the nearest enemy counts
        (4, [1], 1, 1),
        (3, [], 2, 2),
    ],
)
def test_how_well_a_homeland_keeps_its_distance(clearing: int, enemies: list[int], wanted: int, reached: int) -> None:
    assert rank(lie("autumn"), table(), clearing, enemies, wanted) == reached


# --- winter, lake, mountain -----------------------------------------------------------------------


def test_winter_rivers_divide_forests() -> None:
    """The stretches 7-12, 12-11 and 11-10 lie between forests (RO-16.2.1-I)."""
    land = lie("winter")
    assert "3_7_12" in land.forests_beside("2_7_12")
    assert "8_9_11_12" in land.forests_beside("1_2_5_6_11_12")
    assert "4_10_11" in land.forests_beside("1_10_11")
    assert "3_7_12" not in land.forests_beside("1_2_5_6_11_12")


def test_the_lake_joins_all_coastal_clearings_like_rivers() -> None:
    land = lie("lake")
    assert land.coastal == (1, 10, 11, 12)
    for one in land.coastal:
        assert set(land.rivers(one)) == set(land.coastal) - {one}
    assert land.river_clearings == land.coastal


def test_coastal_forests_are_adjacent_to_their_neighbours_at_the_shore() -> None:
    land = lie("lake")
    assert set(land.coastal_forests) == {"1_5_11", "7_10_11", "3_8_10_12", "1_9_12"}
    shore = {forest: set(land.forests_beside(forest)) & set(land.coastal_forests) for forest in land.coastal_forests}
    assert shore["1_5_11"] == {"1_9_12", "7_10_11"}
    assert shore["3_8_10_12"] == {"1_9_12", "7_10_11"}


def test_the_ferry_begins_in_the_corner_at_the_shore() -> None:
    land = lie("lake")
    assert [CATALOGUE.maps["lake"].ferry] == [one for one in land.corner_clearings if one in land.coastal]


def test_a_closed_path_joins_nothing_until_its_marker_is_gone() -> None:
    land, given = lie("mountain"), table("mountain")
    assert is_closed(given, 5, 2)
    assert by_path(land, given, 2) == (6, 11)
    assert closed_paths(land, given) == [(2, 5), (3, 7), (5, 9), (6, 11), (8, 9), (11, 12)]
    opened(given, 2, 5)
    assert by_path(land, given, 2) == (5, 6, 11)
    assert (2, 5) not in closed_paths(land, given)


def test_closed_paths_divide_forests_and_bound_the_map() -> None:
    land = lie("mountain")
    assert "2_6_11" in land.forests_beside("3_6_11")  # across 6-11
    assert "3_7_11_12" in land.forests_beside("10_11_12")  # across 11-12
    assert land.is_edge(5)
    assert land.is_edge(9)


def test_closed_paths_do_not_shorten_a_way() -> None:
    land, given = lie("mountain"), table("mountain")
    assert distances(land, given, [5])[2] == 2
    assert distances(land, opened(given, 2, 5), [5])[2] == 1


def test_the_tower_stands_in_the_middle_of_the_mountain() -> None:
    tower = CATALOGUE.maps["mountain"].tower
    assert tower == 10
    assert not lie("mountain").is_edge(tower)
