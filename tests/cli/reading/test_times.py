"""Times that people enter are local: recorded, shown and found as such, in every time zone."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import pytest

from tablescribe.cli.terminal.times import entered, is_ahead
from tests.cli.conftest import Run

Ask = Callable[..., Any]
EXPORT = Path(__file__).parents[1] / "BGStatsExport.json"
NOON = datetime(2026, 11, 25, 12, 0, tzinfo=UTC)


@pytest.fixture(params=["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles", "UTC"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    yield from in_zone(request.param, monkeypatch)


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    yield from in_zone("Europe/Berlin", monkeypatch)


def in_zone(zone: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with monkeypatch.context() as context:
        context.setenv("TZ", zone)
        time.tzset()
        yield zone
    time.tzset()


def result(ask: Ask, played: str, game: str = "Azul") -> str:
    return str(ask("result", game, "Ann", "61", "Ben", "48", "--won", "Ann", "--played", played)["id"])


@pytest.mark.parametrize("played", ["2026-11-21 23:30", "2026-11-21 00:05", "2026-11-21"])
def test_a_time_is_shown_as_it_was_entered_and_found_by_its_day(run: Run, ask: Ask, zone: str, played: str) -> None:
    match_id = result(ask, played)
    assert f" {played} " in run("matches").output
    (line,) = ask("matches", "--since", "2026-11-21", "--until", "2026-11-21")
    assert (line["id"], line["entered"]) == (match_id, played.replace(" ", "T"))
    assert ask("matches", "--since", "2026-11-22") == []
    assert ask("matches", "--until", "2026-11-20") == []


def test_a_day_without_a_time_gets_none(run: Run, ask: Ask, zone: str) -> None:
    result(ask, "2026-11-20")
    assert "2026-11-20 " in run("matches").output
    assert ":00" not in run("matches").output


def test_the_plays_of_a_file_keep_their_day_and_year(ask: Ask, zone: str) -> None:
    ask("import", str(EXPORT), code=6)
    days = {one["entered"][:10] for one in ask("matches", "--limit", "0")}
    assert days == {play["day"] for play in _plays()}


def _plays() -> list[dict[str, str]]:
    told = json.loads(EXPORT.read_text())
    known = {one["id"] for one in told["games"]}
    return [{"day": one["playDate"][:10]} for one in told["plays"] if one["gameRefId"] in known and one["playerScores"]]


def test_a_match_that_is_recorded_live_stands_under_the_local_day(ask: Ask, zone: str) -> None:
    days = [datetime.now().astimezone().strftime("%Y-%m-%d")]
    match_id = ask("new", "freeform", "Ann", "Ben")["id"]
    days.append(datetime.now().astimezone().strftime("%Y-%m-%d"))  # another one only at midnight
    (line,) = ask("matches", "--since", days[0], "--until", days[1])
    assert (line["id"], line["entered"]) == (match_id, "")


def test_a_time_keeps_the_zone_in_which_it_was_entered(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half past eleven in Berlin is before eight in the morning in Auckland, though it shows a later hour."""
    for _ in in_zone("Europe/Berlin", monkeypatch):
        evening = result(ask, "2026-11-20 23:30")
    for _ in in_zone("Pacific/Auckland", monkeypatch):
        morning = result(ask, "2026-11-21 08:00")
        listed = ask("matches")
    assert [one["id"] for one in listed] == [evening, morning]
    assert [one["entered"] for one in listed] == ["2026-11-20T23:30", "2026-11-21T08:00"]


@pytest.mark.parametrize(
    ("words", "recorded"),
    [
        ("2026-11-21", "2026-11-21"), ("2026-11-21 20:15", "2026-11-21 20:15+01:00"), ("21.11.2026", "2026-11-21"),
        ("2026-11-21T20:15", "2026-11-21 20:15+01:00"), ("1. 7. 2026 9:05", "2026-07-01 09:05+02:00"),
        ("yesterday", "2026-11-24"), ("gestern 20:15", "2026-11-24 20:15+01:00"), ("ieri", "2026-11-24"),
        ("ontem", "2026-11-24"), ("today", "2026-11-25"), ("20:15", "2026-11-25 20:15+01:00"),
        ("25/12/2025", "2025-12-25"), ("12/25/2025", "2025-12-25"), ("2026/11/21", "2026-11-21"),
        ("2026-03-29 03:30", "2026-03-29 03:30+02:00"), ("2026-10-25 02:30", "2026-10-25 02:30+02:00"),
    ],
)  # fmt: skip
def test_forms_of_a_day(words: str, recorded: str, berlin: str) -> None:
    assert entered(words, NOON) == recorded


@pytest.mark.parametrize(
    "words",
    ["someday", "", "2026-02-30", "2026-11-21 25:00", "3/4/2026", "2026-03-29 02:30", "20:60"],
)  # fmt: skip
def test_what_is_no_day_or_two_days_is_asked_for_otherwise(words: str, berlin: str) -> None:
    """On 29 March 2026 the clocks skip the hour after two; 3/4/2026 is in March or in April."""
    with pytest.raises(click.UsageError):
        entered(words, NOON)


def test_the_future_needs_a_word_more(run: Run, ask: Ask) -> None:
    assert "--future" in run("result", "Azul", "Ann", "Ben", "--won", "Ann", "--played", "2999-01-01", code=2).output
    run("result", "Azul", "Ann", "Ben", "--won", "Ann", "--played", "2999-01-01", "--future")
    assert is_ahead("2026-11-26", NOON)
    assert not is_ahead("2026-11-25", NOON)


# --- statistics by time -------------------------------------------------------------------------


def test_who_won_most_in_a_year(run: Run, ask: Ask) -> None:
    for day, winner in (("2025-12-31", "Ben"), ("2026-01-01", "Ann"), ("2026-03-03", "Ann")):
        ask("result", "Catan", "Ann", "10", "Ben", "7", "--won", winner, "--played", day)
    year = ask("stats", "--since", "2026-01-01", "--until", "2026-12-31")
    assert (year["matches"], year["most_wins"]) == (2, ["Ann"])
    assert [(one["person"], one["won"], one["best_streak"]) for one in year["people"]] == [("Ann", 2, 2), ("Ben", 0, 0)]
    assert "2026    2        Ann (2)" in run("stats", "--by", "year").output
    assert [one["period"] for one in ask("stats", "--by", "month")["periods"]] == ["2025-12", "2026-01", "2026-03"]
    assert "10.0" in run("stats", "--game", "Catan", "--since", "2026-01-01").output


def test_points_have_a_column_for_each_seat_and_games_without_points_have_none(run: Run, ask: Ask) -> None:
    ask("result", "Catan", "Ann", "10", "Ben", "7", "Cleo", "3", "--won", "Ann")
    ask("result", "Pandemic", "Ann", "Ben", "--won", "Ann", "--won", "Ben")
    pandemic, catan = csv.DictReader(io.StringIO(run("matches", "--csv").stdout))
    assert [catan[f"points_{seat}"] for seat in (1, 2, 3)] == ["10", "7", "3"]
    assert [pandemic[f"points_{seat}"] for seat in (1, 2, 3)] == ["", "", ""]
    assert ask("matches", "--game", "Pandemic")[0]["scores"] == []
