"""The clock of a match for readers: its state as data and in words, and its readings at each move."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tablescribe.domain.clock.control import (
    BRONSTEIN,
    DELAY,
    MEASURED,
    MINUTE,
    SECOND,
    TABLE,
    TimeControl,
    clock_text,
    length_notation,
)
from tablescribe.domain.clock.state import ClockState
from tablescribe.domain.match.clock_events import ClockAdjusted, Clocking, ClockPressed, FlagFell, TimeControlSet
from tablescribe.domain.match.clock_records import CORRECT, PAUSE, START, ClockRecords, milliseconds
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Slot, Text, Thing, both, listed, plural, say
from tablescribe.ledger.log.text_marks import ERASED, WITHHELD

WAITING, RUNNING, PAUSED, OVER = "waiting", "running", "paused", "over"
STATES = {
    WAITING: say("not started"),
    RUNNING: say("running"),
    PAUSED: say("paused"),
    OVER: say("stopped"),
}
"""The states of a clock, in words."""


def state_of(match: Match) -> str:
    """Return the state of a match's clock: a key of `STATES`."""
    clock = match.clock
    if clock is None or not clock.state.started:
        return WAITING
    if match.result is not None or (match.is_over and not clock.state.running):
        return OVER
    return PAUSED if clock.state.paused else RUNNING


def clock_data(match: Match, now: datetime) -> dict[str, Any] | None:
    """Return the clock of a match as plain data; `None` if it has none.

    Times are in milliseconds. A device counts on from `now`, whatever its own time is. On a running clock, it first
    counts down `free`, the rest of this turn's delay.
    """
    clock = match.clock
    if clock is None:
        return None
    at, state = milliseconds(now), clock.state
    shared = state.shows(1, at) if clock.control.mode == TABLE else None
    return {
        "control": clock.control.notation(),
        "mode": clock.control.mode,
        "loses": clock.control.loses,
        "state": state_of(match),
        "running": list(state.running),
        "tapped": clock.tapped,
        "now": at,
        "table": shared,
        "seats": [_seat_data(clock, seat, at) for seat in range(1, match.opening.seats + 1)],
    }


def _seat_data(clock: ClockRecords, seat: int, at: int) -> dict[str, Any]:
    state = clock.state.at(at)
    side, shows = state.side(seat), state.shows(seat, at)
    fallen = state.shared_fallen if clock.control.mode == TABLE else side.fallen
    delay = max(clock.control.bonus(side.turns + 1) - side.turn, 0) if clock.control.mode == DELAY else 0
    return {
        "seat": seat, "shows": shows, "words": clock_text(shows), "used": side.used, "turns": side.turns,
        "free": delay, "fallen": fallen, "runs": seat in state.running and state.since is not None,
    }  # fmt: skip


def clock_line(match: Match, now: datetime) -> Text | None:
    """Return the state of a match's clock in one line; `None` if it has none."""
    data = clock_data(match, now)
    if data is None:
        return None
    told: list[Slot] = []
    if data["table"] is not None:
        told.append(say("{time} for the table", time=clock_text(data["table"])))
    else:
        told += [_side(one) for one in data["seats"]]
    if data["state"] != RUNNING:
        told.append(STATES[data["state"]])
    return say("Clock: {times}", times=listed(told, " · "))


def _side(one: dict[str, Any]) -> Text:
    seat, time = Thing(seat_name(one["seat"])), one["words"]
    if one["fallen"]:
        return say("{seat} {time} (flag fell)", seat=seat, time=time)
    return say("{seat} {time} (runs)", seat=seat, time=time) if one["runs"] else say(
        "{seat} {time}", seat=seat, time=time
    )  # fmt: skip


# --- what is recorded, in words -----------------------------------------------------------------


def say_control(control: TimeControl) -> Text:
    """Return a time control in words."""
    if control.mode == MEASURED:
        return say("measured, without a limit")
    if control.mode == TABLE:
        return say("{time} for the whole table", time=_long(control.periods[0].time))
    parts: list[Slot] = []
    for one in control.periods:
        time, bonus = _long(one.time), length_notation(one.bonus, SECOND)
        part = say("{n} moves in {time}", n=one.turns, time=time) if one.turns else time
        if one.bonus and control.mode == DELAY:
            part = say("{part}, each turn counts after {n} seconds", part=part, n=bonus)
        elif one.bonus and control.mode == BRONSTEIN:
            part = say("{part}, up to {n} seconds of each turn given back", part=part, n=bonus)
        elif one.bonus:
            part = say("{part} + {n} seconds a move", part=part, n=bonus)
        parts.append(part)
    return listed(parts, "; ")


