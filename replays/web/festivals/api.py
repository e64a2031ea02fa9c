"""API routes for festivals, the same commands and queries as on their pages."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Request

from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.festival_entries import Applicant, read_applicants
from tablescribe.ledger.tournaments.festivals import Festival, festivals
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.festivals import festival_data, wall_data
from tablescribe.replays.web.api.matches import AQueries, Language, Who, operations
from tablescribe.replays.web.festivals.commands import FestivalCommands, create
from tablescribe.replays.web.festivals.requests import NewApplicants, NewFestival, NewSection
from tablescribe.replays.web.festivals.visits import AFestival, FestivalView
from tablescribe.replays.web.http.public_address import base_of

festival_api = operations(prefix="/api/v1/festivals", tags=["festivals"])


@festival_api.get("")
def festival_list(who: Who, queries: AQueries) -> list[dict[str, Any]]:
    """List the festivals."""
    who.require(who.match is None, say("see all festivals"))
    return [_told(FestivalView(queries, one, who)) for one in festivals(queries.ledger)]


@festival_api.post("", status_code=201)
def new_festival(body: NewFestival, who: Who, queries: AQueries) -> dict[str, Any]:
    """Create a festival without sections."""
    return _told(FestivalView(queries, create(queries, who, body.title, command=body.command_id), who))


@festival_api.get("/{festival_id}")
def one_festival(seen: AFestival) -> dict[str, Any]:
    """Return a festival: its sections, their rounds, and tables that have not reported. No pass is needed."""
    return _told(seen)


@festival_api.post("/{festival_id}/sections", status_code=201)
def add_festival_section(body: NewSection, seen: AFestival) -> dict[str, Any]:
    """Make a tournament a section of a festival, or change the letter or ratings of one."""
    return _again(seen, FestivalCommands(seen).add(body.tournament, body.mark, body.lowest, body.highest))


@festival_api.delete("/{festival_id}/sections/{mark}")
def remove_festival_section(seen: AFestival, mark: Annotated[str, Path(max_length=3)]) -> dict[str, Any]:
    """Take a section out of a festival. Its tournament stays as it is."""
    return _again(seen, FestivalCommands(seen).remove(mark))


@festival_api.post("/{festival_id}/entrants", status_code=201)
def enter_festival(body: NewApplicants, seen: AFestival) -> dict[str, Any]:
    """Enter people, each into the section they choose or the first that fits their rating."""
    people = [Applicant(one.name, one.rating, one.section) for one in body.people]
    entries = FestivalCommands(seen).enter(people + read_applicants(body.csv), command=body.command_id)
    return {"entered": [
        {"section": one.section.mark, "tournament": one.section.tournament, "entrant": one.entered.entrant,
         "number": one.entered.number, "name": one.name, "entered_in": one.entered.entered_in}
        for one in entries
    ]}  # fmt: skip


@festival_api.get("/{festival_id}/wall")
def festival_wall_told(seen: AFestival, language: Language) -> dict[str, Any]:
    """Return the wall display: tables and standings of every section. No pass is needed."""
    reader, found = Reader(None, language), wall_data(seen.festival, seen.held(wall=True))
    for section in found["sections"]:
        for one in section["tables"]:
            one["result"] = reader.sentence(one["result"]) if one["result"] is not None else None
    return found


@festival_api.get("/{festival_id}/links")
def festival_links(request: Request, seen: AFestival) -> dict[str, str]:
    """Return the links for registration and for the wall screen."""
    deeds, base = FestivalCommands(seen), base_of(request)
    return {"door": deeds.door(base), "wall": deeds.wall(base)}


def _told(seen: FestivalView) -> dict[str, Any]:
    return festival_data(seen.festival, seen.held())


def _again(seen: FestivalView, found: Festival) -> dict[str, Any]:
    return _told(FestivalView(seen.queries, found, seen.who))
