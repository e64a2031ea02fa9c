"""Positions T-28 to T-39: Riverfolk, Cult, Duchy, Corvids, Hundreds, Keepers."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Remove
from tablescribe.domain.games.root.actions.corvids import Admit, Deny, Expose, Flip, Plot
from tablescribe.domain.games.root.actions.duchy import Dismiss
from tablescribe.domain.games.root.actions.hundreds import ChooseMood, DropItem, KeepItem, SellItem
from tablescribe.domain.games.root.actions.lizards import PlantGarden, ScoreGardens
from tablescribe.domain.games.root.actions.riverfolk import Buy
from tablescribe.domain.games.root.actions.vagabond import Damage
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_corvids import RABBITS, plotting
from tests.domain.root.cases_duchy import MOUSE, digging
from tests.domain.root.cases_hundreds import AT_HOME, in_birdsong, led
from tests.domain.root.cases_lizards import birdsong_with
from tests.domain.root.cases_riverfolk import buying
from tests.domain.root.table import at, given, when

# --- Riverfolk and Cult ---------------------------------------------------------------------------


def test_pieces_at_two_posts_buy_three_services_and_no_fourth() -> None:
    """T-28: with warriors enough it is the posts that limit."""
    match = buying(
        clearings={5: "marquise:warrior, riverfolk:post.rabbit", 7: "marquise:sawmill, riverfolk:post.mouse"},
        hand=("anvil", "sappers"),
    )  # fmt: skip
    when(match, 2, Buy(service="hand", card="card:anvil"))
    when(match, 2, Buy(service="boats"))
    when(match, 2, Buy(service="mercenaries"))
    assert match.table.count("payments", "marquise:warrior") == 2 + 1 + 1
    with pytest.raises(Illegal, match=r"RO-11\.2\.6"):
        when(match, 2, Buy(service="hand", card="card:sappers"))


TWO_AND_TWO = "card:anvil, card:foxfolk-steel, card:cobbler, card:bake-sale"
FOUR_BIRDS = "2 card:sappers, 2 card:armorers"


@pytest.mark.parametrize(
    ("souls", "outcast", "hated"),
    [
        (f"{TWO_AND_TWO}, card:sword-mouse, {FOUR_BIRDS}", "mouse", True),
        ("card:anvil, card:foxfolk-steel, card:tax-collector", "fox", False),
        ("", "mouse", True),
    ],
)
def test_the_outcast_after_lost_souls(souls: str, outcast: str, hated: bool) -> None:
    """T-31: mouse was outcast; two foxes and two rabbits are tied, four birds do not count."""
    match = birdsong_with(souls)
    assert (match.table.get("outcast"), match.table.get("hated")) == (outcast, hated)


def test_rituals_of_the_three_fox_gardens() -> None:
    """T-32: two points once; a second fox card scores nothing, and a bird builds nothing."""
    match = given(
        "LC", clearings={8: "2 lizards:garden.fox", 1: "lizards:garden.fox", 12: "2 lizards:warrior"},
        hands={1: ["anvil", "foxfolk-steel", "sappers"]},
    )  # fmt: skip
    when(match, 1, ScoreGardens(card="card:anvil"))
    assert match.table.get("score:1") == 2
    with pytest.raises(Illegal, match=r"RO-10\.5\.3"):
        when(match, 1, ScoreGardens(card="card:foxfolk-steel"))
    with pytest.raises(Illegal, match=r"RO-10\.2\.2"):
        when(match, 1, PlantGarden(card="card:sappers", at=12))
    when(match, 1, PlantGarden(card="card:foxfolk-steel", at=12))


# --- Duchy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lost", "kept"), [("brigadier", "mayor"), ("mayor", "brigadier")])
def test_two_buildings_cost_one_of_the_nobles(lost: str, kept: str) -> None:
    """T-33: citadel and market fall in one battle: one noble of choice, his crown and one random card."""
    match = digging(
        MOUSE, "anvil", stage="daylight", turn=2, ministers="minister:captain, minister:brigadier, minister:mayor",
        clearings={1: "duchy:tunnel", 5: "duchy:market, duchy:citadel, 3 marquise:warrior"},
        values={"crowns:squire": 2, "crowns:noble": 1},
    )  # fmt: skip
    when(match, 2, Battle(at=5, defender="duchy"), 1, 0)
    when(match, 1, Remove(piece="duchy:market"))
    when(match, 1, Dismiss.model_validate({"minister": lost}), "card:anvil")
    assert match.table.pieces("ministers") == {"minister:captain": 1, f"minister:{kept}": 1}
    assert match.table.count("unswayed", f"minister:{lost}") == 1
    assert [match.table.get(f"crowns:{rank}") for rank in ("squire", "noble", "lord")] == [2, 1, 3]
    assert match.table.pieces("hand:1") == {f"card:{MOUSE}": 1}
    assert match.table.pieces("discard:card") == {"card:anvil": 1}
    assert match.table.get("awaits") is None


# --- Corvids --------------------------------------------------------------------------------------


@pytest.mark.parametrize("recorded", [True, False])
def test_a_raid_is_exposed_by_the_second_guess(recorded: bool) -> None:
    """T-35: the first card is lost, the second kept; the raid has no effect. What is recorded is asked of nobody."""
    match = given(
        "PE", clearings={4: "3 corvids:warrior, eyrie:warrior", 8: "eyrie:roost"}, hands={2: list(RABBITS)},
        values={"leader": "despot"}, stage="daylight",
    )  # fmt: skip
    when(match, 1, Plot(at=4, plot="raid" if recorded else ""))
    while match.table.get("turn") == 1:
        when(match, 1, GoOn())
    when(match, 2, Expose(at=4, card=f"card:{RABBITS[0]}", plot="bomb"))
    if not recorded:
        when(match, 1, Deny())
    assert match.table.count("hand:1", f"card:{RABBITS[0]}") == 1
    assert match.table.count("clearing:4", "?plot") == 1
    when(match, 2, Expose(at=4, card=f"card:{RABBITS[1]}", plot="raid"))
    if not recorded:
        when(match, 1, Admit())
    assert at(match, 4) == {"corvids:warrior": 2, "eyrie:warrior": 1}
    assert match.table.count("hand:2", f"card:{RABBITS[1]}") == 1
    assert match.table.get("score:2") == 1
    assert [at(match, number) for number in (9, 12)] == [{}, {}]


def test_a_bomb_beside_warlord_and_vagabond() -> None:
    """T-36: a point for each plot that lies open, one for the sawmill; the warlord stays, the bomb goes."""
    match = plotting(
        "scheming", factions="PCVH", seats=4,
        zones={"satchel:3": "item:boot, item:torch, item:sword, item:hammer"},
        clearings={
            7: "corvids:warrior, ?plot, marquise:sawmill, vagabond:pawn, hundreds:warlord, hundreds:warrior",
            2: "corvids:plot.snare",
        },
        values={"character:3": "tinker", "mood": "stubborn"},
    )  # fmt: skip
    when(match, 1, Flip(at=7, plot="bomb"))
    for name in ("boot", "torch", "sword"):
        when(match, 3, Damage(item=f"item:{name}"))
    assert at(match, 7) == {"corvids:warrior": 1, "vagabond:pawn": 1, "hundreds:warlord": 1}
    assert match.table.pieces("satchel:3") == {"item:hammer": 1}
    assert match.table.get("score:1") == 2 + 1
    assert match.table.count("deck:plot", "?plot") == 7


# --- Hundreds -------------------------------------------------------------------------------------


def test_a_wrathful_warlord_with_boot_and_sword() -> None:
    """T-37: he must change, neither to what he is nor to what the boot or the sword bars."""
    match = in_birdsong({8: AT_HOME}, mood="wrathful", zones={"hoard": "item:boot, item:sword"})
    when(match, 2, GoOn())
    for barred in ("jubilant", "wrathful"):
        with pytest.raises(Illegal, match=r"RO-14\.4\.4"):
            when(match, 1, ChooseMood.model_validate({"mood": barred}))
    with pytest.raises(Illegal, match=r"RO-14\.4\.4"):
        when(match, 1, GoOn())
    when(match, 1, ChooseMood(mood="stubborn"))
    assert match.table.get("mood") == "stubborn"


def test_the_mood_changes_though_no_item_bars_it() -> None:
    """T-37: with an empty Hoard the mood itself is the only one that is barred."""
    match = in_birdsong({8: AT_HOME}, mood="wrathful")
    when(match, 2, GoOn())
    with pytest.raises(Illegal, match=r"RO-14\.4\.4"):
        when(match, 1, ChooseMood(mood="wrathful"))
    when(match, 1, ChooseMood(mood="jubilant"))


def with_a_coin() -> Match:
    """Return a match in which the Hundreds, their Command track being full, have just crafted a coin."""
    match = led(
        {3: "2 hundreds:stronghold"}, hands={1: ["bake-sale"]}, zones={"hoard": "2 item:boot, 2 item:bag"},
        stage="craft",
    )  # fmt: skip
    when(match, 1, Craft(card="card:bake-sale"))
    return match


@pytest.mark.parametrize("dropped", ["coin", "boot", "bag"])
def test_a_coin_for_a_full_track(dropped: str) -> None:
    """T-38: the coin or any item of that track leaves the game for a point; the card's three are not scored."""
    match = with_a_coin()
    when(match, 1, KeepItem())
    when(match, 1, DropItem.model_validate({"item": dropped}))
    left = {"item:boot": 2, "item:bag": 2, "item:coin": 1}
    left[f"item:{dropped}"] -= 1
    assert match.table.pieces("hoard") == {name: n for name, n in left.items() if n}
    assert match.table.count("box", f"item:{dropped}") >= 1
    assert match.table.get("score:1") == 1


def test_a_coin_that_is_not_kept() -> None:
    """T-38: then the card's points are scored, and the track is as it was."""
    match = with_a_coin()
    when(match, 1, SellItem())
    assert match.table.pieces("hoard") == {"item:boot": 2, "item:bag": 2}
    assert match.table.get("score:1") == 3
