"""Other aims: OBJETIVOS VARIÁVEIS DE NÍVEL."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.match.match import Match
from tests.domain.tomb_raider.sentences.rows import (
    GRANTED,
    Heading,
    acts,
    instead,
    tries,
    without,
)
from tests.domain.tomb_raider.table import given, lies_at

HIT, WOLF = "marker:damage", "level:den.forward"
CARRIED: dict[str, Any] = {"prize": "treasure:bronze", "prize:number": 13}
aims = Heading("OBJETIVOS VARIÁVEIS DE NÍVEL")
recovery = Heading("OBJETIVOS VARIÁVEIS DE NÍVEL: Recuperação")
bounty = Heading("OBJETIVOS VARIÁVEIS DE NÍVEL: Caçador de recompensas")


def searched(objective: str, result: str = "6 6 1", **more: Any) -> Match:
    """Return a match in which seat 1 has searched the treasure room (13)."""
    match = acts(given({"2-4": "room"}, {1: "2-4"}, objective=objective, **more), "1 stay", "2 stay")
    return acts(match, f"1 search: {result}")


def carrying(seat: int = 1, **more: Any) -> Match:
    """Return a match in which a seat carries the bronze: seat 1 at 2-2 and seat 2 at the gate."""
    return given(
        {"2-2": "ledge"}, {1: "2-2"}, objective="recovery", values={**CARRIED, "carrier": seat},
        lies={f"unsaved:{seat}": ["treasure:bronze"], **more.pop("lies", {})}, **more,
    )  # fmt: skip


def hunting(**more: Any) -> Match:
    """Return a match in which seat 1 has removed a wolf as a bounty hunter."""
    match = given({"2-2": "den", "2-4": "room"}, {1: "2-2", 2: "2-4"}, lies={"2-2": [HIT]}, objective="bounty", **more)
    return acts(match, "1 stay", f"1 face {WOLF} fight: 6 6")


@aims.obeys("1.1")
def finding_the_treasure_does_not_end_every_level() -> list[Match]:
    found = searched("recovery")
    assert not found.is_over
    removed = acts(hunting(), "2 stay")
    assert (removed.is_over, removed.table.number("score:1")) == (False, 1)
    return [acts(found, "1 take_treasure treasure:bronze"), removed]


aims.record("1.1", "TR-119", without("it_counts_for_nothing", "score:1"))


@aims.obeys("1.2")
def another_aim_is_agreed_on_for_a_level() -> list[Match]:
    """The same search: won at once, carried away, or counted."""
    plain, carried, counted = searched("treasure"), searched("recovery"), searched("bounty")
    assert [one.is_over for one in (plain, carried, counted)] == [True, False, True]
    assert counted.table.text("ending") == "bounty"
    return [acts(carried, "1 take_treasure treasure:bronze"), counted]


aims.record("1.2", "TR-119", instead("it_ends_as_if_nothing_were_agreed", "bounty", "treasure"), GRANTED)


# --- recovery ---------------------------------------------------------------------------------


@recovery.obeys("1.1")
def the_finder_chooses_a_treasure_of_fitting_power() -> Match:
    match = acts(searched("recovery"), "1 take_treasure treasure:bronze")
    assert (lies_at(match, "unsaved:1"), match.table.get("carrier")) == ({"treasure:bronze"}, 1)
    return match


@recovery.breaks("1.1", "TR-86")
def the_finder_takes_a_stronger_one() -> None:
    tries(searched("recovery"), "1 take_treasure treasure:silver")


@recovery.obeys("1.2")
def it_falls_where_its_holder_dies_and_a_search_picks_it_up() -> Match:
    """Seat 1 dies at 2-2; seat 2 searches there: 12 is not enough, 13 is."""
    match = carrying(lies={"raider:1": [HIT, HIT]})
    acts(
        match,
        "1 stay",
        "1 face level:ledge.forward move: 1 1 1",
        "2 step forward",
        "2 face level:ledge.forward move: 6 6 6",
    )
    assert "treasure:bronze" in lies_at(match, "2-2")
    acts(match, "2 stay", "2 search: 6 5 1")
    assert "treasure:bronze" in lies_at(match, "2-2")
    again = given({"2-2": "cross"}, {1: "2-2"}, objective="recovery", values=CARRIED, lies={"2-2": ["treasure:bronze"]})
    acts(again, "1 stay", "2 stay", "1 search: 6 6 1")
    assert (lies_at(again, "unsaved:1"), again.table.get("carrier")) == ({"treasure:bronze"}, 1)
    reset = acts(carrying(), "1 stay", "1 face level:ledge.forward move: 6 6 6", "2 stay", "1 no_search", "2 no_search")
    acts(reset, "1 draw", "1 reset")
    assert "treasure:bronze" in lies_at(reset, "2-2")
    return match


recovery.record("1.2", "TR-118", without("it_stays_with_the_dead", "treasure:bronze", "carrier"))


@recovery.obeys("1.3")
def cards_take_it_like_an_unsaved_item() -> Match:
    """The theft is of what lies in the unsaved row of a raider in the same location."""
    match = carrying(2, hands={1: ["theft"]})
    acts(match, "1 step back stop=true", "1 play_card @theft")
    assert (lies_at(match, "unsaved:1"), match.table.get("carrier")) == ({"treasure:bronze"}, 1)
    return match


recovery.record("1.3", "TR-118", without("it_is_still_the_others", "carrier"))


@recovery.obeys("1.4")
def who_ends_a_turn_at_the_entrance_with_it_wins() -> Match:
    match = carrying(2)
    acts(match, "1 stay", "1 face level:ledge.forward move: 6 6 6", "2 stay", "1 no_search", "2 no_search")
    acts(match, "1 draw", "1 play_on", "2 draw")
    assert not match.is_over, "not before the end of its own turn"
    acts(match, "2 play_on")
    assert (match.is_over, match.table.get("winners")) == (True, "2")
    return match


recovery.record("1.4", "TR-118", instead("who_has_none_wins", "2", "1"))


# --- bounty hunters ---------------------------------------------------------------------------


@bounty.obeys("1.1")
def a_point_for_each_creature() -> Match:
    """A wolf counts; a hole that is removed by a card does not, nor does a creature that only took damage."""
    hit = acts(given({"2-2": "den"}, {1: "2-2"}, objective="bounty"), "1 stay", f"1 face {WOLF} fight: 6 6")
    assert hit.table.number("score:1") == 0
    match = hunting()
    assert match.table.number("score:1") == 1
    return match


bounty.record("1.1", "TR-119", instead("the_other_scores", "score:1", "score:2"))


@bounty.obeys("1.2")
def the_treasure_is_worth_the_power_of_its_room() -> Match:
    match = searched("bounty")
    assert match.table.number("score:1") == 1
    return match


bounty.record("1.2", "TR-119", without("it_is_worth_nothing", "score:1"))


@bounty.obeys("1.3")
def most_points_win() -> Match:
    """Seat 2 has three by creatures, seat 1 one by the treasure that ends the level."""
    match = searched("bounty", values={"score:2": 3})
    assert (match.table.get("winners"), match.table.get("ending")) == ("2", "bounty")
    return match


bounty.record("1.3", "TR-119", instead("the_finder_wins_all_the_same", "2", "1"))


def a_trap_is_removed(**options: Any) -> Match:
    """Return a match in which seat 1 has removed the hole by a card that takes away any obstacle."""
    from tests.domain.tomb_raider.box import BOX, act

    box = {**BOX, "cards": [*BOX["cards"], act("blast", "own_action_round", {"do": "remove_obstacle"})]}
    match = given({"2-2": "hole"}, {1: "2-2"}, {1: ["blast"]}, objective="bounty",
                  catalogue={**box, "deck": f"{BOX['deck']}; 2 blast"}, **options)  # fmt: skip
    return acts(match, "1 play_card @blast")


@bounty.obeys("1.4")
def traps_score_if_that_was_agreed() -> Match:
    assert a_trap_is_removed().table.number("score:1") == 0
    match = a_trap_is_removed(trap_points=2)
    assert match.table.number("score:1") == 2
    return match


bounty.record("1.4", "TR-119", without("the_trap_scores_nothing", "score:1"), GRANTED)
