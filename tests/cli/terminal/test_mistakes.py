"""Mistakes on the command line: each error has its cause, a hint that works, and its own code."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablescribe.cli.terminal.errors import EXIT_CODES
from tests.cli.conftest import Run

Ask = Callable[..., Any]
ROOT = Path(__file__).parents[3]


# --- seats that a match has not -----------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("show", "MATCH", "--seat", "9"),
        ("log", "MATCH", "--seat", "9"),
        ("legal", "MATCH", "--seat", "9"),
        ("legal", "MATCH", "--seat", "0"),
        ("bundle", "MATCH", "--seat", "9", "-o", "FOLDER/b.bundle"),
        ("keys", "enrol", "MATCH", "--seat", "9", "--keys", "FOLDER/keys"),
        ("sign", "MATCH", "--seat", "9", "--keys", "FOLDER/keys"),
        ("sign", "MATCH", "--seat", "9", "--text", "--keys", "FOLDER/keys"),
        ("undo", "MATCH", "--by", "9"),
        ("replay", "MATCH", "--seat", "9", "--plain"),
        ("play", "MATCH", "--seat", "9"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_a_seat_that_there_is_not_is_refused_by_its_number(
    words: tuple[str, ...], run: Run, match_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    run("move", match_id, "skip")
    if words[0] == "sign":
        run("close", match_id, "--abandoned")
    words = tuple(match_id if word == "MATCH" else word.replace("FOLDER", str(tmp_path)) for word in words)
    number = words[words.index("--seat" if "--seat" in words else "--by") + 1]
    assert f"there is no seat {number}. Seats are 1 to 3" in run(*words, code=2).output
    assert not (tmp_path / "b.bundle").exists()


# --- advice that can be followed there ----------------------------------------------------------


def test_who_moves_in_a_closed_match_is_not_told_to_take_a_move_back(run: Run, ask: Ask, match_id: str) -> None:
    run("close", match_id, "--abandoned")
    fault = ask("move", match_id, "skip", code=3)["error"]
    assert fault["code"] == "match.closed"
    assert "only notes and signatures" in fault["message"]


def test_opening_a_match_knows_no_as_played(run: Run) -> None:
    said = run("new", "ultime", "Ada", "--outcome", "1", code=3).output
    assert "UP-1" in said
    assert "--as-played" not in said


def test_a_session_file_is_told_of_its_own_words_and_not_of_options(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_text('{"new": {"game": "ultime", "seats": ["Ada", "Ben", "Cleo"]}}\n', "utf-8")
    said = run("record", str(file), code=4).output
    assert '"outcomes"' in said
    assert "--outcome" not in said
    assert "seat:1" not in said
    assert "Draw lots to see who begins" in said


def test_a_refused_line_names_the_match_that_the_file_opened(run: Run, ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    new = {"new": {"game": "ultime", "seats": ["Ada", "Ben", "Cleo"], "outcomes": [1]}}
    file.write_text(f'{json.dumps(new)}\n{{"seat": 1, "do": "dance"}}\n', "utf-8")
    said = run("record", str(file), code=2).output
    opened = ask("matches")[0]["id"]
    assert f"Stopped at line 2; 1 line before it is recorded in match {opened}." in said


def test_more_steps_than_there_are_moves_take_nothing_back(run: Run, ask: Ask, match_id: str) -> None:
    run("move", match_id, "skip")
    said = run("undo", match_id, "--steps", "99", "--all-agree", code=3).output
    assert "99 moves cannot be taken back: only 1 can" in said
    assert ask("show", match_id)["move"] == 1


# --- a ledger that is not there ----------------------------------------------------------------


@pytest.mark.parametrize("words", [("matches",), ("record", "-", "--match", "7k2")])
def test_who_only_looks_makes_no_ledger_where_a_name_was_mistyped(
    words: tuple[str, ...], run: Run, ledger: str
) -> None:
    assert "there is no ledger at" in run(*words, code=4).output
    assert not Path(ledger).parent.exists()


def test_a_match_that_cannot_be_opened_makes_no_ledger(run: Run, ledger: str) -> None:
    run("new", "skat", "Ada", code=2)
    assert not Path(ledger).parent.exists()


# --- words of people, not of programs -----------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("move", "MATCH", "dance"), "`dance` is not a word of this game"),
        (("move", "MATCH", "skip", "foo=1"), "skip.foo: is not known here"),
        (("move", "MATCH", "play_movement", "card=movement:4"), "play_movement.pawn: is missing"),
        (
            ("move", "MATCH", "play_movement", "card=movement:4", "pawn=x", "at=2", "use=circle"),
            "is not a valid number",
        ),
        (("new", "ultime", "A", "B", "C", "-o", "score_visibility=loud"), "is not one of 'hidden', 'visible'"),
        (("new", "ultime", "A", "B", "C", "-o", "limit=8"), "limit: is not known here"),
    ],
)
def test_a_wrong_form_is_told_in_words_of_ours(words: tuple[str, ...], told: str, run: Run, match_id: str) -> None:
    said = run(*(match_id if word == "MATCH" else word for word in words), code=2).output
    assert told in said
    assert not re.search(r"Input|Field required|Extra inputs|permitted", said)


def test_a_wrong_form_is_told_in_the_readers_language(run: Run, match_id: str) -> None:
    said = run("new", "ultime", "A", "B", "C", "-o", "limit=8", "--language", "de", code=2).output
    assert "limit: ist hier nicht bekannt" in said


# --- what is not installed, and codes ---------------------------------------------------------------


def test_rights_without_the_driver_say_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tablescribe.ledger.log.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.delattr("tablescribe.ledger.log.postgres", raising=False)
    assert "tablescribe[postgres]" in run("doctor", "--rights", "scribe", code=4).output


def test_every_code_that_a_command_can_meet_has_its_exit_code() -> None:
    """One that nobody thought of would be called a wrong use."""
    found = set()
    for file in ROOT.glob("*/**/*.py"):
        room = file.relative_to(ROOT).parts
        if room[0] in ("domain", "ledger", "cli", "replays") and "web" not in room:
            found |= set(re.findall(r'^ +code = "([a-z_.]+)"', file.read_text("utf-8"), re.MULTILINE))
    assert len(found) > 30
    assert found <= EXIT_CODES.keys()


@pytest.mark.parametrize(
    "words", [("record", "FILE"), ("new", "freeform", "A", "--catalogue", "FILE"),
              ("new", "root", "A", "B", "-o", "x=@FILE"),
              ("tournament", "announce", "FILE")]
)  # fmt: skip
def test_a_file_that_is_not_there_is_told_without_the_systems_number(
    words: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    said = run(*(word.replace("FILE", str(tmp_path / "none")) for word in words), code=2).output
    assert "cannot be read: No such file or directory" in said
    assert "Errno" not in said
