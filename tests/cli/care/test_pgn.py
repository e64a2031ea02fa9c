"""PGN on the command line: `import games.pgn`, `export --pgn`; other programs can read the output."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

from tests.cli.conftest import Run
from tests.domain.chess.test_pgn import OPERA

Ask = Callable[..., Any]

ROUND = """[Event "Club championship"]
[Site "Berlin"]
[Date "2026.11.21"]
[Round "3"]
[White "Ann"]
[Black "Ben"]
[Result "1/2-1/2"]

1. e4 {[%clk 1:29:58]} e5 2. Nf3 (2. f4 exf4) 2... Nc6 1/2-1/2

[Event "Club championship"]
[Site "Berlin"]
[Date "2026.11.21"]
[Round "3"]
[White "Cleo"]
[Black "Dan"]
[Result "1-0"]

1. e4 e5 2. Ke3 d6 3. d4 Qh4
4. Qxq9 c6 1-0
"""
"""A round with an illegal move and an unreadable one."""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "round.pgn"
    path.write_text(ROUND, "utf-8")
    return str(path)


def test_every_game_of_a_file_becomes_a_match_and_what_is_odd_is_named_with_its_line(
    run: Run, ask: Ask, file: str
) -> None:
    drawn, odd = ask("import", file, code=6)["matches"]
    assert drawn["findings"] == []
    illegal, unread = odd["findings"]
    assert (illegal["line"], illegal["column"], illegal["words"], illegal["rule"]) == (19, 13, "Ke3", "CH-3.8.1")
    assert (unread["kind"], unread["line"], unread["words"]) == ("error", 20, "Qxq9")
    listed = {one["id"]: one for one in ask("matches")}
    assert listed[drawn["match"]]["ending"] == "agreement"
    assert listed[drawn["match"]]["entered"] == "2026-11-21"
    assert listed[odd["match"]]["state"] == "open", "the rest of it has to be entered by hand"


def test_what_is_exported_is_read_by_another_program_with_comments_and_variations(
    run: Run, ask: Ask, file: str
) -> None:
    drawn, _ = ask("import", file, code=6)["matches"]
    text = run("export", drawn["match"], "--pgn").output
    first, moves = ROUND.partition("\n\n[Event")[0].split("\n\n")
    assert text.split("\n\n") == [f'{first}\n[Termination "normal"]', moves.replace(" e5", " 1... e5") + "\n"]
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    assert game.headers["Date"] == "2026.11.21"
    begun = game.variation(0)
    assert begun.clock() == 5398
    assert [one.san() for one in begun.variation(0).variations] == ["Nf3", "f4"]


def test_a_game_that_comes_in_and_goes_out_is_the_same(run: Run, ask: Ask, tmp_path: Path) -> None:
    before, after = tmp_path / "opera.pgn", tmp_path / "again.pgn"
    before.write_text(OPERA, "utf-8")
    run("export", ask("import", str(before))["match"], "--pgn", "-o", str(after))
    one, other = (chess.pgn.read_game(io.StringIO(path.read_text("utf-8"))) for path in (before, after))
    assert one is not None
    assert other is not None
    assert [move.uci() for move in one.mainline_moves()] == [move.uci() for move in other.mainline_moves()]

    def tree(node: chess.pgn.GameNode) -> list[Any]:
        return sorted((child.move.uci() if child.move else "", tree(child)) for child in node.variations)

    assert tree(one) == tree(other)


def test_moves_are_typed_as_players_write_them_and_refused_by_their_article(run: Run, ask: Ask) -> None:
    match = ask("new", "chess", "Ann", "Ben")["id"]
    for word in ("e4", "e7e5", "Nf3", "Nc6", "Bb5", "a6"):
        run("move", match, word)
    assert "O-O" in run("move", match, "0-0", "1:04:05").output
    assert "clock: 1:04:05" in run("log", match).output
    assert "{[%clk 1:04:05]}" in run("export", match, "--pgn").output
    refused = run("move", match, "Ke6", code=3)
    assert "CH-3.8.1" in refused.output
    assert "no such piece" not in refused.output
    assert ask("show", match)["values"]["turn"] == 2


# --- a game that is recorded already, and one without names ---------------------------------------

BARE = "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    path = tmp_path / "bare.pgn"
    path.write_text(BARE)
    return path


@pytest.mark.parametrize(
    "words",
    [("--players", "Ann", "Ben"), ("--players", "Ann,Ben"), ("--player", "Ann", "--player", "Ben"), ("Ann", "Ben")]
)  # fmt: skip
def test_a_game_without_tags_is_given_names(run: Run, ask: Ask, bare: Path, words: tuple[str, ...]) -> None:
    ask("import", str(bare), *words)
    assert ask("matches")[0]["seats"] == ["Ann", "Ben"]


def test_one_name_for_two_players_is_refused(run: Run, bare: Path) -> None:
    said = run("import", str(bare), "--players", "Ann", code=3).output
    assert "this game has 2 players, and you named Ann" in said


def test_the_same_file_is_recorded_once_and_again_only_if_asked(run: Run, ask: Ask, file: str) -> None:
    first = [one["match"] for one in ask("import", file, code=6)["matches"]]
    second = ask("import", file)["matches"]
    assert [(one["match"], one["already"]) for one in second] == [(match, True) for match in first]
    assert f"Match {first[0]} already has this game: nothing is recorded." in run("import", file).output
    assert len(ask("matches")) == 2
    assert all(not one["already"] for one in ask("import", file, "--again", code=6)["matches"])
    assert len(ask("matches")) == 4


@pytest.mark.parametrize(
    ("text", "words"),
    [(BARE, ("Cleo", "Dan")), (BARE, ("Ben", "Ann")), (BARE.replace(" a6", ""), ("Ann", "Ben")),
     (BARE + " 4. Ba4", ("Ann", "Ben")), (BARE.replace("3. d4", "3. Bc4"), ("Ann", "Ben")),
     ('[Date "2020.01.02"]\n\n' + BARE, ("Ann", "Ben"))],
)  # fmt: skip
def test_other_people_moves_or_days_are_another_game(
    run: Run, ask: Ask, bare: Path, text: str, words: tuple[str, ...]
) -> None:
    run("import", str(bare), "--players", "Ann", "Ben")
    bare.write_text(text)
    assert ask("import", str(bare), "--players", *words)["already"] is False
    assert len(ask("matches")) == 2


def test_a_match_that_was_recorded_move_by_move_is_known_by_its_export(run: Run, ask: Ask, tmp_path: Path) -> None:
    match = ask("new", "chess", "Ann", "Ben", "--event", "Club evening")["id"]
    for word in ("e4", "e5", "resign"):
        run("move", match, word)
    written = tmp_path / "written.pgn"
    run("export", "--pgn", match, "-o", str(written))
    assert ask("import", str(written))["match"] == match
    run("close", match)
    run("void", match, "--because", "entered by mistake")
    assert ask("import", str(written))["already"] is False


def test_names_are_for_notations_only(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("game,player,points\nCatan,Ann,10\nCatan,Ben,7\n")
    assert "leave out --players and --again" in run("import", str(sheet), "--again", code=2).output
