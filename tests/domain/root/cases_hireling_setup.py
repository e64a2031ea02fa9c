"""Cases of Root's rules: hirelings in the advanced set-up (16.1.6), and where each of them begins."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.root.actions.advanced import Hire, Station
from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.parts import HirelingKey
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import advanced
from tests.domain.root.table import when

FILLING: tuple[HirelingKey, ...] = ("protector", "flotilla", "band")


def dealt(key: HirelingKey, factions: str = "CE") -> Match:
    """Return a match of two in which a hireling was dealt, with two others; the second seat is to set one up."""
    others = [one for one in FILLING if one != key][:2]
    return advanced(len(factions), key, *others, factions=factions, draft=False, hirelings=True)


def hired(key: HirelingKey, *places: str, factions: str = "CE", rolls: tuple[str, ...] = ()) -> Match:
    """Return a match in which the second seat has set a hireling up, at these places."""
    match = dealt(key, factions)
    said = iter(rolls)
    when(match, 2, Hire(hireling=key), *list(said)[:1])
    for place in places:
        when(match, 2, Station(place=place))
    return match


def standing(match: Match, piece: str) -> dict[int, int]:
    """Return how many of a piece stand in which clearings."""
    board = Board(match.opening, match.table)
    return {number: board.at(number, piece) for number in board.where(piece)}


# --- dealing and demoting --------------------------------------------------------------------------


@CASES.obeys("RO-16.1.6", "RO-16.1.6-I", "RO-16.1.6-IV", "RO-16.1.6-V")
def three_hirelings_and_their_markers() -> Match:
    match = dealt("vault")
    assert [match.table.get(f"side:{key}") for key in ("vault", "protector", "flotilla")] == ["promoted"] * 3
    assert match.table.count("supply:vault", "vault:vault") == 6
    assert [match.table.get(f"marker:{space}") for space in (4, 8, 12)] == [True] * 3
    return match


@CASES.obeys("RO-16.1.6-II")
def three_players_demote_one() -> Match:
    match = advanced(3, "vault", "flame", "band", "flame", factions="CEA", draft=False, hirelings=True)
    sides = {key: match.table.get(f"side:{key}") for key in ("vault", "flame", "band")}
    assert sides == {"vault": "promoted", "flame": "demoted", "band": "promoted"}
    return match


CASES.forged("RO-16.1.6", "RO-16.1.6-I", "RO-16.1.6-II", "RO-16.1.6-IV", "RO-16.1.6-V")


@CASES.obeys("RO-16.1.6-III")
def from_the_last_player_on_each_sets_one_up() -> Match:
    match = hired("protector", "clearing:3")
    assert match.to_act == (1,)
    when(match, 1, Hire(hireling="flotilla"))
    when(match, 1, Station(place="clearing:5"))
    assert match.to_act == (2,)  # there is a third one
    return match


@CASES.breaks("RO-16.1.6-III")
def a_hireling_that_was_not_dealt() -> None:
    when(dealt("vault"), 2, Hire(hireling="spies"))


# --- where each begins -----------------------------------------------------------------------------


@CASES.obeys("RO-H-PATROL-SET")
def patrols_everywhere() -> Match:
    match = hired("patrol", factions="EA")
    assert standing(match, "patrol:warrior") == dict.fromkeys(range(1, 13), 1)
    return match


@CASES.obeys("RO-H-PROPHETS-SET")
def prophets_at_the_ruins() -> Match:
    match = hired("prophets")
    assert standing(match, "prophets:warrior") == dict.fromkeys((6, 10, 11, 12), 1)
    return match


@CASES.obeys("RO-H-BRIGAND-SET")
def the_brigand_puts_items_under_the_ruins() -> Match:
    match = advanced(3, "exile", "flame", "band", "exile", factions="CEA", draft=False, hirelings=True)
    when(match, 3, Hire(hireling="exile"))
    assert [match.table.count(f"under:{number}", "?ruin") for number in (6, 10, 11, 12)] == [1, 1, 1, 1]
    assert match.to_act == (2,)
    return match


CASES.forged("RO-H-PATROL-SET", "RO-H-PROPHETS-SET", "RO-H-BRIGAND-SET")


@CASES.obeys("RO-H-DYNASTY-SET")
def the_dynasty_at_the_edge() -> Match:
    match = hired("dynasty", "clearing:8", factions="CA")
    assert standing(match, "dynasty:warrior") == {8: 5}
    return match


@CASES.obeys("RO-H-UPRISING-SET")
def the_uprising_where_its_die_says() -> Match:
    match = dealt("uprising")
    when(match, 2, Hire(hireling="uprising"), "fox")
    when(match, 2, Station(place="clearing:6"), "mouse")
    when(match, 2, Station(place="clearing:9"))
    assert standing(match, "uprising:warrior") == {6: 1, 9: 1}
    return match


@CASES.obeys("RO-H-EXILE-SET")
def the_exile_in_a_forest() -> Match:
    match = hired("exile", "forest:3_6_11")
    assert match.table.count("forest:3_6_11", "exile:pawn") == 1
    assert match.table.count("exile-card", "exile:club") == 3
    return match


@CASES.obeys("RO-H-FLAME-SET")
def two_flame_bearers() -> Match:
    match = hired("flame", "clearing:3", "clearing:3")
    assert standing(match, "flame:warrior") == {3: 2}
    return match


@CASES.obeys("RO-H-VAULT-SET")
def a_vault_with_its_keepers() -> Match:
    match = hired("vault", "clearing:1")
    assert (standing(match, "vault:warrior"), standing(match, "vault:vault")) == ({1: 2}, {1: 1})
    return match


@CASES.obeys("RO-H-BAND-SET")
def the_band_in_two_clearings() -> Match:
    match = hired("band", "clearing:1", "clearing:2")
    assert standing(match, "band:warrior") == {1: 1, 2: 1}
    return match


@CASES.obeys("RO-H-FLOTILLA-SET")
def the_flotilla_at_a_river_of_the_edge() -> Match:
    match = hired("flotilla", "clearing:4")
    assert standing(match, "flotilla:pawn") == {4: 1}
    return match


@CASES.obeys("RO-H-BANDITS-SET")
def bandits_on_two_paths() -> Match:
    match = hired("bandits", "path:1-5", "path:3-7")
    assert [match.table.count(path, "bandits:warrior") for path in ("path:1-5", "path:3-7")] == [1, 1]
    return match


@CASES.obeys("RO-H-EXPEDITION-SET")
def an_expedition() -> Match:
    match = hired("expedition", "clearing:12")
    assert standing(match, "expedition:warrior") == {12: 3}
    assert standing(match, "expedition:foothold") == {12: 1}
    return match


@CASES.obeys("RO-H-SPIES-SET")
def two_spies_in_clearings_of_one_suit() -> Match:
    match = hired("spies", "clearing:1", "clearing:6")
    assert standing(match, "spies:warrior") == {1: 1, 6: 1}
    return match


@CASES.obeys("RO-H-PROTECTOR-SET")
def the_protector_anywhere() -> Match:
    match = hired("protector", "clearing:11")
    assert standing(match, "protector:pawn") == {11: 1}
    return match


def elsewhere(key: HirelingKey, *places: str, factions: str = "CE", rolls: tuple[str, ...] = ()) -> Callable[[], None]:
    """Return how somebody sets a hireling up where it does not begin: the last of these places."""

    def attempt() -> None:
        hired(key, *places, factions=factions, rolls=rolls)

    attempt.__name__ = f"the_{key}_where_it_does_not_begin"
    return attempt


CASES.breaks("RO-H-DYNASTY-SET")(elsewhere("dynasty", "clearing:12", factions="CA"))
CASES.breaks("RO-H-UPRISING-SET")(elsewhere("uprising", "clearing:2", rolls=("fox",)))
CASES.breaks("RO-H-EXILE-SET")(elsewhere("exile", "clearing:3"))
CASES.breaks("RO-H-FLAME-SET")(elsewhere("flame", "forest:3_6_11"))
CASES.breaks("RO-H-VAULT-SET")(elsewhere("vault", "path:1-5"))
CASES.breaks("RO-H-BAND-SET")(elsewhere("band", "clearing:1", "clearing:1"))
CASES.breaks("RO-H-FLOTILLA-SET")(elsewhere("flotilla", "clearing:10"))
CASES.breaks("RO-H-BANDITS-SET")(elsewhere("bandits", "path:1-5", "path:1-5"))
CASES.breaks("RO-H-EXPEDITION-SET")(elsewhere("expedition", "forest:3_6_11"))
CASES.breaks("RO-H-SPIES-SET")(elsewhere("spies", "clearing:1", "clearing:2"))
CASES.breaks("RO-H-PROTECTOR-SET")(elsewhere("protector", "path:1-5"))
