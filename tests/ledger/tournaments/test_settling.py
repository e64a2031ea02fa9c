"""The result of a finished match comes in automatically: once its seats agree, or nobody objects in time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tablescribe.domain.match.refusals import MatchIsClosed, Refused
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.result_answers import answer_result, answers_of
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.verifiers import verify_tournament as outsider
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.depth import a_few
from tests.ledger.played_tournaments import hall, opened, plan

DATABASES = a_few(["sqlite", "postgresql"], 1)

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


class Clock:
    """A clock that a test sets."""

    now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def organiser(ledger: Ledger, clock: Clock) -> TournamentCommands:
    return hall(Scribe(ledger, clock))


def finished(organiser: TournamentCommands, people: int = 4, **more: Any) -> tuple[str, list[str]]:
    """Pair a round and play its matches to the end, without closing them; return the tournament and the matches."""
    found = opened(organiser, [f"Player {n}" for n in range(people)], plan(1, **more))
    organiser.pair(found, seed=1)
    matches = [one.match for one in organiser.start(found)]
    for match in matches:
        organiser.scribe.play(match, 1, {"do": "finish", "winners": [1]})
    return found, matches


def test_a_match_whose_seats_all_agree_is_closed_and_reports_itself(organiser: TournamentCommands) -> None:
    found, (first, _) = finished(organiser)
    assert not answer_result(organiser.scribe, first, 1, right=True).agreed((1, 2))
    assert organiser.tournament(found).seatings[-1].missing == [1, 2]
    assert answer_result(organiser.scribe, first, 2, right=True).agreed((1, 2))
    assert organiser.ledger.match(first).closed is not None
    assert organiser.tournament(found).reports[4 + 2 + 1].how == "played"
    assert organiser.tournament(found).seatings[-1].missing == [2]
    with pytest.raises(MatchIsClosed):
        answer_result(organiser.scribe, first, 1, right=False)


def test_a_match_outside_a_tournament_is_closed_by_all_seats_together(organiser: TournamentCommands) -> None:
    match = organiser.scribe.new("freeform", ["Ada", "Ben"]).id
    with pytest.raises(Refused, match="not over"):
        answer_result(organiser.scribe, match, 1, right=True)
    organiser.scribe.play(match, 1, {"do": "finish", "winners": [1]})
    for seat in (1, 2):
        answer_result(organiser.scribe, match, seat, right=True)
    assert organiser.ledger.match(match).closed is not None


def test_an_answer_falls_with_the_move_that_it_was_about(organiser: TournamentCommands) -> None:
    match = organiser.scribe.new("freeform", ["Ada", "Ben"]).id
    organiser.scribe.play(match, 1, {"do": "finish", "winners": [1]})
    answer_result(organiser.scribe, match, 2, right=True)
    organiser.scribe.undo(match, 1)
    organiser.scribe.play(match, 1, {"do": "finish", "winners": [2]})
    assert answers_of(organiser.ledger, organiser.ledger.match(match)).answers == {}
    assert not answer_result(organiser.scribe, match, 1, right=True).agreed((1, 2))


def test_without_an_objection_a_result_counts_when_the_time_is_over(
    organiser: TournamentCommands, clock: Clock
) -> None:
    found, matches = finished(organiser, 6, objection=10)
    answer_result(organiser.scribe, matches[1], 2, right=False)
    clock.now = NOON + timedelta(minutes=9, seconds=59)
    assert organiser.settle(organiser.tournament(found)) == []
    clock.now = NOON + timedelta(minutes=10)
    assert organiser.settle(organiser.tournament(found)) == [matches[0], matches[2]]
    assert organiser.tournament(found).seatings[-1].missing == [2], "somebody has objected there"
    answer_result(organiser.scribe, matches[1], 2, right=True)
    organiser.collect(found)
    assert organiser.tournament(found).seatings[-1].missing == []
    expected = organiser.tournament(found).version
    organiser.finish(found, expected=expected)


def test_a_plan_without_a_time_waits_for_the_seats(organiser: TournamentCommands, clock: Clock) -> None:
    found, _ = finished(organiser)
    clock.now = NOON + timedelta(days=2)
    assert organiser.settle(organiser.tournament(found)) == []


def test_what_counts_by_now_is_no_conflict_for_whoever_ends_the_round(
    organiser: TournamentCommands, clock: Clock
) -> None:
    found, _ = finished(organiser, objection=5)
    looked_at = organiser.tournament(found).version
    clock.now = NOON + timedelta(minutes=6)
    organiser.finish(found, expected=looked_at)
    assert organiser.tournament(found).finished is not None


def test_the_time_to_object_is_part_of_the_plan_that_verifiers_read(
    organiser: TournamentCommands, clock: Clock
) -> None:
    assert "objection" not in plan(1).plain()["stages"][0], "digests of earlier plans stay"
    stage = plan(1, objection=5).plain()["stages"][0]
    assert outsider.is_stage(stage, whole=True)
    assert not outsider.is_stage({**stage, "objection": -1}, whole=True)


def test_a_slip_ends_the_match_of_its_table(organiser: TournamentCommands) -> None:
    """What was played to its end keeps its result; what was not is abandoned; and the slip is what counts."""
    found = opened(organiser, [f"Player {n}" for n in range(4)], plan(1))
    organiser.pair(found, seed=1)
    played, left = (one.match for one in organiser.start(found))
    organiser.scribe.play(played, 1, {"do": "finish", "winners": [1]})
    organiser.report(found, 1, (2, 1), command_id="slip-0001")
    organiser.report(found, 2, (1, 1), command_id="slip-0002")
    organiser.report(found, 2, (1, 1), command_id="slip-0002")
    ended = {one: organiser.ledger.match(one).closed for one in (played, left)}
    assert {one: closed.result.ending for one, closed in ended.items() if closed is not None} == {
        played: "declared", left: "abandoned"
    }  # fmt: skip
    now = organiser.tournament(found)
    assert [one.how for one in now.reports.values()] == ["slip", "slip"]
    assert [now.said(one).places for one in now.reports.values()] == [(2, 1), (1, 1)]
