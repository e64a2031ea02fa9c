"""Days and times as people type them, in local time."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

import click

from tablescribe.cli.terminal.language import wrong_use
from tablescribe.domain.words.text import say

_ORDERS = (
    re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})"),
    re.compile(r"(?P<d>\d{1,2})\. ?(?P<m>\d{1,2})\. ?(?P<y>\d{4})"),
    re.compile(r"(?P<y>\d{4})/(?P<m>\d{1,2})/(?P<d>\d{1,2})"),
)
_CLOCK = re.compile(r"(?:[T ]\s*|^)(\d{1,2}):(\d{2})$")

WORDS = {
    "today": 0, "yesterday": 1, "heute": 0, "gestern": 1, "vorgestern": 2, "oggi": 0, "ieri": 1, "hoje": 0, "ontem": 1,
}  # fmt: skip
"""Words for a day, each with how many days ago it was."""

ENGLISH_SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
"""A date with slashes. Month or day comes first, which is ambiguous unless one of them is above 12."""


def entered(words: str, now: datetime | None = None) -> str:
    """Return a day, or a day and time, in the recorded form: `2026-11-21`, `2026-11-21 20:15+01:00`.

    A time is local, so it gets the UTC offset of that day. A day gets none.

    Raises:
        click.UsageError: it is no day, or a local time that did not exist.
    """
    now = (now or datetime.now()).astimezone()
    found = _CLOCK.search(words.strip())
    day = _day(words.strip()[: found.start()].strip() if found else words.strip(), now.date(), alone=found is None)
    if day is None or (found is not None and not (int(found[1]) < 24 and int(found[2]) < 60)):
        raise unreadable(words)
    if found is None:
        return day.isoformat()
    at = datetime(day.year, day.month, day.day, int(found[1]), int(found[2]))
    here = at.astimezone()
    if here.replace(tzinfo=None) != at or here.astimezone(tz=None).replace(tzinfo=None) != at:
        raise wrong_use(say("{time} does not exist: the clocks skipped that hour", time=words))
    return here.isoformat(sep=" ", timespec="minutes")


def moment_of(text: str) -> datetime:
    """Return a local time, or a time with a zone, as people type it."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is not None and found.tzinfo is not None:
        return found
    words = entered(text)
    if len(words) == 10:  # a day without a time
        raise unreadable(text)
    return datetime.fromisoformat(words)


def is_ahead(played: str, now: datetime | None = None) -> bool:
    """Return whether a recorded day or time is in the future."""
    now = (now or datetime.now()).astimezone()
    at = datetime.fromisoformat(played)
    return at.date() > now.date() if len(played) == 10 else at.astimezone() > now


def unreadable(words: str) -> click.UsageError:
    """Return the error for an unreadable day."""
    example = "2026-11-21, '2026-11-21 20:15', 21.11.2026, '21 Nov', yesterday, 'last Friday', '20:15'"
    return wrong_use(say("{word} is not a day. Examples: {examples}", word=words, examples=example))


def _day(words: str, today: date, *, alone: bool) -> date | None:
    if not words:
        return None if alone else today
    if words.lower() in WORDS:
        return today - timedelta(days=WORDS[words.lower()])
    for form in _ORDERS:
        if found := form.fullmatch(words):
            return _date(int(found["y"]), int(found["m"]), int(found["d"]))
    if found := ENGLISH_SLASHES.fullmatch(words):
        first, second, year = map(int, found.groups())
        if first > 12 or second > 12 or first == second:
            month, day = (second, first) if first > 12 else (first, second)
            return _date(year, month, day)
        return None
    from tablescribe.cli.terminal.spoken_days import day_named

    return day_named(words, today)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


class Day(click.ParamType[datetime]):
    """An option for a local day, or day and time. Its value has the time zone.

    Attributes:
        end: use the last day of a named period, such as a month, instead of the first.
    """

    name = "day"

    def __init__(self, *, end: bool = False) -> None:
        self.end = end

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """Return the moment; for a day, its beginning."""
        if isinstance(value, datetime):
            return value
        from tablescribe.cli.terminal.spoken_days import period_named

        if found := period_named(str(value), datetime.now().astimezone().date()):
            return datetime.fromisoformat(found[self.end].isoformat()).astimezone()
        return datetime.fromisoformat(entered(str(value))).astimezone()


class Period(click.ParamType[tuple[datetime, datetime]]):
    """An option for a local month, week or year. Its value is where its first and its last day begin."""

    name = "period"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[datetime, datetime]:
        """Return the beginning of the first and of the last day."""
        if isinstance(value, tuple):
            return value
        from tablescribe.cli.terminal.spoken_days import period_named

        found = period_named(str(value), datetime.now().astimezone().date())
        if found is None:
            examples = "2026-10, October, 'last month', 2026"
            raise wrong_use(say("{word} is not a month. Examples: {examples}", word=str(value), examples=examples))
        first, last = (datetime.fromisoformat(day.isoformat()).astimezone() for day in found)
        return first, last


def no_future(played: str, *, sure: bool) -> None:
    """Refuse a day or time in the future, unless `sure`. On a terminal, ask.

    Raises:
        click.UsageError: it is in the future, and on a terminal the answer is no.
    """
    if sure or not played or not is_ahead(played):
        return
    import sys

    from tablescribe.cli.terminal.language import told
    from tablescribe.cli.terminal.state import state

    asks = sys.stdin.isatty() and not state().json
    if asks and click.confirm(told(say("{day} is in the future. Record it?", day=played[:16]))):
        return
    raise wrong_use(say("{day} is in the future. If that is right, add --future", day=played[:16]))
