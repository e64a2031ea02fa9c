"""Tables in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.cli.terminal.language import told
from tablescribe.cli.terminal.state import console
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text


def print_table(headings: Sequence[Text], rows: Sequence[Sequence[object]]) -> None:
    """Print rows under headings."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(told(heading), overflow="fold")
    for row in rows:
        table.add_row(*(visible(str(cell), one_line=True) for cell in row))
    console().print(table)
