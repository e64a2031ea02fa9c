"""Cases of Root's rules: what each hireling does by its card, promoted (16.4.2)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.core import Battle, Craft, Move
from tablescribe.domain.games.root.actions.hirelings import Employ, HireBattle, HireMove, HirePass, HirePlace, HireTake
from tablescribe.domain.games.root.parts import HirelingKey
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import Outcome
from tests.domain.root.cases import CASES
from tests.domain.root.cases_hirelings import CRAFTING, exile, hiring, patrols, turn_over
from tests.domain.root.table import at, when


def begins(*keys: HirelingKey, outcomes: tuple[str, ...] = (), down: bool = False, **given_so: Any) -> Match:
    """Return a match in which the Birdsong of the first seat has just begun, which controls a hireling."""
    match = hiring(*keys, down=down, turn=2, stage="discard", **given_so)
    return turn_over(match, *outcomes)


# --- Forest Patrol, Last Dynasty -------------------------------------------------------------------


@CASES.obeys("RO-H-PATROL-A")
def a_fallen_patrol_goes_onto_its_card() -> Match:
    match = hiring("patrol", seat=0, clearings={12: "3 marquise:warrior, 2 patrol:warrior"})
    when(match, 1, Battle(at=12, defender="patrol"), 2, 0)
    assert match.table.count("patrol-card", "patrol:warrior") == 1
    assert at(match, 12) == {"marquise:warrior": 3}
    return match


@CASES.obeys("RO-H-PATROL-D")
def patrols_come_back_from_the_card() -> Match:
    match = patrols(zones={"patrol-card": "3 patrol:warrior"})
    when(match, 1, Employ(hireling="patrol", how="return"))
    when(match, 1, HirePlace(place="clearing:12"))
    assert at(match, 12)["patrol:warrior"] == 5
    return match


@CASES.breaks("RO-H-PATROL-D")
def patrols_come_back_where_none_is() -> None:
    match = patrols(zones={"patrol-card": "3 patrol:warrior"})
    when(match, 1, Employ(hireling="patrol", how="return"))
    when(match, 1, HirePlace(place="clearing:1"))


def dynasty(clearings: dict[int, str]) -> Match:
    match = hiring("dynasty", clearings=clearings)
    when(match, 1, Employ(hireling="dynasty"))
    return match


@CASES.obeys("RO-H-DYNASTY-D")
def the_dynasty_moves_as_one() -> Match:
    match = dynasty({4: "5 dynasty:warrior", 8: "eyrie:warrior"})
    when(match, 1, HireMove(origin=4, to=8, n=5))
    when(match, 1, HireBattle(at=8, defender="eyrie"), 1, 0)
    assert at(match, 8) == {"dynasty:warrior": 5}
    return match


@CASES.breaks("RO-H-DYNASTY-D")
def the_dynasty_parts() -> None:
    when(dynasty({4: "5 dynasty:warrior"}), 1, HireMove(origin=4, to=8, n=2))


# --- Spring Uprising, Flame Bearers ----------------------------------------------------------------


@CASES.obeys("RO-H-UPRISING-A")
def attacking_the_uprising_costs_a_card() -> Match:
    match = hiring("uprising", seat=0, clearings={12: "2 marquise:warrior, uprising:warrior"}, hands={1: ["anvil"]})
    when(match, 1, Battle(at=12, defender="uprising", how="card:anvil"), 1, 0)
    assert match.table.count("hand:1") == 0
    return match


@CASES.breaks("RO-H-UPRISING-A")
def attacking_the_uprising_for_nothing() -> None:
    match = hiring("uprising", seat=0, clearings={12: "2 marquise:warrior, uprising:warrior"}, hands={1: ["anvil"]})
    when(match, 1, Battle(at=12, defender="uprising"), 1, 0)


def patrol_attacks_the_uprising(how: str) -> None:
    there, cards = {12: "2 patrol:warrior, uprising:warrior"}, ["anvil", "bake-sale"]
    match = hiring("patrol", "uprising", values={"controls:uprising": None}, clearings=there, hands={1: cards})
    when(match, 1, Employ(hireling="patrol", how="march"))
    when(match, 1, HirePass())
    when(match, 1, HireBattle(at=12, defender="uprising", how=how), 1, 0)


@CASES.breaks("RO-H-UPRISING-A")
def a_patrol_attacking_the_uprising_for_nothing() -> None:
    patrol_attacks_the_uprising("")


@CASES.breaks("RO-H-UPRISING-A")
def a_patrol_attacking_the_uprising_for_a_card_of_another_suit() -> None:
    patrol_attacks_the_uprising("card:bake-sale")


def uprising(clearings: dict[int, str]) -> Match:
    return begins("uprising", outcomes=("mouse",), clearings=clearings)


@CASES.obeys("RO-H-UPRISING-B", "RO-16.4.2-III")
def the_uprising_goes_with_all_enemies() -> Match:
    match = uprising({9: "uprising:warrior, 2 eyrie:warrior, marquise:warrior"})
    when(match, 1, HireTake(at=9, piece="uprising:warrior"))
    assert at(match, 9) == {"marquise:warrior": 1}
    return match


@CASES.breaks("RO-H-UPRISING-B")
def the_uprising_does_nothing() -> None:
    when(uprising({9: "uprising:warrior, 2 eyrie:warrior"}), 1, HirePass())


def crafted(key: HirelingKey, down: bool = False, *outcomes: Outcome) -> Match:
    """Return a match in which the first seat has just hired a hireling that is not on the map."""

    match = hiring(key, seat=0, down=down, values={"score:1": 3}, **CRAFTING)
    when(match, 1, Craft(card="card:anvil"))
    return turn_over(match, 1, *outcomes)


@CASES.obeys("RO-H-UPRISING-H")
def the_uprising_is_hired() -> Match:
    match = crafted("uprising", False, "fox")
    when(match, 1, HirePlace(place="clearing:6"))
    assert at(match, 6) == {"uprising:warrior": 1}
    return match


@CASES.breaks("RO-H-UPRISING-H")
def the_uprising_is_placed_elsewhere() -> None:
    when(crafted("uprising", False, "fox"), 1, HirePlace(place="clearing:2"))


@CASES.obeys("RO-H-FLAME-H")
def two_bearers_are_hired() -> Match:
    match = crafted("flame")
    for _ in range(2):
        when(match, 1, HirePlace(place="clearing:6"))
    assert at(match, 6) == {"flame:warrior": 2}
    return match


@CASES.breaks("RO-H-FLAME-H")
def no_bearers_are_placed() -> None:
    when(crafted("flame"), 1, HirePass())


@CASES.obeys("RO-H-FLAME-B")
def the_bearers_burn_and_grow() -> Match:
    match = begins("flame", clearings={9: "flame:warrior, eyrie:warrior, eyrie:roost"})
    when(match, 1, HireTake(at=9, piece="eyrie:warrior"))
    when(match, 1, HirePlace(place="clearing:4"))
    assert (at(match, 9), at(match, 4)) == ({"flame:warrior": 1, "eyrie:roost": 1}, {"flame:warrior": 1})
    return match


@CASES.breaks("RO-H-FLAME-B")
def the_bearers_burn_a_building_first() -> None:
    match = begins("flame", clearings={9: "flame:warrior, eyrie:warrior, eyrie:roost"})
    when(match, 1, HireTake(at=9, piece="eyrie:roost"))


# --- Vault Keepers, Popular Band -------------------------------------------------------------------


@CASES.obeys("RO-H-VAULT-H")
def keepers_with_a_vault_are_hired() -> Match:
    match = crafted("vault")
    when(match, 1, HirePlace(place="clearing:2"))
    assert at(match, 2) == {"vault:vault": 1, "vault:warrior": 2}
    return match


@CASES.breaks("RO-H-VAULT-H")
def a_vault_without_a_slot() -> None:
    match = crafted("vault")
    when(match, 1, HirePlace(place="clearing:1"))


@CASES.obeys("RO-H-VAULT-D")
def a_second_vault_and_a_warrior_at_each() -> Match:
    match = hiring("vault", clearings={2: "vault:vault", 5: "marquise:warrior"})
    when(match, 1, Employ(hireling="vault", how="place"))
    when(match, 1, HirePlace(place="clearing:5"))
    assert at(match, 5) == {"vault:vault": 1, "vault:warrior": 1, "marquise:warrior": 1}
    assert at(match, 2) == {"vault:vault": 1, "vault:warrior": 1}
    return match


@CASES.breaks("RO-H-VAULT-D")
def a_vault_far_from_the_others() -> None:
    match = hiring("vault", clearings={2: "vault:vault", 5: "marquise:warrior"})
    when(match, 1, Employ(hireling="vault", how="place"))
    when(match, 1, HirePlace(place="clearing:8"))


@CASES.obeys("RO-H-BAND-H")
def the_band_is_hired() -> Match:
    match = crafted("band")
    when(match, 1, HirePlace(place="clearing:12"))
    assert at(match, 12) == {"marquise:warrior": 1, "band:warrior": 1}
    return match


@CASES.breaks("RO-H-BAND-H")
def the_band_is_hired_far_away() -> None:
    when(crafted("band"), 1, HirePlace(place="clearing:3"))


@CASES.obeys("RO-H-BAND-A")
def who_comes_to_the_band() -> Match:
    match = hiring("band", seat=2, clearings={1: "3 marquise:warrior", 5: "band:warrior"}, values={"this:marches": 2})
    when(match, 1, Move(origin=1, to=5, n=3))
    return match


@CASES.breaks("RO-H-BAND-A")
def who_comes_to_the_band_stays() -> None:
    match = who_comes_to_the_band()
    when(match, 1, Move(origin=5, to=2, n=3))


@CASES.obeys("RO-H-BAND-D")
def the_band_pulls_warriors() -> Match:
    match = hiring("band", clearings={5: "band:warrior", 1: "2 eyrie:warrior", 2: "marquise:warrior"})
    when(match, 1, Employ(hireling="band"))
    when(match, 1, HirePlace(place="clearing:5"))
    when(match, 1, HireTake(at=1, piece="eyrie:warrior"))
    when(match, 1, HirePass())
    when(match, 1, HirePlace(place="clearing:8"))
    assert at(match, 5) == {"band:warrior": 1, "eyrie:warrior": 1}
    assert at(match, 8) == {"band:warrior": 1}
    return match


@CASES.breaks("RO-H-BAND-D")
def the_band_plays_where_it_is_not() -> None:
    match = hiring("band", clearings={5: "band:warrior", 1: "2 eyrie:warrior"})
    when(match, 1, Employ(hireling="band"))
    when(match, 1, HirePlace(place="clearing:8"))


# --- Flotilla, Prophets, Bandits -------------------------------------------------------------------


@CASES.obeys("RO-H-FLOTILLA-A", "RO-H-FLOTILLA-B")
def the_flotilla_goes_down_the_river() -> Match:
    match = begins("flotilla", clearings={4: "flotilla:pawn, marquise:warrior", 7: "2 eyrie:warrior"})
    assert match.table.count("hand:1") == 1
    when(match, 1, HireMove(origin=4, to=7, n=1))
    when(match, 1, HireBattle(at=7, defender="eyrie"), 3, 1)
    assert at(match, 7) == {"flotilla:pawn": 1}
    return match


@CASES.breaks("RO-H-FLOTILLA-A")
def the_flotilla_is_attacked() -> None:
    match = hiring("flotilla", seat=2, clearings={4: "flotilla:pawn, 2 marquise:warrior"})
    when(match, 1, Battle(at=4, defender="flotilla"))


@CASES.breaks("RO-H-FLOTILLA-B")
def the_flotilla_stays() -> None:
    when(begins("flotilla", clearings={4: "flotilla:pawn"}), 1, HirePass())


def prophets() -> Match:
    clearings = {12: "prophets:warrior, 2 eyrie:warrior, marquise:warrior", 4: "marquise:warrior"}
    return hiring("prophets", clearings=clearings)


@CASES.obeys("RO-H-PROPHETS-D")
def the_prophets_force_a_battle() -> Match:
    match = prophets()
    when(match, 1, Employ(hireling="prophets", how="force"))
    when(match, 1, HireTake(at=12, piece="eyrie:warrior"))
    when(match, 1, HireBattle(at=12, defender="marquise"), 2, 1)
    assert at(match, 12) == {"prophets:warrior": 1, "eyrie:warrior": 1}
    return match


@CASES.breaks("RO-H-PROPHETS-D")
def the_prophets_force_themselves() -> None:
    match = prophets()
    when(match, 1, Employ(hireling="prophets", how="force"))
    when(match, 1, HireTake(at=12, piece="prophets:warrior"))


def bandits(seat: int) -> Match:
    return hiring(
        "bandits", seat=seat, clearings={1: "3 marquise:warrior"}, zones={"path:1-5": "bandits:warrior"},
        values={"this:marches": 2},
    )  # fmt: skip


@CASES.obeys("RO-H-BANDITS-A")
def bandits_rob_who_goes_along_their_path() -> Match:
    match = bandits(2)
    when(match, 1, Move(origin=1, to=5, n=3))
    assert at(match, 5) == {"marquise:warrior": 2}
    return match


CASES.forged("RO-H-PATROL-A", "RO-H-BANDITS-A", "RO-H-PROTECTOR-A")


@CASES.obeys("RO-H-BANDITS-D")
def bandits_on_another_path() -> Match:
    match = bandits(1)
    when(match, 1, Employ(hireling="bandits"))
    when(match, 1, HirePlace(place="path:1-9"))
    assert match.table.count("path:1-9", "bandits:warrior") == 1
    return match


@CASES.breaks("RO-H-BANDITS-D")
def bandits_far_away() -> None:
    match = bandits(1)
    when(match, 1, Employ(hireling="bandits"))
    when(match, 1, HirePlace(place="path:3-7"))


# --- Expedition, Spies, Protector, Exile -----------------------------------------------------------


@CASES.obeys("RO-H-EXPEDITION-D")
def an_expedition_with_a_foothold() -> Match:
    match = hiring("expedition", clearings={1: "marquise:warrior"})
    when(match, 1, Employ(hireling="expedition", how="march"))
    when(match, 1, HirePlace(place="clearing:8"))
    assert at(match, 8) == {"expedition:foothold": 1, "expedition:warrior": 3}
    return match


@CASES.breaks("RO-H-EXPEDITION-D")
def a_second_foothold_in_a_clearing() -> None:
    match = hiring("expedition", clearings={8: "expedition:foothold"})
    when(match, 1, Employ(hireling="expedition", how="march"))
    when(match, 1, HirePlace(place="clearing:8"))


@CASES.obeys("RO-H-SPIES-D")
def spies_take_a_card() -> Match:
    match = hiring("spies", clearings={8: "eyrie:warrior", 12: "eyrie:warrior"}, hands={2: ["?card"]})
    when(match, 1, Employ(hireling="spies", how="steal"))
    when(match, 1, HirePlace(place="clearing:8"))
    when(match, 1, HirePlace(place="clearing:12"))
    when(match, 1, HirePlace(place="clearing:8"))
    assert [match.table.count(f"hand:{seat}") for seat in (1, 2)] == [1, 0]
    return match


@CASES.breaks("RO-H-SPIES-D")
def spies_where_no_enemy_is() -> None:
    match = hiring("spies", clearings={8: "eyrie:warrior"})
    when(match, 1, Employ(hireling="spies", how="steal"))
    when(match, 1, HirePlace(place="clearing:9"))


@CASES.obeys("RO-H-PROTECTOR-A", "RO-H-PROTECTOR-B")
def the_protectors_fury() -> Match:
    match = begins("protector", clearings={1: "protector:pawn", 5: "2 eyrie:warrior, marquise:warrior"})
    when(match, 1, HireMove(origin=1, to=5, n=1))
    assert at(match, 5) == {"protector:pawn": 1, "eyrie:warrior": 1}
    return match


@CASES.breaks("RO-H-PROTECTOR-B")
def the_protector_stays() -> None:
    when(begins("protector", clearings={1: "protector:pawn"}), 1, HirePass())


@CASES.obeys("RO-H-EXILE-D")
def the_exile_wanders() -> Match:
    match = exile(clearings={3: "marquise:warrior"})
    when(match, 1, Employ(hireling="exile", how="march"))
    when(match, 1, HirePlace(place="forest:3_7_11_12"))
    assert match.table.count("forest:3_7_11_12", "exile:pawn") == 1
    assert match.table.count("exile-card", "exile:club.exhausted") == 1
    return match


@CASES.breaks("RO-H-EXILE-D")
def the_exile_is_tired() -> None:
    match = exile(clearings={3: "eyrie:warrior"})
    for place in ("forest:3_7_11_12", "forest:4_7_8_12"):
        when(match, 1, Employ(hireling="exile", how="march"))
        when(match, 1, HirePlace(place=place))
    when(match, 1, Employ(hireling="exile", how="battle"))
