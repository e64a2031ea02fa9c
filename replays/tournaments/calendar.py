"""Rounds as calendar entries (RFC 5545): the scheduled rounds of a tournament, a table or a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Adjusted, Paired
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.round_starts import Times, planned, times
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text, listed, say
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.tournament import BYES

PRODUCT = "-//Tablescribe//Rounds//EN"
FOLD = 75
"""Maximum length of a line in bytes; longer lines are folded (RFC 5545, 3.1)."""


@dataclass(frozen=True)
class CalendarEvent:
    """An entry of a calendar.

    Attributes:
        uid: a stable id, which stays the same after changes.
        sequence: the number of changes; readers keep the highest.
        start: the start time.
        minutes: the duration; 0 if unknown.
        summary, place, details, url: texts; empty if there are none.
        cancelled: whether it was cancelled.
    """

    uid: str
    sequence: int
    start: datetime
    minutes: int
    summary: str
    place: str = ""
    details: str = ""
    url: str = ""
    cancelled: bool = False

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**vars(self), "start": self.start.astimezone(UTC).isoformat(timespec="seconds")}


@dataclass(frozen=True)
class Whose:
    """Whose rounds to list (an entrant, a table, or all), and what its readers may know.

    Attributes:
        names: people's names, by reference.
        changes: how often officials have set the time of a round.
        mark: the prefix of table numbers.
        site: the address of the service; empty if it has none.
    """

    names: Mapping[Ref, str]
    changes: Mapping[int, int]
    mark: str = ""
    site: str = ""
    number: int | None = None
    table: int | None = None


def round_events(now: Tournament, told: Times, whose: Whose, reader: Reader) -> list[CalendarEvent]:
    """Return the rounds that have a time, and those that had one until an official stopped them.

    Raises:
        Refused: no entrant has that number.
    """
    ref = next((one.ref for one in now.field() if one.number == whose.number), None)
    if whose.number is not None and ref is None:
        raise Refused(say("no entrant has number {number}", number=whose.number))
    at, before = times(now, told), planned(now)
    stopped = {number: before[number] for number, when in told.items() if when is None and number in before}
    return [
        _event(now, number, when, number in stopped, whose, ref, reader)
        for number, when in sorted({**stopped, **at}.items())
    ]


def _event(
    now: Tournament, number: int, at: datetime, stopped: bool, whose: Whose, ref: Ref | None, reader: Reader
) -> CalendarEvent:
    seating = now.seating(number) if number <= now.round else None
    table, details = _where(now, seating, whose, ref, reader)
    title = visible(now.plan.title, one_line=True)
    words = say("{title}: round {round}", title=title, round=number)
    mine = f"-player-{whose.number}" if ref is not None else f"-table-{whose.table}" if whose.table else ""
    page = f"pairings?round={number}" if seating is not None else "board"
    changes = sum(isinstance(one, Paired | Adjusted) and one.round == number for one in now.events)
    return CalendarEvent(
        uid=f"{now.id}-round-{number}{mine}@tablescribe", sequence=whose.changes.get(number, 0) + changes, start=at,
        minutes=now.plan.stages[now.plan.stage_of(number)].time_limit, summary=reader.tell(words),
        place=reader.sentence(say("table {table}", table=f"{whose.mark}{table}")) if table else "",
        details=reader.sentence(details) if details is not None else "",
        url=f"{whose.site}/t/{now.id}/{page}" if whose.site else "",
        cancelled=stopped,
    )  # fmt: skip


def _where(
    now: Tournament, seating: Seating | None, whose: Whose, ref: Ref | None, reader: Reader
) -> tuple[int | None, Text | None]:
    """Return the table and opponents of an entrant, or the people at a table, if the round is paired."""
    if seating is None:
        return whose.table, None
    if ref is not None:
        for table, pod in enumerate(seating.pods, start=1):
            if ref in pod:
                return table, say("against {people}", people=_called(whose, [one for one in pod if one != ref]))
        kind = seating.byes.get(ref)
        return None, BYES[kind] if kind is not None else say("not paired")
    if whose.table is not None and whose.table <= len(seating.pods):
        return whose.table, _called(whose, seating.pods[whose.table - 1])
    return whose.table, None


def _called(whose: Whose, some: Sequence[Ref]) -> Text:
    return listed(visible(whose.names[one], one_line=True) for one in some)


# --- the file --------------------------------------------------------------------------------------


def calendar(title: str, events: Sequence[CalendarEvent], at: datetime) -> str:
    """Return an iCalendar file.

    Args:
        title: its name.
        events: its entries.
        at: the time of its creation.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN",
             f"X-WR-CALNAME:{_escaped(title)}"]  # fmt: skip
    for one in events:
        lines += _lines(one, at)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _lines(one: CalendarEvent, at: datetime) -> list[str]:
    told = {"SUMMARY": _escaped(one.summary), "LOCATION": _escaped(one.place), "DESCRIPTION": _escaped(one.details),
            "URL": one.url}  # fmt: skip
    ends = [f"DTEND:{_utc(one.start + timedelta(minutes=one.minutes))}"] if one.minutes else []
    return [
        "BEGIN:VEVENT", f"UID:{one.uid}", f"DTSTAMP:{_utc(at)}", f"SEQUENCE:{one.sequence}",
        f"DTSTART:{_utc(one.start)}", *ends, *(f"{name}:{text}" for name, text in told.items() if text),
        f"STATUS:{'CANCELLED' if one.cancelled else 'CONFIRMED'}", "END:VEVENT",
    ]  # fmt: skip


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """Return a text as a value (RFC 5545, 3.3.11); apart from line breaks it has no control characters (`visible`)."""
    for plain, told in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, told)
    return text


def folded(line: str) -> Iterator[str]:
    """Yield a line in parts of at most 75 bytes, without splitting a character."""
    part, size = "", 0
    for sign in line:
        wide = len(sign.encode())
        if size + wide > FOLD:
            yield part
            part, size = " ", 1
        part, size = part + sign, size + wide
    yield part
