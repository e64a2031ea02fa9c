"""Fit panels as tables into a terminal, whose width is known only when printing.

Words are broken only as a last resort: tables that are too wide are rephrased, packed closer, or given more lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from tablescribe.domain.table.scene import Panel, Rows, Span, Words
from tablescribe.replays.reading.reader import Reader

FAR = 10_000
"""A width that fits anything."""

PADDINGS = ((0, 1), (0, 1, 0, 0), (0, 0))
"""Paddings of columns, the most readable first."""

STYLES = {
    "black": "bold magenta",  # black is invisible on a dark terminal
    "blue": "bold bright_blue",
    "yellow": "bold yellow",
    "red": "bold red",
    "green": "bold green",
    "purple": "magenta",
    "orange": "dark_orange",
    "turquoise": "cyan",
}
"""A terminal's names for the palette's colours."""


def fitting(panels: Sequence[Panel], reader: Reader) -> Fitting:
    """Return panels for a terminal: panels with the same headings as one table, tables side by side if they fit."""
    return Fitting(panels, reader.tell, STYLES)


class Fitting:
    """Panels as tables that fit the width.

    Args:
        panels: the panels.
        read: returns words in the reader's language.
        styles: the terminal's names for the palette's colours.
    """

    def __init__(self, panels: Sequence[Panel], read: Callable[[Words], str], styles: Mapping[str, str]) -> None:
        self._panels = panels
        self._read = read
        self._styles = styles

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the tables side by side."""
        yield Columns(self.tables(console, options), padding=(0, 3))

    def tables(self, console: Console, options: ConsoleOptions) -> list[Table]:
        """Return the tables, each within the available width; panels with the same headings share one."""
        tables: dict[str, list[list[Cell]]] = {}
        for panel in self._panels:
            for heading, cells in self._chosen(panel, console, options):
                tables.setdefault(heading, [cells[0]]).extend(cells[1:])
        drawn: list[Table] = [_table(cells) for cells in tables.values()]
        for table in drawn:
            fit(table, console, options)
        return drawn

    def _chosen(
        self, panel: Panel, console: Console, options: ConsoleOptions
    ) -> Iterator[tuple[str, list[list[Cell]]]]:
        """Yield the headings and cells of a panel: its drawn tables if they fit, else its rows."""
        drawn = [self._cells(rows) for rows in panel.tables]
        wide = [_width(table := _table(cells), _most(table, console, options)) for cells in drawn]
        if wide and max(wide) <= options.max_width:
            yield from zip((repr(rows[0]) for rows in panel.tables), drawn, strict=True)
        elif panel.rows:
            yield repr(panel.rows[0]), self._cells(panel.rows)

    def _cells(self, rows: Rows) -> list[list[Cell]]:
        return [[self._cell(spans) for spans in row] for row in rows]

    def _cell(self, spans: tuple[Span, ...]) -> Cell:
        found = Cell()
        for words, colour in spans:
            found.append(self._read(words), self._styles.get(colour, ""))
        return found


class Cell(Text):
    """A text that is complete before it is drawn, so its width is measured only once."""

    __slots__ = ("_measured",)

    def __init__(self) -> None:
        super().__init__()
        self._measured: Measurement | None = None

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return its minimum width (one word per line) and its maximum width (one line)."""
        if self._measured is None:
            self._measured = super().__rich_measure__(console, options)
        return self._measured


class FittedTable(Table):
    """A table that is complete before it is drawn, so its width is measured once per available width."""

    def __init__(self, *, headed: bool) -> None:
        super().__init__(box=SIMPLE_HEAD, pad_edge=False, show_header=headed)
        self._measured: dict[object, Measurement] = {}

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return its minimum and maximum width."""
        key = (options.max_width, self.padding, *(column.width for column in self.columns))
        if key not in self._measured:
            self._measured[key] = super().__rich_measure__(console, options)
        return self._measured[key]


def _table(cells: Sequence[Sequence[Text]]) -> FittedTable:
    headings, *others = cells
    drawn = FittedTable(headed=any(map(str, headings)))
    for heading in headings:
        drawn.add_column(heading, overflow="fold")
    for row in others:
        drawn.add_row(*row)
    return drawn


def fit(table: Table, console: Console, options: ConsoleOptions) -> None:
    """Set column widths that break no word, if such widths exist."""
    most = _most(table, console, options)
    if _width(table, most) <= options.max_width:
        return
    least = [max(one.minimum for one in column) for column in _sizes(table, console, options)]
    for padding in PADDINGS:
        table.padding = padding
        left = options.max_width - _width(table, least)
        if left >= 0:
            for column, width in zip(table.columns, _shared(least, most, left), strict=True):
                column.width = width
            return


def _most(table: Table, console: Console, options: ConsoleOptions) -> list[int]:
    """Return the width of each column's widest cell in one line."""
    return [max(one.maximum for one in column) for column in _sizes(table, console, options)]


def _sizes(table: Table, console: Console, options: ConsoleOptions) -> list[list[Measurement]]:
    """Return the widths of all cells, by columns."""
    far = options.update(max_width=FAR)
    columns = [[*column.cells, *([column.header] if table.show_header else [])] for column in table.columns]
    return [[Measurement.get(console, far, cell) for cell in cells] for cells in columns]


def _width(table: Table, columns: Sequence[int]) -> int:
    """Return the width of a table with these column widths, including paddings, lines and both edges."""
    _, right, _, left = table.padding
    return sum(columns) + (left + right + 1) * (len(columns) - 1) + 2


def _shared(least: Sequence[int], most: Sequence[int], left: int) -> list[int]:
    """Distribute `left` over columns with these bounds: the narrowest columns that need more get it first."""
    widths = list(least)
    while left and (wanting := [at for at, width in enumerate(widths) if width < most[at]]):
        widths[min(wanting, key=lambda at: widths[at])] += 1
        left -= 1
    return widths
