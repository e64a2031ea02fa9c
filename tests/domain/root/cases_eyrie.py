"""The Eyrie Dynasties (RO-7)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move, Remove, Settle
from tablescribe.domain.games.root.actions.eyrie import Crown, Decree, Muster, NewRoost, Roost
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.actions.riverfolk import Moor
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_core import a_new_match
from tests.domain.root.table import at, given, when

CASES.forged(
    "RO-7.2.1", "RO-7.2.2", "RO-7.2.3", "RO-7.4.1", "RO-7.6", "RO-7.7", "RO-7.7.1", "RO-7.7.2", "RO-7.7.3-I",
    "RO-7.7.4", "RO-7.8.1", "RO-7.8.2", "RO-7.8.3", "RO-7.8.4", "RO-1.1.2",
)  # fmt: skip


def decreeing(decree: dict[str, str], *, leader: str = "builder", **more: Any) -> Match:
    """Return a match in which the Eyrie carries out this Decree, by columns."""
    zones = {f"decree:{column}": cards for column, cards in decree.items()} | more.pop("zones", {})
    values = {"leader": leader} | more.pop("values", {})
    return given(more.pop("factions", "EC"), zones=zones, values=values, **{"stage": "decree", **more})


# --- set-up and Birdsong --------------------------------------------------------------------------


@CASES.obeys("RO-7.3")
def their_set_up() -> Match:
    match = a_new_match()
    when(match, 1, Settle(at=1))
    for kind in ("sawmill", "workshop", "recruiter"):
        when(match, 1, Build.model_validate({"building": kind, "at": {"sawmill": 1, "workshop": 5}.get(kind, 10)}))
    when(match, 2, Settle(at=3))
    when(match, 2, Crown(leader="despot"))
    assert at(match, 3) == {"eyrie:roost": 1, "eyrie:warrior": 6}
    assert match.table.count("decree:move", "loyal-vizier") == match.table.count("decree:build", "loyal-vizier") == 1
    assert match.to_act == (1,)
    return match


@CASES.breaks("RO-7.3")
def a_corner_that_is_not_opposite() -> None:
    match = a_new_match()
    when(match, 1, Settle(at=1))
    for kind in ("sawmill", "workshop", "recruiter"):
        when(match, 1, Build.model_validate({"building": kind, "at": {"sawmill": 1, "workshop": 5}.get(kind, 10)}))
    when(match, 2, Settle(at=2))


@CASES.obeys("RO-7.4.1")
def a_card_for_an_empty_hand() -> Match:
    match = given("CE", clearings={3: "eyrie:roost"}, values={"leader": "builder"})
    when(match, 1, GoOn())
    assert match.table.count("hand:2") == 1
    return match


@CASES.obeys("RO-7.4.2")
def two_cards_for_the_decree() -> Match:
    match = given(
        "EC", clearings={3: "eyrie:roost"}, hands={1: ["anvil", "sappers", "bake-sale"]},
        values={"leader": "builder"}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, Decree(card="card:anvil", column="move"))
    when(match, 1, Decree(card="card:sappers", column="battle"))
    assert match.table.pieces("decree:move") == {"card:anvil": 1}
    assert match.table.pieces("decree:battle") == {"card:sappers": 1}
    return match


@CASES.breaks("RO-7.4.2")
def two_birds_for_the_decree() -> None:
    match = given(
        "EC", clearings={3: "eyrie:roost"}, hands={1: ["armorers", "sappers", "anvil"]}, values={"leader": "builder"},
        stage="birdsong",
    )  # fmt: skip
    when(match, 1, Decree(card="card:armorers", column="move"))
    when(match, 1, Decree(card="card:sappers", column="battle"))


@CASES.obeys("RO-7.4.3", "RO-1.1.2")
def a_new_roost_where_the_fewest_warriors_are() -> Match:
    """Nobody but the Marquise places pieces at her keep."""
    match = given(
        "EC",
        clearings={
            1: "marquise:keep", 2: "marquise:warrior", 3: "marquise:warrior", 4: "marquise:warrior",
            5: "marquise:warrior", 6: "marquise:warrior", 7: "marquise:warrior", 8: "marquise:warrior",
            9: "marquise:warrior", 10: "marquise:warrior", 11: "2 marquise:warrior", 12: "2 marquise:warrior",
        },
        values={"leader": "builder", "this:decreed": 1}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, GoOn())
    when(match, 1, NewRoost(at=3))
    assert at(match, 3) == {"eyrie:roost": 1, "eyrie:warrior": 3, "marquise:warrior": 1}
    return match


@CASES.breaks("RO-7.4.3")
def a_new_roost_among_more_warriors() -> None:
    match = given("EC", clearings={3: "2 marquise:warrior"}, values={"leader": "builder"}, stage="birdsong")
    when(match, 1, GoOn())
    when(match, 1, NewRoost(at=3))


# --- the Decree -----------------------------------------------------------------------------------


@CASES.obeys("RO-7.5.2", "RO-7.5.2-I", "RO-7.5.2-II", "RO-7.5.2-III", "RO-7.5.2-IV")
def a_decree_is_carried_out() -> Match:
    match = decreeing(
        {"recruit": "card:anvil", "move": "card:bake-sale", "battle": "card:sappers", "build": "card:investments"},
        clearings={8: "eyrie:roost, eyrie:warrior", 3: "4 eyrie:warrior", 7: "marquise:warrior"},
    )  # fmt: skip
    when(match, 1, Muster(at=8))
    when(match, 1, Move(origin=3, to=7, n=3))
    when(match, 1, Battle(at=7, defender="marquise"), 1, 0)
    when(match, 1, Roost(at=7))
    assert at(match, 8) == {"eyrie:roost": 1, "eyrie:warrior": 2}
    assert at(match, 7) == {"eyrie:roost": 1, "eyrie:warrior": 3}
    return match


@CASES.breaks("RO-7.5.2")
def a_battle_before_the_moves() -> None:
    match = decreeing(
        {"move": "card:bake-sale", "battle": "card:sappers"},
        clearings={3: "4 eyrie:warrior, marquise:warrior"},
    )  # fmt: skip
    when(match, 1, Battle(at=3, defender="marquise"), 1, 0)


@CASES.breaks("RO-7.5.2-I")
def recruiting_without_a_roost() -> None:
    when(decreeing({"recruit": "card:anvil"}, clearings={8: "eyrie:warrior"}), 1, Muster(at=8))


@CASES.breaks("RO-7.5.2-II")
def a_move_from_another_suit() -> None:
    when(decreeing({"move": "card:anvil"}, clearings={3: "eyrie:warrior"}), 1, Move(origin=3, to=7, n=1))


@CASES.breaks("RO-7.5.2-III")
def a_battle_in_another_suit() -> None:
    match = decreeing({"battle": "card:anvil"}, clearings={3: "eyrie:warrior, marquise:warrior"})
    when(match, 1, Battle(at=3, defender="marquise"), 1, 0)


@CASES.breaks("RO-7.5.2-IV")
def a_second_roost() -> None:
    when(decreeing({"build": "card:anvil"}, clearings={8: "eyrie:roost"}), 1, Roost(at=8))


# --- turmoil --------------------------------------------------------------------------------------


@CASES.obeys("RO-7.7", "RO-7.7.1", "RO-7.7.2", "RO-7.7.3", "RO-7.7.4", "RO-AMB-10")
def a_decree_that_cannot_be_carried_out() -> Match:
    """T-11: three birds cost what points there are; viziers stay."""
    match = decreeing(
        {"recruit": "loyal-vizier, card:anvil", "move": "loyal-vizier", "battle": "card:sappers"},
        clearings={8: "eyrie:roost, 2 eyrie:warrior"}, values={"score:1": 2},
    )  # fmt: skip
    when(match, 1, Muster(at=8, by="fox"))
    when(match, 1, Muster(at=8, by="bird"))
    when(match, 1, Move(origin=8, to=4, n=1))
    assert match.table.get("score:1") == 0
    when(match, 1, Crown(leader="despot"))
    assert match.table.count("discard:card") == 2
    assert match.table.get("fallen:builder") is True
    assert [match.table.count(f"decree:{one}") for one in ("recruit", "move", "battle", "build")] == [0, 1, 0, 1]
    assert match.table.get("turn") == 2
    return match


@CASES.breaks("RO-7.7.3")
def a_leader_that_lies_face_down() -> None:
    match = decreeing(
        {"move": "loyal-vizier", "battle": "card:sappers"}, clearings={8: "eyrie:roost, 2 eyrie:warrior"},
        values={"fallen:despot": True},
    )  # fmt: skip
    when(match, 1, Move(origin=8, to=4, n=1))
    when(match, 1, Crown(leader="despot"))


@CASES.obeys("RO-7.7.3-I")
def the_fourth_leader_falls() -> Match:
    """T-12: all are turned up again."""
    fallen = {f"fallen:{one}": True for one in ("charismatic", "commander", "despot")}
    match = decreeing(
        {"battle": "card:sappers", "move": "loyal-vizier"}, clearings={8: "2 eyrie:warrior"}, values=fallen
    )
    when(match, 1, Move(origin=8, to=4, n=1))
    when(match, 1, Crown(leader="builder"))
    assert match.table.get("leader") == "builder"
    assert not [key for key in match.table.values if key.startswith("fallen:")]
    return match


# --- abilities ------------------------------------------------------------------------------------


@CASES.obeys("RO-7.2.1", "RO-7.2.3")
def an_item_scores_one_point() -> Match:
    match = given("EC", clearings={8: "eyrie:roost"}, hands={1: ["anvil"]}, stage="craft", values={"leader": "despot"})
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 1
    return match


@CASES.obeys("RO-7.8.1")
def the_builder_scores_what_the_card_shows() -> Match:
    match = given("EC", clearings={8: "eyrie:roost"}, hands={1: ["anvil"]}, stage="craft", values={"leader": "builder"})
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 2
    return match


@CASES.obeys("RO-7.2.2")
def a_tie_is_theirs() -> Match:
    """Two against two."""
    match = decreeing({"build": "loyal-vizier"}, clearings={9: "2 marquise:warrior, eyrie:warrior, eyrie:warrior"})
    when(match, 1, Roost(at=9))
    assert at(match, 9)["eyrie:roost"] == 1
    return match


@CASES.obeys("RO-7.6")
def three_roosts_in_evening() -> Match:
    match = decreeing(
        {"move": "loyal-vizier"}, clearings={8: "eyrie:roost, eyrie:warrior", 9: "eyrie:roost", 5: "eyrie:roost"}
    )
    when(match, 1, Move(origin=8, to=4, n=1))
    assert match.table.get("score:1") == 2
    assert match.table.count("hand:1") == 2
    return match


@CASES.obeys("RO-7.8.2")
def the_charismatic_recruits_two_or_none() -> Match:
    """T-14: one warrior left: it comes, then there is turmoil."""
    match = decreeing({"recruit": "loyal-vizier"}, clearings={8: "eyrie:roost, 19 eyrie:warrior"}, leader="charismatic")
    when(match, 1, Muster(at=8))
    assert at(match, 8) == {"eyrie:roost": 1, "eyrie:warrior": 20}
    assert match.table.get("awaits") == "leader"
    return match


@CASES.obeys("RO-7.8.3")
def the_commander_deals_one_more() -> Match:
    match = decreeing(
        {"battle": "loyal-vizier"}, clearings={8: "eyrie:roost, 2 eyrie:warrior, 3 marquise:warrior"},
        leader="commander",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"), 1, 1)
    assert at(match, 8) == {"eyrie:roost": 1, "eyrie:warrior": 1, "marquise:warrior": 1}
    return match


@CASES.obeys("RO-7.8.4")
def the_despot_scores_one_more() -> Match:
    """T-15: a building and two tokens."""
    match = decreeing(
        {"battle": "loyal-vizier"},
        clearings={8: "eyrie:roost, 3 eyrie:warrior, marquise:sawmill, 2 marquise:wood"}, leader="despot",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"), 2, 0)
    when(match, 2, Remove(piece="marquise:wood"))
    when(match, 2, Remove(piece="marquise:wood"))
    assert at(match, 8) == {"eyrie:roost": 1, "eyrie:warrior": 3}
    assert match.table.get("score:1") == 3 + 1
    return match


@CASES.breaks("RO-7.4.2")
def no_card_for_the_decree() -> None:
    when(given("EC", hands={1: ["anvil"]}, stage="birdsong"), 1, GoOn())


@CASES.breaks("RO-7.5.2")
def a_decree_that_could_be_carried_out_is_left() -> None:
    match = decreeing({"move": "loyal-vizier"}, clearings={8: "eyrie:roost, eyrie:warrior"})
    when(match, 1, GoOn())


@CASES.breaks("RO-1.4.1")
def they_do_not_move_in_birdsong() -> None:
    match = given("EC", clearings={8: "2 eyrie:warrior"}, hands={1: ["anvil"]}, stage="birdsong")
    when(match, 1, Move(origin=8, to=4, n=1))


@CASES.breaks("RO-1.4.1")
def the_marquise_has_no_riverfolk() -> None:
    when(given("CE"), 1, Moor(at=4))
