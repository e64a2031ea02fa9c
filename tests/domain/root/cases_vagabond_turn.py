"""Cases of Root's rules: the turn of the Vagabonds (RO-9.3 to RO-9.7)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.core import GoOn
from tablescribe.domain.games.root.actions.vagabond import (
    Camp,
    Drop,
    Explore,
    Quest,
    Refresh,
    Repair,
    Slip,
    Strike,
    TakeFind,
)
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import opened
from tests.domain.root.cases_vagabond import end_of_day, roaming
from tests.domain.root.table import at, given, when

# --- set-up (9.3), Birdsong (9.4) ------------------------------------------------------------------


@CASES.obeys("RO-9.3")
def he_begins_in_a_forest() -> Match:
    match = opened(2, "quest:fox-errand", "quest:mouse-escort", "quest:rabbit-errand", factions="VG")
    assert sum(match.table.count(f"under:{n}") for n in (6, 10, 11, 12)) == 4
    return match


@CASES.breaks("RO-9.3")
def he_camps_in_the_middle_of_the_game() -> None:
    when(roaming("item:boot"), 2, Camp(forest="1_2_5_10"))


@CASES.obeys("RO-9.4.1")
def he_chooses_three_items_to_refresh() -> Match:
    match = roaming(
        "2 item:boot.exhausted, item:torch.exhausted, item:sword.exhausted", turn=1, stage="discard", seats=2
    )
    when(match, 1, GoOn())
    for name in ("boot", "boot", "torch"):
        when(match, 2, Refresh.model_validate({"item": name}))
    assert match.table.pieces("satchel:2") == {"item:boot": 2, "item:torch": 1, "item:sword.exhausted": 1}
    return match


CASES.forged("RO-9.4.1")


@CASES.obeys("RO-9.4.2")
def he_slips_into_a_forest() -> Match:
    match = roaming("item:boot", stage="slipping")
    when(match, 2, Slip(to="forest:1_2_5_10"))
    assert match.table.count("forest:1_2_5_10", "vagabond:pawn") == 1
    assert match.table.pieces("satchel:2") == {"item:boot": 1}
    return match


@CASES.breaks("RO-9.4.2")
def he_slips_too_far() -> None:
    when(roaming("item:boot", stage="slipping"), 2, Slip(to="clearing:3"))


# --- Daylight (9.5) --------------------------------------------------------------------------------


@CASES.obeys("RO-9.5.3")
def a_torch_finds_a_boot() -> Match:
    match = roaming("item:torch", clearings={1: "", 10: "vagabond:pawn"}, zones={"under:10": "ruin:boot"})
    when(match, 2, Explore())
    assert match.table.pieces("satchel:2") == {"item:torch.exhausted": 1, "item:boot": 1}
    assert match.table.get("score:2") == 1
    assert not match.table.count("clearing:10", "ruin")
    return match


@CASES.breaks("RO-9.5.3")
def without_a_torch_nothing_is_explored() -> None:
    match = roaming("item:boot", clearings={1: "", 10: "vagabond:pawn"}, zones={"under:10": "ruin:boot"})
    try:
        when(match, 2, Explore())
    finally:
        assert match.table.count("under:10")


@CASES.breaks("RO-9.5.3")
def there_is_no_ruin_to_explore() -> None:
    when(roaming("item:torch"), 2, Explore())


@CASES.obeys("RO-9.5.5")
def the_second_fox_quest_scores_two() -> Match:
    match = roaming("item:tea, item:boot", zones={"quests": "quest:fox-errand", "quests:2": "quest:fox-fundraising"})
    when(match, 2, Quest(quest="quest:fox-errand", reward="points"))
    assert match.table.get("score:2") == 2
    assert match.table.pieces("satchel:2") == {"item:tea.exhausted": 1, "item:boot.exhausted": 1}
    return match


@CASES.breaks("RO-9.5.5")
def a_quest_in_a_clearing_of_another_suit() -> None:
    match = roaming("item:tea, item:boot", zones={"quests": "quest:mouse-escort"})
    when(match, 2, Quest(quest="quest:mouse-escort", reward="points"))


@CASES.breaks("RO-9.5.5")
def a_quest_for_two_boots_in_a_clearing_of_another_suit() -> None:
    match = roaming("2 item:boot", zones={"quests": "quest:mouse-escort"})
    when(match, 2, Quest(quest="quest:mouse-escort", reward="points"))


@CASES.obeys("RO-9.5.6")
def a_crossbow_strikes_a_warrior() -> Match:
    match = roaming("item:crossbow", clearings={1: "vagabond:pawn, 2 marquise:warrior"})
    when(match, 2, Strike(piece="marquise:warrior"))
    assert at(match, 1)["marquise:warrior"] == 1
    assert match.table.get("score:2") == 0  # infamy is of battles
    return match


@CASES.breaks("RO-9.5.6")
def a_building_before_the_warriors() -> None:
    match = roaming("item:crossbow", clearings={1: "vagabond:pawn, marquise:warrior, marquise:sawmill"})
    when(match, 2, Strike(piece="marquise:sawmill"))


@CASES.breaks("RO-9.5.6")
def a_crossbow_at_a_partner() -> None:
    match = given(
        "CEAV", clearings={1: "vagabond:pawn, marquise:warrior"}, turn=4, zones={"satchel:4": "item:crossbow"},
        values={"character:4": "thief", "coalition:4": 1, "score:4": None},
    )  # fmt: skip
    when(match, 4, Strike(piece="marquise:warrior"))


@CASES.breaks("RO-9.5.6")
def a_crossbow_at_the_warlord() -> None:
    match = given(
        "CHV", clearings={1: "vagabond:pawn, hundreds:warlord"}, turn=3, zones={"satchel:3": "item:crossbow"},
        values={"character:3": "thief", "mood": "stubborn"},
    )  # fmt: skip
    when(match, 3, Strike(piece="hundreds:warlord"))


@CASES.obeys("RO-AMB-17")
def a_crossbow_strikes_the_other_vagabond() -> Match:
    match = given(
        "CVG", clearings={1: "vagabond:pawn, vagabond2:pawn"}, turn=2,
        zones={"satchel:2": "item:crossbow", "satchel:3": "item:boot"},
        values={"character:2": "thief", "character:3": "ranger"},
    )  # fmt: skip
    when(match, 2, Strike(piece="vagabond2:pawn"))
    assert match.table.pieces("damaged:3") == {"item:boot": 1}
    return match


CASES.forged("RO-AMB-17")


@CASES.obeys("RO-9.5.7")
def a_hammer_mends_an_item_on_the_side_it_shows() -> Match:
    """T-24: what was damaged face down comes back face down."""
    match = roaming("item:hammer", zones={"damaged:2": "item:sword.exhausted"})
    when(match, 2, Repair(item="item:sword.exhausted"))
    assert match.table.pieces("satchel:2") == {"item:hammer.exhausted": 1, "item:sword.exhausted": 1}
    return match


@CASES.breaks("RO-9.5.7")
def a_repair_without_a_hammer() -> None:
    match = roaming("item:boot", zones={"damaged:2": "item:sword"})
    try:
        when(match, 2, Repair(item="item:sword"))
    finally:
        assert match.table.count("damaged:2") == 1


# --- Evening (9.6) ---------------------------------------------------------------------------------


@CASES.obeys("RO-9.6.1", "RO-9.6.2")
def a_night_in_the_forest() -> Match:
    match = roaming("", clearings={1: ""}, zones={
        "forest:1_2_5_10": "vagabond:pawn", "damaged:2": "item:sword.exhausted, item:boot", "track:2": "item:coin",
    })  # fmt: skip
    end_of_day(match)
    assert match.table.pieces("satchel:2") == {"item:sword": 1, "item:boot": 1}
    assert match.table.count("hand:2") == 2
    return match


CASES.forged("RO-9.6.1", "RO-9.6.2")


@CASES.obeys("RO-9.6.4")
def what_is_too_much_stays_behind() -> Match:
    match = roaming("4 item:boot, item:torch, 2 item:sword, item:hammer")
    end_of_day(match)
    when(match, 2, Drop(item="item:boot"))
    when(match, 2, Drop(item="item:torch"))
    assert match.table.count("satchel:2") == 6
    return match


CASES.forged("RO-9.6.4")


# --- two Vagabonds (9.7) ---------------------------------------------------------------------------


@CASES.obeys("RO-9.7")
def he_sees_both_items_and_takes_one() -> Match:
    match = given(
        "CVG", clearings={10: "vagabond:pawn"}, turn=2,
        zones={"satchel:2": "item:torch", "under:10": "ruin:boot, ruin:bag", "unseen:ruin": "2 ?ruin"},
        values={"character:2": "thief", "character:3": "ranger"},
    )  # fmt: skip
    when(match, 2, Explore())
    when(match, 2, TakeFind(item="bag"))
    assert match.table.count("track:2", "item:bag") == 1
    assert match.table.count("under:10", "?ruin") == 1
    return match


@CASES.breaks("RO-9.7")
def a_second_bag_from_a_ruin() -> None:
    match = given(
        "CVG", clearings={10: "vagabond:pawn"}, turn=2,
        zones={"satchel:2": "item:torch", "under:10": "ruin:boot, ruin:bag, ruin:sword", "unseen:ruin": "3 ?ruin"},
        values={"character:2": "thief", "character:3": "ranger", "ruin-taken:2:bag": 1},
    )  # fmt: skip
    when(match, 2, Explore())
    when(match, 2, TakeFind(item="bag"))
