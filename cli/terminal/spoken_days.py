"""Days and periods in words: `24 Nov`, `last Friday`, `3 days ago`, `last month`, `2026-10`."""

from __future__ import annotations

import re
from datetime import date, timedelta

MONTHS = (
    "january januar gennaio janeiro", "february februar febbraio fevereiro", "march märz maerz marzo março",
    "april aprile abril", "may mai maggio maio", "june juni giugno junho", "july juli luglio julho",
    "august agosto", "september settembre setembro", "october oktober ottobre outubro", "november novembre novembro",
    "december dezember dicembre dezembro",
)  # fmt: skip
"""The months in English, German, Italian and Portuguese."""

WEEKDAYS = (
    "monday montag lunedì segunda", "tuesday dienstag martedì terça", "wednesday mittwoch mercoledì quarta",
    "thursday donnerstag giovedì quinta", "friday freitag venerdì sexta", "saturday samstag sonnabend sabato sábado",
    "sunday sonntag domenica domingo",
)  # fmt: skip
"""The days of the week, Monday first."""

LATEST = ("last", "this", "on", "letzten", "letzte", "letzter", "am", "scorso", "scorsa", "último", "última", "passado")
"""Words next to a weekday, month or year that mean the latest one."""

AGO = re.compile(r"(\d{1,3}) (day|week|month|year)s? ago")
_DAY = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th|º|°)?")
_MONTH = re.compile(r"(\d{4})[-/.](\d{1,2})|(\d{1,2})[/.](\d{4})")


def day_named(words: str, today: date) -> date | None:
    """Return the day that words name; without a year, the latest such day. `None` if they name no day."""
    low = " ".join(words.lower().replace(",", " ").split())
    if low in ("tonight", "this evening", "heute abend", "stasera", "hoje à noite"):
        return today
    if found := AGO.fullmatch(low):
        return _ago(int(found[1]), found[2], today)
    parts = [part for part in low.split() if part not in ("the", "of", "de", "di", *LATEST)]
    if len(parts) == 1 and (weekday := _among(WEEKDAYS, parts[0])) is not None:
        return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)
    if len(parts) > 2 and _among(WEEKDAYS, parts[0]) is not None:
        parts = parts[1:]  # without the weekday: Saturday, 21 November
    if found := re.fullmatch(r"(\d{1,2})\. ?(\d{1,2})\.? ?(\d{2})?", low):
        return _dated(int(found[1]), int(found[2]), found[3], today)
    if len(parts) not in (2, 3):
        return None
    first, second, *year = parts
    if (month := _among(MONTHS, first)) is not None and (day := _DAY.fullmatch(second)):
        return _dated(int(day[1]), month + 1, year[0] if year else None, today)
    if (month := _among(MONTHS, second.rstrip("."))) is not None and (day := _DAY.fullmatch(first)):
        return _dated(int(day[1]), month + 1, year[0] if year else None, today)
    return None


def period_named(words: str, today: date) -> tuple[date, date] | None:
    """Return the first and last day of the month, week or year that words name; `None` if they name none."""
    low = " ".join(words.lower().split())
    last = low.startswith(("last ", "letzte", "previous ")) or low.endswith((" scorso", " scorsa", " passado"))
    if re.search(r"\b(week|woche|settimana|semana)$", low):
        begun = today - timedelta(days=today.weekday() + 7 * last)
        return begun, begun + timedelta(days=6)
    if re.search(r"\b(month|monat|mese|mês)\b", low):
        return _month(today.year, today.month - last)
    if re.search(r"\b(year|jahr|anno|ano)\b", low):
        return date(today.year - last, 1, 1), date(today.year - last, 12, 31)
    if re.fullmatch(r"(19|20)\d\d", low):
        return date(int(low), 1, 1), date(int(low), 12, 31)
    if found := _MONTH.fullmatch(low):
        year, month = (found[1], found[2]) if found[1] else (found[4], found[3])
        return _month(int(year), int(month)) if 1 <= int(month) <= 12 else None
    name, *year_ = [part for part in low.split() if part not in LATEST] or [""]
    month_ = _among(MONTHS, name)
    if month_ is None or len(year_) > 1 or (year_ and not re.fullmatch(r"(19|20)\d\d", year_[0])):
        return None
    latest = today.year - (month_ + 1 > today.month)
    return _month(int(year_[0]) if year_ else latest, month_ + 1)


def _among(names: tuple[str, ...], word: str) -> int | None:
    """Return the index of the name that a word is or begins, with at least three letters."""
    bare = word.rstrip(".").removesuffix("-feira")
    if not bare.isalpha() or len(bare) < 3:
        return None
    return next((n for n, known in enumerate(names) if any(one.startswith(bare) for one in known.split())), None)


def _ago(n: int, unit: str, today: date) -> date | None:
    if unit in ("day", "week"):
        return today - timedelta(days=n * (7 if unit == "week" else 1))
    months = today.year * 12 + today.month - 1 - n * (12 if unit == "year" else 1)
    for day in (today.day, 30, 29, 28):
        try:
            return date(months // 12, months % 12 + 1, min(day, today.day))
        except ValueError:
            continue
    return None


def _dated(day: int, month: int, year: str | None, today: date) -> date | None:
    """Return a date; a year of two digits is in this century, without a year it is the latest such day."""
    try:
        if year:
            return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
        found = date(today.year, month, day)
        return found if found <= today else date(today.year - 1, month, day)
    except ValueError:
        return None


def _month(year: int, month: int) -> tuple[date, date]:
    """Return the first and last day of a month. Month 0 is December of the year before."""
    year, month = (year, month) if month else (year - 1, 12)
    after = date(year + month // 12, month % 12 + 1, 1)
    return date(year, month, 1), after - timedelta(days=1)
