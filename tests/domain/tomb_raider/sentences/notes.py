"""Notes on the game: Notas do jogo."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Moved
from tests.domain.tomb_raider.sentences.rows import (
    DICE,
    GRANTED,
    Heading,
    acts,
    asks,
    besides,
    dice,
    health,
    instead,
    tries,
    without,
)
from tests.domain.tomb_raider.sentences.winning import in_the_room
from tests.domain.tomb_raider.table import at, given, lies_at
from tests.domain.tomb_raider.test_texts import sung

HIT = "marker:damage"
notes = Heading("Notas do jogo")


def dying(*hand: str, **more: Any) -> Match:
    """Return a match in which a blow takes the last health of seat 1, and whether it is lessened is asked."""
    match = given({"2-2": "ledge"}, {1: "2-2"}, {1: ["flip", *hand]}, lies={"raider:1": [HIT]}, **more)
    acts(match, "1 stay", "1 face level:ledge.forward move: 1 1 1", "1 accept")
    assert asks(match) == ("hit", (1,))
    return match


@notes.obeys("1.1")
def what_a_card_says_is_done() -> Match:
    """Everybody sings: no rule says so, and the table tells what came of it."""
    match = sung()
    assert asks(match) == ("text", (1,))
    return acts(match, "1 tell everybody_sings")


@notes.breaks("1.1", "TR-135")
def going_on_as_if_the_card_said_nothing() -> None:
    tries(sung(), "1 stay")


@notes.obeys("1.2")
def a_rule_about_one_card_comes_first() -> Match:
    """An escape says that it moves the raider; that it works only where it is cut off is not passed over by it."""
    match = given(
        {"2-2": "shaft.back", "2-4": "room"}, {1: "2-2"}, {1: ["escape"]}, lies={"2-2": ["marker:block_back"]}
    )
    acts(match, "1 play_card @escape")
    assert at(match, 1) == "2-1"
    return match


@notes.breaks("1.2", "TR-103")
def the_card_alone_where_the_rule_about_it_forbids() -> None:
    tries(given({"2-2": "cross"}, {1: "2-2"}, {1: ["escape"]}), "1 play_card @escape")


@notes.obeys("1.3")
def a_card_that_changes_one_rule_obeys_the_others() -> Match:
    """The rope moves without a step; the obstacles there are survived as always."""
    match = acts(given({"2-2": "shaft", "2-3": "ledge"}, {1: "2-2"}, {1: ["rope"]}), "1 play_card @rope")
    assert (at(match, 1), asks(match)) == ("2-3", ("face", (1,)))
    return acts(match, "1 face level:ledge.forward move: 6 6 6")


@notes.breaks("1.3", "TR-55")
def a_card_that_moves_passes_by_an_obstacle() -> None:
    match = acts(given({"2-2": "shaft", "2-3": "ledge"}, {1: "2-2"}, {1: ["rope"]}), "1 play_card @rope")
    tries(match, "1 stay")


@notes.obeys("2.1")
def actions_at_any_time() -> Match:
    """The chute in the turn of another, and in the draw round."""
    match = given({"2-2": "cross", "2-3": "cross"}, {1: "2-3"}, {2: ["chute"]})
    acts(match, "2 play_card @chute")
    assert at(match, 1) == "2-2"
    late = given({"2-2": "cross"}, {1: "2-2"}, {1: ["chute"]})
    acts(late, "1 stay", "2 stay", "1 no_search", "2 no_search", "1 play_card @chute")
    assert at(late, 1) == "2-1"
    return match


@notes.breaks("2.1", "TR-103")
def an_action_when_it_says_another_time() -> None:
    """Aim is played before a Fight test of one's own."""
    tries(given(hands={1: ["aim"]}), "1 play_card @aim")


@notes.obeys("3.1")
def obstacles_in_the_action_round_of_others() -> Match:
    match = given({"2-2": "cross"}, {1: "2-2"}, {2: ["bats"]})
    acts(match, "1 step left: level:cross")
    assert asks(match) == ("offer", (2,))
    return acts(match, "2 offer @bats")


@notes.breaks("3.1", "TR-46")
def an_obstacle_in_the_search_round() -> None:
    match = acts(given({"2-2": "cross"}, {1: "2-2"}, {2: ["bats"]}), "1 stay", "2 stay", "1 search: 1 1 1")
    tries(acts(match, "2 search: 1 1 1"), "2 offer @bats")


