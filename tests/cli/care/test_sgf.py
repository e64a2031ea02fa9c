"""Games of Go on the command line: `import game.sgf`, `export --sgf`; an independent parser reads the same game."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sgfmill.boards import Board
from sgfmill.sgf import Sgf_game

from tablescribe.domain.games.freeform.sgf.reading import decoded, games, node_places
from tablescribe.ledger.exchange.recognising import recognised
from tests.cli.conftest import Run

Ask = Callable[..., Any]
Node = tuple[Any, ...]

OTHERS = os.environ.get("TABLESCRIBE_SGF_FILES", "")
"""A folder of files that other programs wrote; the tests read them, too."""

STUDY = """(;GM[1]FF[4]CA[UTF-8]AP[Somebody's:1]SZ[9]KM[6.00]RU[Japanese]PB[Black]PW[White]
(;B[fd];W[df](;B[ff];W[dd];B[dg])(;B[];W[dd]C[why here?];B[ff];W[ec]
(;AW[de]AB[fe]PL[W];W[gb]C[better];B[hd])(;AE[df]AB[ce]PL[B];B[de])(;B[dg];W[cg];B[eg];W[ch])))
(;AB[cc][gc][cg][gg];PL[W])
(;B[ia];W[ib];W[ic];W[id]C[four
in a row];W[ie];W[if];W[ig];W[ih];B[ii];W[hi];B[gi];W[fi]))"""

MADE: dict[str, bytes] = {
    "study": STUDY.encode(),
    "utf8bom": b"\xef\xbb\xbf" + "(;SZ[19]PB[Åsa]PW[Zoë];B[pd];W[dp]C[schön])".encode(),
    "utf16": "(;SZ[19]CA[UTF-16]PB[Åsa]PW[Zoë];B[pd];W[dp]C[schön])".encode("utf-16"),
    "chinese": "(;PB[黑方]CA[GB2312]PW[白方];B[pd];W[dp]C[围棋])".encode("gb2312"),
    "japanese": "(;PB[黒番]CA[Shift_JIS]PW[白番];B[pd];W[dp]C[囲碁])".encode("shift_jis"),
    "korean": "(;PB[흑]CA[EUC-KR]PW[백];B[pd];W[dp]C[바둑])".encode("euc-kr"),
    "undeclared": "(;AB[dd][gc][rc]AW[qf][rg]C[黑先]SZ[19]GM[1](;B[mc](;W[nd];B[mb])(;W[mb];B[nd]LB[kc:A]C[变化]))"
    "(;B[lc];W[mc])(;B[nd]))".encode("gb2312"),
    "server": "(;GM[1]FF[4]  SZ[19]  GN[]  DT[2021-01-01]  PB[one]  PW[two]  BR[3段]  WR[5段]  KM[325]HA[2]RU[Chinese]"
    "AP[x:3.8]RE[draw]TM[60]TC[10]TT[60]RL[0]  ;AB[pd][dp];W[dc];B[ce];)".encode(),
}
"""Files as other programs write them: variations with stones set up in them, encodings declared and not, a server's."""

FILES = [*MADE.items(), *((one.stem, one.read_bytes()) for one in sorted(Path(OTHERS).glob("*.sgf")) if OTHERS)]

NOTHING: Node = ([], [], [], (None, None), "", [])


def tree(text: str) -> Node:
    """Return a game as nested tuples: each node's set-up, move and comment, and its children.

    Nodes without any of these are skipped. Consecutive set-up stones are joined into one node.
    """

    def told(node: Any) -> list[Any]:
        comment = " ".join(node.get("C").split()) if node.has_property("C") else ""
        return [*map(set, node.get_setup_stones()), node.get_move(), comment]

    def below(node: Any) -> Node:
        said, children = told(node), list(node)
        while len(children) == 1 and said[3][0] is None and not said[4]:
            more = told(children[0])
            if more[3][0] is not None:
                break
            said[0] = (said[0] - more[1] - more[2]) | more[0]
            said[1] = (said[1] - more[0] - more[2]) | more[1]
            said[2] = (said[2] - more[0] - more[1]) | more[2]
            said[4], children = more[4], list(children[0])
        rest = [below(one) for one in children]
        return (*map(sorted, said[:3]), *said[3:], [one for one in rest if one != NOTHING])

    return below(Sgf_game.from_string(text).get_root())


def board_at_the_end(text: str) -> dict[str, str]:
    """Return the stones on the board at the end of the main line, by the name of their square."""
    game = Sgf_game.from_string(text)
    board = Board(game.get_size())
    for node in game.get_main_sequence():
        if node.has_setup_stones():
            board.apply_setup(*node.get_setup_stones())
        colour, point = node.get_move()
        if point is not None:
            board.play(*point, colour)
    names = {"b": "black", "w": "white"}
    return {f"{chr(97 + column)}{row + 1}": names[one] for one, (row, column) in board.list_occupied_points()}


@pytest.mark.parametrize("content", [content for _, content in FILES], ids=[name for name, _ in FILES])
def test_a_game_comes_out_as_it_went_in(content: bytes, ask: Ask, run: Run, tmp_path: Path) -> None:
    """Given a file of another program, with variations, then all of its moves and comments come out again."""
    file = tmp_path / "in.sgf"
    file.write_bytes(content)
    assert recognised(content) == "sgf"
    told = ask("import", str(file))
    assert [one for one in told["findings"] if one["kind"] != "omitted" or "not kept" not in one["why"]] == []
    out = tmp_path / "out.sgf"
    ask("export", "--sgf", told["match"], "-o", str(out))
    first, again = decoded(content), out.read_text("utf-8")
    assert tree(again) == tree(first)
    shown = {zone: pieces for zone, pieces in zones(ask, told["match"]).items() if len(zone) <= 3}
    assert {zone: next(iter(pieces)) for zone, pieces in shown.items()} == board_at_the_end(first)
    for sign in ("PB", "PW", "KM", "HA", "RE", "RU"):
        one, other = (Sgf_game.from_string(text).get_root() for text in (first, again))
        if one.has_property(sign) and one.get(sign) not in ("", 0):
            assert one.get(sign) == other.get(sign), sign


def zones(ask: Ask, match: str) -> dict[str, dict[str, int]]:
    """Return the contents of all zones."""
    found: dict[str, dict[str, int]] = ask("show", match)["zones"]
    return {zone: pieces for zone, pieces in found.items() if zone not in ("box",) and pieces}


CAPTURES = "(;GM[1]SZ[9]PB[Ann]PW[Ben]KM[6.5]RE[B+3.5]DT[2026-11-21]EV[Club]C[A friendly game.]{moves};B[];W[])"


def test_captured_stones_lie_beside_the_board(ask: Ask, run: Run, tmp_path: Path) -> None:
    """Given two ladders of stones that are surrounded, 24 in one move, then all are taken."""
    white = [f"{column}{row}" for row in "abc" for column in "abcdefgh"]
    black = [f"{column}d" for column in "abcdefgh"] + ["ia", "ib", "ic"]
    moves = "".join(f";W[{one}]" for one in white) + "".join(f";B[{one}]" for one in black)
    file, out = tmp_path / "game.sgf", tmp_path / "out.sgf"
    file.write_text(CAPTURES.replace("{moves}", moves))
    told = ask("import", str(file))
    assert (told["error"], told["warning"]) == (0, 0)
    there = zones(ask, told["match"])
    assert there["white prisoners"] == {"white": 24}
    assert sum(pieces.get("black", 0) for pieces in there.values()) == len(black)
    ask("export", "--sgf", told["match"], "-o", str(out))
    assert tree(out.read_text()) == tree(file.read_text())
    (match,) = ask("matches")
    assert (match["title"], match["seats"], match["winners"], match["event"]) == ("Go", ["Ann", "Ben"], [1], "Club")


def test_a_file_of_several_games_is_several_matches(ask: Ask, tmp_path: Path) -> None:
    text = "Games of the evening (all of them)\n(;SZ[9];B[aa])\n\n(;SZ[13]C[a ) in \\] words];B[bb];W[cc])"
    assert [line for line, _ in games(text.partition("\n")[2])] == [0, 2]
    assert node_places("(;SZ[9]\n;B[aa]C[;]\n ;W[bb])") == [(1, 2), (2, 1), (3, 2)]
    file = tmp_path / "two.sgf"
    file.write_text(text.partition("\n")[2])
    told = ask("import", str(file))
    assert [one["entries"] for one in told["matches"]] == [1, 2]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(;GM[2]SZ[8];B[aa])", "not Go"),
        ("(;SZ[19:13];B[aa])", "no game in SGF"),
        ("(;SZ[99];B[aa])", "no game in SGF"),
        ("(;B[aa", "no game in SGF"),
    ],
)
def test_what_is_no_game_of_go_is_refused(text: str, why: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text(text)
    assert why in run("import", str(file), "--sgf", code=2).output


def test_what_cannot_be_is_told_with_its_place_and_the_rest_is_recorded(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;SZ[9]\n;B[aa]\n;W[aa]\n;B[zz]\n;W[bb]LB[aa:1])")
    told = ask("import", str(file), code=6)
    assert (told["error"], told["omitted"]) == (2, 1)
    assert [(one["line"], one["why"]) for one in told["findings"]] == [
        (1, "not kept, which SGF calls LB"),
        (3, "a9 has a stone already"),
        (4, "zz is no point of this board"),
    ]
    assert zones(ask, told["match"]) == {"a9": {"black": 1}, "b8": {"white": 1}}


def test_a_match_that_is_not_go_is_not_written_as_sgf(ask: Ask, run: Run) -> None:
    chess = ask("new", "freeform", "Ann", "Ben", "--template", "chess")["id"]
    assert "see the template go" in run("export", "--sgf", chess, code=2).output
    go = ask("new", "freeform", "Ann", "Ben", "--template", "go", "-o", "board=9x9")["id"]
    run("move", go, "bring", "piece=black", "to=e5")
    assert ";B[ee]" in run("export", "--sgf", go).output
