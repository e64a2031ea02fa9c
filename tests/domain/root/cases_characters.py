"""Cases of Root's rules: the nine characters of the Vagabond (RO-16.3)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tablescribe.domain.games.root.actions.core import Battle, Move, UseEffect
from tablescribe.domain.games.root.actions.vagabond import (
    Become,
    DayLabor,
    Glide,
    Hideout,
    Instigate,
    Mend,
    Quest,
    Roam,
    ScorchedEarth,
    Steal,
)
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import opened
from tests.domain.root.cases_vagabond import roaming
from tests.domain.root.table import at, given, when

QUESTS = ("quest:fox-errand", "quest:mouse-escort", "quest:rabbit-errand")


def becoming(character: str) -> Match:
    """Return a match in which the first of two Vagabonds has just taken a character."""
    match = opened(2, *QUESTS, factions="VG")
    when(match, 1, Become.model_validate({"character": character}))
    return match


def items(match: Match, seat: int = 1) -> list[str]:
    """Return the names of a Vagabond's items, ready ones only."""
    zones = (f"satchel:{seat}", f"track:{seat}")
    return sorted(piece.removeprefix("item:") for zone in zones for piece, n in match.table.pieces(zone).items()
                  for _ in range(n))  # fmt: skip


BEGIN_WITH = {
    "thief": "boot sword tea torch", "tinker": "bag boot hammer torch", "ranger": "boot crossbow sword torch",
    "vagrant": "boot coin torch", "arbiter": "boot sword sword torch", "scoundrel": "boot boot crossbow torch",
    "adventurer": "boot hammer torch", "ronin": "boot boot sword torch", "harrier": "coin crossbow sword torch",
}  # fmt: skip
"""The items of each character, in the order of the Law's paragraphs (RO-16.3.1 to RO-16.3.9)."""


def begins(character: str) -> Match:
    """Check what a character begins with, and return the match in which somebody has become it."""
    match = becoming(character)
    assert items(match) == BEGIN_WITH[character].split()
    return match


for place, name in enumerate(BEGIN_WITH, start=1):
    CASES.obeys(f"RO-16.3.{place}-I")(partial(begins, name))

CASES.forged(*(f"RO-16.3.{n}-I" for n in range(1, 10)))


def as_character(name: str, held: str = "item:torch, item:boot", here: str = "2 marquise:warrior") -> Match:
    """Return a match of Marquise and that Vagabond, in clearing 1 (fox) with some pieces of hers."""
    pieces = f"vagabond:pawn, {here}" if here else "vagabond:pawn"
    return roaming(held, clearings={1: pieces}, values={"character:2": name}, hands={1: ["anvil"]})


# --- Thief, Tinker, Ranger -------------------------------------------------------------------------


@CASES.obeys("RO-16.3.1-II", "RO-9.5.9", "RO-AMB-18")
def the_thief_steals_a_card() -> Match:
    match = as_character("thief")
    when(match, 2, Steal(faction="marquise"))
    assert match.table.pieces("hand:2") == {"card:anvil": 1}
    return match


@CASES.breaks("RO-16.3.1-II")
def the_thief_steals_where_nobody_is() -> None:
    when(as_character("thief", here=""), 2, Steal(faction="marquise"))


CASES.forged("RO-9.5.9", "RO-AMB-18")


@CASES.obeys("RO-16.3.2-II")
def the_tinker_labours() -> Match:
    match = roaming("item:torch", values={"character:2": "tinker"}, zones={"discard:card": "card:anvil"})
    when(match, 2, DayLabor(card="card:anvil"))
    assert match.table.pieces("hand:2") == {"card:anvil": 1}
    return match


@CASES.breaks("RO-16.3.2-II")
def the_tinker_takes_another_suit() -> None:
    match = roaming("item:torch", values={"character:2": "tinker"}, zones={"discard:card": "card:root-tea-mouse"})
    when(match, 2, DayLabor(card="card:root-tea-mouse"))


@CASES.obeys("RO-16.3.3-II")
def the_ranger_mends_three_and_the_day_is_over() -> Match:
    match = roaming(
        "item:torch", values={"character:2": "ranger"},
        zones={"damaged:2": "item:sword, item:boot, item:crossbow, item:hammer"},
    )  # fmt: skip
    when(match, 2, Hideout())
    for name in ("sword", "boot", "hammer"):
        when(match, 2, Mend(item=f"item:{name}"))
    assert match.table.pieces("damaged:2") == {"item:crossbow": 1}
    assert match.table.get("turn") == 1
    return match


@CASES.breaks("RO-16.3.3-II")
def another_hides_out() -> None:
    when(roaming("item:torch"), 2, Hideout())


# --- Vagrant, Arbiter, Scoundrel -------------------------------------------------------------------


def stirring(**options: Any) -> Match:
    """A Vagrant between two cats with a sawmill, hostile to him, and two eagles, in clearing 5 (rabbit)."""
    return given(
        "CVE", clearings={5: "vagabond:pawn, 2 marquise:warrior, marquise:sawmill, 2 eyrie:warrior"}, turn=2,
        zones={"satchel:2": "item:torch, item:boot"},
        values={"character:2": "vagrant", "relation:2:marquise": "hostile"}, **options,
    )  # fmt: skip


