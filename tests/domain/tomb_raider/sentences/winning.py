"""Winning, secret moves, treasures, upgrades: Vencendo o jogo, Movimentos Secretos, Cartas de tesouro, Upgrade."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.cards import abilities, power
from tablescribe.domain.match.match import Match
from tests.domain.tomb_raider.cases_series import BEFORE, pick_up
from tests.domain.tomb_raider.finishing import closet, finish
from tests.domain.tomb_raider.opened import lies, opened
from tests.domain.tomb_raider.sentences.rows import GRANTED, Heading, acts, asks, health, instead, tries, without
from tests.domain.tomb_raider.table import at, count, given, lies_at
from tests.domain.tomb_raider.test_rules_cards import a_step_of_power_at_a_time

HIT = "marker:damage"
winning = Heading("Vencendo o jogo")
secret = Heading("Movimentos Secretos")
treasure = Heading("Cartas de tesouro")
upgrade = Heading("Upgrade de personagens")


def in_the_room(**more: Any) -> Match:
    """Return a match in which seat 1 stands in the treasure room (13), and is asked whether it searches."""
    return acts(given({"2-4": "room"}, {1: "2-4"}, **more), "1 stay", "2 stay")


# --- winning ----------------------------------------------------------------------------------


@winning.obeys("1.1")
def the_first_whose_search_succeeds_wins() -> Match:
    """Both stand in the room: seat 1 comes to 12 and fails, seat 2 to 13."""
    match = acts(given({"2-4": "room"}, {1: "2-4", 2: "2-4"}), "1 stay", "1 no_attack", "2 stay", "2 no_attack")
    acts(match, "1 search: 6 5 1")
    assert not match.is_over
    acts(match, "2 search: 6 6 1")
    assert (match.is_over, match.table.get("winners")) == (True, "2")
    return match


winning.record("1.1", "TR-84", instead("the_other_wins", "2", "1"))


@winning.obeys("1.2")
def a_level_may_ask_for_more() -> list[Match]:
    """Bounty hunters count points; what is to be brought back ends nothing; nor does it where all is to be searched."""
    bounty = acts(in_the_room(objective="bounty", values={"score:2": 3}), "1 search: 6 6 1")
    assert (bounty.is_over, bounty.table.get("winners")) == (True, "2")
    match = acts(given({"2-4": "room"}, {1: "2-4"}, seats=1, search_all=True), "1 stay", "1 search: 6 6 1")
    assert not match.is_over
    back = acts(in_the_room(objective="recovery"), "1 search: 6 6 1")
    assert (back.is_over, asks(back)) == (False, ("prize", (1,)))
    return [match, acts(back, "1 take_treasure treasure:bronze"), bounty]


winning.record("1.2", "TR-119", instead("the_finder_wins", "2", "1"))


# --- secret moves -----------------------------------------------------------------------------


@secret.obeys("1.3")
def it_is_played_from_the_hand_when_it_is_first_used() -> Match:
    match = given({"2-2": "shaft", "2-3": "cross"}, {1: "2-2"}, {1: ["leap"]})
    acts(match, "1 play_card @leap")
    assert (at(match, 1), match.table.count("hand:1")) == ("2-3", 0)
    return match


@secret.breaks("1.3", "TR-85")
def playing_it_without_what_it_asks_for() -> None:
    """The vault waits for a passed Move test."""
    tries(given(hands={1: ["vault"]}, lies={"raider:1": [HIT]}), "1 play_card @vault")


@secret.obeys("1.4")
def it_stays_in_the_saved_row() -> Match:
    match = given({"2-2": "shaft", "2-3": "cross"}, {1: "2-2"}, {1: ["leap"]})
    acts(match, "1 play_card @leap")
    assert (lies_at(match, "saved:1"), count(match, "discard:draw1", "draw1:leap")) == ({"draw1:leap"}, 0)
    return match


secret.record("1.4", "TR-85", instead("the_secret_move_is_discarded", "saved:1", "discard:draw1"))


@secret.obeys("1.5")
def it_is_used_as_often_as_its_moment_comes() -> Match:
    """Two Move tests passed, two damage healed."""
    match = given({"2-2": "ledge", "2-3": "ledge"}, {}, rows={"saved:1": ["vault", "great"]},
                  lies={"raider:1": [HIT, HIT]})  # fmt: skip
    for line in ("1 step forward", "1 face level:ledge.forward move: 6 6 6"):
        acts(match, line)
    acts(match, "1 use_card @vault", "1 no_use", "1 step forward", "1 face level:ledge.forward move: 6 6 6")
    acts(match, "1 use_card @vault")
    assert (count(match, "raider:1", HIT), "draw1:vault" in lies_at(match, "saved:1")) == (0, True)
    return match


@secret.breaks("1.5", "TR-85")
def using_it_when_its_moment_is_past() -> None:
    match = given({"2-2": "ledge", "2-3": "cross"}, {}, rows={"saved:1": ["vault"]}, lies={"raider:1": [HIT]})
    acts(match, "1 step forward", "1 face level:ledge.forward move: 6 6 6", "1 no_use", "1 step forward")
    tries(match, "1 use_card @vault")


# --- treasures --------------------------------------------------------------------------------


@treasure.obeys("1.1")
def in_a_series_the_winner_takes_one() -> Match:
    match = finish(closet(2, series="linked"))
    assert match.is_over
    assert any(piece.startswith("treasure:") for piece in lies(match, f"saved:{match.table.get('winners')}"))
    return match


treasure.record("1.1", "TR-86", instead("it_is_not_saved", "saved:1", "unsaved:1"))


@treasure.obeys("1.2")
def what_was_won_is_carried_to_the_next_level() -> list[Match]:
    linked = opened("atlantis", 2, 6, 1, series="linked", episode=2, follows=BEFORE, carried="020")
    match = pick_up(episode=2, follows=BEFORE, carried="020")
    for one in (linked, match):
        assert (lies(one, "saved:1"), lies(one, "saved:2")) == ({"treasure:020": 1}, {})
    return [linked, match]


@treasure.breaks("1.2", "TR-122")
def an_item_is_carried_instead() -> None:
    opened("atlantis", 2, 6, 1, series="linked", episode=2, follows=BEFORE, carried="068")


@treasure.obeys("1.3")
def sometimes_everybody_begins_with_one() -> list[Match]:
    granted = "020, 020"
    matches = [opened("atlantis", 2, 6, 1, bonus=granted), opened("explore_the_depths", 2, bonus=granted)]
    for match in matches:
        assert (lies(match, "saved:1"), lies(match, "saved:2")) == ({"treasure:020": 1}, {"treasure:020": 1})
    return [*matches, pick_up(bonus=", 045")]


@treasure.breaks("1.3", "TR-86")
def one_where_the_level_grants_none() -> None:
    opened("into_the_caves", 2, 6, 1, bonus="020")


def won_back() -> Match:
    """Return a match in which seat 1 has found what is to be brought back, in a room of power 1."""
    return acts(in_the_room(objective="recovery"), "1 search: 6 6 1")


@treasure.obeys("1.4")
def a_room_has_a_power() -> Match:
    """The room of power 1 gives the bronze, of power 1."""
    return acts(won_back(), "1 take_treasure treasure:bronze")


@treasure.breaks("1.4", "TR-86")
def a_treasure_stronger_than_the_room() -> None:
    tries(won_back(), "1 take_treasure treasure:silver")


@treasure.obeys("1.5")
def one_of_that_power_or_less_is_chosen() -> Match:
    match = acts(won_back(), "1 take_treasure treasure:bronze")
    assert lies_at(match, "unsaved:1") == {"treasure:bronze"}
    return match


@treasure.breaks("1.5", "TR-86")
def choosing_none() -> None:
    tries(won_back(), "1 no_treasure")


@treasure.obeys("1.6")
def it_comes_from_the_collection() -> Match:
    match = won_back()
    before = (match.table.count("deck:draw1"), match.table.count("hand:1"), match.table.count("box", "treasure:bronze"))
    acts(match, "1 take_treasure treasure:bronze")
    after = (match.table.count("deck:draw1"), match.table.count("hand:1"), match.table.count("box", "treasure:bronze"))
    assert after == (before[0], before[1], before[2] - 1)
    return match


@treasure.breaks("1.6", "TR-3")
def a_treasure_in_a_draw_deck() -> None:
    from tests.domain.tomb_raider.opened import THIRTY

    opened("introductory", 2, 6, 1, decks=f"{THIRTY}; 1 020")


@treasure.obeys("1.7")
def it_gives_powers() -> Match:
    """The bronze gives one health."""
    match = given(rows={}, lies={"saved:1": ["treasure:bronze"]})
    assert (health(match, 1), health(match, 2)) == (3, 2)
    return won_back_and_taken()


def won_back_and_taken() -> Match:
    """Return a match in which seat 1 carries the bronze."""
    match = acts(won_back(), "1 take_treasure treasure:bronze")
    assert health(match, 1) == 3
    return match


treasure.record("1.7", "TR-86", instead("another_has_it", "unsaved:1", "unsaved:2"))


# --- upgrades ---------------------------------------------------------------------------------


@upgrade.obeys("1.2")
def drawn_with_the_deck_and_played_to_improve() -> Match:
    match = acts(given(hands={1: ["swift"]}), "1 play_card @swift")
    assert abilities(match.opening, match.table, 1)["move"] == 4
    return match


upgrade.record("1.2", "TR-90", without("it_improves_nothing", "saved:1"), GRANTED)


@upgrade.obeys("2.1")
def played_when_what_it_states_is_met() -> Match:
    """The bold one waits for saving."""
    match = acts(given({"2-2": "camp"}, {1: "2-2"}, {1: ["bold"]}), "1 stay", "2 stay", "1 no_search", "2 no_search")
    acts(match, "1 draw", "1 play_on")
    assert asks(match) == ("moment", (1,))
    return acts(match, "1 play_card @bold")


@upgrade.breaks("2.1", "TR-87")
def played_before_it_is_met() -> None:
    tries(given({"2-2": "camp"}, {1: "2-2"}, {1: ["bold"]}), "1 play_card @bold")


@upgrade.obeys("3.1")
def in_the_saved_row_and_never_lost() -> Match:
    match = acts(given({"2-2": "ledge"}, {1: "2-2"}, {1: ["swift"]}, lies={"raider:1": [HIT]}), "1 play_card @swift")
    acts(match, "1 stay", "1 face level:ledge.forward move: 1 1 1 1", "2 stay", "2 no_search")
    assert (at(match, 1), lies_at(match, "saved:1")) == ("2-1", {"draw1:swift"})
    return match


upgrade.record("3.1", "TR-90", instead("it_lies_unsaved", "saved:1", "unsaved:1"))


@upgrade.obeys("3.2")
def at_most_one_above_the_power() -> Match:
    match = acts(given(hands={1: ["swift", "great"]}), "1 play_card @swift", "1 play_card @great")
    assert power(match.opening, match.table, 1) == 3
    return match


@upgrade.breaks("3.2", "TR-88")
def three_on_a_raider_of_power_one() -> None:
    tries(given(hands={1: ["swift", "great"]}), "1 play_card @great")


@upgrade.obeys("4.1")
def several_of_one_power_count_together() -> Match:
    match = acts(given(hands={1: ["swift", "keen"]}), "1 play_card @swift", "1 play_card @keen")
    assert abilities(match.opening, match.table, 1) == {"fight": 2, "move": 4, "search": 4, "think": 2}
    return match


upgrade.record("4.1", "TR-89", instead("the_second_takes_no_place", "saved:1", "discard:draw1"))


@upgrade.obeys("4.2")
def two_of_power_two_and_one_of_three() -> Match:
    match = a_step_of_power_at_a_time()
    assert lies_at(match, "saved:1") == {"draw1:swift", "draw1:great", "draw1:keen"}
    return match


upgrade.record("4.2", "TR-89", instead("the_last_is_discarded", "saved:2", "discard:draw2"))


@upgrade.obeys("4.3")
def another_raider_may_have_the_same() -> Match:
    match = acts(given(hands={1: ["swift"], 2: ["swift"]}), "1 play_card @swift", "2 play_card @swift")
    assert (lies_at(match, "saved:1"), lies_at(match, "saved:2")) == ({"draw1:swift"}, {"draw2:swift"})
    return match


@upgrade.breaks("4.3", "TR-89")
def a_second_copy_on_the_same_raider() -> None:
    tries(acts(given(hands={1: ["swift", "swift"]}), "1 play_card @swift"), "1 play_card @swift")
