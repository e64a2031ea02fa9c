"""The page that checks a bundle or checkpoint. It needs no link and no ledger."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape, unescape
from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.replays.reading.word_catalogues import read_catalogue
from tablescribe.replays.web.http.i18n import language_of, translator

verifying = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]+)"')
HEAD = "<!-- Where a service hands this page out, its head stands here. -->\n"


@verifying.get("/verify")
def verify(request: Request, save: bool = False) -> Response:
    """Check a bundle or checkpoint in the browser. The file stays on the device; no link is needed.

    With `save` the page is a file to keep: opened from the device it checks where a browser trusts no plain http.
    """
    document = _document(language_of(request), save)
    policy = POLICY.search(document)
    assert policy is not None
    headers = {"Content-Security-Policy": f"{unescape(policy[1])}; frame-ancestors 'none'", "Cache-Control": "no-cache"}
    if save:
        headers["Content-Disposition"] = 'attachment; filename="verify.html"'
    return HTMLResponse(document, headers=headers)


def words(language: str) -> dict[str, str]:
    """Return the texts of the verifier in a language by the English ones; English has none of its own."""
    return dict(read_catalogue(files("tablescribe.replays.web").joinpath(f"locale/verify.{language}.po")))


@cache
def _document(language: str, save: bool = False) -> str:
    """Return the verifier as it is handed out with the program, with a way home and the words of a language.

    The words are data, which the page's policy lets it read; it still loads nothing and runs its own script only.
    """
    document = files("tablescribe.ledger.proofs.verifiers").joinpath("verify.html").read_text("utf-8")
    pages, matches, tournaments = map(escape, map(translator(language), ("Pages", "Matches", "Tournaments")))
    ways = f'<a href="/">Tablescribe</a><a href="/">{matches}</a><a href="/tournaments">{tournaments}</a>'
    head = "" if save else f'<nav class="top" aria-label="{pages}">{ways}</nav>\n'
    told = json.dumps(words(language), ensure_ascii=False).replace("<", "\\u003c")
    data = f'<script type="application/json" id="words">{told}</script>\n' if language != "en" else ""
    spoken = "pt-BR" if language == "pt" else language
    return document.replace(HEAD, head + data, 1).replace('<html lang="en">', f'<html lang="{spoken}">', 1)
