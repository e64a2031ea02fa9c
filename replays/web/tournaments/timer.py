"""The timer page of a round for officials: clock controls, the plan's proposals, and papers to print."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.tournament.model.roles import MAY, ORGANISER, PUBLIC
from tablescribe.domain.tournament.round_clock import FROM, read_clock
from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.publicity import WALL, show, shown
from tablescribe.replays.tournaments.round_clock import clock_lines, proposal_text, proposed
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.api.access import link
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.form_actions import Command, Reason
from tablescribe.replays.web.tournaments.page import hall_page
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView
from tablescribe.replays.web.tournaments.round_starts import starts_shown

timer = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@timer.get("/t/{tournament_id}/timer")
def timer_page(request: Request, seen: ATournament) -> Response:
    """Show the timer of the round, the plan's proposals, and the papers to print."""
    seen.require(OFFICIALS, say("set the round timer"))
    return _shown(request, seen)


def _shown(
    request: Request, seen: TournamentView, refused: dict[str, Any] | None = None, status: int = 200
) -> Response:
    now, at = seen.now, datetime.now(UTC)
    seating = now.seatings[-1] if now.seatings else None
    clock = read_clock(seating) if seating is not None else None
    may = "clock" in MAY.get(seen.role, ()) and now.finished is None and seating is not None
    return hall_page(
        request, "hall_timer.html", seen, status, refused=refused, seating=seating,
        lines=list(clock_lines(now, seating, at)) if seating is not None else [],
        offered=[proposal_text(one, seen.names) for one in proposed(seen.queries.ledger, now, at)],
        does=[one for one in FROM if clock is not None and clock.state in FROM[one]] if may else [],
        everybody=shown(seen.queries.ledger, now.id), organises=seen.role == ORGANISER,
        wall=_wall_link(request, seen) if seen.role == ORGANISER else "",
        rounds=starts_shown(seen) if "clock" in MAY.get(seen.role, ()) else [], zone=f"{at.astimezone():%Z}",
    )  # fmt: skip


def _wall_link(request: Request, seen: TournamentView) -> str:
    """Return the link for a screen in the room. It shows names if the room may see them, and lasts until revoked."""
    ((_, token),) = seen.queries.access.lasting(PUBLIC, seen.now.id, label=WALL).values()
    return link(request, token)


@timer.post("/t/{tournament_id}/timer")
def set_timer(
    request: Request, seen: ATournament, command: Command, does: Annotated[str, Form(max_length=10)],
    minutes: Annotated[float, Form(ge=0, le=10_000)] = 0, reason: Reason = "",
) -> Response:  # fmt: skip
    """Start, pause, resume or extend the clock of the round."""
    more = minutes if does == "extend" else 0
    return attempted(request, seen, lambda: OfficialCommands(seen).clock(does, more, reason, command=command))


@timer.post("/t/{tournament_id}/shown")
def set_shown(
    request: Request, seen: ATournament, names: Annotated[str, Form(pattern="^(room|all|none)$")],
    words: Annotated[str, Form(max_length=3)] = "",
) -> Response:  # fmt: skip
    """Show or hide names and words on the public pages."""

    def do() -> None:
        seen.require((ORGANISER,), say("show names publicly"))
        show(
            seen.queries.ledger, seen.now.id, names=names == "all", room=names != "none", words=bool(words),
            by=ORGANISER,
        )  # fmt: skip
        request.app.state.boards.outdated(seen.now.id)

    return attempted(request, seen, do)


def attempted(request: Request, seen: TournamentView, do: Any) -> Response:
    """Run a command, and show the timer page again, with a refusal if there was one."""
    return attempt(
        request, do, f"/t/{seen.now.id}/timer", lambda refused, status: _shown(request, seen, refused, status)
    )