@CASES.obeys("RO-16.3.4-II", "RO-AMB-19")
def the_vagrant_stirs_two_others_up() -> Match:
    match = stirring()
    when(match, 2, Instigate(attacker="eyrie", defender="marquise"), 2, 1)
    # he removes two hostile cats (1 + 1), and an eagle, who becomes hostile by it
    assert at(match, 5) == {"vagabond:pawn": 1, "marquise:sawmill": 1, "eyrie:warrior": 1}
    assert match.table.get("score:2") == 2
    assert match.table.get("relation:2:eyrie") == "hostile"
    assert match.table.get("score:3") == 0
    other = stirring(vagrant="buildings")
    when(other, 2, Instigate(attacker="eyrie", defender="marquise"), 2, 1)
    assert other.table.get("score:2") == 0
    return match


CASES.forged("RO-AMB-19")


@CASES.breaks("RO-16.3.4-II")
def another_stirs() -> None:
    match = as_character("thief", here="marquise:warrior")
    when(match, 2, Instigate(attacker="vagabond", defender="marquise"), 1, 0)


@CASES.obeys("RO-16.3.5-II", "RO-AMB-20")
def the_arbiter_protects_the_defender() -> Match:
    match = given(
        "CVE", clearings={5: "vagabond:pawn, 3 marquise:warrior, eyrie:warrior"}, turn=1,
        zones={"satchel:2": "item:sword, item:sword.exhausted"}, values={"character:2": "arbiter"},
    )  # fmt: skip
    when(match, 1, Battle(at=5, defender="eyrie"))
    when(match, 3, UseEffect(effect="protector"), 2, 2)
    assert at(match, 5) == {"vagabond:pawn": 1, "marquise:warrior": 1}  # two hits by one eagle and two swords
    assert match.table.get("score:2") == 1
    return match


CASES.forged("RO-16.3.5-II", "RO-AMB-20")


@CASES.obeys("RO-16.3.6-II")
def the_scoundrel_burns_a_clearing_down() -> Match:
    match = as_character("scoundrel", "item:torch, 2 item:boot")
    when(match, 2, ScorchedEarth())
    assert at(match, 1) == {"vagabond:pawn": 1, "item:torch.scorched": 1}
    when(match, 2, Roam(to=5))
    with pytest.raises(Illegal) as refused:
        when(match, 2, Roam(to=1))
    assert refused.value.rule == "RO-16.3.6-II"
    return match


@CASES.breaks("RO-16.3.6-II")
def nothing_is_moved_into_a_burnt_clearing() -> None:
    match = roaming(
        "", turn=1, stage="daylight", clearings={1: "vagabond:pawn, item:torch.scorched", 5: "marquise:warrior"}
    )
    when(match, 1, Move(origin=5, to=1, n=1))


@CASES.breaks("RO-16.3.6-II")
def there_is_nothing_to_burn_in_a_forest() -> None:
    match = roaming(
        "item:torch", clearings={1: ""}, zones={"forest:1_2_5_10": "vagabond:pawn"},
        values={"character:2": "scoundrel"},
    )  # fmt: skip
    when(match, 2, ScorchedEarth())


# --- Adventurer, Ronin, Harrier --------------------------------------------------------------------


def questing(held: str, character: str = "adventurer") -> Match:
    """A Vagabond in clearing 1 (fox) with an open quest for tea and a boot."""
    return roaming(held, values={"character:2": character}, zones={"quests": "quest:fox-errand"})


@CASES.obeys("RO-16.3.7-II")
def the_adventurer_improvises() -> Match:
    match = questing("item:boot, item:hammer")
    when(match, 2, Quest(quest="quest:fox-errand", reward="points", instead="hammer", of="tea"))
    assert match.table.pieces("damaged:2") == {"item:hammer.exhausted": 1}
    assert match.table.get("score:2") == 1
    return match


@CASES.breaks("RO-16.3.7-II")
def another_improvises() -> None:
    match = questing("item:boot, item:hammer", "thief")
    when(match, 2, Quest(quest="quest:fox-errand", reward="points", instead="hammer", of="tea"))


@CASES.obeys("RO-16.3.8-II")
def the_ronin_strikes_swiftly() -> Match:
    match = as_character("ronin", "2 item:sword, item:boot", "3 marquise:warrior")
    when(match, 2, Battle(at=1, defender="marquise"), 1, 0)
    when(match, 2, UseEffect(effect="swift-strike"))
    assert at(match, 1) == {"vagabond:pawn": 1, "marquise:warrior": 1}
    assert match.table.count("satchel:2", "item:sword.exhausted") == 2
    return match


CASES.forged("RO-16.3.8-II")


@CASES.obeys("RO-AMB-21")
def at_some_tables_he_strikes_once() -> Match:
    match = roaming(
        "3 item:sword", clearings={1: "vagabond:pawn, 3 marquise:warrior"}, values={"character:2": "ronin"},
        ronin_once=True,
    )  # fmt: skip
    when(match, 2, Battle(at=1, defender="marquise"), 1, 0)
    when(match, 2, UseEffect(effect="swift-strike"))
    assert at(match, 1) == {"vagabond:pawn": 1, "marquise:warrior": 1}
    return match


CASES.forged("RO-AMB-21")


@CASES.obeys("RO-16.3.9-II")
def the_harrier_glides_anywhere() -> Match:
    match = as_character("harrier", "item:torch")
    when(match, 2, Glide(to=3))
    assert at(match, 3) == {"vagabond:pawn": 1}
    return match


@CASES.breaks("RO-16.3.9-II")
def another_glides() -> None:
    when(as_character("thief"), 2, Glide(to=3))
