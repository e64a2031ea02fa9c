"""The default match of a command; and what can still be recorded in a closed match."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.cli.table import match_choice
from tablescribe.cli.table.prompt import AFTER_THE_END, Complete
from tablescribe.cli.table.session import Session
from tablescribe.ledger.matches import recent
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.cli.conftest import Run

Ask = Callable[..., Any]


@pytest.fixture
def two(ask: Ask, match_id: str) -> tuple[str, str]:
    """Two open matches: in the first something was recorded last."""
    other = str(ask("new", "morris", "Ann", "Ben")["id"])
    ask("move", match_id, "skip")
    return match_id, other


# --- the last one that is open --------------------------------------------------------------------


@pytest.mark.parametrize("words", [["show"], ["log"], ["legal"]])
def test_who_only_looks_sees_the_last_match_that_is_open_and_is_told_which(
    words: list[str], run: Run, two: tuple[str, str]
) -> None:
    looked, named = run(*words), run(words[0], two[0], *words[1:])
    assert looked.stdout == named.stdout, "what is said of the match stands in no file"
    assert looked.stderr == f"Match {two[0]} of Le ultime persone (Ada, Ben, Cleo), the last open match:\n"
    assert named.stderr == ""


def test_a_move_is_taken_back_and_restored_in_the_last_match(run: Run, ask: Ask, two: tuple[str, str]) -> None:
    first, other = two
    undone = run("undo", "--all-agree")
    assert undone.stderr.startswith(f"Match {first} of Le ultime persone"), "it is said before anything is done"
    assert "Taken back to move 0" in undone.stdout
    assert ask("redo") == {"match": first, "to": 1, "version": 4}
    run("note", "the first evening")
    assert "the first evening" in run("log", first).output
    run("note", other, "the second")
    assert run("log").stderr.startswith(f"Match {other} of Nine Men's Morris (Ann, Ben)"), "there it went on last"


def test_json_is_as_it_was_and_the_match_is_told_beside_it(run: Run, ask: Ask, two: tuple[str, str]) -> None:
    assert ask("show") == ask("show", two[0])
    assert ask("legal") == ask("legal", two[0])
    assert run("undo", "--json", "--all-agree").stderr.startswith(f"Match {two[0]}")


def test_what_is_closed_is_not_taken_not_even_when_it_was_signed_last(
    run: Run, two: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    first, other = two
    run("close", first, "--abandoned")
    run("sign", first, "--seat", "1")
    assert run("show").stderr.startswith(f"Match {other}")
    run("close", other, "--abandoned")
    for words in (["show"], ["log"], ["legal"], ["undo"], ["redo"], ["note", "nothing"]):
        assert "no match is open. To list matches: `tablescribe matches`" in run(*words, code=2).output


def test_a_remark_is_not_a_match_without_a_remark(run: Run, two: tuple[str, str]) -> None:
    assert f"is match {two[0]}. Add the text of the note" in run("note", two[0][:6], code=2).output
    assert "put the note in quotes" in run("note", "a", "fine", "game", code=2).output
    assert "there is no match zzzz" in run("note", "zzzz", "fine", code=2).output


@pytest.mark.parametrize(("answer", "code"), [("n\n", 1), ("\n", 0)])
def test_where_two_tables_record_a_terminal_asks_before_anything_is_taken_back(
    answer: str, code: int, ask: Ask, ledger: str, two: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_choice, "at_a_terminal", lambda: True)
    done = CliRunner().invoke(cli, ["--ledger", ledger, "undo", "--all-agree"], input=answer)
    assert f"Match {two[1]} is also open. Use the first match?" in done.stderr
    assert (done.exit_code, ask("show", two[0])["move"]) == (code, 1 if code else 0)


def test_a_table_alone_is_asked_nothing(run: Run, two: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_choice, "at_a_terminal", lambda: True)
    run("close", two[1], "--abandoned")
    assert "is also open" not in run("undo", "--all-agree").stderr


def test_what_was_left_long_ago_is_found_in_the_lists(
    run: Run, two: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = two
    run("close", first, "--abandoned")
    for text in ("a", "b", "c"):
        run("note", first, text)
    monkeypatch.setattr(recent, "FARTHEST", 3)
    monkeypatch.setattr(recent, "PAGE", 2)
    assert run("show").stderr.startswith(f"Match {other}")
    assert f"match {other}" in run("play", stdin="quit\n").output


def test_the_end_of_the_log_tells_the_open_matches_page_by_page(
    ask: Ask, ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent, "PAGE", 2)
    ids = [ask("new", "morris", "Ann", "Ben")["id"] for _ in range(5)]
    ask("close", ids[4], "--abandoned")
    ask("note", ids[1], "late")
    opened = open_ledger(ledger)
    found = recent.last_open(opened, most=3)
    opened.close()
    assert found is not None
    assert [one.id for one in found] == [ids[1], ids[3], ids[2]]


# --- a match that is closed -----------------------------------------------------------------------


@pytest.fixture
def closed(ask: Ask) -> str:
    return str(ask("result", "Catan", "Ann", "10", "Ben", "7", "--won", "Ann")["id"])


def test_a_closed_match_says_how_it_ended(run: Run, closed: str, match_id: str) -> None:
    assert "Closed: Ann won (FF-6): Ann 10, Ben 7.\n" in run("show", closed).stdout
    assert "Closed" not in run("show", closed, "--at", "0").stdout
    assert "Closed" not in run("show", match_id).stdout
    assert "Closed: Ann won (FF-6): Ann 10, Ben 7.\nNotes can still be added." in run("play", closed).output


@pytest.mark.parametrize("command", ["show", "log", "legal", "audit", "replay"])
def test_people_are_called_by_their_names_where_a_game_has_none_for_seats(run: Run, ask: Ask, command: str) -> None:
    match = ask("new", "freeform", "Ann", "Ben", "--template", "resources")["id"]
    run("move", match, "ben", "wool", "2")
    said = run(command, match, *(["--plain"] if command == "replay" else [])).output
    assert "seat 1" not in said
    assert "seat 2" not in said
    assert command == "audit" or "Ben" in said or "Ann" in said


def test_a_renamed_person_is_called_so_and_an_erased_one_by_the_seat(run: Run, ask: Ask) -> None:
    match = ask("new", "freeform", "Ann", "Ben")["id"]
    run("people", "rename", "Ann", "Anna")
    assert "Anna ends the turn" in run("legal", match).output
    run("people", "erase", "Anna", "--yes")
    assert "seat 1 ends the turn" in run("legal", match).output


def test_other_games_say_who_sits_where(run: Run, match_id: str) -> None:
    for command in ("show", "log"):
        assert run(command, match_id).output.startswith("blue: Ada, yellow: Ben, red: Cleo\n")


def test_a_match_that_is_over_says_how_it_is_closed(run: Run, ask: Ask) -> None:
    match = ask("new", "freeform", "Ann", "Ben")["id"]
    run("move", match, "won", "Ann")
    assert f"The game is over. Close it: tablescribe close {match}\n" in run("show", match).stdout


def test_tab_and_help_offer_what_a_closed_match_takes(run: Run, closed: str, ledger: str) -> None:
    offered: list[dict[str, str]] = []

    def leave(prompt: str, complete: Complete) -> str:
        offered.extend(complete(words) for words in ([], ["undo"], ["rule"]))
        return "quit"

    opened = open_ledger(ledger)
    Session(Scribe(opened), closed, leave, None).run()
    opened.close()
    words, after, rules = offered
    assert (tuple(words), after) == (AFTER_THE_END, {})
    assert "FF-6" in rules
    told = run("play", closed, stdin="help\nquit\n").output.partition("help\n")[2]
    assert [line.split()[0] for line in told.splitlines()[: len(AFTER_THE_END)]] == list(AFTER_THE_END)


@pytest.mark.parametrize("line", ["undo", "redo", "close", "anyway", "ruling FF-1 why", "score ann 3", "3", "nonsense"])
def test_a_closed_match_refuses_the_rest_for_that_reason(line: str, run: Run, closed: str) -> None:
    said = run("play", closed, stdin=f"{line}\n", code=3).output
    assert f"match {closed} is closed; only notes and signatures can be added" in said


def test_enter_in_a_closed_match_says_how_it_ended_and_is_no_mistake(run: Run, closed: str) -> None:
    said = run("play", closed, stdin="\n?\nnote a fine game\nrule FF-6\nb\nlog\nrules\n").output
    assert said.count("Closed: Ann won") == 3
    assert "Noted." in said
