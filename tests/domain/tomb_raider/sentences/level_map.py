"""The map: O MAPA DO NÍVEL, ORIENTANDO-SE COM AS CARTAS DE LOCALIZAÇÃO."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Moved, Turned
from tests.domain.tomb_raider.cases_series import BEFORE, pick_up
from tests.domain.tomb_raider.opened import lies, opened
from tests.domain.tomb_raider.sentences.rows import FOLLOWS, LAID, Heading, acts, asks, besides, instead, tries, without
from tests.domain.tomb_raider.table import at, begun, count, given, lies_at

the_map = Heading("O MAPA DO NÍVEL")
lying = Heading("ORIENTANDO-SE COM AS CARTAS DE LOCALIZAÇÃO")


def spaces(match: Match) -> list[str]:
    """Return the spaces in which something lies from the start."""
    return [zone for zone in match.table.zones if zone.startswith("space:")]


@the_map.obeys("1.1")
def so_wide_and_so_deep() -> Match:
    match = begun()
    level_map = LevelMap(match.opening, match.table)
    assert len(list(level_map.spaces)) == 15, "three wide and five deep"
    assert (level_map.in_grid("space:3-5"), level_map.in_grid("space:4-1")) == (True, False)
    return match


the_map.record("1.1", "TR-26", instead("beyond_the_last_column", "space:2-1", "space:4-1"), LAID)


@the_map.obeys("1.2")
def all_but_what_lies_there_is_unknown() -> Match:
    match = begun()
    assert spaces(match) == ["space:2-1"]
    return match


the_map.record("1.2", "TR-26", besides("a_location_more", Moved("?level", 1, "deck:level", "space:2-2")), LAID)


@the_map.obeys("2.1")
def the_entrance_is_at_depth_one() -> Match:
    """A card of danger 1 beside it takes obstacles of 2."""
    match = given({"1-1": "cross"}, {1: "1-1"}, {2: ["blade"]})
    assert LevelMap(match.opening, match.table).limit("space:1-1") == 2
    return begun()


the_map.record("2.1", "TR-26", instead("the_entrance_at_depth_two", "space:2-1", "space:2-2"), LAID)


@the_map.obeys("2.2")
def each_row_is_one_deeper_from_the_first_depth_on() -> Match:
    """In the second level of a pick-up series the first row has depth 3."""
    match = pick_up(episode=2, follows=BEFORE)
    assert {"space:1-3", "space:3-3"} <= set(spaces(match))
    level_map = LevelMap(match.opening, match.table)
    assert (level_map.first, level_map.last) == (3, 8)
    return match


the_map.record("2.2", "TR-26", instead("the_first_row_is_the_first", "space:1-3", "space:1-1"), LAID)


@the_map.obeys("2.3")
def for_two_an_entrance_in_each_corner() -> Match:
    match = opened("introductory", 2, 6, 1)
    assert {"space:1-1", "space:3-1"} <= set(spaces(match))
    return match


the_map.record("2.3", "TR-27", instead("one_in_the_middle", "space:3-1", "space:2-1"), LAID)


@the_map.obeys("2.4")
def their_tops_point_forward() -> Match:
    match = opened("introductory", 2, 6, 1)
    assert all("level:026.forward" in lies(match, f"space:{at_}") for at_ in ("1-1", "3-1"))
    return match


the_map.record(
    "2.4", "TR-27", besides("one_is_turned", Turned("space:1-1", "level:026.forward", "level:026.left", 1)), LAID
)


@the_map.obeys("2.5")
def the_introductory_treasure_room_lies_at_depth_four() -> Match:
    match = opened("introductory", 2, 6, 1)
    assert lies(match, "space:2-4") == {"level:028.down": 1}
    other = opened("trapped_in_the_tombs", 3)
    assert count(other, "unseen:level", "level:028") == 1, "elsewhere it is in the deck"
    return match


the_map.record("2.5", "TR-27", instead("it_lies_at_depth_three", "space:2-4", "space:2-3"), LAID)


@the_map.obeys("2.6")
def face_down_it_is_unknown() -> Match:
    match = given({"2-2": "cross", "2-3": "camp.down"}, {1: "2-2", 2: "2-2"})
    acts(match, "1 step forward")
    assert asks(match) == ("movement", (2,)), "entering it ended movement"
    assert "TR-26" in match.opened.citations
    return match


the_map.record("2.6", "TR-45", without("it_stays_face_down", "level:camp.forward"))


@the_map.obeys("3.1")
def a_raider_leaves_by_the_arrows() -> Match:
    """The tee lies upright: arrows forward, right and back."""
    for way, there in (("forward", "2-3"), ("right", "3-2"), ("back", "2-1")):
        match = given({"2-2": "tee", "2-3": "cross", "3-2": "cross"}, {1: "2-2", 2: "2-3"})
        acts(match, f"1 step {way}")
        assert at(match, 1) == there
    return match


@the_map.breaks("3.1", "TR-28")
def leaving_where_the_card_has_no_arrow() -> None:
    tries(given({"2-2": "tee", "1-2": "cross"}, {1: "2-2"}), "1 step left")


@the_map.obeys("3.2")
def where_an_exit_was_added_there_is_a_way() -> Match:
    """Without an arrow no normal way leads there: a card has opened one."""
    match = given({"2-2": "shaft", "1-2": "cross"}, {1: "2-2"}, lies={"2-2": ["marker:exit_left"]})
    acts(match, "1 step left")
    assert at(match, 1) == "1-2"
    return match


@the_map.breaks("3.2", "TR-28")
def without_a_card_there_is_none() -> None:
    tries(given({"2-2": "shaft", "1-2": "cross"}, {1: "2-2"}), "1 step left")


@the_map.obeys("3.3")
def in_by_an_arrow_and_no_arrow_back() -> Match:
    match = acts(given({"2-2": "cross", "2-3": "shaft"}, {1: "2-2"}), "1 step forward")
    assert at(match, 1) == "2-3"
    return match


@the_map.breaks("3.3", "TR-28")
def going_back_without_an_arrow() -> None:
    tries(acts(given({"2-2": "cross", "2-3": "shaft"}, {1: "2-2"}), "1 step forward"), "1 step back")


@the_map.obeys("4.1")
def in_the_corner_two_ways_are_left() -> Match:
    match = given({"3-5": "cross", "3-4": "cross"}, {1: "3-5"})
    assert list(LevelMap(match.opening, match.table).adjacent("space:3-5")) == ["space:3-4", "space:2-5"]
    return acts(match, "1 step back")


@the_map.breaks("4.1", "TR-29")
def walking_on_beyond_the_last_row() -> None:
    tries(given({"3-5": "cross"}, {1: "3-5"}), "1 step forward")


@the_map.obeys("4.2")
def an_arrow_beyond_the_side_is_ignored() -> Match:
    """The cross has four arrows, and lies in the first column."""
    match = given({"1-2": "cross", "1-3": "bone"}, {1: "1-2"})
    return acts(match, "1 step forward")


@the_map.breaks("4.2", "TR-29")
def following_an_arrow_beyond_the_side() -> None:
    tries(given({"1-2": "cross", "1-3": "bone"}, {1: "1-2"}), "1 step left")


@the_map.obeys("5.1")
def a_card_lies_the_same_way_for_everybody() -> Match:
    """Seat 1 mapped it to the right; for seat 2, who comes from below, it lies as it lay."""
    match = acts(given({"1-2": "cross"}, {1: "1-2"}), "1 step right: level:corner", "2 step forward")
    assert lies_at(match, "2-2") == {"level:corner.right"}
    return match


the_map.record("5.1", "TR-34", instead("it_lies_as_seen_from_the_gate", "level:corner.right", "level:corner.forward"))


@the_map.obeys("6.1")
def the_top_card_is_laid_in_the_space() -> Match:
    match = acts(given({"2-2": "cross"}, {1: "2-2"}), "1 step forward: level:bone")
    assert lies_at(match, "2-3") == {"level:bone.forward"}
    return match


the_map.record("6.1", "TR-45", without("none_is_laid", "space:2-3"))


@the_map.obeys("6.2")
def it_shows_where_the_raider_came_from() -> Match:
    """The shaft has its one arrow at the top, which points away from where the raider came from."""
    match = acts(given({"2-2": "cross"}, {1: "2-2"}), "1 step right: level:shaft")
    assert LevelMap(match.opening, match.table).open_exits("space:3-2") == {"right"}
    return match


the_map.record("6.2", "TR-30", instead("upright", "level:shaft.right", "level:shaft.forward"))


@the_map.obeys("7.1")
def a_least_depth_is_kept() -> Match:
    match = acts(given({"2-2": "cross"}, {1: "2-2"}), "1 step forward: level:deep level:bone")
    assert lies_at(match, "2-3") == {"level:bone.forward"}
    match = given({"2-3": "cross"}, {1: "2-3"})
    acts(match, "1 step forward: level:deep")
    assert lies_at(match, "2-4") == {"level:deep.forward"}, "at depth 4 it may lie"
    return acts(given({"2-2": "cross"}, {1: "2-2"}), "1 step forward: level:deep level:bone")


the_map.record("7.1", "TR-32", instead("too_deep_a_card", "level:bone.forward", "level:deep.forward"))


def in_the_caves(*locations: str) -> Match:
    """Return a match of Into the Caves in which seat 1 has walked forward, these locations being drawn."""
    match = opened("into_the_caves", 3)
    acts(match, *(f"{seat} take_hand" for seat in (1, 2, 3)), "1 roll_order: 6 6 6 1 1 1 1 1", "1 move_first")
    return acts(match, f"1 step forward: {' '.join(locations)}")


@the_map.obeys("7.2")
def the_treasure_cave_lies_at_depth_four_or_deeper() -> Match:
    match = in_the_caves("level:003", "level:004")
    assert lies_at(match, "2-2") == {"level:004.forward"}
    return match


the_map.record("7.2", "TR-32", instead("the_treasure_cave_at_depth_two", "level:004.forward", "level:003.forward"))


@the_map.obeys("7.3")
def it_is_shuffled_in_and_another_drawn() -> Match:
    match = acts(given({"2-2": "cross"}, {1: "2-2"}), "1 step forward: level:room level:deep level:bone")
    assert [count(match, "unseen:level", f"level:{one}") for one in ("room", "deep")] == [1, 6]
    return match


@the_map.breaks("7.3", "TR-32")
def there_is_no_other() -> None:
    from tests.domain.tomb_raider.test_rules_moving import all_drawn

    tries(given({"2-2": "cross"}, {1: "2-2"}, more=all_drawn()), "1 step forward")


@the_map.obeys("8.1")
def the_last_space_takes_the_treasure_room() -> Match:
    from tests.domain.tomb_raider.test_rules_moving import the_last_space_is_the_treasure_rooms

    match = the_last_space_is_the_treasure_rooms()
    assert (lies_at(match, "3-4"), count(match, "unseen:level", "level:room")) == ({"level:room.down"}, 0)
    return match


the_map.record("8.1", "TR-33", without("it_stays_in_the_deck", "space:3-4"))


@lying.obeys("1.1")
def entered_by_walking_it_points_back() -> Match:
    match = acts(given({"3-2": "cross"}, {1: "3-2"}), "1 step left: level:tee")
    assert LevelMap(match.opening, match.table).open_exits("space:2-2") == {"left", "forward", "right"}
    return match


lying.record("1.1", "TR-30", instead("it_lies_forward", "level:tee.left", "level:tee.forward"), FOLLOWS)


@lying.obeys("2.1")
def entered_otherwise_it_points_to_the_first_row() -> Match:
    """The chute throws seat 2 into a vacant space."""
    match = given({"2-2": "cross", "1-3": "cross"}, {1: "2-2", 2: "1-3"}, {1: ["chute"]})
    acts(match, "1 play_card @chute", "1 choose raider:2: level:tee")
    assert (at(match, 2), lies_at(match, "1-2")) == ("1-2", {"level:tee.forward"})
    return match


lying.record("2.1", "TR-31", instead("it_points_sideways", "level:tee.forward", "level:tee.left"), FOLLOWS)
