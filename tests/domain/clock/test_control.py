"""Time controls: typed forms are read, and written back unchanged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.clock.control import (
    BRONSTEIN,
    DELAY,
    FISCHER,
    MEASURED,
    MINUTE,
    SECOND,
    TABLE,
    BadTimeControl,
    Period,
    TimeControl,
    check_control,
    clock_text,
    read_control,
    read_length,
)


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    """Any time control with whole seconds."""
    mode = draw(st.sampled_from([FISCHER, BRONSTEIN, DELAY, TABLE, MEASURED]))
    if mode == MEASURED:
        return TimeControl(MEASURED)
    count = 1 if mode == TABLE else draw(st.integers(1, 3))
    periods = []
    for number in range(count):
        turns = 0 if number == count - 1 else draw(st.integers(1, 60))
        bonus = 0 if mode == TABLE else draw(st.integers(0, 90)) * SECOND
        periods.append(Period(turns, draw(st.integers(1, 9000)) * SECOND, bonus))
    if mode in (BRONSTEIN, DELAY) and not any(one.bonus for one in periods):
        mode = FISCHER
    return TimeControl(mode, tuple(periods))


@given(controls())
def test_a_control_is_read_as_it_is_written(control: TimeControl) -> None:
    check_control(control)
    assert read_control(control.notation()) == control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("90+30", TimeControl(FISCHER, (Period(0, 90 * MINUTE, 30 * SECOND),))),
        ("90m+30s", TimeControl(FISCHER, (Period(0, 90 * MINUTE, 30 * SECOND),))),
        ("1h30m", TimeControl(FISCHER, (Period(0, 90 * MINUTE, 0),))),
        ("40/90, 30+30", TimeControl(FISCHER, (Period(40, 90 * MINUTE, 0), Period(0, 30 * MINUTE, 30 * SECOND)))),
        ("25 d10", TimeControl(DELAY, (Period(0, 25 * MINUTE, 10 * SECOND),))),
        ("25 b10", TimeControl(BRONSTEIN, (Period(0, 25 * MINUTE, 10 * SECOND),))),
        ("Table 75", TimeControl(TABLE, (Period(0, 75 * MINUTE, 0),))),
        ("measured", TimeControl(MEASURED)),
    ],
)
def test_what_people_write(text: str, control: TimeControl) -> None:
    assert read_control(text) == control


@pytest.mark.parametrize(
    "text", ["", "soon", "0", "5+3d2", "5+3, 5 d2", "40/90", "90, 40/30", "table 75+3", "101h", "5 d2h", "table",
             "1/2/3", "1,2", "m", "+3", "table measured", "1/1,1/1,1/1,1/1,1/1,1"],
)  # fmt: skip
def test_what_is_no_control_is_refused_with_examples(text: str) -> None:
    with pytest.raises(BadTimeControl):
        read_control(text)


def test_time_that_is_only_measured_has_no_flag() -> None:
    with pytest.raises(BadTimeControl):
        read_control("measured", loses=True)


def test_bonuses_and_periods_are_those_of_the_turn() -> None:
    control = read_control("2/10+5, 1/4, 3+1")
    assert [control.bonus(turn) // SECOND for turn in range(1, 6)] == [5, 5, 0, 1, 1]
    assert [control.begun(turn) // MINUTE for turn in range(1, 6)] == [0, 4, 3, 0, 0]


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0:00"), (1, "0:00.1"), (9_300, "0:09.3"), (9_999, "0:10.0"), (10_000, "0:10"), (59_001, "1:00"),
     (3_845_000, "1:04:05"), (-30_000, "−0:30")],
)  # fmt: skip
def test_a_time_as_a_clock_shows_it(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds) == text


@pytest.mark.parametrize(
    ("text", "seconds"), [("4:05", 245), ("1:04:05", 3845), ("4m5s", 245), ("5", 300), ("30s", 30)]
)
def test_a_time_that_somebody_types(text: str, seconds: int) -> None:
    assert read_length(text) == seconds * SECOND


@pytest.mark.parametrize("text", ["", "4:5", "-3", "soon", "1:2:3:4"])
def test_no_time(text: str) -> None:
    with pytest.raises(BadTimeControl):
        read_length(text)
