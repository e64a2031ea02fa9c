"""Standings and pairings as HTML and PDF: the same lines as in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.cli.conftest import Once
from tests.support import has_word

Ask = Callable[..., Any]
Run = Callable[..., Result]


@pytest.fixture
def night(ask: Ask, once: Once) -> str:
    """A tournament of five: round 1 is paired, and one of its two tables has reported."""

    def recorded() -> str:
        found = str(ask("tournament", "new", "Night & Day", "--game", "chess", "Ann", "Ben", "Cleo", "Dan", "<b>Eva")[
            "tournament"
        ])  # fmt: skip
        ask("tournament", "pair", "--seed", "1")
        ask("tournament", "report", "last", "1", "1-0")
        return found

    return once(recorded)


def test_standings_are_written_as_they_are_shown(ask: Ask, run: Run, night: str, tmp_path: Path) -> None:
    file = tmp_path / "standings.html"
    said = run("tournament", "standings", "last", "--html", str(file)).output
    page = file.read_text("utf-8")
    assert f"Written to {file}." in said
    assert "Provisional: 1 table of round 1 has no result yet." in said
    assert "Provisional: 1 table of round 1 has no result yet." in page
    told = ask("tournament", "standings")
    assert told["missing"] == [{"round": 1, "tables": [2]}]
    assert page.count("<tr>") == 1 + len(told["lines"])
    for line in told["lines"]:
        assert escape(line["name"]) in page
    assert "Night &amp; Day" in page
    assert "<b>Eva" not in page


def test_the_ranking_over_all_stages_is_written_too(ask: Ask, night: str, tmp_path: Path) -> None:
    file = tmp_path / "final.html"
    told = ask("tournament", "standings", "last", "--final", "--html", str(file))
    assert (len(told["final"]), told["files"]) == (5, [str(file)])
    assert file.read_text("utf-8").count("<tr>") == 6


def test_pairings_are_written_with_the_results_there_are(ask: Ask, run: Run, night: str, tmp_path: Path) -> None:
    file = tmp_path / "round.html"
    said = run("tournament", "pairings", "last", "1", "--html", str(file)).output
    page = file.read_text("utf-8")
    told = ask("tournament", "pairings")
    assert told["missing"] == [2]
    for one in told["tables"]:
        assert f"table {one['table']}: {' – '.join(one['names'])}" in said
        assert escape(" – ".join(one["names"])) in page
    assert "1-0, recorded by hand" in page
    assert "no result yet" not in page, "people write it in"
    (bye,) = told["byes"]
    assert f"{escape(bye)}: bye" in page


@pytest.mark.parametrize("what", ["standings", "pairings"])
def test_names_are_left_out_where_nobody_is_to_read_them(run: Run, night: str, tmp_path: Path, what: str) -> None:
    file = tmp_path / "sheet.html"
    run("tournament", what, "last", "--html", str(file))
    assert "Ann" in file.read_text("utf-8")
    run("tournament", what, "last", "--html", str(file), "--numbers")
    assert ("#1" in (page := file.read_text("utf-8")), "Ann" in page) == (True, False)
    run("tournament", "public", "last", "--no-room")
    run("tournament", what, "last", "--html", str(file))
    assert not has_word(file.read_text("utf-8"), "Ann"), "the room sees numbers"
    assert "Ann" in run("tournament", what, "last").output


@pytest.mark.parametrize("what", ["standings", "pairings"])
def test_sheets_are_printed_as_pdf(ask: Ask, night: str, tmp_path: Path, what: str) -> None:
    pypdfium2 = pytest.importorskip("pypdfium2")
    file = tmp_path / "sheet.pdf"
    assert ask("tournament", what, "last", "--pdf", str(file), "--language", "de")["files"] == [str(file)]
    with pypdfium2.PdfDocument(file) as found:
        text = found[0].get_textpage().get_text_bounded()
    assert {"standings": "nach Runde 1 von 3", "pairings": "Runde 1 von 3"}[what] in text
    assert f"{night} · " in text


def test_without_the_library_nothing_is_written(
    run: Run, night: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    page = tmp_path / "s.html"
    said = run("tournament", "standings", "last", "--html", str(page), "--pdf", str(tmp_path / "s.pdf"), code=2).output
    assert "install tablescribe[pdf]" in said
    assert not page.exists()


def test_the_points_of_one_entrant_are_no_paper(run: Run, night: str, tmp_path: Path) -> None:
    said = run("tournament", "standings", "last", "--why", "Ann", "--pdf", str(tmp_path / "s.pdf"), code=2).output
    assert "Leave out --html and --pdf" in said


def test_papers_say_where_they_were_written_or_that_they_were_not(run: Run, night: str, tmp_path: Path) -> None:
    file = tmp_path / "paper.html"
    for what in ("slips", "certificate"):
        assert f"Written to {file}." in run("tournament", what, "last", "--html", str(file)).output
    assert "Nothing was printed. Name a file" in run("tournament", "slips", "last").output
