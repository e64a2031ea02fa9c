"""Hirelings do what their cards say to the letter (16.4.2), where the first four editions of these rules did not."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.core import Move, PutPiece
from tablescribe.domain.games.root.actions.hirelings import Employ, HireBattle, HirePass, HirePlace, HireTake, Plunder
from tablescribe.domain.games.root.actions.vagabond import Instigate, Roam
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.table import at, when

EARLIER = ["1", "2", "3", "4"]


# --- the Popular Band (RO-H-BAND-A) ----------------------------------------------------------------


def at_the_band(edition: str = "") -> Match:
    """Return a match in which three warriors of the Marquise have joined two at the band in clearing 12."""
    match = hiring("band", seat=0, clearings={12: "band:warrior, 2 marquise:warrior", 9: "3 marquise:warrior"},
                   edition=edition)  # fmt: skip
    when(match, 1, Move(origin=9, to=12, n=3))
    return match


@pytest.mark.parametrize("n", [3, 5])
def test_who_came_to_the_band_stays_until_the_turn_is_over(n: int) -> None:
    """Enemies cannot move out of a band's clearing in the turn in which they moved in."""
    match = at_the_band()
    with pytest.raises(Illegal, match="RO-H-BAND-A"):
        when(match, 1, Move(origin=12, to=4, n=n))


def test_who_was_at_the_band_before_may_leave() -> None:
    match = at_the_band()
    when(match, 1, Move(origin=12, to=4, n=2))
    assert at(match, 4) == {"marquise:warrior": 2}


@pytest.mark.parametrize("edition", EARLIER)
def test_all_left_the_band_in_an_earlier_match(edition: str) -> None:
    match = at_the_band(edition)
    when(match, 1, Move(origin=12, to=4, n=5))
    assert at(match, 4) == {"marquise:warrior": 5}


# --- the Brigand (RO-H-BRIGAND-D, RO-14.2.4) -------------------------------------------------------


def plundered(edition: str = "") -> Match:
    """Return a match in which the Lord of the Hundreds has plundered a ruin with the Brigand."""
    match = hiring(
        "exile", down=True, factions="HC", stage="craft", clearings={12: "hundreds:warrior"},
        zones={"under:12": "?ruin", "unseen:ruin": "ruin:boot"}, edition=edition,
    )  # fmt: skip
    when(match, 1, Plunder(at=12), "ruin:boot")
    return match


def test_what_the_hundreds_plunder_goes_into_the_hoard() -> None:
    """The card says so; there it counts for Command, and cannot be exhausted to rob."""
    match = plundered()
    assert match.table.pieces("hoard") == {"item:boot": 1}
    assert match.table.count("items:1") == 0
    assert match.table.count("clearing:12", "ruin") == 0


@pytest.mark.parametrize("edition", EARLIER)
def test_it_lay_with_crafted_items_in_an_earlier_match(edition: str) -> None:
    assert plundered(edition).table.pieces("items:1") == {"item:boot": 1}


# --- too few pieces (RO-1.5.4) ---------------------------------------------------------------------

GANGS = {3: "bandits:warrior", 8: "bandits:warrior", 1: "24 marquise:warrior"}
"""Two gangs, and a single warrior of the Marquise left."""


def test_who_has_too_few_warriors_for_the_gangs_says_where_they_go() -> None:
    match = hiring("bandits", down=True, clearings=GANGS)
    when(match, 1, Employ(hireling="bandits"))
    assert (match.table.get("awaits"), match.to_act) == ("short_supply", (1,))
    when(match, 1, PutPiece(at=8))
    assert (at(match, 3), at(match, 8)) == ({"bandits:warrior": 1}, {"bandits:warrior": 1, "marquise:warrior": 1})


@pytest.mark.parametrize("edition", EARLIER)
def test_the_lowest_number_came_first_in_an_earlier_match(edition: str) -> None:
    match = hiring("bandits", down=True, clearings=GANGS, edition=edition)
    when(match, 1, Employ(hireling="bandits"))
    assert at(match, 3) == {"bandits:warrior": 1, "marquise:warrior": 1}


# --- the Sunward Expedition and the Vault Keepers --------------------------------------------------


