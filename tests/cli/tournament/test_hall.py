"""The round clock, slips, and public pages, on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.cli.conftest import Once

Ask = Callable[..., Any]
Run = Callable[..., Result]

PLAN = """
title: Autumn <Open>
stages:
  - name: Swiss
    kind: swiss
    rounds: 2
    game: freeform
    time_limit: 50
    overtime: {points: 1/2, every: 5, clause: T-6}
"""


@pytest.fixture
def hall(ask: Ask, tmp_path: Path, once: Once) -> str:
    """A tournament of twenty people whose first round is paired."""
    file = tmp_path / "open.yaml"
    file.write_text(PLAN, "utf-8")

    def recorded() -> str:
        found = str(ask("tournament", "announce", str(file))["tournament"])
        ask("tournament", "enter", "last", *(f"Person {n}" for n in range(1, 20)), "<b>Zoe</b>")
        ask("tournament", "pair", "last", "--seed", "1")
        return found

    return once(recorded)


def test_the_clock_is_set_with_reasons_and_says_how_it_stands(ask: Ask, run: Run, hall: str) -> None:
    assert ask("tournament", "clock", "last")["state"] == "waiting"
    started = ask("tournament", "clock", "last", "start")
    assert (started["state"], started["limit"], started["proposed"]) == ("running", 3000, [])
    assert 2990 < started["left"] <= 3000
    refused = run("tournament", "clock", "last", "pause", code=3)
    assert "Enter a reason" in refused.output
    ask("tournament", "clock", "last", "pause", "--reason", "fire alarm", "--as", "arbiter")
    ask("tournament", "clock", "last", "resume")
    more = ask("tournament", "clock", "last", "extend", "--minutes", "5", "--reason", "the alarm")
    assert (more["extended"], len(more["missing"])) == (300, 10)
    log = run("tournament", "show", "last", "--log").output
    assert "the timer of round 1 was stopped: fire alarm" in log
    assert "round 1 was extended by 5 minutes: the alarm" in log
    run("tournament", "clock", "last", "start", "--as", "desk", code=3)
    run("tournament", "clock", "last", "start", "--minutes", "5", code=2)


def test_slips_are_eight_a_page_with_codes_that_let_the_table_and_each_player_in(
    ask: Ask, hall: str, tmp_path: Path
) -> None:
    file = tmp_path / "slips.html"
    told = ask("tournament", "slips", "last", "1", "--html", str(file), "--url", "http://hall:8000/")
    page = file.read_text("utf-8")
    assert [page.count(one) for one in ('class="sheet"', 'class="slip"', 'class="qr"')] == [2, 10, 40]
    assert [len(re.findall('class="slip"', one)) for one in page.split('class="sheet"')[1:]] == [8, 2]
    one = told["slips"][0]
    assert [seat["seat"] for seat in one["seats"]] == [1, 2]
    started = ask("tournament", "start", "last", "--url", "http://hall:8000")["tables"][0]
    assert one["link"] == started["link"], "the same that are told when the round starts"
    assert [seat["link"] for seat in one["seats"]] == [player["link"] for player in started["players"]]
    assert "Autumn &lt;Open&gt;" in page
    assert "<b>Zoe" not in page
    ask("tournament", "slips", "last", "--table", "3", "--html", str(file))
    page = file.read_text("utf-8")
    assert (page.count('class="slip"'), page.count('class="qr"')) == (1, 0), "no address, no code"


def test_a_table_that_there_is_not_has_no_slip(run: Run, hall: str) -> None:
    refused = run("tournament", "slips", "last", "--table", "11", code=3)
    assert "tables 1 to 10" in refused.output


def test_the_sheet_for_the_door_has_everybody_by_name(ask: Ask, run: Run, hall: str, tmp_path: Path) -> None:
    file = tmp_path / "door.html"
    told = ask("tournament", "slips", "last", "--door", "--html", str(file), "--language", "de")
    names = [one["name"] for one in told["people"]]
    assert names == sorted(names, key=str.casefold)
    assert len(names) == 20
    assert file.read_text("utf-8").count("<li>") == 30, "everybody, and every table"
    assert "Person 7: table" in run("tournament", "slips", "last", "--door").output


def test_slips_are_printed_as_pdf(ask: Ask, hall: str, tmp_path: Path) -> None:
    pytest.importorskip("weasyprint")
    file = tmp_path / "slips.pdf"
    ask("tournament", "slips", "last", "--pdf", str(file), "--table", "3", "--url", "http://hall:8000")
    assert file.read_bytes().startswith(b"%PDF")


def test_names_are_shown_to_everybody_only_when_the_organiser_says_so(ask: Ask, run: Run, hall: str) -> None:
    assert ask("tournament", "public", "last") == {"tournament": hall, "names": False, "room": True, "words": False}
    assert ask("tournament", "public", "last", "--names")["names"] is True
    assert ask("tournament", "public", "last", "--words")["words"] is True
    assert ask("tournament", "public", "last", "--no-names")["names"] is False
    run("tournament", "public", "last", "--names", "--as", "desk", code=3)
    assert ask("tournament", "public", "last")["names"] is False
