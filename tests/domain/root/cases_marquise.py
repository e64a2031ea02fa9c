"""The Marquise de Cat (RO-6)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move, NoAmbush, PutPiece, Settle
from tablescribe.domain.games.root.actions.marquise import Build, Hasten, Heal, Overwork, Recruit, TakeWood
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_core import a_new_match
from tests.domain.root.table import at, given, when

CASES.forged("RO-6.4", "RO-6.6", "RO-6.2.2")


@CASES.obeys("RO-6.3")
def her_set_up() -> Match:
    match = a_new_match()
    when(match, 1, Settle(at=1))
    assert match.table.count("clearing:3", "marquise:warrior") == 0
    assert match.table.count("supply:marquise", "marquise:warrior") == 25 - 11
    when(match, 1, Build(building="sawmill", at=1))
    when(match, 1, Build(building="workshop", at=9))
    when(match, 1, Build(building="recruiter", at=10))
    assert match.to_act == (2,)
    return match


@CASES.breaks("RO-6.3")
def a_first_building_far_from_the_keep() -> None:
    match = a_new_match()
    when(match, 1, Settle(at=1))
    when(match, 1, Build(building="sawmill", at=3))


# --- her turn -------------------------------------------------------------------------------------


@CASES.obeys("RO-6.4")
def wood_comes_to_each_sawmill() -> Match:
    match = given("CE", clearings={8: "2 marquise:sawmill", 1: "marquise:sawmill"}, turn=2, stage="turn_end")
    when(match, 2, GoOn())
    assert at(match, 8) == {"marquise:sawmill": 2, "marquise:wood": 2}
    assert at(match, 1) == {"marquise:sawmill": 1, "marquise:wood": 1}
    return match


@CASES.obeys("RO-6.2.1")
def she_crafts_with_a_workshop() -> Match:
    match = given("CE", clearings={8: "marquise:workshop"}, hands={1: ["anvil"]}, stage="craft")
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 2
    return match


CASES.forged("RO-6.2.1")


@CASES.obeys("RO-6.5", "RO-6.5.1", "RO-6.5.2", "RO-6.5.3", "RO-6.5.5")
def three_actions_and_a_fourth_for_a_bird() -> Match:
    match = given(
        "CE", clearings={8: "3 marquise:warrior, marquise:recruiter, marquise:sawmill, eyrie:warrior"},
        hands={1: ["sappers", "anvil"]},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 0)
    when(match, 1, Move(origin=8, to=4, n=1))
    when(match, 1, Move(origin=8, to=7, n=1))
    when(match, 1, Recruit())
    when(match, 1, Hasten(card="card:sappers"))
    when(match, 1, Overwork(at=8, card="card:anvil"))
    assert at(match, 8) == {
        "marquise:warrior": 2, "marquise:recruiter": 1, "marquise:sawmill": 1, "marquise:wood": 1
    }  # fmt: skip
    return match


@CASES.breaks("RO-6.5")
def a_fourth_action() -> None:
    match = given("CE", clearings={8: "marquise:recruiter"}, values={"this:actions": 3})
    when(match, 1, Recruit())


@CASES.breaks("RO-6.5.3")
def recruiting_twice() -> None:
    match = given("CE", clearings={8: "marquise:recruiter"})
    when(match, 1, Recruit())
    when(match, 1, Recruit())


@CASES.breaks("RO-6.5.5")
def overwork_without_a_sawmill() -> None:
    match = given("CE", clearings={8: "marquise:recruiter"}, hands={1: ["anvil"]})
    when(match, 1, Overwork(at=8, card="card:anvil"))


CASES.forged("RO-6.5.1", "RO-6.5.2")


@CASES.obeys("RO-6.5.4")
def the_third_sawmill_costs_two_wood() -> Match:
    """Wood comes from clearings joined by her rule; where there is a choice she says from which."""
    match = given(
        "CE",
        clearings={
            8: "marquise:warrior", 7: "marquise:warrior, 2 marquise:wood", 4: "marquise:sawmill, marquise:wood",
            1: "marquise:sawmill, 3 marquise:wood",
        },
    )  # fmt: skip
    when(match, 1, Build(building="sawmill", at=8))
    when(match, 1, TakeWood(at=7))
    when(match, 1, TakeWood(at=4))
    assert at(match, 8) == {"marquise:sawmill": 1, "marquise:warrior": 1}
    assert at(match, 7) == {"marquise:warrior": 1, "marquise:wood": 1}
    assert match.table.get("score:1") == 2
    return match


@CASES.breaks("RO-6.5.4")
def wood_beyond_a_clearing_of_others() -> None:
    match = given("CE", clearings={8: "marquise:warrior", 1: "2 marquise:sawmill, 3 marquise:wood", 4: "eyrie:warrior"})
    when(match, 1, Build(building="sawmill", at=8))


@CASES.breaks("RO-6.5.4")
def wood_from_a_clearing_that_is_not_joined() -> None:
    clearings = {8: "marquise:warrior, marquise:wood", 4: "marquise:warrior, marquise:wood", 3: "marquise:wood"}
    match = given("CE", clearings={**clearings, 1: "marquise:sawmill"})
    when(match, 1, Build(building="sawmill", at=8))
    when(match, 1, TakeWood(at=3))


@CASES.obeys("RO-6.6")
def three_recruiters_draw_a_card_more() -> Match:
    match = given("CE", clearings={8: "2 marquise:recruiter", 9: "marquise:recruiter"})
    when(match, 1, GoOn())
    assert match.table.count("hand:1") == 2
    return match


@CASES.breaks("RO-1.5.4")
def one_of_too_few_wood_where_no_sawmill_stands() -> None:
    clearings = {8: "marquise:sawmill", 4: "marquise:sawmill", 1: "7 marquise:wood"}
    match = given("CE", clearings=clearings, turn=2, stage="turn_end")
    when(match, 2, GoOn())
    when(match, 1, PutPiece(at=2))


# --- the keep and field hospitals -----------------------------------------------------------------


@CASES.obeys("RO-6.2.3")
def the_fallen_come_to_the_keep() -> Match:
    """Warriors that fall elsewhere come to the keep."""
    match = given(
        "EC", clearings={8: "3 eyrie:warrior, 2 marquise:warrior", 1: "marquise:keep"}, hands={2: ["anvil"]},
        zones={"decree:battle": "loyal-vizier"}, stage="decree",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"))
    when(match, 2, NoAmbush(), 2, 0)
    when(match, 2, Heal(card="card:anvil"))
    assert at(match, 1) == {"marquise:keep": 1, "marquise:warrior": 2}
    assert match.table.count("discard:card", "card:anvil") == 1
    return match


@CASES.breaks("RO-6.2.3")
def hospitals_for_a_card_of_another_suit() -> None:
    match = given(
        "EC", clearings={8: "3 eyrie:warrior, 2 marquise:warrior", 1: "marquise:keep"}, hands={2: ["bake-sale"]},
        zones={"decree:battle": "loyal-vizier"}, stage="decree",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"))
    when(match, 2, NoAmbush(), 2, 0)
    when(match, 2, Heal(card="card:bake-sale"))


@CASES.obeys("RO-6.2.2")
def the_keep_leaves_the_game() -> Match:
    match = given(
        "EC", clearings={1: "3 eyrie:warrior, marquise:keep"}, zones={"decree:battle": "loyal-vizier"}, stage="decree"
    )
    when(match, 1, Battle(at=1, defender="marquise"), 0, 0)
    assert match.table.count("box", "marquise:keep") == 1
    assert match.table.get("score:1") == 1
    return match
