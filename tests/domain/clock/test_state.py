"""The clock counts every millisecond once: the elapsed time is the used time plus the free time, whatever happens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.clock.control import SECOND, read_control
from tablescribe.domain.clock.state import MOST_LAG, ClockState, new_clock

CONTROLS = ("5+3", "2/3+2, 1/1, 1+1", "5 d5", "5 b5", "table 10", "measured")


@st.composite
def walks(draw: st.DrawFn) -> list[tuple[str, int, int, int]]:
    """Random events: what happens, after which interval, by which seat, and with which lag."""
    what = st.sampled_from(["press", "press", "press", "pause", "resume", "nothing", "rewind", "fell"])
    return draw(
        st.lists(st.tuples(what, st.integers(-50, 90_000), st.integers(1, 3), st.integers(-5, 5000)), max_size=40)
    )


def walked(control: str, walk: list[tuple[str, int, int, int]]) -> tuple[ClockState, int, list[int], int]:
    """Return a clock after a walk, how long it ran by another count, each seat's running time, and the moment."""
    clock, now, ran, mine = new_clock(read_control(control), 3), 0, 0, [0, 0, 0]
    for what, later, seat, lag in walk:
        before, now = now, now + later
        top = max(before, clock.since or before)
        if clock.since is not None and clock.running and now > top:
            ran += now - top
            for one in clock.running:
                mine[one - 1] += now - top
        if clock.since is not None:
            now = max(now, top)
        if what == "press":
            runs = seat in clock.running or not clock.started
            clock = clock.press(
                now, seat if runs else 0, clock.side(seat).turns + 1 if runs else 0, (seat % 3 + 1,), lag
            )
        elif what == "pause":
            clock = clock.pause(now)
        elif what == "resume":
            clock = clock.resume(now, clock.running)
        elif what == "rewind":
            clock = clock.at(now).rewound(tuple(max(side.turns - 1, 0) for side in clock.sides))
        elif what == "fell":
            for one in clock.due(now):
                clock = clock.fell(now, one)
    return clock.at(now), ran, mine, now


@pytest.mark.parametrize("control", CONTROLS)
@given(walks())
def test_what_ran_is_what_was_used_and_what_was_free(control: str, walk: list[tuple[str, int, int, int]]) -> None:
    clock, ran, mine, _ = walked(control, walk)
    assert clock.ran == ran
    assert [side.used + side.free for side in clock.sides] == mine
    assert all(side.used >= 0 and side.free >= 0 for side in clock.sides)


@pytest.mark.parametrize("control", CONTROLS)
@given(walks())
def test_nothing_is_granted_but_by_the_control(control: str, walk: list[tuple[str, int, int, int]]) -> None:
    clock, _, _, now = walked(control, walk)
    given_by = clock.control
    for seat, side in enumerate(clock.sides, start=1):
        periods = given_by.periods[0].time if given_by.periods and control[:5] != "table" else 0
        most = periods + sum(given_by.begun(turn) + given_by.bonus(turn) for turn in range(1, side.earned + 1))
        least = periods + sum(given_by.begun(turn) for turn in range(1, side.earned + 1))
        assert least <= side.granted <= most
        assert side.turns <= side.earned
        if given_by.limited and clock.started and control[:5] != "table":
            assert side.left > 0 or side.fallen or seat in clock.due(now), "below zero, and nobody would say so"


@pytest.mark.parametrize("control", CONTROLS)
@given(walks(), st.integers(0, 60_000), st.integers(0, 60_000))
def test_looking_at_a_clock_in_between_changes_nothing(
    control: str, walk: list[tuple[str, int, int, int]], first: int, second: int
) -> None:
    clock, _, _, now = walked(control, walk)
    end = now + first + second
    looked = clock.at(now + first).at(end)
    assert looked == clock.at(end)
    for seat in (1, 2, 3):
        assert clock.shows(seat, end) == looked.shows(seat, end)


