"""The sequence of play and the ready round: JOGANDO O JOGO, O ROUND DE PREPARAÇÃO."""

from __future__ import annotations

from tablescribe.domain.match.match import Match
from tests.domain.tomb_raider.sentences.rows import Heading, acts, asks, dice, tries, turn_over
from tests.domain.tomb_raider.table import given
from tests.domain.tomb_raider.test_rules_moving import begun_unrolled

sequence = Heading("JOGANDO O JOGO")
ready = Heading("O ROUND DE PREPARAÇÃO")


@sequence.obeys("1.1")
def the_rounds_follow_each_other() -> Match:
    match = given()
    rounds = [match.table.get("round")]
    for lines in (("1 stay", "1 no_attack"), ("2 stay", "2 no_attack"), ("1 no_search", "2 no_search")):
        rounds.append(acts(match, *lines).table.get("round"))
    assert rounds == ["ready", "action", "search", "draw"]
    return match


@sequence.breaks("1.1", "TR-35")
def a_roll_for_the_order_after_the_ready_round() -> None:
    tries(acts(given(), "1 stay", "1 no_attack"), "2 roll_order")


@sequence.obeys("2")
def the_steps_of_each_round_in_their_order() -> Match:
    """Move, map, obstacle, attack, survive; search; discard and draw, reset, save, reload."""
    match = given({"2-2": "camp"}, {1: "2-2", 2: "2-2"}, {2: ["bats"]}, saving="choice")
    asked = [asks(match)[0]]
    for line in ("1 step left: level:cross", "2 offer @bats", "1 face draw2:bats move: 6 6 6", "2 stay"):
        asked.append(asks(acts(match, line))[0])
    for line in ("1 no_search", "2 no_search", "1 draw", "1 play_on", "2 draw", "2 play_on", "2 save", "2 no_use"):
        asked.append(asks(acts(match, line))[0])
    assert asked == [
        "movement", "offer", "face", "movement", "search", "search", "draw", "reset", "draw", "reset", "save",
        "moment", "movement",
    ]  # fmt: skip
    return match


@sequence.breaks("2", "TR-55")
def searching_before_the_obstacles_are_survived() -> None:
    tries(acts(given({"2-2": "den"}, {1: "2-2"}), "1 stay"), "1 search")


@sequence.obeys("3.1")
def all_finish_a_round_before_the_next() -> Match:
    match = given({"2-2": "cross"}, {1: "2-2"}, seats=3)
    acts(match, "1 stay", "2 stay", "2 no_attack", "3 stay", "3 no_attack")
    assert asks(match) == ("search", (1,))
    acts(match, "1 no_search", "2 no_search", "3 no_search")
    assert asks(match) == ("draw", (1,))
    return match


@sequence.breaks("3.1", "TR-36")
def searching_before_all_have_moved() -> None:
    tries(acts(given({"2-2": "cross"}, {1: "2-2"}), "1 stay"), "1 search")


@ready.obeys("1.1")
def on_the_first_turn_all_roll_their_move_dice() -> Match:
    match = begun_unrolled(3)
    acts(match, "1 roll_order: 6 6 6 1 1 1 2 2 2")
    assert dice(match) == 9, "three dice each"
    return match


@ready.breaks("1.1", "TR-37")
def moving_before_anybody_has_rolled() -> None:
    tries(begun_unrolled(2), "1 stay")


@ready.obeys("1.2")
def the_highest_chooses_who_is_first() -> Match:
    match = acts(begun_unrolled(3), "2 roll_order: 1 1 1 6 6 6 2 2 2")
    assert asks(match) == ("first_mover", (2,))
    acts(match, "2 let_begin 3")
    assert asks(match) == ("movement", (3,))
    return match


@ready.breaks("1.2", "TR-37")
def a_lower_one_chooses() -> None:
    tries(acts(begun_unrolled(3), "2 roll_order: 1 1 1 6 6 6 2 2 2"), "3 move_first")


@ready.obeys("1.3")
def clockwise_from_the_first() -> Match:
    """Seat 1 rolled second highest, and comes last all the same."""
    match = acts(begun_unrolled(3), "2 roll_order: 5 5 5 6 6 6 2 2 2", "2 move_first")
    order: list[int] = []
    while asks(match)[0] == "movement":
        order += match.to_act
        acts(match, f"{order[-1]} stay", f"{order[-1]} no_attack")
    assert order == [2, 3, 1]
    return match


@ready.breaks("1.3", "TR-36")
def the_second_highest_goes_second() -> None:
    match = acts(begun_unrolled(3), "2 roll_order: 5 5 5 6 6 6 2 2 2", "2 move_first", "2 stay", "2 no_attack")
    tries(match, "1 stay")


@ready.obeys("1.4")
def a_new_order_only_if_somebody_asks() -> Match:
    """The order stands in the second turn; in the third seat 2 asks for a roll."""
    match = given({"2-2": "cross"}, {2: "2-2"})
    turn_over(acts(match, "1 stay", "2 stay"))
    assert asks(match) == ("movement", (1,))
    turn_over(acts(match, "1 stay", "2 stay"))
    acts(match, "2 roll_order: 1 1 1 6 6 6", "2 move_first")
    assert asks(match) == ("movement", (2,))
    return match


@ready.breaks("1.4", "TR-38")
def a_second_roll_in_the_same_turn() -> None:
    match = given({"2-2": "cross"}, {2: "2-2"})
    turn_over(acts(match, "1 stay", "2 stay"))
    tries(acts(match, "2 roll_order: 1 1 1 6 6 6", "2 move_first"), "1 roll_order")
