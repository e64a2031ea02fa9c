"""Drawings of the table: the board with its pieces, and a panel for each player."""

from __future__ import annotations

from tablescribe.domain.games.chess.board import (
    BLACK,
    CHECK,
    ENDING,
    NUMBERED,
    OFFER,
    TURN,
    WHITE,
    at,
    illegal,
    options_of,
    piece,
    position_of,
)
from tablescribe.domain.games.chess.pieces import drawn
from tablescribe.domain.games.chess.position import EMPTY, FILES, NAMES, RANKS, Position
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.names import who
from tablescribe.domain.table.scene import WIDTH, Circle, Group, Panel, Rectangle, Rows, Said, Shape, Span, Words, group
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text, Thing, say

EDGE = 18.0  # margin for the letters and numbers
SIZE = (WIDTH - 2 * EDGE) / 8

SIGNS = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
"""The symbols of the pieces in a terminal; white ones are outlines."""


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return the board from the viewer's side, and a panel for each player, the viewer first."""
    position = position_of(table)
    seats = sorted(setting.all_seats, key=lambda seat: seat != viewer)
    return [board_panel(table, position, viewer), *(seat_panel(setting, table, position, seat) for seat in seats)]


def face(setting: Setting, name: str) -> Panel | None:
    """Return `None`, as there are no cards."""
    return None


# --- the board -----------------------------------------------------------------------------------


def board_panel(table: Table, position: Position, viewer: int | None) -> Panel:
    """Draw the board from the viewer's side, with black's first rank at the bottom for black."""
    turned = viewer == BLACK
    shapes: list[Shape] = [Rectangle(0.75, 0.75, WIDTH - 1.5, WIDTH - 1.5, "card", "faint", round=10)]
    for k in range(8):
        file, rank = (FILES[7 - k], RANKS[k]) if turned else (FILES[k], RANKS[7 - k])
        shapes.append(Said(EDGE + (k + 0.5) * SIZE, WIDTH - 5, file, 11, "soft", "middle"))
        shapes.append(Said(9, EDGE + (k + 0.5) * SIZE + 4, rank, 11, "soft", "middle"))
    shapes += (square_drawn(table, position, number, turned) for number in range(64))
    return Panel("board", "board", say("The board"), WIDTH, WIDTH, tuple(shapes), in_a_terminal(position, turned))


def square_drawn(table: Table, position: Position, number: int, turned: bool) -> Group:
    """Draw a square with its piece; a king in check has a ring."""
    column, row = (7 - number % 8, number // 8) if turned else (number % 8, 7 - number // 8)
    x, y = EDGE + column * SIZE, EDGE + row * SIZE
    ground = Rectangle(x, y, SIZE, SIZE, "clay" if (number + number // 8) % 2 else "clay-deep")
    letter, here = position.board[number], Thing(at(number))
    if letter == EMPTY:
        return group(ground, name=at(number), title=here)
    thing = Thing(piece(letter))
    checked = letter.upper() == "K" and table.number(CHECK) == (WHITE if letter == "K" else BLACK)
    ring = [Circle(x + SIZE / 2, y + SIZE / 2, SIZE / 2 - 1.5, stroke="accent", thick=2.5)] if checked else []
    man = group(*drawn(letter, x, y, SIZE), name=piece(letter), title=thing)
    return group(ground, *ring, man, name=at(number), title=say("{man} on {at}", man=thing, at=here))


def in_a_terminal(position: Position, turned: bool) -> Rows:
    """Return the board as rows of symbols for a terminal; empty dark squares have a dot."""
    files, ranks = (FILES[::-1], RANKS) if turned else (FILES, RANKS[::-1])
    rows: list[tuple[tuple[Span, ...], ...]] = [tuple(((one, ""),) for one in ("", *files))]
    for rank in ranks:
        squares = (NAMES.index(file + rank) for file in files)
        cells = (SIGNS.get(position.board[one], " " if (one + one // 8) % 2 else "·") for one in squares)
        rows.append((((rank, ""),), *(((cell, ""),) for cell in cells)))
    return tuple(rows)


# --- the players ---------------------------------------------------------------------------------


def seat_panel(setting: Setting, table: Table, position: Position, seat: int) -> Panel:
    """Draw a player's panel: whose move it is, captured pieces, check, offers, illegal moves."""
    over = table.get(ENDING) is not None
    acts = table.number(TURN) == seat and not over
    title = say("{seat} ({n})", seat=who(seat), n=seat)
    heading = say("▶ {seat}", seat=title) if acts else title
    first = options_of(setting).position
    taken = "".join(SIGNS[letter] for letter in taken_from(first, position, BLACK if seat == WHITE else WHITE))
    notes: list[Words] = [taken or "–", *news(setting, table, seat)]
    shapes = group(
        Rectangle(1.5, 1.5, WIDTH - 3, 57, "card", "ink" if acts else "faint", 3.5 if acts else 1.5, 10),
        *drawn("K" if seat == WHITE else "k", 8, 10, 40),
        Said(56, 24, heading, 15, bold=True, width=WIDTH - 72),
        *(Said(56, 45, notes[0], 13, "soft", width=150, lines=1),),
        *(Said(WIDTH - 14, 45, one, 12, "ink", "end", width=130, lines=1) for one in notes[1:2]),
        name=seat_name(seat), title=title,
    )  # fmt: skip
    heads: tuple[tuple[Span, ...], ...] = ((("", ""),), ((say("captured"), ""),), (("", ""),))
    row: tuple[tuple[Span, ...], ...] = (
        (("▶ " if acts else "  ", ""), (title, "")), ((notes[0], ""),),
        tuple((one, "") for one in notes[1:]) or (("", ""),),
    )  # fmt: skip
    return Panel(seat_name(seat), "seat", title, WIDTH, 60, (shapes,), (heads, row))


def taken_from(first: str, position: Position, seat: int) -> str:
    """Return the letters of a side's pieces that have left the board, promoted pawns among them."""
    mine = str.isupper if seat == WHITE else str.islower
    begun = [letter for letter in first.split()[0] if letter.isalpha() and mine(letter)]
    for letter in position.board:
        if letter != EMPTY and mine(letter) and letter in begun:
            begun.remove(letter)
    return "".join(sorted(begun, key=lambda one: "QRBNP".find(one.upper())))


def news(setting: Setting, table: Table, seat: int) -> list[Text]:
    """Return further information about a player, most important first."""
    found = []
    if table.number(CHECK) == seat:
        found.append(say("in check"))
    if table.number(OFFER) == seat:
        found.append(say("offers a draw"))
    if n := table.number(illegal(seat)):
        found.append(say("illegal moves: {n} of {last}", n=n, last=options_of(setting).illegal_moves))
    if table.number(TURN) == seat and not found:
        found.append(say("move {n}", n=table.number(NUMBERED)))
    return found
