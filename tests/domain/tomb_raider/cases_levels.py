"""Cases of what happens before the first turn: cards, decks, levels, entrances, first hands."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.start import ChooseEntrance, KeepCard, TakeHand
from tablescribe.domain.match.match import Match
from tests.domain.tomb_raider.cases import CASES
from tests.domain.tomb_raider.opened import THIRTY, lies, opened, pool
from tests.support import do

obeys, breaks = CASES.obeys, CASES.breaks

CAVES = "; ".join(f"{n:03}" for n in range(1, 19))
"""The locations of the starter Into the Caves, its entrance and treasure room among them."""


def count(match: Match, zone: str) -> int:
    """Return how many pieces lie in a zone."""
    return sum(lies(match, zone).values())


# --- decks and raiders ------------------------------------------------------------------------


@obeys("TR-1", "TR-2", "TR-3", "TR-5", "TR-24")
def two_bring_decks_of_thirty() -> Match:
    match = opened("introductory", 2, 6, 1, decks=f"{THIRTY} --- {THIRTY}")
    assert (count(match, "deck:draw1"), count(match, "deck:draw2")) == (30, 30)
    assert "068" in pool(match, "draw1")
    assert not pool(match, "draw1") & {f"{n:03}" for n in range(1, 46)} - {"021", "046"}, (
        "no locations, raiders, treasures"
    )
    return match


@breaks("TR-3")
def a_location_in_a_draw_deck() -> None:
    opened("introductory", 2, 6, 1, decks=f"{THIRTY}; 1 004")


@breaks("TR-5")
def a_number_that_no_card_has() -> None:
    opened("introductory", 2, 6, 1, decks=f"{THIRTY}; 1 999")


@breaks("TR-24")
def three_copies_in_a_small_deck() -> None:
    opened("introductory", 2, 6, 1, decks=f"{THIRTY}; 1 068")


CASES.forged("TR-1", "TR-2")


@obeys("TR-22")
def both_choose_the_same_raider_and_enter() -> Match:
    match = opened("introductory", 2, 2, 5, raiders="019, 019")
    assert (lies(match, "raider:1")["raider:019"], lies(match, "raider:2")["raider:019"]) == (1, 1)
    assert match.to_act == (2,), "seat 2 rolled higher and chooses first"
    do(match, 2, ChooseEntrance(space="space:3-1"))
    assert (lies(match, "space:3-1")["figure:2"], lies(match, "space:1-1")["figure:1"]) == (1, 1)
    assert (match.table.get("entrance:1"), match.table.get("entrance:2")) == ("space:1-1", "space:3-1")
    return match


@breaks("TR-22")
def a_raider_that_is_none() -> None:
    opened("introductory", 2, 6, 1, raiders="004, 019")


@obeys("TR-25")
def a_first_hand_is_chosen_card_by_card() -> Match:
    match = opened("explore_the_depths", 1, raiders="044")  # Think 3
    for card in ("draw1:068", "draw1:057", "draw1:071"):
        do(match, 1, KeepCard(card=card))
    assert lies(match, "hand:1") == {"draw1:057": 1, "draw1:068": 1, "draw1:071": 1}
    assert match.table.get("awaits") == "movement"
    return match


@breaks("TR-25")
def a_fourth_card_for_the_first_hand() -> None:
    match = opened("into_the_caves", 3, raiders="044, 044, 044")
    for card in ("draw1:068", "draw1:057", "draw1:071", "draw1:069"):
        do(match, 1, KeepCard(card=card))


# --- learning to play -------------------------------------------------------------------------


@obeys("TR-6", "TR-7", "TR-8", "TR-9", "TR-131")
def learning_to_play_with_the_tomb_starter() -> Match:
    match = opened("learn_to_play", 1)
    assert lies(match, "space:1-1") == {"level:026.forward": 1, "figure:1": 1}
    assert lies(match, "space:2-4") == {"level:028.down": 1}
    assert (count(match, "deck:level"), count(match, "deck:obstacles")) == (16, 9)
    assert pool(match, "obstacles") == {"047", "050", "058", "059", "060", "062", "064", "065"}
    assert lies(match, "raider:1") == {"raider:044": 1}
    assert lies(match, "hand:1") == {"draw1:057": 1, "draw1:068": 1, "draw1:071": 1}, "its Think is 3"
    assert count(match, "deck:draw1") == 18, "21 draw cards, of which three are the hand"
    return match


CASES.forged("TR-6", "TR-7", "TR-8", "TR-9", "TR-131")

# --- the map ----------------------------------------------------------------------------------


@obeys("TR-23", "TR-26", "TR-27", "TR-107")
def the_introductory_level_for_two() -> Match:
    match = opened("introductory", 2, 6, 1)
    assert lies(match, "space:1-1") == {"level:026.forward": 1}
    assert lies(match, "space:3-1") == {"level:026.forward": 1}
    assert lies(match, "space:2-4") == {"level:028.down": 1}
    assert [zone for zone in match.table.zones if zone.startswith("space:")] == ["space:1-1", "space:2-4", "space:3-1"]
    assert count(match, "deck:level") == 16
    return match


CASES.forged("TR-23", "TR-26", "TR-27")


@breaks("TR-107")
def the_introductory_level_for_three() -> None:
    opened("introductory", 3)


@obeys("TR-104")
def alone_the_obstacles_are_a_deck_of_their_own() -> Match:
    match = opened("introductory", 1, decks=THIRTY)
    assert pool(match, "obstacles") == {"047", "050", "058", "059", "060", "062", "064", "065"}
    assert not pool(match, "draw1") & {"059", "060", "062"}
    assert count(match, "deck:draw1") == 24
    assert lies(match, "space:3-1") == {}, "the second corner stays unknown"
    return match


CASES.forged("TR-104")

# --- levels -----------------------------------------------------------------------------------


@obeys("TR-108", "TR-134", "TR-130")
def into_the_caves_for_two() -> Match:
    match = opened("into_the_caves", 2, 6, 1)
    assert lies(match, "space:1-1") == {"level:001.forward": 1}
    assert count(match, "deck:level") == 26
    return match


@breaks("TR-108")
def into_the_caves_alone() -> None:
    opened("into_the_caves", 1)


@breaks("TR-134")
def a_level_that_there_is_not() -> None:
    opened("the_moon", 2)


@breaks("TR-130")
def a_level_deck_with_two_copies() -> None:
    opened("into_the_caves", 2, 6, 1, level_decks=f"{CAVES}; 004")


@obeys("TR-109")
def trapped_in_the_tombs_for_three() -> Match:
    match = opened("trapped_in_the_tombs", 3)
    assert lies(match, "space:2-1") == {"level:026.forward": 1, "figure:1": 1, "figure:2": 1, "figure:3": 1}
    return match


@breaks("TR-109")
def trapped_in_the_tombs_alone() -> None:
    opened("trapped_in_the_tombs", 1)


@obeys("TR-110", "TR-111")
def death_by_design() -> Match:
    match = opened("death_by_design", 2, 3, 3, 1, 4)  # they tie, and roll again
    assert match.to_act == (2,)
    assert lies(match, "space:5-7") == {"level:038.down": 1}
    assert lies(match, "space:3-7") == {}
    assert pool(match, "level") == {"003", "028"}
    do(match, 2, ChooseEntrance(space="space:5-1"))
    assert lies(match, "space:1-1") == {"level:026.forward": 1, "figure:1": 1}
    return match


@breaks("TR-110")
def death_by_design_for_three() -> None:
    opened("death_by_design", 3)


CASES.forged("TR-111")


@obeys("TR-112")
def freestyle_for_three() -> Match:
    match = opened("freestyle", 3, 2, 6, 4)
    assert match.to_act == (2,)
    do(match, 2, ChooseEntrance(space="space:1-1"))
    do(match, 3, ChooseEntrance(space="space:1-1"))
    assert match.table.get("entrance:1") == "space:3-1", "there is room for two at each"
    return match


@breaks("TR-112")
def freestyle_at_power_one() -> None:
    opened("freestyle", 2, 6, 1, power=1)


@obeys("TR-113", "TR-86")
def the_others_begin_with_something() -> Match:
    match = opened("freestyle", 3, 6, 4, 2, builder_bonus=True, bonus=", 067, 020")
    assert (lies(match, "saved:1"), lies(match, "saved:2")) == ({}, {"draw2:067": 1})
    assert lies(match, "saved:3") == {"treasure:020": 1}
    return match


@breaks("TR-113")
def the_builder_begins_with_something() -> None:
    opened("freestyle", 2, 6, 1, builder_bonus=True, bonus="067")


@breaks("TR-86")
def a_treasure_where_none_is_granted() -> None:
    opened("introductory", 2, 6, 1, bonus="020")


@obeys("TR-114")
def parallel_peril_for_two() -> Match:
    match = opened("parallel_peril", 2, 6, 1)
    assert match.to_act == (1,)
    assert lies(match, "space:1-1") == {"level1:001.forward": 1}
    assert lies(match, "space:4-1") == {"level2:026.forward": 1}
    assert (count(match, "deck:level1"), count(match, "deck:level2")) == (17, 17)
    return match


@breaks("TR-114")
def parallel_peril_alone() -> None:
    opened("parallel_peril", 1)


@obeys("TR-115")
def parallel_pick_up_with_brought_decks() -> Match:
    tombs = "; ".join(f"{n:03}" for n in range(26, 44))
    match = opened("parallel_pick_up", 2, level_decks=f"{tombs} --- {CAVES}")
    assert lies(match, "space:1-1") == {"level1:026.forward": 1, "figure:1": 1}
    assert lies(match, "space:4-1") == {"level2:001.forward": 1, "figure:2": 1}
    assert match.table.get("awaits") == "first_hand", "nobody rolls for entrances"
    return match


@breaks("TR-115")
def a_treasure_room_stronger_than_the_level() -> None:
    opened("parallel_pick_up", 2, level_decks=CAVES.replace("003", "118"))


@obeys("TR-116")
def atlantis_with_a_bonus() -> Match:
    match = opened("atlantis", 2, 6, 1, bonus="067, 020")
    assert (lies(match, "saved:1"), lies(match, "saved:2")) == ({"draw1:067": 1}, {"treasure:020": 1})
    return match


@breaks("TR-116")
def atlantis_with_a_bonus_too_strong() -> None:
    opened("atlantis", 2, 6, 1, bonus="h-t04")


@obeys("TR-117")
def explore_the_depths() -> Match:
    match = opened("explore_the_depths", 2, bonus="h-t04")
    assert (lies(match, "saved:1"), lies(match, "saved:2")) == ({"treasure:h-t04": 1}, {"treasure:020": 1})
    assert [count(match, f"deck:level{n}") for n in (1, 2, 3)] == [18, 19, 20]
    return match


@breaks("TR-117")
def an_upgrade_in_the_depths() -> None:
    opened("explore_the_depths", 2, bonus="067")


# --- levels of one's own ----------------------------------------------------------------------

WELL = {
    "id": "the_well", "name": "The Well", "seats": [1, 4], "width": 2, "depth": 5, "first_depth": 3,
    "decks": [{"families": ["cave"], "rooms": ["003"]}], "treasure_from": 4,
    "entrances": [{"card": "001", "column": 1}],
}  # fmt: skip


@obeys("TR-129")
def a_level_of_ones_own() -> Match:
    match = opened("the_well", 2, catalogue={"own_levels": [WELL]})
    assert lies(match, "space:1-3") == {"level:001.forward": 1, "figure:1": 1, "figure:2": 1}
    return match


@breaks("TR-129")
def a_level_with_more_spaces_than_cards() -> None:
    opened("the_well", 2, catalogue={"own_levels": [{**WELL, "depth": 12}]})


def takes_hands(match: Match) -> Match:
    """Let everybody take a first hand without telling."""
    while match.table.get("awaits") == "first_hand":
        do(match, match.to_act[0], TakeHand())
    return match
