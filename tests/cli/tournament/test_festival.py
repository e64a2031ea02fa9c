"""Festivals on the command line: sections, entries, the wall, links."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Ask = Callable[..., Any]
Run = Callable[..., Result]


@pytest.fixture
def congress(ask: Ask, tmp_path: Path) -> str:
    """A festival with sections A (from 1800) and B (below)."""
    found = str(ask("festival", "create", "Easter Congress")["festival"])
    for name, more in (("Open", ("--letter", "A", "--from", "1800")), ("Minor", ("--to", "1799"))):
        file = tmp_path / f"{name}.yaml"
        file.write_text(f"title: {name}\nstages: [{{name: S, kind: swiss, rounds: 2, game: freeform}}]\n", "utf-8")
        ask("tournament", "announce", str(file))
        ask("festival", "add", "last", "last", *more)
    return found


def test_an_event_of_two_sections(ask: Ask, run: Run, congress: str, tmp_path: Path) -> None:
    people = tmp_path / "people.csv"
    people.write_text("Ada,2100\nBen,1900\nCleo,1500\nDora,,B\n", "utf-8")
    entered = ask("festival", "enter", "last", "--from-file", str(people))["entered"]
    assert [(one["name"], one["section"]) for one in entered] == [
        ("Ada", "A"), ("Ben", "A"), ("Cleo", "B"), ("Dora", "B"),
    ]  # fmt: skip
    told = run("festival", "enter", "last", "Eva", "--rating", "1500", "--section", "A", code=3)
    assert "section A is for ratings 1800–, not for 1500" in told.output
    ask("tournament", "pair", "last", "--seed", "1")
    ask("tournament", "report", "last", "1", "--winner", "Cleo")
    wall = ask("festival", "wall", congress[:6])
    assert [section["mark"] for section in wall["sections"]] == ["A", "B"]
    assert wall["sections"][1]["tables"][0]["table"] == "B1"
    assert wall["sections"][1]["standings"][0]["name"] == "Cleo"
    shown = run("festival", "wall", "last").output
    assert "A  Open (1800–): 2 people, round 0 of 2" in shown
    assert "1. Cleo: 1" in shown
    door = run("tournament", "slips", "last", "--door").output
    assert "Cleo: table B1, seat" in door


def test_sections_are_listed_changed_and_removed(ask: Ask, run: Run, congress: str) -> None:
    links = ask("festival", "links", "last", "--url", "http://hall:8000/")
    assert links["festival"] == f"http://hall:8000/f/{congress}"
    assert links["door"].startswith("http://hall:8000/festival-door/")
    assert ask("festival", "links", "last", "--url", "http://hall:8000") == links
    assert [one["title"] for one in ask("festival", "list")] == ["Easter Congress"]
    left = ask("festival", "remove", "last", "b")["sections"]
    assert [one["mark"] for one in left] == ["A"]
    run("festival", "remove", "last", "B", code=3)
    run("festival", "show", "nowhere", code=2)
    run("festival", "enter", "last", code=2)
    run("festival", "enter", "last", "Ada", "Ben", "--rating", "1", code=2)
    ask("festival", "create", "Another")
    run("festival", "show", "last", code=2)
