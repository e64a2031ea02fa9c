"""A move cites the rules that decided it, and a refusal names the broken rule."""

from __future__ import annotations

import random
from statistics import median

import pytest

from tablescribe.domain.games.root.actions.core import Battle, Dominate, Move
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.depth import times
from tests.domain.root import test_rules
from tests.domain.root.cases_core import three_fox_clearings_win
from tests.domain.root.cases_hirelings import dominance_with_patrols
from tests.domain.root.cases_landmarks import SUITS
from tests.domain.root.table import given, when

KIT = test_rules.TestRoot.kit
SHORT = 4
"""Rules that half of the moves of a match name at most."""


def cited(match: Match) -> tuple[str, ...]:
    """Return the rules that the last move cites."""
    last = match.moves[match.head]
    assert isinstance(last, Played)
    return last.citations


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origin", "how", "ridden", "why"),
    [
        (1, "", True, "RO-16.2.2-V: the Ferry has already moved this turn"),
        (1, "ferry", True, "RO-16.2.2-V: the Ferry has already moved this turn"),
        (11, "", False, "RO-16.2.2-V: the Ferry is in clearing 1"),
        (11, "ferry", False, "RO-16.2.2-V: the Ferry is in clearing 1"),
    ],
)
def test_who_misses_the_ferry_is_told_so(origin: int, how: str, ridden: bool, why: str) -> None:
    values = {"this:marches": 2, **({"this:ferry": 1} if ridden else {})}
    match = given("CE", map="lake", outcomes=SUITS, clearings={origin: "3 marquise:warrior"}, values=values)
    with pytest.raises(Illegal) as refused:
        when(match, 1, Move(origin=origin, to=10, n=1, how=how))
    assert str(refused.value) == why


def test_a_river_is_no_path_where_no_ferry_is_meant() -> None:
    with pytest.raises(Illegal, match=r"RO-2\.3: a river is not a path for you"):
        when(given("CE", clearings={4: "3 marquise:warrior"}), 1, Move(origin=4, to=7, n=1))


def test_a_second_dominance_card_is_refused_because_of_the_first() -> None:
    match = given("CEA", hands={1: ["dominance-fox", "dominance-bird"]}, values={"score:1": 12})
    when(match, 1, Dominate(card="card:dominance-fox"))
    with pytest.raises(Illegal, match=r"RO-3\.3\.2: you have already activated a dominance card"):
        when(match, 1, Dominate(card="card:dominance-bird"))


# --- what decided ---------------------------------------------------------------------------------


def test_dominance_by_patrols_names_the_rule_of_hirelings() -> None:
    assert {"RO-3.3.1-I", "RO-16.4.3-I", "RO-AMB-34"} <= {*cited(dominance_with_patrols())}
    assert not {"RO-16.4.3-I", "RO-AMB-34"} & {*cited(three_fox_clearings_win())}


def test_an_attack_without_any_coalition_cites_none() -> None:
    match = given("CEAV", clearings={8: "2 marquise:warrior, vagabond:pawn"}, values={"character:4": "thief"})
    when(match, 1, Battle(at=8, defender="vagabond"), 1, 0)
    assert not {"RO-AMB-12", "RO-16.6.8", "RO-1.4.1"} & {*cited(match)}


def test_a_move_names_moving_and_rule_and_what_permits_it() -> None:
    match = given("CE", clearings={1: "3 marquise:warrior"})
    when(match, 1, Move(origin=1, to=5, n=1))
    assert sorted(cited(match)) == ["RO-4.2", "RO-4.2.1", "RO-6.5", "RO-6.5.2"]


@pytest.mark.parametrize("number", range(times(1, 12)))
def test_half_of_the_moves_of_a_match_name_few_rules(number: int) -> None:
    """The median was 6 while every move named what a path, a token or a supply is."""
    match = KIT.open(number)
    for n in KIT.moves(match, random.Random(number)):
        if n == 400:
            break
    assert median(len(move.citations) for move in match.moves if isinstance(move, Played)) <= SHORT
