"""Tables in a terminal. Columns shrink at spaces, so that no word, date or id is broken."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

from tablescribe.cli.terminal.language import told
from tablescribe.cli.terminal.state import console, echo
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text

GAP = 2
"""Spaces between two columns."""

RIGID = re.compile(r"[\d:., %–-]+|\S*")
"""A cell that is never wrapped: numbers, dates, times, or a single word."""


def print_table(headings: Sequence[Text], rows: Sequence[Sequence[object]]) -> None:
    """Print rows under headings, within the terminal's width. In a pipe, each row is one line."""
    from rich.table import Table

    titles = [told(heading) for heading in headings]
    cells = [[visible(str(cell), one_line=True) for cell in row] for row in rows]
    screen = console()
    room = screen.width if sys.stdout.isatty() or os.environ.get("COLUMNS") else sys.maxsize
    widths = column_widths(titles, cells, room)
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), collapse_padding=True)
    for title, width in zip(titles, widths, strict=True):
        table.add_column(title, width=width, overflow="fold")
    for row in cells:
        table.add_row(*row)
    screen.width = max(screen.width, sum(widths) + GAP * len(widths))
    with screen.capture() as drawn:
        screen.print(table)
    echo("\n".join(line.rstrip() for line in drawn.get().splitlines()))


def column_widths(titles: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """Return a width for each column. The widest columns shrink, down to their longest word.

    Args:
        titles: the headings, which may also be wrapped at spaces.
        rows: the cells of each row.
        room: the width of the terminal. Words are broken only if not all longest words fit into it.
    """
    from rich.cells import cell_len

    columns = [[row[k] for row in rows] for k in range(len(titles))]
    widths = [max(map(cell_len, [title, *column])) for title, column in zip(titles, columns, strict=True)]
    least = [
        max(cell_len(word) for cell in column for word in ([cell] if RIGID.fullmatch(cell) else cell.split()))
        if any(column)
        else 1
        for column in columns
    ]
    least = [max(one, *map(cell_len, title.split())) for one, title in zip(least, titles, strict=True)]
    for floors in (least, [1] * len(widths)):
        while sum(widths) + GAP * (len(widths) - 1) > room:
            soft = [k for k in range(len(widths)) if widths[k] > floors[k]]
            if not soft:
                break
            widths[max(soft, key=lambda k: widths[k])] -= 1
    return widths
