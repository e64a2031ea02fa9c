"""Handlers of the forms for rulings: corrections, penalties, appeals, lots. Corrections can be previewed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.consequences import Consequences
from tablescribe.domain.words.text import say
from tablescribe.replays.tournaments.tournament import consequence_lines
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.tournaments.api import told
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.form_actions import (
    Clause,
    Command,
    Expected,
    Many,
    Number,
    Reason,
    Short,
    Yes,
    again,
    slip_of,
)
from tablescribe.replays.web.tournaments.pages import mine_shown, rulings_shown
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView

ruling_deeds = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def _ruling(
    request: Request,
    seen: TournamentView,
    do: Callable[[], tuple[Any, Consequences]],
    preview: str,
    said: dict[str, Any],
) -> Response:
    """Record a ruling; or for a preview, show its effects, with the form as filled in."""
    changed: list[Consequences] = []
    answer = attempt(
        request, lambda: changed.append(do()[1]), f"/t/{seen.now.id}/rulings",
        lambda refused, status: rulings_shown(request, again(seen), refused, status, said=said),
    )  # fmt: skip
    if not preview or not changed:
        return answer
    lines = list(told(consequence_lines(changed[0], seen.names), language_of(request)))
    return rulings_shown(request, seen, changes=lines, said=said)


@ruling_deeds.post("/t/{tournament_id}/correct")
def correct_here(
    request: Request, seen: ATournament, command: Command, at: Annotated[str, Form(pattern=r"^[0-9]{1,4}/[0-9]{1,4}$")],
    clause: Clause, reason: Reason, result: Short = "", absent: Many = [],  # noqa: B006
    appeal: Annotated[str, Form(max_length=9)] = "", together: Yes = "", preview: Yes = "", expected: Expected = None,
) -> Response:  # fmt: skip
    """Correct a report, as arbiter. `at` is round and table; `result` as people write it."""
    round_number, table = map(int, at.split("/"))
    do = lambda: OfficialCommands(seen).correct(  # noqa: E731
        round_number, table, slip_of([], result, absent, together), clause=clause, reason=reason,
        appeal=int(appeal) if appeal.isdecimal() else None, preview=bool(preview), expected=expected, command=command,
        wanted="arbiter",
    )  # fmt: skip
    said = {"form": "correct", "at": at, "result": result, "clause": clause, "reason": reason, "appeal": appeal,
            "together": together}  # fmt: skip
    return _ruling(request, seen, do, preview, said)


@ruling_deeds.post("/t/{tournament_id}/penalise")
def penalise_here(
    request: Request, seen: ATournament, command: Command, number: Number, points: Annotated[str, Form(max_length=12)],
    clause: Clause, reason: Reason, preview: Yes = "",
) -> Response:  # fmt: skip
    """Take points from an entrant, as arbiter."""
    do = lambda: OfficialCommands(seen).penalise(  # noqa: E731
        number, points, clause=clause, reason=reason, preview=bool(preview), command=command, wanted="arbiter"
    )
    said = {"form": "penalise", "number": number, "points": points, "clause": clause, "reason": reason}
    return _ruling(request, seen, do, preview, said)


@ruling_deeds.post("/t/{tournament_id}/appeal")
def appeal_here(
    request: Request, seen: ATournament, command: Command, about: Annotated[int, Form(ge=1)], reason: Reason,
    number: Annotated[int | None, Form(ge=1)] = None,
) -> Response:  # fmt: skip
    """Appeal against a report or a penalty: players for themselves, officials for anybody."""
    player = seen.me is not None
    shown = mine_shown if player else rulings_shown
    return attempt(
        request,
        lambda: OfficialCommands(seen).appeal(about, reason, number, command=command),
        f"/t/{seen.now.id}/{'me' if player else 'rulings'}",
        lambda refused, status: shown(request, again(seen), refused, status),
    )


@ruling_deeds.post("/t/{tournament_id}/decide")
def decide_here(
    request: Request, seen: ATournament, command: Command, appeal: Annotated[int, Form(ge=1)],
    upheld: Annotated[str, Form(pattern="^(yes|no)$")], reason: Reason, clause: Clause = "",
) -> Response:  # fmt: skip
    """Decide an appeal, as arbiter."""

    def do() -> Any:
        return OfficialCommands(seen).decide(appeal, upheld == "yes", reason, clause, command=command, wanted="arbiter")

    return _ruling(request, seen, do, "", {})


@ruling_deeds.post("/t/{tournament_id}/lot")
def lot_here(
    request: Request, seen: ATournament, command: Command, stage: Annotated[int, Form(ge=1, le=100)],
    order: Short = "", how: Reason = "",
) -> Response:  # fmt: skip
    """Draw the lot of a stage from its sealed seed; or record one drawn by people, with starting numbers in `order`."""

    def do() -> None:
        drawn = order.replace(",", " ").split()
        if not all(one.isascii() and one.isdecimal() for one in drawn):
            raise Refused(say("enter starting numbers in the order drawn, such as 3 1 2"))
        OfficialCommands(seen).draw_lot(stage, [int(one) for one in drawn], how, command=command)

    return attempt(
        request, do, f"/t/{seen.now.id}/rulings",
        lambda refused, status: rulings_shown(request, again(seen), refused, status),
    )  # fmt: skip