def test_the_expedition_places_a_foothold_before_a_warrior_at_each() -> None:
    """First a foothold with up to three warriors; second either a move and a battle, or a warrior at each foothold."""
    match = hiring("expedition", clearings={8: "expedition:foothold"})
    when(match, 1, Employ(hireling="expedition", how="place"))
    when(match, 1, HirePlace(place="clearing:3"))
    assert at(match, 3) == {"expedition:foothold": 1, "expedition:warrior": 4}
    assert at(match, 8) == {"expedition:foothold": 1, "expedition:warrior": 1}


def test_who_places_no_foothold_still_has_a_warrior_at_each() -> None:
    match = hiring("expedition", clearings={8: "expedition:foothold"})
    when(match, 1, Employ(hireling="expedition", how="place"))
    when(match, 1, HirePass())
    assert at(match, 8) == {"expedition:foothold": 1, "expedition:warrior": 1}


@pytest.mark.parametrize("edition", EARLIER)
def test_no_foothold_came_first_in_an_earlier_match(edition: str) -> None:
    match = hiring("expedition", clearings={8: "expedition:foothold"}, edition=edition)
    when(match, 1, Employ(hireling="expedition", how="place"))
    assert match.table.get("awaits") is None
    assert at(match, 8) == {"expedition:foothold": 1, "expedition:warrior": 1}


FULL = {4: "vault:vault", 8: "2 marquise:sawmill", 9: "2 marquise:workshop", 12: "marquise:recruiter"}
"""A vault in clearing 4, which has one slot; the clearings beside it have no open slot either."""


def test_where_no_vault_fits_near_one_comes_anywhere_with_a_warrior() -> None:
    """If they cannot place a vault at or next to a vault, they place one and a warrior in any clearing."""
    match = hiring("vault", clearings=FULL)
    when(match, 1, Employ(hireling="vault", how="place"))
    when(match, 1, HirePlace(place="clearing:2"))
    assert at(match, 2) == {"vault:vault": 1, "vault:warrior": 2}
    assert at(match, 4) == {"vault:vault": 1, "vault:warrior": 1}


@pytest.mark.parametrize("edition", EARLIER)
def test_none_came_in_an_earlier_match(edition: str) -> None:
    match = hiring("vault", clearings=FULL, edition=edition)
    when(match, 1, Employ(hireling="vault", how="place"))
    assert match.table.get("awaits") is None
    assert at(match, 4) == {"vault:vault": 1, "vault:warrior": 1}


# --- battles against the Spring Uprising (RO-H-UPRISING-A) -----------------------------------------


def patrol_at_the_uprising(edition: str = "") -> Match:
    """Return a match in which the Marquise's Patrol may battle the Uprising in clearing 12, a fox clearing."""
    match = hiring(
        "patrol", "uprising", clearings={12: "3 patrol:warrior, uprising:warrior, eyrie:warrior"},
        values={"controls:uprising": None}, hands={1: ["anvil", "bake-sale"]}, edition=edition,
    )  # fmt: skip
    when(match, 1, Employ(hireling="patrol", how="march"))
    when(match, 1, HirePass())
    return match


def test_a_hireling_attacks_the_uprising_for_a_card_of_its_controller() -> None:
    """To battle the Uprising the attacker must discard a card of the clearing's suit, a hireling too."""
    match = patrol_at_the_uprising()
    with pytest.raises(Illegal, match="RO-H-UPRISING-A"):
        when(match, 1, HireBattle(at=12, defender="uprising"))
    with pytest.raises(Illegal, match="RO-H-UPRISING-A"):
        when(match, 1, HireBattle(at=12, defender="uprising", how="card:bake-sale"))
    when(match, 1, HireBattle(at=12, defender="uprising", how="card:anvil"), 1, 0)
    assert match.table.pieces("hand:1") == {"card:bake-sale": 1}
    assert at(match, 12) == {"patrol:warrior": 3, "eyrie:warrior": 1}


def test_a_battle_against_anybody_else_takes_no_card() -> None:
    match = patrol_at_the_uprising()
    with pytest.raises(Impossible):
        when(match, 1, HireBattle(at=12, defender="eyrie", how="card:anvil"), 1, 0)
    when(match, 1, HireBattle(at=12, defender="eyrie"), 1, 0)
    assert match.table.count("hand:1") == 2


@pytest.mark.parametrize("edition", EARLIER)
def test_it_was_free_in_an_earlier_match(edition: str) -> None:
    match = patrol_at_the_uprising(edition)
    when(match, 1, HireBattle(at=12, defender="uprising"), 1, 0)
    assert match.table.count("hand:1") == 2


