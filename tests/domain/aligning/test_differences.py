"""Differences between two logs of one match: those that a rule settles, those without effect, and those for a person.

A game of two: seats take turns (TT-0) and walk one field or two (TT-1), or roll a die and walk that far (TT-3).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import pytest

from tablescribe.domain.aligning.alignment import align, align_entries
from tablescribe.domain.aligning.deciding import Decider
from tablescribe.domain.aligning.difference import Alignment, Take
from tablescribe.domain.aligning.entries import Entry, entry_of
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tests.domain.aligning.damage import golden
from tests.support import STAMP, Let, Push, RollOn, Step, do, toy_match
from tests.support import Take as Draw

Said: TypeAlias = tuple[int, Action, Outcome | None]


def one(seat: int, fields: int) -> Said:
    return seat, Step(fields=fields), None


def roll(seat: int, die: int) -> Said:
    return seat, RollOn(), die


def log(match: Match, said: Sequence[Said]) -> list[Entry]:
    return [entry_of(match.opening, _played(number, *one)) for number, one in enumerate(said, start=1)]


def _played(number: int, seat: int, action: Action, outcome: Outcome | None) -> Played:
    at = toy_match().opened.at
    outcomes = () if outcome is None else (outcome,)
    return Played("m", number + 1, at, "", "", "", number, seat, action.data(), outcomes, (), (), (), False)


def aligned(first: Sequence[Said], second: Sequence[Said], takes: dict[int, Take] | None = None) -> Alignment:
    match = toy_match()
    table = match.line.beginning().table
    return align_entries(Decider(match, match), table, 0, log(match, first), log(match, second), takes)


def told(alignment: Alignment) -> list[tuple[str, str]]:
    """Return of each difference how it is settled, and as which log says."""
    return [(one.how, one.take) for one in alignment.differences]


def came_to(alignment: Alignment) -> list[tuple[int, Any]]:
    """Return the moves of the result: each seat with its fields, or the die."""
    moves = [column.played.move for column in alignment.played if column.played]
    return [
        (move.seat, move.outcomes[0] if move.outcomes else move.action["fields"])
        for move in moves
        if isinstance(move, Played)
    ]


MATCH = [one(1, 2), one(2, 1), roll(1, 3), one(2, 2), one(1, 1), roll(2, 4)]
PLAYED = [(1, 2), (2, 1), (1, 3), (2, 2), (1, 1), (2, 4)]


def without(*at: int) -> list[Said]:
    return [said for n, said in enumerate(MATCH) if n not in at]


def instead(at: int, said: Said) -> list[Said]:
    return [*MATCH[:at], said, *MATCH[at + 1 :]]


def test_logs_that_say_the_same_do_not_differ() -> None:
    alignment = aligned(MATCH, MATCH)
    assert alignment.differences == ()
    assert came_to(alignment) == PLAYED


def test_a_move_that_one_log_lacks_is_settled_by_the_rule_that_what_follows_would_break() -> None:
    for first, second, take in ((MATCH, without(2), "first"), (without(2), MATCH, "second")):
        alignment = aligned(first, second)
        assert told(alignment) == [("rule", take)]
        assert came_to(alignment) == PLAYED
        refusal = alignment.differences[0].refusal
        assert refusal is not None
        assert refusal.rule == "TT-0"


def test_each_log_may_lack_another_move() -> None:
    alignment = aligned(without(4), without(1))
    assert told(alignment) == [("rule", "first"), ("rule", "second")]
    assert came_to(alignment) == PLAYED


def test_where_each_log_lacks_what_the_other_has_a_person_tells_whether_any_of_it_happened() -> None:
    first, second = without(1), without(2)
    (question,) = aligned(first, second).questions
    assert {one.take for one in question.possible} == {"second", "both", "neither"}
    assert came_to(aligned(first, second, {1: "second"})) == PLAYED
    assert came_to(aligned(first, second, {1: "both"})) == PLAYED
    assert came_to(aligned(first, second, {1: "neither"})) == [PLAYED[0], *PLAYED[3:]]


def test_a_move_that_rules_refuse_is_not_the_one_that_was_made() -> None:
    alignment = aligned(instead(3, one(2, 5)), MATCH)
    assert told(alignment) == [("rule", "second")]
    assert came_to(alignment) == PLAYED
    assert alignment.differences[0].refusal is not None
    assert alignment.differences[0].refusal.rule == "TT-1"


def test_of_two_moves_that_both_can_be_a_person_tells_which_it_was() -> None:
    alignment = aligned(instead(3, one(2, 1)), MATCH)
    assert told(alignment) == [("open", "first")]
    (question,) = alignment.questions
    assert {one.take for one in question.possible} == {"first", "second"}
    assert came_to(aligned(instead(3, one(2, 1)), MATCH, {1: "second"})) == PLAYED
    assert told(aligned(instead(3, one(2, 1)), MATCH, {1: "second"})) == [("person", "second")]


def test_another_die_is_another_move() -> None:
    alignment = aligned(instead(2, roll(1, 5)), MATCH)
    assert told(alignment) == [("open", "first")]
    impossible = aligned(instead(2, roll(1, 9)), MATCH)
    assert told(impossible) == [("rule", "second")]
    assert came_to(impossible) == PLAYED


def test_moves_in_the_wrong_order_are_set_right_by_whose_turn_it_was() -> None:
    swapped = [*MATCH[:1], MATCH[2], MATCH[1], *MATCH[3:]]
    alignment = aligned(swapped, MATCH)
    assert told(alignment) == [("rule", "second")]
    assert came_to(alignment) == PLAYED


def test_a_log_that_ends_early_may_be_right_so_a_person_tells() -> None:
    alignment = aligned(MATCH, MATCH[:3])
    assert told(alignment) == [("open", "first")]
    assert len(alignment.questions[0].first) == 3
    assert came_to(aligned(MATCH, MATCH[:3], {1: "first"})) == PLAYED
    assert came_to(aligned(MATCH, MATCH[:3], {1: "second"})) == PLAYED[:3]


def test_what_both_logs_lack_is_not_passed_over() -> None:
    alignment = aligned(without(2), without(2))
    assert alignment.questions, "both say a move that cannot follow: something is missing before it"
    assert alignment.questions[0].refusal is not None
    assert alignment.questions[0].refusal.rule == "TT-0"


def test_a_move_that_was_written_down_twice_is_struck() -> None:
    twice = [*MATCH[:2], MATCH[1], *MATCH[2:]]
    alignment = aligned(MATCH, twice)
    assert told(alignment) == [("rule", "first")]
    assert came_to(alignment) == PLAYED


def test_only_what_is_open_can_be_decided() -> None:
    with pytest.raises(Refused, match="difference 1 needs no decision"):
        aligned(MATCH, without(2), {1: "second"})
    with pytest.raises(Refused, match="cannot be settled with both"):
        aligned(instead(3, one(2, 1)), MATCH, {1: "both"})


def test_a_person_may_say_that_neither_happened_or_both() -> None:
    match = golden("freeform/two_players")
    entries = [entry_of(match.opening, move) for move in match.moves[1:5] if isinstance(move, Played)]
    table = match.line.beginning().table

    def come(take: Take) -> list[int]:
        found = align_entries(
            Decider(match, match), table.copy(), 0, entries[:1] + entries[2:3], entries[:2], {1: take}
        )
        return [column.played.number for column in found.played if column.played]

    assert [come(take) for take in ("first", "second", "both", "neither")] == [[1, 3], [1, 2], [1, 3, 2], [1]]


def test_another_order_that_makes_no_difference_is_no_question() -> None:
    match = golden("freeform/two_players")
    entries = [entry_of(match.opening, move) for move in match.moves[1:5] if isinstance(move, Played)]
    other = [entries[0], entries[2], entries[1], entries[3]]
    alignment = align_entries(Decider(match, match), match.line.beginning().table, 0, entries, other)
    assert told(alignment) == [("order", "first")]
    assert [column.played for column in alignment.played] == entries


# --- whole logs -----------------------------------------------------------------------------------


def played(match: Match) -> Match:
    do(match, 1, Step(fields=2))
    do(match, 2, RollOn(), 4)
    return match


def second(**arguments: Any) -> Match:
    match = Match.open("second", toy_match().opening, toy_match().opened.seats, STAMP, **arguments)
    return played(match)


def test_moves_that_were_taken_back_are_not_compared() -> None:
    first, other = played(toy_match()), second()
    do(other, 1, Step(fields=1))
    other.take_back(2, STAMP, agreed=(1, 2))
    assert align(first, other).differences == ()


def test_a_window_that_was_closed_by_going_on_is_the_same_as_one_that_was_answered() -> None:
    first, other = played(toy_match()), second()
    for match, says in ((first, True), (other, False)):
        do(match, 1, Push(seat=2))
        if says:
            do(match, 2, Let())
        do(match, 2, Step(fields=1))
    assert align(first, other).differences == ()


def test_a_breach_that_both_logs_have_was_played() -> None:
    first, other = played(toy_match()), second()
    for match in (first, other):
        do(match, 1, Step(fields=5), as_played=True)
        do(match, 2, Step(fields=1))
    alignment = align(first, other)
    assert alignment.differences == ()
    assert [column.as_played for column in alignment.played] == [False, False, True, False]


def test_logs_of_two_matches_are_not_compared() -> None:
    with pytest.raises(Refused, match="this is one log"):
        align(toy_match(), toy_match())
    three = Match.open("other", toy_match(3).opening, toy_match(3).opened.seats, STAMP)
    with pytest.raises(Refused, match="they differ in the number of seats"):
        align(toy_match(), three)
    with pytest.raises(Refused, match="the source of chance"):
        align(toy_match(), second(chance="open"))


def test_cards_that_only_their_owner_saw_do_not_differ() -> None:
    first, other = toy_match(), Match.open("second", toy_match().opening, toy_match().opened.seats, STAMP)
    for match in (first, other):
        do(match, 1, Draw())
    assert align(first, other).differences == ()


def test_a_sealed_match_is_read_again_only_when_it_is_over() -> None:
    seed = b"s" * 32
    first, other = [
        Match.open(name, toy_match().opening, toy_match().opened.seats, STAMP, chance="sealed", seed=seed)
        for name in ("first", "second")
    ]
    for match in (first, other):
        match.play(1, RollOn(), match.chance(seed=seed), STAMP)
    with pytest.raises(Refused, match="close the sealed match first"):
        align(first, other)
    for match in (first, other):
        match.close(STAMP, seed=seed, abandoned=True)
    assert align(first, other).differences == ()
