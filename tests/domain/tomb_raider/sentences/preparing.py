"""Before play: SE PREPARANDO PRA JOGAR."""

from __future__ import annotations

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Moved
from tests.domain.tomb_raider.cases_levels import CAVES
from tests.domain.tomb_raider.cases_series import BEFORE
from tests.domain.tomb_raider.opened import SIXTY, THIRTY, lies, opened, pool
from tests.domain.tomb_raider.sentences.rows import LAID, Heading, acts, asks, besides, instead, tries, without
from tests.domain.tomb_raider.table import begun, count

before = Heading("SE PREPARANDO PRA JOGAR")


# --- the level --------------------------------------------------------------------------------


@before.obeys("1.1")
def there_are_many_levels() -> list[Match]:
    levels = ("introductory", "into_the_caves", "atlantis", "freestyle", "parallel_peril")
    return [opened(level, 2, 6, 1) for level in levels]


@before.breaks("1.1", "TR-134")
def a_level_that_nobody_has_described() -> None:
    opened("the_moon", 2)


@before.obeys("1.3")
def a_series_of_levels() -> Match:
    match = opened("atlantis", 2, 6, 1, series="linked", episode=2, follows=BEFORE, carried="020")
    assert lies(match, "saved:1") == {"treasure:020": 1}
    return match


@before.breaks("1.3", "TR-120")
def a_second_level_without_a_first() -> None:
    opened("atlantis", 2, 6, 1, series="linked", episode=2)


@before.obeys("1.4")
def the_level_is_agreed_on_first() -> Match:
    """Without a word it is the introductory one; nothing is laid before it is known which."""
    match = opened(None, 2, 6, 1)
    assert lies(match, "space:2-4") == {"level:028.down": 1}
    return match


@before.breaks("1.4", "TR-134")
def beginning_without_a_level() -> None:
    opened("whatever_comes", 2)


# --- the raider -------------------------------------------------------------------------------


@before.obeys("2.1")
def everybody_chooses_a_raider_of_power_one() -> Match:
    match = opened("introductory", 2, 6, 1, raiders="019, 044")
    assert lies(match, "raider:1")["raider:019"] == lies(match, "raider:2")["raider:044"] == 1
    return match


@before.breaks("2.1", "TR-22")
def beginning_with_an_upgrade_as_a_raider() -> None:
    opened("introductory", 2, 6, 1, raiders="067, 019")


@before.obeys("2.3")
def both_may_use_the_same() -> Match:
    match = opened("introductory", 2, 6, 1, raiders="019, 019")
    assert lies(match, "raider:1")["raider:019"] == lies(match, "raider:2")["raider:019"] == 1
    return match


before.record("2.3", "TR-22", besides("the_second_goes_without", Moved("raider:019", 1, "raider:2", "box")), LAID)


@before.obeys("2.4")
def its_figure_stands_on_the_entrance() -> Match:
    match = acts(opened("introductory", 2, 1, 6), "2 enter space:3-1")
    assert (lies(match, "space:3-1")["figure:2"], lies(match, "space:1-1")["figure:1"]) == (1, 1)
    return match


@before.breaks("2.4", "TR-22")
def entering_twice() -> None:
    tries(acts(opened("introductory", 2, 1, 6), "2 enter space:3-1"), "2 enter space:1-1")


# --- the level deck and the map ---------------------------------------------------------------


@before.obeys("3.1")
def the_level_deck_has_the_locations() -> Match:
    match = opened("introductory", 2, 6, 1)
    assert pool(match, "level") == {f"{n:03}" for n in range(26, 44)} - {"026", "028"}
    return match


@before.breaks("3.1", "TR-130")
def a_treasure_in_the_level_deck() -> None:
    opened("into_the_caves", 2, 6, 1, level_decks=f"{CAVES}; 020")


@before.obeys("3.2")
def the_level_says_which() -> Match:
    match = opened("into_the_caves", 2, 6, 1, level_decks=CAVES)
    assert "003" in pool(match, "level")
    return match


@before.breaks("3.2", "TR-130")
def a_location_of_another_family() -> None:
    opened("into_the_caves", 2, 6, 1, level_decks=f"{CAVES}; 029")


@before.obeys("3.3")
def one_player_brings_the_level_deck() -> Match:
    match = opened("into_the_caves", 2, 6, 1, level_decks=CAVES)
    assert sum(lies(match, "deck:level").values()) == 17, "18 with the entrance that lies on the map"
    return match


before.record("3.3", "TR-23", besides("a_card_more", Moved("?level", 1, "deck:level", "box")), LAID)


@before.obeys("4.1")
def on_a_grid() -> Match:
    match = opened("introductory", 2, 6, 1)
    assert {zone for zone in match.table.zones if zone.startswith("space:")} == {
        "space:1-1", "space:3-1", "space:2-4",
    }  # fmt: skip
    return match


