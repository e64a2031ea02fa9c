"""Lists on the command line: filters, output, and CSV."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.domain.games import GAMES
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.cli.conftest import Once, Run, in_one_process
from tests.depth import times
from tests.ledger.conftest import server, target

__all__ = ["server", "target"]

Ask = Callable[..., Any]


@pytest.fixture
def evening(ask: Ask, once: Once) -> list[str]:
    """Three matches of an evening; one is over."""
    return once(lambda: _evening(ask))


def _evening(ask: Ask) -> list[str]:
    found = [
        ask("new", "freeform", "Ada", "Ben", "--title", "Catan", "--event", "Club evening", "--tag", "cup")["id"],
        ask("new", "freeform", "Ada", "guest", "guest", "--title", "=1+1")["id"],
        ask("new", "morris", "Ben", "Cleo")["id"],
    ]
    ask("close", found[0], "--abandoned")
    return [str(one) for one in found]


def test_matches_come_the_latest_first_narrowed_down_and_so_many(ask: Ask, evening: list[str]) -> None:
    def ids(*words: str) -> list[str]:
        return [one["id"] for one in ask("matches", *words)]

    assert ids() == evening[::-1]
    assert ids("--limit", "2") == evening[:0:-1]
    assert ids("--limit", "0") == evening[::-1]
    assert ids("--open", "--person", "ben") == [evening[2]]
    assert ids("--finished") == [evening[0]]
    assert ids("--game", "morris") == [evening[2]]
    assert ids("--event", "club EVENING", "--tag", "cup") == [evening[0]]
    assert ids("--find", "cat") == [evening[0]]
    assert ids("--since", "2999-01-01") == []
    now = datetime.now().astimezone()
    first, last = (at.strftime("%Y-%m-%d") for at in (now - timedelta(hours=1), now))  # two days just after midnight
    assert ids("--since", first, "--until", last) == evening[::-1]


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_without_a_limit_every_match_is_listed_however_many(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The read model returns pages of at most 500; without `--all` the pages are smaller."""
    page = times(20, 500)
    monkeypatch.setattr("tablescribe.ledger.read_models.queries.MOST", page)
    number = 2 * page + page // 5 * 2
    with closing(open_ledger(target)) as ledger:
        opened = {Scribe(ledger).new("freeform", ["Ada", "Ben"]).id for _ in range(number)}

    def matches(*words: str) -> str:
        return CliRunner().invoke(cli, ["--ledger", target, "matches", *words]).stdout

    listed = [one["id"] for one in json.loads(matches("--limit", "0", "--json"))]
    assert (len(listed), set(listed)) == (number, opened)
    assert len(matches("--limit", "0", "--csv").splitlines()) == 1 + number
    assert len(json.loads(matches("--limit", f"{page + 1}", "--json"))) == page + 1


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("matches", "--person", "Bne"), "Ben"), (("matches", "--game", "Cattan"), "Catan"),
        (("matches", "--game", "moris", "--person", "cloe"), "Cleo, morris"), (("stats", "--game", "Cattan"), "Catan"),
    ],
)  # fmt: skip
def test_a_filter_that_nobody_is_called_by_says_who_or_what_was_perhaps_meant(
    words: tuple[str, ...], meant: str, run: Run, ask: Ask, evening: list[str]
) -> None:
    assert run(*words).output == f"No matches found. Did you mean {meant}?\n"
    found = ask(*words)
    assert not (found if isinstance(found, list) else found["people"] or found["games"]), "for programs it is no match"


def test_what_was_typed_rightly_is_not_doubted(run: Run, evening: list[str]) -> None:
    assert run("matches", "--person", "Cleo", "--game", "catan").output == "No matches found.\n"
    assert run("matches", "--game", "Xyzzy").output == "No matches found.\n"


def test_a_game_is_found_by_its_title_too(ask: Ask, evening: list[str]) -> None:
    (line,) = ask("matches", "--game", "nine men's MORRIS")
    assert line["id"] == evening[2]
    assert ask("stats", "--game", "Nine Men's Morris")["games"] == ask("stats", "--game", "morris")["games"] != []


