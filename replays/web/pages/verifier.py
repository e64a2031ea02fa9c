"""The page on which anybody checks a bundle or checkpoint that somebody sent. It needs no link and no ledger."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from importlib.resources import files

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

verifying = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]+)"')


@verifying.get("/verify")
def verify() -> Response:
    """Check a bundle or checkpoint in the browser. The file stays on the device; no link is needed."""
    document = _document()
    policy = POLICY.search(document)
    assert policy is not None
    headers = {"Content-Security-Policy": f"{unescape(policy[1])}; frame-ancestors 'none'", "Cache-Control": "no-cache"}
    return HTMLResponse(document, headers=headers)


@cache
def _document() -> str:
    """Return the verifier: one file, as it is also handed out with the program."""
    return files("tablescribe.ledger.proofs.verifiers").joinpath("verify.html").read_text("utf-8")
