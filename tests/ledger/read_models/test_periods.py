"""Statistics of a period, an event or a tag: counted from the matches that a filter selects."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tablescribe.ledger.matches.corrections import void
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.results import PlayedMatch, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.read_models.periods import Period, statistics_of
from tablescribe.ledger.read_models.queries import MatchFilter


@pytest.fixture
def season(ledger: Ledger) -> Ledger:
    """Six plays of two years; Ann won the last three of 2026, and a play without points."""
    scribe = Scribe(ledger)
    for day, points, winner in (
        ("2025-12-31", [9, 10], 2), ("2026-01-01", [7, 10], 2), ("2026-01-15", [10, 3], 1), ("2026-02-02", [12, 4], 1),
    ):  # fmt: skip
        record_result(scribe, PlayedMatch("Catan", ["Ann", "Ben"], points, [winner], day, data={"event": "Club"}))
    record_result(scribe, PlayedMatch("Pandemic", ["Ann", "Ben"], [], [1, 2], "2026-02-03", data={"tags": ["team"]}))
    twice = record_result(scribe, PlayedMatch("Catan", ["Ann", "Ben"], [1, 99], [2], "2026-02-04"))[0].id
    void(scribe, twice, by="keeper", reason="twice")
    ledger.lists.fresh()
    return ledger


def counted(ledger: Ledger, by: str = "", **wanted: Any) -> list[Period]:
    return statistics_of(ledger.asking, MatchFilter(**wanted), by)


def test_who_won_most_in_a_year(season: Ledger) -> None:
    (year,) = counted(season, since=datetime(2026, 1, 1).astimezone(), until=datetime(2027, 1, 1).astimezone())
    assert year.matches == 4, "the void one counts nowhere"
    assert [(one.name, one.counts.won) for one in year.ranked()] == [("Ann", 3), ("Ben", 2)]
    assert [one.name for one in year.leaders()] == ["Ann"]


def test_years_and_months_follow_each_other(season: Ledger) -> None:
    years = counted(season, "year")
    assert [(one.label, one.matches, [each.name for each in one.leaders()]) for one in years] == [
        ("2025", 1, ["Ben"]), ("2026", 4, ["Ann"])
    ]  # fmt: skip
    assert [(one.label, one.matches) for one in counted(season, "month")] == [
        ("2025-12", 1), ("2026-01", 2), ("2026-02", 2)
    ]  # fmt: skip


def test_averages_leave_out_what_was_not_scored_and_streaks_run_in_the_order_of_play(season: Ledger) -> None:
    (whole,) = counted(season)
    ann, ben = whole.ranked()
    assert (ann.points, ann.average, ann.streak, ann.best) == ([9, 7, 10, 12], 9.5, 3, 3)
    assert (ben.points, ben.streak, ben.best) == ([10, 10, 3, 4], 1, 2)


def test_an_event_and_a_tag_have_statistics_of_their_own(season: Ledger) -> None:
    (club,) = counted(season, event="club")
    assert (club.matches, [one.name for one in club.played()]) == (4, ["freeform:Catan"])
    (team,) = counted(season, tag="team")
    assert (team.matches, [one.counts.won for one in team.ranked()]) == (1, [1, 1])


def test_nothing_played_is_one_empty_period(season: Ledger) -> None:
    (nothing,) = counted(season, event="another")
    assert (nothing.matches, nothing.leaders()) == (0, [])
    assert counted(season, "month", event="another") == []
