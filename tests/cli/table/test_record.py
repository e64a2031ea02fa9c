"""A whole session from a file of actions: everything before the first refused line is recorded."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Ask = Callable[..., Any]
NEW = {"new": {"game": "ultime", "seats": ["Ada", "Ben", "Cleo"], "outcomes": [1]}}
SKIPS = [{"seat": seat, "do": "skip"} for seat in (1, 2, 3)]


def lines(*data: Any) -> str:
    return "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in data)


def test_a_session_is_recorded_from_a_file(ask: Ask, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_text(
        lines("# a comment", "", NEW, *SKIPS, {"note": "tea"}, {"undo": {"agreed": [1, 2, 3]}}, {"redo": {}},
              {"ruling": {"facts": ["set score:1 3"], "clause": "c", "reason": "r"}})
    )  # fmt: skip
    done = ask("record", str(file))
    assert (done["recorded"], done["move"]) == (8, 4)
    assert ask("show", done["match"])["values"]["score:1"] == 3
    assert "lines recorded" in run("record", str(file)).output


def test_it_goes_on_with_a_match_and_reads_standard_input(ask: Ask, match_id: str) -> None:
    done = ask("record", "-", "--match", match_id, stdin=lines(*SKIPS))
    assert (done["match"], done["move"]) == (match_id, 3)


def test_it_stops_at_the_first_refused_line_and_keeps_what_came_before(ask: Ask, run: Run) -> None:
    bad = {"seat": 2, "do": "skip"}
    fault = ask("record", "-", stdin=lines(NEW, SKIPS[0], bad, bad, SKIPS[2]), code=3)["error"]
    assert (fault["line"], fault["recorded"], fault["rule"], fault["move"]) == (4, 3, "UP-9", 3)
    assert ask("show", fault["match"])["move"] == 2
    words = run("record", "-", stdin=lines(NEW, bad), code=3).stderr
    assert "Stopped at line 2; 1 line before it is recorded in match " in words
    assert "UP-9" in words


def test_as_played_it_records_what_breaks_a_rule(ask: Ask) -> None:
    bad = {"seat": 2, "do": "skip"}
    done = ask("record", "-", "--as-played", stdin=lines(NEW, bad, bad))
    assert ask("audit", done["match"], code=1)["verdict"].startswith("Move 1 breaks UP-9")
    done = ask("record", "-", stdin=lines(NEW, {**bad, "as_played": True}))
    assert done["move"] == 1


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("{", 2, "record.line"),
        ("[" * 100_000, 2, "record.line"),
        ("x" * 1_000_001, 2, "record.line"),
        ("[1, 2]", 2, "record.line"),
        ('{"seat": "one", "do": "skip"}', 2, "record.line"),
        ('{"seat": 1, "do": "skip", "outcomes": 5}', 2, "record.line"),
        ('{"seat": 1, "do": "skip", "outcomes": [null]}', 2, "record.line"),
        ('{"seat": true, "do": "skip"}', 2, "record.line"),
        ('{"seat": 1}', 2, "action.form"),
        ('{"undo": {"steps": 1, "sorry": true}}', 2, "record.line"),
        ('{"undo": 3}', 2, "record.line"),
        ('{"ruling": {"clause": "c"}}', 2, "record.line"),
        ('{"ruling": {"facts": ["dance"], "clause": "c", "reason": "r"}}', 2, "fact.form"),
        ('{"new": {"game": "skat", "seats": ["a"]}}', 2, "game.unknown"),
        ('{"new": {"seats": ["a"]}}', 2, "record.line"),
        ('{"new": {"game": "ultime", "seats": ["a"], "speed": 9}}', 2, "record.line"),
        ('{"new": {"game": "freeform", "seats": ["a"], "catalogue": "nowhere.yaml"}}', 2, "record.line"),
    ],
)
def test_bad_lines_are_told_with_their_number(line: str, code: int, error: str, ask: Ask) -> None:
    fault = ask("record", "-", stdin=lines(NEW, SKIPS[0]) + line + "\n", code=code)["error"]
    assert (fault["code"], fault["line"], fault["recorded"]) == (error, 3, 2)


def test_a_session_begins_with_a_match(ask: Ask, run: Run, tmp_path: Path) -> None:
    assert "Begin with" in ask("record", "-", stdin=lines(SKIPS[0]), code=2)["error"]["message"]
    run("record", "-", stdin="# nothing\n", code=2)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert ask("record", str(tmp_path / "binary"), code=2)["error"]["code"] == "record.line"
