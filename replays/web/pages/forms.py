"""HTML forms: submitted once, and shown again with what was wrong."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from tablescribe.domain.words.text import Spoken
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import Denied
from tablescribe.replays.web.api.problem_details import problem
from tablescribe.replays.web.http.i18n import language_of


def fresh() -> str:
    """Return a new command id: sent twice with the same form, it is done once."""
    return secrets.token_hex(8)


def attempt(
    request: Request, do: Callable[[], Any], back: str, again: Callable[[dict[str, Any], int], Response]
) -> Response:
    """Do something that a form asked for and go on, or show the form again with what was wrong.

    Args:
        do: does it.
        back: the path of the page that shows what came of it.
        again: shows the form again, with the problem, by a status.
    """
    try:
        do()
    except Spoken as error:
        found = problem(error, Reader(None, language_of(request)))
        if found["status"] in (401, 500, 503) or isinstance(error, Denied):
            raise
        return again(found, found["status"])
    return RedirectResponse(back, 303)