@notes.obeys("4.1")
def locations_only_to_map() -> Match:
    """Every location that is not on the map is in the level deck, none in a draw deck."""
    match = acts(given({"2-2": "cross"}, {1: "2-2"}), "1 step forward: level:bone")
    assert lies_at(match, "2-3") == {"level:bone.forward"}
    assert not any("bone" in piece for zone in ("hand:1", "unseen:draw1") for piece in match.table.pieces(zone))
    return match


@notes.breaks("4.1", "TR-3")
def a_location_in_a_draw_deck() -> None:
    from tests.domain.tomb_raider.box import BOX
    from tests.domain.tomb_raider.table import begun

    begun(decks=str(BOX["deck"]) + "; 1 bone")


@notes.obeys("5.1")
def moved_out_of_turn_steps_two_to_five_follow_at_once() -> Match:
    """Seat 1 throws seat 2 into the unknown: it is mapped, all others may offer, and what lies there is survived."""
    match = given({"2-2": "cross", "1-3": "cross"}, {1: "2-2", 2: "1-3"}, {1: ["chute", "bats"]})
    acts(match, "1 play_card @chute", "1 choose raider:2: level:cross")
    assert asks(match) == ("offer", (1,))
    acts(match, "1 offer @bats")
    assert (at(match, 2), asks(match)) == ("1-2", ("face", (2,)))
    acts(match, "2 face draw1:bats move: 6 6 6")
    assert asks(match) == ("movement", (1,)), "then play goes on"
    return match


@notes.breaks("5.1", "TR-55")
def play_goes_on_before_it_has_survived() -> None:
    match = given({"2-2": "cross", "1-3": "cross"}, {1: "2-2", 2: "1-3"}, {1: ["chute", "bats"]})
    acts(match, "1 play_card @chute", "1 choose raider:2: level:cross", "1 offer @bats")
    tries(match, "1 stay")


@notes.obeys("6.1")
def secret_moves_and_upgrades_lie_in_the_saved_row() -> Match:
    match = given({"2-2": "shaft", "2-3": "cross"}, {1: "2-2"}, {1: ["swift", "leap"]})
    acts(match, "1 play_card @swift", "1 play_card @leap")
    assert (lies_at(match, "saved:1"), lies_at(match, "unsaved:1")) == ({"draw1:swift", "draw1:leap"}, set())
    return match


notes.record("6.1", "TR-90", instead("the_secret_move_lies_unsaved", "saved:1", "unsaved:1"))


@notes.obeys("7.1")
def six_sides() -> Match:
    """Three sixes are the most that three dice come to."""
    match = acts(in_the_room(), "1 search: 6 6 6")
    assert match.is_over
    rolled = acts(given({"2-2": "cross"}, {1: "2-2"}, {1: ["again"]}), "1 stay", "2 stay", "1 search: 1 6 1")
    return acts(rolled, "1 play_card @again: 6 6 6")


notes.record("7.1", "TR-103", besides("a_seven", Moved("marker:empty", 1, "box", "space:2-2")), DICE)


def failed(rerolls: bool = True) -> Match:
    """Return a match in which seat 1 has failed against the ledge, and may ask to roll again."""
    match = given({"2-2": "ledge"}, {1: "2-2"}, rerolls=rerolls)
    return acts(match, "1 stay", "1 face level:ledge.forward move: 1 1 1")


@notes.obeys("7.2")
def again_only_if_another_allows_it() -> Match:
    refused = acts(failed(), "1 ask_reroll", "2 refuse_reroll")
    assert health(refused, 1) == 1
    match = acts(failed(), "1 ask_reroll", "2 allow_reroll: 6 6 6")
    acts(match, "1 accept") if asks(match)[0] == "after_roll" else None
    assert health(match, 1) == 2
    return match


@notes.breaks("7.2", "TR-103")
def allowing_it_oneself() -> None:
    tries(acts(failed(), "1 ask_reroll"), "1 allow_reroll")


@notes.obeys("8.1")
def dice_are_rolled_when_that_is_asked() -> Match:
    """One by one: the test is made, and its dice are what they are."""
    match = failed(rerolls=False)
    assert (dice(match), health(match, 1)) == (3, 1)
    return match


