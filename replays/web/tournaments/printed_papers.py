"""Papers for officials to print: result slips, entrant cards and the seating list."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.festivals import mark_of
from tablescribe.ledger.tournaments.publicity import shown
from tablescribe.replays.papers.slips import cards_data, cards_html, door_data, door_html, slips_data, slips_html
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.http.documents import with_own_style
from tablescribe.replays.web.http.i18n import language_of
from tablescribe.replays.web.http.public_address import base_of, is_reached
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView

printed = APIRouter(include_in_schema=False)

RoundAsked = Annotated[int | None, Query(alias="round", ge=1, le=10_000)]


@printed.get("/t/{tournament_id}/slips")
def slips(
    request: Request, seen: ATournament, number: RoundAsked = None,
    table: Annotated[list[int] | None, Query(max_length=500)] = None,
) -> Response:  # fmt: skip
    """Return the result slips of a round, by default the last one."""
    seen.require(OFFICIALS, say("print slips"))
    seating = seen.now.seating(number or max(seen.now.round, 1))
    for one in table or ():
        seating.must_have(one)
    base = base_of(request) if is_reached(request) else ""
    links = OfficialCommands(seen).tables(base, table, seating) if base else []
    told = slips_data(
        seen.now,
        seating,
        _on_paper(seen),
        links=[one.data() for one in links],
        tables=table,
        base=base,
        mark=mark_of(seen.queries.ledger, seen.now.id),
    )
    return with_own_style(slips_html(told, language_of(request)))


@printed.get("/t/{tournament_id}/cards")
def cards(
    request: Request, seen: ATournament, number: Annotated[list[int] | None, Query(max_length=500)] = None
) -> Response:
    """Return cards with number, PIN and link, to print and cut, for some or all entrants."""
    seen.require(OFFICIALS, say("print entrant cards"))
    officials = OfficialCommands(seen)
    links = officials.players(base_of(request)) if is_reached(request) else {}
    told = cards_data(seen.now, _on_paper(seen), officials.pins(), links, number)
    return with_own_style(cards_html(told, language_of(request)))


@printed.get("/t/{tournament_id}/door")
def door(request: Request, seen: ATournament, number: RoundAsked = None) -> Response:
    """Return the seating list of a round, by default the last one."""
    seen.require(OFFICIALS, say("print slips"))
    seating = seen.now.seating(number or max(seen.now.round, 1))
    data = door_data(seen.now, seating, _on_paper(seen), mark=mark_of(seen.queries.ledger, seen.now.id))
    return with_own_style(door_html(data, language_of(request)))


def _on_paper(seen: TournamentView) -> dict[str, str]:
    """Return the names of entrants for papers: starting numbers if the room sees only those."""
    return seen.queries.hall.called(seen.now, shown(seen.queries.ledger, seen.now.id).in_room)
