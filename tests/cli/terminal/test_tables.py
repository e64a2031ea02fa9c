"""Tables wrap at spaces: no word, date or id is broken while there is room for it."""

from __future__ import annotations

import pytest

from tablescribe.cli.terminal.tables import column_widths
from tests.cli.conftest import Run

TITLES = ["match", "game", "played", "state", "players"]
ROW = ["7k2m4x9q3v1d", "Le ultime persone", "2026-11-26 14:05", "finished", "Ada Lovelace*, Ben Long, Cleo Short"]


def test_wide_columns_give_way_and_words_stay_whole() -> None:
    widths = column_widths(TITLES, [ROW], 80)
    assert sum(widths) + 2 * 4 <= 80
    assert (widths[0], widths[2], widths[3]) == (12, 16, 8)
    assert widths[4] >= len("Lovelace*,")
    assert column_widths(TITLES, [ROW], 1000) == [12, 17, 16, 8, 35]


def test_a_word_is_broken_only_where_the_terminal_is_too_narrow_for_all() -> None:
    assert sum(column_widths(["a", "b"], [["x" * 50, "y" * 50]], 40)) == 38


def test_the_list_of_matches_fits_80_columns(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("result", "Le ultime persone", "Ada Lovelace", "12", "Ben Long", "9", "--won", "Ada Lovelace", "--played",
        "2026-11-20 20:15")  # fmt: skip
    run("new", "freeform", "Ada", "Ben", "--title", "Nine Men's Morris on a very large board")
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = run("matches").output
    assert "Ada Lovelace*, Ben Long" in wide
    assert len(wide.splitlines()) == 3, "a pipe gets a match on one line"
    monkeypatch.setenv("COLUMNS", "80")
    narrow = run("matches").output
    assert max(map(len, narrow.splitlines())) <= 80
    assert sorted(narrow.split()) == sorted(wide.split())
    assert "2026-11-20 20:15" in narrow
    assert "finished" in narrow
