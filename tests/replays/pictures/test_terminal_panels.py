"""Tables in a terminal: grids drawn if they fit, no word broken if avoidable."""

import io
from collections.abc import Sequence
from typing import Any

import pytest
from rich.console import Console
from rich.measure import Measurement

from tablescribe.domain.games import template
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.scene import Panel, Rows
from tablescribe.replays.pictures.scenes import terminal
from tablescribe.replays.pictures.terminal_panels import FAR, PADDINGS, Fitting, _most, _width
from tests.domain.freeform.table import freeform, say


def printed(thing: Any, width: int) -> list[str]:
    """Return the lines shown by a terminal of this width."""
    out = io.StringIO()
    Console(file=out, width=width, highlight=False, color_system=None).print(thing)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def shown(match: Match, width: int) -> list[str]:
    return printed(terminal(match.opening, match.table), width)


# --- grids ----------------------------------------------------------------------------------------


BARE: dict[str, Any] = {"name": "ours", "edition": "1", "origin": "house", "source": "tests"}


def chess() -> Match:
    return freeform(2, template("freeform", "chess").model_dump(exclude_unset=True))


def test_a_board_is_drawn_with_its_letters_and_numbers() -> None:
    match = chess()
    say(match, 1, "move", piece="white pawn", src="e2", dst="e4")
    lines = [line.split() for line in shown(match, 80)]
    assert lines[1][:8] == list("abcdefgh")
    board = {line[0]: "".join(line[1:9]) for line in lines[3:11]}
    assert board["8"] == "♜♞♝♛♚♝♞♜"
    assert board["4"] == "····♙···"
    assert board["2"] == "♙♙♙♙·♙♙♙"


def test_a_terminal_that_is_too_narrow_for_it_gets_the_list() -> None:
    lines = shown(chess(), 30)
    assert any("a1" in line and "1 × white rook" in line for line in lines)
    assert not any("♜" in line for line in lines)


def test_pieces_without_a_sign_are_explained_beside_the_board_and_places_listed() -> None:
    match = freeform(2, {**BARE, "pieces": {"white pawn": 3, "x": 2}, "boards": {"board": "3x2"}, "places": ["river"]})
    say(match, 1, "bring", piece="white pawn", n=2, to="b1")
    say(match, 1, "bring", piece="x", to="b1")
    say(match, 1, "bring", piece="x", to="river")
    text = "\n".join(shown(match, 100))
    assert "2WP x" in text
    assert "WP     white pawn" in text
    assert "river   1 × x" in text
    assert "b1" not in text


def test_kinds_of_pieces_that_would_look_alike_are_listed() -> None:
    match = freeform(2, {**BARE, "pieces": {"white pawn": 3, "wooden plank": 2}, "boards": {"board": "2x2"}})
    say(match, 1, "bring", piece="white pawn", to="a1")
    say(match, 1, "bring", piece="wooden plank", to="b1")
    text = "\n".join(shown(match, 100))
    assert "1 × white pawn" in text
    assert "WP" not in text


def test_each_of_several_boards_stands_under_its_name() -> None:
    match = freeform(2, {**BARE, "pieces": {"x": 2}, "boards": {"mine": "2x2", "yours": "2x2"}})
    say(match, 1, "bring", piece="x", to="yours-a1")
    text = "\n".join(shown(match, 100))
    assert "mine   a   b" in text
    assert "yours   a   b" in text


# --- widths ---------------------------------------------------------------------------------------


def table(*lines: Sequence[str]) -> Fitting:
    rows: Rows = tuple(tuple(((word, ""),) for word in line) for line in lines)
    return Fitting([Panel("board", "board", "", 1, 1, (), rows)], str, {})


LONG = "Entscheidungskarten: 11"


def test_columns_are_as_wide_as_their_longest_word_where_that_fits() -> None:
    lines = printed(table(("", *"12345"), ("", LONG, *["Landkarte ▲N"] * 4)), 70)
    words = " ".join(lines).split()
    assert words.count("Landkarte") == 4
    assert "Entscheidungskarten:" in words
    assert max(map(len, lines)) <= 70


def test_they_stand_closer_together_before_a_word_is_broken() -> None:
    wide, tight = (" ".join(printed(table(*[["Landkarte ▲N"] * 6] * 2), width)) for width in (80, 62))
    assert wide.split().count("Landkarte") == tight.split().count("Landkarte") == 12


@pytest.mark.parametrize("width", [20, 30, 44])
def test_what_fits_nowhere_is_broken_and_not_cut(width: int) -> None:
    lines = printed(table(("", "", ""), (LONG, LONG, LONG)), width)
    assert "…" not in "".join(lines)
    assert sum(line.count("e") for line in lines) == 3 * LONG.count("e")


def test_what_fits_is_as_it_was() -> None:
    lines = printed(table(("a", "b"), ("one word", "two")), 60)
    assert [line for line in lines if line] == [" a          b", " ──────────────", " one word   two"]


@pytest.mark.parametrize("headings", [("a", "longer heading"), ("", ""), ("one",)])
def test_a_table_is_as_wide_as_the_terminal_measures_it(headings: tuple[str, ...]) -> None:
    console = Console(width=FAR)
    rows = [headings, *[[f"{word} 象棋 ▲N"[: 7 + k] for k in range(len(headings))] for word in ("one", "two")]]
    (drawn,) = table(*rows).tables(console, console.options)
    for padding in PADDINGS:
        drawn.padding = padding
        measured = Measurement.get(console, console.options, drawn)
        assert _width(drawn, _most(drawn, console, console.options)) == measured.maximum
