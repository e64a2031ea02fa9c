"""Other people's logs on the command line: `import --rootlog`, `export --rootlog`. The log here is invented."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Ask = Callable[..., Any]

LOG = """\
// an invented evening
Map: Fall
Deck: Standard
C: Ada
E: Ben

C:t_k->1/b_s->1/b_w->5/b_r->9/w->1+2+4+5+6+7+8+9+10+11+12
E:b+6w->3/#despot->$

C:t->1/t1->/b_s->5/++/Q!/w1->2/#->C // forgot to overwork
E:B#E->$_r/w->3/7w8->9/++3/#->E
C:t->1+5/#->C

Winner: C
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "evening.rootlog"
    path.write_text(LOG, "utf-8")
    return str(path)


def test_a_log_becomes_a_match_past_everything_that_is_wrong_in_it(run: Run, ask: Ask, file: str) -> None:
    done = ask("import", "--rootlog", file, code=6)
    assert (done["lines"], done["error"], done["ruling"]) == (14, 2, 1)
    found = {(one["line"], one["column"]): (one["kind"], one["words"], one["rule"]) for one in done["findings"]}
    assert found[10, 23] == ("error", "Q!", "RO-LOG-5")
    assert found[10, 26] == ("ruling", "w1->2", "RO-4.2")
    assert found[11, 17] == ("error", "7w8->9", "RO-LOG-5")
    assert found[11, 28] == ("warning", "#->E", "RO-LOG-4")
    table = ask("show", done["match"])
    assert table["zones"]["clearing:2"]["marquise:warrior"] == 2
    assert table["values"]["score:2"] == 3
    assert ask("import", file)["match"] == done["match"], "it is recorded already, with all that is wrong in it"
    words = run("import", "--rootlog", file, "--again", code=6).output
    assert "Errors, not recorded: 2. Warnings, recorded: 2. Rulings by the table: 1." in words
    assert "  10:26 ruling [RO-4.2] w1->2: " in words


def test_a_match_becomes_a_log_again(run: Run, ask: Ask, file: str, tmp_path: Path) -> None:
    match_id = ask("import", "--rootlog", file, code=6)["match"]
    assert run("export", "--rootlog", match_id).output == LOG
    out = tmp_path / "again.rootlog"
    assert "Written to" in run("export", "--rootlog", match_id, "-o", str(out)).output
    assert out.read_text("utf-8") == LOG


def test_an_imported_match_is_read_as_any_other(run: Run, ask: Ask, file: str) -> None:
    match_id = ask("import", "--rootlog", file, code=6)["match"]
    broken = {one["rule"] for one in ask("audit", match_id, code=1)["findings"]}
    assert broken == {"RO-LOG-4", "RO-LOG-5", "RO-LOG-6", "RO-4.2"}
    assert "7w8->9 (line 11 of the log, not carried out)" in run("log", match_id).output
    assert ask("close", match_id)["winners"] == [1]


def test_what_is_no_log_is_refused(ask: Ask, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ada,\n", "utf-8")
    assert ask("import", "--rootlog", str(path), code=2)["error"]["code"] == "notation.bad"


def test_a_notation_is_that_of_its_game(run: Run, match_id: str) -> None:
    assert "Rootlog is a notation for Root" in run("export", "--rootlog", match_id, code=2).stderr


def test_an_export_without_a_file_needs_a_notation(run: Run, match_id: str) -> None:
    assert "--output" in run("export", match_id, code=2).stderr
