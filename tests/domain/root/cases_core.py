"""Turn, rule, moving, crafting, dominance, winning, setting up (chapters 1 to 5)."""

from __future__ import annotations

from tablescribe.domain.games import opening
from tablescribe.domain.games.root.actions.core import (
    Battle,
    Craft,
    Discard,
    Dominate,
    GoOn,
    Move,
    Settle,
    TakeDominance,
    UseEffect,
)
from tablescribe.domain.games.root.actions.marquise import Build, Hasten, Overwork, Recruit
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.table import at, given, when
from tests.support import STAMP

CASES.forged(
    "RO-1.2.1", "RO-1.5.1", "RO-2.1", "RO-2.1.1", "RO-2.2", "RO-2.2.4", "RO-2.4", "RO-3.1", "RO-3.2.2", "RO-4.1.3",
    "RO-4.2.2", "RO-5.1.1", "RO-5.1.2", "RO-5.1.3", "RO-5.1.4", "RO-5.1.5", "RO-5.1.6", "RO-AMB-8",
    "RO-2.1.3", "RO-3.3.3", "RO-3.3.1-I", "RO-3.3.1-II", "RO-HAND-1", "RO-AMB-34", "RO-AMB-10",
    "RO-AMB-35", "RO-AMB-36", "RO-AMB-38",
)  # fmt: skip


def a_new_match(seats: int = 2, **options: object) -> Match:
    """Return a match that has just been opened."""
    return Match.open("m", opening("root", seats, options), [Seat("s", "c")] * seats, STAMP)


# --- setting up -----------------------------------------------------------------------------------


@CASES.obeys("RO-5.1.1", "RO-5.1.2", "RO-5.1.3", "RO-5.1.4", "RO-5.1.5", "RO-5.1.6", "RO-2.2", "RO-2.4", "RO-1.2.1")
def the_first_table() -> Match:
    match = a_new_match()
    assert match.table.count("items") == 12
    assert [match.table.get(f"score:{seat}") for seat in (1, 2)] == [0, 0]
    assert sum(match.table.count(f"clearing:{n}", "ruin") for n in range(1, 13)) == 4
    assert [match.table.count(f"hand:{seat}") for seat in (1, 2)] == [3, 3]
    assert match.table.count("deck:card") == 54 - 4 - 6  # two play without dominance
    return match


@CASES.obeys("RO-5.1.7")
def the_marquise_is_set_up_before_the_eyrie() -> Match:
    match = a_new_match(factions="EC")
    assert match.to_act == (2,)
    when(match, 2, Settle(at=1))
    for kind in ("sawmill", "workshop", "recruiter"):
        when(match, 2, Build.model_validate({"building": kind, "at": {"sawmill": 1, "workshop": 5}.get(kind, 10)}))
    assert match.to_act == (1,)
    return match


@CASES.breaks("RO-5.1.7")
def a_turn_before_the_set_up_is_over() -> None:
    when(a_new_match(), 1, GoOn())


# --- turn and hands -------------------------------------------------------------------------------


@CASES.obeys("RO-1.4.1", "RO-HAND-1", "RO-AMB-35")
def the_marquise_ends_her_turn() -> Match:
    """She draws in Evening, then the Eyrie has Birdsong."""
    match = given("CE")
    when(match, 1, GoOn())
    assert match.table.count("hand:1") == 1
    assert (match.table.get("turn"), match.table.get("phase")) == (2, "birdsong")
    return match


@CASES.breaks("RO-1.4.1")
def the_second_seat_acts_in_the_firsts_turn() -> None:
    when(given("CE", clearings={1: "2 eyrie:warrior"}), 2, Move(origin=1, to=5, n=1))


@CASES.obeys("RO-HAND-2")
def down_to_five_cards() -> Match:
    match = given("CE", hands={1: ["anvil", "sappers", "armorers", "bake-sale", "cobbler"]})
    when(match, 1, GoOn())
    assert match.table.count("hand:1") == 6
    when(match, 1, Discard(card="card:anvil"))
    assert match.table.count("hand:1") == 5
    assert match.table.get("turn") == 2
    return match


