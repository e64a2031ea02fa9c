"""`tablescribe demo`: the scripted matches, printed and audited."""

import json
import os
import re
import sys
import time
from importlib.resources import files
from pathlib import Path

import click
import pexpect
import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tablescribe.domain.games import GAMES
from tablescribe.ledger.matches.ledger import open_ledger
from tests.cli.at_table import ROOT
from tests.tools.pictures import FOLDER, terminal


def run(*words: str) -> Result:
    done = CliRunner().invoke(cli, list(words))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_it_tells_a_match_with_a_take_back_and_a_broken_rule_and_audits_it() -> None:
    shown = run("demo").output
    in_order = [
        "Supply. Two cards are drawn",
        "Supply at Frost: blue +2",
        "refused: UP-11: this card's grey arrow moves only your own pawns",
        "red plays Defence",
        "taken back to move 7",
        "red does not defend (no one responded)",
        "refused: UP-9: it is red's turn",
        "breaks UP-9: it is red's turn",
        "yellow plays Thief against blue",
        "▶ 3 red",
        "Audit: Moves 1–10 sound; 11 breaks UP-9: it is red's turn; 12–17 sound",
        "Go on:",
        "tablescribe play MATCH",
    ]
    at = [shown.find(words) for words in in_order]
    assert -1 not in at, in_order[at.index(-1)]
    assert at == sorted(at)


def test_the_picture_of_it_in_the_readme_is_what_it_prints() -> None:
    shown = (FOLDER / "demo.svg").read_text("utf-8")
    printed = terminal("tablescribe demo", "demo", begin="Ada wants to move")
    assert _read(shown) == _read(printed), "python -m tests.tools.pictures"


def _read(picture: str) -> list[str]:
    """Return the words in a picture of a terminal; a hash is another at each time."""
    words = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
    return [re.sub(r"\b[0-9a-f]{16}…", "HASH", one) for one in words]


def test_it_is_quick_and_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESCRIBE_LEDGER", str(tmp_path / "mine.db"))
    monkeypatch.chdir(tmp_path)
    begun = time.process_time()  # whatever else the machine does
    assert run("demo").exit_code == 0
    assert time.process_time() - begun < 5
    assert list(tmp_path.iterdir()) == []


def test_the_json_twin_says_the_same_as_data() -> None:
    data = json.loads(run("demo", "--json").output)
    assert [one["rule"] for one in data["told"] if "refused" in one] == ["UP-11", "UP-9"]
    assert data["audit"]["clean"] is False
    assert data["audit"]["verdict"].startswith("Moves 1–10 sound; 11 breaks UP-9")
    moves = {one["move"]: one for one in data["told"] if one.get("move") is not None}
    assert "Supply at Frost: blue +2" in moves[4]["changes"]
    assert "UP-27" in moves[4]["rules"]


def test_a_ledger_that_is_kept_can_be_gone_on_with(tmp_path: Path) -> None:
    kept, report = tmp_path / "kept.db", tmp_path / "report.html"
    shown = run("demo", "--keep", str(kept), "--html", str(report)).output
    assert f"tablescribe --ledger {kept} replay" in shown
    assert "UP-9" in report.read_text("utf-8")
    assert "Move 17 of 17" in run("--ledger", str(kept), "replay", json_id(kept)).output
    again = run("demo", "--keep", str(kept))
    assert again.exit_code == 2
    assert "already exists" in again.output


def test_a_ledger_named_with_its_option_is_added_to(tmp_path: Path) -> None:
    ledger = str(tmp_path / "mine.db")
    run("--ledger", ledger, "demo")
    run("--ledger", ledger, "demo", "freeform")
    opened = open_ledger(ledger)
    assert [opened.match(one).opened.game for one in opened.match_ids()] == ["ultime", "freeform"]
    opened.close()


def test_a_game_without_a_demo_is_told_so() -> None:
    done = run("demo", "skat")
    assert done.exit_code == 2
    assert f"there is one of {' and of '.join(sorted(GAMES))}" in " ".join(done.output.split())


def test_the_freeform_demo_shows_that_what_cannot_be_is_refused() -> None:
    shown = run("demo", "freeform").output
    assert "herring lies in market" in shown
    assert "refused: 3 × boat cannot leave harbour: 1 there" in shown
    assert "Audit: Moves 1–13 sound" in shown


def test_the_expeditions_demo_plays_the_automas_turns_and_says_what_to_do() -> None:
    shown = run("demo", "expeditions").output
    in_order = [
        "refused: EX-20: you cannot Refresh from the blank space",
        "taken back to move 8",
        "it draws decision card 4",
        "put the progress token on space 2, put the glory token from space 1 at Basecamp",
        "sweep Cable Winch from M1, Train of Ghosts fills M1",
        "move the north mech east, from N2 to N3",
        "explores C6: 9 Lost Chapel, orange 3 on it",
        "takes orange 3 from C6",
        "refused: EX-53: you do not meet that category; possible: none",
        "breaks EX-17: it is the Automa's turn",
        "Audit: Moves 1–21 sound; 22 breaks EX-17: it is the Automa's turn",
        "new expeditions Ada Automa",
    ]
    at = [shown.find(words) for words in in_order]
    assert -1 not in at, in_order[at.index(-1)]
    assert at == sorted(at)


def test_its_script_is_a_session_file_such_as_record_reads(tmp_path: Path) -> None:
    script = files("tablescribe.cli").joinpath("demos/ultime.jsonl").read_text("utf-8")
    file = tmp_path / "session.jsonl"
    file.write_text(script[: script.index("# Ada wants to move Ben's pawn")], "utf-8")
    done = run("--ledger", str(tmp_path / "ledger.db"), "record", str(file))
    assert done.exit_code == 0, done.output
    assert "now at move 6" in done.output


def json_id(ledger: Path) -> str:
    found = json.loads(run("--ledger", str(ledger), "matches", "--json").output)
    return str(found[0]["id"])


def on_a_terminal(**environment: str) -> str:
    around = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    child = pexpect.spawn(
        sys.executable, ["-m", "tablescribe.cli.main", "demo", "--pace", "0"],
        cwd=str(ROOT), encoding="utf-8", timeout=60,
        dimensions=(40, 80), env={**around, "TERM": "xterm", **environment},
    )  # fmt: skip
    child.expect(pexpect.EOF)
    return str(child.before)


def test_on_a_terminal_it_is_coloured_and_fits_80_columns() -> None:
    shown = on_a_terminal()
    assert "\x1b[94m\x1b[1mblue\x1b[0m plays movement card 2" in shown
    assert max(len(line) for line in click.unstyle(shown).splitlines()) <= 80


def test_colours_are_left_out_where_nobody_wants_them() -> None:
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]|\x1b\[9[0-9]m", on_a_terminal(NO_COLOR="1"))
