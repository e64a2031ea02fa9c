"""The Lord of the Hundreds (RO-14)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move, Remove, Settle, UseEffect
from tablescribe.domain.games.root.actions.eyrie import Crown
from tablescribe.domain.games.root.actions.hundreds import (
    Anoint,
    ChooseMood,
    DropItem,
    Fortify,
    Incite,
    KeepItem,
    Lead,
    PlaceMob,
    Revel,
    Squander,
    TakeLoot,
)
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_core import a_new_match
from tests.domain.root.table import at, given, when

CASES.forged(
    "RO-14.2.1", "RO-14.2.2", "RO-14.2.4", "RO-14.4.2", "RO-14.6.2", "RO-14.7.1", "RO-14.7.3", "RO-14.7.5",
    "RO-14.7.6", "RO-14.7.7", "RO-14.7.8", "RO-AMB-28", "RO-14.7.2", "RO-BAT-1",
)  # fmt: skip
RUINED = {"under:10": "?ruin", "unseen:ruin": "ruin:sword"}
AT_HOME = "hundreds:warlord, 2 hundreds:warrior, hundreds:stronghold"


def led(clearings: dict[int, str] | None = None, mood: str = "stubborn", **more: Any) -> Match:
    """Return a match of the Hundreds and the Marquise, the warlord being in that mood."""
    values = {"mood": mood} | more.pop("values", {})
    return given("HC", clearings={8: AT_HOME} | (clearings or {}), values=values, **{"stage": "command", **more})


def in_birdsong(clearings: dict[int, str], mood: str = "stubborn", **more: Any) -> Match:
    """Return a match in which the Marquise ends her turn, so that the Hundreds have Birdsong."""
    return given("HC", clearings=clearings, values={"mood": mood}, turn=2, stage="turn_end", **more)


# --- set-up and Birdsong --------------------------------------------------------------------------


@CASES.obeys("RO-14.3")
def their_set_up() -> Match:
    match = a_new_match(factions="HE")
    when(match, 2, Settle(at=1))
    when(match, 2, Crown(leader="despot"))
    when(match, 1, Settle(at=3))
    assert at(match, 3) == {"hundreds:warlord": 1, "hundreds:warrior": 4 + 2, "hundreds:stronghold": 1}
    assert match.table.get("mood") == "stubborn"
    assert match.table.count("under:10", "?ruin") == 1
    return match


@CASES.breaks("RO-14.3")
def a_corner_that_is_used() -> None:
    match = a_new_match(factions="HE")
    when(match, 2, Settle(at=1))
    when(match, 2, Crown(leader="despot"))
    when(match, 1, Settle(at=1))


@CASES.obeys("RO-14.4.1", "RO-14.2.4", "RO-14.4.2", "RO-14.4.4")
def a_mob_razes() -> Match:
    """Buildings and tokens go, the ruin's item comes, and the die shows where another mob gathers."""
    there = "hundreds:mob, marquise:sawmill, marquise:wood, marquise:warrior"
    match = in_birdsong({10: there, 8: AT_HOME}, zones=RUINED)
    when(match, 2, GoOn(), "ruin:sword", "fox")
    when(match, 1, PlaceMob(at=12))
    assert at(match, 10) == {"hundreds:mob": 1, "marquise:warrior": 1}
    assert match.table.count("clearing:10", "ruin") == 0
    assert match.table.get("score:1") == 2
    assert match.table.pieces("hoard") == {"item:sword": 1}
    assert at(match, 8)["hundreds:warrior"] == 2 + 2 + 1  # prowess with one item, and the stronghold
    when(match, 1, ChooseMood(mood="bitter"))
    assert match.table.get("mood") == "bitter"
    return match


@CASES.breaks("RO-14.4.1")
def a_mob_far_from_the_others() -> None:
    match = in_birdsong({10: "hundreds:mob", 8: AT_HOME}, zones=RUINED)
    when(match, 2, GoOn(), "ruin:sword", "fox")
    when(match, 1, PlaceMob(at=3))


@CASES.breaks("RO-14.4.4")
def a_mood_whose_item_is_in_the_hoard() -> None:
    match = in_birdsong({8: AT_HOME}, zones={"hoard": "item:sword"})
    when(match, 2, GoOn())
    when(match, 1, ChooseMood(mood="wrathful"))


@CASES.obeys("RO-14.4.3")
def a_warlord_is_anointed() -> Match:
    match = in_birdsong({8: "2 hundreds:warrior", 7: "hundreds:warrior"})
    when(match, 2, GoOn())
    when(match, 1, Anoint(at=8))
    assert at(match, 8) == {"hundreds:warrior": 1, "hundreds:warlord": 1}
    return match


