"""API routes to run tournaments: announce, enter, pair, start, report, rule, finish.

A request with a `command_id` has its effect once, even if it is repeated. `expected_version` is for decisions based on
a version that the client has seen, while others may be working.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Depends, Request

from tablescribe.domain.tournament.consequences import Consequences
from tablescribe.domain.tournament.model.events import TournamentEvent
from tablescribe.ledger.tournaments.tournament_store import read_people
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.tournaments.round_clock import clock_data, proposal_data, proposal_text, proposed
from tablescribe.replays.tournaments.tournament import consequence_lines, consequences_data, overview, seating_data
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.api.access import link
from tablescribe.replays.web.api.matches import AQueries, Language, Who, operations
from tablescribe.replays.web.api.requests import PassId
from tablescribe.replays.web.http.public_address import base_of
from tablescribe.replays.web.tournaments.commands import OfficialCommands, announce
from tablescribe.replays.web.tournaments.queries import ATournament
from tablescribe.replays.web.tournaments.requests import (
    Ending,
    NewAdjustment,
    NewAppeal,
    NewClock,
    NewCorrection,
    NewDecision,
    NewEntrants,
    NewHallPass,
    NewLot,
    NewPairing,
    NewPenalty,
    NewReport,
    NewTournament,
    Return,
    Start,
    Withdrawal,
)

officiating = operations(prefix="/api/v1/tournaments", tags=["tournaments"])


def commands_of(seen: ATournament) -> OfficialCommands:
    """Return the commands for the tournament of a route."""
    return OfficialCommands(seen)


Deeds = Annotated[OfficialCommands, Depends(commands_of)]


@officiating.post("", status_code=201)
def announce_tournament(body: NewTournament, who: Who, queries: AQueries) -> dict[str, Any]:
    """Announce a tournament by its plan. The plan is recorded and cannot be changed afterwards."""
    new = announce(queries, who, body.plan, command=body.command_id)
    return {**overview(new, {}), "role": who.role}


@officiating.post("/{tournament_id}/entrants", status_code=201)
def enter_people(body: NewEntrants, deeds: Deeds) -> dict[str, Any]:
    """Enter people from the next round on, all of them or none.

    After round 1, the plan's rule for late entries applies.
    """
    people = {one.name: one.rating for one in body.people} | (read_people(body.csv) if body.csv else {})
    entered = deeds.enter(people, body.may_not_meet, command=body.command_id, wanted=body.role)
    names = deeds.seen.queries.hall.names(deeds.now())
    told = [
        {"entrant": one.entrant, "number": one.number, "name": names[one.entrant], "entered_in": one.entered_in,
         "points": one.points, "event": one.originator_version}
        for one in entered
    ]  # fmt: skip
    return {"version": deeds.now().version, "entered": told}


@officiating.post("/{tournament_id}/withdrawals", status_code=201)
def withdraw_entrant(body: Withdrawal, deeds: Deeds) -> dict[str, Any]:
    """Withdraw an entrant after the current round. A player's link withdraws that player."""
    return _done(deeds, deeds.withdraw(body.number, body.reason, command=body.command_id, wanted=body.role))


@officiating.post("/{tournament_id}/returns", status_code=201)
def return_entrant(body: Return, deeds: Deeds) -> dict[str, Any]:
    """End a withdrawal from the next round on. A player's link returns that player."""
    return _done(deeds, deeds.return_entrant(body.number, body.reason, command=body.command_id, wanted=body.role))


@officiating.post("/{tournament_id}/pairings", status_code=201)
def pair_round(body: NewPairing, deeds: Deeds) -> dict[str, Any]:
    """Pair the next round. Closed matches have already reported their results."""
    byes = {int(number): kind for number, kind in body.byes.items()}
    deeds.pair(byes, seed=body.seed, expected=body.expected_version, command=body.command_id, wanted=body.role)
    return _round(deeds)


