"""Cases of Root's rules: the Keepers in Iron (RO-15)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.cards import FalseOrders
from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move, Settle
from tablescribe.domain.games.root.actions.hirelings import Employ, HireMove, HirePlace, HireTake
from tablescribe.domain.games.root.actions.keepers import (
    Decamp,
    Delve,
    Encamp,
    Enlist,
    Join,
    LayRelic,
    March,
    Recover,
    Shift,
    Venture,
)
from tablescribe.domain.games.root.actions.vagabond import Roam
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.domain.rules.deciding import legal_actions
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import opened
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.table import at, given, when

FOX, MOUSE, RABBIT = "card:anvil", "card:root-tea-mouse", "card:root-tea-rabbit"
FIGURE_TABLET = "keepers:waystation.figure-tablet"


def keeping(stage: str, **more: Any) -> Match:
    """Return a match of Keepers and Marquise: warriors in clearings 1 (fox) and 5 (rabbit), a card in each column."""
    clearings = {1: "3 keepers:warrior", 5: "2 keepers:warrior", **more.pop("clearings", {})}
    columns = {"retinue:1": FOX, "retinue:2": "card:travel-gear-fox", "retinue:3": "card:gently-used-knapsack"}
    zones = {**columns, **more.pop("zones", {})}
    return given("KC", clearings=clearings, zones=zones, stage=stage, **more)


# --- what lasts (15.2) -----------------------------------------------------------------------------


@CASES.obeys("RO-15.2.3")
def a_waystation_crafts() -> Match:
    match = keeping("craft", hands={1: ["crossbow-bird"]}, clearings={1: f"keepers:warrior, {FIGURE_TABLET}"})
    when(match, 1, Craft(card="card:crossbow-bird"))
    assert match.table.count("items:1", "item:crossbow") == 1
    return match


CASES.forged("RO-15.2.3")


@CASES.obeys("RO-15.2.4", "RO-AMB-30", "RO-15.2.5")
def the_first_hit_is_ignored_and_a_removed_relic_laid_in_a_forest() -> Match:
    """A warrior and a relic take three hits: the first is ignored, then the warrior falls, then the relic."""
    match = keeping("daylight", turn=2, clearings={6: "keepers:warrior, figure:2, 4 marquise:warrior"})
    when(match, 2, Battle(at=6, defender="keepers"), 3, 1)
    when(match, 2, LayRelic(forest="3_6_11"))
    assert match.table.pieces("forest:3_6_11") == {"figure:2": 1}
    assert match.table.get("score:2") == 2
    return match


@CASES.breaks("RO-15.2.4")
def two_relics_for_one_warrior() -> None:
    match = keeping("retinue-1", clearings={1: "keepers:warrior, figure:1, tablet:1"})
    when(match, 1, March(card=FOX, origin=1, to=9, n=1, load="figure:1,tablet:1"))


def cobbling(there: str) -> Match:
    """Return the start of the Keepers' Evening: they have the Cobbler, and rule clearing 1."""
    return given("KC", clearings={1: there}, zones={"crafted:1": "card:cobbler"}, stage="evening_start")


@CASES.obeys("RO-15.2.4")
def a_card_moves_warriors_with_relics() -> Match:
    match = cobbling("3 keepers:warrior, figure:1, tablet:2, 2 jewelry:3")
    when(match, 1, Move(origin=1, to=9, n=3, by="card:cobbler", load="figure:1,jewelry:3,jewelry:3"))
    assert at(match, 9) == {"keepers:warrior": 3, "figure:1": 1, "jewelry:3": 2}
    assert at(match, 1) == {"tablet:2": 1}
    return match


@CASES.obeys("RO-15.2.4", "RO-1.5.5")
def false_orders_say_which_relic_goes_along() -> Match:
    match = ordering()
    when(match, 2, FalseOrders(enemy="keepers", origin=1, to=9, load="tablet:2"))
    assert at(match, 9) == {"keepers:warrior": 2, "tablet:2": 1}
    return match


def ordering() -> Match:
    """Return a Birdsong in which the Marquise has False Orders: three Keepers and two relics are in clearing 1."""
    return given(
        "KC", clearings={1: "3 keepers:warrior, figure:1, tablet:2"}, zones={"crafted:2": "card:false-orders"},
        deck="exiles", turn=2, stage="birdsong_end",
    )  # fmt: skip


