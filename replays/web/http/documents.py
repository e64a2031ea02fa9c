"""Serve stand-alone documents with a policy that allows only their own styles, and name files to download."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from datetime import datetime

from starlette.responses import HTMLResponse, Response

from tablescribe.replays.papers.pdf import pdf
from tablescribe.replays.reading.slugs import slug

ID_IN_NAME = 6
"""How much of an id is in a file's name: enough to find a match by."""


def file_name(title: str, at: datetime, its_id: str, ending: str) -> str:
    """Return the name of a file to download, such as `le-ultime-persone-2026-11-27-abc123.html`: ASCII, no path."""
    words = (slug(title)[:60].strip("-"), f"{at:%Y-%m-%d}", slug(its_id)[:ID_IN_NAME].strip("-"))
    return f"{'-'.join(one for one in words if one)}.{ending}"


def attached(name: str) -> dict[str, str]:
    """Return the header by which a browser saves an answer as a file of that name."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}


def with_own_style(document: str) -> Response:
    """Return an HTML document with a policy that allows its one style sheet by hash."""
    policy = f"{policy_of(document)}; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
    return HTMLResponse(document, headers={"Content-Security-Policy": policy})


def policy_of(document: str) -> str:
    """Return a policy that allows only the style sheets of an HTML document, by their hashes."""
    styles = re.findall(r"<style>(.*?)</style>", document, flags=re.S)
    hashes = " ".join(f"'sha256-{b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" for style in styles)
    return f"default-src 'none'; style-src {hashes}; img-src data:"


def as_pdf(document: str, name: str) -> Response:
    """Return an HTML document as a PDF file with this name.

    Raises:
        PdfMissing: PDF files cannot be made here.
    """
    named = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(pdf(document), media_type="application/pdf", headers=named)
