"""The audit of a clock: flags, corrections, and impossible times."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tablescribe.domain.clock.control import read_control
from tablescribe.domain.match import clocking
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.match import Match
from tablescribe.replays.auditing.audit import audit
from tests.replays.auditing.forging import Expected, Forgery, forged, then
from tests.support import STAMP, Step, do, toy_match


def at(seconds: float) -> Stamp:
    return Stamp(STAMP.at + timedelta(seconds=seconds), STAMP.recorder, STAMP.device)


def timed(control: str = "1+2") -> Match:
    """A match in which seat 1 moved after ten seconds."""
    match = toy_match()
    clocking.set_control(match, read_control(control), at(0), by="keeper")
    clocking.start(match, at(0), by="keeper")
    (played,) = do(match, 1, Step(fields=1))
    clocking.follow(match, at(10), played, lag=100)
    return match


def about_clock(match: Match) -> list[tuple[str, str]]:
    return [(one.code, one.severity) for one in audit(match).findings if one.code.startswith("clock.")]


def test_a_clock_that_ran_as_it_is_recorded_is_sound() -> None:
    assert about_clock(timed()) == []


def fall(match: Match) -> None:
    """The flag of seat 2 falls (event 6)."""
    clocking.record_flags(match, at(80))


def correct(match: Match) -> None:
    """A judge corrects its clock (event 7)."""
    clocking.correct(match, 2, 30_000, at(81), by="judge", reason="late start")


def fallen() -> Match:
    match = timed()
    fall(match)
    return match


WRONG: Expected = ("clock.wrong", "doubt", None, "")
NOTED: list[Expected] = [("clock.flag", "note", None, ""), ("clock.corrected", "note", None, "")]
CLOCKS = [
    Forgery("a flag and a correction", timed, then(fall, correct), NOTED, "flag fallen: seat:2"),
    Forgery("more lag than is made up for", timed, forged(5, lag=501), [WRONG], "501 ms were compensated"),
    Forgery("less lag than none", timed, forged(5, lag=-1), [WRONG]),
    Forgery("a turn that cannot be next", timed, forged(5, turn=7), [WRONG], "but it cannot be the next turn"),
    Forgery("a turn before the first", timed, forged(5, turn=-1), [WRONG]),
    Forgery("a flag with time left", fallen, forged(6, at=at(11).at), [WRONG], "but time was left"),
]


@pytest.mark.parametrize("forgery", CLOCKS, ids=lambda forgery: forgery.name)
def test_a_forged_clock_is_found(forgery: Forgery) -> None:
    forgery.check()


def unsaid(match: Match) -> None:
    (played,) = do(match, 2, Step(fields=1))
    clocking.follow(match, at(200), played)


def test_a_flag_that_is_left_out_is_a_doubt() -> None:
    match = timed()
    unsaid(match)
    assert ("clock.wrong", "doubt") in about_clock(match)
