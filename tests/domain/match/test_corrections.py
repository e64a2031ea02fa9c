"""Corrections of a closed match: who may make them, what they change, and what stays as it was."""

from typing import Any

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.match.correction_events import Voided
from tablescribe.domain.match.corrections import amend, may_correct, reinstate, void
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.match.signing import attach_time, enrol, sign, signatures_now
from tablescribe.domain.rules.chance import ReportedChance
from tablescribe.domain.rules.game import Result
from tablescribe.domain.table.table import Impossible
from tests.support import STAMP


@pytest.fixture
def closed() -> Match:
    """Ann 10, Ben 7; by a slip of the finger Ben won."""
    fixed = opening("freeform", 2, {"title": "Catan"})
    match = Match.open("m", fixed, [Seat("a", ""), Seat("b", "")], STAMP)
    action = fixed.game.read_action({"do": "result", "points": [10, 7], "winners": [2]})
    match.play(1, action, ReportedChance(()), STAMP)
    match.close(STAMP)
    return match


def test_the_corrected_result_holds_and_the_first_one_stays(closed: Match) -> None:
    first = closed.result
    amend(closed, STAMP, by="keeper", reason="a slip", winners=[1])
    assert closed.result == Result("declared", "", (1,), (10, 7))
    assert closed.closed is not None
    assert closed.closed.result == first == Result("declared", "FF-6", (2,), (10, 7))


def test_points_are_corrected_without_the_winner_and_the_day_without_the_result(closed: Match) -> None:
    amend(closed, STAMP, by="keeper", reason="counted again", scores=[7, 10])
    amend(closed, STAMP, by="keeper", reason="the day before", played="2026-11-20")
    assert closed.result == Result("declared", "", (2,), (7, 10))
    assert closed.corrections.played == "2026-11-20"


def test_an_abandoned_match_can_get_a_result() -> None:
    match = Match.open("m", opening("freeform", 2), [Seat("a", ""), Seat("b", "")], STAMP)
    match.close(STAMP, abandoned=True)
    amend(match, STAMP, by="keeper", reason="it was played on", winners=[1], scores=[3, 1])
    assert match.result == Result("corrected", "", (1,), (3, 1))


def test_a_void_match_does_not_count_until_it_is_reinstated(closed: Match) -> None:
    void(closed, STAMP, by="judge", reason="twice", instead="n")
    assert not closed.counts
    with pytest.raises(Refused, match="already void"):
        void(closed, STAMP, by="judge", reason="again")
    with pytest.raises(Refused, match="Reinstate it first"):
        amend(closed, STAMP, by="judge", reason="x", winners=[1])
    reinstate(closed, STAMP, by="judge", reason="the other one was")
    assert closed.counts
    with pytest.raises(Refused, match="is not void"):
        reinstate(closed, STAMP, by="judge", reason="again")


def test_an_open_match_is_taken_back_not_corrected() -> None:
    match = Match.open("m", opening("freeform", 2), [Seat("a", ""), Seat("b", "")], STAMP)
    with pytest.raises(Refused, match="still open"):
        void(match, STAMP, by="keeper", reason="x")


@pytest.mark.parametrize("by", ["seat:1", "spectator", ""])
def test_a_seat_corrects_nothing(closed: Match, by: str) -> None:
    with pytest.raises(Refused, match="only an organiser, a judge or the recorder"):
        void(closed, STAMP, by=by, reason="x")


def test_a_recorder_corrects_until_somebody_signed(closed: Match) -> None:
    assert may_correct(closed, "recorder")
    enrol(closed, "seat:1", "key", STAMP)
    sign(closed, "seat:1", "key", "signature", STAMP)
    with pytest.raises(Refused, match="is signed: only an organiser or a judge"):
        amend(closed, STAMP, by="recorder", reason="x", winners=[1])
    assert all(may_correct(closed, by) for by in ("organiser", "judge", "keeper"))


def test_what_was_corrected_is_signed_anew_and_what_is_void_is_not(closed: Match) -> None:
    enrol(closed, "seat:1", "key", STAMP)
    sign(closed, "seat:1", "key", "signature", STAMP)
    amend(closed, STAMP, by="keeper", reason="a slip", winners=[1])
    assert signatures_now(closed) == []
    again = sign(closed, "seat:1", "key", "another signature", STAMP)
    attach_time(closed, "token", STAMP)
    assert signatures_now(closed) == [again]
    with pytest.raises(Refused, match="has already signed"):
        sign(closed, "seat:1", "key", "another signature", STAMP)
    void(closed, STAMP, by="keeper", reason="nobody played it")
    for late in (
        lambda: sign(closed, "seat:1", "key", "signature", STAMP),
        lambda: attach_time(closed, "token", STAMP),
    ):
        with pytest.raises(Refused, match="is void: there is no result to sign"):
            late()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"winners": [3]}, "there is no seat 3"), ({"scores": [1]}, "points for every seat"),
        ({"winners": [2], "scores": [10, 7]}, "match m already has this result"), ({}, "already"),
        ({"winners": [1], "reason": "  "}, "Enter a short reason"),
        ({"winners": [1], "reason": "x" * 501}, "at most 500"),
    ],
)  # fmt: skip
def test_a_correction_changes_something_and_says_why(closed: Match, change: dict[str, Any], why: str) -> None:
    before = closed.version
    with pytest.raises(Refused, match=why):
        amend(closed, STAMP, **{"by": "keeper", "reason": "r", **change})
    assert closed.version == before


def test_a_copy_is_corrected_alone(closed: Match) -> None:
    other = closed.copy()
    void(other, STAMP, by="keeper", reason="x")
    assert (closed.counts, other.counts) == (True, False)


def test_a_log_that_corrects_what_is_open_is_damaged(closed: Match) -> None:
    match = Match.open("m", opening("freeform", 2), [Seat("a", ""), Seat("b", "")], STAMP)
    with pytest.raises(Impossible):
        match.apply(Voided("m", 2, STAMP.at, "", "", "", "keeper", "x", ""))
