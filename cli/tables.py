"""Tables in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from cli.language import told
from cli.state import console
from domain.text import Text
from domain.visible import visible


def print_table(headings: Sequence[Text], rows: Sequence[Sequence[object]]) -> None:
    """Print rows under headings."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(told(heading), overflow="fold")
    for row in rows:
        table.add_row(*(visible(str(cell), one_line=True) for cell in row))
    console().print(table)
