"""Damage, injuries, getting stuck, death: Dano e Morte, Enfraquecimento."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.cards import abilities
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Moved
from tests.domain.tomb_raider.sentences.rows import (
    DICE,
    FOLLOWS,
    Heading,
    acts,
    asks,
    besides,
    health,
    instead,
    tries,
    turn_over,
    without,
)
from tests.domain.tomb_raider.table import at, count, given, lies_at

HIT, STUCK, THINK = "marker:damage", "marker:stuck", "marker:injury_think"
death = Heading("Dano e Morte")
weak = Heading("Enfraquecimento")
damage = Heading("Enfraquecimento: Dano")
injury = Heading("Enfraquecimento: Machucado")
stuck = Heading("Enfraquecimento: Preso")


def facing(place: str, *hurt: str, **more: Any) -> Match:
    """Return a match in which seat 1 has stayed where an obstacle is, weakened so; seat 2 stands at the gate."""
    lies = {"raider:1": list(hurt), **more.pop("lies", {})}
    return acts(given({"2-2": place, "2-3": "cross"}, {1: "2-2"}, lies=lies, **more), "1 stay")


def dead(**more: Any) -> Match:
    """Return a match in which seat 1 has died by the ledge, and seat 2 is to move."""
    return acts(facing("ledge", HIT, **more), "1 face level:ledge.forward move: 1 1 1")


def comes_back(**more: Any) -> Match:
    """Return a match in which seat 1 has died and come back, seat 2 being about to draw."""
    return acts(dead(**more), "2 stay", "2 no_search")


# --- damage and death -------------------------------------------------------------------------


@death.obeys("1.1")
def damage_lies_on_the_raider() -> Match:
    match = acts(facing("ledge"), "1 face level:ledge.forward move: 1 1 1")
    assert lies_at(match, "raider:1") == {"raider:lara", HIT}
    return match


death.record("1.1", "TR-91", without("no_mark", HIT))


@death.obeys("1.2")
def health_is_the_lowest_ability() -> Match:
    """Abilities 2, 3, 3, 2: an injured Move leaves 2, an injured Think leaves 1."""
    match = facing("nest", "marker:injury_move")
    assert health(match, 1) == 2
    acts(match, "1 face level:nest.forward fight: 1 1")
    assert (health(match, 1), count(match, "raider:1", HIT)) == (1, 0)
    return match


death.record("1.2", "TR-21", instead("another_ability_is_lowered", THINK, "marker:injury_search"))


@death.obeys("1.3")
def the_second_damage_kills() -> Match:
    match = facing("ledge")
    acts(match, "1 face level:ledge.forward move: 1 1 1")
    assert (health(match, 1), at(match, 1)) == (1, "2-2")
    match = facing("ledge", HIT)
    acts(match, "1 face level:ledge.forward move: 1 1 1")
    assert (match.table.get("dead:1"), at(match, 1)) == (True, "off")
    return match


death.record("1.3", "TR-91", without("it_lives_without_health", "dead:1", "figure:1"))


@death.obeys("1.4")
def the_dead_play_actions_and_offer_obstacles() -> Match:
    """Killed by its own attack it survives no obstacle; then it offers one, and plays an action."""
    match = given(
        {"2-2": "den", "2-3": "cross"}, {1: "2-2", 2: "2-2", 3: "2-3"}, {1: ["bats", "luck"]}, seats=3,
        lies={"raider:1": [HIT]},
    )  # fmt: skip
    acts(match, "1 stay", "1 attack 2: 1 1 6 6", "1 accept", "1 take_hit")
    assert at(match, 1) == "off"
    assert asks(match) == ("movement", (2,)), "no obstacle is survived"
    acts(match, "2 step forward stop=true", "2 no_attack", "3 step left: level:cross", "1 offer @bats")
    assert "draw1:bats" in lies_at(match, "1-3")
    return acts(match, "1 play_card @luck")


@death.breaks("1.4", "TR-92")
def a_dead_raider_plays_an_upgrade() -> None:
    tries(acts(dead(hands={1: ["swift"]}), "1 accept", "1 take_hit"), "1 play_card @swift")


@death.obeys("2.1")
def a_reset_does_what_death_does() -> Match:
    """The same damage, items and hand: once dead, once reset, and everything lies the same."""
    rows = {"unsaved:1": ["lamp"], "saved:1": ["pistols"]}
    died = comes_back(hands={1: ["bear"]}, rows=rows)
    match = acts(given({"2-2": "ledge"}, {1: "2-2"}, {1: ["bear"]}, rows=rows), "1 stay")
    acts(match, "1 face level:ledge.forward move: 6 6 6", "2 stay", "1 no_search", "2 no_search", "1 draw", "1 reset")
    for zone in ("hand:1", "unsaved:1", "saved:1", "raider:1", "space:2-1"):
        assert match.table.pieces(zone) == died.table.pieces(zone), zone
    return match


death.record("2.1", "TR-78", instead("it_is_back_where_it_stood", "space:2-1", "space:2-2"))


@death.obeys("2.2")
def hand_and_unsaved_are_discarded_and_the_saved_stay() -> Match:
    match = comes_back(hands={1: ["bear"]}, rows={"unsaved:1": ["lamp"], "saved:1": ["pistols"]})
    assert match.table.pieces("hand:1") == {"?draw1": 2}, "the bear is in the deck"
    assert (lies_at(match, "unsaved:1"), lies_at(match, "saved:1")) == (set(), {"draw1:pistols"})
    return match


death.record("2.2", "TR-81", instead("the_lamp_is_saved", "discard:draw1", "saved:1"))


@death.obeys("2.3")
def all_is_shuffled_in_and_think_cards_are_drawn() -> Match:
    match = comes_back(hands={1: ["bear"]}, rows={"unsaved:1": ["lamp"]})
    assert (match.table.count("discard:draw1"), match.table.count("hand:1")) == (0, 2)
    assert {"draw1:bear", "draw1:lamp"} <= set(match.table.pieces("unseen:draw1"))
    return match


death.record("2.3", "TR-81", besides("a_card_too_many", Moved("?draw1", 1, "deck:draw1", "hand:1")))


@death.obeys("2.4")
def back_at_the_entrance_or_at_the_save_point() -> Match:
    assert at(comes_back(), 1) == "2-1"
    match = comes_back(values={"save:1": "space:2-3"})
    assert at(match, 1) == "2-3"
    return match


death.record("2.4", "TR-80", instead("back_where_it_died", "space:2-3", "space:2-2"))


@death.obeys("2.5")
def damage_and_weakening_are_gone() -> Match:
    match = comes_back(lies={"raider:1": [HIT, THINK, STUCK]})
    assert lies_at(match, "raider:1") == {"raider:lara"}
    assert health(match, 1) == 2
    return match


death.record("2.5", "TR-95", without("it_stays_injured", THINK))

# --- weakening --------------------------------------------------------------------------------


@weak.obeys("1.1")
def it_comes_of_failing_or_of_a_card() -> Match:
    match = acts(given({}, {}, {2: ["stone"]}), "1 stay", "2 stay")
    assert health(match, 1) == 2
    match = given({"2-2": "hole"}, {1: "2-2"}, {1: ["stone"]})
    acts(match, "1 stay", "1 face level:hole.forward move: 1 1 1", "2 step forward stop=true", "2 no_attack")
    assert count(match, "raider:1", STUCK) == 1
    acts(match, "2 face level:hole.forward move: 6 6 6")
    other = acts(given({}, {}, {1: ["stone"]}), "1 play_card @stone")
    assert health(other, 2) == 1, "by a card"
    return match


weak.record("1.1", "TR-58", without("failing_does_nothing", STUCK), DICE)


@weak.obeys("1.2")
def a_reset_ends_it() -> Match:
    match = given({"2-2": "cross"}, {1: "2-2"}, lies={"raider:1": [HIT, "marker:injury_search"]})
    acts(match, "1 stay", "2 stay", "1 no_search", "2 no_search", "1 draw", "1 reset")
    assert lies_at(match, "raider:1") == {"raider:lara"}
    return match


weak.record("1.2", "TR-95", without("the_damage_stays", HIT))


@damage.obeys("1.1")
def two_damage_take_two_health() -> Match:
    """Three health by the great upgrade; the pistols deal two at once."""
    match = given({"2-2": "cross"}, {1: "2-2", 2: "2-2"}, rows={"unsaved:1": ["pistols"], "saved:2": ["great"]})
    acts(match, "1 stay", "1 attack 2: 6 6 1 1")
    assert (count(match, "raider:2", HIT), health(match, 2)) == (2, 1)
    return match


damage.record("1.1", "TR-91", instead("one_damage_of_two", 2, 1))


@damage.obeys("1.2")
def without_health_it_is_dead() -> Match:
    match = given({"2-2": "cross"}, {1: "2-2", 2: "2-2"}, rows={"unsaved:1": ["pistols"]})
    acts(match, "1 stay", "1 attack 2: 6 6 1 1")
    assert (match.table.get("dead:2"), at(match, 2)) == (True, "off")
    return match


damage.record("1.2", "TR-91", without("it_stays_alive", "dead:2"))


@damage.obeys("1.3")
def damage_lowers_no_ability() -> Match:
    """With one damage there are still three dice of Move."""
    match = acts(facing("ledge", HIT), "1 face level:ledge.forward move: 6 1 1")
    assert abilities(match.opening, match.table, 1) == {"fight": 2, "move": 3, "search": 3, "think": 2}
    match = acts(facing("ledge"), "1 face level:ledge.forward move: 1 1 1")
    assert abilities(match.opening, match.table, 1)["move"] == 3
    return match


damage.record("1.3", "TR-91", instead("damage_as_an_injury", HIT, "marker:injury_move"))

# --- injuries ---------------------------------------------------------------------------------


def vipers(*hurt: str, **more: Any) -> Match:
    """Return a match in which seat 1 has failed against the vipers, which injure Think."""
    return acts(facing("nest", *hurt, **more), "1 face level:nest.forward fight: 1 1")


@injury.obeys("1.1")
def an_ability_is_one_less_and_nothing_is_damaged() -> Match:
    match = vipers()
    assert abilities(match.opening, match.table, 1) == {"fight": 2, "move": 3, "search": 3, "think": 1}
    assert count(match, "raider:1", HIT) == 0
    return match


injury.record("1.1", "TR-93", instead("damage_instead", THINK, HIT))


@injury.obeys("1.2")
def an_injury_lowers_health() -> Match:
    assert health(vipers(), 1) == 1
    match = vipers(HIT)
    assert match.table.get("dead:1"), "one damage, and the lowest ability is one"
    return match


injury.record("1.2", "TR-93", without("it_lives_on", "dead:1", "figure:1"))


@injury.obeys("1.3")
def the_obstacle_says_which_ability() -> Match:
    """Bats injure Search, vipers Think."""
    match = acts(facing("cross", lies={"2-2": ["draw2:bats"]}), "1 face draw2:bats move: 1 1 1")
    assert "marker:injury_search" in lies_at(match, "raider:1")
    match = vipers()
    assert THINK in lies_at(match, "raider:1")
    return match


injury.record("1.3", "TR-93", instead("another_ability", THINK, "marker:injury_move"))


@injury.obeys("1.4")
def injuries_add_up() -> Match:
    match = acts(facing("cross", "marker:injury_search", lies={"2-2": ["draw2:bats"]}), "1 face draw2:bats move: 1 1 1")
    assert count(match, "raider:1", "marker:injury_search") == 2
    assert abilities(match.opening, match.table, 1)["search"] == 1
    return match


injury.record("1.4", "TR-93", without("the_second_does_not_count", "marker:injury_search"))


@injury.obeys("1.5")
def healing_one_takes_one_injury_away() -> Match:
    """The balm heals one: damage or the injury, as its player chooses."""
    match = given(rows={"unsaved:1": ["balm"]}, lies={"raider:1": [HIT, THINK]})
    acts(match, "1 use_card @balm", "2 no_cancel") if asks(match)[0] == "cancel" else acts(match, "1 use_card @balm")
    acts(match, f"1 choose {THINK}")
    assert lies_at(match, "raider:1") == {"raider:lara", HIT}
    return match


@injury.breaks("1.5", "TR-103")
def healing_an_injury_that_is_not_there() -> None:
    match = given(rows={"unsaved:1": ["balm"]}, lies={"raider:1": [HIT, THINK]})
    tries(acts(match, "1 use_card @balm"), "1 choose marker:injury_move")


@injury.obeys("2.1")
def an_ability_at_none_kills() -> Match:
    """Think 2, injured before, and no damage: the second injury kills, also with more health."""
    match = vipers(THINK, rows={"saved:1": ["great"]})
    assert (match.table.get("dead:1"), at(match, 1)) == (True, "off")
    return match


injury.record("2.1", "TR-93", without("it_lives_without_think", "dead:1", "figure:1"))

# --- stuck ------------------------------------------------------------------------------------


def in_the_pit(**more: Any) -> Match:
    """Return a match in which seat 1, on its way through, has failed against a pit trap."""
    match = given({"2-2": "cross", "2-3": "bone"}, {2: "2-3"}, lies={"2-2": ["draw2:pit"]}, **more)
    return acts(match, "1 step forward", "1 face draw2:pit move: 1 1 1")


def next_turn(*lines: str) -> Match:
    """Return a match in which seat 1 is in the pit, and the next turn has begun."""
    return acts(turn_over(acts(in_the_pit(), "2 stay"), 2), *lines)


@stuck.obeys("1.1")
def stuck_it_neither_searches_nor_moves_in_the_next_round() -> Match:
    match = acts(in_the_pit(), "2 stay")
    assert asks(match) == ("search", (2,))
    turn_over(match, 2)
    acts(match, "2 roll_order: 1 1 1 6 6 6", "2 let_begin 1", "1 stay")
    assert (at(match, 1), asks(match)) == ("2-2", ("face", (1,)))
    return match


@stuck.breaks("1.1", "TR-66")
def searching_while_stuck() -> None:
    tries(acts(in_the_pit(), "2 stay"), "1 search")


@stuck.obeys("1.2")
def stuck_it_draws_as_always() -> Match:
    match = acts(in_the_pit(), "2 stay", "2 no_search")
    assert asks(match) == ("draw", (1,))
    acts(match, "1 draw")
    assert match.table.count("hand:1") == 4, "twice Think, as it holds nothing"
    return match


stuck.record("1.2", "TR-76", without("it_draws_nothing", "hand:1"))


@stuck.obeys("1.3")
def the_obstacle_is_tried_in_both_turns() -> Match:
    match = next_turn("1 stay")
    assert asks(match) == ("face", (1,))
    return acts(match, "1 face draw2:pit move: 6 6 6")


@stuck.breaks("1.3", "TR-55")
def the_obstacle_is_passed_over_in_the_next_turn() -> None:
    tries(next_turn("1 stay"), "1 search")


@stuck.obeys("2.1")
def a_pit_trap_on_the_way_is_faced_in_passing() -> Match:
    match = given({"2-2": "cross", "2-3": "bone"}, {2: "2-3"}, lies={"2-2": ["draw2:pit"]})
    acts(match, "1 step forward")
    assert asks(match) == ("face", (1,))
    return acts(match, "1 face draw2:pit move: 1 1 1")


@stuck.breaks("2.1", "TR-55")
def walking_past_the_pit() -> None:
    match = given({"2-2": "cross", "2-3": "bone"}, {2: "2-3"}, lies={"2-2": ["draw2:pit"]})
    tries(acts(match, "1 step forward"), "1 step forward")


@stuck.obeys("2.2")
def failing_the_pit_sticks_and_passing_it_does_not() -> Match:
    match = given({"2-2": "cross"}, lies={"2-2": ["draw2:pit"]})
    acts(match, "1 step forward", "1 face draw2:pit move: 6 1 1")
    assert STUCK not in lies_at(match, "raider:1")
    match = in_the_pit()
    assert STUCK in lies_at(match, "raider:1")
    return match


stuck.record("2.2", "TR-94", without("it_is_free", STUCK), DICE)


@stuck.obeys("2.3")
def movement_ends_in_the_pit() -> Match:
    """Move 3 and one step taken: nothing is left of it."""
    match = in_the_pit()
    assert (at(match, 1), asks(match)) == ("2-2", ("movement", (2,)))
    return match


@stuck.breaks("2.3", "TR-40")
def walking_on_out_of_the_pit() -> None:
    tries(in_the_pit(), "1 step forward")


@stuck.obeys("2.4")
def no_search_and_a_normal_draw() -> Match:
    match = acts(in_the_pit(), "2 stay", "2 no_search", "1 draw")
    assert match.table.count("hand:1") == 4
    return match


@stuck.breaks("2.4", "TR-66")
def searching_the_pit() -> None:
    tries(acts(in_the_pit(), "2 stay"), "1 search")


@stuck.obeys("2.5")
def no_leaving_in_the_next_turn_and_the_trap_again() -> Match:
    match = next_turn("1 stay")
    assert (at(match, 1), asks(match)) == ("2-2", ("face", (1,)))
    return acts(match, "1 face draw2:pit move: 1 1 1")


@stuck.breaks("2.5", "TR-40")
def leaving_in_the_next_turn() -> None:
    tries(next_turn(), "1 step forward")


@stuck.obeys("2.6")
def having_passed_it_search_that_turn_and_leave_after() -> Match:
    match = next_turn("1 stay", "1 face draw2:pit move: 6 6 6", "2 stay")
    assert asks(match) == ("search", (1,))
    acts(match, "1 search: 1 1 1")
    turn_over(match, 2)
    acts(match, "1 step forward")
    assert at(match, 1) == "2-3"
    return match


stuck.record("2.6", "TR-94", without("it_stays_stuck", STUCK), FOLLOWS)
