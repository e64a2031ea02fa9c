"""Series: SERIES, Serie “Cronometrado”, Serie “Ligado”, Serie “ Pick up”."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.series import sequel, standing
from tablescribe.domain.match.match import Match
from tests.domain.tomb_raider.cases_levels import CAVES
from tests.domain.tomb_raider.cases_series import BEFORE, ended, pick_up
from tests.domain.tomb_raider.finishing import both_finish, closet, finish
from tests.domain.tomb_raider.opened import SIXTY, lies, opened, pool
from tests.domain.tomb_raider.sentences.levels_first import TOMBS
from tests.domain.tomb_raider.sentences.levels_larger import ready_to_move
from tests.domain.tomb_raider.sentences.rows import LAID, Heading, acts, instead, without
from tests.domain.tomb_raider.table import lies_at
from tests.domain.tomb_raider.test_series import won

series = Heading("SERIES")
timed = Heading("Serie “Cronometrado”")
linked = Heading("Serie “Ligado”")
carried = Heading("Serie “ Pick up”")
level = Heading("Serie “ Pick up”: Para cada nível")


def caves(kind: str, **options: Any) -> Match:
    """Open Into the Caves as the first level of a series."""
    return opened("into_the_caves", 2, 6, 1, series=kind, **options)


def second(kind: str, name: str = "atlantis", **options: Any) -> Match:
    """Open the second level of a series."""
    return opened(name, 2, 6, 1, series=kind, episode=2, follows=BEFORE, **options)


# --- all of them ------------------------------------------------------------------------------


@series.obeys("1.1")
def each_level_names_the_one_before() -> Match:
    return second("linked")


@series.breaks("1.1", "TR-120")
def the_second_names_none() -> None:
    opened("atlantis", 2, 6, 1, series="linked", episode=2)


@series.obeys("1.2")
def the_scoring_is_agreed_on_before() -> Match:
    assert sequel(ended(caves("linked"), 1), {"level": "atlantis"})["series"] == "linked"
    return second("linked", series_won="last")


@series.breaks("1.2", "TR-120")
def it_is_scored_otherwise_from_the_second_on() -> None:
    sequel(ended(caves("linked"), 1), {"series_won": "last"})


# --- timed ------------------------------------------------------------------------------------


@timed.obeys("1.1")
def all_levels_have_the_same_power() -> Match:
    former = ended(caves("timed", level_decks=CAVES), 1)
    assert sequel(former, {"level": "trapped_in_the_tombs"})["level"] == "trapped_in_the_tombs"
    return both_finish()


@timed.breaks("1.1", "TR-121")
def the_second_has_another_power() -> None:
    sequel(ended(caves("timed"), 1), {"level": "atlantis"})


@timed.obeys("1.2")
def the_first_to_finish_starts_the_count() -> Match:
    """The level goes on until the other has finished, too."""
    match = both_finish()
    assert [match.table.number(f"finished:{seat}") for seat in (1, 2)] == [1, 2]
    return match


timed.record("1.2", "TR-121", without("it_did_not_finish", "finished:2"))


@timed.obeys("1.3")
def a_turn_later_is_an_extra_turn() -> Match:
    match = both_finish()
    assert (match.table.number("score:1"), match.table.number("score:2")) == (0, 1)
    return match


timed.record("1.3", "TR-121", without("no_extra_turn", "score:2"))


@timed.obeys("1.4")
def the_fewest_over_all_levels_win() -> Match:
    first = caves("timed")
    found = standing([won(first, 1, scores=(0, 3)), won(first, 2, scores=(1, 0))])
    assert (found.rule, found.scores, found.winners) == ("TR-121", (1, 3), (1,))
    return both_finish()


timed.record("1.4", "TR-121", instead("the_most_win", "1", "2"))


# --- linked -----------------------------------------------------------------------------------


@linked.obeys("1.1")
def levels_follow_in_the_order_that_was_chosen() -> list[Match]:
    """Into the Caves, then Atlantis, then Explore the Depths."""
    match = second("linked", carried="020")
    third = opened("explore_the_depths", 2, series="linked", episode=3, follows=BEFORE, carried="020")
    return [third, match]


@linked.breaks("1.1", "TR-120")
def a_level_out_of_the_order() -> None:
    """The first level follows another."""
    opened("atlantis", 2, 6, 1, series="linked", episode=1, follows=BEFORE)


@linked.obeys("1.2")
def its_winner_takes_a_treasure() -> Match:
    match = finish(closet(2, series="linked"))
    assert (match.table.get("winners"), lies_at(match, "saved:1")) == ("1", {"treasure:020"})
    return match


linked.record("1.2", "TR-86", instead("the_loser_takes_it", "saved:1", "saved:2"))


@linked.obeys("1.3")
def the_rest_stays_behind_unless_agreed() -> list[Match]:
    match = second("linked", carry="all", carried="020 067 068")
    assert set(lies(match, "saved:1")) == {"treasure:020", "draw1:067", "draw1:068"}
    return [match, second("linked", carried="020")]


@linked.breaks("1.3", "TR-122")
def an_item_is_carried_without_that() -> None:
    second("linked", carried="020 068")


@linked.obeys("1.4")
def most_treasures_win_or_the_last() -> Match:
    most, last = caves("linked"), caves("linked", series_won="last")
    assert standing([won(most, 1), won(most, 1), won(most, 2)]).winners == (1,)
    assert standing([won(last, 1), won(last, 1), won(last, 2)]).winners == (2,)
    return second("linked", carried="020, 020")


@linked.breaks("1.4", "TR-122")
def a_treasure_that_was_won_is_left_behind() -> None:
    sequel(ended(caves("linked"), 1, saved_1="treasure:020"), {"level": "atlantis", "carried": ","})


# --- pick-up ----------------------------------------------------------------------------------


@carried.obeys("1")
def each_players_deck_in_turn() -> list[Match]:
    """The first level is built from the tombs of seat 1, the second from the caves of seat 2."""
    decks = f"{TOMBS}; 001 --- {CAVES}; 026"
    one, two = pick_up(level_decks=decks), pick_up(level_decks=decks, episode=2, follows=BEFORE)
    assert ("029" in pool(one, "level"), "029" in pool(two, "level")) == (True, False)
    assert "004" in pool(two, "level")
    return [two, one]


@carried.breaks("1", "TR-123")
def more_levels_than_players() -> None:
    pick_up(episode=3, follows=BEFORE)


@carried.obeys("2")
def for_two_or_for_three() -> list[Match]:
    return [pick_up(), pick_up(3)]


@carried.breaks("2", "TR-123")
def another_level_than_one_for_all() -> None:
    opened("atlantis", 2, 6, 1, series="pick_up", decks=f"{SIXTY} --- {SIXTY}")


@carried.obeys("3")
def sixty_cards_are_needed() -> Match:
    match = pick_up(decks=f"{SIXTY} --- {SIXTY}")
    assert sum(lies(match, "deck:draw1").values()) == 60
    return match


@carried.breaks("3", "TR-130")
def fifty_eight_are_too_few() -> None:
    pick_up(decks=f"{SIXTY.removeprefix('2 068; ')} --- {SIXTY}")


@carried.obeys("4")
def all_but_the_first_begin_with_a_treasure() -> Match:
    match = pick_up(3, bonus=", 045, 020")
    assert [lies(match, f"saved:{seat}") for seat in (1, 2, 3)] == [{}, {"treasure:045": 1}, {"treasure:020": 1}]
    return match


@carried.breaks("4", "TR-124")
def the_first_begins_with_one() -> None:
    pick_up(bonus="020, 045")


@carried.obeys("5")
def the_winner_may_take_a_treasure_along() -> Match:
    options = sequel(ended(pick_up(), 1, saved_1="treasure:045"), {})
    assert options["carried"] == "045, 020"
    match = pick_up(episode=2, follows=BEFORE, carried="045, 020")
    assert (lies(match, "saved:1"), lies(match, "saved:2")) == ({"treasure:045": 1}, {"treasure:020": 1})
    return pick_up(bonus=", 045")


@carried.breaks("5", "TR-124")
def the_second_takes_a_stronger_one() -> None:
    pick_up(bonus=", h-t03")


@carried.obeys("6")
def upgrades_treasures_secret_moves_and_one_item() -> Match:
    match = pick_up(episode=2, follows=BEFORE, carried="067 068 020, h-s01", decks=f"{SIXTY} --- {SIXTY}; h-s01")
    assert lies(match, "saved:1") == {"draw1:067": 1, "draw1:068": 1, "treasure:020": 1}
    assert lies(match, "saved:2") == {"draw2:h-s01": 1}
    return match


@carried.breaks("6", "TR-125")
def two_items_are_carried_along() -> None:
    pick_up(episode=2, follows=BEFORE, carried="068 069")


@carried.obeys("7")
def ten_cards_more_and_three_copies() -> Match:
    more = f"{SIXTY}; 3 h-a12; 3 h-a13; 3 h-a16"
    assert more in sequel(ended(pick_up(decks=f"{SIXTY} --- {SIXTY}"), 1), {"decks": f"{more} --- {SIXTY}"})["decks"]
    return pick_up(episode=2, follows=BEFORE, decks=f"{more} --- {SIXTY}", carried="020")


@carried.breaks("7", "TR-125")
def eleven_cards_more() -> None:
    more = f"{SIXTY}; 3 h-a12; 3 h-a13; 3 h-a16; 2 h-a17"
    sequel(ended(pick_up(decks=f"{SIXTY} --- {SIXTY}"), 1), {"decks": f"{more} --- {SIXTY}"})


# --- each of its levels -----------------------------------------------------------------------


@level.obeys("1")
def its_map_is_three_by_six() -> Match:
    match = pick_up()
    assert (level_of(match.opening).width, level_of(match.opening).depth) == (3, 6)
    return match


level.record("1", "TR-126", instead("its_map_is_four_wide", "space:3-1", "space:4-1"), LAID)


@level.obeys("2")
def two_of_any_location_and_one_room() -> Match:
    match = pick_up(level_decks=f"{CAVES}; 026; 004; 029; 101")
    assert lies(match, "unseen:level")["level:004"] == 2
    return match


@level.breaks("2", "TR-130")
def three_of_one_location() -> None:
    pick_up(level_decks=f"{CAVES}; 026; 004; 004")


@level.obeys("3")
def eighteen_locations_and_two_entrances() -> Match:
    match = pick_up(level_decks=f"{CAVES}; 026")
    assert (lies(match, "space:1-1")["level:001.forward"], lies(match, "space:3-1")["level:026.forward"]) == (1, 1)
    return match


@level.breaks("3", "TR-130")
def sixteen_locations() -> None:
    pick_up(level_decks=CAVES.replace("; 004; 005; 006", ""))


@level.obeys("4")
def any_treasure_room() -> Match:
    match = pick_up(level_decks=CAVES.replace("003", "118"))
    assert "118" in pool(match, "level")
    return match


@level.breaks("4", "TR-130")
def two_treasure_rooms() -> None:
    pick_up(level_decks=f"{CAVES}; 028")


def first_step(*drawn: str) -> Match:
    """Return a match of a pick-up series in which these locations are drawn at depth 2."""
    match = ready_to_move(pick_up(level_decks=f"{CAVES}; 026; 101"), "6 6 1 1 1")
    return acts(match, f"1 step forward: {' '.join(drawn)}")


@level.obeys("5")
def an_entrance_in_each_corner_and_the_room_at_depth_four() -> Match:
    match = first_step("level:003", "level:004")
    assert lies_at(match, "1-2") == {"level:004.forward"}
    assert level_of(match.opening).treasure_from == 4
    return match


level.record("5", "TR-126", instead("one_entrance_in_the_middle", "space:3-1", "space:2-1"), LAID)


@level.obeys("6")
def atlantean_locations_wait_for_depth_three() -> Match:
    match = first_step("level:101", "level:004")
    assert lies_at(match, "1-2") == {"level:004.forward"}
    return match


level.record("6", "TR-32", instead("one_at_depth_two", "level:004.forward", "level:101.forward"))


@level.obeys("7")
def there_are_others_enough_for_the_first_rows() -> Match:
    return pick_up(level_decks=f"{CAVES}; 026; 101")


@level.breaks("7", "TR-129")
def too_few_for_the_first_rows() -> None:
    pick_up(level_decks="; ".join(["001", "026", "118", *(f"{n}" for n in range(101, 118)), "002", "004"]))


@level.obeys("8")
def the_depths_rise_by_two() -> list[Match]:
    """1 to 6, 3 to 8, 5 to 10."""
    third = pick_up(3, episode=3, follows=BEFORE, carried="020, 020, 020")
    match = pick_up(episode=2, follows=BEFORE)
    assert [(level_of(one.opening).first_depth, level_of(one.opening).last_depth) for one in (match, third)] == [
        (3, 8), (5, 10),
    ]  # fmt: skip
    return [third, match]


level.record("8", "TR-128", instead("it_begins_at_depth_one", "space:1-3", "space:1-1"), LAID)
