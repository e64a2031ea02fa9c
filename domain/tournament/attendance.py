"""Check-in before the first round, and byes that entrants request."""

from __future__ import annotations

from datetime import datetime, timedelta

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import ByeRequested, CheckedIn
from tablescribe.domain.tournament.model.field import Bye, Ref
from tablescribe.domain.tournament.model.plan import Requests
from tablescribe.domain.tournament.model.preconditions import must_be_open, must_have_entered
from tablescribe.domain.tournament.model.roles import PLAYER, must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import plural, say


def check_in(tournament: Tournament, ref: Ref, here: bool, stamp: Stamp, *, by: str) -> CheckedIn:
    """Check in an entrant, or undo the check-in.

    Raises:
        Refused: the first round is paired, the entrant has withdrawn, or this is recorded already.
    """
    must_be_allowed(by, "check in")
    must_be_open(tournament)
    must_have_entered(tournament, ref)
    if tournament.round:
        raise Refused(say("check-in is over: round 1 is paired"))
    if ref in tournament.withdrawn:
        raise Refused(say("this entrant has withdrawn. To let them play again: `tournament return`"))
    if is_here(tournament, ref) == here:
        raise Refused(say("that is already recorded"))
    return tournament.record(CheckedIn, stamp, by=by, entrant=ref, here=here)


def is_here(tournament: Tournament, ref: Ref) -> bool:
    """Return whether an entrant has checked in."""
    return ref in tournament.here and tournament.here[ref].here


def not_here(tournament: Tournament) -> list[Ref]:
    """Return the entrants who have not checked in before round 1; none until an official has checked someone in."""
    if tournament.round or all(one.by == PLAYER for one in tournament.here.values()):
        return []
    return [one.ref for one in tournament.field() if one.plays_in(1) and not is_here(tournament, one.ref)]


def request_bye(
    tournament: Tournament, ref: Ref, round_number: int, kind: str, stamp: Stamp, *, by: str
) -> ByeRequested:
    """Request a bye in a round that is not paired yet, or cancel the request (empty `kind`).

    Raises:
        Refused: it is too late, the plan does not allow it, or this is recorded already.
    """
    must_be_allowed(by, "request")
    must_be_open(tournament)
    must_have_entered(tournament, ref)
    if round_number <= tournament.round:
        raise Refused(say("round {round} is already paired", round=round_number))
    if round_number > tournament.plan.rounds or not tournament.entrant(ref).plays_in(round_number):
        raise Refused(say("this entrant does not play in round {round}", round=round_number))
    if tournament.plan.stages[tournament.plan.stage_of(round_number)].kind not in ("swiss", "pods"):
        raise Refused(say("this kind of round has no byes: record a forfeit for a table with an absent player"))
    if by == PLAYER:
        _must_be_open_to_players(tournament, ref, round_number, kind, stamp.at)
    if kind == (tournament.requests[round_number][ref].bye if _asked(tournament, ref, round_number) else ""):
        raise Refused(say("that is already recorded"))
    return tournament.record(ByeRequested, stamp, by=by, entrant=ref, round=round_number, bye=kind)


def _asked(tournament: Tournament, ref: Ref, round_number: int) -> bool:
    return ref in tournament.requests.get(round_number, {})


def _must_be_open_to_players(tournament: Tournament, ref: Ref, number: int, kind: str, now: datetime) -> None:
    until = closes(tournament, number)
    if until is not None and now > until:
        raise Refused(say("requests for round {round} are closed: ask the desk", round=number))
    if kind == Bye.HALF and not may_have_half(tournament, ref, number):
        most = _most(tournament, number)
        raise Refused(plural(most, "the plan allows each player 1 half-point bye, and not in every round",
                             "the plan allows each player {n} half-point byes, and not in every round"))  # fmt: skip


def may_have_half(tournament: Tournament, ref: Ref, number: int) -> bool:
    """Return whether the plan lets a player request a half-point bye in a round."""
    return number in half_rounds(tournament) and halves(tournament, ref, number) < _most(tournament, number)


def _rule(tournament: Tournament, number: int) -> Requests | None:
    return tournament.plan.stages[tournament.plan.stage_of(number)].requests


def _most(tournament: Tournament, number: int) -> int:
    rule = _rule(tournament, number)
    return rule.half_points if rule is not None else 0


def half_rounds(tournament: Tournament) -> list[int]:
    """Return the rounds in which the plan lets players request a half-point bye."""
    found = []
    for number in range(1, tournament.plan.rounds + 1):
        rule = _rule(tournament, number)
        if rule is not None and rule.half_points and not (rule.last_round and number > rule.last_round):
            found.append(number)
    return found


def halves(tournament: Tournament, ref: Ref, number: int) -> int:
    """Return the number of half-point byes that an entrant has requested in other rounds of the stage."""
    rounds = tournament.plan.rounds_of(tournament.plan.stage_of(number))
    others = [tournament.requests.get(one, {}).get(ref) for one in rounds if one != number]
    return sum(one is not None and one.bye == Bye.HALF for one in others)


def closes(tournament: Tournament, number: int) -> datetime | None:
    """Return the time at which bye requests for the next round close; `None`: when it is paired."""
    rule = _rule(tournament, number)
    if rule is None or not rule.minutes or number != tournament.round + 1 or not tournament.seatings:
        return None
    started = next((one.at for one in tournament.seatings[-1].clocked if one.does == "start"), None)
    return started + timedelta(minutes=rule.minutes) if started is not None else None


def proposed_byes(tournament: Tournament) -> dict[Ref, Bye]:
    """Return the proposed byes of the next round: requested ones, and zero-point byes for entrants not checked in."""
    number = tournament.round + 1
    asked = {ref: Bye(one.bye) for ref, one in tournament.requests.get(number, {}).items() if one.bye}
    found = dict.fromkeys(not_here(tournament), Bye.ZERO) | asked
    return {ref: kind for ref, kind in found.items() if tournament.entrant(ref).plays_in(number)}
