"""Drawings of the table: the board with its men, which show their seat's number, and a panel for each seat."""

from __future__ import annotations

from tablescribe.domain.games.morris.board import (
    ENDING,
    POINTS,
    QUIET,
    TURN,
    Board,
    beside,
    catalogue_of,
    man,
    options_of,
    point,
)
from tablescribe.domain.games.morris.components import Point
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.names import who
from tablescribe.domain.table.scene import (
    WIDTH,
    Circle,
    Colour,
    Group,
    Panel,
    Path,
    Rectangle,
    Rows,
    Said,
    Shape,
    Span,
    group,
)
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Thing, say

EDGE = 36.0  # distance from the board's edge to its outer square
STEP = (WIDTH - 2 * EDGE) / 6
THUMB = 14.0  # radius of the tap area of a free point; lines are drawn over it
COLUMNS, ROWS = "abcdefg", "7654321"

COLOURS: dict[int, tuple[Colour, Colour]] = {1: ("white", "dark"), 2: ("dark", "white")}
"""The colours of a man and of the number on it, by seat; the same in both themes."""


SIGNS = ("·", "○", "●")
"""The symbols of a free point, a white man and a black man in a terminal, which may have no colours."""


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return the board and a panel for each seat, the viewer's own first."""
    board = Board(setting, table)
    seats = sorted(setting.all_seats, key=lambda seat: seat != viewer)
    return [board_panel(board), *(seat_panel(board, seat) for seat in seats)]


def face(setting: Setting, piece: str) -> Panel | None:
    """Return `None`, as there are no cards."""
    return None


# --- the board -----------------------------------------------------------------------------------


def place_of(at: Point) -> tuple[float, float]:
    """Return the position of a point on the panel."""
    return EDGE + COLUMNS.index(at[0]) * STEP, EDGE + ROWS.index(at[1]) * STEP


def board_panel(board: Board) -> Panel:
    """Draw the board: lines, letters and numbers at its edge, and the points with their men."""
    lines = " ".join(f"M{_at(line[0])} L{_at(line[2])}" for line in board.lines)
    letters = [Said(EDGE + k * STEP, WIDTH - 6, one, 11, "soft", "middle") for k, one in enumerate(COLUMNS)]
    numbers = [Said(10, EDGE + k * STEP + 4, one, 11, "soft", "middle") for k, one in enumerate(ROWS)]
    shapes: list[Shape] = [
        Rectangle(0.75, 0.75, WIDTH - 1.5, WIDTH - 1.5, "sand", "faint", round=10),
        Path(lines, stroke="soft", thick=2.5),
        *letters, *numbers,
        *(point_drawn(board, at) for at in POINTS),
        *quiet(board),
    ]  # fmt: skip
    return Panel("board", "board", say("The board"), WIDTH, WIDTH, tuple(shapes), in_a_terminal(board))


def _at(at: Point) -> str:
    x, y = place_of(at)
    return f"{x:.1f} {y:.1f}"


def point_drawn(board: Board, at: Point) -> Group:
    """Draw a point with its man, large enough for a thumb."""
    (x, y), seat = place_of(at), board.standing.get(at)
    if seat is not None:
        title = say("{man} on {at}", man=Thing(man(seat)), at=Thing(point(at)))
        return group(Circle(x, y, 18, "paper"), man_drawn(x, y, seat), name=point(at), title=title)
    around = (place_of(other) for other in board.next_to(at))
    ends = (((other_x > x) - (other_x < x), (other_y > y) - (other_y < y)) for other_x, other_y in around)
    lines = " ".join(f"M{x:.1f} {y:.1f} l{right * THUMB:.1f} {down * THUMB:.1f}" for right, down in ends)
    return group(
        Circle(x, y, THUMB, "sand"), Path(lines, stroke="soft", thick=2.5), Circle(x, y, 5.5, "soft"),
        name=point(at), title=Thing(point(at)),
    )  # fmt: skip


def man_drawn(x: float, y: float, seat: int) -> Group:
    """Draw a man in its seat's colour with the seat's number; black men have a second ring."""
    colour, sign = COLOURS[seat]
    ring = [Circle(x, y, 12.5, stroke=sign, thick=1.2)] if seat == 2 else []
    said = Said(x, y + 5, str(seat), 14, sign, "middle", bold=True)
    return group(Circle(x, y, 16, colour, "soft", 1.5), *ring, said, name=man(seat), title=Thing(man(seat)))


def quiet(board: Board) -> list[Shape]:
    """Draw, in the middle, the number of moves since the last mill and its limit."""
    n = board.table.number(QUIET)
    if not n:
        return []
    words = f"{n} / {options_of(board.setting).without_mill}"
    said = Said(WIDTH / 2, WIDTH / 2 + 4, words, 12, "soft", "middle", bold=True)
    return [group(said, name=QUIET, title=Thing(QUIET))]


def in_a_terminal(board: Board) -> Rows:
    """Return the board as rows of symbols for a terminal."""
    rows: list[tuple[tuple[Span, ...], ...]] = [tuple(((one, ""),) for one in ("", *COLUMNS))]
    for row in ROWS:
        cells = [((row, ""),), *(_cell(board, column + row) for column in COLUMNS)]
        rows.append(tuple(cells))
    return tuple(rows)


def _cell(board: Board, name: str) -> tuple[Span, ...]:
    for at in POINTS:
        if at == name:
            return ((SIGNS[board.standing.get(at, 0)], ""),)
    return (("", ""),)


# --- the seats -----------------------------------------------------------------------------------


def seat_panel(board: Board, seat: int) -> Panel:
    """Draw a seat's panel: its men to place, on the board and lost, with a thick frame if it is the seat's turn."""
    over = board.table.get(ENDING) is not None
    acts = board.table.number(TURN) == seat and not over
    waiting, standing = board.waiting(seat), len(board.men(seat))
    lost = catalogue_of(board.setting).men - waiting - standing
    title = say("{seat} ({n})", seat=who(seat), n=seat)
    counted = say("to place {waiting} · on the board {standing} · lost {lost}", waiting=waiting, standing=standing,
                  lost=lost)  # fmt: skip
    shapes = group(
        Rectangle(1.5, 1.5, WIDTH - 3, 57, "card", "ink" if acts else "faint", 3.5 if acts else 1.5, 10),
        man_drawn(27, 30, seat),
        Said(54, 24, say("▶ {seat}", seat=title) if acts else title, 15, bold=True, width=WIDTH - 70),
        group(Said(54, 45, counted, 12, "soft", width=WIDTH - 68, lines=1), name=beside(seat), title=counted),
        name=seat_name(seat), title=title,
    )  # fmt: skip
    heads: tuple[tuple[Span, ...], ...] = (
        (("", ""),), ((say("to place"), ""),), ((say("on the board"), ""),), ((say("lost"), ""),),
    )  # fmt: skip
    row: tuple[tuple[Span, ...], ...] = (
        (("▶ " if acts else "  ", ""), (f"{SIGNS[seat]} ", ""), (title, "")),
        *(((str(n), ""),) for n in (waiting, standing, lost)),
    )
    return Panel(seat_name(seat), "seat", title, WIDTH, 60, (shapes,), (heads, row))
