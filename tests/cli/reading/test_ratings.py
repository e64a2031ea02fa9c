"""`ratings` and `stats --fairness` on the command line: names, pseudonyms, JSON, CSV and pictures."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Tree

import pytest
from click.testing import Result

from tests.support import has_word

Ask = Callable[..., Any]
Run = Callable[..., Result]


@pytest.fixture
def evening(run: Run) -> None:
    """Three games of Catan that Ada won, and one that Ben did."""
    for winner in ("Ada", "Ada", "Ada", "Ben"):
        run("result", "Catan", "Ada", "Ben", "Cleo", "--won", winner)


def test_people_are_rated_by_all_that_they_played(ask: Ask, run: Run, evening: None) -> None:
    told = ask("ratings")
    assert (told["tables"], [one["name"] for one in told["ratings"]]) == (4, ["Ada", "Ben", "Cleo"])
    assert [(one["tables"], one["won"]) for one in told["ratings"]] == [(4, 3), (4, 1), (4, 0)]
    assert "Ada" in run("ratings").output
    rows = list(csv.DictReader(io.StringIO(run("ratings", "--csv").output)))
    assert [row["name"] for row in rows] == ["Ada", "Ben", "Cleo"]


def test_pseudonyms_tell_no_names_and_outlive_them(ask: Ask, run: Run, evening: None) -> None:
    before = ask("ratings", "--pseudonyms")["ratings"]
    assert not has_word(run("ratings", "--pseudonyms").output, "Ada")
    run("people", "erase", "Ada", "--yes")
    assert ask("ratings", "--pseudonyms")["ratings"] == before


def test_tournaments_are_a_season(ask: Ask, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "open.yaml"
    file.write_text("title: Open\nstages:\n  - {name: S, kind: swiss, rounds: 1, game: freeform}\n", "utf-8")
    ask("tournament", "announce", str(file))
    ask("tournament", "enter", "last", "Ada", "Ben")
    ask("tournament", "pair", "last", "--seed", "1")
    ask("tournament", "report", "last", "1", "--winner", "Ben")
    assert [one["name"] for one in ask("ratings", "--tournament", "last")["ratings"]] == ["Ben", "Ada"]
    assert ask("ratings")["ratings"] == [], "a slip is no match"
    wrong = json.loads(run("ratings", "--tournament", "last", "--game", "root", "--json", code=2).stdout)
    assert wrong["error"]["code"] == "usage"
    run("ratings", "--since", "yesterday", code=2)


def test_fairness_tells_chance_and_places_and_what_it_cannot_tell(ask: Ask, run: Run, tmp_path: Path) -> None:
    outcomes = ["tatanka", "p1", *(f"south:{n}" for n in range(1, 7)), "card:i01", "card:i02", "card:m01", "card:q01",
                "card:q02", "1"]  # fmt: skip
    match = ask("new", "expeditions", "Ada", "Automa", *(word for one in outcomes for word in ("--outcome", one)))["id"]
    run("close", match, "--abandoned")
    told = ask("stats", "--fairness")
    assert {(one["game"], one["chance"]) for one in told["chance"]} == {("expeditions", "told")}
    assert all(one["p"] is None and not one["found"] for one in told["chance"])
    assert any("does not mean fair" in one for one in told["caveats"])
    words = run("stats", "--fairness").output
    assert "too few draws" in words
    assert "does not mean fair" in words
    assert run("stats", "--fairness", "--csv").output.startswith("game,chance,source,draws")


def test_pictures_of_seats_are_written(ask: Ask, run: Run, evening: None, tmp_path: Path) -> None:
    told = ask("stats", "--fairness", "--svg", str(tmp_path / "balance"))
    assert told["pictures"]
    assert {(one["kind"], one["seats"]) for one in told["balance"]} >= {("seat", 3)}
    for file in told["pictures"]:
        Tree.fromstring(Path(file).read_text("utf-8"))
    assert ask("stats", "--fairness", "--game", "root")["matches"] == 0


def test_a_certificate_has_the_picture(ask: Ask, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "open.yaml"
    file.write_text("title: Open\nstages:\n  - {name: S, kind: swiss, rounds: 1, game: freeform}\n", "utf-8")
    ask("tournament", "announce", str(file))
    ask("tournament", "enter", "last", "Ada", "Ben")
    ask("tournament", "pair", "last", "--seed", "1")
    ask("tournament", "report", "last", "1", "--winner", "Ben")
    run("tournament", "certificate", "last", "--html", str(tmp_path / "c.html"), "--svg", str(tmp_path / "c.svg"))
    picture = (tmp_path / "c.svg").read_text("utf-8")
    assert picture in (tmp_path / "c.html").read_text("utf-8")
    assert "Ben 1" in [one.text for one in Tree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]
