"""Serve stand-alone documents with a policy that allows only their own styles."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode

from starlette.responses import HTMLResponse, Response

from tablescribe.replays.papers.pdf import pdf


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
