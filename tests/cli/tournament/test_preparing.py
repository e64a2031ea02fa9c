"""Drafts, check-in, byes, start times, tags and prizes on the command line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.cli.conftest import Once

Ask = Callable[..., Any]
Run = Callable[..., Result]

PLAN = """
title: Autumn Open
stages:
  - {name: Swiss, kind: swiss, rounds: 2, game: freeform, requests: {half_points: 1}}
prizes:
  categories:
    - {name: Main, prizes: [{amount: 30000}, {amount: 10000}], ties: hort}
    - {name: Cup, prizes: [{thing: Cup}], ties: rank, tag: U18, besides: true}
"""


@pytest.fixture
def four(ask: Ask, tmp_path: Path, once: Once) -> str:
    """A tournament of four people, before its first round."""
    file = tmp_path / "open.yaml"
    file.write_text(PLAN, "utf-8")

    def recorded() -> str:
        found = str(ask("tournament", "announce", str(file))["tournament"])
        ask("tournament", "enter", "last", "Ada", "Ben", "Cleo", "Dora")
        return found

    return once(recorded)


def test_a_draft_is_made_changed_and_published(ask: Ask, run: Run, four: str) -> None:
    refused = run("tournament", "draft", "last", code=3)
    assert "has no draft" in refused.output
    made = ask("tournament", "draft", "last", "make", "--bye", "Dora=half")
    assert (made["revision"], made["changed"]) == (1, False)
    assert ("Dora", "half") in [(one["name"], one["kind"]) for one in made["byes"]]
    made = ask("tournament", "draft", "last", "make")
    swapped = ask("tournament", "draft", "last", "swap", "Ada", "Ben")
    assert (swapped["revision"], swapped["changed"]) == (made["revision"] + 1, True)
    assert "changed by hand" in run("tournament", "draft", "last").output
    run("tournament", "draft", "last", "swap", "Ada", "Ben", "--revision", "1", code=3)
    run("tournament", "draft", "last", "swap", "Ada", code=2)
    run("tournament", "draft", "last", "restore", "Ada", "Ben", code=2)
    run("tournament", "draft", "last", "--bye", "Ada=half", code=2)
    assert not ask("tournament", "draft", "last", "restore")["changed"]
    ask("tournament", "draft", "last", "swap", "Ada", "Ben")
    run("tournament", "draft", "last", "publish", code=3)
    published = ask("tournament", "draft", "last", "publish", "--reason", "siblings")
    assert published["round"] == 1
    assert ask("tournament", "verify", "last")["tournaments"][0]["sound"]


def test_a_draft_is_discarded(ask: Ask, run: Run, four: str) -> None:
    ask("tournament", "draft", "last", "make")
    assert ask("tournament", "draft", "last", "discard") == {"tournament": four, "draft": None}
    run("tournament", "draft", "last", code=3)
    run("tournament", "draft", "last", "make", "--as", "desk", code=3)


def test_people_are_checked_in_by_name_and_number(ask: Ask, run: Run, four: str) -> None:
    told = ask("tournament", "check-in", "last", "Ada", "#2")
    assert (told["here"], told["left_out"]) == (2, [3, 4])
    assert "Missing: Cleo (#3), Dora (#4)." in run("tournament", "check-in", "last").output
    assert ask("tournament", "check-in", "last", "Ada", "--undo")["here"] == 1
    run("tournament", "check-in", "last", "--undo", code=2)


def test_byes_are_requested_and_taken_back(ask: Ask, run: Run, four: str) -> None:
    told = ask("tournament", "bye", "last", "Ada", "2", "--kind", "half")
    assert [(one["name"], one["round"], one["kind"]) for one in told["requests"]] == [("Ada", 2, "half")]
    assert "Round 2: Ada (#1), half-point bye" in run("tournament", "bye", "last").output
    assert ask("tournament", "bye", "last", "Ada", "2", "--kind", "none")["requests"] == []
    run("tournament", "bye", "last", "Ada", code=2)
    run("tournament", "bye", "last", "Ada", "9", code=3)


def noon_in_two_days() -> datetime:
    """Return a time of this place, also where the clocks change before."""
    return datetime.combine(datetime.now().astimezone().date() + timedelta(days=2), time(12)).astimezone()


def test_the_time_of_a_round_is_set_postponed_and_stopped(ask: Ask, run: Run, four: str) -> None:
    at = noon_in_two_days()
    told = ask("tournament", "schedule", "last", "1", at.strftime("%Y-%m-%d %H:%M"))
    assert datetime.fromisoformat(told["rounds"][0]["at"]) == at
    told = ask("tournament", "schedule", "last", "1", "--postpone", "10")
    assert datetime.fromisoformat(told["next"]["at"]) == at + timedelta(minutes=10)
    assert "Round 2: no time" in run("tournament", "schedule", "last").output
    assert ask("tournament", "schedule", "last", "1", "--stop")["next"] is None
    run("tournament", "schedule", "last", "1", "--postpone", "10", code=2)
    run("tournament", "schedule", "last", "1", "2020-01-01 10:00", code=3)
    run("tournament", "schedule", "last", "1", "tomorrow", code=2)
    run("tournament", "schedule", "last", "1", "2030-01-01", code=2)


def test_rounds_with_a_time_are_written_as_a_calendar(ask: Ask, run: Run, four: str, tmp_path: Path) -> None:
    from icalendar import Calendar

    at = noon_in_two_days()
    ask("tournament", "schedule", "last", "1", at.strftime("%Y-%m-%d %H:%M"))
    ask("tournament", "pair", "last", "--seed", "1")
    file = tmp_path / "ada.ics"
    told = ask("tournament", "calendar", "last", "--person", "Ada", "--url", "https://club.example", "-o", str(file))
    (event,) = Calendar.from_ical(file.read_bytes()).walk("VEVENT")
    assert event.decoded("DTSTART") == at
    assert str(event["DESCRIPTION"]).startswith("Against #"), "names are not public"
    assert (told["rounds"][0]["uid"], told["rounds"][0]["url"]) == (str(event["UID"]), str(event["URL"]))
    assert "BEGIN:VEVENT" in run("tournament", "calendar", "last", "--table", "1").output
    run("tournament", "calendar", "last", "--table", "1", "--person", "Ada", code=2)


def test_prizes_are_computed_printed_and_proved(ask: Ask, run: Run, four: str, tmp_path: Path) -> None:
    assert ask("tournament", "tag", "last", "U18", "Ada", "Ben")["tagged"][1]["tags"] == ["U18"]
    ask("tournament", "tag", "last", "U18", "Ada", "--remove")
    run("tournament", "tag", "last", "U18", code=2)
    ask("tournament", "pair", "last", "--seed", "1")
    for table in ("1", "2"):
        ask("tournament", "report", "last", table, "--draw")
    file = tmp_path / "prizes.html"
    told = ask("tournament", "prizes", "last", "--html", str(file))
    assert [one["amount"] for one in told["categories"][0]["awards"]] == [10000] * 4
    assert [one["things"] for one in told["categories"][1]["awards"]] == [["Cup"]]
    page = file.read_text("utf-8")
    assert "100.00 EUR" in page
    assert "PROVISIONAL" in page
    shown = run("tournament", "prizes", "last").output
    assert "Paid: 400.00 EUR of 400.00 EUR." in shown
    assert told["digest"] in run("tournament", "verify", "last", "--prizes", told["digest"]).output
    assert "prizes.differ" in run("tournament", "verify", "last", "--prizes", "0" * 64, code=1).output
    bundle = tmp_path / "open.bundle"
    run("tournament", "export", "last", "-o", str(bundle))
    assert "Not checked: the prizes" in run("tournament", "verify", str(bundle)).output
