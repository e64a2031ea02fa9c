"""Positions T-16 to T-27: revolts, sympathy and Outrage; the Vagabond's battles, boots, items, Aid and coalition."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.alliance import PaySupporter, Revolt, ShowHand, Spread
from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move, Remove, UseEffect
from tablescribe.domain.games.root.actions.marquise import Heal
from tablescribe.domain.games.root.actions.vagabond import Aid, Coalition, Damage, Roam, Slip, Strike
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_eyrie import decreeing
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.cases_vagabond import FOXES, aiding, fourth, roaming
from tests.domain.root.table import at, given, when
from tests.support import STAMP


def until(match: Match, turn: int, stage: str = "daylight") -> Match:
    """Continue until a seat's turn has reached a stage."""
    while (match.table.get("turn"), match.table.get("stage")) != (turn, stage):
        when(match, match.to_act[0], GoOn())
    return match


# --- the Alliance ---------------------------------------------------------------------------------


def test_a_revolt_against_cats_with_hospitals_and_a_vagabond() -> None:
    """T-16: a sawmill and a wood score, the cats go to the keep, three items are damaged; ruin and sympathy stay."""
    match = given(
        "ACV",
        clearings={
            6: "alliance:sympathy, 3 marquise:warrior, marquise:sawmill, marquise:wood, vagabond:pawn",
            8: "alliance:sympathy", 1: "marquise:keep",
        },
        zones={"supporters": "card:anvil, card:sappers", "satchel:3": "item:boot, item:torch, item:sword, item:hammer"},
        hands={2: ["travel-gear-fox"]}, values={"character:3": "tinker"}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, Revolt(at=6))
    when(match, 1, PaySupporter(card="card:anvil"))
    when(match, 1, PaySupporter(card="card:sappers"))
    for name in ("boot", "torch", "hammer"):
        when(match, 3, Damage(item=f"item:{name}"))
    when(match, 2, Heal(card="card:travel-gear-fox"))
    assert at(match, 6) == {
        "alliance:sympathy": 1, "alliance:base.fox": 1, "alliance:warrior": 2, "vagabond:pawn": 1
    }  # fmt: skip
    assert match.table.count("clearing:6", "ruin") == 1
    assert at(match, 1) == {"marquise:keep": 1, "marquise:warrior": 3}
    assert match.table.pieces("satchel:3") == {"item:sword": 1}
    assert match.table.count("damaged:3") == 3
    assert match.table.count("officers", "alliance:warrior") == 1
    assert match.table.get("score:1") == 2


@pytest.mark.parametrize(("controller", "spent"), [(2, 2), (0, 1)])
def test_a_controlled_hireling_counts_among_three_warriors(controller: int, spent: int) -> None:
    """T-17: with one that is hers the two cats are three, and sympathy costs a supporter more."""
    match = hiring(
        "spies", factions="AC", seat=controller, clearings={12: "2 marquise:warrior, spies:warrior"},
        zones={"supporters": "card:anvil, card:sappers"}, stage="birdsong",
    )  # fmt: skip
    when(match, 1, Spread(at=12))
    for card in ("card:anvil", "card:sappers")[:spent]:
        assert "alliance:sympathy" not in at(match, 12)
        when(match, 1, PaySupporter(card=card))
    assert at(match, 12) == {"marquise:warrior": 2, "spies:warrior": 1, "alliance:sympathy": 1}


def test_the_eyrie_has_no_mouse_for_the_outrage() -> None:
    """T-19: the hand is shown, and with five supporters and no base the card that is drawn is discarded."""
    match = decreeing(
        {"move": "loyal-vizier"}, factions="EA", clearings={1: "eyrie:warrior", 9: "alliance:sympathy"},
        hands={1: ["anvil", "bake-sale"]}, zones={"supporters": "5 ?card"},
    )  # fmt: skip
    when(match, 1, Move(origin=1, to=9, n=1))
    assert match.table.get("awaits") == "outrage"
    when(match, 1, ShowHand(), "card:sappers")
    assert match.table.pieces("supporters") == {"?card": 5}
    assert match.table.pieces("discard:card") == {"card:sappers": 1}
    assert match.table.count("hand:1", "card:anvil") == match.table.count("hand:1", "card:bake-sale") == 1


