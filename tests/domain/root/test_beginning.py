"""The set-up while a table plays on as it likes: it stays due until it is done, and something can always be done."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import count
from typing import Any

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.root.actions.advanced import Choose, Scatter
from tablescribe.domain.games.root.actions.core import GoOn, Move, Settle
from tablescribe.domain.games.root.actions.eyrie import Roost
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.actions.vagabond import Become
from tablescribe.domain.games.root.board import SETUP
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.depth import a_few, times
from tests.domain.kit import Kit, again, carry_on, irregular
from tests.domain.root.cases_advanced import advanced, go_on_until, opened
from tests.domain.root.cases_core import a_new_match
from tests.domain.root.table import when
from tests.domain.root.test_rules import OPTIONS

SETUPS: dict[str, list[Any]] = {"setup": ["advanced", "advanced", "standard"], "draft": [True, True, False]}
KIT = Kit(game("root"), {**OPTIONS, **SETUPS})
THINNED = times(2, 1)
"""Every how many kinds of action are tried at each step of the set-up, others at the next one."""


def is_set_up(match: Match) -> bool:
    return match.is_over or match.table.get("stage") != SETUP


def finished(match: Match, choose: random.Random) -> bool:
    """Carry out legal actions until the set-up is done; return whether it is, and whether an action is possible."""
    for _ in range(150):
        legal = [(seat, action) for seat in match.to_act for action in KIT.legal(match, seat)]
        if is_set_up(match) or not legal:
            return match.is_over or bool(legal)
        carry_on(match, *choose.choice(legal), choose)
    return False


@pytest.mark.parametrize("number", a_few([2, 16], 1))
def test_whatever_a_table_does_before_its_time_the_set_up_gets_done(number: int) -> None:
    choose, tried, said = random.Random(number), 0, defaultdict[type[Action], list[Action]](list)
    match = KIT.open(number)
    for one in KIT.said(match, choose):
        said[type(one)].append(one)
    for step in count():
        if is_set_up(match):
            break
        for some in [*said.values()][step % THINNED :: THINNED]:
            action, other = choose.choice(some), again(match)
            if irregular(other, choose.choice(match.opening.all_seats), action, choose):
                tried += 1
                assert finished(other, choose), (action, other.table.values)
        carry_on(match, *choose.choice([(n, one) for n in match.to_act for one in KIT.legal(match, n)]), choose)
    assert tried > 10 // THINNED


def choosing() -> Match:
    """Return a match in which seat 2, the Eyrie, has settled and chosen a leader, and seat 1 has no faction yet."""
    match = advanced(2, "eyrie", "marquise", "duchy")
    when(match, 2, Choose(faction="eyrie"))
    return go_on_until(match, lambda match: match.to_act == (1,))


@pytest.mark.parametrize(
    "action", [GoOn(), Roost(at=1, by="bird"), Move(origin=1, to=5, n=1, by="bird")], ids=lambda one: type(one).__name__
)
def test_nobody_takes_a_turn_before_the_set_up_is_done(action: Action) -> None:
    """Also as played: nothing in a turn would lead back to the factions that are still to be chosen."""
    match = choosing()
    with pytest.raises(Impossible, match="finish the current setup step first"):
        when(match, 2, action, as_played=True)
    assert match.table.get("stage") == SETUP
    assert finished(match, random.Random(1))


def test_who_begins_where_somebody_else_does_takes_no_homeland_away() -> None:
    match = choosing()
    when(match, 1, Choose(faction="marquise"))
    taken = next(key for key in match.table.values if key.startswith("home:"))
    when(match, 1, Settle(at=int(taken.partition(":")[2])), as_played=True)
    assert match.table.get(taken) == 2
    assert finished(match, random.Random(1))
    assert not [key for key in match.table.values if key.startswith("home:")]


def test_a_vagabond_who_becomes_another_one_gives_the_first_ones_items_back() -> None:
    match = opened(factions="VC")
    while match.to_act == (2,):
        carry_on(match, 2, KIT.legal(match, 2)[0], random.Random(1))
    when(match, 1, Become(character="thief"))
    before = match.table.copy()
    when(match, 1, Become(character="tinker"), as_played=True)
    when(match, 1, Become(character="thief"), as_played=True)
    assert match.table == before


def test_a_vagabond_who_chose_before_his_time_takes_his_items_once() -> None:
    match = opened(factions="CV")
    when(match, 2, Become(character="thief"), as_played=True)
    assert finished(match, random.Random(1))
    assert match.table.pieces("satchel:2") == {"item:boot": 1, "item:sword": 1, "item:torch": 1}
    assert match.table.pieces("track:2") == {"item:tea": 1}


def test_whoever_says_where_the_rest_of_the_warriors_goes_it_is_said_once() -> None:
    match = advanced(2, "duchy", "eyrie", "marquise")
    when(match, 2, Choose(faction="duchy"))
    go_on_until(match, lambda match: match.table.get("awaits") == "scatter" or is_set_up(match))
    assert match.table.get("awaits") == "scatter"
    while match.table.get("awaits") == "scatter":
        at = next(one.at for one in KIT.legal(match, 2) if isinstance(one, Scatter))
        when(match, 1, Scatter(at=at), as_played=True)
    assert finished(match, random.Random(1))


@pytest.mark.parametrize(("letter", "rule"), [("V", "RO-9.3"), ("O", "RO-11.3")])
def test_who_chooses_no_clearing_does_not_begin_in_one(letter: str, rule: str) -> None:
    """The pawn goes into a forest, and the Company's warriors are placed one by one."""
    match = a_new_match(factions=f"C{letter}")
    when(match, 1, Settle(at=1))
    for building, place in (("sawmill", 1), ("workshop", 5), ("recruiter", 10)):
        carry_on(match, 1, Build.model_validate({"building": building, "at": place}), random.Random(1))
    assert match.to_act == (2,)
    with pytest.raises(Illegal) as refused:
        when(match, 2, Settle(at=5))
    assert refused.value.rule == rule
    assert not any(isinstance(act, Settle) for act in legal_actions(match.opening, match.table, 2))
