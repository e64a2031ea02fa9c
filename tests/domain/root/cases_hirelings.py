"""Cases of Root's rules: who controls hirelings (16.4.1), and what all of them have in common (16.4.2, 16.4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from tablescribe.domain.games import game
from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, NoAmbush
from tablescribe.domain.games.root.actions.hirelings import (
    Employ,
    HandOn,
    HireBattle,
    HireMove,
    HirePass,
    HirePlace,
    Outfit,
    TakeHireling,
)
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.board import supply
from tablescribe.domain.games.root.components import RootCatalogue
from tablescribe.domain.games.root.parts import HirelingKey
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import Outcome, ScriptedChance
from tablescribe.domain.rules.play import Play
from tests.domain.root.cases import CASES
from tests.domain.root.table import at, given, when
from tests.support import STAMP

CATALOGUE = cast(RootCatalogue, game("root").catalogue)
FILLING = ["vault", "flotilla", "band"]
FILLING_BESIDE_KEEPERS = ["spies", "flotilla", "band"]


def hiring(
    *keys: HirelingKey, down: bool = False, seat: int = 1, values: Mapping[str, Any] | None = None, **given_so: Any
) -> Match:
    """Return a position in which a seat controls hirelings, which lie with one side up; 0 leaves them in the supply."""
    played, suits = given_so.pop("factions", "CE"), given_so.pop("suits", [])
    filling = FILLING_BESIDE_KEEPERS if "K" in played else FILLING
    lying: dict[str, Any] = {f"side:{key}": None for key in filling}
    for key in keys:
        lying |= {
            f"side:{key}": "demoted" if down else "promoted",
            f"markers:{key}": 3,
            f"controls:{key}": seat or None,
        }
    dealt = filling if len(played) == 2 else [*filling, filling[0]]
    match = given(
        played, setup="advanced", draft=False, hirelings=True, outcomes=[*suits, *dealt],
        values={**lying, **(values or {})}, **given_so,
    )  # fmt: skip
    play = Play(match.opening, match.table.copy(), ScriptedChance())
    for key in keys:
        for piece in CATALOGUE.pieces[key]:
            play.move(piece, play.table.count("box", piece), "box", supply(key))
    match.rule(play.facts, STAMP, clause="a prepared position", reason="test")
    return match


def turn_over(match: Match, *outcomes: Outcome) -> Match:
    """Let the seat in turn go on until its turn is over, or something is asked."""
    seat = match.to_act[0]
    while match.table.get("turn") == seat and match.table.get("awaits") is None:
        stage = match.table.get("stage")
        when(match, seat, GoOn(), *(outcomes if stage in ("daylight", "discard") else ()))
    return match


# --- gaining and losing (16.4.1) -------------------------------------------------------------------

CRAFTING: dict[str, Any] = {
    "clearings": {1: "marquise:workshop", 12: "marquise:warrior"},
    "hands": {1: ["anvil"]},
    "stage": "craft",
}


@CASES.obeys("RO-16.4.1-I", "RO-AMB-6")
def a_marker_is_passed_and_a_card_taken() -> Match:
    match = hiring("spies", "flame", seat=0, values={"score:1": 3}, **CRAFTING)
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 5
    assert (match.table.get("marker:4"), match.table.get("owed:1")) == (None, 1)
    turn_over(match)
    when(match, 1, TakeHireling(hireling="spies"), 2)
    assert (match.table.get("controls:spies"), match.table.get("markers:spies")) == (1, 2)
    return match


@CASES.breaks("RO-16.4.1-I")
def a_card_that_is_not_in_the_supply() -> None:
    match = hiring("spies", "flame", seat=0, values={"score:1": 3}, **CRAFTING)
    when(match, 1, Craft(card="card:anvil"))
    turn_over(match)
    when(match, 1, TakeHireling(hireling="exile"))


@CASES.obeys("RO-16.4.1-II")
def the_gold_pips_for_the_leader() -> Match:
    match = hiring("spies", seat=0, values={"score:1": 3}, **CRAFTING)
    when(match, 1, Craft(card="card:anvil"))
    turn_over(match, 1)  # a one is a gold pip: all pips are two at least
    assert match.table.get("markers:spies") == 1
    return match


@CASES.obeys("RO-16.4.1-III", "RO-AMB-7")
def the_last_marker_goes_and_the_card_is_handed_on() -> Match:
    match = hiring("spies", factions="CEA", values={"markers:spies": 1, "score:1": 2}, hands={2: ["anvil"]})
    turn_over(match)
    assert match.table.get("awaits") == "hand_on"
    when(match, 1, HandOn(to=3), 4)
    assert (match.table.get("controls:spies"), match.table.get("markers:spies")) == (3, 4)
    return match


@CASES.breaks("RO-16.4.1-III")
def it_stays_with_its_owner() -> None:
    match = hiring("spies", factions="CEA", values={"markers:spies": 1, "score:1": 2}, hands={2: ["anvil"]})
    turn_over(match)
    when(match, 1, HandOn(to=1))


CASES.forged("RO-16.4.1-II", "RO-AMB-6", "RO-AMB-7")


# --- when they act (16.4.2) ------------------------------------------------------------------------


@CASES.obeys("RO-16.4.2-I", "RO-H-PROPHETS-H")
def one_is_placed_when_hired() -> Match:
    match = hiring("prophets", seat=0, values={"score:1": 3}, **CRAFTING)
    when(match, 1, Craft(card="card:anvil"))
    turn_over(match, 1)
    when(match, 1, HirePlace(place="clearing:3"))
    assert at(match, 3) == {"prophets:warrior": 1}
    return match


CASES.forged("RO-16.4.2-I", "RO-16.4.2-II", "RO-16.4.2-III")


@CASES.breaks("RO-H-PROPHETS-H")
def none_is_placed_when_hired() -> None:
    match = hiring("prophets", seat=0, values={"score:1": 3}, **CRAFTING)
    when(match, 1, Craft(card="card:anvil"))
    turn_over(match, 1)
    when(match, 1, HirePass())


def patrols(**given_so: Any) -> Match:
    """Return a position in which the first seat controls two patrols in 12."""
    return hiring("patrol", clearings={12: "2 patrol:warrior, eyrie:warrior", 1: "marquise:warrior"}, **given_so)


@CASES.obeys("RO-16.4.2", "RO-16.4.2-II", "RO-16.4.2-IV", "RO-16.4.3-IV")
def once_in_daylight() -> Match:
    match = patrols()
    when(match, 1, Employ(hireling="patrol", how="march"))
    when(match, 1, HireMove(origin=12, to=4, n=1))
    return match


@CASES.breaks("RO-16.4.2")
def a_hireling_of_somebody_else() -> None:
    when(patrols(seat=2), 1, Employ(hireling="patrol", how="march"))


@CASES.breaks("RO-16.4.2-IV")
def twice_in_daylight() -> None:
    match = patrols()
    for _ in range(2):
        when(match, 1, Employ(hireling="patrol", how="march"))
        when(match, 1, HirePass())
        when(match, 1, HirePass())


# --- whose they are (16.4.3) -----------------------------------------------------------------------


@CASES.obeys("RO-16.4.3-I")
def a_controlled_patrol_counts_for_rule() -> Match:
    match = hiring("patrol", clearings={7: "marquise:warrior, 2 patrol:warrior, 2 eyrie:warrior"})
    when(match, 1, Build(building="sawmill", at=7))
    return match


@CASES.obeys("RO-AMB-34")
def dominance_with_patrols() -> Match:
    """She rules two of the three fox clearings by her patrols alone, and wins at the start of her Birdsong."""
    match = hiring(
        "patrol", clearings={1: "marquise:warrior", 6: "patrol:warrior", 8: "patrol:warrior"}, turn=2, stage="turn_end",
        values={"score:1": None, "dominance:1": "card:dominance-fox"},
    )  # fmt: skip
    when(match, 2, GoOn())
    assert match.is_over
    return match


@CASES.obeys("RO-16.4.3-II", "RO-16.4.3-V", "RO-16.4.3-VI")
def a_hireling_battles_an_enemy_of_its_controllers() -> Match:
    match = hiring("patrol", clearings={12: "2 patrol:warrior, eyrie:warrior, eyrie:roost"}, hands={2: ["ambush-fox"]})
    when(match, 1, Employ(hireling="patrol", how="march"))
    when(match, 1, HireBattle(at=12, defender="eyrie"))
    when(match, 2, NoAmbush(), 2, 0)
    assert at(match, 12) == {"patrol:warrior": 2}
    assert match.table.get("score:1") == 0
    return match


@CASES.breaks("RO-16.4.3-II")
def a_battle_against_the_own_hireling() -> None:
    match = hiring("patrol", clearings={12: "2 patrol:warrior, 2 marquise:warrior"})
    when(match, 1, Battle(at=12, defender="patrol"))


CASES.forged("RO-16.4.3-I", "RO-16.4.3-III", "RO-16.4.3-IV", "RO-16.4.3-V", "RO-16.4.3-VI", "RO-16.4.3-VII")


def exile(**given_so: Any) -> Match:
    """Return a position in which the first seat controls The Exile, in the forest at 3, 6 and 11."""
    zones = {"forest:3_6_11": "exile:pawn", "exile-card": "3 exile:club", "items:1": "item:sword"}
    return hiring("exile", zones=zones, **given_so)


@CASES.obeys("RO-16.4.3-III", "RO-H-EXILE-A")
def an_item_for_the_exile() -> Match:
    match = exile(clearings={3: "marquise:warrior"})
    when(match, 1, Outfit(item="item:sword"))
    assert match.table.count("exile-card", "item:sword") == 1
    assert (match.table.get("score:1"), match.table.count("hand:1")) == (1, 1)
    return match


@CASES.breaks("RO-H-EXILE-A")
def an_item_from_afar() -> None:
    when(exile(clearings={1: "marquise:warrior"}), 1, Outfit(item="item:sword"))


@CASES.obeys("RO-16.4.3-VII")
def outrage_by_a_patrol() -> Match:
    match = hiring(
        "patrol", factions="CEA", clearings={12: "2 patrol:warrior", 4: "alliance:sympathy"}, hands={1: ["bake-sale"]}
    )
    when(match, 1, Employ(hireling="patrol", how="march"))
    when(match, 1, HireMove(origin=12, to=4, n=1))
    assert match.table.get("awaits") == "outrage"
    return match
