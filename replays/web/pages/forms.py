"""HTML forms: submitted once, and shown again with their errors."""

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
    """Return a new command id for a form, so that a repeated submission has no effect."""
    return secrets.token_hex(8)


def attempt(
    request: Request, do: Callable[[], Any], back: str, again: Callable[[dict[str, Any], int], Response]
) -> Response:
    """Execute a form's command and redirect, or show the form again with the error.

    Args:
        do: executes the command.
        back: the path of the page that shows the result.
        again: shows the form with the problem and an HTTP status.
    """
    try:
        do()
    except Spoken as error:
        found = problem(error, Reader(None, language_of(request)))
        if found["status"] in (401, 500, 503) or isinstance(error, Denied):
            raise
        return again(found, found["status"])
    return RedirectResponse(back, 303)
