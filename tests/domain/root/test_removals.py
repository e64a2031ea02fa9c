"""What follows whenever pieces are removed, one by one too, and what shelters them (RO-6.2.3, RO-12.2.3, RO-H-STOIC-A).

"Whenever" leaves out no way of removing: a strike, a hireling's action, bandits on a path. The first four editions of
these rules asked nobody there.
"""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.root.actions.alliance import Revolt
from tablescribe.domain.games.root.actions.cards import Propaganda
from tablescribe.domain.games.root.actions.core import Battle, Move, Remove
from tablescribe.domain.games.root.actions.corvids import Admit, Expose
from tablescribe.domain.games.root.actions.hirelings import HireMove, HireTake
from tablescribe.domain.games.root.actions.lizards import Convert
from tablescribe.domain.games.root.actions.marquise import Heal, NoHeal
from tablescribe.domain.games.root.actions.vagabond import Strike
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_hireling_cards import begins
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.table import at, given, when

EARLIER = ["1", "2", "3", "4"]
KEEP = {1: "marquise:keep"}
FOX = {2: ["anvil"]}


def asked(match: Match) -> tuple[Any, tuple[int, ...]]:
    """Return what is asked, and whom."""
    return match.table.get("awaits"), match.to_act


# --- Field Hospitals and the Price of Failure ------------------------------------------------------


def struck(edition: str = "") -> Match:
    """Return a match in which the Vagabond strikes one of the Marquise's two warriors in clearing 12."""
    match = given(
        "VC", clearings={**KEEP, 12: "vagabond:pawn, 2 marquise:warrior"}, zones={"satchel:1": "item:crossbow"},
        values={"character:1": "ranger"}, hands=FOX, edition=edition,
    )  # fmt: skip
    when(match, 1, Strike(piece="marquise:warrior"))
    return match


def test_whom_a_crossbow_strikes_field_hospitals_save() -> None:
    """6.2.3: whenever warriors of the Marquise are removed, one matching card brings them to the keep."""
    match = struck()
    assert asked(match) == ("hospitals", (2,))
    when(match, 2, Heal(card="card:anvil"))
    assert at(match, 1) == {"marquise:keep": 1, "marquise:warrior": 1}


@pytest.mark.parametrize("edition", EARLIER)
def test_a_strike_in_an_earlier_match_asks_nobody(edition: str) -> None:
    assert asked(struck(edition)) == (None, (1,))


def burnt(edition: str = "") -> Match:
    """Return a match in which two Flame Bearers in 12 and one in 6 have each removed a warrior of the Marquise."""
    match = begins(
        "flame", factions="EC", hands=FOX, edition=edition,
        clearings={**KEEP, 12: "2 flame:warrior, 3 marquise:warrior", 6: "flame:warrior, marquise:warrior"},
    )  # fmt: skip
    places = (6, 12, 12) if edition in ("1", "2", "3") else (12, 6, 12)
    for place in places:
        assert asked(match) == ("hireling", (1,)), "nobody interrupts what the bearers do (1.4.2)"
        when(match, 1, HireTake(at=place, piece="marquise:warrior"))
    return match


def test_all_that_the_bearers_remove_from_a_clearing_one_card_saves() -> None:
    """6.2.3 names all warriors of the clearing: the removals of one action are one event."""
    match = burnt()
    assert asked(match) == ("hospitals", (2,))
    when(match, 2, NoHeal())  # for the one of clearing 6
    when(match, 2, Heal(card="card:anvil"))  # for the two of clearing 12
    assert at(match, 1) == {"marquise:keep": 1, "marquise:warrior": 2}
    assert asked(match) == ("hireling", (1,))


@pytest.mark.parametrize("edition", EARLIER)
def test_bearers_of_an_earlier_match_go_on_to_the_next_place(edition: str) -> None:
    assert asked(burnt(edition)) == ("hireling", (1,))
    assert at(burnt(edition), 1) == {"marquise:keep": 1}


def burnt_market(edition: str = "") -> Match:
    """Return a match in which a Flame Bearer has removed a market of the Duchy."""
    match = begins("flame", factions="ED", clearings={12: "flame:warrior, duchy:market"}, hands=FOX, edition=edition)
    when(match, 1, HireTake(at=12, piece="duchy:market"))
    return match


def test_a_market_that_a_bearer_removes_is_a_failure() -> None:
    """12.2.3: whenever buildings of the Duchy are removed, a random card is discarded, too."""
    assert burnt_market().table.count("hand:2") == 0


@pytest.mark.parametrize("edition", EARLIER)
def test_a_burnt_market_was_no_failure_in_an_earlier_match(edition: str) -> None:
    assert burnt_market(edition).table.count("hand:2") == 1


