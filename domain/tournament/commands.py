"""Commands of officials that run a tournament: each checks its preconditions and records an event.

Preconditions are the official's role (`model/roles.py`) and the state of the tournament. Times, seeds and salts are
passed in, and entrants are references, never names. Corrections, penalties and appeals are in `rulings.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.limits import ENTRANTS, REPORTS
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.draws import must_be_told_apart
from tablescribe.domain.tournament.model.events import (
    FORMAT,
    Adjusted,
    Announced,
    Entered,
    Finished,
    Paired,
    PairedAlike,
    Reported,
    ReportedTogether,
    Withdrawn,
)
from tablescribe.domain.tournament.model.field import Bye, How, Pairing, Ref
from tablescribe.domain.tournament.model.plan import Plan, digest, plan_digest
from tablescribe.domain.tournament.model.preconditions import (
    coalition_of,
    must_be_open,
    must_be_result,
    must_fit,
    must_have_entered,
    must_have_reason,
)
from tablescribe.domain.tournament.model.roles import HALL, must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.pairing_input import pairing_input
from tablescribe.domain.tournament.scoring.standings import final, table_digest
from tablescribe.domain.words.text import listed, plural, say

Byes = Mapping[Ref, Bye]


def announce(tournament_id: str, plan: Plan, stamp: Stamp, *, by: str) -> Tournament:
    """Announce a tournament: create it with its plan."""
    must_be_allowed(by, "announce")
    plain = plan.plain()
    return Tournament.began(
        Announced(
            tournament_id, 1, stamp.at, stamp.recorder, stamp.device, stamp.salt(),
            format=FORMAT, by=by, plan=plain, digest=plan_digest(plain, FORMAT),
        )
    )  # fmt: skip


def enter(
    tournament: Tournament,
    ref: Ref,
    commitment: str,
    stamp: Stamp,
    *,
    by: str,
    rating: int | None = None,
    may_not_meet: Iterable[Ref] = (),
) -> Entered:
    """Add an entrant from the next round on. Late entrants get the points that the plan gives.

    Raises:
        Refused: the tournament is over or full, late entry is closed, or `may_not_meet` has an unknown entrant.
    """
    must_be_allowed(by, "enter")
    must_be_open(tournament)
    must_have_room(tournament)
    first, stage = tournament.round + 1, tournament.plan.stages[0]
    if first > 1 and first > min(stage.late.until, stage.rounds):
        raise Refused(say("entry for round {round} is closed: the plan allows entries until round {last}",
                          round=first, last=stage.late.until))  # fmt: skip
    strangers = [one for one in may_not_meet if one not in tournament.entrants]
    if strangers:
        raise Refused(say("{who} is not an entrant", who=", ".join(strangers)))
    return tournament.record(
        Entered, stamp, by=by, entrant=ref, commitment=commitment, number=tournament.next_number, rating=rating,
        entered_in=first, points=str(Fraction(stage.late.points) * (first - 1)), may_not_meet=tuple(may_not_meet),
    )  # fmt: skip


def must_have_room(tournament: Tournament, people: int = 1) -> None:
    """Refuse more entrants than verifiers accept.

    Raises:
        Refused: the text has the number of entrants and the maximum.
    """
    here = len(tournament.entrants)
    if here + people > ENTRANTS:
        raise Refused(say("a tournament can have at most {most} entrants: {here} have entered, and {n} more would be "
                          "too many", most=ENTRANTS, here=here, n=people))  # fmt: skip


def withdraw(tournament: Tournament, ref: Ref, stamp: Stamp, *, by: str, reason: str = "") -> Withdrawn:
    """Withdraw an entrant after the last paired round.

    Raises:
        Refused: there is no such entrant, or they have withdrawn already.
    """
    must_be_allowed(by, "withdraw")
    must_be_open(tournament)
    must_have_entered(tournament, ref)
    if ref in tournament.withdrawn:
        raise Refused(
            say("this entrant has already withdrawn after round {round}", round=tournament.withdrawn[ref].after)
        )
    return tournament.record(Withdrawn, stamp, by=by, entrant=ref, after=tournament.round, reason=reason)


def must_be_pairable(tournament: Tournament, round_number: int | None = None) -> int:
    """Return the number of the next round to pair.

    Raises:
        Refused: a table has not reported, all rounds are played, a tie at the cut must first be broken by lot, or
            `round_number` is not the next round.
    """
    must_be_open(tournament)
    if tournament.seatings and (missing := tournament.seatings[-1].missing):
        raise Refused(
            plural(
                len(missing),
                "round {round} is not over: table {tables} has not reported. Enter its result: "
                "`tournament report`",
                "round {round} is not over: {n} tables have not reported: {tables}. Enter their results: "
                "`tournament report`",
                round=tournament.round, tables=", ".join(map(str, missing)),
            )
        )  # fmt: skip
    number = tournament.round + 1
    if number > tournament.plan.rounds:
        raise Refused(
            plural(
                tournament.plan.rounds,
                "its only round is played: finish the tournament",
                "all {n} rounds are played: finish the tournament",
            )
        )
    stage = tournament.plan.stage_of(number)
    if stage and number == tournament.plan.first_round(stage):
        must_be_told_apart(tournament, stage - 1, tournament.plan.stages[stage - 1].cut)
    if round_number is not None and round_number != number:
        raise Refused(say("round {next} is the next to pair, not round {round}: somebody else may have paired. Look "
                          "at the tournament and decide again", next=number, round=round_number))  # fmt: skip
    return number


def pair(
    tournament: Tournament,
    pairing: Pairing,
    matches: Sequence[str],
    asked: Byes,
    stamp: Stamp,
    *,
    by: str,
    commitment: str = "",
) -> Paired:
    """Record the engine's pairing of the next round, with the ids of its future matches.

    Args:
        tournament: the tournament.
        pairing: the output of the engine.
        matches: the id for the match of each table.
        asked: requested byes; the engine was not given these entrants.
        stamp: who records, and when.
        by: the role.
        commitment: in duplicate play, the commitment to the seed that all tables share.
    """
    must_be_allowed(by, "pair")
    number = must_be_pairable(tournament)
    if tournament.plan.stages[tournament.plan.stage_of(number)].duplicate != bool(commitment):
        raise Refused(say("a duplicate round needs a commitment to its seed, and no other round can have one"))
    given = pairing_input(tournament, number, asked, pairing.seed)
    byes = {**pairing.byes, **asked}
    pods = tuple(pod.seats for pod in pairing.pods)
    must_fit(tournament, number, pods, byes)
    gap = "" if pairing.gap is None else f"{pairing.gap:.6f}"
    kind, more = (PairedAlike, {"commitment": commitment}) if commitment else (Paired, {})
    return tournament.record(
        kind, stamp, by=by, round=number, stage=tournament.plan.stage_of(number), pods=pods, matches=tuple(matches),
        byes=_plain(byes), engine=pairing.engine, engine_version=pairing.version, seed=pairing.seed,
        input=digest(given), broken=pairing.broken, gap=gap, **more,
    )  # fmt: skip


def adjust(
    tournament: Tournament,
    round_number: int,
    pods: Sequence[Sequence[Ref]],
    byes: Byes,
    matches: Sequence[str],
    stamp: Stamp,
    *,
    by: str,
    reason: str,
) -> Adjusted:
    """Change the seating of the last round. Tables that change must not have reported yet.

    Raises:
        Refused: a table that would change has reported, an entrant would sit twice, or the reason is missing.
    """
    must_be_allowed(by, "adjust")
    must_be_open(tournament)
    seating = tournament.seating(round_number)
    if round_number != tournament.round:
        raise Refused(say("round {round} is over: only the last round can be reseated", round=round_number))
    must_have_reason(reason)
    wanted = tuple(map(tuple, pods))
    for table in seating.reports:
        if wanted[table - 1 : table] != (seating.pods[table - 1],):
            raise Refused(say("table {table} has already reported. Its seating can no longer change", table=table))
    must_fit(tournament, round_number, wanted, byes)
    return tournament.record(
        Adjusted, stamp, by=by, round=round_number, pods=wanted, matches=tuple(matches), byes=_plain(byes),
        reason=reason,
    )  # fmt: skip


def report(
    tournament: Tournament,
    round_number: int,
    table: int,
    how: How,
    places: Sequence[int],
    stamp: Stamp,
    *,
    by: str,
    points: Sequence[int | None] = (),
    absent: Iterable[int] = (),
    match: str = "",
    version: int = 0,
    head: str = "",
    together: bool = False,
    both_lost: bool = False,
) -> Reported:
    """Record the result of a table.

    Args:
        together: the seats in first place won as a coalition, instead of tying.
        both_lost: both players get place 2, as an arbiter can rule (FIDE's 0-0).

    Raises:
        Refused: the table has reported already, or cannot have this result.
    """
    if by != HALL:
        must_be_allowed(by, "report")
    must_be_open(tournament)
    seating = tournament.seating(round_number)
    seating.must_have(table)
    if len(tournament.reports) >= REPORTS:
        raise Refused(say("a tournament can have at most {most} reports", most=REPORTS))
    if table in seating.reports:
        raise Refused(
            say(
                "table {table} of round {round} has already reported (event {version}). An arbiter can correct it: "
                "`tournament correct`",
                table=table, round=round_number, version=seating.reports[table].originator_version,
            )
        )  # fmt: skip
    missing = tuple(sorted(set(absent)))
    if not (both_lost and how is How.SLIP and tuple(places) == (2, 2)):
        must_be_result(len(seating.pods[table - 1]), how, places, points, missing)
    if (how is How.PLAYED) != bool(match):
        raise Refused(say("a played result needs a match; any other result is a slip or a forfeit"))
    kind, more = (ReportedTogether, {"coalition": coalition_of(places)}) if together else (Reported, {})
    return tournament.record(
        kind, stamp, by=by, round=round_number, table=table, how=str(how), match=match, version=version, head=head,
        places=tuple(places), points=tuple(points), absent=missing, **more,
    )  # fmt: skip


def finish(tournament: Tournament, stamp: Stamp, *, by: str) -> Finished:
    """Finish the tournament with the standings as ruled. Call it again after a later correction.

    Raises:
        Refused: a round is not over, an appeal is open, a seed is not revealed, or nothing changed since the last call.
    """
    must_be_allowed(by, "finish")
    if tournament.round < tournament.plan.rounds or (tournament.seatings and tournament.seatings[-1].missing):
        raise Refused(say("not all rounds are played: {n} of {all} are paired",
                          n=tournament.round, all=tournament.plan.rounds))  # fmt: skip
    if pending := tournament.open_appeals():
        versions = listed([one.originator_version for one in pending])
        raise Refused(say("appeals are open: {versions}. Decide them first", versions=versions))
    must_be_told_apart(tournament, len(tournament.plan.stages) - 1, None)
    if untold := [one.number for one in tournament.seatings if one.untold]:
        raise Refused(say("the seed of round {rounds} has not been revealed yet: close the matches that are still "
                          "open there", rounds=listed(untold)))  # fmt: skip
    if tournament.finished is not None and tournament.finished is tournament.events[-1]:
        raise Refused(say("the tournament is already finished, and nothing has been corrected since"))
    lines = final(tournament)
    table = tuple((line.rank, line.ref, str(line.points)) for line in lines)
    return tournament.record(Finished, stamp, by=by, table=table, digest=table_digest(lines))


def _plain(byes: Byes) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((ref, str(kind)) for ref, kind in byes.items()))
