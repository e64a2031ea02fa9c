"""The line of moves: read in one run, or one after another, it is the same."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

from domain.events import Opened, Played
from domain.line import Line
from domain.table import Changed, Impossible
from tests.support import Step, do, toy_match


def toy_moves(many: int) -> tuple[Opened, list[Played]]:
    match = toy_match()
    for n in range(many):
        do(match, n % 2 + 1, Step(fields=0), as_played=True)
    return match.opened, [cast(Played, move) for move in match.moves[1:]]


def state(line: Line) -> tuple[object, ...]:
    return line.moves, line.parent, line.depth, line.drawn, line.numbers, line.table


def test_a_run_of_moves_is_as_appending_each() -> None:
    opened, moves = toy_moves(6)
    line, single = Line(opened), Line(opened)
    for move in moves:
        single.append(move, move.number)
    assert line.extend(moves[:2], 1) == 3
    line.go_to(1)
    line.go_to(2)
    assert line.extend(moves[2:], 3) == 7
    assert line.extend([], 7) == 7
    assert state(line) == state(single)


@pytest.mark.parametrize(
    "wrong", [{"number": 9}, {"originator_version": 9}, {"facts": (Changed("turn", 1, 2), Changed("nothing", 5, 6))}]
)
def test_a_run_ends_at_the_first_move_that_does_not_follow_and_those_before_it_stay(wrong: dict[str, object]) -> None:
    opened, moves = toy_moves(4)
    line, shorter = Line(opened), Line(opened)
    shorter.extend(moves[:2], 1)
    with pytest.raises(Impossible):
        line.extend([*moves[:2], msgspec.structs.replace(moves[2], **wrong), moves[3]], 1)
    assert state(line) == state(shorter)