def test_an_increment_is_earned_once_however_often_the_turn_is_played() -> None:
    clock = new_clock(read_control("5+3"), 2).resume(0, (1,))
    clock = clock.press(10 * SECOND, 1, 1, (2,))
    assert clock.shows(1, 10 * SECOND) == 293 * SECOND
    clock = clock.rewound((0, 0)).press(12 * SECOND, 0, 0, (1,))
    clock = clock.press(20 * SECOND, 1, 1, (2,))
    assert clock.shows(1, 20 * SECOND) == 285 * SECOND, "ten and eight seconds used, three earned"
    assert clock.shows(2, 20 * SECOND) == 298 * SECOND, "the time of what was taken back stays used"


@pytest.mark.parametrize(("long", "used"), [(2, 0), (5, 0), (8, 3)])
def test_a_delay_counts_only_what_is_beyond_it(long: int, used: int) -> None:
    clock = new_clock(read_control("1 d5"), 2).resume(0, (1,)).pause(1 * SECOND).resume(60 * SECOND, (1,))
    assert clock.shows(1, (59 + long) * SECOND) == (60 - used) * SECOND


@pytest.mark.parametrize(("long", "left"), [(2, 60), (5, 60), (8, 57)])
def test_bronstein_gives_back_what_was_used_up_to_the_delay(long: int, left: int) -> None:
    clock = new_clock(read_control("1 b5"), 2).resume(0, (1,))
    assert clock.shows(1, long * SECOND) == (60 - long) * SECOND
    assert clock.press(long * SECOND, 1, 1, (2,)).side(1).left == left * SECOND


@given(st.integers(0, 100_000), st.integers(-10, 100_000))
def test_nobody_gains_more_than_the_stated_lag_and_none_more_than_was_counted(long: int, lag: int) -> None:
    clock = new_clock(read_control("5"), 2).resume(0, (1,))
    gained = clock.press(long, 1, 1, (2,), lag).side(1).left - clock.press(long, 1, 1, (2,)).side(1).left
    assert gained == max(0, min(lag, MOST_LAG, long))


def test_a_second_period_begins_with_its_turn() -> None:
    clock = new_clock(read_control("2/1, 3"), 1).resume(0, (1,))
    for turn in (1, 2):
        clock = clock.press(turn * SECOND, 1, turn, (1,))
    assert clock.side(1).left == 238 * SECOND


def test_a_flag_is_due_to_the_millisecond_and_once() -> None:
    clock = new_clock(read_control("1 d5"), 2).resume(0, (1,))
    fall = 65 * SECOND
    assert (clock.due(fall - 1), clock.due(fall)) == ((), (1,))
    assert clock.due(fall, 1, 200) == (), "the message was sent in time"
    fallen = clock.fell(fall, 1)
    assert fallen.due(fall + 1) == ()
    assert fallen.correct(fall, 1, SECOND).due(fall + SECOND) == (1,), "a corrected clock can fall again"


def test_one_time_for_all_runs_whoever_is_to_act() -> None:
    clock = new_clock(read_control("table 1"), 2).resume(0, (1,)).press(10 * SECOND, 1, 1, (1, 2))
    assert [clock.shows(seat, 30 * SECOND) for seat in (0, 1, 2)] == [30 * SECOND] * 3
    assert (clock.due(60 * SECOND - 1), clock.due(60 * SECOND)) == ((), (0,))
    assert clock.correct(50 * SECOND, 0, 20 * SECOND).shows(0, 60 * SECOND) == 10 * SECOND


def test_a_judge_corrects_what_is_left_or_what_was_measured() -> None:
    clock = new_clock(read_control("5"), 2).resume(0, (1,)).correct(10 * SECOND, 2, 120 * SECOND)
    assert [clock.shows(seat, 10 * SECOND) for seat in (1, 2)] == [290 * SECOND, 120 * SECOND]
    measured = new_clock(read_control("measured"), 2).resume(0, (1,)).correct(10 * SECOND, 1, 4 * SECOND)
    assert measured.shows(1, 11 * SECOND) == 5 * SECOND
    assert measured.due(10**9) == ()