@officiating.post("/{tournament_id}/adjustments", status_code=201)
def adjust_round(body: NewAdjustment, deeds: Deeds) -> dict[str, Any]:
    """Swap the seats of two entrants in the current round. Their tables get new matches."""
    deeds.adjust(
        body.one, body.other, body.reason, expected=body.expected_version, command=body.command_id, wanted=body.role
    )
    return _round(deeds)


@officiating.post("/{tournament_id}/starts", status_code=201)
def start_round(request: Request, body: Start, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Open all matches of the round, or that of one table, and return the links.

    Matches that are already open stay as they are.
    """
    deeds.by("start", body.role)
    opened = deeds.start(body.table, body.outcomes, wanted=body.role)
    links = {one.table: one.data() for one in deeds.tables(base_of(request), [one.table for one in opened])}
    reader = Reader(None, language)
    told = [
        {**links[one.table], "new": one.new, "asks": reader.sentence(one.asks) if one.asks is not None else None}
        for one in opened
    ]
    return {"version": deeds.now().version, "round": deeds.now().round, "tables": told}


@officiating.get("/{tournament_id}/links")
def round_links(request: Request, deeds: Deeds) -> dict[str, Any]:
    """Return the links of this round's tables: one to record at each, and each player's own."""
    return {"round": deeds.now().round, "tables": [one.data() for one in deeds.tables(base_of(request))]}


@officiating.post("/{tournament_id}/reports", status_code=201)
def report_slip(body: NewReport, deeds: Deeds) -> dict[str, Any]:
    """Record a result slip, for a game without a match or a forfeit. Closed matches report themselves."""
    done = deeds.report(
        body.table, body, body.points, round_number=body.round, change=body.change, command=body.command_id,
        wanted=body.role,
    )  # fmt: skip
    return {**_round(deeds, body.round), "event": done.originator_version}


@officiating.get("/{tournament_id}/clock")
def read_clock_now(deeds: Deeds, language: Language) -> dict[str, Any]:
    """Return the clock of the round, which tables are still playing, and what the plan proposes to an arbiter."""
    return _clock(deeds, language)


@officiating.post("/{tournament_id}/clock", status_code=201)
def set_round_clock(body: NewClock, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Start, pause, resume or extend the clock of the round. Nothing happens by itself when time is up."""
    deeds.clock(
        body.does, body.minutes, body.reason, expected=body.expected_version, command=body.command_id, wanted=body.role
    )
    return _clock(deeds, language)


@officiating.post("/{tournament_id}/lots", status_code=201)
def draw_stage_lot(body: NewLot, deeds: Deeds) -> dict[str, Any]:
    """Draw lots as a tie-break, from the sealed seed or in the order drawn by hand."""
    done = deeds.draw_lot(body.stage, body.order, body.how, command=body.command_id, wanted=body.role)
    now = deeds.now()
    order = [{"entrant": ref, "number": now.entrants[ref].number} for ref in done.order]
    return {**_done(deeds, done), "stage": done.stage + 1, "seed": done.seed, "how": done.how, "order": order}


@officiating.post("/{tournament_id}/corrections", status_code=201)
def correct_report(body: NewCorrection, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Correct a reported result, and return the effects: standings, pairings made on the old result, the cut."""
    done, changed = deeds.correct(
        body.round, body.table, body, clause=body.clause, reason=body.reason, points=body.points, ruling=body.ruling,
        appeal=body.appeal, preview=body.preview, expected=body.expected_version, command=body.command_id,
        wanted=body.role,
    )  # fmt: skip
    return _ruled(deeds, done, changed, body.preview, language)


@officiating.post("/{tournament_id}/penalties", status_code=201)
def penalise_entrant(body: NewPenalty, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Take points from an entrant, and return the effects."""
    done, changed = deeds.penalise(
        body.number, body.points, clause=body.clause, reason=body.reason, round_number=body.round,
        preview=body.preview, command=body.command_id, wanted=body.role,
    )  # fmt: skip
    return _ruled(deeds, done, changed, body.preview, language)


@officiating.post("/{tournament_id}/appeals", status_code=201)
def appeal_event(body: NewAppeal, deeds: Deeds) -> dict[str, Any]:
    """Appeal against a report or a penalty. A player's link appeals for that player."""
    return _done(deeds, deeds.appeal(body.about, body.reason, body.number, command=body.command_id, wanted=body.role))


@officiating.post("/{tournament_id}/decisions", status_code=201)
def decide_appeal(body: NewDecision, deeds: Deeds, language: Language) -> dict[str, Any]:
    """Decide an appeal. Upheld against a penalty it lifts it; against a report, a correction follows."""
    done, changed = deeds.decide(
        body.appeal, body.upheld, body.reason, body.clause, command=body.command_id, wanted=body.role
    )
    return _ruled(deeds, done, changed, False, language)


@officiating.post("/{tournament_id}/ending", status_code=201)
def finish_tournament(body: Ending, deeds: Deeds) -> dict[str, Any]:
    """Finish the tournament and record the final standings. Repeat it after a late correction."""
    return _done(deeds, deeds.finish(expected=body.expected_version, command=body.command_id, wanted=body.role))


@officiating.get("/{tournament_id}/passes")
def hall_passes(deeds: Deeds) -> list[dict[str, Any]]:
    """List the valid passes for this tournament."""
    return [asdict(one) for one in deeds.passes()]


@officiating.post("/{tournament_id}/passes", status_code=201)
def give_hall_pass(request: Request, body: NewHallPass, deeds: Deeds) -> dict[str, Any]:
    """Create a pass for this tournament. Its link is shown only once."""
    given, token = deeds.give(body)
    path = f"{base_of(request)}/door/{token}" if body.role == "door" else link(request, token)
    return {**asdict(given), "token": token, "link": path}


@officiating.delete("/{tournament_id}/passes/{pass_id}")
def revoke_hall_pass(pass_id: PassId, deeds: Deeds) -> dict[str, bool]:
    """Revoke a pass for this tournament or for one of its matches."""
    return {"revoked": deeds.revoke(pass_id)}


# --- answers -------------------------------------------------------------------------------------


def _done(deeds: OfficialCommands, event: TournamentEvent) -> dict[str, Any]:
    return {"version": deeds.now().version, "event": event.originator_version}


def _round(deeds: OfficialCommands, number: int | None = None) -> dict[str, Any]:
    now = deeds.now()
    seating = now.seating(number or now.round)
    names = deeds.seen.queries.hall.names(now)
    return {**seating_data(now, seating, names), "missing": seating.missing, "version": now.version}


def _clock(deeds: OfficialCommands, language: str) -> dict[str, Any]:
    now, at = deeds.now(), datetime.now(UTC)
    seating, names = now.seating(max(now.round, 1)), deeds.seen.names
    offered = proposed(deeds.seen.queries.ledger, now, at) if deeds.seen.role in OFFICIALS else []
    reader = Reader(None, language)
    told = [{**proposal_data(one, names), "words": reader.sentence(proposal_text(one, names))} for one in offered]
    return {**clock_data(now, seating, at), "missing": seating.missing, "proposed": told, "version": now.version}


def _ruled(
    deeds: OfficialCommands, event: TournamentEvent, changed: Consequences, preview: bool, language: str
) -> dict[str, Any]:
    now = deeds.now()
    names = deeds.seen.queries.hall.names(now)
    return {
        "version": now.version,
        "event": None if preview else event.originator_version,
        "preview": preview,
        "words": list(told(consequence_lines(changed, names), language)),
        "consequences": consequences_data(changed, names),
    }


def told(lines: Iterable[Any], language: str) -> Iterable[str]:
    """Yield texts as sentences of a language."""
    reader = Reader(None, language)
    return (reader.sentence(line) for line in lines)