@CASES.breaks("RO-HAND-2")
def nobody_discards_without_being_asked() -> None:
    when(given("CE", hands={1: ["anvil"]}), 1, Discard(card="card:anvil"))


CASES.forged("RO-16.6.5", "RO-16.6.6")


@CASES.obeys("RO-AMB-38")
def cards_that_came_in_anothers_turn_stay() -> Match:
    """The Eyrie holds seven when the Marquise's Evening ends, and is asked for none."""
    match = given("CE", hands={2: ["anvil", "sappers", "armorers", "bake-sale", "cobbler", "?card", "?card"]})
    when(match, 1, GoOn())
    assert (match.table.count("hand:2"), match.table.get("turn")) == (7, 2)
    return match


@CASES.obeys("RO-2.1", "RO-16.6.6")
def an_empty_deck_is_made_of_the_discard_pile() -> Match:
    match = given("CE", zones={"discard:card": "card:anvil, card:sappers"})
    rest = match.table.count("deck:card")
    lying = given("CE", zones={"discard:card": "card:anvil, card:sappers", "elsewhere": f"{rest} ?card"})
    when(lying, 1, GoOn())
    assert lying.table.count("hand:1") == 1
    assert lying.table.count("discard:card") == 0
    return lying


@CASES.obeys("RO-1.5.1", "RO-1.5.4", "RO-16.6.19", "RO-16.6.30")
def two_recruiters_and_one_warrior() -> Match:
    """Where no more are left, as many as there are come."""
    match = given("CE", clearings={8: "2 marquise:recruiter", 1: "24 marquise:warrior"})
    when(match, 1, Recruit())
    assert at(match, 8) == {"marquise:recruiter": 2, "marquise:warrior": 1}
    return match


CASES.forged("RO-1.5.4", "RO-16.6.19", "RO-16.6.30")


# --- suits ----------------------------------------------------------------------------------------


@CASES.obeys("RO-2.1.1-II")
def a_bird_for_an_action() -> Match:
    match = given("CE", hands={1: ["sappers"]})
    when(match, 1, Hasten(card="card:sappers"))
    assert match.table.get("this:extra") == 1
    return match


@CASES.breaks("RO-2.1.1-II")
def a_fox_where_a_bird_is_demanded() -> None:
    when(given("CE", hands={1: ["anvil"]}), 1, Hasten(card="card:anvil"))


CASES.forged("RO-16.6.29")


@CASES.obeys("RO-2.1.1")
def a_bird_stands_for_a_fox() -> Match:
    match = given("CE", clearings={8: "marquise:sawmill"}, hands={1: ["sappers"]})
    when(match, 1, Overwork(at=8, card="card:sappers"))
    assert at(match, 8) == {"marquise:sawmill": 1, "marquise:wood": 1}
    return match


@CASES.breaks("RO-2.1.2")
def an_ambush_is_not_crafted() -> None:
    match = given("CE", clearings={8: "marquise:workshop"}, hands={1: ["ambush-fox"]}, stage="craft")
    when(match, 1, Craft(card="card:ambush-fox"))


# --- rule and moving ------------------------------------------------------------------------------


@CASES.obeys("RO-4.2", "RO-4.2.1", "RO-4.2.2")
def a_march_of_two_moves() -> Match:
    match = given("CE", clearings={1: "3 marquise:warrior"})
    when(match, 1, Move(origin=1, to=5, n=3))
    when(match, 1, Move(origin=5, to=2, n=2))
    assert (at(match, 5), at(match, 2)) == ({"marquise:warrior": 1}, {"marquise:warrior": 2})
    assert match.table.get("this:actions") == 1
    return match


@CASES.breaks("RO-4.2")
def a_move_to_a_clearing_far_away() -> None:
    when(given("CE", clearings={1: "3 marquise:warrior"}), 1, Move(origin=1, to=3, n=1))