@CASES.obeys("RO-15.2.4", "RO-H-PROPHETS-D")
def the_prophets_lead_warriors_with_a_relic() -> Match:
    match = hiring(
        "prophets", factions="CK", clearings={12: "prophets:warrior, 2 keepers:warrior, figure:1", 4: "keepers:warrior"}
    )
    when(match, 1, Employ(hireling="prophets", how="lead"))
    when(match, 1, HireTake(at=12, piece="keepers:warrior"))
    when(match, 1, HireMove(origin=12, to=4, n=2, load="figure:1"))
    assert at(match, 4) == {"keepers:warrior": 3, "figure:1": 1}
    return match


@CASES.obeys("RO-15.2.4", "RO-H-BAND-D")
def the_band_pulls_a_warrior_with_a_relic() -> Match:
    match = hiring("band", factions="CK", clearings={5: "band:warrior", 1: "2 keepers:warrior, figure:1"})
    when(match, 1, Employ(hireling="band"))
    when(match, 1, HirePlace(place="clearing:5"))
    when(match, 1, HireTake(at=1, piece="keepers:warrior", load="figure:1"))
    assert at(match, 5) == {"band:warrior": 1, "keepers:warrior": 1, "figure:1": 1}
    return match


def escorted() -> Match:
    """Return a Vagabond's Daylight: two allied Keepers, two relics and the pawn in clearing 1."""
    return given(
        "KVC", clearings={1: "vagabond:pawn, 2 keepers:warrior, figure:1, tablet:2"}, zones={"satchel:2": "item:boot"},
        values={"character:2": "thief", "relation:2:keepers": "allied"}, turn=2,
    )  # fmt: skip


@CASES.obeys("RO-15.2.4", "RO-9.2.9-IIb")
def allied_keepers_come_along_with_relics() -> Match:
    match = escorted()
    when(match, 2, Roam(to=5, ally="keepers", n=2, load="figure:1,tablet:2"))
    assert at(match, 5) == {"vagabond:pawn": 1, "keepers:warrior": 2, "figure:1": 1, "tablet:2": 1}
    return match


@CASES.breaks("RO-15.2.4")
def two_relics_for_one_allied_warrior() -> None:
    when(escorted(), 2, Roam(to=5, ally="keepers", n=1, load="figure:1,tablet:2"))


@CASES.breaks("RO-15.2.4")
def two_relics_for_one_warrior_by_a_card() -> None:
    match = cobbling("3 keepers:warrior, figure:1, tablet:1")
    when(match, 1, Move(origin=1, to=9, n=1, by="card:cobbler", load="figure:1,tablet:1"))


@CASES.breaks("RO-4.2")
def others_carry_a_relic() -> None:
    match = given("KC", clearings={1: "3 marquise:warrior, keepers:warrior, figure:1"}, turn=2)
    when(match, 2, Move(origin=1, to=9, n=1, load="figure:1"))


CASES.forged("RO-AMB-30", "RO-15.2.5")


# --- set-up (15.3), Birdsong (15.4) ----------------------------------------------------------------


def setting_up() -> Match:
    """The Marquise has begun in clearing 1; relics lie in the forests, and the Keepers are to begin."""
    types = ["figure", "tablet", "jewelry", "jewelry", "figure", "tablet", "tablet"]
    match = opened(2, factions="KC")
    while match.table.get("setting-up") != 1:
        seat = match.to_act[0]
        act = next(iter(legal_actions(match.opening, match.table, seat)))
        try:
            when(match, seat, act)
        except NeedsOutcome:
            when(match, seat, act, *types)
    return match


@CASES.obeys("RO-15.3")
def two_camps_beside_one_another() -> Match:
    match = setting_up()
    when(match, 1, Settle(at=3))
    rest: list[str] = []
    while match.table.get("setting-up") == 1:
        try:
            when(match, 1, Settle(at=6), *rest)
        except NeedsOutcome as asked:
            rest.append(str(next(iter(asked.question.among))))
    assert [at(match, number)["keepers:warrior"] for number in (3, 6)] == [4, 4]
    assert sum(sum(match.table.pieces(zone).values()) for zone in match.table.zones_of("forest:")) == 12
    return match


@CASES.breaks("RO-15.3")
def the_second_camp_far_away() -> None:
    match = setting_up()
    when(match, 1, Settle(at=3))
    when(match, 1, Settle(at=8))


