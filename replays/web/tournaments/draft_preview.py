"""Preview the pairing rules that a swap in a draft would break, while a person is dragged or two are ticked."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.drafting import Broken, Draft, broken
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.roles import ARBITER, ORGANISER
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.drafts import draft_of
from tablescribe.replays.tournaments.drafts import broken_text
from tablescribe.replays.web.tournaments.page import hall_page
from tablescribe.replays.web.tournaments.queries import ATournament

draft_preview = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Number = Annotated[int, Query(ge=0, le=1_000_000)]


@draft_preview.get("/t/{tournament_id}/draft/swap")
def swap_previewed(request: Request, seen: ATournament, one: Number = 0, other: Number = 0) -> Response:
    """Return what the draft would break if two people, by starting number, swapped seats. Nothing is changed."""
    seen.require((ORGANISER, ARBITER), say("change the draft"))
    kept = draft_of(seen.queries.ledger, seen.now)
    if kept is None:
        raise Refused(say("The next round has no draft. Make one first"))
    refs = tuple(seen.queries.hall.ref_of(seen.now, number) for number in (one, other))
    found = breaks(seen.now, kept.draft, *refs)
    told = [(line.table, broken_text(line, seen.names)) for line in found]
    return hall_page(request, "_draft_swap.html", seen, people=[seen.names[ref] for ref in refs], told=told)


def breaks(tournament: Tournament, draft: Draft, one: Ref, other: Ref) -> list[Broken]:
    """Return the rules broken at the tables or byes of two people after they swap."""
    after = draft.swapped(one, other)
    theirs = {table for table, pod in enumerate(after.pods, start=1) if {one, other} & set(pod)}
    return [line for line in broken(tournament, after) if line.table in theirs or {one, other} & set(line.refs)]
