"""Obstacles: PASSO 3, PASSO 5, Removendo obstáculos."""

from __future__ import annotations

from typing import Any

import msgspec

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Fact, Moved
from tests.domain.cases import Forgery
from tests.domain.tomb_raider.sentences.rows import (
    DICE,
    GRANTED,
    Heading,
    acts,
    asks,
    besides,
    called,
    dice,
    health,
    instead,
    tries,
    turn_over,
    without,
)
from tests.domain.tomb_raider.table import at, count, given, lies_at

HIT, SKULL = "marker:damage", "marker:removed"
WOLF, LEDGE, HOLE = "level:den.forward", "level:ledge.forward", "level:hole.forward"
laying = Heading("PASSO 3: OPONENTES JOGAM OBSTÁCULOS")
facing = Heading("PASSO 5: SOBREVIVER AOS OBSTÁCULOS")
removing = Heading("Removendo obstáculos")


def mapped(location: str, *lines: str, hands: Any = None, **more: Any) -> Match:
    """Return a match in which seat 1 has walked from a cross into depth 2, where that location was drawn."""
    match = given({"1-2": "cross"}, {1: "1-2"}, hands or {2: ["bats", "lamp"]}, **more)
    return acts(match, f"1 step right: level:{location}", *lines)


def stayed(place: str, **more: Any) -> Match:
    """Return a match in which seat 1 has stayed where an obstacle is, the other raider standing elsewhere."""
    return acts(given({"2-2": place, "2-3": "cross"}, {1: "2-2"}, **more), "1 stay")


def laid_instead(name: str, laid: str, other: str) -> Forgery:
    """Forge: that obstacle was laid, and the other one went back."""

    def moved(fact: Fact) -> Fact:
        if isinstance(fact, Moved) and fact.piece in (laid, other) and fact.src.startswith("offer"):
            to = "space:2-2" if fact.piece == other else f"hand:{fact.src[-1]}"
            return msgspec.structs.replace(fact, dst=to)
        return fact

    return called(name, lambda facts: [moved(fact) for fact in facts])


# --- the others lay obstacles -----------------------------------------------------------------


@laying.obeys("1.1")
def the_others_are_asked_for_one_where_it_is_newly_mapped() -> Match:
    match = mapped("cross")
    assert asks(match) == ("offer", (2,))
    acts(match, "2 offer @bats")
    assert "draw2:bats" in lies_at(match, "2-2")
    return match


@laying.breaks("1.1", "TR-46")
def a_discovery_is_laid() -> None:
    tries(mapped("cross"), "2 offer @lamp")


@laying.obeys("1.2")
def also_where_an_obstacle_is_printed() -> Match:
    match = mapped("ledge", "2 offer @bats")
    assert lies_at(match, "2-2") == {"level:ledge.right", "draw2:bats"}
    return match


laying.record("1.2", "TR-46", without("the_offer_is_not_laid", "offered:2", "space:2-2"), GRANTED)


@laying.obeys("1.3")
def who_moves_is_not_asked() -> Match:
    match = mapped("cross", hands={1: ["bats"], 2: ["bats"]})
    assert asks(match) == ("offer", (2,))
    return match


@laying.breaks("1.3", "TR-46")
def who_moves_lays_one() -> None:
    tries(mapped("cross", hands={1: ["bats"], 2: ["bats"]}), "1 offer @bats")


@laying.obeys("1.4")
def nobody_is_asked_where_it_was_mapped_before() -> Match:
    match = acts(mapped("cross", "2 no_offer", "2 stay"), "1 no_search", "2 no_search", "1 draw", "1 play_on")
    acts(match, "2 draw", "2 play_on", "1 step left", "1 step right")
    assert (at(match, 1), asks(match)) == ("2-2", ("movement", (1,)))
    return match


