"""The effects of cards outside battle: the standard deck, Exiles and Partisans."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.cards import (
    BreakCodes,
    BurrowBank,
    Charm,
    FalseOrders,
    GiveBack,
    Inform,
    Propaganda,
    RoyalClaim,
    Sabotage,
    StandAndDeliver,
    SwapMeet,
    TaxCollector,
)
from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.table import at, given, when

CASES.forged(
    "RO-CARD-FAVOR", "RO-CARD-COFFIN-MAKERS", "RO-CARD-MURINE-BROKER", "RO-CARD-MASTER-ENGRAVERS",
    "RO-CARD-SOUP-KITCHENS", "RO-CARD-BOAT-BUILDERS", "RO-CARD-CORVID-PLANNERS", "RO-CARD-TUNNELS", "RO-1.2.2",
    "RO-1.3.2", "RO-1.5.5", "RO-AMB-33",
)  # fmt: skip


def with_card(card: str, clearings: dict[int, str] | None = None, **more: Any) -> Match:
    """Return a match in which that card lies before the Marquise, seat 1 of three."""
    zones = {"crafted:1": f"card:{card}"} | more.pop("zones", {})
    return given(more.pop("factions", "CEA"), clearings=clearings, zones=zones, **more)


# --- Birdsong -------------------------------------------------------------------------------------


@CASES.obeys("RO-CARD-ROYAL-CLAIM")
def a_point_for_each_clearing_ruled() -> Match:
    match = with_card("royal-claim", {1: "marquise:warrior", 5: "marquise:warrior"}, stage="birdsong_end")
    when(match, 1, RoyalClaim())
    assert match.table.get("score:1") == 2
    assert match.table.count("discard:card", "card:royal-claim") == 1
    return match


@CASES.breaks("RO-CARD-ROYAL-CLAIM")
def a_royal_claim_in_daylight() -> None:
    when(with_card("royal-claim"), 1, RoyalClaim())


@CASES.obeys("RO-CARD-STAND-AND-DELIVER", "RO-1.3.2")
def a_card_for_a_point() -> Match:
    match = with_card("stand-and-deliver", hands={2: ["anvil"]}, stage="birdsong_end")
    when(match, 1, StandAndDeliver(victim=2))
    assert match.table.pieces("hand:1") == {"card:anvil": 1}
    assert match.table.get("score:2") == 1
    return match


@CASES.breaks("RO-CARD-STAND-AND-DELIVER")
def nothing_to_deliver() -> None:
    when(with_card("stand-and-deliver", stage="birdsong_end"), 1, StandAndDeliver(victim=2))


@CASES.obeys("RO-CARD-BETTER-BURROW-BANK")
def the_bank_pays_two() -> Match:
    match = with_card("better-burrow-bank", stage="birdsong_start")
    when(match, 1, BurrowBank(partner=3))
    assert [match.table.count(f"hand:{seat}") for seat in (1, 2, 3)] == [1, 0, 1]
    return match


@CASES.breaks("RO-CARD-BETTER-BURROW-BANK")
def the_bank_is_no_choice() -> None:
    when(with_card("better-burrow-bank", stage="birdsong_start"), 1, GoOn())


@CASES.obeys("RO-CARD-SABOTEURS")
def armour_is_sabotaged() -> Match:
    match = with_card("saboteurs", zones={"crafted:2": "card:tunnels"}, deck="exiles", stage="birdsong_start")
    when(match, 1, Sabotage(victim=2, card="card:tunnels"))
    assert match.table.count("crafted:2") == 0
    assert match.table.count("discard:card") == 2
    return match


@CASES.breaks("RO-CARD-SABOTEURS")
def sabotage_in_daylight() -> None:
    match = with_card("saboteurs", zones={"crafted:2": "card:tunnels"}, deck="exiles")
    when(match, 1, Sabotage(victim=2, card="card:tunnels"))


@CASES.obeys("RO-CARD-FALSE-ORDERS", "RO-1.5.5")
def half_of_three_move() -> Match:
    match = with_card("false-orders", {8: "3 eyrie:warrior"}, deck="exiles", stage="birdsong_end")
    when(match, 1, FalseOrders(enemy="eyrie", origin=8, to=7))
    assert (at(match, 8), at(match, 7)) == ({"eyrie:warrior": 1}, {"eyrie:warrior": 2})
    assert match.table.count("discard:card", "card:false-orders") == 1
    return match


@CASES.breaks("RO-CARD-FALSE-ORDERS")
def orders_for_own_warriors() -> None:
    match = with_card("false-orders", {8: "3 marquise:warrior"}, deck="exiles", stage="birdsong_end")
    when(match, 1, FalseOrders(enemy="marquise", origin=8, to=7))


@CASES.obeys("RO-CARD-SWAP-MEET")
def a_card_is_swapped() -> Match:
    match = with_card("swap-meet", hands={1: ["anvil"], 2: ["?card"]}, deck="exiles", stage="birdsong_end")
    when(match, 1, SwapMeet(victim=2))
    when(match, 1, GiveBack(card="card:anvil"))
    assert match.table.pieces("hand:1") == {"?card": 1}
    assert match.table.pieces("hand:2") == {"card:anvil": 1}
    return match


@CASES.breaks("RO-CARD-SWAP-MEET")
def a_second_swap() -> None:
    match = with_card(
        "swap-meet", hands={1: ["anvil"], 2: ["?card"]}, deck="exiles", stage="birdsong_end",
        values={"this:used:card:swap-meet": 2},
    )  # fmt: skip
    when(match, 1, SwapMeet(victim=2))


@CASES.obeys("RO-CARD-EYRIE-EMIGRE")
def an_emigre_moves_and_battles() -> Match:
    match = with_card(
        "eyrie-emigre", {8: "2 marquise:warrior", 7: "eyrie:warrior"}, deck="exiles", stage="birdsong_end"
    )
    when(match, 1, Move(origin=8, to=7, n=2, by="card:eyrie-emigre"))
    when(match, 1, Battle(at=7, defender="eyrie", by="card:eyrie-emigre"), 1, 0)
    assert at(match, 7) == {"marquise:warrior": 2}
    assert match.table.count("crafted:1", "card:eyrie-emigre") == 1
    return match


@CASES.breaks("RO-CARD-EYRIE-EMIGRE")
def an_emigre_battles_elsewhere() -> None:
    match = with_card("eyrie-emigre", {8: "2 marquise:warrior, eyrie:warrior"}, deck="exiles", stage="birdsong_end")
    when(match, 1, Move(origin=8, to=7, n=1, by="card:eyrie-emigre"))
    when(match, 1, Battle(at=8, defender="eyrie", by="card:eyrie-emigre"), 1, 0)


@CASES.obeys("RO-CARD-COFFIN-MAKERS")
def five_in_the_coffins_for_a_point() -> Match:
    match = given(
        "CE", zones={"crafted:2": "card:coffin-makers", "coffin": "5 marquise:warrior, eyrie:warrior"}, deck="exiles"
    )
    when(match, 1, GoOn())
    assert match.table.get("score:2") == 1
    assert match.table.count("coffin") == 0
    return match


# --- Daylight -------------------------------------------------------------------------------------


@CASES.obeys("RO-CARD-TAX-COLLECTOR")
def a_warrior_for_a_card() -> Match:
    match = with_card("tax-collector", {8: "2 marquise:warrior"})
    when(match, 1, TaxCollector(at=8))
    assert at(match, 8) == {"marquise:warrior": 1}
    assert match.table.count("hand:1") == 1
    return match


@CASES.breaks("RO-CARD-TAX-COLLECTOR")
def taxes_are_collected_twice() -> None:
    match = with_card("tax-collector", {8: "2 marquise:warrior"})
    when(match, 1, TaxCollector(at=8))
    when(match, 1, TaxCollector(at=8))


@CASES.obeys("RO-CARD-CODEBREAKERS")
def codes_are_broken() -> Match:
    match = with_card("codebreakers", hands={2: ["?card"]})
    when(match, 1, BreakCodes(victim=2))
    assert match.table.get("this:used:card:codebreakers") == 1
    return match


@CASES.breaks("RO-CARD-CODEBREAKERS")
def codes_are_broken_twice() -> None:
    match = with_card("codebreakers", hands={2: ["?card"]})
    when(match, 1, BreakCodes(victim=2))
    when(match, 1, BreakCodes(victim=3))


@CASES.obeys("RO-CARD-FAVOR")
def a_favour_of_the_foxes() -> Match:
    match = given(
        "CE", clearings={8: "3 marquise:workshop, eyrie:warrior", 12: "eyrie:warrior, eyrie:roost", 7: "eyrie:warrior"},
        hands={1: ["favor-of-the-foxes"]}, stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:favor-of-the-foxes"))
    assert (at(match, 8), at(match, 12), at(match, 7)) == ({"marquise:workshop": 3}, {}, {"eyrie:warrior": 1})
    assert match.table.get("score:1") == 1
    return match


@CASES.obeys("RO-CARD-COMMAND-WARREN")
def a_battle_at_the_start_of_daylight() -> Match:
    match = with_card("command-warren", {8: "2 marquise:warrior, eyrie:warrior"}, stage="daylight_start")
    when(match, 1, Battle(at=8, defender="eyrie", by="card:command-warren"), 1, 0)
    assert at(match, 8) == {"marquise:warrior": 2}
    return match


@CASES.breaks("RO-CARD-COMMAND-WARREN")
def a_battle_of_the_warren_later() -> None:
    match = with_card("command-warren", {8: "2 marquise:warrior, eyrie:warrior"})
    when(match, 1, Battle(at=8, defender="eyrie", by="card:command-warren"), 1, 0)


@CASES.obeys("RO-CARD-PROPAGANDA-BUREAU")
def a_warrior_is_won_over() -> Match:
    match = with_card("propaganda-bureau", {8: "eyrie:warrior"}, hands={1: ["anvil"]}, deck="exiles")
    when(match, 1, Propaganda(at=8, enemy="eyrie", card="card:anvil"))
    assert at(match, 8) == {"marquise:warrior": 1}
    return match


@CASES.breaks("RO-CARD-PROPAGANDA-BUREAU")
def nobody_there_to_win_over() -> None:
    match = with_card("propaganda-bureau", {8: "eyrie:roost"}, hands={1: ["bake-sale"]}, deck="exiles")
    when(match, 1, Propaganda(at=8, enemy="eyrie", card="card:bake-sale"))


@CASES.obeys("RO-AMB-31", "RO-16.6.21")
def the_updated_text_replaces() -> Match:
    match = with_card("propaganda-bureau", {8: "eyrie:warrior"}, hands={1: ["anvil"]}, deck="exiles", texts="updated")
    when(match, 1, Propaganda(at=8, enemy="eyrie", card="card:anvil"))
    assert at(match, 8) == {"marquise:warrior": 1}
    return match


@CASES.breaks("RO-16.6.21")
def nobody_left_to_take_the_place() -> None:
    match = with_card(
        "propaganda-bureau", {8: "eyrie:warrior", 1: "25 marquise:warrior"}, hands={1: ["anvil"]}, deck="exiles",
        texts="updated",
    )  # fmt: skip
    when(match, 1, Propaganda(at=8, enemy="eyrie", card="card:anvil"))


CASES.forged("RO-AMB-31")


@CASES.obeys("RO-CARD-LEAGUE")
def an_item_for_a_move() -> Match:
    match = with_card(
        "league-of-adventurous-mice", {8: "marquise:warrior"}, zones={"items:1": "item:boot"}, deck="exiles"
    )
    when(match, 1, Move(origin=8, to=7, n=1, by="league:boot"))
    assert match.table.pieces("items:1") == {"item:boot.exhausted": 1}
    assert match.table.get("this:actions") is None
    return match


@CASES.breaks("RO-CARD-LEAGUE")
def a_second_item_for_a_move() -> None:
    match = with_card(
        "league-of-adventurous-mice", {8: "marquise:warrior"}, zones={"items:1": "item:boot, item:tea"}, deck="exiles"
    )
    when(match, 1, Move(origin=8, to=7, n=1, by="league:boot"))
    when(match, 1, Move(origin=7, to=8, n=1, by="league:tea"))


# --- Evening --------------------------------------------------------------------------------------


@CASES.obeys("RO-CARD-COBBLER")
def a_move_at_the_start_of_evening() -> Match:
    match = with_card("cobbler", {8: "marquise:warrior"}, stage="evening_start")
    when(match, 1, Move(origin=8, to=7, n=1, by="card:cobbler"))
    assert at(match, 7) == {"marquise:warrior": 1}
    return match


@CASES.breaks("RO-CARD-COBBLER")
def the_cobbler_in_daylight() -> None:
    when(with_card("cobbler", {8: "marquise:warrior"}), 1, Move(origin=8, to=7, n=1, by="card:cobbler"))


@CASES.obeys("RO-CARD-CHARM-OFFENSIVE")
def a_card_and_anothers_point() -> Match:
    match = with_card("charm-offensive", deck="exiles", stage="evening_start")
    when(match, 1, Charm(partner=3))
    assert match.table.get("score:3") == 1
    assert match.table.count("hand:1") == 2  # and that of the Evening
    return match


@CASES.breaks("RO-CARD-CHARM-OFFENSIVE")
def charm_in_daylight() -> None:
    when(with_card("charm-offensive", deck="exiles"), 1, Charm(partner=3))


@CASES.obeys("RO-CARD-INFORMANTS", "RO-1.2.2")
def an_ambush_instead_of_drawing() -> Match:
    match = with_card("informants", zones={"discard:card": "card:ambush-fox"}, deck="exiles")
    when(match, 1, GoOn())
    when(match, 1, Inform(card="card:ambush-fox"))
    assert match.table.pieces("hand:1") == {"card:ambush-fox": 1}
    return match


@CASES.breaks("RO-CARD-INFORMANTS")
def informants_bring_an_anvil() -> None:
    match = with_card("informants", zones={"discard:card": "card:ambush-fox, card:anvil"}, deck="exiles")
    when(match, 1, GoOn())
    when(match, 1, Inform(card="card:anvil"))


# --- what lasts -----------------------------------------------------------------------------------


@CASES.obeys("RO-CARD-SOUP-KITCHENS")
def tokens_count_twice() -> Match:
    match = with_card("soup-kitchens", {8: "marquise:wood, eyrie:warrior"}, deck="exiles")
    when(match, 1, Build(building="sawmill", at=8))
    assert at(match, 8)["marquise:sawmill"] == 1
    return match


@CASES.obeys("RO-CARD-BOAT-BUILDERS")
def rivers_are_paths() -> Match:
    match = with_card("boat-builders", {4: "2 marquise:warrior"}, deck="exiles")
    when(match, 1, Move(origin=4, to=7, n=1))
    assert at(match, 7) == {"marquise:warrior": 1}
    return match


@CASES.obeys("RO-CARD-CORVID-PLANNERS")
def a_move_without_rule() -> Match:
    match = with_card("corvid-planners", {1: "marquise:warrior, 2 eyrie:warrior", 5: "eyrie:warrior"}, deck="exiles")
    when(match, 1, Move(origin=1, to=5, n=1))
    assert at(match, 5) == {"marquise:warrior": 1, "eyrie:warrior": 1}
    return match


@CASES.obeys("RO-CARD-TUNNELS", "RO-AMB-33")
def from_workshop_to_workshop() -> Match:
    match = with_card("tunnels", {1: "marquise:workshop, marquise:warrior", 3: "marquise:workshop"}, deck="exiles")
    when(match, 1, Move(origin=1, to=3, n=1))
    assert at(match, 3) == {"marquise:warrior": 1, "marquise:workshop": 1}
    return match


@CASES.obeys("RO-CARD-MURINE-BROKER", "RO-CARD-MASTER-ENGRAVERS")
def an_item_with_a_broker_and_an_engraver() -> Match:
    match = with_card(
        "master-engravers", {8: "marquise:workshop"}, hands={1: ["anvil"]},
        zones={"crafted:2": "card:murine-broker"}, deck="exiles", stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 3
    assert match.table.count("hand:2") == 1
    return match


# --- partners --------------------------------------------------------------------------------------


@CASES.obeys("RO-AMB-12", "RO-16.6.8")
def a_battle_beside_a_coalition() -> Match:
    match = given(
        "CEAV", clearings={8: "2 marquise:warrior, eyrie:warrior, vagabond:pawn"},
        values={"coalition:4": 2, "score:4": None},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 0)
    assert at(match, 8) == {"marquise:warrior": 2, "vagabond:pawn": 1}
    return match


@CASES.breaks("RO-AMB-12")
def a_battle_between_partners() -> None:
    match = given(
        "CEAV", clearings={8: "2 marquise:warrior, vagabond:pawn"}, values={"coalition:4": 1, "score:4": None}
    )
    when(match, 1, Battle(at=8, defender="vagabond"), 1, 0)
