"""The table after a move: where it is higher than the terminal, only what changed of it."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from tablescribe.cli.terminal.screen import board
from tablescribe.domain.games.robinson.actions.placing import Rest
from tablescribe.replays.reading.reader import Reader
from tests.domain.robinson.table import given, when

HINT = "`board` shows the whole table"


def lines_after_a_pawn(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    """Show a table of Robinson Crusoe, then again when a pawn was placed; return the lines of both."""
    match = given()
    reader = Reader(match.opening)
    shown = board(reader, match.table, "everything")
    whole = capsys.readouterr().out.splitlines()
    when(match, (1, Rest()))
    board(reader, match.table, "everything", shown)
    return whole, capsys.readouterr().out.splitlines()


def a_terminal(monkeypatch: pytest.MonkeyPatch, lines: int) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_: os.terminal_size((120, lines)))


def test_a_pawn_shows_what_changed_where_the_table_is_higher_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    a_terminal(monkeypatch, 30)
    whole, after = lines_after_a_pawn(capsys)
    assert len(whole) > 60
    assert len(after) < len(whole) / 4
    assert HINT in after[-1]


@pytest.mark.parametrize("lines", [500, 0])
def test_a_table_that_fits_is_shown_whole_and_so_is_one_in_a_file(
    lines: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With 0 lines here the output is no terminal."""
    if lines:
        a_terminal(monkeypatch, lines)
    whole, after = lines_after_a_pawn(capsys)
    assert len(after) == len(whole)
    assert HINT not in "".join(after)


def test_where_nothing_changed_nothing_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    a_terminal(monkeypatch, 30)
    match = given()
    shown = board(Reader(match.opening), match.table, "everything")
    capsys.readouterr()
    board(Reader(match.opening), match.table, "everything", shown)
    assert capsys.readouterr().out.count("\n") <= 2