@laying.breaks("1.4", "TR-46")
def laying_one_where_it_was_mapped_before() -> None:
    """Whether the raider attacks is asked there, and nothing else."""
    match = acts(given({"2-2": "cross"}, {2: "2-2"}, {2: ["bats"]}), "1 step forward stop=true")
    tries(match, "2 offer @bats")


@laying.obeys("2.1")
def danger_and_depth_are_the_limit() -> Match:
    """Danger 3 at depth 2: the wolf of 5 may lie there."""
    match = mapped("bone", "2 offer @wolf", hands={2: ["wolf"]})
    assert "draw2:wolf" in lies_at(match, "2-2")
    return match


@laying.breaks("2.1", "TR-47")
def one_more_than_danger_and_depth() -> None:
    tries(mapped("bone", hands={2: ["rock"]}), "2 offer @rock")


def three_offer(*cards: str, **more: Any) -> Match:
    """Return a match in which seats 2, 3 and 4 hold such a card each, and danger 3 was mapped at depth 2."""
    return mapped(
        "bone", hands={seat: [card] for seat, card in enumerate(cards, start=2)}, seats=1 + len(cards), **more
    )


@laying.obeys("3.1")
def the_most_dangerous_is_laid_and_the_others_go_back() -> Match:
    match = acts(three_offer("dust", "wolf", "pit"), "2 offer @dust", "3 offer @wolf", "4 offer @pit")
    assert lies_at(match, "2-2") == {"level:bone.right", "draw3:wolf"}
    assert [match.table.count(f"hand:{seat}") for seat in (2, 3, 4)] == [1, 0, 1]
    return match


laying.record("3.1", "TR-48", instead("a_lesser_one_is_discarded", "hand:2", "discard:draw2"))


@laying.obeys("3.2")
def of_two_alike_the_nearest_raiders() -> Match:
    """Seat 3 stands beside the space, seat 2 two steps away."""
    match = given({"1-2": "cross", "1-3": "cross", "3-2": "cross"}, {1: "1-2", 2: "1-3", 3: "3-2"},
                  {2: ["dust"], 3: ["bats"]}, seats=3)  # fmt: skip
    acts(match, "1 step right: level:bone", "2 offer @dust", "3 offer @bats")
    assert lies_at(match, "2-2") == {"level:bone.right", "draw3:bats"}
    return match


laying.record("3.2", "TR-48", laid_instead("the_farther_raiders", "draw3:bats", "draw2:dust"))


@laying.obeys("4.1")
def danger_three_at_depth_two_takes_five() -> Match:
    match = acts(three_offer("wolf", "rock"), "2 offer @wolf", "3 no_offer")
    assert "draw2:wolf" in lies_at(match, "2-2"), "5 may lie there"
    return match


@laying.breaks("4.1", "TR-47")
def six_at_depth_two_on_danger_three() -> None:
    tries(three_offer("wolf", "rock"), "3 offer @rock")


@laying.obeys("4.2")
def three_are_asked_and_each_may_offer() -> Match:
    match = three_offer("bear", "bats", "pit")
    assert asks(match) == ("offer", (2, 3, 4))
    acts(match, "4 offer @pit", "3 offer @bats", "2 no_offer")
    return match


laying.record("4.2", "TR-48", without("nothing_is_laid", "space:2-2", "offered:4"), GRANTED)


@laying.obeys("4.3")
def the_bear_of_eight_stays_in_the_hand() -> Match:
    match = acts(three_offer("bear", "bats", "pit"), "3 offer @bats", "4 offer @pit", "2 no_offer")
    assert match.table.pieces("hand:2") == {"draw2:bear": 1}
    return match


@laying.breaks("4.3", "TR-47")
def the_bear_of_eight_is_offered() -> None:
    tries(three_offer("bear", "bats", "pit"), "2 offer @bear")


@laying.obeys("4.4")
def the_pit_of_four_is_laid_and_not_the_bats_of_three() -> Match:
    match = acts(three_offer("bear", "bats", "pit"), "3 offer @bats", "4 offer @pit", "2 no_offer")
    assert lies_at(match, "2-2") == {"level:bone.right", "draw4:pit"}
    assert match.table.pieces("hand:3") == {"draw3:bats": 1}
    return match