@CASES.obeys("RO-15.4.1")
def a_warrior_is_replaced_by_a_waystation() -> Match:
    match = keeping("encamping")
    when(match, 1, Encamp(at=5, shows="tablet", back="figure"))
    assert at(match, 5) == {"keepers:warrior": 1, "keepers:waystation.tablet-figure": 1}
    return match


@CASES.breaks("RO-15.4.1")
def two_waystations_in_a_clearing() -> None:
    match = keeping("encamping")
    when(match, 1, Encamp(at=5, shows="tablet", back="figure"))
    when(match, 1, Encamp(at=5, shows="jewelry", back="figure"))


@CASES.breaks("RO-15.4.1")
def a_waystation_without_a_warrior() -> None:
    when(keeping("encamping"), 1, Encamp(at=2, shows="tablet", back="figure"))


@CASES.breaks("RO-15.4.1")
def a_return_in_the_middle_of_the_map() -> None:
    match = keeping("encamping", clearings={1: "", 5: ""})
    when(match, 1, Encamp(at=11, shows="tablet", back="figure"))


@CASES.obeys("RO-15.4.2")
def a_waystation_is_replaced_by_a_warrior() -> Match:
    match = keeping("decamping", clearings={5: f"keepers:warrior, {FIGURE_TABLET}"})
    when(match, 1, Decamp(at=5, waystation=FIGURE_TABLET))
    assert at(match, 5) == {"keepers:warrior": 2}
    return match


@CASES.breaks("RO-15.4.2")
def out_of_a_camp_that_was_just_pitched() -> None:
    match = keeping("encamping")
    when(match, 1, Encamp(at=5, shows="figure", back="tablet"))
    when(match, 1, Decamp(at=5, waystation=FIGURE_TABLET))


@CASES.obeys("RO-15.4.3")
def two_warriors_for_a_card() -> Match:
    match = keeping("recruiting", hands={1: ["root-tea-rabbit"]}, clearings={5: f"keepers:warrior, {FIGURE_TABLET}"})
    when(match, 1, Enlist(card=RABBIT, at=5))
    assert at(match, 5)["keepers:warrior"] == 3
    return match


@CASES.breaks("RO-15.4.3")
def warriors_for_a_card_of_another_suit() -> None:
    match = keeping("recruiting", hands={1: ["root-tea-mouse"]}, clearings={5: f"keepers:warrior, {FIGURE_TABLET}"})
    when(match, 1, Enlist(card=MOUSE, at=5))


@CASES.breaks("RO-15.4.3")
def warriors_where_no_waystation_stands() -> None:
    when(keeping("recruiting", hands={1: ["root-tea-rabbit"]}), 1, Enlist(card=RABBIT, at=5))


# --- the Retinue (15.5) ----------------------------------------------------------------------------


@CASES.obeys("RO-15.5.2", "RO-15.5.2-I")
def the_first_column_moves_with_a_relic() -> Match:
    match = keeping("retinue-1", clearings={1: "3 keepers:warrior, figure:1"})
    when(match, 1, March(card=FOX, origin=1, to=9, n=2, load="figure:1"))
    assert at(match, 9) == {"keepers:warrior": 2, "figure:1": 1}
    return match


@CASES.breaks("RO-15.5.2")
def a_fox_card_in_a_rabbit_clearing() -> None:
    when(keeping("retinue-1"), 1, March(card=FOX, origin=5, to=1, n=1))


CASES.forged("RO-15.5.2-I")


@CASES.obeys("RO-15.5.2-II", "RO-15.5.2-IIb")
def battle_then_delve() -> Match:
    match = keeping("retinue-2", clearings={1: "3 keepers:warrior, marquise:warrior"},
                    zones={"forest:1_2_5_10": "figure:2"})  # fmt: skip
    when(match, 1, Venture(card="card:travel-gear-fox", at=1, defender="marquise"), 1, 0)
    when(match, 1, Delve(forest="1_2_5_10", relic="figure:2"))
    assert at(match, 1) == {"keepers:warrior": 3, "figure:2": 1}
    assert match.table.count("retinue:2") == 1  # clearings 1 and 5 are ruled: the card stays
    return match


