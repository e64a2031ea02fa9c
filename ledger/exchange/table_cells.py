"""Reading of tables within size limits: CSV, Excel, or pasted from a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tablescribe.domain.words.text import say
from tablescribe.ledger.exchange.plays import BadExport

MOST_COLUMNS = 200
MOST_SHEETS = 50
LAST_LINE = 1_048_576
"""Maximum number of lines of an Excel sheet."""

LARGEST_CELL = 4_000
"""Maximum number of characters read from a cell."""


@dataclass(frozen=True)
class Limits:
    """Size limits of a table.

    Attributes:
        lines: maximum number of non-empty lines.
        unpacked: maximum size of an unpacked Excel file, in bytes.
    """

    lines: int = 50_000
    unpacked: int = 100_000_000


@dataclass(frozen=True)
class Sheet:
    """A table of cells: its name (may be an empty string), and its lines, each with its number in the file, from 1.

    Cells are stripped text; empty lines are left out.
    """

    name: str
    lines: tuple[tuple[int, tuple[str, ...]], ...]


def is_excel(contents: bytes) -> bool:
    """Return whether a file is a ZIP archive, as Excel files are."""
    return contents.startswith(b"PK\x03\x04")


def sheets_of(contents: bytes, limits: Limits | None = None) -> list[Sheet]:
    """Return the non-empty tables of a CSV or Excel file, in order.

    Raises:
        BadExport: the file is neither, or too large.
        ModuleNotFoundError: it is an Excel file, and `openpyxl` is not installed.
    """
    limits = limits or Limits()
    if is_excel(contents):
        return [one for one in _of_excel(contents, limits) if one.lines]
    found = _kept("", _of_text(contents), limits)
    return [found] if found.lines else []


def _kept(name: str, lines: Iterable[tuple[int, Sequence[str]]], limits: Limits) -> Sheet:
    """Build a sheet from lines: strip cells, and drop empty lines and trailing empty cells.

    Raises:
        BadExport: there are too many lines or columns.
    """
    found = list[tuple[int, tuple[str, ...]]]()
    for number, line in lines:
        cells = [one.strip()[:LARGEST_CELL] for one in line]
        while cells and not cells[-1] and (found or not any(cells) or len(cells) > MOST_COLUMNS):
            cells.pop()  # but not from the headings: a column may lack one
        if len(cells) > MOST_COLUMNS or (cells and len(found) > limits.lines):
            raise BadExport(say("a table has at most {columns} columns and {lines} lines",
                                columns=MOST_COLUMNS, lines=limits.lines))  # fmt: skip
        if cells:
            found.append((number, tuple(cells)))
    return Sheet(name, tuple(found))


def _of_text(contents: bytes) -> Iterator[tuple[int, Sequence[str]]]:
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = contents.decode("cp1252", "replace")  # written by spreadsheets on Western Windows
    first = text.lstrip().partition("\n")[0]
    between = max(";\t,", key=first.count)
    lines, before = list(io.StringIO(text)), 0
    reader = csv.reader(lines, delimiter=between)
    try:
        for line in reader:
            if reader.line_num > before + 1:
                _check_quotes(lines[before : reader.line_num], line, between, before + 1)
            yield before + 1, line
            before = reader.line_num
    except csv.Error as error:  # a cell of many lines, longer than one may be, is one that was left open, too
        raise _left_open(before + 1) if reader.line_num > before + 1 else _no_table(str(error)) from error


def _check_quotes(lines: Sequence[str], cells: Sequence[str], between: str, number: int) -> None:
    """Check that a row of several lines is meant to be one: a quotation mark left open swallows the lines below it.

    Args:
        lines: the lines of the row in the file.
        cells: the cells that were read from them.
        between: what separates cells.
        number: of the first of the lines.

    Raises:
        BadExport: a quotation mark is not closed, or not where its cell ends; in which line it is opened.
    """
    try:
        next(csv.reader(lines, delimiter=between, strict=True))
    except csv.Error as error:
        breaks = [cell.count("\n") for cell in cells]
        last = max(at for at, some in enumerate(breaks) if some)
        raise _left_open(number + sum(breaks[:last])) from error


def _left_open(line: int) -> BadExport:
    return BadExport(say("line {line} opens a quotation mark that is not closed. Close it, or delete it", line=line))


def _of_excel(contents: bytes, limits: Limits) -> Iterator[Sheet]:
    from zipfile import ZipFile

    from openpyxl import load_workbook

    try:
        with ZipFile(io.BytesIO(contents)) as packed:
            if sum(one.file_size for one in packed.infolist()) > limits.unpacked:
                raise _no_table(say("it is too large when unpacked"))
        book = load_workbook(io.BytesIO(contents), read_only=True, data_only=True)
        for sheet in book.worksheets[:MOST_SHEETS]:
            yield _with_wide_headings(_kept(sheet.title, _lines(sheet), limits))
    except BadExport:
        raise
    except Exception as error:  # a damaged file may raise errors of openpyxl, zlib or the XML parser
        raise _no_table(str(error)[:200] or type(error).__name__) from error


def _lines(sheet: Any) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the lines of a sheet; the dimensions stated in the file are not trusted."""
    sheet.reset_dimensions()
    for number, line in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS + 1, values_only=True), start=1):
        if number > LAST_LINE:
            raise _no_table(say("it is too large when unpacked"))
        if line.count(None) < len(line):
            last = max(at for at, one in enumerate(line) if one is not None)
            yield number, [_cell(one) for one in line[: last + 1]]


def _with_wide_headings(sheet: Sheet) -> Sheet:
    """Return a sheet with its first line padded to the widest line, as a column need not have a heading."""
    wide = max((len(cells) for _, cells in sheet.lines), default=0)
    first = [(n, (*cells, *[""] * wide)[:wide]) for n, cells in sheet.lines[:1]]
    return Sheet(sheet.name, (*first, *sheet.lines[1:]))


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="minutes")[:16]
    return str(value)


def _no_table(why: Any) -> BadExport:
    return BadExport(say("this is not a table of results: {error}", error=why))


def as_csv(sheet: Sheet, most_empty: int = 5_000) -> str:
    """Return a table as tab-separated text that `sheets_of` reads back; lines keep their numbers.

    Args:
        sheet: the table.
        most_empty: maximum number of empty lines written; lines after further ones get lower numbers.
    """
    out, at = io.StringIO(newline=""), 1
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    for number, cells in sheet.lines:
        gap = max(0, number - at)
        if gap <= most_empty:
            most_empty -= gap
            out.write("\n" * gap)
        writer.writerow(" ".join(one.split()) for one in cells)
        at = number + 1
    return out.getvalue()