# --- the Vagabond in battle -----------------------------------------------------------------------


def test_a_defence_and_a_strike_score_no_infamy() -> None:
    """T-22: two hostile cats fall while he defends, and one by a strike in his own turn: no point for any."""
    match = roaming(
        "2 item:sword, item:boot, item:crossbow", turn=1, stage="daylight",
        clearings={1: "vagabond:pawn, 4 marquise:warrior"}, values={"relation:2:marquise": "hostile"},
    )  # fmt: skip
    when(match, 1, Battle(at=1, defender="vagabond"), 2, 2)
    for name in ("boot", "sword"):
        when(match, 2, Remove(piece=f"item:{name}"))
    assert at(match, 1)["marquise:warrior"] == 2
    assert match.table.get("score:2") == 0
    when(until(match, 2), 2, Strike(piece="marquise:warrior"))
    assert at(match, 1)["marquise:warrior"] == 1
    assert match.table.get("score:2") == 0


@pytest.mark.parametrize(("there", "boots"), [("2 marquise:warrior", 2), ("marquise:sawmill", 1)])
def test_boots_into_a_hostile_clearing(there: str, boots: int) -> None:
    """T-23: hostile warriors take a second boot, a hostile building does not."""
    match = roaming(
        "2 item:boot", clearings={1: "", 9: "vagabond:pawn", 4: there}, values={"relation:2:marquise": "hostile"}
    )
    when(match, 2, Roam(to=4))
    assert match.table.count("satchel:2", "item:boot.exhausted") == boots


def test_one_boot_is_too_little_among_hostile_warriors() -> None:
    """T-23: the second boot is no choice."""
    match = roaming(
        "item:boot", clearings={1: "", 9: "vagabond:pawn", 4: "marquise:warrior"},
        values={"relation:2:marquise": "hostile"},
    )  # fmt: skip
    with pytest.raises(Illegal, match=r"RO-9\.5\.1"):
        when(match, 2, Roam(to=4))


def test_he_slips_among_hostile_warriors_without_a_boot() -> None:
    """T-23: a slip takes none."""
    match = roaming(
        "2 item:boot", clearings={1: "", 9: "vagabond:pawn", 4: "2 marquise:warrior"},
        values={"relation:2:marquise": "hostile"}, stage="slipping",
    )  # fmt: skip
    when(match, 2, Slip(to="clearing:4"))
    assert at(match, 4)["vagabond:pawn"] == 1
    assert match.table.pieces("satchel:2") == {"item:boot": 2}


def test_five_hits_on_three_items() -> None:
    """T-24: three items are damaged in his order, each keeping its side; two hits are ignored."""
    match = roaming(
        "item:boot, item:torch, item:hammer.exhausted", turn=1, stage="daylight",
        clearings={1: "vagabond:pawn, 3 marquise:warrior"}, zones={"crafted:1": "card:brutal-tactics"},
    )  # fmt: skip
    when(match, 1, Battle(at=1, defender="vagabond"), 3, 0)  # three, one as he is defenceless, and one of the card
    when(match, 1, UseEffect(effect="card:brutal-tactics"))
    for name in ("hammer.exhausted", "boot"):
        assert match.to_act == (2,)
        when(match, 2, Remove(piece=f"item:{name}"))
    assert match.table.pieces("damaged:2") == {"item:boot": 1, "item:torch": 1, "item:hammer.exhausted": 1}
    assert match.table.get("awaits") is None
    assert at(match, 1)["vagabond:pawn"] == 1


# --- aid and the coalition ------------------------------------------------------------------------


def aid(card: str, item: str = "boot") -> Aid:
    """Return Aid to the Marquise."""
    return Aid.model_validate({"faction": "marquise", "card": f"card:{card}", "item": item})


def test_aid_takes_a_ready_item() -> None:
    """T-25: with exhausted items only it is refused, with a ready one it is done."""
    for held, able in (("2 item:boot.exhausted", False), ("item:boot.exhausted, item:boot", True)):
        match = roaming(held, clearings={1: "vagabond:pawn, marquise:warrior"}, hands={2: [FOXES[0]]})
        if able:
            when(match, 2, aid(FOXES[0]))
            assert match.table.get("score:2") == 1
        else:
            with pytest.raises(Illegal, match=r"RO-9\.5\.4"):
                when(match, 2, aid(FOXES[0]))