@CASES.breaks("RO-15.5.2-II")
def no_battle_where_enemies_are() -> None:
    match = keeping("retinue-2", clearings={1: "3 keepers:warrior, marquise:warrior"})
    when(match, 1, Venture(card="card:travel-gear-fox", at=1))


@CASES.breaks("RO-15.5.2-II")
def a_venture_without_a_warrior() -> None:
    when(keeping("retinue-2"), 1, Venture(card="card:travel-gear-fox", at=6))


@CASES.breaks("RO-15.5.2-IIb")
def a_relic_of_a_forest_far_away() -> None:
    match = keeping("retinue-2", zones={"forest:1_2_5_10": "figure:2", "forest:3_6_11": "tablet:1"})
    when(match, 1, Venture(card="card:travel-gear-fox", at=1))
    when(match, 1, Delve(forest="3_6_11", relic="tablet:1"))


@CASES.obeys("RO-15.5.3")
def a_retainer_leaves_the_game() -> Match:
    """T-39: a relic of value 3 at a forest where two clearings are ruled."""
    match = keeping("retinue-2", zones={"retinue:2": "retainer", "forest:1_2_5_10": "figure:3"})
    when(match, 1, Venture(card="retainer", at=1))
    when(match, 1, Delve(forest="1_2_5_10", relic="figure:3"))
    assert match.table.count("retinue:2") == 0
    assert match.table.count("discard:card") == 0
    assert match.table.count("box", "retainer") == 3  # all of them: the two others were never laid out
    assert at(match, 1)["figure:3"] == 1
    return match


CASES.forged("RO-15.5.3")


@CASES.obeys("RO-15.5.2-III")
def a_relic_is_recovered_and_another_by_the_same_card() -> Match:
    match = keeping(
        "retinue-3", clearings={1: f"3 keepers:warrior, {FIGURE_TABLET}, figure:1"},
        zones={"relics": "tablet:1, jewelry:2"},
    )  # fmt: skip
    when(match, 1, Recover(card="card:gently-used-knapsack", at=1, relic="figure:1"))
    assert match.table.get("score:1") == 1 + 2  # its value, and a complete column
    return match


@CASES.breaks("RO-15.5.2-III")
def a_waystation_that_shows_another_type() -> None:
    match = keeping("retinue-3", clearings={1: f"3 keepers:warrior, {FIGURE_TABLET}, tablet:1"})
    when(match, 1, Recover(card="card:gently-used-knapsack", at=1, relic="tablet:1"))


@CASES.breaks("RO-15.5.2")
def a_card_that_recovers_on_does_not_move() -> None:
    match = keeping("retinue-3", clearings={1: f"3 keepers:warrior, {FIGURE_TABLET}, figure:1"})
    when(match, 1, Recover(card="card:gently-used-knapsack", at=1, relic="figure:1"))
    when(match, 1, March(card="card:gently-used-knapsack", origin=1, to=9, n=1))


# --- Evening (15.6) --------------------------------------------------------------------------------


@CASES.obeys("RO-15.6.1", "RO-15.6.3")
def a_crowd_loses_one_and_cards_are_drawn() -> Match:
    match = keeping("retinue-3", clearings={1: "5 keepers:warrior", 5: f"keepers:warrior, {FIGURE_TABLET}"})
    while match.table.get("turn") == 1:
        when(match, 1, GoOn())
    assert at(match, 1) == {"keepers:warrior": 4}
    assert match.table.count("hand:1") == 2
    return match


CASES.forged("RO-15.6.1", "RO-15.6.3")


CASES.forged("RO-AMB-29")


@CASES.obeys("RO-15.6.2", "RO-AMB-29")
def cards_join_the_retinue() -> Match:
    match = keeping("gathering", hands={1: ["root-tea-mouse", "root-tea-rabbit"]})
    when(match, 1, Join(card=MOUSE, column=1))
    when(match, 1, Join(card=RABBIT, column=3))
    assert [match.table.count(f"retinue:{column}") for column in (1, 2, 3)] == [2, 1, 2]
    return match


@CASES.breaks("RO-15.6.2")
def a_card_is_shifted_after_one_has_joined() -> None:
    match = keeping("gathering", hands={1: ["root-tea-mouse", "root-tea-rabbit"]})
    when(match, 1, Join(card=MOUSE, column=1))
    when(match, 1, Shift(card=FOX, column=1, to=2))
