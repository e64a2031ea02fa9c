"""Larger levels: Estilo Livre, Parallel Peril, Parallel “Pick up”, Atlantis, Explore as profundezas."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Fact, Moved, Turned
from tests.domain.tomb_raider.cases_levels import CAVES
from tests.domain.tomb_raider.opened import lies, opened, pool
from tests.domain.tomb_raider.sentences.levels_first import TOMBS, begun
from tests.domain.tomb_raider.sentences.rows import LAID, Heading, acts, asks, besides, instead, tries, without
from tests.domain.tomb_raider.table import at, lies_at
from tests.support import STAMP

free = Heading("Estilo Livre")
peril = Heading("Parallel Peril")
pick_up = Heading("Parallel “Pick up”")
atlantis = Heading("Atlantis")
depths = Heading("Explore as profundezas")

THREE = "6 6 6 1 1 1 1 1"
"""The dice of three raiders for who moves first; seat 1 does."""


def freestyle(seats: int = 3, **options: Any) -> Match:
    """Open Freestyle; seat 1 rolls highest for an entrance."""
    return opened("freestyle", seats, *range(seats, 0, -1), **options)


def spaces(match: Match) -> set[str]:
    """Return the spaces in which something lies from the start."""
    return {zone for zone in match.table.zones if zone.startswith("space:")}


def known(at_: str, card: str, deck: str = "level") -> list[Fact]:
    """Return facts by which a location of a level deck lies face up in a space."""
    zone, piece = f"space:{at_}", f"{deck}:{card}"
    return [
        Moved(f"?{deck}", 1, f"deck:{deck}", zone), Turned(zone, f"?{deck}", piece, 1),
        Turned(f"unseen:{deck}", piece, f"?{deck}", 1), Turned(zone, piece, f"{piece}.forward", 1),
    ]  # fmt: skip


def rows(match: Match) -> tuple[int, int]:
    """Return how wide and how deep the map is."""
    return level_of(match.opening).width, level_of(match.opening).depth


# --- Freestyle --------------------------------------------------------------------------------


@free.obeys("1")
def its_short_version_is_six_deep() -> Match:
    match = freestyle(short=True)
    assert rows(match) == (3, 6)
    return match


free.record("1", "TR-112", instead("its_entrance_beyond_it", "space:3-1", "space:3-7"), LAID)


@free.obeys("2")
def as_many_as_like_play_it() -> list[Match]:
    return [opened("freestyle", 1), freestyle(6)]


free.record("2", "TR-112", besides("the_third_is_left_out", Moved("figure:3", 1, "raider:3", "box")), LAID)


@free.obeys("3")
def at_power_three_or_two() -> list[Match]:
    return [freestyle(power=2), freestyle(power=3)]


@free.breaks("3", "TR-112")
def freestyle_at_power_one() -> None:
    freestyle(power=1)


@free.obeys("4")
def every_location_and_at_power_two_no_sanctuary() -> list[Match]:
    three, two = freestyle(), freestyle(power=2)
    assert {"004", "029", "101", "152", "151"} <= pool(three, "level")
    assert "151" not in pool(two, "level")
    return [two, three]


@free.breaks("4", "TR-112")
def the_sanctuary_is_brought_at_power_two() -> None:
    freestyle(power=2, level_decks=f"{CAVES}; {TOMBS}; 151")


@free.obeys("5")
def three_by_twelve_or_three_by_six() -> list[Match]:
    three, two = freestyle(), freestyle(power=2)
    assert (rows(three), rows(two)) == ((3, 12), (3, 6))
    return [two, three]


@free.breaks("5", "TR-130")
def twelve_deep_with_eighteen_locations() -> None:
    freestyle(level_decks=CAVES)


@free.obeys("6")
def the_treasure_room_from_depth_seven_or_four() -> list[Match]:
    three, two = freestyle(), freestyle(power=2)
    assert (level_of(three.opening).treasure_from, level_of(two.opening).treasure_from) == (7, 4)
    return [three, drawn_at_two("level:003", "level:004")]


def drawn_at_two(*locations: str) -> Match:
    """Return a match of Freestyle at power 2 in which these locations are drawn at depth 2."""
    match = opened("freestyle", 3, 6, 4, 2, power=2)
    acts(match, "1 enter space:1-1", "2 enter space:1-1") if asks(match)[0] == "entrance" else None
    acts(match, *(f"{seat} take_hand" for seat in (1, 2, 3)), f"1 roll_order: {THREE}", "1 move_first")
    return acts(match, f"1 step forward: {' '.join(locations)}")


free.record("6", "TR-32", instead("a_room_at_depth_two", "level:004.forward", "level:003.forward"))


@free.obeys("7")
def atlantean_locations_from_depth_three() -> Match:
    match = drawn_at_two("level:101", "level:004")
    assert lies_at(match, "1-2") == {"level:004.forward"}
    return match


free.record("7", "TR-32", instead("an_atlantean_one_at_depth_two", "level:004.forward", "level:101.forward"))


@free.obeys("8")
def entrances_at_depth_one_and_the_highest_chooses() -> Match:
    match = opened("freestyle", 3, 2, 6, 4)
    assert (spaces(match), asks(match)) == ({"space:1-1", "space:3-1"}, ("entrance", (2,)))
    return acts(match, "2 enter space:3-1", "3 enter space:1-1")


@free.breaks("8", "TR-22")
def the_lowest_chooses_first() -> None:
    tries(opened("freestyle", 3, 2, 6, 4), "1 enter space:1-1")


def two_spaces_left(match: Match, *columns: int, first: int, last: int) -> Match:
    """Return the match with all spaces mapped where a treasure room may lie, but the last two; seat 1 stands before."""
    level_map = LevelMap(match.opening, match.table)
    facts: list[Fact] = []
    left = {deck: iter(plain(match, deck)) for deck in ("level", "level1", "level2")}
    for depth in range(first, last + 1):
        for column in columns:
            if (column, depth) not in ((columns[-1], last), (columns[-1], last - 1)):
                deck = level_map.deck_for(f"space:{column}-{depth}").name
                facts += known(f"{column}-{depth}", next(left[deck]), deck)
    here = match.table.where("figure:1")[0]
    before = f"{columns[-1]}-{last - 2}"
    facts += [Moved("figure:1", 1, here, f"space:{before}"), Moved("marker:exit_forward", 1, "box", f"space:{before}")]
    match.rule(facts, STAMP, clause="a prepared position", reason="test")
    return match


def plain(match: Match, deck: str) -> list[str]:
    """Return the numbers of the locations of a level deck that are no treasure rooms."""
    return sorted(pool(match, deck) - {"003", "028", "118", "151", "042", "043", "017", "018"})


@free.obeys("9")
def the_last_space_takes_a_room_and_the_others_go() -> Match:
    """Of two spaces one is mapped: on the other lies one of the four treasure rooms, and the others leave the deck."""
    match = ready_to_move(opened("freestyle", 3, 6, 4, 2, power=2))
    two_spaces_left(match, 1, 2, 3, first=3, last=6)
    acts(match, "1 step forward: level:043 level:028")
    assert (lies_at(match, "3-6"), {"003", "028", "118"} & pool(match, "level")) == ({"level:028.down"}, set())
    return match


def ready_to_move(match: Match, dice: str = THREE) -> Match:
    """Let everybody enter and take a hand, and seat 1 move first."""
    while asks(match)[0] == "entrance":
        acts(match, f"{match.to_act[0]} enter space:1-1")
    acts(match, *(f"{seat} take_hand" for seat in match.opening.all_seats))
    return acts(match, f"1 roll_order: {dice}", "1 move_first")


free.record("9", "TR-112", without("the_others_stay", "level:003"))


@free.obeys("10")
def the_builder_adds_a_room_and_the_others_begin_with_something() -> Match:
    match = freestyle(builder_bonus=True, bonus=", 067, 020")
    assert [lies(match, f"saved:{seat}") for seat in (1, 2, 3)] == [{}, {"draw2:067": 1}, {"treasure:020": 1}]
    assert len(pool(match, "level") & {"003", "028", "118", "151"}) == 1
    return match


@free.breaks("10", "TR-113")
def the_builder_begins_with_a_treasure() -> None:
    freestyle(builder_bonus=True, bonus="020")


# --- Parallel Peril ---------------------------------------------------------------------------


def in_peril(seats: int = 2, **options: Any) -> Match:
    """Open Parallel Peril; seat 1 rolls highest."""
    return opened("parallel_peril", seats, *range(seats, 0, -1), **options)


@peril.obeys("1")
def a_tomb_and_a_cave_deck() -> Match:
    match = in_peril()
    assert ("004" in pool(match, "level1"), "029" in pool(match, "level2")) == (True, True)
    return match


@peril.breaks("1", "TR-114")
def one_alone_with_one_deck() -> None:
    opened("parallel_peril", 1)


@peril.obeys("2")
def two_or_four_play_it() -> list[Match]:
    return [in_peril(2), in_peril(4)]


peril.record("2", "TR-114", besides("the_second_does_not", Moved("figure:2", 1, "raider:2", "box")), LAID)


@peril.obeys("3")
def parallel_at_power_one() -> Match:
    return in_peril(power=1)


@peril.breaks("3", "TR-114")
def parallel_at_power_two() -> None:
    in_peril(power=2)


@peril.obeys("4")
def eighteen_caves_and_eighteen_tombs() -> Match:
    match = in_peril()
    assert pool(match, "level1") == {f"{n:03}" for n in range(2, 19)}
    assert pool(match, "level2") == {f"{n:03}" for n in range(27, 44)}
    return match


peril.record("4", "TR-114", besides("a_cave_less", Moved("?level1", 1, "deck:level1", "box")), LAID)


@peril.obeys("5")
def four_wide_and_eight_deep() -> Match:
    match = in_peril()
    assert (rows(match), spaces(match)) == ((4, 8), {"space:1-1", "space:4-1"})
    return match


peril.record("5", "TR-114", instead("peril_five_wide", "space:4-1", "space:5-1"), LAID)


@peril.obeys("6")
def each_entrance_in_its_corner_with_its_deck() -> Match:
    match = in_peril()
    assert (lies(match, "space:1-1"), lies(match, "space:4-1")) == (
        {"level1:001.forward": 1}, {"level2:026.forward": 1},
    )  # fmt: skip
    return match


peril.record("6", "TR-114", instead("both_in_one_corner", "space:4-1", "space:1-1"), LAID)


@peril.obeys("7")
def two_columns_from_each_deck() -> Match:
    match = in_peril()
    level_map = LevelMap(match.opening, match.table)
    assert [level_map.deck_for(f"space:{col}-2").name for col in (1, 2, 3, 4)] == [
        "level1",
        "level1",
        "level2",
        "level2",
    ]
    assert level_of(match.opening).treasure_from == 5
    return last_of_the_tombs()


def last_of_the_tombs() -> Match:
    """Return a match in which one space is left for a treasure room, of the tombs: the caves lose theirs."""
    match = ready_to_move(in_peril(), "6 6 6 1 1")
    two_spaces_left(match, 1, 2, 3, 4, first=5, last=8)
    acts(match, "1 step forward: level2:043")
    assert (lies_at(match, "4-8"), "003" in pool(match, "level1")) == ({"level2:028.down"}, False)
    return match


peril.record("7", "TR-114", without("the_caves_keep_theirs", "level1:003"))


@peril.obeys("8")
def the_highest_chooses_an_entrance() -> Match:
    match = opened("parallel_peril", 2, 1, 4)
    assert asks(match) == ("entrance", (2,))
    acts(match, "2 enter space:4-1")
    assert (at(match, 1), at(match, 2)) == ("1-1", "4-1")
    return match


@peril.breaks("8", "TR-22")
def the_lower_one_chooses() -> None:
    tries(opened("parallel_peril", 2, 1, 4), "1 enter space:4-1")


# --- Parallel Pick-up -------------------------------------------------------------------------

BOTH = f"{TOMBS} --- {CAVES}"
"""The tombs are brought by seat 1, the caves by seat 2."""


def picked_up(decks: str = BOTH, **options: Any) -> Match:
    """Open Parallel Pick-up with these level decks."""
    return opened("parallel_pick_up", 2, level_decks=decks, **options)


@pick_up.obeys("1")
def as_parallel_peril_with_decks_of_ones_own() -> Match:
    match = picked_up()
    assert (pool(match, "level1"), pool(match, "level2")) == (
        {f"{n:03}" for n in range(27, 44)}, {f"{n:03}" for n in range(2, 19)},
    )  # fmt: skip
    return match


pick_up.record("1", "TR-115", besides("a_card_is_swapped", Moved("?level1", 1, "deck:level1", "box")), LAID)


@pick_up.obeys("2")
def two_play_parallel_pick_up() -> Match:
    return picked_up()


@pick_up.breaks("2", "TR-115")
def three_play_parallel_pick_up() -> None:
    opened("parallel_pick_up", 3)


@pick_up.obeys("3")
def at_power_one_two_or_three() -> list[Match]:
    return [opened("parallel_pick_up", 2, power=power) for power in (1, 2, 3)]


pick_up.record("3", "TR-115", instead("the_depth_of_another_power", "space:4-1", "space:4-3"), LAID)


@pick_up.obeys("4")
def eighteen_cards_are_enough() -> Match:
    match = picked_up()
    assert sum(lies(match, "deck:level1").values()) == 17, "and the entrance"
    return match


@pick_up.breaks("4", "TR-130")
def seventeen_cards_are_not() -> None:
    picked_up(f"{TOMBS.removesuffix('; 043')} --- {CAVES}")


@pick_up.obeys("5")
def a_deck_with_one_room_and_one_entrance() -> Match:
    match = picked_up()
    assert pool(match, "level1") & {"003", "028", "118"} == {"028"}
    return match


@pick_up.breaks("5", "TR-115")
def an_atlantean_location_at_power_one() -> None:
    picked_up(f"{TOMBS}; 101 --- {CAVES}")


@pick_up.obeys("6")
def four_wide_and_six_eight_or_ten_deep() -> list[Match]:
    matches = [opened("parallel_pick_up", 2, power=power) for power in (3, 2, 1)]
    assert [rows(one) for one in matches] == [(4, 10), (4, 8), (4, 6)]
    return matches


pick_up.record("6", "TR-115", instead("five_wide", "space:4-1", "space:5-1"), LAID)


@pick_up.obeys("7")
def the_room_from_four_five_or_six_and_no_stronger_than_the_level() -> list[Match]:
    matches = [opened("parallel_pick_up", 2, power=power) for power in (3, 2, 1)]
    assert [level_of(one.opening).treasure_from for one in matches] == [6, 5, 4]
    return matches


@pick_up.breaks("7", "TR-115")
def a_room_of_power_two_at_power_one() -> None:
    picked_up(f"{TOMBS} --- {CAVES.replace('003', '118')}")


@pick_up.obeys("8")
def each_starts_at_the_own_entrance() -> Match:
    match = picked_up()
    assert (at(match, 1), at(match, 2)) == ("1-1", "4-1")
    assert lies(match, "space:1-1") == {"level1:026.forward": 1, "figure:1": 1}
    return match


pick_up.record("8", "TR-115", instead("both_at_the_first", "space:4-1", "space:1-1"), LAID)


@pick_up.obeys("9")
def the_other_deck_loses_its_room() -> Match:
    match = two_spaces_left(ready_to_move(picked_up(), "6 6 6 1 1"), 1, 2, 3, 4, first=4, last=6)
    acts(match, "1 step forward: level2:018")
    assert (lies_at(match, "4-6"), "028" in pool(match, "level1")) == ({"level2:003.down"}, False)
    return match


pick_up.record("9", "TR-114", without("it_keeps_its_room", "level1:028"))

# --- Atlantis ---------------------------------------------------------------------------------

ATLANTEAN = "; ".join(["001", *(f"{n}" for n in range(101, 119))])
"""An entrance and the Atlantean locations, the treasure among them."""


def in_atlantis(seats: int = 2, **options: Any) -> Match:
    """Open Atlantis; seat 1 rolls highest where there are two entrances."""
    return opened("atlantis", seats, *(range(seats, 0, -1) if seats % 2 == 0 else ()), **options)


@atlantis.obeys("1")
def two_or_three_play_atlantis() -> list[Match]:
    return [in_atlantis(2), in_atlantis(3)]


@atlantis.breaks("1", "TR-116")
def one_alone_plays_atlantis() -> None:
    opened("atlantis", 1)


@atlantis.obeys("2")
def atlantis_has_a_power_of_two() -> Match:
    return in_atlantis(power=2)


@atlantis.breaks("2", "TR-116")
def atlantis_at_power_one() -> None:
    in_atlantis(power=1)


@atlantis.obeys("3")
def generic_and_atlantean_locations() -> Match:
    match = in_atlantis()
    assert ({"101", "152"} <= pool(match, "level"), pool(match, "level") & {"004", "029"}) == (True, set())
    return match


@atlantis.breaks("3", "TR-130")
def a_cave_in_atlantis() -> None:
    in_atlantis(level_decks=f"{ATLANTEAN}; 004")


@atlantis.obeys("4")
def eighteen_of_one_each_in_atlantis() -> Match:
    return in_atlantis(level_decks=ATLANTEAN)


@atlantis.breaks("4", "TR-130")
def two_of_one_in_atlantis() -> None:
    in_atlantis(level_decks=f"{ATLANTEAN}; 101")


@atlantis.obeys("5")
def its_treasure_lies_at_depth_four_or_deeper() -> Match:
    match = acts(begun("atlantis", 3, THREE), "1 step forward: level:118 level:101")
    assert lies_at(match, "2-2") == {"level:101.forward"}
    return match


@atlantis.breaks("5", "TR-130")
def another_treasure_room_in_atlantis() -> None:
    in_atlantis(level_decks=ATLANTEAN.replace("118", "003"))


@atlantis.obeys("6")
def atlantis_is_three_by_six() -> Match:
    match = in_atlantis()
    assert (rows(match), spaces(match)) == ((3, 6), {"space:1-1", "space:3-1"})
    return match


atlantis.record("6", "TR-116", instead("atlantis_four_wide", "space:3-1", "space:4-1"), LAID)


@atlantis.obeys("7")
def one_entrance_in_the_middle_or_two_in_the_corners() -> list[Match]:
    three, two = in_atlantis(3), in_atlantis(2)
    assert (spaces(three), spaces(two)) == ({"space:2-1"}, {"space:1-1", "space:3-1"})
    return [three, two]


@atlantis.breaks("7", "TR-22")
def three_enter_atlantis_by_one_of_two() -> None:
    tries(acts(in_atlantis(4), "1 enter space:1-1", "2 enter space:1-1"), "3 enter space:1-1")


@atlantis.obeys("8")
def an_upgrade_of_two_or_a_treasure_of_one() -> Match:
    match = in_atlantis(bonus="067, 020")
    assert (lies(match, "saved:1"), lies(match, "saved:2")) == ({"draw1:067": 1}, {"treasure:020": 1})
    return match


@atlantis.breaks("8", "TR-116")
def a_treasure_of_four_in_atlantis() -> None:
    in_atlantis(bonus="h-t04")


# --- Explore the Depths -----------------------------------------------------------------------


@depths.obeys("1")
def the_depths_for_one_or_for_more() -> list[Match]:
    return [opened("explore_the_depths", 1), opened("explore_the_depths", 4)]


@depths.breaks("1", "TR-134")
def the_depths_by_another_name() -> None:
    opened("explore_the_heights", 2)


@depths.obeys("2")
def the_depths_have_a_power_of_three() -> Match:
    return opened("explore_the_depths", 2, power=3)


@depths.breaks("2", "TR-117")
def the_depths_at_power_one() -> None:
    opened("explore_the_depths", 2, power=1)


@depths.obeys("3")
def a_deck_for_each_third() -> Match:
    match = opened("explore_the_depths", 2)
    level_map = LevelMap(match.opening, match.table)
    names = [level_map.deck_for(f"space:2-{depth}").name for depth in (4, 5, 8, 9)]
    assert names == ["level1", "level2", "level2", "level3"]
    return match


depths.record("3", "TR-117", besides("one_is_mixed_in", Moved("?level2", 1, "deck:level2", "deck:level1")), LAID)


def third(place: str, deck: str, cards: set[str], called: str) -> None:
    """Tie the cases of the level deck of a third of the depths."""

    def has() -> Match:
        match = opened("explore_the_depths", 2)
        assert pool(match, deck) == cards
        return match

    has.__name__ = f"the_locations_of_{called}"
    depths.obeys(place)(has)
    left = besides(f"one_is_missing_in_{called}", Moved(f"?{deck}", 1, f"deck:{deck}", "box"))
    depths.record(place, "TR-117", left, LAID)


def numbers(first: int, last: int, *more: int) -> set[str]:
    """Return the numbers of cards as they are printed."""
    return {f"{n:03}" for n in (*range(first, last + 1), *more)}


third("4", "level1", numbers(4, 18, 153, 157, 158), "the_first_third")
third("5", "level2", numbers(29, 43, 154, 156, 159, 160), "the_second_third")
third("6", "level3", numbers(101, 117, 151, 152, 155), "the_last_third")


@depths.obeys("7")
def the_sanctuary_from_depth_nine() -> Match:
    match = opened("explore_the_depths", 2)
    assert (level_of(match.opening).treasure_from, "151" in pool(match, "level3")) == (9, True)
    return match


depths.record("7", "TR-117", besides("without_the_sanctuary", Moved("?level3", 1, "deck:level3", "box")), LAID)


@depths.obeys("8")
def the_depths_are_three_by_twelve() -> Match:
    match = opened("explore_the_depths", 2)
    assert rows(match) == (3, 12)
    return match


depths.record("8", "TR-117", instead("the_entrance_at_depth_thirteen", "space:2-1", "space:2-13"), LAID)


@depths.obeys("9")
def the_depths_have_one_entrance() -> Match:
    match = opened("explore_the_depths", 2)
    assert lies(match, "space:2-1") == {"level1:001.forward": 1, "figure:1": 1, "figure:2": 1}
    return match


depths.record("9", "TR-117", instead("it_lies_in_a_corner", "space:2-1", "space:1-1"), LAID)


@depths.obeys("10")
def everybody_begins_with_any_treasure() -> Match:
    match = opened("explore_the_depths", 2, bonus="h-t04, 020")
    assert (lies(match, "saved:1"), lies(match, "saved:2")) == ({"treasure:h-t04": 1}, {"treasure:020": 1})
    return match


@depths.breaks("10", "TR-117")
def beginning_with_an_upgrade_instead() -> None:
    opened("explore_the_depths", 2, bonus="067, 020")