def raged(edition: str = "") -> Match:
    """Return a match in which the Furious Protector has come to two warriors of the Marquise."""
    there = {**KEEP, 10: "protector:pawn", 12: "2 marquise:warrior"}
    match = begins("protector", factions="EC", clearings=there, hands=FOX, edition=edition)
    when(match, 1, HireMove(origin=10, to=12, n=1))
    return match


def test_the_furious_protector_sends_warriors_to_the_hospitals() -> None:
    assert asked(raged()) == ("hospitals", (2,))


@pytest.mark.parametrize("edition", EARLIER)
def test_the_furious_protector_of_an_earlier_match_asks_nobody(edition: str) -> None:
    match = raged(edition)
    assert asked(match)[0] != "hospitals"
    assert at(match, 12)["marquise:warrior"] == 1


def crossed(edition: str = "") -> Match:
    """Return a match in which two warriors have crossed the path of bandits to clearing 5, a rabbit clearing."""
    match = hiring(
        "bandits", seat=0, clearings={1: "2 marquise:warrior", 9: "marquise:keep"},
        zones={"path:1-5": "bandits:warrior"}, hands={1: ["root-tea-rabbit"]}, edition=edition,
    )  # fmt: skip
    when(match, 1, Move(origin=1, to=5, n=2))
    return match


@pytest.mark.parametrize("edition", EARLIER)
def test_bandits_of_an_earlier_match_rob_without_asking(edition: str) -> None:
    match = crossed(edition)
    assert asked(match)[0] != "hospitals"
    assert at(match, 5) == {"marquise:warrior": 1}


def test_a_warrior_that_bandits_rob_is_saved_by_a_card_of_the_clearing_it_reached() -> None:
    """Of two that cross the path, one is removed in the clearing they reach."""
    match = crossed()
    assert asked(match) == ("hospitals", (1,))
    when(match, 1, Heal(card="card:root-tea-rabbit"))
    assert (at(match, 5), at(match, 9)) == ({"marquise:warrior": 1}, {"marquise:keep": 1, "marquise:warrior": 1})


def fallen_ally(edition: str = "") -> Match:
    """Return a match in which a warrior of the Marquise has fallen for the Vagabond, its ally."""
    match = given(
        "VCE", clearings={**KEEP, 12: "vagabond:pawn, marquise:warrior, 2 eyrie:warrior"},
        zones={"satchel:1": "item:sword"}, values={"character:1": "thief", "relation:1:marquise": "allied"}, hands=FOX,
        edition=edition,
    )  # fmt: skip
    when(match, 1, Battle(at=12, defender="eyrie", how="ally:marquise"), 2, 1)
    when(match, 1, Remove(piece="marquise:warrior"))
    return match


def test_an_ally_that_falls_for_the_vagabond_is_saved() -> None:
    """A hit on an ally's warrior removes it as well: its hospitals are asked for at the end of the hits."""
    assert asked(fallen_ally()) == ("hospitals", (2,))


@pytest.mark.parametrize("edition", EARLIER)
def test_nobody_saves_a_fallen_ally_in_an_earlier_match(edition: str) -> None:
    assert asked(fallen_ally(edition))[0] != "hospitals"


# --- the Stoic Protector ---------------------------------------------------------------------------


def sheltered(factions: str = "VC", there: str = "2 marquise:warrior", **given_so: Any) -> Match:
    """Return a match in which the second seat controls the Stoic Protector, which stands in clearing 12."""
    clearings = {12: f"{there}, protector:pawn"} | given_so.pop("clearings", {})
    return hiring("protector", down=True, seat=2, factions=factions, clearings=clearings, **given_so)


def shot(edition: str = "") -> Match:
    """Return a match in which the Vagabond can strike at the Stoic Protector."""
    more = {"zones": {"satchel:1": "item:crossbow"}, "values": {"character:1": "ranger"}}
    return sheltered("VC", "vagabond:pawn, 2 marquise:warrior", edition=edition, **more)


def test_nobody_is_struck_at_the_stoic_protector() -> None:
    """RO-H-STOIC-A: enemies cannot remove the controller's faction pieces there, and cannot is absolute (1.1.2)."""
    match = shot()
    with pytest.raises(Illegal, match=r"RO-9\.5\.6"):
        when(match, 1, Strike(piece="marquise:warrior"))


@pytest.mark.parametrize("edition", EARLIER)
def test_a_strike_at_the_stoic_protector_stands_in_an_earlier_match(edition: str) -> None:
    match = shot(edition)
    when(match, 1, Strike(piece="marquise:warrior"))
    assert match.table.count("clearing:12", "marquise:warrior") == 1


