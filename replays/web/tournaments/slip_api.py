"""API routes for scanned slips: the state of each table's slip, typing a number, deciding if two people differ."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.typed_slips import slip_data, slips_now
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.api.matches import Language, operations
from tablescribe.replays.web.tournaments.api import Deeds
from tablescribe.replays.web.tournaments.queries import ATournament, TournamentView
from tablescribe.replays.web.tournaments.requests import TypedNumber
from tablescribe.replays.web.tournaments.slip_commands import decide_slip, decides, type_slip

slip_api = operations(prefix="/api/v1/tournaments", tags=["tournaments"])


@slip_api.get("/{tournament_id}/slips")
def round_slips(seen: ATournament, language: Language) -> dict[str, Any]:
    """Return the state of each table's slip of the last round: missing, once, differ, typed, or reported otherwise.

    A number stays hidden until a second person has typed one. If the two differ, organisers and arbiters see both.
    """
    seen.require(OFFICIALS, say("enter result slips"))
    seating = seen.now.seating(max(seen.now.round, 1))
    slips = slips_now(seen.now, seating, seen.names, all_typed=decides(seen))
    return {"round": seating.number, "slips": [_plain(one, language) for one in slips], "version": seen.now.version}


@slip_api.post("/{tournament_id}/slips", status_code=201)
def type_slip_number(request: Request, body: TypedNumber, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Type the number that is ticked on a slip. When a second person types the same number, the table reports."""
    number = body.round or max(deeds.seen.now.round, 1)
    device = [one.id for one in getattr(request.state, "held", [])]
    type_slip(
        deeds, number, body.table, body.ticked, match=body.seating, device=[*device, deeds.seen.who.id],
        command=body.command_id, wanted=body.role,
    )  # fmt: skip
    return _answer(deeds.seen, deeds.now(), number, body.table, language)


@slip_api.post("/{tournament_id}/slips/decisions", status_code=201)
def decide_slip_number(body: TypedNumber, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Decide the result of a slip on which two people typed different numbers: for organisers and arbiters."""
    number = body.round or max(deeds.seen.now.round, 1)
    decide_slip(deeds, number, body.table, body.ticked, match=body.seating, command=body.command_id, wanted=body.role)
    return _answer(deeds.seen, deeds.now(), number, body.table, language)


def _answer(seen: TournamentView, now: Tournament, number: int, table: int, language: str) -> dict[str, Any]:
    slip = slip_data(now, now.seating(number), table, seen.names, all_typed=decides(seen))
    return {**_plain(slip, language), "version": now.version}


def _plain(slip: dict[str, Any], language: str) -> dict[str, Any]:
    """Return a slip with its texts as sentences of a language."""
    reader = Reader(None, language)
    return {
        **slip,
        "boxes": [{**one, "means": reader.sentence(one["means"])} for one in slip["boxes"]],
        "numbers": [
            {**one, "means": reader.sentence(one["means"]), "at": one["at"].isoformat()} for one in slip["numbers"]
        ],
        "result": reader.sentence(slip["result"]) if slip["result"] is not None else None,
    }
