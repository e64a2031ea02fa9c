"""Write lists as CSV for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablescribe.domain.words.escaping import visible

COMMANDS = ("=", "+", "-", "@", "\t")
"""First characters that make a spreadsheet run a text as a formula; texts by users are made safe from this."""


def csv_of(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Return rows as CSV (RFC 4180, lines end with a newline), the names of the columns first."""
    found = io.StringIO()
    writer = csv.writer(found, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(name)) for name in columns])
    return found.getvalue()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4f}"
    if isinstance(value, int):
        return value
    text = "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    text = visible(text, one_line=True)
    return f"'{text}" if text.startswith(COMMANDS) else text
