"""Forms with which officials set, postpone and cancel the automatic starts of rounds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.round_starts import postponed
from tablescribe.replays.web.tournaments.preparing import Preparing
from tablescribe.replays.web.tournaments.queries import ATournament
from tablescribe.replays.web.tournaments.round_starts import read_time
from tablescribe.replays.web.tournaments.timer import attempted

starts = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@starts.post("/t/{tournament_id}/starts")
def set_start_here(
    request: Request, seen: ATournament, number: Annotated[int, Form(alias="round", ge=1, le=10_000)],
    does: Annotated[str, Form(pattern="^(set|postpone|stop)$")], was: Annotated[str, Form(max_length=40)] = "",
    time: Annotated[str, Form(max_length=30)] = "", offset: Annotated[str, Form(max_length=6)] = "",
    minutes: Annotated[int, Form(ge=1, le=10_000)] = 10,
) -> Response:  # fmt: skip
    """Set, postpone or cancel the automatic start of a round; `was` is the time that the official saw."""

    def do() -> None:
        at, before = None, read_time(was, "0") if was else None
        if does == "set":
            at = read_time(time, offset)
        elif does == "postpone":
            if before is None:
                raise Refused(say("round {round} has no start time to postpone. Set one first", round=number))
            at = postponed(before, timedelta(minutes=minutes), datetime.now(UTC))
        Preparing(seen).set_start(number, at, before)
        told_everybody(request, seen.now.id)

    return attempted(request, seen, do)


def told_everybody(request: Request, tournament_id: str) -> None:
    """Make open pages of a tournament show a new time, of which they get no event because it is not in the log."""
    request.app.state.boards.outdated(tournament_id)
    request.app.state.live.announce(tournament_id, {"starts": datetime.now(UTC).isoformat()})
