"""API routes for drafts, check-in, requested byes, times of rounds, tags and prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Path, Request

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.tournaments.drafts import KeptDraft, draft_of
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.attendance import attendance_data, requests_data
from tablescribe.replays.tournaments.drafts import draft_answer
from tablescribe.replays.tournaments.tournament import seating_data
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.api.matches import Language, operations
from tablescribe.replays.web.tournaments.preparing import Preparing
from tablescribe.replays.web.tournaments.preparing_requests import (
    NewByeRequest,
    NewCheckIn,
    NewDraft,
    NewPublication,
    NewStart,
    NewSwap,
    NewTags,
    Restoring,
)
from tablescribe.replays.web.tournaments.queries import ATournament
from tablescribe.replays.web.tournaments.start_actions import told_everybody

preparing = operations(prefix="/api/v1/tournaments", tags=["tournaments"])


def preparing_of(seen: ATournament) -> Preparing:
    """Return the commands for the tournament of a route."""
    return Preparing(seen)


Deeds = Annotated[Preparing, Depends(preparing_of)]


# --- drafts --------------------------------------------------------------------------------------


@preparing.get("/{tournament_id}/draft")
def read_draft(deeds: Deeds, language: Language) -> dict[str, Any]:
    """Return the draft of the next round: for officials who pair."""
    deeds.by("pair")
    kept = draft_of(deeds.ledger, deeds.now())
    if kept is None:
        raise Refused(say("The next round has no draft. Make one first"))
    return _draft(deeds, kept, language)


@preparing.post("/{tournament_id}/draft", status_code=201)
def make_draft(body: NewDraft, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Make the draft of the next round, in place of an earlier one. Only officials see it."""
    return _draft(deeds, deeds.draft({int(number): kind for number, kind in body.byes.items()}), language)


@preparing.post("/{tournament_id}/draft/swaps", status_code=201)
def swap_in_draft(body: NewSwap, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Swap two people in the draft; the answer says which pairing rules that breaks."""
    return _draft(deeds, deeds.swap_in_draft(body.one, body.other, body.revision), language)


@preparing.post("/{tournament_id}/draft/restorations", status_code=201)
def restore_draft(body: Restoring, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Restore the draft to the engine's pairing."""
    return _draft(deeds, deeds.restore_draft(body.revision), language)


@preparing.delete("/{tournament_id}/draft")
def discard_draft(deeds: Deeds) -> dict[str, bool]:
    """Discard the draft. The seed of the round stays, so a new draft does not draw new lots."""
    deeds.discard_draft()
    return {"discarded": True}


@preparing.post("/{tournament_id}/draft/publications", status_code=201)
def publish_draft(body: NewPublication, deeds: Deeds) -> dict[str, Any]:
    """Publish the draft. The engine's pairing is recorded, and manual changes with their reason."""
    deeds.publish(body.revision, body.reason, command=body.command_id)
    now = deeds.now()
    names, seating = deeds.seen.queries.hall.names(now), now.seatings[-1]
    return {**seating_data(now, seating, names), "missing": seating.missing, "version": now.version}


# --- who is here, and who asks not to play -------------------------------------------------------


@preparing.get("/{tournament_id}/attendance")
def read_attendance(deeds: Deeds) -> dict[str, Any]:
    """Return who has checked in before round 1, and whom its pairing leaves out: for officials."""
    deeds.seen.require(OFFICIALS, say("view check-ins"))
    now = deeds.now()
    return attendance_data(now, deeds.seen.queries.hall.names(now))


@preparing.post("/{tournament_id}/check-ins", status_code=201)
def check_in(body: NewCheckIn, deeds: Deeds) -> dict[str, Any]:
    """Check an entrant in before round 1, or undo it. A player's link checks that player in."""
    done = deeds.check_in(body.number, body.here, command=body.command_id, wanted=body.role)
    return {"version": deeds.now().version, "event": done.originator_version}


@preparing.get("/{tournament_id}/bye-requests")
def read_bye_requests(deeds: Deeds) -> dict[str, Any]:
    """Return the byes requested for future rounds: for officials."""
    deeds.seen.require(OFFICIALS, say("view bye requests"))
    now = deeds.now()
    return requests_data(now, deeds.seen.queries.hall.names(now))


@preparing.post("/{tournament_id}/bye-requests", status_code=201)
def request_bye(body: NewByeRequest, deeds: Deeds) -> dict[str, Any]:
    """Request a bye in a future round, or withdraw the request. A player's link does so for that player."""
    done = deeds.request_bye(body.number, body.round, body.kind, command=body.command_id, wanted=body.role)
    return {"version": deeds.now().version, "event": done.originator_version}


# --- times, tags and prizes ----------------------------------------------------------------------


@preparing.get("/{tournament_id}/schedule")
def read_schedule(deeds: Deeds) -> dict[str, Any]:
    """Return when rounds start automatically, and the state of the next start."""
    return deeds.schedule()


@preparing.put("/{tournament_id}/schedule/{number}")
def set_start(
    request: Request, number: Annotated[int, Path(ge=1, le=10_000)], body: NewStart, deeds: Deeds
) -> dict[str, Any]:
    """Set, postpone or cancel the automatic start of a round."""
    for at in (body.at, body.was):
        if at is not None and at.tzinfo is None:
            raise Refused(say("{text} has no time zone. Example: 2026-12-05T14:00+01:00", text=at.isoformat()))
    deeds.set_start(number, body.at, body.was, wanted=body.role)
    told_everybody(request, deeds.id)
    return deeds.schedule()


@preparing.get("/{tournament_id}/tags")
def read_tags(deeds: Deeds) -> list[dict[str, Any]]:
    """Return the tags of all entrants: for officials."""
    return deeds.tagged()


@preparing.post("/{tournament_id}/tags", status_code=201)
def set_tags(request: Request, body: NewTags, deeds: Deeds) -> list[dict[str, Any]]:
    """Add a tag to entrants, or remove it. Tags are not part of the record."""
    deeds.tag(body.tag, body.numbers, not body.remove, wanted=body.role)
    request.app.state.boards.outdated(deeds.id)
    return deeds.tagged()


@preparing.get("/{tournament_id}/prizes")
def read_prizes(deeds: Deeds) -> dict[str, Any]:
    """Return who wins which prize, by the plan and the standings as ruled; provisional until the finish."""
    return deeds.prizes()


def _draft(deeds: Preparing, kept: KeptDraft, language: str) -> dict[str, Any]:
    now = deeds.now()
    tell: Callable[[Text], str] = Reader(None, language).sentence
    data = draft_answer(now, kept.draft, kept.revision, deeds.seen.queries.hall.names(now))
    broken = [{**one, "words": tell(one["words"])} for one in data["broken"]]
    return {**data, "broken": broken, "tournament": now.id, "version": now.version}