@notes.breaks("8.1", "TR-55")
def taking_the_damage_without_a_test() -> None:
    tries(acts(given({"2-2": "ledge"}, {1: "2-2"}), "1 stay"), "1 take_hit")


@notes.obeys("9.1")
def cancelled_at_once() -> Match:
    match = acts(given({"2-2": "cross"}, {1: "2-2"}, {1: ["warn"], 2: ["chute"]}), "2 play_card @chute")
    assert asks(match) == ("cancel", (1,))
    acts(match, "1 play_card @warn")
    assert at(match, 1) == "2-2"
    return match


@notes.breaks("9.1", "TR-103")
def cancelling_afterwards() -> None:
    match = acts(given({"2-2": "cross"}, {1: "2-2"}, {1: ["warn"], 2: ["chute"]}), "2 play_card @chute", "1 no_cancel")
    tries(match, "1 play_card @warn")


@notes.obeys("10.1")
def no_healing_after_the_killing_blow() -> Match:
    """The balm is of no use any more; taken, the blow kills."""
    match = acts(dying(rows={"unsaved:1": ["balm"]}), "1 take_hit")
    assert match.table.get("dead:1") is True
    return match


@notes.breaks("10.1", "TR-96")
def healing_while_the_blow_falls() -> None:
    tries(dying(rows={"unsaved:1": ["balm"]}), "1 use_card @balm")


@notes.obeys("10.2")
def the_raider_is_dead() -> Match:
    match = acts(dying(), "1 take_hit")
    assert (at(match, 1), match.table.get("dead:1")) == ("off", True)
    return match


@notes.breaks("10.2", "TR-96")
def adding_health_while_the_blow_falls() -> None:
    tries(dying("swift"), "1 play_card @swift")


@notes.obeys("10.3")
def lessening_the_damage_is_in_time() -> Match:
    match = acts(dying(), "1 play_card @flip")
    assert (at(match, 1), health(match, 1)) == ("2-2", 1)
    return match


@notes.breaks("10.3", "TR-103")
def lessening_it_before_it_is_dealt() -> None:
    tries(given({"2-2": "ledge"}, {1: "2-2"}, {1: ["flip"]}), "1 play_card @flip")


@notes.obeys("11.1")
def one_may_die_and_win() -> Match:
    """Reset in the first turn, the treasure in the second."""
    match = given({"2-2": "cross", "2-3": "cross", "2-4": "room.down"}, {2: "2-2"})
    acts(match, "1 stay", "2 stay", "1 no_search", "2 no_search", "1 draw", "1 reset", "2 draw", "2 play_on")
    acts(match, "1 step forward", "1 step forward", "1 step forward", "2 stay", "1 search: 6 6 1")
    acts(match, "1 accept", "1 end_search")
    assert (match.table.get("winners"), match.table.get("resets:1")) == ("1", 1)
    return match


notes.record("11.1", "TR-84", instead("who_never_died_wins", "1", "2"), GRANTED)


@notes.obeys("12.1")
def what_was_saved_and_spent_does_not_come_back() -> list[Match]:
    match = given({"2-2": "cross"}, {1: "2-2"}, rows={"saved:1": ["balm", "pistols"]}, lies={"raider:1": [HIT]})
    acts(match, "1 use_card @balm", "1 stay", "2 stay", "1 no_search", "2 no_search", "1 draw", "1 reset")
    assert lies_at(match, "saved:1") == {"draw1:pistols"}
    return [match, acts(given(rows={"saved:1": ["balm"]}, lies={"raider:1": [HIT]}), "1 use_card @balm")]


notes.record("12.1", "TR-82", without("it_is_not_spent", "draw1:balm"))


@notes.obeys("12.2")
def whether_to_spend_it_is_a_choice() -> Match:
    """Not used, it is there after the reset."""
    match = given({"2-2": "cross"}, {1: "2-2"}, rows={"saved:1": ["balm"]}, lies={"raider:1": [HIT]})
    acts(match, "1 stay", "2 stay", "1 no_search", "2 no_search", "1 draw", "1 reset")
    assert lies_at(match, "saved:1") == {"draw1:balm"}
    return match


notes.record("12.2", "TR-82", besides("it_is_spent", Moved("draw1:balm", 1, "saved:1", "discard:draw1")), GRANTED)
