"""Abilities and tests: habilidades e testes do explorador."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.cards import abilities
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Moved
from tests.domain.tomb_raider.sentences.rows import (
    DICE,
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
from tests.domain.tomb_raider.table import at, count, given

HIT, STUCK = "marker:damage", "marker:stuck"
tests = Heading("habilidades e testes do explorador")

STUCK_ALL_THE_SAME = Moved(STUCK, 1, "box", "raider:1")


def hole(*lines: str, **more: object) -> Match:
    """Return a match in which seat 1 has stayed before the hole, Move 7 or Think 7, and done this."""
    return acts(given({"2-2": "hole"}, {1: "2-2"}, **more), "1 stay", *lines)  # type: ignore[arg-type]


@tests.obeys("1.1")
def four_abilities() -> Match:
    match = hole("1 face level:hole.forward move: 6 6 6")
    assert list(abilities(match.opening, match.table, 1)) == ["fight", "move", "search", "think"]
    return match


@tests.breaks("1.1", "TR-58")
def testing_an_ability_that_is_not_asked_for() -> None:
    tries(hole(), "1 face level:hole.forward search")


@tests.obeys("1.2")
def each_has_a_number() -> Match:
    match = hole("1 face level:hole.forward think: 6 6")
    assert abilities(match.opening, match.table, 1) == {"fight": 2, "move": 3, "search": 3, "think": 2}
    return match


tests.record("1.2", "TR-18", besides("another_number", STUCK_ALL_THE_SAME), DICE)


@tests.obeys("1.3")
def a_number_acts_by_itself() -> Match:
    """Move 3 lets three steps be walked, Think 2 draws two cards."""
    match = given({"2-2": "cross", "2-3": "cross", "2-4": "hole"})
    acts(match, "1 step forward", "1 step forward", "1 step forward", "1 face level:hole.forward move: 6 6 6")
    assert at(match, 1) == "2-4"
    return match


@tests.breaks("1.3", "TR-39")
def a_step_more_than_move() -> None:
    match = given({"2-2": "cross", "2-3": "cross", "2-4": "cross"})
    tries(acts(match, "1 step forward", "1 step forward", "1 step forward"), "1 step forward")


@tests.obeys("1.4")
def think_is_cards_and_dice() -> Match:
    match = hole("1 face level:hole.forward think: 6 6", hands={1: ["bear"]})
    acts(match, "1 accept") if asks(match)[0] == "after_roll" else None
    assert dice(match) == 2
    acts(match, "2 stay", "1 no_search", "2 no_search", "1 draw")
    assert match.table.count("hand:1") == 3
    return match


tests.record("1.4", "TR-76", besides("three_cards_with_a_think_of_two", Moved("?draw1", 1, "deck:draw1", "hand:1")))


@tests.obeys("2.1")
def as_many_dice_as_the_ability_give_the_result() -> Match:
    """Two dice of Think, 3 and 4: seven."""
    match = hole("1 face level:hole.forward think: 3 4")
    assert (dice(match), count(match, "raider:1", STUCK)) == (2, 0)
    return match


tests.record("2.1", "TR-19", besides("seven_is_not_counted", STUCK_ALL_THE_SAME), DICE)


@tests.obeys("2.2")
def the_number_demanded_is_enough() -> Match:
    match = hole("1 face level:hole.forward think: 6 1")
    assert count(match, "raider:1", STUCK) == 0
    failed = hole("1 face level:hole.forward think: 5 1")
    assert count(failed, "raider:1", STUCK) == 1
    return failed


tests.record("2.2", "TR-19", without("six_is_enough", STUCK), DICE)


def duel(*rolled: str) -> Match:
    """Return a match in which seat 1 has attacked seat 2, with these dice."""
    match = given({"2-2": "cross"}, {1: "2-2", 2: "2-2"})
    return acts(match, "1 stay", f"1 attack 2: {' '.join(rolled)}")


@tests.obeys("2.3")
def raider_against_raider_the_higher_wins() -> Match:
    match = duel("6 1", "3 3")
    assert (health(match, 1), health(match, 2)) == (2, 1)
    lost = duel("3 3", "6 1")
    assert (health(lost, 1), health(lost, 2)) == (1, 2)
    return lost


tests.record("2.3", "TR-20", instead("the_lower_wins", "raider:1", "raider:2"), DICE)


@tests.obeys("2.4")
def a_tie_is_rolled_again() -> Match:
    match = duel("3 3", "2 4", "1 1", "6 6")
    assert (health(match, 1), dice(match)) == (1, 8)
    return match


tests.record("2.4", "TR-20", without("the_tie_stands", HIT), DICE)

# --- the example: Dim Cavern, 7 Think or 9 Search, stuck on failure ---------------------------


@tests.obeys("3.1")
def either_of_two_tests_and_stuck_on_failure() -> Match:
    for one, rolled in (("move", "6 6 6"), ("think", "6 6")):
        assert count(hole(f"1 face level:hole.forward {one}: {rolled}"), "raider:1", STUCK) == 0
    match = hole("1 face level:hole.forward think: 1 1")
    assert count(match, "raider:1", STUCK) == 1
    return match


tests.record("3.1", "TR-94", without("failing_does_not_stick", STUCK), DICE)


@tests.obeys("3.2")
def three_dice_of_one_or_two_of_the_other() -> Match:
    assert dice(hole("1 face level:hole.forward move: 6 6 6")) == 3
    match = hole("1 face level:hole.forward think: 6 6")
    assert dice(match) == 2
    return match


@tests.breaks("3.2", "TR-58")
def dice_of_a_third_ability() -> None:
    tries(hole(), "1 face level:hole.forward fight")


# --- health -----------------------------------------------------------------------------------


@tests.obeys("4.1")
def health_is_the_lowest_of_the_four() -> Match:
    match = acts(given({"2-2": "nest"}, {1: "2-2"}), "1 stay", "1 face level:nest.forward fight: 1 1")
    now = abilities(match.opening, match.table, 1)
    assert (min(now.values()), health(match, 1), health(match, 2)) == (1, 1, 2)
    return match


tests.record("4.1", "TR-21", instead("move_is_lowered", "marker:injury_think", "marker:injury_move"))


@tests.obeys("4.2")
def a_damage_lowers_it_by_one() -> Match:
    match = acts(given({"2-2": "ledge"}, {1: "2-2"}), "1 stay", "1 face level:ledge.forward move: 1 1 1")
    assert health(match, 1) == 1
    return match


tests.record("4.2", "TR-91", without("it_stays", HIT))


@tests.obeys("4.3")
def at_none_it_dies() -> Match:
    match = given({"2-2": "ledge"}, {1: "2-2"}, lies={"raider:1": [HIT]})
    acts(match, "1 stay", "1 face level:ledge.forward move: 1 1 1")
    assert (health(match, 1), match.table.get("dead:1")) == (0, True)
    return match


tests.record("4.3", "TR-91", without("it_lives", "dead:1", "figure:1"))


@tests.obeys("4.4")
def it_changes_with_the_lowest_ability() -> Match:
    """Think falls to 1, and with it health; a bold upgrade lifts what began at 2."""
    match = acts(given({"2-2": "nest"}, {1: "2-2"}), "1 stay", "1 face level:nest.forward fight: 1 1")
    assert health(match, 1) == 1
    risen = given(rows={"saved:1": ["bold"]})
    assert (health(risen, 1), health(risen, 2)) == (3, 2)
    return match


tests.record("4.4", "TR-21", without("health_stays", "marker:injury_think"))
