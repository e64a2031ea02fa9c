"""The clock of a match in a ledger: it follows recorded events; flags decide the result only if configured."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from tablescribe.domain.clock.control import SECOND, read_control
from tablescribe.domain.match.clock_events import ClockAdjusted, ClockPressed, FlagFell
from tablescribe.domain.match.clock_records import milliseconds
from tablescribe.domain.match.clocking import ClockRefused
from tablescribe.domain.match.events import Played, Ruled, TakenBack
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Changed, Fact, Moved
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.log.schema import events
from tablescribe.ledger.matches.clocks import Clocks
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.reading.clock import after_moves, clock_data, clock_line, move_clocks
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.wording import say_event

IN_TURN = True  # which database: conftest.py

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Watch:
    """A clock that stands still until it is advanced."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def scribe(ledger: Ledger, watch: Watch) -> Scribe:
    return Scribe(ledger, clock=watch)


def chess(scribe: Scribe, control: str = "5+3", *, loses: bool = False) -> str:
    return scribe.new("chess", ["Ann", "Ben"], clock=read_control(control, loses=loses)).id


def play(scribe: Scribe, match: str, seat: int, man: str, to: str, **more: object) -> list[Played]:
    return scribe.play(match, seat, {"do": "move", "man": man, "to": to}, **more)  # type: ignore[arg-type]