laying.record("4.4", "TR-48", laid_instead("the_bats_are_laid", "draw4:pit", "draw3:bats"))

# --- surviving them ---------------------------------------------------------------------------


@facing.obeys("1.1")
def each_location_on_the_way_and_at_its_end() -> Match:
    match = acts(given({"2-2": "ledge", "2-3": "hole"}), "1 step forward", f"1 face {LEDGE} move: 6 6 6")
    acts(match, "1 step forward", f"1 face {HOLE} move: 6 6 6")
    return match


@facing.breaks("1.1", "TR-55")
def going_on_without_the_obstacle_on_the_way() -> None:
    tries(acts(given({"2-2": "ledge", "2-3": "hole"}), "1 step forward"), "1 stay")


@facing.obeys("1.2")
def printed_and_laid_now_and_before() -> Match:
    """The dust was laid before; the bats are laid on what is mapped now."""
    match = acts(given({"2-2": "ledge"}, {}, {2: ["bats"]}, lies={"2-2": ["draw2:dust"]}), "1 step forward")
    acts(match, f"1 face {LEDGE} move: 6 6 6", "1 face draw2:dust think: 6 6", "1 step left: level:bone")
    acts(match, "2 offer @bats", "1 face draw2:bats move: 6 6 6")
    return match


@facing.breaks("1.2", "TR-55")
def leaving_the_laid_one_out() -> None:
    match = acts(stayed("ledge", lies={"2-2": ["draw2:dust"]}), f"1 face {LEDGE} move: 6 6 6")
    tries(match, "1 search")


@facing.obeys("2.1")
def where_it_began_only_if_it_ends_there() -> Match:
    left = acts(given({"2-2": "den", "2-3": "cross"}, {1: "2-2"}), "1 step forward")
    assert asks(left) == ("movement", (1,)), "leaving asks for no test"
    match = stayed("den")
    assert asks(match) == ("face", (1,))
    return acts(match, f"1 face {WOLF} move: 6 6 6")


@facing.breaks("2.1", "TR-55")
def staying_without_facing_what_is_there() -> None:
    tries(stayed("den"), "1 search")


@facing.obeys("3.1")
def in_any_order() -> Match:
    both = (f"1 face {LEDGE} move: 6 6 6", "1 face draw2:dust think: 6 6")
    for lines in (both, both[::-1]):
        match = acts(stayed("ledge", lies={"2-2": ["draw2:dust"]}), *lines)
        assert asks(match) == ("movement", (2,))
    return match


@facing.breaks("3.1", "TR-57")
def the_same_one_again_while_another_is_left() -> None:
    match = acts(stayed("ledge", lies={"2-2": ["draw2:dust"]}), "1 face draw2:dust think: 6 6")
    tries(match, "1 face draw2:dust think: 6 6")


@facing.obeys("3.2")
def each_whatever_came_of_the_others() -> Match:
    for first in ("1 1 1", "6 6 6"):
        match = acts(stayed("hole", lies={"2-2": ["draw2:dust"]}), f"1 face {HOLE} move: {first}")
        assert asks(match) == ("face", (1,))
        acts(match, "1 face draw2:dust think: 6 6")
    return match


@facing.breaks("3.2", "TR-55")
def having_failed_one_the_other_is_left_out() -> None:
    match = acts(stayed("hole", lies={"2-2": ["draw2:dust"]}), f"1 face {HOLE} move: 1 1 1")
    tries(match, "1 search")


@facing.obeys("4.1")
def by_one_ability_or_by_several() -> Match:
    """The ledge names Move alone, the hole Move and Think."""
    match = acts(stayed("ledge"), f"1 face {LEDGE} move: 6 6 6")
    for test in ("move: 6 6 6", "think: 6 6"):
        match = acts(stayed("hole"), f"1 face {HOLE} {test}")
        assert count(match, "raider:1", "marker:stuck") == 0
    return match