@CASES.breaks("RO-4.2.1")
def a_move_between_clearings_of_others() -> None:
    match = given("CE", clearings={1: "marquise:warrior, 2 eyrie:warrior", 5: "eyrie:warrior"})
    when(match, 1, Move(origin=1, to=5, n=1))


@CASES.breaks("RO-2.3")
def a_river_is_no_path() -> None:
    when(given("CE", clearings={4: "3 marquise:warrior"}), 1, Move(origin=4, to=7, n=1))


@CASES.obeys("RO-2.5", "RO-2.2.3", "RO-2.2.4")
def building_where_she_rules() -> Match:
    """A ruin fills one of the two slots."""
    match = given("CE", clearings={6: "2 marquise:warrior, eyrie:warrior"})
    when(match, 1, Build(building="sawmill", at=6))
    assert at(match, 6)["marquise:sawmill"] == 1
    return match


CASES.forged("RO-2.5")


@CASES.breaks("RO-2.2.3")
def building_without_a_slot() -> None:
    match = given("CE", clearings={6: "2 marquise:warrior, marquise:workshop"})
    when(match, 1, Build(building="sawmill", at=6))


# --- crafting -------------------------------------------------------------------------------------


@CASES.obeys("RO-4.1", "RO-4.1.1", "RO-4.1.2", "RO-3.2.2", "RO-16.6.13")
def a_hammer_for_two_points() -> Match:
    match = given("CE", clearings={8: "marquise:workshop"}, hands={1: ["anvil"]}, stage="craft")
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.pieces("items:1") == {"item:hammer": 1}
    assert match.table.get("score:1") == 2
    assert match.table.count("discard:card", "card:anvil") == 1
    return match


CASES.forged("RO-16.6.13")


@CASES.breaks("RO-4.1")
def a_dominance_card_is_not_crafted() -> None:
    match = given("CEA", clearings={8: "marquise:workshop"}, hands={1: ["dominance-fox"]}, stage="craft")
    when(match, 1, Craft(card="card:dominance-fox"))


@CASES.breaks("RO-4.1.1")
def a_workshop_of_another_suit() -> None:
    match = given("CE", clearings={9: "marquise:workshop"}, hands={1: ["anvil"]}, stage="craft")
    when(match, 1, Craft(card="card:anvil"))


@CASES.breaks("RO-4.1.2")
def an_item_that_is_not_there() -> None:
    match = given(
        "CE", clearings={8: "marquise:workshop"}, hands={1: ["anvil"]}, zones={"items:2": "item:hammer"}, stage="craft"
    )
    when(match, 1, Craft(card="card:anvil"))


@CASES.obeys("RO-4.1.3", "RO-16.6.20")
def armorers_lie_in_the_play_area() -> Match:
    match = given("CE", clearings={8: "marquise:workshop"}, hands={1: ["armorers"]}, stage="craft")
    when(match, 1, Craft(card="card:armorers"))
    assert match.table.pieces("crafted:1") == {"card:armorers": 1}
    return match


CASES.forged("RO-16.6.20")


