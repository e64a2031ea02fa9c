"""Cases for checks of a rule that no sentence's case tries: each is refused by that check and by no other."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.actions.playing import PlayCard
from tablescribe.domain.games.tomb_raider.series import sequel
from tablescribe.domain.match.match import Match
from tests.domain.tomb_raider.box import BOX
from tests.domain.tomb_raider.cases import breaks
from tests.domain.tomb_raider.cases_levels import CAVES
from tests.domain.tomb_raider.cases_series import BEFORE, ended, pick_up
from tests.domain.tomb_raider.opened import opened
from tests.domain.tomb_raider.sentences.levels_first import TOMBS
from tests.domain.tomb_raider.sentences.rows import acts, tries
from tests.domain.tomb_raider.table import given, when
from tests.domain.tomb_raider.test_blank import blank_box
from tests.domain.tomb_raider.test_rules_moving import begun_unrolled

HIT = "marker:damage"

# --- cards at the wrong moment (TR-103) -------------------------------------------------------


@breaks("TR-103")
def a_card_before_anybody_has_rolled() -> None:
    tries(begun_unrolled(2), "1 play_card @riddle")


@breaks("TR-103")
def the_own_action_round_is_not_that_of_another() -> None:
    """A creature is there that the smoke would drive out; but seat 1 is moving."""
    tries(given({"2-2": "den"}, {2: "2-2"}, {2: ["smoke"]}), "2 play_card @smoke")


@breaks("TR-103")
def a_secret_move_that_leads_nowhere() -> None:
    walled = {"2-2": ["marker:block_forward"]}
    tries(given({"2-2": "shaft"}, {1: "2-2"}, {1: ["leap"]}, lies=walled), "1 play_card @leap")


@breaks("TR-103")
def a_charm_twice_in_a_turn() -> None:
    match = given({"2-2": "ledge"}, {1: "2-2"}, rows={"unsaved:1": ["charm"]}, lies={"2-2": ["draw2:pit"]})
    acts(match, "1 stay", "1 face draw2:pit move", "1 use_card @charm: 6 6 6", "1 face level:ledge.forward move")
    tries(match, "1 use_card @charm")


@breaks("TR-103")
def a_balm_without_a_wound() -> None:
    tries(given(rows={"unsaved:1": ["balm"]}), "1 use_card @balm")


@breaks("TR-103")
def asking_twice_to_roll_again() -> None:
    match = given({"2-2": "ledge"}, {1: "2-2"}, {1: ["again"]}, rerolls=True)
    acts(match, "1 stay", "1 face level:ledge.forward move: 1 1 1", "1 ask_reroll", "2 refuse_reroll")
    tries(match, "1 ask_reroll")


@breaks("TR-103")
def throwing_a_card_away_face_down() -> None:
    """Seat 2 has drawn; what it holds is known to nobody, and yet it is discarded face up."""
    match = given({"2-2": "cross"}, {2: "2-2"}, {1: ["luck"]})
    acts(match, "1 stay", "2 stay", "1 no_search", "2 no_search", "1 draw", "1 play_on", "2 draw", "2 play_on")
    acts(match, "1 stay", "1 play_card @luck")
    tries(match, "2 throw ?draw2")


def looking() -> Match:
    """Return a match in which seat 1 has looked at two cards of the level deck, and may put one under it."""
    match = acts(given({"2-2": "cross"}, {1: "2-2"}, {1: ["chart"]}), "1 stay", "2 stay", "1 search: 6 6 6", "1 accept")
    return acts(match, "1 discover @chart")


@breaks("TR-103")
def the_third_of_two_cards_on_top() -> None:
    tries(looking(), "1 put_on_top 3")


@breaks("TR-103")
def both_cards_under_the_deck() -> None:
    tries(acts(looking(), "1 sink 1"), "1 sink 1")


# --- the dead (TR-66, TR-92) ------------------------------------------------------------------


def dead() -> Match:
    """Return a match in which seat 1 has died, holding a secret move, and seat 2 is to move."""
    match = given({"2-2": "ledge", "2-3": "cross"}, {1: "2-2"}, {1: ["leap"]}, lies={"raider:1": [HIT]})
    return acts(match, "1 stay", "1 face level:ledge.forward move: 1 1 1", "1 accept", "1 take_hit")


@breaks("TR-92")
def a_dead_raider_walks() -> None:
    tries(dead(), "1 step forward")


@breaks("TR-92")
def a_dead_raider_makes_a_secret_move() -> None:
    tries(dead(), "1 play_card @leap")


@breaks("TR-66")
def a_dead_raider_searches() -> None:
    tries(acts(dead(), "2 stay"), "1 search")


# --- finding, upgrades, the order -------------------------------------------------------------


@breaks("TR-71")
def an_obstacle_is_found() -> None:
    match = acts(given({"2-2": "cross"}, {1: "2-2"}, {1: ["bats", "lamp"]}), "1 stay", "2 stay", "1 search: 6 6 6")
    tries(acts(match, "1 accept"), "1 discover @bats")


@breaks("TR-87")
def an_upgrade_for_another_raider() -> None:
    named = [{**one, "for_raider": "Max"} if one["id"] == "swift" else one for one in BOX["cards"]]
    match = given(hands={1: ["swift"]}, catalogue={**BOX, "cards": named}, upgrade_names=True)
    tries(match, "1 play_card @swift")


@breaks("TR-37")
def letting_oneself_begin() -> None:
    tries(acts(begun_unrolled(2), "1 roll_order: 6 6 6 1 1 1"), "1 let_begin 1")


@breaks("TR-35")
def a_roll_for_the_order_before_a_card_is_cancelled() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, {1: ["warn"], 2: ["chute"]})
    tries(acts(match, "2 play_card @chute"), "1 roll_order")


# --- blank cards (TR-5) -----------------------------------------------------------------------


@breaks("TR-5")
def a_card_that_is_being_read_is_played_again() -> None:
    match = given({"2-2": "bone"}, {1: "2-2"}, {1: ["stone"]}, catalogue=blank_box())
    when(match, 1, PlayCard(card="draw1:stone"))
    when(match, 1, PlayCard(card="draw1:stone"))


def reads(says: dict[str, Any]) -> None:
    """Let somebody read out this where the cross was drawn, which is blank."""
    match = acts(given({"2-2": "bone"}, {1: "2-2"}, catalogue=blank_box()), "1 step forward: level:cross")
    when(match, 1, match.opening.game.read_action({"do": "declare", "says": says}))


@breaks("TR-5")
def another_card_is_read_out() -> None:
    reads(next(card for card in BOX["cards"] if card["id"] == "rich"))


@breaks("TR-5")
def a_raider_is_read_out_where_a_location_lies() -> None:
    reads(
        {
            "id": "cross",
            "type": "raider",
            "name": "cross",
            "abilities": {"fight": 1, "move": 1, "search": 1, "think": 1},
        }
    )


@breaks("TR-5")
def only_a_name_is_read_out() -> None:
    reads({"id": "cross", "type": "location", "name": "cross"})


@breaks("TR-5")
def a_level_deck_with_a_number_that_no_card_has() -> None:
    opened("into_the_caves", 2, 6, 1, level_decks=f"{CAVES}; 999")


# --- opening a level --------------------------------------------------------------------------

THREE_GATES: dict[str, Any] = {
    "id": "three_gates", "name": "Three Gates", "seats": [3, 3], "width": 3, "depth": 2, "treasure_at": [2, 2],
    "decks": [{"cards": ["004", "005"], "rooms": ["003"]}],
    "entrances": [{"card": "001", "column": column} for column in (1, 2, 3)],
}  # fmt: skip


@breaks("TR-22")
def an_entrance_that_another_has_taken() -> None:
    match = opened("three_gates", 3, 6, 4, 2, catalogue={"own_levels": [THREE_GATES]})
    tries(acts(match, "1 enter space:1-1"), "2 enter space:1-1")


@breaks("TR-115")
def the_sanctuary_at_power_two() -> None:
    """It has a power of 3, and no Atlantean family that would keep it out."""
    opened("parallel_pick_up", 2, power=2, level_decks=f"{TOMBS.replace('028', '151')} --- {CAVES}")


@breaks("TR-120")
def a_level_follows_another_without_a_series() -> None:
    opened("atlantis", 2, 6, 1, episode=2, follows=BEFORE)


@breaks("TR-120")
def something_is_carried_to_the_first_level() -> None:
    opened("atlantis", 2, 6, 1, series="linked", carried="020")


@breaks("TR-120")
def a_match_that_is_part_of_no_series_is_followed() -> None:
    sequel(ended(opened("into_the_caves", 2, 6, 1), 1), {})


@breaks("TR-123")
def a_third_level_follows_the_second_of_two() -> None:
    sequel(ended(pick_up(episode=2, follows=BEFORE), 1), {})
