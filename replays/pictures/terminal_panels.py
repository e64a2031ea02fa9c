"""Fit panels as tables into a terminal, whose width is known only when printing.

Words are broken only as a last resort: tables that are too wide are rephrased, packed closer, or given more lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from tablescribe.domain.table.scene import Panel, Rows, Span, Words

FAR = 10_000
"""A width that fits anything."""

PADDINGS = ((0, 1), (0, 1, 0, 0), (0, 0))
"""Paddings of columns, the most readable first."""


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
        """Return the tables, each no wider than there is room; panels with the same headings share one."""
        tables: dict[str, list[tuple[tuple[Span, ...], ...]]] = {}
        for panel in self._panels:
            for rows in self._chosen(panel, console, options):
                tables.setdefault(repr(rows[0]), [rows[0]]).extend(rows[1:])
        drawn = [self._table(rows) for rows in tables.values()]
        for table in drawn:
            fit(table, console, options)
        return drawn

    def _chosen(self, panel: Panel, console: Console, options: ConsoleOptions) -> Iterator[Rows]:
        """Yield a panel's drawn tables if they fit, else its rows."""
        wide = [_measured(console, options, self._table(rows)).maximum for rows in panel.tables]
        told = panel.tables if wide and max(wide) <= options.max_width else (panel.rows,)
        return filter(None, told)

    def _cell(self, spans: tuple[Span, ...]) -> Text:
        return Text.assemble(*((self._read(words), self._styles.get(colour, "")) for words, colour in spans))

    def _table(self, rows: Sequence[tuple[tuple[Span, ...], ...]]) -> Table:
        headings, *others = ([self._cell(spans) for spans in row] for row in rows)
        drawn = Table(box=SIMPLE_HEAD, pad_edge=False, show_header=any(map(str, headings)))
        for heading in headings:
            drawn.add_column(heading, overflow="fold")
        for row in others:
            drawn.add_row(*row)
        return drawn


def fit(table: Table, console: Console, options: ConsoleOptions) -> None:
    """Set column widths that break no word, if there are any."""
    if _measured(console, options, table).maximum <= options.max_width:
        return
    columns = [[*column.cells, *([column.header] if table.show_header else [])] for column in table.columns]
    sizes = [[_measured(console, options, cell) for cell in cells] for cells in columns]
    least = [max(one.minimum for one in column) for column in sizes]
    most = [max(one.maximum for one in column) for column in sizes]
    for padding in PADDINGS:
        table.padding = padding
        left = options.max_width - _measured(console, options, table).minimum
        if left >= 0:
            for column, width in zip(table.columns, _shared(least, most, left), strict=True):
                column.width = width
            return


def _shared(least: Sequence[int], most: Sequence[int], left: int) -> list[int]:
    """Return widths between bounds; the space left over goes to the narrowest columns that need more."""
    widths = list(least)
    while left and (wanting := [at for at, width in enumerate(widths) if width < most[at]]):
        widths[min(wanting, key=lambda at: widths[at])] += 1
        left -= 1
    return widths


def _measured(console: Console, options: ConsoleOptions, one: RenderableType) -> Measurement:
    return Measurement.get(console, options.update(max_width=FAR), one)