@CASES.breaks("RO-14.4.3")
def a_warlord_where_no_warrior_stands() -> None:
    match = in_birdsong({8: "2 hundreds:warrior", 7: "hundreds:warrior"})
    when(match, 2, GoOn())
    when(match, 1, Anoint(at=1))


@CASES.obeys("RO-14.7.4")
def an_item_is_squandered() -> Match:
    match = led(mood="lavish", zones={"hoard": "item:boot"}, stage="lavish")
    when(match, 1, Squander(item="boot"))
    assert at(match, 8)["hundreds:warrior"] == 4
    assert match.table.count("hoard") == 0
    return match


@CASES.breaks("RO-14.7.4")
def a_stubborn_warlord_squanders() -> None:
    match = led(mood="stubborn", zones={"hoard": "item:boot"}, stage="lavish")
    when(match, 1, Squander(item="boot"))


# --- Daylight -------------------------------------------------------------------------------------


@CASES.obeys("RO-14.2.1", "RO-14.2.3")
def a_crafted_item_is_kept() -> Match:
    match = led(hands={1: ["anvil"]}, stage="craft")
    when(match, 1, Craft(card="card:anvil"))
    when(match, 1, KeepItem())
    assert match.table.pieces("hoard") == {"item:hammer": 1}
    assert match.table.get("score:1") == 0
    return match


@CASES.breaks("RO-14.2.3")
def nothing_to_keep() -> None:
    when(led(), 1, KeepItem())