def at_the_prophets(edition: str = "") -> Match:
    """Return a match in which the Marquise forces the Eyrie to battle in clearing 12, where the Uprising stands."""
    match = hiring(
        "prophets", clearings={12: "prophets:warrior, 3 eyrie:warrior, uprising:warrior"},
        values={"side:uprising": "promoted"}, hands={1: ["anvil", "bake-sale"]}, edition=edition,
    )  # fmt: skip
    when(match, 1, Employ(hireling="prophets", how="force"))
    when(match, 1, HireTake(at=12, piece="eyrie:warrior"))
    return match


def test_a_battle_that_the_prophets_force_costs_their_controller_a_card() -> None:
    match = at_the_prophets()
    with pytest.raises(Illegal, match="RO-H-UPRISING-A"):
        when(match, 1, HireBattle(at=12, defender="uprising"))
    when(match, 1, HireBattle(at=12, defender="uprising", how="card:anvil"), 1, 0)
    assert match.table.pieces("hand:1") == {"card:bake-sale": 1}


@pytest.mark.parametrize("edition", EARLIER)
def test_the_prophets_forced_it_for_nothing_in_an_earlier_match(edition: str) -> None:
    match = at_the_prophets(edition)
    when(match, 1, HireBattle(at=12, defender="uprising"), 1, 0)
    assert match.table.count("hand:1") == 2


def stirred(edition: str = "") -> Match:
    """Return a match in which a Vagrant stands with two eagles at the Uprising in clearing 12."""
    return hiring(
        "uprising", seat=0, factions="VE", hands={1: ["anvil", "bake-sale"]},
        clearings={12: "vagabond:pawn, 2 eyrie:warrior, uprising:warrior"},
        zones={"satchel:1": "item:torch"}, values={"character:1": "vagrant"}, edition=edition,
    )  # fmt: skip


def test_a_battle_that_a_vagrant_instigates_costs_the_vagrant_a_card() -> None:
    match = stirred()
    with pytest.raises(Illegal, match="RO-H-UPRISING-A"):
        when(match, 1, Instigate(attacker="eyrie", defender="uprising"))
    ways = [one for one in legal_actions(match.opening, match.table, 1) if isinstance(one, Instigate)]
    assert {(one.attacker, one.defender, one.how) for one in ways if one.defender == "uprising"} == {
        ("eyrie", "uprising", "card:anvil"), ("vagabond", "uprising", "card:anvil"),
    }  # fmt: skip
    when(match, 1, Instigate(attacker="eyrie", defender="uprising", how="card:anvil"), 1, 0)
    assert match.table.pieces("hand:1") == {"card:bake-sale": 1}


@pytest.mark.parametrize("edition", EARLIER)
def test_a_vagrant_instigated_it_for_nothing_in_an_earlier_match(edition: str) -> None:
    match = stirred(edition)
    when(match, 1, Instigate(attacker="eyrie", defender="uprising"), 1, 0)
    assert match.table.count("hand:1") == 2


# --- the Highway Bandits (RO-H-BANDITS-A) ----------------------------------------------------------


def robbed_together(edition: str = "") -> Match:
    """Return a match in which a Vagabond and a warrior of its ally have crossed the path of bandits."""
    match = hiring(
        "bandits", seat=0, factions="VC", clearings={1: "vagabond:pawn, 2 marquise:warrior"},
        zones={"path:1-5": "bandits:warrior", "satchel:1": "2 item:boot, item:sword"},
        values={"character:1": "thief", "relation:1:marquise": "allied"}, edition=edition,
    )  # fmt: skip
    when(match, 1, Roam(to=5, ally="marquise", n=2))
    return match


def test_a_vagabond_that_moves_with_an_ally_pays_one_toll() -> None:
    """The card: one of the moving pieces, for a Vagabond an item."""
    match = robbed_together()
    assert (match.table.get("awaits"), at(match, 5)["marquise:warrior"]) == ("item_hit", 2)


@pytest.mark.parametrize("edition", EARLIER)
def test_the_ally_lost_a_warrior_too_in_an_earlier_match(edition: str) -> None:
    assert at(robbed_together(edition), 5)["marquise:warrior"] == 1
