"""The clock of a match: it follows recorded events, flags are recorded first, and its events replay it."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.clock.control import SECOND, BadTimeControl, TimeControl, read_control
from tablescribe.domain.clock.state import MOST_LAG
from tablescribe.domain.match import clocking
from tablescribe.domain.match.clock_events import ClockPressed, FlagFell
from tablescribe.domain.match.clock_records import milliseconds
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Opened
from tablescribe.domain.match.match import Match, MatchIsClosed, Refused, replay
from tablescribe.domain.table.table import Changed, Impossible
from tests.support import STAMP, Block, Push, Step, do, toy_match


def at(seconds: float) -> Stamp:
    return Stamp(STAMP.at + timedelta(seconds=seconds), STAMP.recorder, STAMP.device)


def shows(match: Match, seconds: float) -> list[int]:
    assert match.clock is not None
    now = milliseconds(at(seconds).at)
    return [match.clock.state.shows(seat, now) // SECOND for seat in range(1, match.opening.seats + 1)]


def timed(text: str = "5+3", seats: int = 2) -> Match:
    match = toy_match(seats)
    clocking.set_control(match, read_control(text), at(0), by="keeper")
    return match


def step(match: Match, seat: int, seconds: float, lag: int = 0) -> ClockPressed | None:
    (played,) = do(match, seat, Step(fields=1))
    return clocking.follow(match, at(seconds), played, lag=lag)


def again(match: Match) -> Match:
    events = [msgspec.json.decode(msgspec.json.encode(e), type=type(e)) for e in match._pending]
    first = events[0]
    assert isinstance(first, Opened)
    return replay(Match(first, match.opening), events[1:])


def test_the_clock_begins_with_the_first_move_and_follows_the_turns() -> None:
    match = timed()
    assert shows(match, 60) == [300, 300]
    step(match, 1, 60)
    assert shows(match, 70) == [303, 290]
    step(match, 2, 70)
    assert shows(match, 75) == [298, 293]


def test_it_can_be_started_before_the_first_move_paused_and_resumed() -> None:
    match = timed()
    clocking.start(match, at(0), by="recorder")
    assert shows(match, 10) == [290, 300]
    clocking.pause(match, at(10), by="judge", reason="fire alarm")
    assert shows(match, 1000) == [290, 300]
    step(match, 1, 1000)
    assert shows(match, 2000) == [293, 300], "recorded in a pause: the turn passes, and nothing runs"
    clocking.resume(match, at(2000), by="judge")
    assert shows(match, 2005) == [293, 295]


def test_a_window_is_on_the_clock_of_who_is_asked() -> None:
    match = timed()
    clocking.start(match, at(0), by="recorder")
    (push,) = do(match, 1, Push(seat=2))
    pressed = clocking.follow(match, at(4), push)
    assert pressed is not None
    assert pressed.running == (2,)
    (block,) = do(match, 2, Block())
    clocking.follow(match, at(9), block)
    assert shows(match, 9) == [299, 295], "seat 2 answered and is in turn now: its clock goes on"


def test_taking_back_gives_no_time_back_and_earns_nothing_twice() -> None:
    match = timed()
    clocking.start(match, at(0), by="recorder")
    step(match, 1, 10)
    match.take_back(0, at(15), agreed=[1, 2])
    clocking.follow(match, at(15))
    assert shows(match, 15) == [293, 295]
    step(match, 1, 20)
    assert shows(match, 20) == [288, 295]
    assert match.clock is not None
    assert match.clock.state.side(1).turns == 1
    match.take_back(0, at(21), agreed=[1, 2])
    match.restore(1, at(22))
    assert match.clock.state.side(1).turns == 1


def test_a_flag_is_recorded_before_what_came_too_late_and_decides_nothing() -> None:
    match = timed("1")
    clocking.start(match, at(0), by="recorder")
    fallen = clocking.record_flags(match, at(61.2), 1)
    assert [(one.seat, one.over) for one in fallen] == [(1, 1200)]
    step(match, 1, 61.2)
    assert match.to_act == (2,)
    assert clocking.record_flags(match, at(62)) == []


def test_a_message_that_was_sent_in_time_is_in_time_within_the_stated_limit() -> None:
    match = timed("1")
    clocking.start(match, at(0), by="recorder")
    assert clocking.record_flags(match, at(60.3), 1, 400) == []
    pressed = step(match, 1, 60.3, 400)
    assert pressed is not None
    assert pressed.lag == 400
    assert match.clock is not None
    assert match.clock.state.side(1).left == 100
    pressed = step(match, 2, 70, 60_000)
    assert pressed is not None
    assert pressed.lag == MOST_LAG


def test_from_the_first_tap_on_recorded_moves_leave_the_clock_alone() -> None:
    match = timed("5+3", 3)
    clocking.tap(match, 2, at(0), to=3)
    clocking.tap(match, 3, at(10))
    assert shows(match, 15) == [295, 303, 293]
    assert step(match, 1, 16) is None
    with pytest.raises(clocking.ClockRefused):
        clocking.tap(match, 2, at(17))
    clocking.pause(match, at(17), by="recorder")
    with pytest.raises(clocking.ClockRefused):
        clocking.tap(match, 1, at(18))


def test_what_cannot_be_done_with_a_clock_is_refused() -> None:
    match = toy_match()
    for refused in (
        lambda: clocking.start(match, at(0), by="keeper"),
        lambda: clocking.set_control(match, TimeControl("fischer"), at(0), by="keeper"),
        lambda: clocking.set_control(match, read_control("5", loses=True), at(0), by="keeper"),
    ):
        with pytest.raises((clocking.ClockRefused, BadTimeControl)):
            refused()
    clocking.set_control(match, read_control("5"), at(0), by="keeper")
    for refused in (
        lambda: clocking.set_control(match, read_control("5"), at(0), by="keeper"),
        lambda: clocking.pause(match, at(0), by="keeper"),
        lambda: clocking.resume(match, at(0), by="keeper"),
        lambda: clocking.correct(match, 0, 1000, at(0), by="judge", reason="why"),
        lambda: clocking.correct(match, 3, 1000, at(0), by="judge", reason="why"),
        lambda: clocking.correct(match, 1, 1000, at(0), by="judge", reason=" "),
    ):
        with pytest.raises(Refused):
            refused()
    clocking.start(match, at(0), by="keeper")
    with pytest.raises(clocking.ClockRefused):
        clocking.start(match, at(1), by="keeper")
    match.close(at(2), abandoned=True)
    assert shows(match, 1000) == [298, 300], "it stands once the match is closed"
    with pytest.raises(MatchIsClosed):
        clocking.pause(match, at(3), by="keeper")


@pytest.mark.parametrize("number", range(5))
def test_events_about_a_clock_that_there_is_not_are_damage(number: int) -> None:
    match = timed()
    clocking.start(match, at(0), by="keeper")
    pressed = step(match, 1, 1)
    assert pressed is not None
    wrong = [
        msgspec.structs.replace(pressed, seat=3), msgspec.structs.replace(pressed, running=(0,)),
        msgspec.structs.replace(match.clock.events[1], does="steal"),  # type: ignore[union-attr]
        msgspec.structs.replace(match.clock.events[0]),  # type: ignore[union-attr]
        msgspec.structs.replace(match.clock.events[1], does="correct", seat=0),  # type: ignore[union-attr]
    ]  # fmt: skip
    event = msgspec.structs.replace(wrong[number], originator_version=match.version + 1)
    with pytest.raises(Impossible):
        match.apply(event)
    bare = toy_match()
    with pytest.raises(Impossible):
        bare.apply(msgspec.structs.replace(pressed, originator_version=2))


@given(
    st.sampled_from(["1+2", "1 d2", "1 b2", "3/1, 1", "table 2", "measured"]),
    st.lists(
        st.tuples(st.sampled_from(["step"] * 4 + ["back", "again", "pause", "resume", "correct", "tap", "rule"]),
                  st.integers(0, 40_000), st.integers(0, 900)),
        max_size=25,
    ),
)  # fmt: skip
def test_whatever_happens_its_events_give_the_clock_again_and_no_clock_is_below_zero_unsaid(
    control: str, story: list[tuple[str, int, int]]
) -> None:
    match, now = timed(control), 0.0
    assert match.clock is not None
    for what, later, lag in story:
        now += later / 1000
        happens(match, what, now, lag)
        for seat, side in enumerate(match.clock.state.sides, start=1):
            assert control in ("table 2", "measured") or side.left > 0 or side.fallen, (seat, side)
    other = again(match)
    assert other.clock is not None
    assert other.clock.state == match.clock.state
    assert [type(one) for one in other.clock.events] == [type(one) for one in match.clock.events]
    copy, before = match.copy(), (match.clock.state, len(match.clock.events))
    happens(copy, "step", now + 1, 0)
    happens(copy, "tap", now + 2, 0)
    assert (match.clock.state, len(match.clock.events)) == before


def happens(match: Match, what: str, now: float, lag: int) -> None:
    """Let an event happen if possible."""
    clock = match.clock
    assert clock is not None
    seat = match.to_act[0] if match.to_act else 1
    try:
        clocking.record_flags(match, at(now), seat, lag)
        if what == "step":
            (played,) = do(match, seat, Step(fields=1))
            clocking.follow(match, at(now), played, lag=lag)
        elif what == "back":
            match.take_back(max(match.head - 2, 0), at(now), judge=True)
            clocking.follow(match, at(now))
        elif what == "again" and (to := match.redoable()) is not None:
            match.restore(to, at(now))
            clocking.follow(match, at(now))
        elif what == "pause":
            clocking.pause(match, at(now), by="judge")
        elif what == "resume":
            clocking.resume(match, at(now), by="judge")
        elif what == "correct" and clock.control.mode != "table":
            clocking.correct(match, seat, 30_000, at(now), by="judge", reason="so")
        elif what == "tap" and clock.state.running:
            clocking.tap(match, clock.state.running[0], at(now), lag=lag)
        elif what == "rule":
            match.rule([Changed("x", match.table.get("x"), match.head)], at(now), clause="", reason="so")
            clocking.follow(match, at(now))
    except Refused:
        return


def test_a_flag_that_fell_is_an_event() -> None:
    match = timed("table 1")
    clocking.start(match, at(0), by="keeper")
    assert [one.seat for one in clocking.record_flags(match, at(60))] == [0]
    assert [type(one) for one in match.collect_events()][-1] is FlagFell
