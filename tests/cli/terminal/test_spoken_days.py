"""Days and months in everyday words."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import click
import pytest

from tablescribe.cli.terminal.spoken_days import day_named, period_named
from tablescribe.cli.terminal.times import entered
from tests.cli.conftest import Run

TODAY = date(2026, 11, 26)  # a Thursday


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("24 Nov", "2026-11-24"), ("Nov 24", "2026-11-24"), ("24. November 2026", "2026-11-24"),
        ("November 24th, 2025", "2025-11-24"), ("24.10.", "2026-10-24"), ("24.10.26", "2026-10-24"),
        ("24. 12.", "2025-12-24"), ("3. März", "2026-03-03"), ("1º maggio", "2026-05-01"),
        ("7 de outubro de 2024", "2024-10-07"), ("saturday", "2026-11-21"), ("last Friday", "2026-11-20"),
        ("Thursday", "2026-11-19"), ("Freitag", "2026-11-20"), ("venerdì scorso", "2026-11-20"),
        ("sexta-feira", "2026-11-20"), ("Saturday, 21 November", "2026-11-21"), ("3 days ago", "2026-11-23"),
        ("1 week ago", "2026-11-19"), ("2 months ago", "2026-09-26"), ("tonight", "2026-11-26"),
    ],
)  # fmt: skip
def test_a_day_is_read_as_people_say_it(said: str, day: str) -> None:
    assert str(day_named(said, TODAY)) == day


@pytest.mark.parametrize("said", ["month", "last month", "someday", "31 Feb", "24", "mo", "monster", "9.13.", "die 3"])
def test_what_is_no_day_is_none(said: str) -> None:
    assert day_named(said, TODAY) is None


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("last month", "2026-10-01", "2026-10-31"), ("this month", "2026-11-01", "2026-11-30"),
        ("2026-10", "2026-10-01", "2026-10-31"), ("10/2026", "2026-10-01", "2026-10-31"),
        ("October", "2026-10-01", "2026-10-31"), ("december", "2025-12-01", "2025-12-31"),
        ("Feb 2024", "2024-02-01", "2024-02-29"), ("letzten Monat", "2026-10-01", "2026-10-31"),
        ("ottobre", "2026-10-01", "2026-10-31"), ("2025", "2025-01-01", "2025-12-31"),
        ("last year", "2025-01-01", "2025-12-31"), ("last week", "2026-11-16", "2026-11-22"),
    ],
)  # fmt: skip
def test_a_period_is_read_as_people_say_it(said: str, first: str, last: str) -> None:
    assert period_named(said, TODAY) == (date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize("said", ["2026-13", "24 Nov", "yesterday", "", "last", "Octopus"])
def test_what_is_no_period_is_none(said: str) -> None:
    assert period_named(said, TODAY) is None


def test_in_january_the_last_month_is_of_the_year_before() -> None:
    assert period_named("last month", date(2026, 1, 5)) == (date(2025, 12, 1), date(2025, 12, 31))


def test_a_time_may_follow_a_day_that_is_said() -> None:
    now = datetime(2026, 11, 26, 22, 0)
    assert entered("last Friday 20:15", now).startswith("2026-11-20 20:15")
    with pytest.raises(click.UsageError, match="is not a day"):
        entered("last month", now)


def test_matches_of_last_month_go_to_a_sheet(run: Run, tmp_path: Path) -> None:
    here = datetime.now().astimezone()
    before = here.replace(day=1) - timedelta(days=1)
    run("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ann", "--played", before.strftime("%Y-%m-%d"))
    run("result", "Catan", "Ann", "9", "Ben", "10", "--won", "Ben")
    sheet = tmp_path / "ann.csv"
    for named in (("--month", "last month"), ("--since", "last month", "--until", "last month")):
        run("matches", "--person", "Ann", *named, "-o", str(sheet))
        heading, *rows = sheet.read_text().splitlines()
        assert heading.startswith("id,game")
        assert len(rows) == 1
    assert "1        1         1" in run("stats", "--month", "last month").output
    assert "is not a month" in run("matches", "--month", "soon", code=2).output


def test_a_sheet_has_all_matches(run: Run, ask: Any) -> None:
    for n in range(3):
        ask("result", "Catan", "Ann", str(n), "Ben", "7", "--won", "Ben")
    assert len(run("matches", "--csv").stdout.splitlines()) == 4
    assert len(run("matches", "--csv", "--limit", "2").stdout.splitlines()) == 3