@facing.breaks("4.1", "TR-58")
def by_an_ability_that_it_does_not_name() -> None:
    tries(stayed("ledge"), f"1 face {LEDGE} think")


@facing.obeys("4.2")
def each_ability_has_its_target() -> Match:
    """The wolf: Fight 7 or Move 8. Seven is enough for one, and not for the other."""
    fought = acts(stayed("den"), f"1 face {WOLF} fight: 6 1")
    assert health(fought, 1) == 2
    match = acts(stayed("den"), f"1 face {WOLF} move: 5 1 1")
    assert health(match, 1) == 1
    return match


facing.record("4.2", "TR-58", without("seven_passes_an_eight", HIT), DICE)


@facing.obeys("4.3")
def of_two_abilities_the_player_chooses() -> Match:
    match = stayed("hole")
    acts(match, f"1 face {HOLE} think: 6 6")
    assert dice(match) == 2, "Think, though Move has more dice"
    return match


@facing.breaks("4.3", "TR-58")
def choosing_a_third_ability() -> None:
    tries(stayed("hole"), f"1 face {HOLE} search")


@facing.obeys("4.4")
def as_many_dice_as_the_ability() -> Match:
    assert dice(acts(stayed("hole"), f"1 face {HOLE} move: 6 6 6")) == 3
    match = acts(stayed("hole", lies={"raider:1": ["marker:injury_move"]}), f"1 face {HOLE} move: 6 6")
    assert dice(match) == 2, "Move is injured"
    return match


facing.record("4.4", "TR-58", besides("stuck_all_the_same", Moved("marker:stuck", 1, "box", "raider:1")), DICE)


@facing.obeys("4.5")
def below_the_target_all_that_is_listed_applies_at_once() -> Match:
    match = acts(stayed("den"), f"1 face {WOLF} move: 1 1 1")
    assert health(match, 1) == 1
    return match


facing.record("4.5", "TR-58", without("nothing_applies", HIT), DICE)


@facing.obeys("4.6")
def with_the_target_it_is_avoided() -> Match:
    match = acts(stayed("den"), f"1 face {WOLF} move: 6 1 1")
    assert (health(match, 1), lies_at(match, "2-2")) == (2, {WOLF})
    return match


facing.record("4.6", "TR-58", besides("it_is_hurt_all_the_same", Moved(HIT, 1, "box", "raider:1")), DICE)


@facing.obeys("4.7")
def again_at_each_entry_until_it_is_removed() -> Match:
    match = given({"2-2": "den", "2-3": "cross"}, lies={"2-2": [HIT]})
    acts(match, "1 step forward", f"1 face {WOLF} move: 6 6 6", "1 step forward", "1 step back")
    assert asks(match) == ("face", (1,))
    acts(match, f"1 face {WOLF} fight: 6 6")
    assert SKULL in lies_at(match, "2-2")
    acts(match, "2 step forward", "2 step forward")
    assert at(match, 2) == "2-3", "removed, it is faced no more"
    return match


@facing.breaks("4.7", "TR-55")
def entering_again_without_facing_it() -> None:
    match = acts(
        given({"2-2": "den", "2-3": "cross"}), "1 step forward", f"1 face {WOLF} move: 6 6 6", "1 step forward"
    )
    tries(acts(match, "1 step back stop=true"), "1 search")


@facing.obeys("5.1")
def a_passed_fight_test_puts_a_damage_on_it() -> Match:
    match = acts(stayed("den"), f"1 face {WOLF} fight: 6 1")
    assert lies_at(match, "2-2") == {WOLF, HIT}
    moved = acts(stayed("den"), f"1 face {WOLF} move: 6 6 6")
    assert lies_at(moved, "2-2") == {WOLF}, "another test does not"
    return match


facing.record("5.1", "TR-60", without("no_damage_is_marked", HIT), DICE)


