"""The options `--html` and `--pdf`, which write a printed document to files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from tablescribe.domain.words.text import Text, say

Function = TypeVar("Function", bound=Callable[..., Any])


def on_paper(what: str) -> Callable[[Function], Function]:
    """Add the options `--html` and `--pdf` to a command.

    Args:
        what: the document, as the help names it: `the list`.
    """
    file = click.Path(path_type=Path)
    html = click.option("--html", "html_file", type=file, metavar="FILE", help=f"Write {what} to this HTML file.")
    pdf = click.option("--pdf", "pdf_file", type=file, metavar="FILE",
                       help=f"Write {what} to this PDF file (install tablescribe[pdf]).")  # fmt: skip

    def added(function: Function) -> Function:
        return html(pdf(function))

    return added


def write_papers(document: str, html_file: Path | None, pdf_file: Path | None) -> list[Path]:
    """Write an HTML document to the named files, as HTML and as PDF; return the files written.

    Raises:
        PdfMissing: PDF output is not installed; nothing is written.
        LedgerUnavailable: a file cannot be written.
    """
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.replays.papers.pdf import pdf

    made = {html_file: document.encode(), pdf_file: pdf(document) if pdf_file is not None else b""}
    for file, contents in made.items():
        if file is not None:
            write_file(file, contents)
    return [file for file in made if file is not None]


def written_lines(files: Iterable[Path]) -> list[Text]:
    """Return a sentence for each written file."""
    return [say("Written to {file}.", file=str(file)) for file in files]
