"""Drawings of the middle of the table: boards as grids, places and their pieces; or the points, if there are none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tablescribe.domain.games.freeform.board import catalogue_of, places_of
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table import default_panels
from tablescribe.domain.table.names import score, who
from tablescribe.domain.table.scene import (
    WIDTH,
    Colour,
    Group,
    Panel,
    Rectangle,
    Rows,
    Said,
    Shape,
    Span,
    Words,
    chip_width,
    group,
    on,
)
from tablescribe.domain.table.table import HIDDEN, Table
from tablescribe.domain.words.text import Thing, listed, say, several

COLOURS: tuple[Colour, ...] = (
    "blue", "yellow", "red", "green", "black", "purple", "orange", "turquoise", "slate", "ink",
)  # fmt: skip
"""The colours of the seats, shown in addition to their numbers."""

MARGIN, LARGEST = 16, 72  # margin of a grid for its letters and numbers; maximum width of a square
TILE, ACROSS = 46, 4  # height of a place, and number of places side by side


def the_table(setting: Setting, table: Table, called: default_panels.Called) -> Panel:
    """Return a panel with the grids, then the places of the template, then all other zones with pieces."""
    catalogue = catalogue_of(setting)
    boards = {one: catalogue.squares(one) for one in catalogue.boards or {}}
    on_board = {square for rows in boards.values() for row in rows for square in row}
    named = [one for one in catalogue.all_places() if one not in on_board]
    others = [one for one in places_of(setting, table) if one not in on_board and one not in named]
    rest = default_panels.board([(zone, table.pieces(zone)) for zone in others], called, say("The table"))
    if not boards and not named:
        return rest if others else _points(setting, table)
    shapes, y = list[Shape](), 0.0
    for rows in boards.values():
        shapes += (Group(tuple(_grid(setting, table, rows)), y=y),)
        y += _side(rows) * len(rows) + MARGIN + 8
    shapes.append(Group(tuple(_places(table, named, called)), y=y))
    y += TILE * -(-len(named) // ACROSS)
    if others:
        shapes.append(Group(rest.shapes, y=y + 4))
        y += rest.height + 8
    lying = [one for one in (*on_board, *named, *others) if table.pieces(one)]
    beside = [one for one in lying if one not in on_board]
    told, signs = _listed(table, lying, called), _signs_of(setting, table, on_board)
    tables = [_told_grid(table, name if len(boards) > 1 else "", rows, signs) for name, rows in boards.items()]
    tables += filter(None, (_legend(setting, signs), _listed(table, beside, called) if beside else ()))
    clear = boards and len({*signs.values()}) == len(signs)  # otherwise different pieces would look the same
    return Panel("board", "board", say("The table"), WIDTH, y, tuple(shapes), told, tuple(tables) if clear else ())


def _listed(table: Table, places: Iterable[str], called: default_panels.Called) -> Rows:
    """Return places with their pieces, one per line."""
    return default_panels.board([(place, table.pieces(place)) for place in sorted(places)], called, "").rows


def _signs_of(setting: Setting, table: Table, squares: Iterable[str]) -> dict[str, str]:
    """Return the symbols of the face-up pieces on squares."""
    signs = catalogue_of(setting).signs or {}
    lying = sorted({piece for square in squares for piece in table.pieces(square) if not piece.startswith(HIDDEN)})
    return {piece: signs.get(piece) or sign_of(piece) for piece in lying}


def _told_grid(table: Table, name: str, rows: list[list[str]], signs: Mapping[str, str]) -> Rows:
    """Return a grid for a terminal, with its letters and numbers."""
    letters: list[tuple[Span, ...]] = [((chr(97 + x), "soft"),) for x in range(len(rows[0]))]
    lines: list[tuple[tuple[Span, ...], ...]] = [(((name, ""),), *letters)]
    for y, row in enumerate(rows):
        cells = [_told_square(table.pieces(square), signs) for square in row]
        lines.append((((str(len(rows) - y), "soft"),), *cells))
    return tuple(lines)


def _told_square(pieces: Mapping[str, int], signs: Mapping[str, str]) -> tuple[Span, ...]:
    """Return the symbols of the pieces on a square; a dot if it is empty."""
    told = [f"{n if n > 1 else ''}{signs.get(piece, '?')}" for piece, n in sorted(pieces.items())]
    return ((" ".join(told), ""),) if told else (("·", "soft"),)


def _legend(setting: Setting, signs: Mapping[str, str]) -> Rows:
    """Return the legend of the default symbols that are not a piece's own name; empty if there are none."""
    chosen = catalogue_of(setting).signs or {}
    made = [(piece, sign) for piece, sign in signs.items() if piece not in chosen and piece != sign]
    lines = [(((sign, ""),), ((Thing(piece), ""),)) for piece, sign in made]
    return ((((say("sign"), ""),), ((say("piece"), ""),)), *lines) if lines else ()


