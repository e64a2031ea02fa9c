"""Convert a document to PDF with WeasyPrint (needs the extra `pdf`)."""

from __future__ import annotations

import logging

from tablescribe.domain.words.text import Spoken, say
from tablescribe.replays.pictures.drawing import by_day

logging.getLogger("weasyprint").setLevel(logging.ERROR)  # its remarks on style sheets are for their authors


class PdfMissing(Spoken):
    """The library that makes PDF files is not installed."""

    code = "report.pdf_missing"


def pdf(document: str) -> bytes:
    """Return a self-contained HTML document as a PDF file; nothing is fetched.

    Raises:
        PdfMissing: WeasyPrint or a system library it needs is missing; the message says what to install.
    """
    try:
        from weasyprint import HTML  # type: ignore[import-untyped]
        from weasyprint.urls import URLFetcher  # type: ignore[import-untyped]
    except (ImportError, OSError) as error:
        text = say(
            "a PDF file needs WeasyPrint (install tablescribe[pdf]) and the system's Pango (Debian: libpango-1.0-0, "
            "libpangoft2-1.0-0 and libharfbuzz-subset0); an HTML file can be printed to a PDF without them ({why})",
            why=str(error),
        )
        raise PdfMissing(text) from error
    written: bytes = HTML(string=by_day(document), url_fetcher=URLFetcher(allowed_protocols=())).write_pdf()
    return written