@pytest.mark.parametrize(
    "words", [("stats", "--person", "Bne"), ("stats", "--person", "Ada", "--against", "Bne"),
              ("people", "rename", "Bne", "Dan"), ("people", "merge", "Ada", "Bne"),
              ("people", "erase", "Bne", "--yes")]
)  # fmt: skip
def test_a_name_that_nobody_has_is_told_with_whose_was_perhaps_meant(
    words: tuple[str, ...], run: Run, ask: Ask, evening: list[str]
) -> None:
    assert "nobody called Bne is known in this ledger. Did you mean Ben?" in run(*words, code=2).output
    assert ask(*words, code=2)["error"]["code"] == "person.unknown"


@pytest.mark.parametrize("words", [("ratings", "--game", "rot"), ("stats", "--fairness", "--game", "rot")])
def test_what_asks_the_rules_knows_the_games_that_have_some(words: tuple[str, ...], run: Run, ask: Ask) -> None:
    ask("new", "morris", "Ada", "Ben")
    assert "there is no game 'rot'" in run(*words, code=2).output
    assert "Did you mean root?" in run(*words, code=2).output


def test_a_table_says_what_was_played_when_and_by_whom(
    run: Run, ask: Ask, evening: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    told = run("matches").output
    opened = {datetime.fromisoformat(one["opened"]).astimezone() for one in ask("matches")}
    row = next(line for line in told.splitlines() if line.startswith(evening[0]))
    assert row.split()[1] == "Catan"
    assert "freeform" not in told, "a game that has no rules here is called by its real name"
    assert all(at.strftime("%Y-%m-%d %H:%M") in told for at in opened)
    assert "The latest 2 matches." in run("matches", "--limit", "2").output
    assert "No matches found" in run("matches", "--person", "nobody").output
    assert "Keine Partien gefunden" in run("matches", "--person", "nobody", "--language", "de").output


def test_sheets_are_read_by_spreadsheets_and_command_nothing(run: Run, evening: list[str]) -> None:
    """A title that a spreadsheet would calculate comes as the text that it is."""
    rows = list(csv.DictReader(io.StringIO(run("matches", "--csv").output)))
    assert [row["id"] for row in rows] == evening[::-1]
    assert (rows[1]["title"], rows[1]["seats"]) == ("'=1+1", "Ada; guest; guest 2")
    assert (rows[2]["event"], rows[2]["state"], rows[2]["tags"]) == ("Club evening", "finished", "cup")
    people = list(csv.DictReader(io.StringIO(run("stats", "--csv").output)))
    assert [(row["person"], row["matches"]) for row in people] == [("Ada", "2"), ("Ben", "2"), ("Cleo", "1")]


def test_statistics_of_all_of_one_and_of_two(run: Run, ask: Ask, evening: list[str]) -> None:
    told = ask("stats")
    assert [(one["game"], one["title"], one["matches"]) for one in told["games"]] == [
        ("freeform:=1+1", "=1+1", 1), ("freeform:Catan", "Catan", 1), ("morris", "Nine Men's Morris", 1),
    ]  # fmt: skip
    assert "seats" in ask("stats", "--game", "morris")
    ada = ask("stats", "--person", "ada")
    assert ([one["person"] for one in ada["people"]], ada["against"][0]["person"]) == (["Ada"], "Ben")
    assert [one["person"] for one in ask("stats", "--against", "Cleo")["people"]] == ["Ben"]
    assert "nobody called Zed" in run("stats", "--person", "Zed", code=2).stderr
    assert "Catan" in run("stats").output
    assert [one["game"] for one in ask("stats", "--game", "freeform")["games"]] == ["freeform:=1+1", "freeform:Catan"]
    assert "Nothing was played" not in run("stats", "--person", "Ada").output


def test_a_match_is_described_again(run: Run, ask: Ask, evening: list[str]) -> None:
    ask("describe", evening[0], "--round", "3", "--tag", "")
    found = ask("matches", "--finished")[0]
    assert (found["title"], found["round"], found["tags"]) == ("Catan", "3", [])
    assert "described: Catan, Club evening, 3" in run("log", evening[0]).output
    assert "No details given" in run("describe", evening[0], code=2).stderr
    assert "at most 120" in run("describe", evening[0], "--title", "x" * 121, code=3).stderr


def test_names_that_are_empty_or_stand_twice_are_refused(run: Run) -> None:
    assert "have the same name" in run("new", "freeform", "Ada", "ADA", code=3).stderr
    assert "seat 2 has no name" in run("new", "freeform", "Ada", " ", code=3).stderr


def test_people_are_listed_renamed_merged_and_split(run: Run, ask: Ask, evening: list[str]) -> None:
    assert [one["person"] for one in ask("people", "list")["people"]] == ["Ada", "Ben", "Cleo"]
    assert ask("people", "rename", "ben", "Benedict") == {"person": "Benedict", "matches": 2}
    assert ask("show", evening[0])["match"] == evening[0]
    assert ask("matches")[0]["seats"] == ["Benedict", "Cleo"]
    assert "merge them" in run("people", "rename", "Cleo", "Ada", code=3).stderr
    assert ask("people", "merge", "Cleo", "Ada")["matches"] == 1
    assert "at one table" in run("people", "merge", "Benedict", "Ada", code=3).stderr
    assert "cleo is the same person as Ada" in run("people", "list").output
    ask("people", "split", "Cleo")
    assert "was not renamed or merged" in run("people", "split", "Cleo", code=2).stderr
    assert [one["person"] for one in ask("people", "list", "cle")["people"]] == ["Cleo"]


def test_lists_are_made_anew(run: Run, ask: Ask, evening: list[str]) -> None:
    before = ask("matches")
    assert ask("lists", "rebuild")["events"] == 5, "three openings, which tell the titles; a description; an end"
    assert "Lists rebuilt" in run("lists", "rebuild").output
    assert ask("matches") == before


NEEDLESS = {"alembic", "sqlalchemy", "tablescribe.domain.rules.notation"}


def test_a_short_command_on_a_current_ledger_imports_nothing_that_it_does_not_need(
    ledger: str, evening: list[str]
) -> None:
    """Alembic cost 0.2 s of processor time at every call, SQLAlchemy as much.

    The commands run in one process: what any of them loads stays loaded.
    """
    told = [
        (["show"], 0), (["legal"], 0), (["move", "score", "to=1", "points=2"], 0), (["move", "nothing"], 2),
        (["undo", "--judge"], 0), (["undo", "--judge"], 3), (["note", "counted"], 0), (["play", "--plain"], 0),
    ]  # fmt: skip
    done = in_one_process(ledger, *([words[0], evening[1], *words[1:]] for words, _ in told))
    for (words, code), (exit_code, output, loaded) in zip(told, done, strict=True):
        assert (exit_code, sorted(NEEDLESS & loaded)) == (code, []), (words, output)


def test_nor_does_one_that_names_no_match(ledger: str, evening: list[str]) -> None:
    told = {"show": 0, "log": 0, "legal": 0, "undo": 3, "redo": 3, "note counted": 0, "play": 0}
    done = in_one_process(ledger, *(words.split() for words in told))
    for (words, code), (exit_code, output, loaded) in zip(told.items(), done, strict=True):
        assert evening[2] in output, words
        assert (exit_code, sorted({"alembic", "sqlalchemy"} & loaded)) == (code, []), (words, output)


ACTING = {"actions", "offers", "rules", "setup", "telling"}
"""Modules of a game's room that only acting needs."""


def test_to_show_a_table_loads_nothing_of_the_game_that_decides_actions(ledger: str, ask: Ask) -> None:
    """The models of a game's actions, and the rules that ask for them, cost up to half of such a command."""
    seats = {"expeditions": ["Ann", "Automa"], "ultime": ["Ann", "Ben", "Cid"]}
    matches = [ask("new", key, *seats.get(key, ["Ann", "Ben"]), "--chance", "sealed")["id"] for key in GAMES]
    commands = [[word, match] for word in ("show", "legal") for match in matches]
    done = in_one_process(ledger, *commands)
    for (word, _), key, (exit_code, output, loaded) in zip(commands, [*GAMES, *GAMES], done, strict=True):
        room = f"tablescribe.domain.games.{key}"
        acting = {name.removeprefix(f"{room}.").partition(".")[0] for name in loaded if name.startswith(room)} & ACTING
        assert (exit_code, room in loaded) == (0, True), output
        assert (acting >= {"actions", "offers", "rules"}) if word == "legal" else (acting == set()), (word, key)


def test_the_list_of_matches_loads_no_game_and_nothing_that_checks_or_records(ledger: str, run: Run, ask: Ask) -> None:
    ask("new", "chess", "Ann", "Ben")
    run("matches")  # brings the lists up to date, once
    code = (
        "import sys; from click.testing import CliRunner; from tablescribe.cli.main import cli; "
        "done = CliRunner().invoke(cli, sys.argv[1:]); print(done.output); "
        "heavy = {'alembic', 'eventsourcing', 'pydantic', 'sqlalchemy', 'yaml'} & {*sys.modules}; "
        "games = [name for name in sys.modules if name.startswith('tablescribe.domain.games.')]; "
        "print(done.exit_code, sorted(heavy), games)"
    )
    words = [sys.executable, "-c", code, "--ledger", ledger, "matches"]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert "Ann" in said
    assert said.splitlines()[-1] == "0 [] []"


def test_lists_are_brought_up_to_date_without_sqlalchemy(ledger: str, ask: Ask, run: Run) -> None:
    """To import it takes longer than the rest of `matches` after a move."""
    ask("new", "chess", "Ann", "Ben", "--event", "club evening")
    run("matches")
    match = ask("new", "ultime", "Cleo", "Dan", "Eve", "--chance", "sealed", "--tag", "casual")["id"]
    run("move", match, "skip")
    run("undo", match, "--judge")
    run("note", match, "the table was shaken")
    ((code, said, loaded),) = in_one_process(ledger, ["matches"])
    assert (code, [line.split()[4:5] for line in said.splitlines()[1:]]) == (0, [["0"], ["0"]])
    assert "Cleo, Dan, Eve" in said
    assert "sqlalchemy" not in loaded


def test_minutes_that_somebody_told_stand_in_lists_and_are_called_told(run: Run, ask: Ask) -> None:
    """A match recorded later was not measured; one of which nobody told how long it took counts in no mean."""
    told = ask("result", "Catan", "Ann", "Ben", "--won", "Ann", "--minutes", "70")["id"]
    unknown = ask("result", "Catan", "Ann", "Ben", "--won", "Ann")["id"]
    still = ask("new", "freeform", "Ann", "Ben")["id"]
    lines = {one["id"]: (one["seconds"], one["time"]) for one in ask("matches")}
    assert lines == {told: (4200, "told"), unknown: (None, ""), still: (None, "")}
    (catan,) = (one for one in ask("stats")["games"] if one["title"] == "Catan")
    assert (catan["matches"], catan["seconds"], catan["timed"], catan["told"]) == (2, 4200, 1, 1)
    assert "1:10 (1 entered by hand)" in run("stats").output
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(run("matches", "--csv").output))}
    assert (rows[told]["seconds"], rows[told]["time"], rows[unknown]["seconds"]) == ("4200", "told", "")


def test_the_minutes_of_bg_stats_are_told_ones(run: Run, ask: Ask) -> None:
    run("import", "--bgstats", str(Path(__file__).parents[1] / "BGStatsExport.json"), code=6)
    assert {one["time"] for one in ask("matches") if one["seconds"]} == {"told"}
