"""Pages for scanned slips: the list of a round's slips, and the page that the code on a slip leads to."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Path, Query, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.roles import MAY
from tablescribe.domain.tournament.typed_slips import State, must_be_current, typed_slip
from tablescribe.domain.words.text import say
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.tournament import result_text
from tablescribe.replays.tournaments.typed_slips import STATES, slip_data, slip_path, slips_now
from tablescribe.replays.web.access.passes import IN_TOURNAMENTS, OFFICIALS
from tablescribe.replays.web.api.problem_details import problem
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.pages.forms import attempt
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.form_actions import Command
from tablescribe.replays.web.tournaments.page import hall_page
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView
from tablescribe.replays.web.tournaments.slip_commands import decide_slip, decides, type_slip, typist_names

slip_pages = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

RoundNumber = Annotated[int, Path(ge=1, le=10_000)]
TableNumber = Annotated[int, Path(ge=1, le=10_000)]
Printed = Annotated[str, Query(alias="seating", max_length=64, pattern="^[0-9A-Za-z_-]*$")]
Ticked = Annotated[str, Form(max_length=400)]


@slip_pages.get("/t/{tournament_id}/typing")
def typing_page(request: Request, seen: ATournament) -> Response:
    """Show the slips of the round by state: typed differently, typed once, missing, typed and recorded."""
    seen.require(OFFICIALS, say("enter result slips"))
    seating = seen.now.seatings[-1] if seen.now.seatings else None
    slips = slips_now(seen.now, seating, seen.names, all_typed=decides(seen)) if seating is not None else []
    groups = [(state, text, [one for one in slips if one["state"] == state]) for state, text in STATES.items()]
    paths = {one["table"]: slip_path(seen.now, seating, one["table"]) for one in slips} if seating is not None else {}
    return hall_page(request, "hall_typing.html", seen, seating=seating, groups=groups, paths=paths,
                     decides=decides(seen))  # fmt: skip


@slip_pages.get("/t/{tournament_id}/slips/{number}/{table}")
def slip_page(
    request: Request, seen: ATournament, number: RoundNumber, table: TableNumber, printed: Printed = ""
) -> Response:
    """Show the form to type the number of a slip, or the slip's state."""
    seen.require(OFFICIALS, say("enter result slips"))
    return _shown(request, seen, number, table, printed)


@slip_pages.post("/t/{tournament_id}/slips/{number}/{table}")
def type_here(
    request: Request, seen: ATournament, number: RoundNumber, table: TableNumber, command: Command, ticked: Ticked,
    printed: Printed = "",
) -> Response:  # fmt: skip
    """Type the ticked number of a slip."""
    device = [one.id for one in getattr(request.state, "held", [])]

    def do() -> None:
        type_slip(
            OfficialCommands(seen), number, table, ticked, match=printed, device=[*device, seen.who.id],
            command=command,
        )  # fmt: skip

    return _attempt(request, seen, do, number, table, printed)


@slip_pages.post("/t/{tournament_id}/slips/{number}/{table}/decision")
def decide_here(
    request: Request, seen: ATournament, number: RoundNumber, table: TableNumber, command: Command, ticked: Ticked,
    printed: Printed = "",
) -> Response:  # fmt: skip
    """Decide the result of a slip on which two people typed different numbers, from the slip itself."""

    def do() -> None:
        decide_slip(OfficialCommands(seen), number, table, ticked, match=printed, command=command)

    return _attempt(request, seen, do, number, table, printed)


def _attempt(request: Request, seen: TournamentView, do: Any, number: int, table: int, printed: str) -> Response:
    def again(refused: dict[str, Any], status: int) -> Response:
        now = TournamentView(seen.queries, seen.who, seen.now.id)
        return _shown(request, now, number, table, printed, refused, status)

    path = f"/t/{seen.now.id}/slips/{number}/{table}"
    return attempt(request, do, f"{path}?seating={printed}" if printed else path, again)


def _shown(
    request: Request, seen: TournamentView, number: int, table: int, printed: str,
    refused: dict[str, Any] | None = None, status: int = 200,
) -> Response:  # fmt: skip
    """Show a slip; if it is not of the current round, say so, with its table's result."""
    now, slip, recorded = seen.now, None, None
    try:
        seating = must_be_current(now, number, table, printed)
    except Refused as stale:
        if refused is None:
            refused = problem(stale, Reader(None, language_of(request)))
            status = refused["status"]
        if 1 <= number <= now.round and table in now.seating(number).reports:
            recorded = result_text(now, now.seating(number), table, seen.names)
    else:
        slip = slip_data(now, seating, table, seen.names, all_typed=decides(seen))
        recorded = slip["result"]
    mine = slip is not None and typed_slip(now, now.seating(number), table).is_typed_by(seen.who.id)
    typists = [one["recorder"] for one in slip["numbers"]] if slip is not None else []
    return hall_page(
        request, "hall_slip.html", seen, status, refused=refused, slip=slip, round=number, table=table,
        mine=mine, recorded=recorded, decides=decides(seen), printed=printed, roles=IN_TOURNAMENTS,
        typists=typist_names(seen, typists) if typists else {}, may_type="report" in MAY.get(seen.role, ()),
        states={str(state): text for state, text in STATES.items()}, first=slip is not None and State(slip["state"]),
    )  # fmt: skip
