"""Audit the clock: fallen flags, corrections, and records that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.clock.control import clock_text
from tablescribe.domain.clock.state import MOST_LAG, ClockState, new_clock
from tablescribe.domain.match.clock_events import ClockAdjusted, Clocking, ClockPressed, FlagFell
from tablescribe.domain.match.clock_records import CORRECT, ClockRecords, milliseconds
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Slot, Text, say
from tablescribe.replays.auditing.findings import Finding, about_match
from tablescribe.replays.reading.clock import say_clock
from tablescribe.replays.reading.reader import a_seat


def of_clock(match: Match) -> Iterator[Finding]:
    """Yield the findings about the clock of a match, by its own events and times."""
    clock = match.clock
    if clock is None:
        return
    before = new_clock(clock.control, match.opening.seats)
    for event, after in zip(clock.events, clock.past, strict=True):
        for why in _wrong(event, before):
            yield about_match("clock.wrong", "doubt", event.originator_version, why)
        if isinstance(event, FlagFell):
            over = say("{flag}, {time} over the limit", flag=say_clock(match, event), time=clock_text(event.over))
            yield about_match("clock.flag", "note", event.originator_version, over)
        elif isinstance(event, ClockAdjusted) and event.does == CORRECT:
            yield about_match("clock.corrected", "note", event.originator_version, say_clock(match, event))
        before = after
    yield from _ignored(match, clock)


def _wrong(event: Clocking, before: ClockState) -> Iterator[Text]:
    """Yield the ways in which an event contradicts the state of the clock before it."""
    now = milliseconds(event.at)
    if isinstance(event, FlagFell) and event.seat not in before.due(now):
        yield say("a fallen flag is recorded, but time was left")
    if not isinstance(event, ClockPressed):
        return
    if not 0 <= event.lag <= MOST_LAG:
        yield say("{n} ms were compensated, but the maximum is {most}", n=event.lag, most=MOST_LAG)
    if event.seat and not 0 <= event.turn <= before.side(event.seat).earned + 1:
        seat = a_seat(event.seat)
        yield say("turn {n} of {seat} is recorded, but it cannot be the next turn", n=event.turn, seat=seat)
    for fallen in before.due(now, event.seat, event.lag):
        whose: Slot = a_seat(fallen) if fallen else say("the table")
        yield say("the flag of {seat} had fallen, but this was not recorded", seat=whose)


def _ignored(match: Match, clock: ClockRecords) -> Iterator[Finding]:
    """Yield a fallen flag that loses by the time control, if play went on as if it had not fallen."""
    fallen = [event for event in clock.events if isinstance(event, FlagFell) and event.seat]
    if not fallen or not clock.control.loses:
        return
    later = [move for move in match.moves if move.originator_version > fallen[0].originator_version + 1]
    if any(match.line.counts(getattr(move, "number", 0)) for move in later):
        why = say("a fallen flag loses here, but play went on")
        yield about_match("clock.wrong", "doubt", fallen[0].originator_version, why)