@CASES.obeys("RO-14.2.4-I")
def a_fifth_item_on_a_track() -> Match:
    """One of the track leaves the game, for a point."""
    match = led(
        {8: "hundreds:warlord, hundreds:stronghold, hundreds:warrior", 3: "2 hundreds:stronghold"},
        hands={1: ["bake-sale"]},
        zones={"hoard": "2 item:boot, 2 item:bag"}, stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:bake-sale"))
    when(match, 1, KeepItem())
    when(match, 1, DropItem(item="boot"))
    assert match.table.pieces("hoard") == {"item:bag": 2, "item:boot": 1, "item:coin": 1}
    assert match.table.get("score:1") == 1
    return match


@CASES.breaks("RO-14.2.4-I")
def an_item_of_the_other_track() -> None:
    match = led(
        {3: "2 hundreds:stronghold"}, hands={1: ["bake-sale"]},
        zones={"hoard": "2 item:boot, 2 item:bag, item:tea"}, stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:bake-sale"))
    when(match, 1, KeepItem())
    when(match, 1, DropItem(item="tea"))


@CASES.obeys("RO-14.5.2")
def a_stronghold_by_command() -> Match:
    match = led({12: "hundreds:warrior"}, hands={1: ["anvil"]})
    when(match, 1, Fortify(at=12, card="card:anvil"))
    assert at(match, 12) == {"hundreds:warrior": 1, "hundreds:stronghold": 1}
    return match


@CASES.breaks("RO-14.5.2")
def a_second_command_without_items() -> None:
    match = led()
    when(match, 1, Move(origin=8, to=7, n=1))
    when(match, 1, Move(origin=8, to=7, n=1))


@CASES.obeys("RO-14.5.3", "RO-14.7.8")
def an_advance_of_a_wrathful_warlord() -> Match:
    match = led({7: "3 marquise:warrior"}, mood="wrathful", stage="advance")
    when(match, 1, Lead(to=7, n=2))
    when(match, 1, Battle(at=7, defender="marquise"), 2, 0)
    assert at(match, 7) == {"hundreds:warlord": 1, "hundreds:warrior": 2}
    return match


@CASES.breaks("RO-14.5.3")
def a_battle_far_from_the_warlord() -> None:
    match = led({7: "hundreds:warrior, marquise:warrior"}, stage="advance")
    when(match, 1, Battle(at=7, defender="marquise"), 2, 0)


@CASES.breaks("RO-4.3.4")
def a_stronghold_before_the_warriors() -> None:
    match = led({8: "2 hundreds:warrior, hundreds:warlord, hundreds:stronghold, 3 marquise:warrior"}, mood="bitter")
    when(match, 1, Battle(at=8, defender="marquise"), 2, 1)
    when(match, 1, Remove(piece="hundreds:stronghold"))


@CASES.breaks("RO-14.5.2")
def a_stronghold_in_an_advance() -> None:
    match = led({7: "hundreds:warrior"}, hands={1: ["root-tea-mouse"]}, stage="advance")
    when(match, 1, Fortify(at=7, card="card:root-tea-mouse"))


@CASES.breaks("RO-14.5.3")
def warriors_alone_move_in_an_advance() -> None:
    when(led(stage="advance"), 1, Move(origin=8, to=7, n=1))


@CASES.obeys("RO-14.7.5")
def a_relentless_advance() -> Match:
    """A move, a battle, and one more move."""
    match = led({7: "marquise:warrior"}, mood="relentless", stage="advance")
    when(match, 1, Lead(to=7, n=2))
    when(match, 1, Battle(at=7, defender="marquise"), 1, 0)
    when(match, 1, Lead(to=3, n=1))
    assert at(match, 3) == {"hundreds:warlord": 1, "hundreds:warrior": 1}
    assert match.table.get("this:advanced") == 1
    return match


@CASES.obeys("RO-14.7.2")
def a_grandiose_warlord_advances_first() -> Match:
    match = led(mood="grandiose", stage="command")
    when(match, 1, Lead(to=7, n=2))
    assert match.table.get("this:advanced") == 1
    return match


@CASES.obeys("RO-14.2.5")
def looters_take_an_item() -> Match:
    """No rolled hits; they rule there, so an item is theirs."""
    match = led({8: AT_HOME + ", marquise:warrior"}, zones={"items:2": "item:boot, item:tea"})
    when(match, 1, Battle(at=8, defender="marquise", how="loot"), 3, 1)
    when(match, 1, TakeLoot(item="tea"))
    assert match.table.pieces("hoard") == {"item:tea": 1}
    assert at(match, 8)["marquise:warrior"] == 1
    return match


@CASES.breaks("RO-14.2.5")
def nothing_to_loot() -> None:
    match = led({8: AT_HOME + ", marquise:warrior"})
    when(match, 1, Battle(at=8, defender="marquise", how="loot"), 3, 1)


@CASES.obeys("RO-14.7.1")
def a_bitter_warlord_arms_a_mob() -> Match:
    match = led({8: AT_HOME + ", 2 marquise:warrior", 7: "hundreds:mob"}, mood="bitter")
    when(match, 1, Battle(at=8, defender="marquise"))
    when(match, 1, UseEffect(effect="bitter:7"), 0, 0)
    assert at(match, 7) == {}
    assert at(match, 8)["hundreds:warrior"] == 3
    return match


@CASES.obeys("RO-14.7.7", "RO-BAT-1")
def a_stubborn_warlord_ignores_the_first_hit() -> Match:
    match = led({8: "hundreds:warlord, 2 marquise:warrior"})
    when(match, 1, Battle(at=8, defender="marquise"), 1, 1)
    assert at(match, 8) == {"hundreds:warlord": 1, "marquise:warrior": 1}
    return match


# --- Evening --------------------------------------------------------------------------------------


@CASES.obeys("RO-14.6.1")
def a_mob_is_incited() -> Match:
    match = led(hands={1: ["anvil"]}, stage="incite")
    when(match, 1, Incite(at=8, card="card:anvil"))
    assert at(match, 8)["hundreds:mob"] == 1
    return match


@CASES.breaks("RO-14.6.1")
def a_mob_without_a_warrior() -> None:
    when(led(hands={1: ["anvil"]}, stage="incite"), 1, Incite(at=12, card="card:anvil"))


@CASES.obeys("RO-14.7.3")
def a_jubilant_warlord_rolls() -> Match:
    match = led(mood="jubilant", hands={1: ["anvil"]}, stage="incite")
    when(match, 1, Incite(at=8, card="card:anvil"))
    when(match, 1, Revel(), "mouse")
    assert at(match, 7) == {"hundreds:mob": 1}
    return match


@CASES.obeys("RO-14.6.2", "RO-14.7.6")
def a_rowdy_warlord_oppresses() -> Match:
    match = led({7: "hundreds:warrior", 3: "hundreds:warrior"}, mood="rowdy", hands={1: ["anvil"]}, stage="incite")
    when(match, 1, GoOn())
    assert match.table.get("score:1") == 2
    assert match.table.count("hand:1") == 1 + 2
    return match


@CASES.obeys("RO-14.2.2", "RO-AMB-28")
def the_warlord_is_not_removed_by_a_favour() -> Match:
    match = given(
        "CH", clearings={8: "3 marquise:workshop, hundreds:warlord, hundreds:warrior"},
        hands={1: ["favor-of-the-foxes"]}, values={"mood": "stubborn"}, stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:favor-of-the-foxes"))
    assert at(match, 8) == {"marquise:workshop": 3, "hundreds:warlord": 1}
    return match
