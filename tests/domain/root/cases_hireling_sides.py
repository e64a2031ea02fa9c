"""Cases of Root's rules: what the demoted side of each hireling gives its controller (16.4.2)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.core import Battle, Craft, Move, NoAmbush, UseEffect
from tablescribe.domain.games.root.actions.corvids import Expose
from tablescribe.domain.games.root.actions.hirelings import Employ, Envoy, HireMove, HirePass, HirePlace, Plunder, Treat
from tablescribe.domain.games.root.parts import HirelingKey
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_hireling_cards import begins, crafted
from tests.domain.root.cases_hirelings import hiring, turn_over
from tests.domain.root.table import at, given, when


def down(key: HirelingKey, **given_so: Any) -> Match:
    """Return a position in which the first seat controls a hireling with its demoted side up."""
    return hiring(key, down=True, **given_so)


# --- physicians, nobles, scouts, bodyguards, sentries ----------------------------------------------


def fallen() -> Match:
    """Return a match in which the second seat, with the physicians, has just lost a warrior in 12."""
    clearings = {12: "2 marquise:warrior, 2 eyrie:warrior", 4: "eyrie:warrior"}
    match = down("patrol", seat=2, clearings=clearings, hands={2: ["anvil", "bake-sale"]})
    when(match, 1, Battle(at=12, defender="eyrie"))
    when(match, 2, NoAmbush(), 1, 0)
    return match


@CASES.obeys("RO-H-PHYSICIANS")
def the_fallen_are_saved() -> Match:
    match = fallen()
    when(match, 2, Treat(card="card:anvil", to=4))
    assert at(match, 4) == {"eyrie:warrior": 2}
    return match


@CASES.breaks("RO-H-PHYSICIANS")
def saved_by_a_card_of_another_suit() -> None:
    when(fallen(), 2, Treat(card="card:bake-sale", to=4))


@CASES.obeys("RO-H-NOBLES-A", "RO-H-NOBLES-B")
def a_point_for_three_ruled_clearings() -> Match:
    clearings = {1: "marquise:warrior", 2: "marquise:warrior", 3: "marquise:warrior, 2 alliance:warrior"}
    clearings |= {4: "marquise:warrior, alliance:warrior"}  # tied: the nobles rule
    match = begins("dynasty", down=True, factions="CA", clearings=clearings)
    assert match.table.get("score:1") == 1
    return match


@CASES.obeys("RO-H-SCOUTS")
def the_scouts_take_the_higher_die() -> Match:
    clearings = {12: "3 marquise:warrior, 3 eyrie:warrior"}
    match = down("uprising", seat=2, clearings=clearings, hands={2: ["anvil"]})
    when(match, 1, Battle(at=12, defender="eyrie"))
    when(match, 2, NoAmbush())
    when(match, 2, UseEffect(effect="scouts", card="card:anvil"), 3, 1)
    assert at(match, 12) == {"eyrie:warrior": 2}
    return match


@CASES.breaks("RO-H-SCOUTS")
def the_scouts_for_a_card_of_another_suit() -> None:
    clearings = {12: "3 marquise:warrior, 3 eyrie:warrior"}
    match = down("uprising", seat=2, clearings=clearings, hands={2: ["bake-sale"]})
    when(match, 1, Battle(at=12, defender="eyrie"))
    when(match, 2, NoAmbush())
    when(match, 2, UseEffect(effect="scouts", card="card:bake-sale"), 3, 1)


@CASES.obeys("RO-H-BODYGUARDS")
def the_first_hit_is_ignored() -> Match:
    match = down("vault", seat=2, clearings={12: "3 marquise:warrior, 3 eyrie:warrior"})
    when(match, 1, Battle(at=12, defender="eyrie"), 2, 0)
    assert at(match, 12) == {"marquise:warrior": 3, "eyrie:warrior": 2}
    return match


@CASES.obeys("RO-H-SENTRIES")
def the_sentries_strike_at_a_building() -> Match:
    match = down("spies", clearings={12: "2 marquise:warrior, marquise:sawmill, 3 eyrie:warrior"})
    when(match, 1, Battle(at=12, defender="eyrie"), 1, 0)
    assert at(match, 12)["eyrie:warrior"] == 1
    return match


CASES.forged(
    "RO-H-NOBLES-A", "RO-H-NOBLES-B", "RO-H-BODYGUARDS", "RO-H-SENTRIES", "RO-H-DIVERS", "RO-H-ARTISANS",
    "RO-H-STOIC-A",
)  # fmt: skip


# --- brigand, smugglers, street band, divers, artisans ---------------------------------------------


def brigand() -> Match:
    zones = {"under:12": "?ruin", "unseen:ruin": "ruin:boot"}
    return down("exile", clearings={12: "marquise:warrior"}, zones=zones)


@CASES.obeys("RO-H-BRIGAND-D")
def the_brigand_plunders_a_ruin() -> Match:
    match = brigand()
    when(match, 1, Plunder(at=12), "ruin:boot")
    assert match.table.count("items:1", "item:boot") == 1
    assert match.table.count("clearing:12", "ruin") == 0
    return match


@CASES.breaks("RO-H-BRIGAND-D")
def the_brigand_plunders_far_away() -> None:
    when(brigand(), 1, Plunder(at=6))


def smugglers() -> Match:
    clearings = {12: "marquise:warrior, eyrie:warrior"}
    return down("flame", clearings=clearings, hands={1: ["anvil", "cobbler"]}, stage="craft")


@CASES.obeys("RO-H-SMUGGLERS")
def a_battle_for_a_card_with_an_item() -> Match:
    match = smugglers()
    when(match, 1, Battle(at=12, defender="eyrie", by="smugglers:card:anvil"), 1, 0)
    assert at(match, 12) == {"marquise:warrior": 1}
    assert match.table.count("hand:1") == 1
    return match


@CASES.breaks("RO-H-SMUGGLERS")
def a_battle_for_a_card_without_item() -> None:
    when(smugglers(), 1, Battle(at=12, defender="eyrie", by="smugglers:card:cobbler"), 1, 0)


@CASES.breaks("RO-H-SMUGGLERS")
def a_battle_for_a_card_without_smugglers() -> None:
    clearings = {12: "2 marquise:warrior, eyrie:warrior"}
    match = given("CE", clearings=clearings, hands={1: ["anvil"]})
    when(match, 1, Battle(at=12, defender="eyrie", by="smugglers:card:anvil"))


@CASES.obeys("RO-H-STREET-D")
def the_street_band_anywhere() -> Match:
    match = down("band")
    when(match, 1, Employ(hireling="band"))
    when(match, 1, HirePlace(place="clearing:3"))
    assert at(match, 3) == {"band:warrior": 1}
    return match


@CASES.breaks("RO-H-STREET-D")
def the_street_band_in_a_forest() -> None:
    match = down("band")
    when(match, 1, Employ(hireling="band"))
    when(match, 1, HirePlace(place="forest:3_6_11"))


@CASES.obeys("RO-H-DIVERS")
def divers_need_no_rule_at_the_river() -> Match:
    clearings = {4: "marquise:warrior, 2 eyrie:warrior", 9: "2 eyrie:warrior"}
    match = down("flotilla", clearings=clearings, values={"this:marches": 2})
    when(match, 1, Move(origin=4, to=9, n=1))
    return match


@CASES.obeys("RO-H-ARTISANS")
def a_crafted_card_comes_back() -> Match:
    match = down("expedition", clearings={1: "marquise:workshop"}, hands={1: ["anvil"], 2: ["?card"]}, stage="craft")
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.pieces("artisans:1") == {"card:anvil": 1}
    turn_over(match)
    assert match.table.count("hand:1", "card:anvil") == 1
    return match


# --- envoys, gangs, the Stoic Protector ------------------------------------------------------------


def envoys() -> Match:
    zones = {"discard:card": "card:anvil, card:foxfolk-steel, card:bake-sale"}
    return begins("prophets", down=True, zones=zones)


@CASES.obeys("RO-H-ENVOYS")
def a_card_of_the_commonest_suit() -> Match:
    match = envoys()
    when(match, 1, Envoy(card="card:anvil"))
    assert match.table.count("hand:1", "card:anvil") == 1
    return match


@CASES.breaks("RO-H-ENVOYS")
def a_card_of_a_rarer_suit() -> None:
    when(envoys(), 1, Envoy(card="card:bake-sale"))


@CASES.breaks("RO-H-ENVOYS")
def an_ambush_of_the_commonest_suit() -> None:
    zones = {"discard:card": "card:anvil, card:ambush-fox, card:bake-sale"}
    match = begins("prophets", down=True, zones=zones)
    when(match, 1, Envoy(card="card:ambush-fox"))


@CASES.obeys("RO-H-GANGS-H")
def a_gang_is_hired() -> Match:
    match = crafted("bandits", True)
    when(match, 1, HirePlace(place="clearing:12"))
    assert at(match, 12) == {"marquise:warrior": 1, "bandits:warrior": 1}
    return match


@CASES.breaks("RO-H-GANGS-H")
def a_gang_is_hired_far_away() -> None:
    when(crafted("bandits", True), 1, HirePlace(place="clearing:3"))


@CASES.obeys("RO-H-GANGS-A", "RO-H-GANGS-D")
def warriors_come_to_the_gangs() -> Match:
    match = down("bandits", clearings={3: "bandits:warrior", 8: "bandits:warrior"})
    when(match, 1, Employ(hireling="bandits"))
    assert (at(match, 3), at(match, 8)) == ({"bandits:warrior": 1, "marquise:warrior": 1},) * 2
    return match


@CASES.breaks("RO-H-GANGS-A")
def a_gang_under_protection() -> None:
    match = down("bandits", seat=2, clearings={3: "bandits:warrior, eyrie:warrior, 2 marquise:warrior"})
    when(match, 1, Battle(at=3, defender="bandits"))


@CASES.breaks("RO-H-GANGS-D")
def a_gang_where_nothing_of_ones_own_is() -> None:
    match = down("bandits", clearings={3: "marquise:warrior"})
    when(match, 1, Employ(hireling="bandits", how="place"))
    when(match, 1, HirePlace(place="clearing:8"))


@CASES.obeys("RO-H-STOIC-H")
def the_stoic_protector_is_hired() -> Match:
    match = crafted("protector", True)
    when(match, 1, HirePlace(place="clearing:12"))
    assert at(match, 12) == {"marquise:warrior": 1, "protector:pawn": 1}
    return match


@CASES.breaks("RO-H-STOIC-H")
def the_stoic_protector_is_hired_far_away() -> None:
    when(crafted("protector", True), 1, HirePlace(place="clearing:3"))


@CASES.obeys("RO-H-STOIC-A", "RO-H-STOIC-B")
def the_stoic_protector_moves() -> Match:
    match = begins("protector", down=True, clearings={1: "protector:pawn", 5: "2 eyrie:warrior"})
    when(match, 1, HireMove(origin=1, to=5, n=1))
    assert at(match, 5) == {"protector:pawn": 1, "eyrie:warrior": 2}
    return match


@CASES.breaks("RO-H-STOIC-A")
def a_plot_at_the_stoic_protector_is_exposed() -> None:
    there = {12: "marquise:warrior, ?plot, protector:pawn"}
    match = hiring("protector", down=True, seat=2, factions="CP", clearings=there, hands={1: ["anvil"]})
    when(match, 1, Expose(at=12, card="card:anvil", plot="bomb"))


@CASES.breaks("RO-H-STOIC-B")
def the_stoic_protector_stays() -> None:
    when(begins("protector", down=True, clearings={1: "protector:pawn"}), 1, HirePass())