def _side(rows: list[list[str]]) -> float:
    """Return the width of a square of a grid."""
    return min(LARGEST, (WIDTH - MARGIN) / len(rows[0]))


def _grid(setting: Setting, table: Table, rows: list[list[str]]) -> Iterator[Shape]:
    """Draw a grid: squares with the symbols of their pieces, letters below, numbers beside it."""
    side, left = _side(rows), MARGIN + (WIDTH - MARGIN - _side(rows) * len(rows[0])) / 2
    for y, row in enumerate(rows):
        yield Said(left - 9, y * side + side / 2 + 4, str(len(rows) - y), 11, "soft", "middle")
        for x, square in enumerate(row):
            pieces = table.pieces(square)
            yield group(
                Rectangle(0.5, 0.5, side - 1, side - 1, "sand" if (x + y) % 2 else "card", "faint"),
                *_signs(setting, pieces, side), name=square, title=_what(square, pieces), x=left + x * side,
                y=y * side,
            )  # fmt: skip
    for x in range(len(rows[0])):
        yield Said(left + (x + 0.5) * side, side * len(rows) + 12, chr(97 + x), 11, "soft", "middle")


def _signs(setting: Setting, pieces: Mapping[str, int], side: float) -> Iterator[Shape]:
    """Draw the symbols of the pieces on a square: one large, or several small ones below each other."""
    signs = catalogue_of(setting).signs or {}
    size = max(11.0, min(side * 0.62, 40.0)) if len(pieces) == 1 else 11.0
    for at, (piece, n) in enumerate(sorted(pieces.items())):
        sign = "?" if piece.startswith(HIDDEN) else signs.get(piece) or sign_of(piece)
        told = f"{n}{sign}" if n > 1 else sign
        y = side / 2 + size * 0.36 if len(pieces) == 1 else 13.0 + at * 12
        if y < side:
            yield group(
                Said(side / 2, y, told, size if len(told) < 3 else 11, "ink", "middle", bold=True, width=side - 2),
                name=piece, title=Thing(piece),
            )  # fmt: skip


def sign_of(piece: str) -> str:
    """Return the default symbol of a piece: its name if short, otherwise its initials."""
    name = piece.rpartition(":")[2]
    return name if len(name) < 3 else "".join(word[0].upper() for word in name.replace("-", " ").split())[:2]


def _what(place: str, pieces: Mapping[str, int]) -> Words:
    return say("{what}: {shown}", what=Thing(place), shown=listed(map(Thing, pieces))) if pieces else Thing(place)


def _places(table: Table, named: list[str], called: default_panels.Called) -> Iterator[Shape]:
    """Draw the places of the template as tiles with their pieces."""
    wide = WIDTH / ACROSS
    for at, place in enumerate(named):
        pieces = table.pieces(place)
        lying = listed(several(n, piece) for piece, n in pieces.items())
        told = max((chip_width(str(called(piece))) for piece in pieces), default=0.0)
        ground: Colour = "accent" if pieces else "card"
        yield group(
            Rectangle(2, 2, wide - 4, TILE - 4, ground, "faint", round=9),
            Said(wide / 2, 19 if pieces else 27, Thing(place), 12, on(ground), "middle", width=wide - 8),
            *([Said(wide / 2, 35, lying, 12 if told < wide else 11, on(ground), "middle", bold=True, width=wide - 8)]
              if pieces else []),
            name=place, title=_what(place, pieces), x=at % ACROSS * wide, y=at // ACROSS * TILE,
        )  # fmt: skip


def _points(setting: Setting, table: Table) -> Panel:
    """Return a panel with all seats' points as bars, for tables that have only points."""
    points = {seat: table.number(score(seat)) for seat in setting.all_seats}
    most = max(1, *points.values())
    shapes, rows = list[Shape](), list[tuple[tuple[tuple[Words, Colour], ...], ...]]()
    for at, (seat, n) in enumerate(points.items()):
        colour = COLOURS[seat - 1]
        shapes.append(
            group(
                Rectangle(0.75, 0.75, WIDTH - 1.5, 42, "card", "faint", round=10),
                Rectangle(4, 36, max(4.0, (WIDTH - 8) * max(0, n) / most), 4, colour, round=2),
                Said(14, 25, who(seat), 15, bold=True, width=WIDTH - 120),
                Said(WIDTH - 14, 28, str(n), 24, anchor="end", bold=True),
                name=score(seat), title=say("{what}: {shown}", what=Thing(score(seat)), shown=n), y=at * 47,
            )
        )  # fmt: skip
        rows.append((((who(seat), colour),), ((str(n), ""),)))
    told: Rows = ((((say("points"), ""),), (("", ""),)), *rows)
    return Panel("board", "board", say("Points"), WIDTH, 47 * len(points), tuple(shapes), told)