before.record("4.1", "TR-26", instead("outside_it", "space:3-1", "space:4-1"), LAID)


@before.obeys("4.2")
def what_the_level_begins_with_is_laid() -> Match:
    match = opened("death_by_design", 2, 6, 1)
    assert lies(match, "space:5-7") == {"level:038.down": 1}
    assert lies(match, "space:1-1")["level:026.forward"] == 1
    return match


before.record("4.2", "TR-23", instead("it_lies_elsewhere", "space:5-7", "space:3-7"), LAID)


@before.obeys("4.4")
def the_level_deck_is_shuffled() -> Match:
    """Face down: which card lies on top is known to nobody."""
    match = begun()
    assert set(match.table.pieces("deck:level")) == {"?level"}
    return match


before.record("4.4", "TR-23", without("nobody_lays_it_down", "deck:level", "unseen:level"), LAID)


# --- the draw deck ----------------------------------------------------------------------------


@before.obeys("5.1")
def thirty_cards_of_five_kinds() -> Match:
    match = opened("introductory", 2, 6, 1, decks=f"{THIRTY} --- {THIRTY}")
    assert sum(lies(match, "deck:draw1").values()) == 30
    return match


@before.breaks("5.1", "TR-24")
def a_deck_of_twenty_eight() -> None:
    opened("introductory", 2, 6, 1, decks=THIRTY.removeprefix("2 068; "))


@before.obeys("5.2")
def three_copies_in_sixty_cards_and_two_in_less() -> Match:
    match = opened("introductory", 2, 6, 1, decks=f"{SIXTY}; 1 068")
    assert lies(match, "unseen:draw1")["draw1:068"] == 3
    return match


@before.breaks("5.2", "TR-24")
def three_copies_in_thirty_one() -> None:
    opened("introductory", 2, 6, 1, decks=f"{THIRTY}; 1 068")


@before.obeys("5.3")
def no_deck_is_too_large() -> Match:
    match = opened("introductory", 2, 6, 1, decks=f"{SIXTY}; 1 068; 1 071")
    assert sum(lies(match, "deck:draw1").values()) == 62
    return match


before.record("5.3", "TR-1", besides("a_draw_card_is_left_out", Moved("?draw1", 1, "deck:draw1", "box")), LAID)


@before.obeys("5.4")
def two_copies_of_a_card() -> Match:
    match = opened("introductory", 2, 6, 1, decks=THIRTY)
    assert set(lies(match, "unseen:draw1").values()) <= {2, 30}
    return match


@before.breaks("5.4", "TR-24")
def four_copies_in_sixty() -> None:
    opened("introductory", 2, 6, 1, decks=f"{SIXTY}; 2 068")


# --- the first hand ---------------------------------------------------------------------------


@before.obeys("6.1")
def the_first_hand_is_chosen_from_the_deck() -> Match:
    match = opened("explore_the_depths", 1, raiders="044")
    acts(match, "1 keep_card @068", "1 keep_card @057", "1 keep_card @071")
    assert set(lies(match, "hand:1")) == {"draw1:068", "draw1:057", "draw1:071"}
    return match


before.record("6.1", "TR-25", without("another_card_than_was_chosen", "draw1:071"))


@before.obeys("6.2")
def think_says_how_many() -> Match:
    """Raider 044 has Think 3, raider 019 has Think 2."""
    match = opened("explore_the_depths", 2, raiders="019, 044")
    acts(match, "1 keep_card @068", "1 keep_card @057", "2 keep_card @068", "2 keep_card @057")
    assert asks(match) == ("first_hand", (2,))
    return acts(match, "2 keep_card @071")


@before.breaks("6.2", "TR-25")
def a_first_hand_larger_than_think() -> None:
    opened("introductory", 1, decks=f"{THIRTY}; raider 019; hand 068, 057, 071")


@before.obeys("6.3")
def as_many_cards_as_think() -> Match:
    match = acts(opened("into_the_caves", 3, raiders="044, 044, 044"), "1 take_hand")
    assert count(match, "hand:1", "?draw1") == 3
    return match


@before.breaks("6.3", "TR-25")
def a_card_more_than_think() -> None:
    match = opened("into_the_caves", 3, raiders="044, 044, 044")
    tries(acts(match, "1 keep_card @068", "1 keep_card @057", "1 keep_card @071"), "1 keep_card @069")


@before.obeys("7.1")
def the_rest_lies_face_down() -> Match:
    match = opened("explore_the_depths", 1, raiders="044")
    acts(match, "1 keep_card @068", "1 keep_card @057", "1 keep_card @071")
    assert set(match.table.pieces("deck:draw1")) == {"?draw1"}
    return match


@before.breaks("7.1", "TR-25")
def taking_a_hand_again() -> None:
    match = opened("into_the_caves", 3, raiders="044, 044, 044")
    tries(acts(match, "1 take_hand"), "1 take_hand")
