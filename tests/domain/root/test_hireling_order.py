"""What a hireling does in each of several clearings, its controller does in any order (RO-1.1.3); it was by number."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.hirelings import Employ, HireBattle, HirePass, HirePlace, HireTake
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.domain.root.cases_hireling_cards import begins
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.table import at, when

EARLIER = ["1", "2", "3"]


def asked_in(match: Match) -> list[int]:
    """Return the clearings in which the hireling may act now."""
    offered = legal_actions(match.opening, match.table, 1)
    return sorted({one.at for one in offered if isinstance(one, HireBattle | HireTake)})


def spies(edition: str = "") -> Match:
    """Return a match in which spies in 6, 8 and 12 may battle in each."""
    there = {6: "2 spies:warrior, eyrie:warrior", 8: "eyrie:warrior", 12: "2 spies:warrior, 3 eyrie:warrior"}
    match = hiring("spies", clearings=there, edition=edition)
    when(match, 1, Employ(hireling="spies", how="battle"))
    for _ in range(2):
        when(match, 1, HirePlace(place="clearing:8"))
    return match


def test_spies_battle_in_the_order_that_their_controller_chooses_once_in_each_clearing() -> None:
    match = spies()
    assert asked_in(match) == [6, 8, 12]
    when(match, 1, HireBattle(at=12, defender="eyrie"), 0, 0)
    assert asked_in(match) == [6, 8]
    with pytest.raises(Illegal, match="RO-H-SPIES-D: it must battle in its own clearing"):
        when(match, 1, HireBattle(at=12, defender="eyrie"), 0, 0)
    when(match, 1, HireBattle(at=6, defender="eyrie"), 0, 0)
    when(match, 1, HireBattle(at=8, defender="eyrie"), 1, 0)
    assert match.table.get("awaits") is None
    assert (at(match, 8), at(match, 12)) == ({"spies:warrior": 2}, {"spies:warrior": 2, "eyrie:warrior": 3})


def test_who_passes_lets_the_spies_battle_in_none_of_the_clearings_that_are_left() -> None:
    match = spies()
    when(match, 1, HireBattle(at=8, defender="eyrie"), 0, 0)
    when(match, 1, HirePass())
    assert match.table.get("awaits") is None


@pytest.mark.parametrize("edition", EARLIER)
def test_matches_of_the_earlier_editions_ask_by_number_each_clearing_by_itself(edition: str) -> None:
    match = spies(edition)
    with pytest.raises(Illegal, match="RO-H-SPIES-D"):
        when(match, 1, HireBattle(at=12, defender="eyrie"), 0, 0)
    for clearing in (6, 8, 12):
        assert asked_in(match) == [clearing]
        when(match, 1, HirePass())
    assert match.table.get("awaits") is None


def band(edition: str = "") -> Match:
    """Return a match in which the band in 5 may pull warriors from 1 and 2."""
    there = {5: "band:warrior", 1: "2 eyrie:warrior", 2: "marquise:warrior"}
    match = hiring("band", clearings=there, edition=edition)
    when(match, 1, Employ(hireling="band"))
    when(match, 1, HirePlace(place="clearing:5"))
    return match


def test_the_band_pulls_a_warrior_from_each_clearing_in_any_order() -> None:
    match = band()
    assert asked_in(match) == [1, 2]
    when(match, 1, HireTake(at=2, piece="marquise:warrior"))
    assert asked_in(match) == [1]
    with pytest.raises(Impossible):
        when(match, 1, HireTake(at=2, piece="marquise:warrior"))
    when(match, 1, HireTake(at=1, piece="eyrie:warrior"))
    with pytest.raises(Impossible, match="that is not the decision to make"):  # but where one of the band is placed
        when(match, 1, HireTake(at=1, piece="eyrie:warrior"))
    assert at(match, 5) == {"band:warrior": 1, "eyrie:warrior": 1, "marquise:warrior": 1}


@pytest.mark.parametrize("edition", EARLIER)
def test_the_band_of_an_earlier_match_pulls_by_number(edition: str) -> None:
    match = band(edition)
    with pytest.raises(Impossible):
        when(match, 1, HireTake(at=2, piece="marquise:warrior"))
    when(match, 1, HireTake(at=1, piece="eyrie:warrior"))
    assert asked_in(match) == [2]


def test_vault_keepers_battle_at_their_vaults_in_any_order() -> None:
    there = dict.fromkeys((3, 9), "vault:vault, vault:warrior, eyrie:warrior")
    match = hiring("vault", clearings=there)
    when(match, 1, Employ(hireling="vault", how="battle"))
    when(match, 1, HirePass())  # no further vault
    assert asked_in(match) == [3, 9]
    when(match, 1, HireBattle(at=9, defender="eyrie"), 0, 0)
    assert asked_in(match) == [3]


def test_two_bearers_of_a_clearing_and_one_of_another_remove_a_piece_each_in_any_order() -> None:
    """Given three removals that must be, when each is done, then one is placed, and none could be left out."""
    match = begins("flame", clearings={6: "2 flame:warrior, 3 eyrie:warrior", 9: "flame:warrior, eyrie:warrior"})
    assert asked_in(match) == [6, 9]
    when(match, 1, HireTake(at=6, piece="eyrie:warrior"))
    assert asked_in(match) == [6, 9]
    with pytest.raises(Illegal, match="RO-H-FLAME-B: the hireling must do that"):
        when(match, 1, HirePass())
    when(match, 1, HireTake(at=9, piece="eyrie:warrior"))
    when(match, 1, HireTake(at=6, piece="eyrie:warrior"))
    assert (at(match, 6), at(match, 9)) == ({"flame:warrior": 2, "eyrie:warrior": 1}, {"flame:warrior": 1})
    assert asked_in(match) == []
    when(match, 1, HirePlace(place="clearing:6"))