@CASES.obeys("RO-4.1.4")
def another_persistent_card() -> Match:
    match = given(
        "CE", clearings={8: "marquise:workshop"}, hands={1: ["armorers"]}, zones={"crafted:1": "card:sappers"},
        stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:armorers"))
    assert match.table.count("crafted:1") == 2
    return match


@CASES.breaks("RO-4.1.4")
def a_second_one_of_the_same_name() -> None:
    match = given(
        "CE", clearings={8: "marquise:workshop"}, hands={1: ["armorers"]}, zones={"crafted:1": "card:armorers"},
        stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:armorers"))


# --- winning --------------------------------------------------------------------------------------


@CASES.obeys("RO-3.1")
def thirty_points_win_at_once() -> Match:
    match = given("CE", clearings={8: "marquise:workshop"}, hands={1: ["anvil"]}, stage="craft", values={"score:1": 28})
    when(match, 1, Craft(card="card:anvil"))
    assert match.is_over
    assert match.close(STAMP).result.winners == (1,)
    return match


@CASES.obeys("RO-AMB-8")
def both_reach_thirty_in_one_battle() -> Match:
    """The one in turn wins."""
    match = given(
        "EC", clearings={8: "2 eyrie:warrior, eyrie:roost, 2 marquise:warrior, marquise:sawmill"},
        zones={"decree:battle": "loyal-vizier", "crafted:2": "card:sappers"}, stage="decree",
        values={"score:1": 29, "score:2": 29, "leader": "commander"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"), 3, 3)
    when(match, 2, UseEffect(effect="card:sappers"))
    assert at(match, 8) == {}
    assert [match.table.get(f"score:{seat}") for seat in (1, 2)] == [30, 30]
    assert match.close(STAMP).result.winners == (1,)
    return match


@CASES.obeys("RO-3.3.1", "RO-3.3.2", "RO-2.1.3")
def a_dominance_card_is_activated() -> Match:
    match = given("CEA", hands={1: ["dominance-fox"]}, values={"score:1": 10})
    when(match, 1, Dominate(card="card:dominance-fox"))
    assert match.table.get("score:1") is None
    assert match.table.get("dominance:1") == "card:dominance-fox"
    return match


@CASES.breaks("RO-3.3.1")
def dominance_with_nine_points() -> None:
    match = given("CEA", hands={1: ["dominance-fox"]}, values={"score:1": 9})
    when(match, 1, Dominate(card="card:dominance-fox"))


@CASES.breaks("RO-3.3.2")
def a_second_dominance() -> None:
    match = given("CEA", hands={1: ["dominance-fox"]}, values={"score:1": 10, "dominance:1": "card:dominance-mouse"})
    when(match, 1, Dominate(card="card:dominance-fox"))


@CASES.obeys("RO-3.3.1-I")
def three_fox_clearings_win() -> Match:
    match = given(
        "CEA", clearings={1: "eyrie:warrior", 6: "eyrie:warrior", 8: "eyrie:warrior"},
        values={"score:2": None, "dominance:2": "card:dominance-fox"},
    )  # fmt: skip
    when(match, 1, GoOn())
    assert match.is_over
    assert match.close(STAMP).result.winners == (2,)
    return match


@CASES.obeys("RO-3.3.1-II")
def opposite_corners_win() -> Match:
    match = given(
        "CEA", clearings={1: "eyrie:warrior", 3: "eyrie:warrior"},
        values={"score:2": None, "dominance:2": "card:dominance-bird"},
    )  # fmt: skip
    when(match, 1, GoOn())
    assert match.close(STAMP).result.ending == "dominance"
    return match


@CASES.obeys("RO-3.3.3", "RO-16.6.5", "RO-16.6.29")
def a_spent_dominance_lies_beside_the_map() -> Match:
    match = given("CEA", hands={1: ["dominance-bird"]})
    when(match, 1, Hasten(card="card:dominance-bird"))
    assert match.table.count("dominance", "card:dominance-bird") == 1
    return match


@CASES.obeys("RO-3.3.4")
def a_dominance_is_taken() -> Match:
    match = given("CEA", hands={1: ["anvil"]}, zones={"dominance": "card:dominance-fox"})
    when(match, 1, TakeDominance(dominance="card:dominance-fox", card="card:anvil"))
    assert match.table.pieces("hand:1") == {"card:dominance-fox": 1}
    return match


@CASES.breaks("RO-3.3.4")
def a_dominance_for_another_suit() -> None:
    match = given("CEA", hands={1: ["bake-sale"]}, zones={"dominance": "card:dominance-fox"})
    when(match, 1, TakeDominance(dominance="card:dominance-fox", card="card:bake-sale"))


@CASES.obeys("RO-AMB-9")
def a_bird_dominance_for_a_bird() -> Match:
    match = given("CEA", hands={1: ["sappers"]}, zones={"dominance": "card:dominance-bird"})
    when(match, 1, TakeDominance(dominance="card:dominance-bird", card="card:sappers"))
    assert match.table.pieces("hand:1") == {"card:dominance-bird": 1}
    return match


CASES.forged("RO-AMB-9")
