"""The audit of a clock: what it says of flags and corrections, and what it cannot have shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from tablescribe.domain.clock.control import read_control
from tablescribe.domain.match import clocking
from tablescribe.domain.match.events import ClockPressed, FlagFell, Stamp
from tablescribe.domain.match.match import Match
from tablescribe.replays.auditing.audit import audit
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


def test_flags_and_corrections_are_noted() -> None:
    match = timed()
    clocking.record_flags(match, at(80))
    clocking.correct(match, 2, 30_000, at(81), by="judge", reason="late start")
    assert about_clock(match) == [("clock.flag", "note"), ("clock.corrected", "note")]


@pytest.mark.parametrize(
    ("number", "change"),
    [(2, {"lag": 501}), (2, {"lag": -1}), (2, {"turn": 7}), (2, {"turn": -1})],
)
def test_what_a_press_cannot_say_is_a_doubt(number: int, change: dict[str, Any]) -> None:
    match = timed()
    assert match.clock is not None
    pressed = match.clock.events[number]
    assert isinstance(pressed, ClockPressed)
    match.clock.events[number] = msgspec.structs.replace(pressed, **change)
    assert about_clock(match) == [("clock.wrong", "doubt")]


def unsaid(match: Match) -> None:
    (played,) = do(match, 2, Step(fields=1))
    clocking.follow(match, at(200), played)


def too_early(match: Match) -> None:
    match.record(FlagFell, at(11), seat=2, over=0)


@pytest.mark.parametrize("forge", [unsaid, too_early])
def test_a_flag_that_is_left_out_or_made_up_is_a_doubt(forge: Callable[[Match], None]) -> None:
    match = timed()
    forge(match)
    assert ("clock.wrong", "doubt") in about_clock(match)
