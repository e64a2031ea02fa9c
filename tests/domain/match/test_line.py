"""The line of moves: computed at once or event by event, it is the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec
import pytest

from tablescribe.domain.games import revive_stored
from tablescribe.domain.match.events import AnyEvent, Opened, Played
from tablescribe.domain.match.line import Line
from tablescribe.domain.match.match import Match, replay, replay_stored
from tablescribe.domain.table.table import Changed, Impossible
from tests.support import STAMP, Step, do, toy_match, toy_opening


def toy_moves(many: int) -> tuple[Opened, list[Played]]:
    match = toy_match()
    for n in range(many):
        do(match, n % 2 + 1, Step(fields=0), as_played=True)
    return match.opened, [cast(Played, move) for move in match.moves[1:]]


def stored(events: Sequence[AnyEvent]) -> list[tuple[AnyEvent, bytes]]:
    return [(event, msgspec.json.encode(event)) for event in events]


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


def test_moves_that_are_kept_as_bytes_are_the_same_moves() -> None:
    opened, moves = toy_moves(6)
    line, single = Line(opened), Line(opened)
    single.extend(moves, 1)
    assert line.extend_stored(stored(moves[:4]), 1) == (5, None)
    copy = line.copy()
    assert line.extend_stored(stored(moves[4:]), 5) == (7, None)
    assert [type(kept) for kept in line.moves._kept] == [Opened] + 6 * [bytes]
    asked = line.moves[3]
    assert asked == moves[2]
    assert line.moves[3] is asked
    assert line.moves[4:6] == moves[3:5]
    assert state(line) == state(single)
    assert (len(copy.moves), [*copy.moves]) == (5, [opened, *moves[:4]])
    line.go_to(2)
    single.go_to(2)
    assert line.table == single.table


@pytest.mark.parametrize(
    "wrong", [{"number": 9}, {"originator_version": 9}, {"facts": (Changed("turn", 1, 2), Changed("nothing", 5, 6))}]
)
def test_what_is_stored_ends_at_the_first_move_that_does_not_follow_too(wrong: dict[str, object]) -> None:
    opened, moves = toy_moves(4)
    line, shorter = Line(opened), Line(opened)
    shorter.extend(moves[:2], 1)
    with pytest.raises(Impossible):
        line.extend_stored(stored([*moves[:2], msgspec.structs.replace(moves[2], **wrong), moves[3]]), 1)
    assert state(line) == state(shorter)


def test_a_match_is_the_same_from_its_events_and_from_what_is_stored_of_them() -> None:
    match = toy_match()
    for n in range(4):
        do(match, n % 2 + 1, Step(fields=0), as_played=True)
    match.take_back(2, STAMP, judge=True)
    match.restore(4, STAMP)
    match.take_back(1, STAMP, judge=True)
    match.note("well", STAMP)
    do(match, 1, Step(fields=0), as_played=True)
    match.rule([Changed("turn", match.table.number("turn"), 7)], STAMP, clause="1", reason="so")
    do(match, 2, Step(fields=0), as_played=True)
    opened, *rest = events = list(match.collect_events())
    told = replay(Match(cast(Opened, opened), toy_opening()), rest)
    again = replay_stored(Match(cast(Opened, opened), toy_opening()), stored(rest))
    assert state(again.line) == state(told.line) == state(match.line)
    assert (again.version, again.notes, again.take_backs) == (told.version, told.notes, told.take_backs)
    assert again.version == len(events)


def test_nothing_stored_is_no_match_and_a_match_begins_with_being_opened() -> None:
    assert revive_stored([]) is None
    with pytest.raises(Impossible, match="must begin with its opening"):
        revive_stored(stored(toy_moves(1)[1]))
