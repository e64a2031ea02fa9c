"""Text for the table's screen: the table in columns, and lines wrapped to the log's width."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from prompt_toolkit.formatted_text import ANSI, to_formatted_text
from prompt_toolkit.utils import get_cwidth

if TYPE_CHECKING:
    from tablescribe.domain.table.scene import Panel
    from tablescribe.replays.reading.reader import Reader

Sign: TypeAlias = tuple[str, str]
"""A style and a character, as in prompt_toolkit's formatted text."""

Line: TypeAlias = list[Sign]

COLUMN, GAP = 56, 2
"""Minimum width of a column of the table, and the space between columns."""

LEAD = re.compile(r" *(?:\d+\.? +|· +|\S+ {2,})?")
"""The start of a line, which sets the indent of wrapped lines: spaces, a move's number, or a word with its meaning."""


def signs(words: str) -> Line:
    """Return a text with colour codes as styled characters."""
    return [(one[0], sign) for one in to_formatted_text(ANSI(words)) for sign in one[1]]


def width_of(line: Line) -> int:
    """Return the width of a line in terminal cells."""
    return sum(get_cwidth(sign) for _, sign in line)


def wrapped(line: Line, width: int) -> list[Line]:
    """Return a line wrapped to a width, at spaces if possible, with a hanging indent."""
    lead = LEAD.match("".join(sign for _, sign in line))
    indent = len(lead[0]) if lead is not None and len(lead[0]) < width // 2 else 0
    found: list[Line] = []
    while width_of(line) > width:
        room = end = 0
        while room + get_cwidth(line[end][1]) <= width:
            room += get_cwidth(line[end][1])
            end += 1
        spaces = [at for at in range(indent + 1, end + 1) if line[at][1] == " "]
        at = spaces[-1] if spaces else max(end, indent + 1)
        found.append(line[:at])
        rest = line[at:]
        while rest and rest[0][1] == " ":
            rest = rest[1:]
        if not rest:
            return found
        line = [("", " ")] * indent + rest
    return [*found, line]


def table_lines(reader: Reader, panels: Sequence[Panel], width: int, height: int) -> list[Line]:
    """Return the lines of the table: in one column, or in several if it is too high and there is room."""
    for columns in range(1, max(1, (width + GAP) // (COLUMN + GAP)) + 1):
        wide = (width - GAP * (columns - 1)) // columns
        blocks = _blocks(reader, panels, wide)
        found = _placed(blocks, columns)
        if max(map(len, found)) <= height:
            break
    rows = max(map(len, found))
    return [
        [sign for column in found for sign in _padded(column[row] if row < len(column) else [], wide + GAP)]
        for row in range(rows)
    ]


def _blocks(reader: Reader, panels: Sequence[Panel], width: int) -> list[list[Line]]:
    """Return each part of the table as its lines, without empty ones at its top and bottom."""
    import io

    from rich.console import Console

    from tablescribe.cli.terminal.state import safe
    from tablescribe.replays.pictures.terminal_panels import fitting

    console = Console(
        file=io.StringIO(), width=width, force_terminal=True, color_system="standard", highlight=False, emoji=False,
        markup=False, legacy_windows=False,
    )  # fmt: skip
    found = []
    for table in fitting(panels, reader).tables(console, console.options):
        with console.capture() as told:
            console.print(table)
        lines = [signs(line.rstrip()) for line in safe(told.get()).split("\n")]
        while lines and not _says(lines[-1]):
            lines.pop()
        while lines and not _says(lines[0]):
            lines.pop(0)
        if lines:
            found.append(lines)
    return found or [[[]]]


def _says(line: Line) -> bool:
    return any(sign != " " for _, sign in line)


def _placed(blocks: Sequence[list[Line]], columns: int) -> list[list[Line]]:
    """Return the blocks distributed over columns, so that the highest column is as low as possible."""
    lowest = max(max(map(len, blocks)), -(-sum(len(block) + 1 for block in blocks) // columns))
    for height in range(lowest, sum(len(block) + 1 for block in blocks) + 1):
        found: list[list[Line]] = [[]]
        for block in blocks:
            if found[-1] and len(found[-1]) + 1 + len(block) > height:
                found.append([])
            found[-1] += [[], *block] if found[-1] else block
        if len(found) <= columns:
            return found
    return [[line for block in blocks for line in ([], *block)]]


def _padded(line: Line, width: int) -> Line:
    return [*line, *[("", " ")] * (width - width_of(line))]
