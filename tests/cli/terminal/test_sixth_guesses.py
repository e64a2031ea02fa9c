"""First guesses of a sixth newcomer: officials' words, faulty files, a judge's audit, and a match for a browser."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Once, Run

Ask = Callable[..., Any]


def meant_by(run: Run, line: str) -> str:
    """Return the line that a refused one is answered with."""
    said = " ".join(run(*shlex.split(line), code=2).output.split())
    assert "Did you mean: tablescribe " in said, said
    return said.partition("Did you mean: tablescribe ")[2]


@pytest.fixture
def night(ask: Ask, once: Once) -> dict[str, Any]:
    """A tournament of four with a title of two words, whose first round is paired; its tables."""

    def recorded() -> dict[str, Any]:
        ask("tournament", "new", "Club night", "--game", "chess", "Ann", "Ben", "Cleo", "Dan")
        paired: dict[str, Any] = ask("tournament", "pair", "--seed", "1")
        return paired

    return once(recorded)


# --- tournaments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("tournament appeals", "tournament show last --log"),
        ("tournament appeals club", "tournament show club --log"),
        ("tournament show last log", "tournament show last --log"),
        ("tournament reopen last", "tournament correct --help"),
        ("tournament standings last after 1", "tournament standings last --after 1"),
        ("tournament standings club after round 1", "tournament standings club --after 1"),
        ("tournament adjust last Ann Ben because siblings", "tournament adjust last Ann Ben --reason siblings"),
    ],
)  # fmt: skip
def test_words_of_officials_lead_to_a_line_that_works(run: Run, night: dict[str, Any], line: str, meant: str) -> None:
    for table in ("1", "2"):
        if "adjust" not in line:
            run("tournament", "report", "last", table, "1-0")
    assert meant_by(run, line) == meant
    run(*shlex.split(meant))


@pytest.mark.parametrize("title", ["club", "'Club night'"])
def test_a_tournament_is_known_by_its_title(run: Run, night: dict[str, Any], title: str) -> None:
    a, b = night["tables"][0]["names"]
    meant = meant_by(run, f"tournament report {title} {a} 1-0 {b}")
    assert meant == f"tournament report {title} {night['tables'][0]['table']} --winner {a}"
    run(*shlex.split(meant))


def test_a_round_without_moves_has_no_file_of_games(run: Run, night: dict[str, Any], tmp_path: Path) -> None:
    for table in ("1", "2"):
        run("tournament", "report", "last", table, "1-0")
    file = tmp_path / "round.pgn"
    assert "No moves were recorded in round 1" in run("tournament", "games", "last", "-o", str(file), code=3).output
    assert not file.exists()


def test_a_clock_that_waits_says_how_to_start_it(run: Run, ask: Ask) -> None:
    match = ask("new", "chess", "Ann", "Ben", "--clock", "90+30")["id"]
    for action in ("start", "resume"):
        line = run("clock", match).output.partition("Start the clock: tablescribe ")[2].strip()
        assert line == f"clock {match} {action}"
        assert "Start the clock" not in run(*line.split()).output
        run("clock", match, "pause")


# --- at the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["move place a1", "move 'place a1'", "move last 'place a1'", "move last place a1"])
def test_an_action_of_several_words_is_one_of_the_last_match(run: Run, line: str) -> None:
    run("new", "morris", "Ann", "Ben")
    assert "places a man on a1" in run(*shlex.split(line)).output


def test_what_is_neither_a_match_nor_an_action_is_no_move(run: Run, ask: Ask) -> None:
    run("new", "morris", "Ann", "Ben")
    assert ask("move", "jump", "a1", code=2)["error"]["code"] == "match.unknown"
    assert ask("show", "last")["move"] == 0


def test_another_seat_is_named_with_a_colon(run: Run) -> None:
    run("new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1")
    said = " ".join(run("play", "last", stdin="Cleo skip\nredo 2\n", code=2).output.split())
    assert "put a colon after its name or number: `Cleo: skip`" in said
    assert "`redo` takes no other words" in said


# --- a judge ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("audit", "audit last"), ("audit last -o a.html", "audit last --html a.html"),
        ("audit last a.html", "audit last --html a.html"), ("audit last --report", "audit last --html report.html"),
        ("ruling last MO-1 'put it back'", "ruling last --clause MO-1 --reason 'put it back'"),
        ("share last", "replay last --html replay.html"), ("send", "replay last --html replay.html"),
        ("bundle", "bundle last -o match.bundle"),
    ],
)  # fmt: skip
def test_a_judge_is_led_on(run: Run, line: str, meant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    run("new", "morris", "Ann", "Ben")
    run("move", "place", "a1")
    assert meant_by(run, line) == meant
    run(*shlex.split(meant))


def test_a_match_is_no_folder_to_publish_in(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "morris", "Ann", "Ben")
    assert "replay last --html" in " ".join(run("publish", "last", code=2).output.split())
    assert not (tmp_path / "last").exists()


def test_a_bundle_comes_with_its_page(run: Run, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    run("new", "morris", "Ann", "Ben")
    page = tmp_path / "verify.html"
    told = ask("bundle", "last", "-o", str(tmp_path / "m.bundle"), "--page", str(page))
    assert told["page"] == str(page)
    assert page.read_text("utf-8").startswith("<!doctype html>")


# --- files ------------------------------------------------------------------------------------------

PGN = '[Event "Club"]\n[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 e5\n2. Qh5 Qxh9\n3. Bc4 Nf6 4. Qxf7# 1-0\n'


def test_a_game_with_an_error_says_how_it_is_imported_anew(run: Run, ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(PGN, "utf-8")
    told = run("import", str(file), code=6).output
    assert "7:8 error" in told
    line = told.partition("first set this match aside: tablescribe ")[2]
    run(*shlex.split(line))
    assert ask("import", str(file), "--again", code=6)["error"] == 1


def test_a_good_game_is_a_success(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text(PGN.replace("Qxh9", "Nc6"), "utf-8")
    assert ask("import", str(file))["error"] == 0


def test_a_table_names_the_line_that_it_rejects(run: Run, ask: Ask, tmp_path: Path) -> None:
    rows = [f"2026-11-2{day},Catan,Ann,10,Ben,7" for day in range(5)]
    file = tmp_path / "league.csv"
    file.write_text(
        "\n".join(["day,game,player 1,points 1,player 2,points 2", *rows, "2026-11-26,Catan,Ann,ten,Ben,7"])
    )
    assert "line 7, Catan" in run("import", str(file), "--yes", code=6).output
    told = ask("import", str(file), "--yes", code=6)
    assert (told["known"], told["refused"], told["not_kept"][0]["line"]) == (5, 1, 7)


def test_moves_that_there_are_not_are_no_slip_in_the_file_s_name(run: Run, ask: Ask) -> None:
    match = ask("new", "morris", "Ann", "Ben")["id"]
    said = run("replay", match, "--gif", "turn.gif", "--from", "12", "--to", "20", code=2).output
    assert "there are no moves 12 to 20: the last move is 0" in said
    assert "Did you mean" not in said


def test_a_line_that_is_rejected_is_named_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "league.csv").write_text("day,game,Ann,Ben\n,Go,1,0\n,,3,1\n")
    assert run("import", str(tmp_path / "league.csv"), "--yes", code=6).output.count("line 3") == 1


def test_a_rematch_that_needs_a_die_names_its_option(run: Run, ask: Ask) -> None:
    match = ask("new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1")["id"]
    assert "Enter the result with --outcome." in run("rematch", match, code=4).output


def test_a_file_that_is_no_json_is_wrong_in_a_line(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "plays.json"
    lines = json.dumps({str(n): n for n in range(9)}, indent=1).splitlines()
    file.write_text("\n".join([*lines[:6], "{{{", *lines[7:]]), "utf-8")
    assert "(line 7, column 1)" in ask("import", str(file), code=5)["error"]["message"]


def test_a_restore_onto_a_ledger_names_its_option(run: Run, tmp_path: Path) -> None:
    run("new", "morris", "Ann", "Ben")
    copy, new = str(tmp_path / "copy.db"), str(tmp_path / "new.db")
    run("backup", copy)
    run("restore", copy, "--to", new)
    assert "--to NEW.db" in run("restore", copy, "--to", new, code=4).output