def test_nobody_is_replaced_at_the_stoic_protector() -> None:
    """Propaganda and Convert remove before they place (16.6.21)."""
    with pytest.raises(Illegal, match="RO-CARD-PROPAGANDA-BUREAU"):
        when(at_the_bureau(), 1, Propaganda(at=12, enemy="eyrie", card="card:anvil"))
    with pytest.raises(Illegal, match=r"RO-1\.1\.2"):
        when(at_the_cult(), 1, Convert(at=12, piece="eyrie:warrior"))


def at_the_bureau(edition: str = "") -> Match:
    """Return a match in which the Marquise can use the Propaganda Bureau at the Stoic Protector."""
    return sheltered("CE", "2 eyrie:warrior", deck="exiles", hands={1: ["anvil"]}, edition=edition,
                     zones={"crafted:1": "card:propaganda-bureau"})  # fmt: skip


def at_the_cult(edition: str = "") -> Match:
    """Return a match in which the Cult can convert at the Stoic Protector."""
    return sheltered("LE", "2 eyrie:warrior", stage="birdsong", values={"outcast": "fox"}, edition=edition,
                     zones={"acolytes": "2 lizards:warrior"})  # fmt: skip


@pytest.mark.parametrize("edition", EARLIER)
def test_both_replaced_a_warrior_there_in_an_earlier_match(edition: str) -> None:
    match = at_the_bureau(edition)
    when(match, 1, Propaganda(at=12, enemy="eyrie", card="card:anvil"))
    assert at(match, 12)["eyrie:warrior"] == 1
    match = at_the_cult(edition)
    when(match, 1, Convert(at=12, piece="eyrie:warrior"))
    assert at(match, 12)["eyrie:warrior"] == 1


def plotted(edition: str = "") -> Match:
    """Return a match in which the Marquise guesses a plot that the Corvids' Stoic Protector shelters."""
    return sheltered("CP", "marquise:warrior, ?plot", hands={1: ["anvil"]}, edition=edition)


def test_no_plot_at_the_stoic_protector_is_exposed() -> None:
    """Exposure removes the plot (13.2.4), and enemies cannot remove it there."""
    with pytest.raises(Illegal, match="RO-H-STOIC-A: the Stoic Protector defends them"):
        when(plotted(), 1, Expose(at=12, card="card:anvil", plot="bomb"))


@pytest.mark.parametrize("edition", EARLIER)
def test_a_plot_there_is_exposed_in_an_earlier_match(edition: str) -> None:
    match = plotted(edition)
    when(match, 1, Expose(at=12, card="card:anvil", plot="bomb"))
    when(match, 2, Admit())
    assert at(match, 12) == {"marquise:warrior": 1, "protector:pawn": 1}


def test_no_hit_removes_an_attacker_at_the_stoic_protector() -> None:
    """Whom enemies cannot remove, the hits of a defender cannot remove either."""
    match = sheltered("EC", "2 marquise:warrior, 3 eyrie:warrior", turn=2)
    when(match, 2, Battle(at=12, defender="eyrie"), 2, 2)
    assert at(match, 12) == {"marquise:warrior": 2, "eyrie:warrior": 1, "protector:pawn": 1}


@pytest.mark.parametrize("edition", EARLIER)
def test_hits_remove_an_attacker_in_an_earlier_match(edition: str) -> None:
    match = sheltered("EC", "2 marquise:warrior, 3 eyrie:warrior", turn=2, edition=edition)
    when(match, 2, Battle(at=12, defender="eyrie"), 2, 2)
    assert at(match, 12) == {"eyrie:warrior": 1, "protector:pawn": 1}


def test_no_base_takes_the_slot_of_a_sheltered_building() -> None:
    """8.4.1: the revolt removes what can be removed; the sawmills stay, and no slot opens for the base (2.2.3)."""
    with pytest.raises(Illegal, match="RO-"):
        when(revolting(), 1, Revolt(at=12))


def revolting(edition: str = "") -> Match:
    """Return a match in which the Alliance may revolt where the Stoic Protector shelters two buildings."""
    return sheltered(
        "AC", "marquise:sawmill, marquise:workshop, alliance:sympathy", stage="birdsong",
        zones={"supporters": "card:anvil, card:foxfolk-steel"}, edition=edition,
    )  # fmt: skip


@pytest.mark.parametrize("edition", EARLIER)
def test_a_revolt_there_in_an_earlier_match(edition: str) -> None:
    match = revolting(edition)
    when(match, 1, Revolt(at=12))
    assert asked(match) == ("supporters_spent", (1,))
