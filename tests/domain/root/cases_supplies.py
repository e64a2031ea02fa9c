"""What is refused because nothing of the kind is left, or no place is: pieces, buildings, cards of a Retinue (Root)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.alliance import Rally, Spread, Train
from tablescribe.domain.games.root.actions.duchy import Dig, Levy, Raise
from tablescribe.domain.games.root.actions.eyrie import Muster, Roost
from tablescribe.domain.games.root.actions.hundreds import Fortify, Incite, Squander
from tablescribe.domain.games.root.actions.keepers import Decamp, Join
from tablescribe.domain.games.root.actions.lizards import Sanctify
from tablescribe.domain.games.root.actions.marquise import Build, Overwork
from tablescribe.domain.games.root.actions.vagabond import Carry, Steal
from tests.domain.root.cases import CASES
from tests.domain.root.cases_duchy import digging
from tests.domain.root.cases_eyrie import decreeing
from tests.domain.root.cases_hundreds import led
from tests.domain.root.cases_keepers import FIGURE_TABLET, MOUSE, keeping
from tests.domain.root.cases_vagabond import roaming
from tests.domain.root.table import given, when

# --- Marquise, Eyrie ------------------------------------------------------------------------------


@CASES.breaks("RO-6.5.5")
def overwork_with_all_wood_on_the_map() -> None:
    match = given("CE", clearings={8: "marquise:sawmill", 1: "8 marquise:wood"}, hands={1: ["anvil"]})
    when(match, 1, Overwork(at=8, card="card:anvil"))


@CASES.breaks("RO-6.5.4")
def a_seventh_sawmill() -> None:
    match = given("CE", clearings={8: "marquise:warrior, 8 marquise:wood", 1: "6 marquise:sawmill"})
    when(match, 1, Build(building="sawmill", at=8))


@CASES.breaks("RO-7.5.2-I")
def a_recruit_card_with_all_warriors_on_the_map() -> None:
    match = decreeing({"recruit": "loyal-vizier"}, clearings={8: "eyrie:roost, 20 eyrie:warrior"})
    when(match, 1, Muster(at=8))


@CASES.breaks("RO-7.5.2-IV")
def an_eighth_roost() -> None:
    match = decreeing({"build": "loyal-vizier"}, clearings={8: "eyrie:warrior", 1: "7 eyrie:roost"})
    when(match, 1, Roost(at=8))


# --- Alliance -------------------------------------------------------------------------------------


@CASES.breaks("RO-8.4.2")
def an_eleventh_sympathy() -> None:
    everywhere = dict.fromkeys(range(1, 11), "alliance:sympathy")
    match = given(
        "AC", clearings=everywhere, zones={"supporters": "card:anvil, card:sappers, 3 ?card"}, stage="birdsong"
    )
    when(match, 1, Spread(at=12))


@CASES.breaks("RO-8.5.3")
def an_officer_with_all_warriors_on_the_map() -> None:
    match = given("AC", clearings={8: "alliance:base.fox, 10 alliance:warrior"}, hands={1: ["anvil"]})
    when(match, 1, Train(card="card:anvil"))


@CASES.breaks("RO-8.6.1-III")
def a_rally_with_all_warriors_on_the_map() -> None:
    match = given(
        "AC", clearings={8: "alliance:base.fox, 8 alliance:warrior"}, zones={"officers": "2 alliance:warrior"},
        stage="operations",
    )  # fmt: skip
    when(match, 1, Rally(at=8))


# --- Lizards, Duchy -------------------------------------------------------------------------------


@CASES.breaks("RO-10.4.3-III")
def a_sixth_garden_of_the_outcast_suit() -> None:
    match = given(
        "LC", clearings={8: "lizards:warrior, marquise:sawmill", 1: "5 lizards:garden.fox"},
        zones={"acolytes": "3 lizards:warrior"}, values={"outcast": "fox", "hated": False}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, Sanctify(at=8, piece="marquise:sawmill"))


@CASES.breaks("RO-12.5.1-I")
def a_fourth_market() -> None:
    match = digging("anvil", clearings={1: "3 duchy:warrior", 10: "3 duchy:market"})
    when(match, 1, Raise(building="market", at=1, card="card:anvil"))


@CASES.breaks("RO-12.5.1-II")
def a_recruit_with_all_warriors_on_the_map() -> None:
    when(digging(clearings={1: "15 duchy:warrior"}), 1, Levy())


@CASES.breaks("RO-12.5.1-V")
def a_fourth_tunnel() -> None:
    match = digging("root-tea-mouse", clearings={5: "duchy:tunnel", 10: "duchy:tunnel"})
    when(match, 1, Dig(card="card:root-tea-mouse", at=2, n=3))


# --- Hundreds, Keepers ----------------------------------------------------------------------------


@CASES.breaks("RO-14.5.2")
def a_seventh_stronghold() -> None:
    match = led({7: "hundreds:warrior", 1: "5 hundreds:stronghold"}, hands={1: ["root-tea-mouse"]})
    when(match, 1, Fortify(at=7, card="card:root-tea-mouse"))


@CASES.breaks("RO-14.6.1")
def a_sixth_mob() -> None:
    match = led({1: "5 hundreds:mob"}, hands={1: ["anvil"]}, stage="incite")
    when(match, 1, Incite(at=8, card="card:anvil"))


@CASES.breaks("RO-14.7.4")
def an_item_is_squandered_without_a_warlord() -> None:
    match = led({8: "hundreds:warrior"}, mood="lavish", zones={"hoard": "item:boot"}, stage="lavish")
    when(match, 1, Squander(item="boot"))


@CASES.breaks("RO-15.4.2")
def out_of_camp_with_all_warriors_on_the_map() -> None:
    match = keeping("decamping", clearings={1: "15 keepers:warrior", 5: FIGURE_TABLET})
    when(match, 1, Decamp(at=5, waystation=FIGURE_TABLET))


@CASES.breaks("RO-15.6.2")
def an_eleventh_card_of_the_retinue() -> None:
    match = keeping("gathering", hands={1: ["root-tea-mouse"]}, zones={"retinue:1": ", ".join(["?card"] * 8)})
    when(match, 1, Join(card=MOUSE, column=1))


# --- Vagabond -------------------------------------------------------------------------------------


@CASES.breaks("RO-16.3.1-II")
def the_thief_steals_from_an_empty_hand() -> None:
    match = roaming("item:torch, item:boot", clearings={1: "vagabond:pawn, 2 marquise:warrior"})
    when(match, 2, Steal(faction="marquise"))


@CASES.breaks("RO-9.2.5")
def a_fourth_bag_on_its_track() -> None:
    match = roaming("item:bag", zones={"track:2": "3 item:bag"})
    when(match, 2, Carry(item="bag", to="track"))
