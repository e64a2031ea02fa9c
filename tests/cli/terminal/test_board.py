"""The table after a move: a long one is shown again only when most of it has changed."""

from __future__ import annotations

import pytest

from tablescribe.cli.terminal.screen import SHORT, board, has_changed_much
from tablescribe.domain.games.robinson.actions.placing import Rest
from tablescribe.replays.pictures.scenes import scene
from tablescribe.replays.reading.reader import Reader
from tests.domain.random_play import open_match
from tests.domain.robinson.table import given, when


def test_a_long_table_is_not_shown_again_after_a_pawn(capsys: pytest.CaptureFixture[str]) -> None:
    match = given()
    reader = Reader(match.opening)
    shown = board(reader, match.table, "everything")
    assert len(capsys.readouterr().out.splitlines()) > SHORT
    when(match, (1, Rest()))
    assert board(reader, match.table, "everything", shown) is shown, "what changed adds up until it is much"
    assert capsys.readouterr().out == ""


def test_a_long_table_is_shown_again_when_most_of_it_changed(capsys: pytest.CaptureFixture[str]) -> None:
    match = given()
    reader = Reader(match.opening)
    panels = scene(match.opening, match.table, "everything")
    assert has_changed_much(panels, panels[:1])
    assert board(reader, match.table, "everything", panels[:1]) is not panels
    assert len(capsys.readouterr().out.splitlines()) > SHORT


def test_a_short_table_is_shown_after_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    match = open_match("ultime", 3, first_player=1)
    reader = Reader(match.opening)
    shown = board(reader, match.table, "everything")
    whole = capsys.readouterr().out
    assert 0 < len(whole.splitlines()) <= SHORT + 1
    board(reader, match.table, "everything", shown)
    assert capsys.readouterr().out == whole