def shows(match: Match, watch: Watch) -> list[int]:
    assert match.clock is not None
    now = milliseconds(watch.now)
    return [match.clock.state.shows(seat, now) // SECOND for seat in (1, 2)]


def test_moves_press_the_clock_and_the_log_tells_it_again(scribe: Scribe, watch: Watch) -> None:
    match, clocks = chess(scribe), Clocks(scribe)
    clocks.start(match)
    watch.wait(10)
    play(scribe, match, 1, "e2", "e4")
    watch.wait(5)
    scribe.play(match, 1, {"do": "offer_draw"})
    watch.wait(5)
    play(scribe, match, 2, "e7", "e5")
    watch.wait(7)
    clocks.pause(match, reason="fire alarm")
    watch.wait(600)
    clocks.resume(match)
    clocks.correct(match, 2, 240 * SECOND, reason="pressed by accident")
    read = scribe.ledger.match(match)
    assert shows(read, watch) == [286, 240]
    assert read.clock is not None
    assert [side.turns for side in read.clock.state.sides] == [1, 1], "an offer of a draw is no turn"
    scribe.ledger.verify()
    reader = Reader(read.opening, "en")
    words = [reader.tell(say_event(read, event)) for event in scribe.ledger.events_of(match)]
    assert words[1:3] == ["time: 5 minutes + 3 seconds a move", "clock started: the clock of white runs"]
    assert words[4] == "clock: white 4:53; the clock of black runs"
    assert words[-3:] == [
        "clock paused: fire alarm", "clock goes on: the clock of white runs",
        "clock of black corrected to 4:00: pressed by accident",
    ]  # fmt: skip
    assert move_clocks(read) == {1: 293 * SECOND, 2: 293 * SECOND - 5 * SECOND + 5 * SECOND, 3: 293 * SECOND}
    assert after_moves(read)[3] == (293 * SECOND, 293 * SECOND)


def test_a_fallen_flag_is_recorded_and_decides_nothing_by_itself(scribe: Scribe, watch: Watch) -> None:
    match, clocks = chess(scribe, "1"), Clocks(scribe)
    clocks.start(match)
    with pytest.raises(ClockRefused):
        clocks.flag(match)
    watch.wait(61)
    play(scribe, match, 1, "e2", "e4")
    kinds = [type(event) for event in scribe.ledger.events_of(match)[-3:]]
    assert kinds == [FlagFell, Played, ClockPressed]
    assert not scribe.ledger.match(match).is_over
    read = scribe.ledger.match(match)
    line = clock_line(read, watch.now)
    assert line is not None
    assert Reader(read.opening, "en").tell(line) == "Clock: white −0:01 (flag fell) · black 1:00 (runs)"


def test_where_the_plan_says_so_it_loses_by_the_rule_of_the_game(scribe: Scribe, watch: Watch) -> None:
    match, clocks = chess(scribe, "1", loses=True), Clocks(scribe)
    clocks.start(match)
    watch.wait(61)
    (lost,) = play(scribe, match, 1, "e2", "e4", command_id="white-is-late")
    assert lost.action == {"do": "flag_fell"}
    assert [one.number for one in play(scribe, match, 1, "e2", "e4", command_id="white-is-late")] == [1]
    read = scribe.ledger.match(match)
    assert read.is_over
    result = read.opening.game.result(read.opening, read.table)
    assert result is not None
    assert result.winners == (2,)
    scribe.close(match)
    scribe.ledger.verify()


def test_a_game_without_a_rule_for_flags_cannot_let_them_lose(scribe: Scribe) -> None:
    with pytest.raises(ClockRefused):
        scribe.new("morris", ["Ann", "Ben"], clock=read_control("5", loses=True))
    assert scribe.ledger.match_ids() == []


def test_somebody_records_a_fallen_flag_while_nobody_moves(scribe: Scribe, watch: Watch) -> None:
    match, clocks = chess(scribe, "1"), Clocks(scribe)
    clocks.start(match)
    watch.wait(60.4)
    fallen = clocks.flag(match, command_id="flag-by-a-phone")
    assert isinstance(fallen, FlagFell)
    assert (fallen.seat, fallen.over) == (1, 400)
    assert clocks.flag(match, command_id="flag-by-a-phone") == fallen


def test_a_retry_of_a_move_a_tap_or_a_take_back_is_one(scribe: Scribe, watch: Watch) -> None:
    match = chess(scribe)
    (first,) = play(scribe, match, 1, "e2", "e4", command_id="move-by-white")
    (again,) = play(scribe, match, 1, "e2", "e4", command_id="move-by-white")
    assert again == first
    taken = scribe.undo(match, command_id="take-it-back", reason="slip")
    assert isinstance(taken, TakenBack)
    assert scribe.undo(match, command_id="take-it-back", reason="slip") == taken
    assert len(scribe.ledger.events_of(match)) == 6, "opened, time, move and clock, taken back and clock"
    scribe.ledger.verify()


def test_the_clock_follows_a_ruling_that_replaces_a_move(scribe: Scribe, watch: Watch) -> None:
    match = chess(scribe)
    play(scribe, match, 1, "e2", "e4")
    watch.wait(10)
    facts: list[Fact] = [Moved("pawn:1", 1, "square:d2", "square:d4"), Changed("turn", 1, 2)]
    ruled = scribe.ruling(match, facts, clause="CH-4.3", reason="touched", replaces=1, command_id="touch-move")
    kinds = [type(event) for event in scribe.ledger.events_of(match)[-2:]]
    assert kinds == [TakenBack, Ruled], "black was to act before and is now: no clock is pressed"
    assert scribe.ruling(match, facts, clause="CH-4.3", reason="touched", replaces=1, command_id="touch-move") == ruled
    scribe.ruling(match, [Changed("turn", 2, 1)], clause="CH-6.10", reason="white again", command_id="white-again")
    read = scribe.ledger.match(match)
    assert read.clock is not None
    assert read.clock.state.running == (1,)
    scribe.ledger.verify()


def test_what_the_clock_did_makes_no_move_stale(scribe: Scribe, watch: Watch) -> None:
    match = chess(scribe)
    (first,) = play(scribe, match, 1, "e2", "e4")
    Clocks(scribe).pause(match)
    Clocks(scribe).resume(match)
    play(scribe, match, 2, "e7", "e5", expected_version=first.originator_version)
    with pytest.raises(Stale):
        play(scribe, match, 1, "g1", "f3", expected_version=first.originator_version)


def test_taps_press_the_clock_where_moves_are_recorded_elsewhere(scribe: Scribe, watch: Watch) -> None:
    match, clocks = chess(scribe), Clocks(scribe)
    clocks.tap(match, 2, command_id="black-starts")
    watch.wait(10)
    clocks.tap(match, 1)
    watch.wait(20)
    clocks.tap(match, 2)
    watch.wait(30)
    play(scribe, match, 1, "e2", "e4")
    play(scribe, match, 2, "e7", "e5")
    read = scribe.ledger.match(match)
    assert shows(read, watch) == [263, 286]
    assert move_clocks(read)[1] == 293 * SECOND
    with pytest.raises(ClockRefused):
        clocks.tap(match, 2)
    data = clock_data(read, watch.now)
    assert data is not None
    assert (data["running"], data["tapped"], data["state"]) == ([1], True, "running")


def test_the_reason_of_a_correction_is_beside_the_log_and_can_be_erased(scribe: Scribe, watch: Watch) -> None:
    match, clocks = chess(scribe), Clocks(scribe)
    clocks.start(match)
    clocks.correct(match, 1, 60 * SECOND, reason="Ann was ill")
    stored = scribe.ledger.log.select(select(events.c.body).where(events.c.match_id == match))
    assert not any(b"Ann was ill" in bytes(row[0]) for row in stored)
    event = scribe.ledger.events_of(match)[-1]
    assert isinstance(event, ClockAdjusted)
    assert event.reason == "Ann was ill"
