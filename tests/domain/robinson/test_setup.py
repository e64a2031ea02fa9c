"""The box and the first table (RC-2 to RC-10, RC-62, RC-97, RC-B2, RC-B26, RC-B27, RC-B60, RC-B70)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

from tablescribe.domain.box.catalogue import from_data
from tablescribe.domain.games import game, opening
from tablescribe.domain.games.robinson.components import RobinsonCatalogue
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.names import AWAITS
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.table import all_rest, given, goods, number, opened
from tests.support import STAMP

CATALOGUE = game("robinson").catalogue
SEED = b"an island" * 4

TWO = [Seat("a", "c"), Seat("b", "c")]

DEALT = (
    "character:cook", "character:soldier", "invention:bed", "invention:belts", "invention:bow", "invention:raft",
    "invention:pit", "starting:bible", "starting:pistol", "starting:biscuits", "starting:empty_bottle",
)  # fmt: skip
"""The cards dealt to two players, before anybody leads."""


@CASES.obeys("RC-2", "RC-7", "RC-8", "RC-9", "RC-10", "RC-B70")
def two_players_set_up() -> Match:
    """Each has a character, two pawns, two starting items and no more; 14 inventions lie on the board."""
    match = opened()
    assert [goods(match, f"character:{seat}") for seat in (1, 2)] == [{"character:carpenter": 1}, {"character:cook": 1}]
    assert goods(match, "starting:1") == {"starting:biscuits": 1, "starting:flask_of_rum": 1}
    assert goods(match, "starting:2") == {"starting:empty_bottle": 1, "starting:pipe_and_tobacco": 1}
    assert len(goods(match, "inventions")) == 9 + 5
    assert goods(match, "personal:1") == {"invention:snare": 1}
    assert match.table.count("deck:invention") == 17 + 2 - 5, "two characters are not played, their cards are in"
    threats = [zone for zone in match.table.zones if "threat" in zone or "wreck" in zone]
    assert threats == []
    return match


CASES.forged("RC-2", "RC-7", "RC-8", "RC-9", "RC-10", "RC-B70")


@CASES.obeys("RC-3", "RC-63", "RC-B71")
def each_has_own_goods_and_the_decks_are_common() -> Match:
    match = opened(3)
    for seat in (1, 2, 3):
        assert goods(match, f"stock:{seat}") == {"food": 1, "wood": 1}, "what the own tile gave in round 1"
        items = goods(match, f"starting:{seat}")
        assert [number(match, f"uses:{item}") for item in items] == [2, 2]
    assert {"deck:tile", "deck:beast", "deck:discovery", "events", "inventions", "supply"} <= set(match.table.zones)
    return match


CASES.forged("RC-3", "RC-63", "RC-B71")


@CASES.obeys("RC-5", "RC-62", "RC-B26", "RC-B27", "RC-97")
def camps_begin_where_the_scenario_says() -> Match:
    """Seat 1 leads and stands at space 3, seat 2 at space 6; nine tiles are in the stack; start tiles bring nothing."""
    match = opened()
    assert goods(match, "space:3") == {"camp:1": 1, "tile:4": 1}
    assert goods(match, "space:6") == {"camp:2": 1, "tile:5": 1}
    assert match.table.count("deck:tile", "?tile") == 11 - 2
    assert goods(match, "tokens:1") == goods(match, "hunting") == {}
    assert not number(match, "totems")
    return match


CASES.forged("RC-5", "RC-97", "RC-B26", "RC-B27")


@CASES.breaks("RC-62")
def a_scenario_for_other_numbers_of_players() -> None:
    opened(catalogue={**plain(), "scenarios": [{**one, "players": [3, 4]} for one in plain()["scenarios"]]})


@CASES.obeys("RC-61")
def the_scenario_says_how_many_rounds_there_are() -> Match:
    """The eighth is the last one of both scenarios."""
    match = all_rest(given(values={"round": 8}, scenario="idols"))
    assert (match.table.get("ending"), number(match, "round")) == ("last_round", 8)
    return match


@CASES.breaks("RC-61")
def a_scenario_that_is_not_in_the_box() -> None:
    opened(scenario="treasure_island")


@CASES.obeys("RC-B2")
def half_as_many_cards_of_each_icon_as_there_are_rounds() -> Match:
    match = opened()
    assert goods(match, "events") == {"icon:adventure": 4, "icon:book": 4}
    return match


@CASES.obeys("RC-B60")
def characters_bear_what_their_tracks_have() -> Match:
    match = opened(4)
    assert [number(match, f"hearts:{seat}") for seat in (1, 2, 3, 4)] == [13, 13, 12, 12]
    return match


CASES.forged("RC-B2", "RC-B60")


def test_all_begin_on_the_beach_where_tables_want_it() -> None:
    match = opened(3, start_mode="beach")
    assert goods(match, "space:3") == {"camp:1": 1, "camp:2": 1, "camp:3": 1, "tile:8": 1}
    assert match.table.count("deck:tile") == 10


def test_camps_stand_clockwise_from_the_first_player() -> None:
    match = Match.open("m", opening("robinson", 2), TWO, STAMP, outcomes=[*DEALT, 2, "tile:10", "tile:6"])
    assert goods(match, "space:3") == {"camp:2": 1, "tile:10": 1}
    assert goods(match, "space:6") == {"camp:1": 1, "tile:6": 1}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scenario", ["signal_race", "idols"])
@pytest.mark.parametrize("layout", ["core_10", "wide_15"])
def test_a_sealed_set_up_deals_all(seats: int, scenario: str, layout: str) -> None:
    fixed = opening("robinson", seats, {"scenario": scenario, "layout": layout})
    people = [Seat(f"p{n}", "c") for n in range(seats)]
    match = Match.open("m", fixed, people, STAMP, chance="sealed", seed=SEED)
    camps = [zone for seat in fixed.all_seats for zone in match.table.where(f"camp:{seat}")]
    assert len(set(camps)) == seats, "each camp has a place of its own"
    assert sum(match.table.count(f"starting:{seat}") for seat in fixed.all_seats) == 2 * seats
    assert match.table.total() == sum(game("robinson").box(fixed).values())


# --- the components -------------------------------------------------------------------------------


def plain() -> dict[str, Any]:
    """Return the components as plain data."""
    return CATALOGUE.plain()


def changed(**parts: Any) -> RobinsonCatalogue:
    """Return the components with other parts."""
    return from_data(RobinsonCatalogue, {**plain(), **parts})


def test_the_box_has_what_the_published_game_has() -> None:
    box = changed()
    assert Counter(tile.terrain for tile in box.tiles) == {
        "plains": 3, "mountain": 3, "hills": 2, "river": 2, "beach": 1
    }  # fmt: skip
    assert [sum(getattr(tile, what) for tile in box.tiles) for what in ("totem", "beast", "natural_shelter")] == [
        6,
        6,
        2,
    ]
    assert sum(tile.discovery for tile in box.tiles) == 16
    assert Counter(one.group for one in box.inventions) == {"default": 9, "random": 17, "personal": 4}
    assert (len(box.beasts), len(box.starting_items), sum(one.count for one in box.discoveries)) == (16, 8, 22)
    assert sorted({beast.strength for beast in box.beasts}) == [1, 2, 3, 4, 5, 6]
    assert [len(person.abilities) for person in box.characters] == [4, 4, 4, 4]
    assert sum((box.icons.book, box.icons.build, box.icons.gather, box.icons.explore)) == 73


def test_only_the_scenarios_and_the_wide_island_are_of_our_making() -> None:
    box = changed()
    plain = box.plain()
    house = [
        one["id"] for kind in plain.values() if isinstance(kind, list) for one in kind if one.get("origin") == "house"
    ]
    assert house == ["wide_15", "signal_race", "idols"]


def test_distances_on_the_island_are_those_of_the_board() -> None:
    """Opposite corners of the ten spaces are three steps apart; the four camps of four players two or three."""
    layout = changed().layout("core_10")
    assert layout.distance(0, 9) == layout.distance(3, 6) == layout.distance(2, 7) == 3
    assert {layout.distance(one, other) for one in (0, 2, 7, 9) for other in (0, 2, 7, 9)} == {0, 2, 3}
    assert sorted(layout.beside[4]) == [0, 1, 3, 5, 7, 8]


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("inventions", {"id": "ladder", "name": "Ladder", "group": "random", "items": ["nails"]}),
        ("inventions", {"id": "ladder", "name": "Ladder", "group": "personal", "character": "pirate"}),
        ("inventions", {"id": "rope", "name": "Rope", "group": "default"}),
        ("inventions", {"id": "ladder", "name": "Ladder", "group": "random", "glows": True}),
        ("tiles", {"id": 8, "terrain": "beach", "left": "wood", "right": "fish", "discovery": 0}),
        ("tiles", {"id": 12, "terrain": "swamp", "left": "wood", "right": "fish", "discovery": 0}),
        ("starting_items", {"id": "harp", "name": "Harp", "uses": 2, "effect": {"do": "sing"}}),
        ("starting_items", {"id": "harp", "name": "Harp", "uses": 2, "effect": {"do": "gain"}}),
        ("discoveries", {"id": "shell", "name": "Shell", "effect": {"do": "sign"}}),
        ("discoveries", {"id": "shell", "name": "Shell", "effect": {"do": "when", "then": {"do": "nothing"}}}),
    ],
)
def test_components_that_do_not_fit_are_refused(part: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        changed(**{part: [*plain()[part], wrong]})


@pytest.mark.parametrize(
    "wrong",
    [
        {"weather": {"9": ["orange"]}},
        {"weather": {"1": ["orange", "orange"]}},
        {"pyre": []},
        {"aim": {"rounds": [9], "lit": True}},
        {"aim": {"rounds": [6]}},
        {"rewards": [{"id": "raid", "do": "raid"}, {"id": "raid", "do": "item"}]},
        {"start": {"spaces": {"core_10": {"2": [3]}}, "pool": [4, 5]}},
        {"start": {"spaces": {"core_10": {"2": [3, 66]}}, "pool": [4, 5]}},
        {"start": {"spaces": {"core_10": {"2": [3, 6]}}, "pool": [4, 55]}},
        {"books": [{"who": "nobody", "effect": {"do": "nothing"}}]},
    ],
)
def test_scenarios_that_do_not_fit_are_refused(wrong: dict[str, Any]) -> None:
    race, *others = plain()["scenarios"]
    assert changed(scenarios=[race, *others]) == CATALOGUE
    with pytest.raises(ValidationError):
        changed(scenarios=[{**race, **wrong}, *others])


def test_a_table_plays_a_scenario_of_its_own() -> None:
    """Two rounds, no weather, whoever explored most wins; a book makes everybody lose a heart."""
    own = {
        "id": "stroll", "title": "A Stroll", "rounds": 2, "start": {"spaces": {}, "pool": []}, "weather": {},
        "score": [{"per": "explored", "points": 1}], "rewards": [], "events": {}, "totems": [], "book_name": "Rain",
        "books": [{"who": "all", "effect": {"do": "lose", "wounds": 1}}], "signs": {}, "treasure": {"do": "nothing"},
    }  # fmt: skip
    catalogue = {**plain(), "scenarios": [*plain()["scenarios"], own]}
    fixed = opening("robinson", 2, {"scenario": "stroll"}, catalogue)
    match = Match.open("m", fixed, TWO, STAMP, outcomes=[*DEALT, 1])
    assert goods(match, "space:3") == {"camp:1": 1, "camp:2": 1, "tile:8": 1}, "on the beach, as nothing else is said"
    all_rest(match, "icon:book")
    assert (number(match, "round"), match.table.get(AWAITS)) == (2, None)
    assert [number(match, f"hearts:{seat}") for seat in (1, 2)] == [13 - 1 - 1, 12 - 1 - 1], "the night, and the book"
    all_rest(match)
    assert match.table.get("ending") == "last_round"