@facing.obeys("5.2")
def the_pistols_add_one_more() -> Match:
    match = acts(stayed("den", rows={"unsaved:1": ["pistols"]}), f"1 face {WOLF} fight: 4 1")
    assert SKULL in lies_at(match, "2-2"), "the wolf has a health of 2"
    return match


facing.record("5.2", "TR-60", instead("one_damage_only", SKULL, HIT))

# --- removing them ----------------------------------------------------------------------------


@removing.obeys("1.1")
def what_can_be_fought_has_health() -> Match:
    """Vipers have 1, the wolf 2."""
    match = acts(stayed("den"), f"1 face {WOLF} fight: 6 6")
    assert SKULL not in lies_at(match, "2-2")
    match = acts(stayed("nest"), "1 face level:nest.forward fight: 6 6")
    assert SKULL in lies_at(match, "2-2")
    return match


removing.record("1.1", "TR-61", instead("the_vipers_have_more", SKULL, HIT))


@removing.obeys("1.2")
def its_damage_is_marked_and_stays() -> Match:
    match = acts(stayed("den"), f"1 face {WOLF} fight: 6 6", "2 stay")
    turn_over(match, 2)
    assert lies_at(match, "2-2") == {WOLF, HIT}
    return match


removing.record("1.2", "TR-60", without("its_damage_is_not_marked", HIT))


@removing.obeys("1.3")
def damage_of_its_health_removes_it() -> Match:
    match = acts(stayed("den", lies={"2-2": [HIT]}), f"1 face {WOLF} fight: 6 6")
    assert SKULL in lies_at(match, "2-2")
    return match


removing.record("1.3", "TR-61", without("it_is_still_there", SKULL))


@removing.obeys("1.4")
def a_laid_card_is_discarded_to_its_owner() -> Match:
    match = acts(stayed("cross", lies={"2-2": ["draw2:bats"]}), "1 face draw2:bats fight: 6 6")
    assert (count(match, "discard:draw2", "draw2:bats"), lies_at(match, "2-2")) == (1, {"level:cross.forward"})
    return match


removing.record("1.4", "TR-61", instead("to_another", "discard:draw2", "discard:draw1"))


@removing.obeys("1.5")
def a_printed_one_is_marked_as_removed() -> Match:
    match = acts(stayed("den", lies={"2-2": [HIT]}), f"1 face {WOLF} fight: 6 6")
    assert lies_at(match, "2-2") == {WOLF, SKULL}, "its damage is taken off"
    return match


removing.record("1.5", "TR-61", instead("another_marker", SKULL, "marker:empty"))


@removing.obeys("2.1")
def damaged_it_works_in_full() -> Match:
    """Fight 7 and Move 8, one damage on failing, though it has lost one of two health."""
    match = acts(stayed("den"), f"1 face {WOLF} fight: 6 1", "2 stay")
    turn_over(match, 2)
    acts(match, "1 stay", f"1 face {WOLF} move: 6 1 1") if asks(match)[0] == "movement" else None
    again = acts(stayed("den", lies={"2-2": [HIT]}), f"1 face {WOLF} move: 5 1 1")
    assert health(again, 1) == 1
    return match


@removing.breaks("2.1", "TR-55")
def a_damaged_one_is_passed_by() -> None:
    tries(stayed("den", lies={"2-2": [HIT]}), "1 search")


@removing.obeys("2.2")
def some_cards_remove_it_outright() -> Match:
    match = acts(given({"2-2": "den"}, {1: "2-2"}, {1: ["smoke"]}), "1 play_card @smoke")
    assert SKULL in lies_at(match, "2-2")
    return match


@removing.breaks("2.2", "TR-103")
def removing_another_kind_outright() -> None:
    """The smoke is for creatures, and a hole is none."""
    tries(given({"2-2": "hole"}, {1: "2-2"}, {1: ["smoke"]}), "1 play_card @smoke")