def test_aid_of_the_last_turn_does_not_count() -> None:
    """T-25: the second space takes two Aids in one turn."""
    match = aiding(*FOXES, **{"relation:2:marquise": "1"})
    when(match, 2, aid(FOXES[0]))
    until(until(match, 1), 2)
    when(match, 2, aid(FOXES[1]))
    assert match.table.get("relation:2:marquise") == "1"
    assert match.table.get("score:2") == 0
    when(match, 2, aid(FOXES[2]))
    assert match.table.get("relation:2:marquise") == "2"
    assert match.table.get("score:2") == 2


def test_a_sword_of_the_hostile_marquise() -> None:
    """T-26: whom he aids gives a crafted item, hostile or not; the marker stays."""
    match = roaming(
        "item:boot", clearings={1: "vagabond:pawn, marquise:warrior"}, hands={2: [FOXES[0]]},
        zones={"items:1": "item:sword"}, values={"relation:2:marquise": "hostile"},
    )  # fmt: skip
    when(match, 2, Aid(faction="marquise", card=f"card:{FOXES[0]}", item="boot", take="sword"))
    assert match.table.pieces("satchel:2") == {"item:boot.exhausted": 1, "item:sword": 1}
    assert match.table.pieces("items:1") == {}
    assert match.table.get("relation:2:marquise") == "hostile"
    assert match.table.get("score:2") == 0


@pytest.mark.parametrize("partner", ["eyrie", "alliance"])
def test_either_of_the_two_poorest_is_a_partner(partner: str) -> None:
    """T-27: with 14 points among 12, 9 and 9 he picks either; his marker leaves the track for good."""
    match = fourth()
    when(match, 4, Coalition.model_validate({"card": "card:dominance-bird", "faction": partner}))
    assert match.table.get("coalition:4") == {"eyrie": 2, "alliance": 3}[partner]
    assert match.table.get("score:4") is None


def allied(turn: int = 4, stage: str = "daylight") -> Match:
    """Return a match of four in which the Vagabond (4) and the Eyrie (2) are a coalition."""
    clearings = {8: "vagabond:pawn, eyrie:warrior, eyrie:roost, marquise:warrior"}
    return given(
        "CEAV", clearings=clearings, zones={"satchel:4": "2 item:sword, item:boot"},
        hands={2: ["anvil"], 4: [FOXES[0]]},
        values={"coalition:4": 2, "score:4": None, "dominance:4": "card:dominance-bird", "character:4": "thief",
                "score:2": 29, "leader": "despot"}, turn=turn, stage=stage,
    )  # fmt: skip


def test_in_a_coalition_he_scores_no_more_and_does_not_battle_the_partner() -> None:
    """T-27: his marker is off the track, and the partner is no enemy."""
    match = allied()
    when(match, 4, aid(FOXES[0]))
    assert match.table.get("relation:4:marquise") == "1"
    assert match.table.get("score:4") is None
    with pytest.raises(Illegal, match="RO-AMB-12"):
        when(match, 4, Battle(at=8, defender="eyrie"))
    when(match, 4, Battle(at=8, defender="marquise"))


def test_the_partners_victory_is_his() -> None:
    """T-27: the Eyrie reaches thirty points, and both have won."""
    match = allied(turn=2, stage="craft")
    when(match, 2, Craft(card="card:anvil"))
    assert match.is_over
    assert match.close(STAMP).result.winners == (2, 4)


def test_three_players_form_no_coalition() -> None:
    """T-27: the same position without the Alliance."""
    match = given(
        "CEV", clearings={1: "vagabond:pawn"}, hands={3: ["dominance-bird"]}, turn=3,
        values={"score:1": 12, "score:2": 9, "score:3": 14, "character:3": "thief"},
    )  # fmt: skip
    with pytest.raises(Illegal, match=r"RO-9\.2\.8"):
        when(match, 3, Coalition(card="card:dominance-bird", faction="eyrie"))