def _long(milliseconds: int) -> Text:
    """Return a duration in words: `90 minutes`, or as a clock shows it."""
    if milliseconds % MINUTE:
        return Text(clock_text(milliseconds), {})
    return plural(milliseconds // MINUTE, "1 minute", "{n} minutes")


def say_clock(match: Match, event: Clocking) -> Text:
    """Return in words what happened to the clock."""
    if isinstance(event, TimeControlSet):
        control = match.clock.control if match.clock is not None else TimeControl(event.mode)
        told = say("time: {control}", control=say_control(control))
        return say("{told}; a fallen flag loses", told=told) if event.loses else told
    if isinstance(event, FlagFell):
        if not event.seat:
            return say("the time of the table has run out")
        return say("flag fallen: {seat}", seat=Thing(seat_name(event.seat)))
    return _pressed(match, event) if isinstance(event, ClockPressed) else _adjusted(event)


def _pressed(match: Match, event: ClockPressed) -> Text:
    runs = _runs(event.running)
    shown = shown_after(match, event)
    if not event.seat or shown is None:
        return say("clock: {runs}", runs=runs)
    return say("clock: {seat} {time}; {runs}", seat=Thing(seat_name(event.seat)), time=clock_text(shown), runs=runs)


def _runs(running: tuple[int, ...]) -> Text:
    if not running:
        return say("no clock runs")
    return say("the clock of {seats} runs", seats=both([Thing(seat_name(seat)) for seat in running]))


def _adjusted(event: ClockAdjusted) -> Text:
    if event.does == START:
        told = say("clock started: {runs}", runs=_runs(event.running))
    elif event.does == PAUSE:
        told = say("clock paused")
    elif event.does == CORRECT and event.seat:
        told = say("clock of {seat} corrected to {time}", seat=Thing(seat_name(event.seat)),
                   time=clock_text(event.shows))  # fmt: skip
    elif event.does == CORRECT:
        told = say("clock of the table corrected to {time}", time=clock_text(event.shows))
    else:
        told = say("clock goes on: {runs}", runs=_runs(event.running))
    if not event.reason:
        return told
    missing = {ERASED: say("(erased)"), WITHHELD: say("(withheld)")}
    return say("{told}: {why}", told=told, why=missing.get(event.reason, event.reason))


# --- with each move -----------------------------------------------------------------------------


def shown_after(match: Match, event: ClockPressed) -> int | None:
    """Return the time that a seat's clock showed when the seat pressed it, in milliseconds."""
    clock = match.clock
    if clock is None:
        return None
    for known, state in zip(clock.events, clock.past, strict=True):
        if known.originator_version == event.originator_version:
            return state.shows(event.seat, milliseconds(event.at))
    return None


def after_moves(match: Match) -> dict[int, tuple[int, ...]]:
    """Return the reading of every seat's clock at each move, by move number.

    If recorded moves press the clock, the reading includes the time gained by the move. If the clock is pressed by
    hand, it is the reading when the move was recorded.
    """
    clock, found = match.clock, dict[int, tuple[int, ...]]()
    if clock is None:
        return found
    steps = list(_states(clock))
    at = 0
    state: ClockState | None = None
    for move in match.moves:
        until = move.originator_version + 1
        while at < len(steps) and (
            steps[at][0] < until or (steps[at][0] == until and steps[at][1] == getattr(move, "number", 0))
        ):
            state, at = steps[at][2], at + 1
        if state is not None and state.started:
            now = milliseconds(move.at)
            seats = range(1, match.opening.seats + 1)
            found[getattr(move, "number", 0)] = tuple(state.shows(seat, now) for seat in seats)
    return found


class MoveClocks:
    """The readings of all clocks at each move, in words; computed at the first use."""

    def __init__(self, match: Match) -> None:
        """Prepare to read the clocks of a match, without computing anything yet."""
        self._match = match
        self._shown: dict[int, tuple[int, ...]] | None = None

    def after(self, number: int) -> list[Text]:
        """Return one line for a move; no line if the match has no clock or the clock had not started."""
        if self._match.clock is None:
            return []
        if self._shown is None:
            self._shown = after_moves(self._match)
        shown = self._shown.get(number)
        if shown is None:
            return []
        if self._match.clock.control.mode == TABLE:
            return [say("clock: {time}", time=clock_text(shown[0]))]
        seats = [
            say("{seat} {time}", seat=Thing(seat_name(seat)), time=clock_text(time))
            for seat, time in enumerate(shown, start=1)
        ]
        return [say("clock: {times}", times=listed(seats, " · "))]


def _states(clock: ClockRecords) -> Iterator[tuple[int, int, ClockState]]:
    """Yield for each clock event: its version, the move that pressed the clock (-1: none), and the clock after it."""
    for event, state in zip(clock.events, clock.past, strict=True):
        move = event.move if isinstance(event, ClockPressed) and not event.tapped else -1
        yield event.originator_version, move, state


def move_clocks(match: Match) -> dict[int, int]:
    """Return the reading of the player's own clock after each move, in milliseconds, as notations write it."""
    clock = match.clock
    if clock is None:
        return {}
    if clock.tapped:
        return _tapped_clocks(match, clock)
    shown = after_moves(match)
    return {
        move.number: shown[move.number][move.seat - 1]
        for move in match.moves
        if isinstance(move, Played) and move.number in shown
    }


def _tapped_clocks(match: Match, clock: ClockRecords) -> dict[int, int]:
    """Return the readings of clocks that are pressed by hand: a seat's n-th tap ends its n-th turn on the line."""
    taps: dict[tuple[int, int], int] = {}
    for event, state in zip(clock.events, clock.past, strict=True):
        if isinstance(event, ClockPressed) and event.turn:
            taps[event.seat, event.turn] = state.shows(event.seat, milliseconds(event.at))
    clocked = {kind.model_fields["do"].default for kind in match.opening.game.kinds if kind.clocked}
    turns: dict[int, int] = {}
    found: dict[int, int] = {}
    for number in match.line.after(0):
        move = match.moves[number]
        if isinstance(move, Played) and move.action.get("do") in clocked:
            turns[move.seat] = turns.get(move.seat, 0) + 1
            if (shown := taps.get((move.seat, turns[move.seat]))) is not None:
                found[number] = shown
    return found
