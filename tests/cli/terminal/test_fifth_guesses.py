"""First guesses of a fifth newcomer: ending a match, reporting by name, printing, and following the answers."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Once, Run

Ask = Callable[..., Any]


def meant_by(run: Run, line: str, code: int = 2) -> str:
    """Return the line that a refused one is answered with, and run it."""
    said = " ".join(run(*line.split(), code=code).output.split())
    assert "Did you mean: tablescribe " in said, said
    meant = said.partition("Did you mean: tablescribe ")[2]
    run(*shlex.split(meant))
    return meant


# --- the end of a match -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("close last 0-1", "move last resign --seat 1"), ("close last 1-0", "move last resign --seat 2"),
        ("close last Ann won", "move last resign --seat 2"), ("close last --won Ben", "move last resign --seat 1"),
        ("close last Ann lost", "move last resign --seat 1"), ("close last draw", "move last 'draw?'"),
        ("resign last", "move last resign"), ("resign last Ben", "move last resign --seat 2"),
        ("concede last", "move last resign"), ("forfeit last Ann", "move last resign --seat 1"),
    ],
)  # fmt: skip
def test_a_game_of_chess_ends_by_a_move_not_by_a_result(run: Run, line: str, meant: str) -> None:
    run("new", "chess", "Ann", "Ben")
    assert meant_by(run, line) == meant


def test_without_a_name_it_is_the_last_open_match(run: Run, ask: Ask) -> None:
    match = ask("new", "chess", "Ann", "Ben")["id"]
    ask("result", "Catan", "Ann", "Ben", "--won", "Ann")
    assert meant_by(run, "resign") == f"move {match} resign"
    assert meant_by(run, "close last 0-1").startswith("correct last 0-1"), "the latest is closed"


@pytest.mark.parametrize(
    ("line", "meant"),
    [("close last 0-1", "correct last 0-1 --because 'the wrong result was entered'"),
     ("close last draw", "correct last --draw --because 'the wrong result was entered'"),
     ("close last Ben won", "correct last --won Ben --because 'the wrong result was entered'")],
)  # fmt: skip
def test_another_result_of_a_closed_match_is_a_correction(run: Run, line: str, meant: str) -> None:
    run("result", "chess", "Ann", "Ben", "1-0")
    assert meant_by(run, line) == meant


def test_a_game_that_is_over_is_only_closed(run: Run) -> None:
    run("new", "chess", "Ann", "Ben")
    run("move", "resign")
    assert meant_by(run, "close last 0-1") == "close last"


@pytest.mark.parametrize("line", ["close last 0-1", "resign last", "move last resign"])
def test_a_game_that_nobody_can_resign_is_abandoned(run: Run, line: str) -> None:
    run("new", "morris", "Ann", "Ben")
    assert meant_by(run, line) == "close last --abandoned"


def test_without_rules_somebody_is_said_to_have_won(run: Run) -> None:
    for line, meant in (("close last 0-1", "move last won Ben"), ("resign last Ben", "move last won Ann"),
                        ("close last draw", "move last won nobody")):  # fmt: skip
        run("new", "freeform", "Ann", "Ben", "--template", "points", "--title", "Hive")
        assert meant_by(run, line) == meant


def test_a_match_that_is_not_over_names_the_line_that_abandons_it(run: Run, ask: Ask) -> None:
    match = ask("new", "chess", "Ann", "Ben")["id"]
    said = run("close", match, code=3).output
    assert f"tablescribe close {match} --abandoned" in said
    assert ask("close", match, code=3)["error"]["hint"].endswith(f"tablescribe close {match} --abandoned")


def test_two_who_can_act_are_told_apart_by_an_option(run: Run) -> None:
    run("new", "chess", "Ann", "Ben")
    run("move", "draw?")
    assert "tablescribe move accept --seat 1" in run("move", "accept", code=3).output


# --- results of tables by name ----------------------------------------------------------------------


@pytest.fixture
def night(ask: Ask, once: Once) -> dict[str, Any]:
    """A tournament of five whose first round is paired; its tables and bye."""

    def recorded() -> dict[str, Any]:
        ask("tournament", "new", "Night", "--game", "chess", "Ann", "Ben", "Cleo", "Dan", "Eva Maria")
        paired: dict[str, Any] = ask("tournament", "pair", "--seed", "1")
        return paired

    return once(recorded)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("report last {a} 1-0 {b}", "--winner {a}"), ("report last {b} 1-0 {a}", "--winner {b}"),
        ("report last {a} 0-1 {b}", "--winner {b}"), ("report {a} beat {b}", "--winner {a}"),
        ("report last {b} won", "--winner {b}"), ("report last {a} lost", "--winner {b}"),
        ("report last {a} draw {b}", "--draw"), ("tournament report last {a} ½-½ {b}", "--draw"),
        ("tournament report {b} {a} 1-0", "--winner {b}"), ("tournament report last {b} no-show", "--absent {b}"),
    ],
)  # fmt: skip
def test_a_result_that_names_people_leads_to_their_table(run: Run, night: dict[str, Any], line: str, told: str) -> None:
    table = night["tables"][0]
    a, b = table["names"]
    meant = meant_by(run, line.format(a=a, b=b))
    assert meant == f"tournament report last {table['table']} {told.format(a=a, b=b)}"


def test_a_table_that_has_reported_is_changed(run: Run, night: dict[str, Any]) -> None:
    a, b = night["tables"][0]["names"]
    run("tournament", "report", "last", "1", "1-0")
    assert meant_by(run, f"report last {b} 1-0 {a}") == f"tournament report last 1 --winner {b} --change"


def test_people_of_two_tables_lead_to_the_pairings(run: Run, night: dict[str, Any]) -> None:
    one, other = (table["names"][0] for table in night["tables"])
    assert meant_by(run, f"tournament report last {one} 1-0 {other}") == "tournament pairings last"


# --- byes and papers --------------------------------------------------------------------------------


def test_a_bye_without_a_round_names_the_next_one(run: Run, ask: Ask, night: dict[str, Any]) -> None:
    said = " ".join(run("tournament", "bye", "last", "Cleo", "--kind", "half", code=2).output.split())
    assert said.endswith("The next one is round 2: tablescribe tournament bye last Cleo 2 --kind half")
    assert ask("tournament", "bye", "last", "Cleo", code=2)["error"]["message"].endswith("bye last Cleo 2")
    assert "bye last NAME 3" in run("tournament", "bye", "last", "3", code=2).output
    assert "no entrant Zoe" in run("tournament", "bye", "last", "Zoe", code=3).output


def test_a_bye_is_too_late_once_all_rounds_are_paired(run: Run, ask: Ask) -> None:
    ask("tournament", "new", "Night", "--game", "chess", "--rounds", "1", "Ann", "Ben")
    run("tournament", "pair")
    assert "All rounds are paired." in run("tournament", "bye", "last", "Ann", code=2).output


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("tournament bye last 3 Cleo", "tournament bye last Cleo 3"),
        ("tournament bye last Cleo round 3", "tournament bye last Cleo 3"),
        ("tournament bye last Cleo 3 half", "tournament bye last Cleo 3 --kind half"),
        ("tournament standings last s.html", "tournament standings last --html s.html"),
        ("tournament standings last -o s.html", "tournament standings last --html s.html"),
        ("tournament show last --html s.html", "tournament pairings last --html s.html"),
        ("tournament print last r.html", "tournament pairings last --html r.html"),
        ("tournament export last", "tournament export last -o tournament.bundle"),
        ("tournament export last open.bundle", "tournament export last -o open.bundle"),
        ("tournament export last -o open.trf", "tournament export last --trf -o open.trf"),
        ("tournament bundle last", "tournament export last -o tournament.bundle"),
        ("tournament verify open.bundle", "tournament export last -o open.bundle"),
        ("tournament missing last", "tournament pairings last"),
        ("tournament standings last --round 1", "tournament standings last --after 1"),
        ("tournament certificate last -o c.html", "tournament certificate last --html c.html"),
    ],
)  # fmt: skip
def test_a_line_about_a_tournament_names_the_one_that_works(
    run: Run, night: dict[str, Any], line: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    assert meant_by(run, line) == meant


def test_a_slip_that_is_in_names_the_line_that_replaces_it(run: Run, night: dict[str, Any]) -> None:
    run("tournament", "report", "last", "1", "1-0")
    said = run("tournament", "report", "last", "1", "0-1", code=3).output
    line = said.partition("before the next round is paired: tablescribe ")[2]
    assert line.strip() == "tournament report last 1 0-1 --change"
    assert "0-1, recorded by hand" in run(*shlex.split(line)).output


def test_a_bundle_is_not_named_like_a_report_file(run: Run, night: dict[str, Any], tmp_path: Path) -> None:
    run("tournament", "export", "last", "-o", str(tmp_path / "open.trf"), code=2)
    assert not list(tmp_path.glob("*.trf"))


# --- for programs -----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["shwo last", "resign", "report last 1 1-0", "show --nonsense"])
def test_a_refused_line_is_json_where_json_was_asked_for(ask: Ask, run: Run, line: str) -> None:
    run("new", "chess", "Ann", "Ben")
    assert ask(*line.split(), code=2)["error"]["code"] == "usage"


# --- files ------------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_written_is_no_reason_to_play(run: Run, tmp_path: Path) -> None:
    assert "play --new" in run("show", "last", code=4).output, "there is no ledger yet"
    run("new", "chess", "Ann", "Ben")
    said = run("backup", str(tmp_path / "nowhere" / "copy.db"), code=4).output
    assert "cannot be written" in said
    assert "play --new" not in said
