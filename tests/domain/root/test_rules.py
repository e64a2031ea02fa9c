"""Root: its rules obeyed and broken, and what must hold of every game."""

from __future__ import annotations

from domain.action import Action
from domain.events import Seat
from domain.games import opening
from domain.games.root.actions import Leave, Take
from domain.match import Match
from domain.table import Fact
from tests.domain.a_game import a_game
from tests.domain.cases import Cases
from tests.support import STAMP, do

CASES = Cases()


def given(*moves: tuple[int, Action]) -> Match:
    """Return a match of two in which these moves were made."""
    match = Match.open("m", opening("root", 2), [Seat("a", "c"), Seat("b", "c")], STAMP)
    for seat, action in moves:
        do(match, seat, action)
    return match


@CASES.obeys("RO-1", "RO-2", "RO-3")
def the_first_takes_three_stones() -> Match:
    match = given((1, Take(stones=3)))
    assert (match.table.count("heap"), match.table.count("taken:1"), match.to_act) == (9, 3, (2,))
    return match


@CASES.breaks("RO-2")
def the_second_begins() -> None:
    given((2, Take(stones=1)))


@CASES.breaks("RO-3")
def the_first_takes_four() -> None:
    given((1, Take(stones=4)))


@CASES.obeys("RO-4")
def the_first_leaves_the_heap_alone() -> Match:
    match = given((1, Leave()))
    assert (match.table.count("heap"), match.to_act) == (12, (2,))
    return match


@CASES.breaks("RO-4")
def the_first_leaves_it_alone_twice() -> None:
    given((1, Leave()), (2, Leave()), (1, Leave()))


@CASES.obeys("RO-5")
def the_second_takes_the_last_stone() -> Match:
    match = given(*((seat, Take(stones=3)) for seat in (1, 2, 1, 2)))
    assert match.is_over
    assert match.close(STAMP).result.winners == (2,)
    return match


def nobody_took_it(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Forge: the last stone was taken, and nobody won."""
    return facts[:1]


CASES.forged("RO-1")
CASES.forged("RO-5", by=nobody_took_it)

TestRoot = a_game("root", cases=CASES, options={"most": [2, 3, 5]}, endings=("last_stone",))
