"""Cases of Root's rules: the Vagabonds (RO-9). Their characters stand in `cases_characters.py`."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.core import Battle, Craft, Dominate, GoOn, Remove
from tablescribe.domain.games.root.actions.vagabond import Aid, Carry, Coalition, Damage, Roam
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import opened
from tests.domain.root.table import at, given, when


def roaming(items: str = "", **more: Any) -> Match:
    """Return a match of Marquise and Vagabond, his pawn in clearing 1 (fox) unless said, with these items."""
    clearings = {1: "vagabond:pawn", **more.pop("clearings", {})}
    zones = {"satchel:2": items, **more.pop("zones", {})}
    values = {"character:2": "thief", **more.pop("values", {})}
    given_ = {"factions": "CV", "turn": 2, **more}
    return given(clearings=clearings, zones=zones, values=values, **given_)


def end_of_day(match: Match) -> Match:
    """Let the Vagabond go on from Daylight."""
    when(match, 2, GoOn())
    return match


# --- what lasts (9.2) ------------------------------------------------------------------------------


@CASES.obeys("RO-9.2.1", "RO-9.5.8")
def a_hammer_crafts_for_the_suit_of_the_clearing() -> Match:
    match = roaming("item:hammer", hands={2: ["crossbow-bird"]})
    when(match, 2, Craft(card="card:crossbow-bird"))
    assert match.table.pieces("satchel:2") == {"item:hammer.exhausted": 1, "item:crossbow": 1}
    assert match.table.get("score:2") == 1
    return match


CASES.forged("RO-9.2.1", "RO-9.5.8")


def favour(items: str, *damaged: str) -> Match:
    """The Marquise removes all enemy pieces in the fox clearings by Favor of the Foxes."""
    match = roaming(
        items, turn=1, stage="craft", clearings={1: "vagabond:pawn, marquise:workshop, 2 marquise:warrior",
                                                  6: "marquise:workshop", 8: "marquise:workshop"},
        hands={1: ["favor-of-the-foxes"]},
    )  # fmt: skip
    when(match, 1, Craft(card="card:favor-of-the-foxes"))
    for piece in damaged:
        when(match, 2, Damage(item=piece))
    return match


@CASES.obeys("RO-9.2.2", "RO-9.2.2-I", "RO-16.6.34")
def what_removes_all_enemy_pieces_damages_three_items() -> Match:
    match = favour("item:boot, item:torch, 2 item:sword", "item:boot", "item:sword", "item:torch")
    assert match.table.pieces("damaged:2") == {"item:boot": 1, "item:sword": 1, "item:torch": 1}
    assert at(match, 1)["vagabond:pawn"] == 1
    return match


CASES.forged("RO-9.2.2", "RO-9.2.2-I", "RO-16.6.34")


@CASES.obeys("RO-9.2.3", "RO-9.5.1", "RO-9.5")
def a_boot_takes_him_on_whoever_rules() -> Match:
    match = roaming("item:boot", clearings={1: "vagabond:pawn, 3 marquise:warrior", 5: "3 marquise:warrior"})
    when(match, 2, Roam(to=5))
    assert at(match, 5)["vagabond:pawn"] == 1
    assert match.table.pieces("satchel:2") == {"item:boot.exhausted": 1}
    return match


CASES.forged("RO-9.2.3")


@CASES.breaks("RO-9.5.1")
def a_move_to_a_clearing_far_away() -> None:
    when(roaming("item:boot"), 2, Roam(to=3))


CASES.forged("RO-9.5")


@CASES.obeys("RO-9.2.4", "RO-9.2.6")
def without_a_sword_he_is_defenceless() -> Match:
    match = roaming(
        "2 item:boot, item:torch", turn=1, stage="daylight", clearings={1: "vagabond:pawn, marquise:warrior"}
    )
    when(match, 1, Battle(at=1, defender="vagabond"), 2, 1)
    assert at(match, 1)["marquise:warrior"] == 1  # he deals nothing
    when(match, 2, Remove(piece="item:boot"))
    when(match, 2, Remove(piece="item:torch"))  # one rolled, and one more as he is defenceless
    assert match.table.pieces("damaged:2") == {"item:boot": 1, "item:torch": 1}
    return match


CASES.forged("RO-9.2.4", "RO-9.2.6")


@CASES.obeys("RO-9.2.5")
def exhausted_tea_lies_in_the_satchel() -> Match:
    match = roaming("item:boot", zones={"track:2": "item:tea"}, clearings={1: "vagabond:pawn, marquise:warrior"},
                    hands={2: ["root-tea-fox"]})  # fmt: skip
    when(match, 2, Aid(faction="marquise", card="card:root-tea-fox", item="tea"))
    assert match.table.pieces("satchel:2") == {"item:boot": 1, "item:tea.exhausted": 1}
    return match


CASES.forged("RO-9.2.5")


@CASES.obeys("RO-9.2.7", "RO-AMB-15")
def a_hit_damages_an_item_of_his_choice() -> Match:
    match = roaming(
        "item:sword, item:boot, item:boot.exhausted", turn=1, stage="daylight",
        clearings={1: "vagabond:pawn, 3 marquise:warrior"},
    )  # fmt: skip
    when(match, 1, Battle(at=1, defender="vagabond"), 2, 0)
    when(match, 2, Remove(piece="item:boot.exhausted"))
    when(match, 2, Remove(piece="item:boot"))
    assert match.table.pieces("damaged:2") == {"item:boot": 1, "item:boot.exhausted": 1}
    return match


CASES.forged("RO-9.2.7", "RO-AMB-15")


@CASES.obeys("RO-AMB-14")
def ready_tea_moves_into_the_satchel() -> Match:
    match = roaming("item:boot", zones={"track:2": "item:tea"})
    when(match, 2, Carry(item="tea", to="satchel"))
    assert match.table.pieces("satchel:2") == {"item:boot": 1, "item:tea": 1}
    return match


@CASES.breaks("RO-AMB-14")
def tea_that_stays_on_its_track() -> None:
    when(roaming("", zones={"track:2": "item:tea"}, item_tracks="forced"), 2, Carry(item="tea", to="satchel"))


# --- the coalition (9.2.8) -------------------------------------------------------------------------


def fourth(**values: Any) -> Match:
    """A Vagabond with 14 points among the Marquise (12), the Eyrie (9) and the Alliance (9)."""
    scores = {"score:1": 12, "score:2": 9, "score:3": 9, "score:4": 14, "character:4": "thief", **values}
    return given("CEAV", clearings={1: "vagabond:pawn"}, hands={4: ["dominance-bird"]}, turn=4, values=scores)


@CASES.obeys("RO-9.2.8", "RO-9.2.9-IIId", "RO-AMB-11")
def a_coalition_with_the_poorest() -> Match:
    match = fourth(**{"relation:4:eyrie": "hostile"})
    when(match, 4, Coalition(card="card:dominance-bird", faction="eyrie"))
    assert match.table.get("coalition:4") == 2
    assert match.table.get("relation:4:eyrie") == "indifferent"
    assert match.table.get("score:4") is None
    return match


@CASES.breaks("RO-9.2.8")
def a_coalition_with_a_richer_player() -> None:
    when(fourth(), 4, Coalition(card="card:dominance-bird", faction="marquise"))


@CASES.breaks("RO-9.2.8")
def a_vagabond_activates_no_dominance() -> None:
    when(fourth(), 4, Dominate(card="card:dominance-bird"))


@CASES.breaks("RO-9.2.8")
def a_coalition_of_three_players() -> None:
    match = given(
        "CEV", clearings={1: "vagabond:pawn"}, hands={3: ["dominance-bird"]}, turn=3,
        values={"score:1": 12, "score:2": 9, "score:3": 14, "character:3": "thief"},
    )  # fmt: skip
    when(match, 3, Coalition(card="card:dominance-bird", faction="eyrie"))


@CASES.breaks("RO-9.2.8")
def a_second_coalition() -> None:
    """Where ten points are asked for, nobody without a score marker comes so far."""
    match = given(
        "CEAV", clearings={1: "vagabond:pawn"}, hands={4: ["dominance-bird"]}, turn=4, coalition_10=False,
        values={"score:1": 12, "score:2": 12, "score:3": 9, "score:4": None, "character:4": "thief", "coalition:4": 2},
    )  # fmt: skip
    when(match, 4, Coalition(card="card:dominance-bird", faction="alliance"))


@CASES.breaks("RO-AMB-11")
def a_coalition_without_ten_points() -> None:
    when(fourth(**{"score:4": 8}), 4, Coalition(card="card:dominance-bird", faction="eyrie"))


@CASES.breaks("RO-AMB-11")
def a_partner_who_has_another_partner() -> None:
    values = {"score:1": 12, "score:2": 9, "score:3": 14, "character:3": "thief", "coalition:4": 2, "score:4": None}
    hands = {3: ["dominance-bird"]}
    match = given("CEVG", clearings={1: "vagabond:pawn"}, hands=hands, turn=3, values=values)
    when(match, 3, Coalition(card="card:dominance-bird", faction="eyrie"))


@CASES.breaks("RO-AMB-11")
def a_partner_who_has_activated_dominance() -> None:
    match = fourth(**{"score:2": None, "dominance:2": "card:dominance-fox"})
    when(match, 4, Coalition(card="card:dominance-bird", faction="eyrie"))


CASES.forged("RO-9.2.9-IIId")


# --- relationships (9.2.9) -------------------------------------------------------------------------


def aiding(*cards: str, **values: str) -> Match:
    """A Vagabond beside a cat in clearing 1 (fox), with enough items, and these cards."""
    return roaming(
        "3 item:boot, 2 item:torch, 2 item:sword", clearings={1: "vagabond:pawn, marquise:warrior"},
        hands={2: list(cards)}, values=values,
    )  # fmt: skip


FOXES = ("root-tea-fox", "travel-gear-fox", "gently-used-knapsack", "anvil")


@CASES.obeys("RO-9.2.9")
def everybody_is_indifferent_at_first() -> Match:
    match = opened(2, "quest:fox-errand", "quest:mouse-escort", "quest:rabbit-errand", factions="VG")
    assert not [key for key in match.table.values if key.startswith("relation:")]
    assert match.table.count("quests") == 3
    return match


CASES.forged("RO-9.2.9")


@CASES.obeys("RO-9.5.4", "RO-9.2.9-I", "RO-9.2.9-Ia")
def one_aid_then_two_move_the_marker() -> Match:
    match = aiding(*FOXES)
    for card, closer, points in ((FOXES[0], "1", 1), (FOXES[1], "1", 1), (FOXES[2], "2", 3)):
        when(match, 2, Aid(faction="marquise", card=f"card:{card}", item="boot"))
        assert match.table.get("relation:2:marquise") == closer
        assert match.table.get("score:2") == points
    assert match.table.count("hand:1") == 3
    return match


@CASES.breaks("RO-9.5.4")
def aid_with_a_card_of_another_suit() -> None:
    when(aiding("root-tea-mouse"), 2, Aid(faction="marquise", card="card:root-tea-mouse", item="boot"))


@CASES.breaks("RO-9.5.4")
def aid_where_they_have_no_pieces() -> None:
    match = roaming("item:boot", clearings={5: "marquise:warrior"}, hands={2: ["root-tea-fox"]})
    when(match, 2, Aid(faction="marquise", card="card:root-tea-fox", item="boot"))


CASES.forged("RO-9.2.9-I", "RO-9.2.9-Ia")


@CASES.obeys("RO-9.2.9-II")
def aid_to_an_ally_scores_two() -> Match:
    match = aiding(FOXES[0], **{"relation:2:marquise": "allied"})
    when(match, 2, Aid(faction="marquise", card=f"card:{FOXES[0]}", item="boot"))
    assert match.table.get("score:2") == 2
    return match


CASES.forged("RO-9.2.9-II")


@CASES.obeys("RO-9.2.9-IIb")
def allied_warriors_come_along() -> Match:
    match = roaming(
        "item:boot", clearings={1: "vagabond:pawn, 3 marquise:warrior"}, values={"relation:2:marquise": "allied"}
    )
    when(match, 2, Roam(to=5, ally="marquise", n=2))
    assert at(match, 5) == {"vagabond:pawn": 1, "marquise:warrior": 2}
    return match


@CASES.breaks("RO-9.2.9-IIb")
def warriors_who_are_no_allies() -> None:
    match = roaming("item:boot", clearings={1: "vagabond:pawn, 3 marquise:warrior"})
    when(match, 2, Roam(to=5, ally="marquise", n=2))


def with_allies(values: dict[str, str]) -> Match:
    """A Vagabond with a sword and two cats beside three eagles in clearing 1."""
    return given(
        "CVE", clearings={1: "vagabond:pawn, 2 marquise:warrior, 3 eyrie:warrior"}, turn=2,
        zones={"satchel:2": "item:sword, item:boot"}, values={"character:2": "thief", **values},
    )  # fmt: skip


@CASES.obeys("RO-9.2.9-IIc")
def allies_fight_for_him_and_turn_hostile_when_they_bear_it_all() -> Match:
    match = with_allies({"relation:2:marquise": "allied"})
    when(match, 2, Battle(at=1, defender="eyrie", how="ally:marquise"), 3, 2)
    for _ in range(2):
        when(match, 2, Remove(piece="marquise:warrior"))
    assert at(match, 1) == {"vagabond:pawn": 1}  # three hits: a sword and two cats
    assert match.table.get("relation:2:marquise") == "hostile"
    return match


@CASES.breaks("RO-9.2.9-IIc")
def indifferent_cats_do_not_fight_for_him() -> None:
    when(with_allies({}), 2, Battle(at=1, defender="eyrie", how="ally:marquise"), 3, 2)


@CASES.breaks("RO-9.2.9-IIc")
def allies_do_not_fight_their_own() -> None:
    match = with_allies({"relation:2:marquise": "allied"})
    when(match, 2, Battle(at=1, defender="marquise", how="ally:marquise"))


@CASES.breaks("RO-9.2.9-IIc")
def allies_elsewhere_do_not_fight_for_him() -> None:
    match = given(
        "CVE", clearings={1: "vagabond:pawn, marquise:sawmill, 3 eyrie:warrior", 5: "marquise:warrior"}, turn=2,
        zones={"satchel:2": "item:sword, item:boot"}, values={"character:2": "thief", "relation:2:marquise": "allied"},
    )  # fmt: skip
    when(match, 2, Battle(at=1, defender="eyrie", how="ally:marquise"))


@CASES.obeys("RO-9.2.9-III", "RO-9.2.9-IIIa", "RO-9.5.2", "RO-AMB-16")
def the_first_warrior_makes_hostile_the_second_scores() -> Match:
    """T-21: of two indifferent cats that fall, the second scores."""
    match = roaming("2 item:sword, item:boot", clearings={1: "vagabond:pawn, 3 marquise:warrior"})
    when(match, 2, Battle(at=1, defender="marquise"), 2, 0)
    assert match.table.get("relation:2:marquise") == "hostile"
    assert match.table.get("score:2") == 1
    return match


CASES.forged("RO-9.2.9-III", "RO-9.2.9-IIIa", "RO-AMB-16")


@CASES.breaks("RO-9.5.2")
def a_battle_without_a_ready_sword() -> None:
    match = roaming("item:sword.exhausted", clearings={1: "vagabond:pawn, marquise:warrior"})
    when(match, 2, Battle(at=1, defender="marquise"), 1, 0)


@CASES.obeys("RO-9.2.9-IIIb")
def hostile_warriors_take_a_second_boot() -> Match:
    match = roaming("2 item:boot", clearings={5: "marquise:warrior"}, values={"relation:2:marquise": "hostile"})
    when(match, 2, Roam(to=5))
    assert match.table.pieces("satchel:2") == {"item:boot.exhausted": 2}
    return match


CASES.forged("RO-9.2.9-IIIb")


@CASES.obeys("RO-9.2.9-IIIc")
def aid_to_hostile_cats_moves_no_marker() -> Match:
    match = aiding(FOXES[0], **{"relation:2:marquise": "hostile"})
    when(match, 2, Aid(faction="marquise", card=f"card:{FOXES[0]}", item="boot"))
    assert match.table.get("relation:2:marquise") == "hostile"
    assert match.table.get("score:2") == 0
    return match


CASES.forged("RO-9.2.9-IIIc")
