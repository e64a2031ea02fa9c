"""Audit a tournament: decide every match again, compare every report with its match, and count everything again.

The input is a ledger, or bundles without a ledger. Each finding has a stable code, its event, and a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tablescribe.domain.games import UnknownGame, WrongOptions, opening
from tablescribe.domain.match.contributions import HEX
from tablescribe.domain.match.match import Refused
from tablescribe.domain.rules.chance import commitment
from tablescribe.domain.rules.duplicate_play import DuplicateMark
from tablescribe.domain.rules.game import TITLE
from tablescribe.domain.tournament.attendance import may_have_half
from tablescribe.domain.tournament.model.events import (
    Adjusted,
    ByeRequested,
    Corrected,
    Explained,
    Finished,
    LotDrawn,
    Paired,
    PairedAlike,
    Reported,
    TournamentEvent,
    Unsealed,
    together,
)
from tablescribe.domain.tournament.model.field import Bye, How, Pairing
from tablescribe.domain.tournament.model.plan import Stage, digest, plan_digest
from tablescribe.domain.tournament.model.results import of_people, places_of, points_of, won_together
from tablescribe.domain.tournament.model.roles import HALL, MAY, PLAYER
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.model.words import APART
from tablescribe.domain.tournament.pairing import former
from tablescribe.domain.tournament.pairing_input import given, pairing_input
from tablescribe.domain.tournament.scoring.lots import drawn_order
from tablescribe.domain.tournament.scoring.standings import final, participants, table_digest
from tablescribe.domain.words.text import Spoken, listed, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.text_marks import ERASED, WITHHELD
from tablescribe.replays.tournaments.audit_source import AuditedMatch, AuditSource
from tablescribe.replays.tournaments.findings import PrizesChecked, TournamentFinding, TournamentVerdict
from tablescribe.replays.tournaments.prizes import checked_prizes


def verify(
    record: AuditSource, *, plan: str = "", prizes: str = "", engine: Callable[..., Pairing] | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> TournamentVerdict:  # fmt: skip
    """Audit a tournament.

    Args:
        record: the tournament and its matches.
        plan: the digest of the plan as printed beforehand, if known.
        prizes: the digest of the prizes as printed on their list, if known.
        engine: pairs every round again, if the same engine and version paired it; by default rounds are not paired.
        progress: called with the number of events done and in total.
    """
    tournament = record.tournament
    findings = [TournamentFinding("log.damaged", 0, why, match) for match, why in record.damaged.items()]
    findings += _of_plan(tournament, plan)
    then = Tournament(tournament.announced)  # the state before each event, advanced event by event
    seen = _Seen()
    for number, event in enumerate(tournament.events, start=1):
        findings += _of_role(number, event)
        findings += _of_event(record, then, number, event, engine, seen)
        if number > 1:
            then.apply(event)
        progress(number, len(tournament.events))
    checked = checked_prizes(tournament, record.tags)
    findings += _of_prizes(checked, prizes)
    return TournamentVerdict(
        tournament.id, tuple(findings), seen.audited, seen.slips, len(seen.withheld), tournament.round,
        tuple(one.number for one in tournament.seatings if one.untold), record.unproved,
        checked,
    )  # fmt: skip


def _of_prizes(checked: PrizesChecked | None, expected: str) -> Iterator[TournamentFinding]:
    true = checked.digest if checked is not None else ""
    if expected and expected != true:
        why = say("their digest is {true}, but {told} was expected", true=true[:16] or "–", told=expected[:16])
        yield TournamentFinding("prizes.differ", 0, why)


@dataclass
class _Seen:
    """What the audit has counted so far."""

    audited: int = 0
    slips: int = 0
    withheld: set[str] = field(default_factory=set)


def _of_event(
    record: AuditSource, then: Tournament, number: int, event: TournamentEvent, engine: Callable[..., Pairing] | None,
    seen: _Seen,
) -> Iterator[TournamentFinding]:  # fmt: skip
    """Yield the findings about an event; `then` is the tournament before it."""
    if isinstance(event, Paired):
        yield from _of_pairing(then, event, engine)
    elif isinstance(event, Unsealed):
        yield from _of_unsealed(then, number, event)
    elif isinstance(event, LotDrawn):
        yield from _of_lot(then, number, event)
    elif isinstance(event, Adjusted):
        yield from _of_pods(then, number, event.round, event.pods, event.byes)
    elif isinstance(event, Reported):
        match = record.heard(event.match or then.seating(event.round).matches[event.table - 1])
        yield from _of_report(record, then, event, match)
        seen.slips += not event.match
        if match is not None and event.match == match.id:
            if match.withheld:
                seen.withheld.add(match.id)
                return
            seen.audited += 1
            if (verdict := match.audited()) is not None:
                yield TournamentFinding("match.unsound", number, verdict, event.match)
    elif isinstance(event, Corrected):
        yield from _of_ground(then, number, event.appeal)
    elif isinstance(event, ByeRequested):
        yield from _of_request(then, event)
    elif isinstance(event, Finished):
        yield from _of_end(then, number, event)


def _of_request(then: Tournament, event: ByeRequested) -> Iterator[TournamentFinding]:
    if event.by == PLAYER and event.bye == Bye.HALF and not may_have_half(then, event.entrant, event.round):
        why = say("round {round}", round=event.round)
        yield TournamentFinding("request.exceeded", event.originator_version, why)


def _of_plan(tournament: Tournament, expected: str) -> Iterator[TournamentFinding]:
    announced = tournament.announced
    told, true = announced.digest, plan_digest(announced.plan, announced.format)
    if told != true:
        yield TournamentFinding(
            "plan.changed", 1, say("the digest is {true}, but {told} was expected", true=true[:16], told=told[:16])
        )
    if expected and expected != true:
        yield TournamentFinding(
            "plan.changed", 1, say("the digest is {true}, but {told} was expected", true=true[:16], told=expected[:16])
        )


_DOES = {
    "Announced": "announce", "Entered": "enter", "Withdrawn": "withdraw", "Paired": "pair", "Adjusted": "adjust",
    "Reported": "report", "Corrected": "correct", "Penalised": "penalise", "Appealed": "appeal", "Decided": "decide",
    "Clocked": "clock", "Finished": "finish", "PairedAlike": "pair", "Unsealed": "",
    "ReportedTogether": "report", "CorrectedTogether": "correct", "LotSealed": "pair", "LotDrawn": "draw",
    "Returned": "return",
    "Restated": "report", "SlipTyped": "report", "CheckedIn": "check in", "ByeRequested": "request",
}  # fmt: skip


def _of_role(number: int, event: Any) -> Iterator[TournamentFinding]:
    if isinstance(event, Explained):  # the event after it has the role
        return
    what = _DOES[type(event).__name__]
    alone = isinstance(event, Unsealed) or getattr(event, "how", "") == How.PLAYED
    alone = alone or getattr(event, "does", "") == "start"  # at its time: see `round_starts.py`
    hall = event.by == HALL and alone
    if not hall and what not in MAY.get(event.by, ()):
        yield TournamentFinding("role.exceeded", number, say("{what} by {role}", what=what, role=event.by))


def _of_pairing(then: Tournament, event: Paired, engine: Callable[..., Pairing] | None) -> Iterator[TournamentFinding]:
    version = event.originator_version
    yield from _of_pods(then, version, event.round, event.pods, event.byes)
    if then.plan.stages[event.stage].duplicate != isinstance(event, PairedAlike):
        why = say("round {round}: the commitment to a shuffle is missing, or the plan does not provide for "
                  "one",
                  round=event.round)  # fmt: skip
        yield TournamentFinding("seed.differs", version, why)
    asked = [ref for ref, kind in event.byes if kind != Bye.PAIRING]
    true = digest(pairing_input(then, event.round, asked, event.seed))
    if true != event.input:
        why = say("round {round}: the input is {true}, but {told} is recorded", round=event.round, true=true[:16],
                  told=event.input[:16])  # fmt: skip
        yield TournamentFinding("pairing.input", version, why)
    elif engine is not None:
        stage, people, rounds = given(then, event.round, asked)
        made = (former(event.engine) or engine)(stage, people, rounds, event.seed)
        same = (made.engine, made.version) == (event.engine, event.engine_version)
        if same and tuple(pod.seats for pod in made.pods) != event.pods:
            yield TournamentFinding("pairing.differs", version, say("round {round}", round=event.round))


def _of_pods(
    then: Tournament, version: int, number: int, pods: tuple[tuple[str, ...], ...], byes: tuple[tuple[str, str], ...]
) -> Iterator[TournamentFinding]:
    seated = [ref for pod in pods for ref in pod] + [ref for ref, _ in byes]
    index = then.plan.stage_of(number)
    first = number == then.plan.first_round(index)
    playing = {one.ref for one in given(then, number)[1]}
    wrongly = {*seated} ^ playing if first or not index else {*seated} - playing  # later on, not all may sit
    if len(set(seated)) != len(seated) or wrongly:
        twice = {ref for ref in seated if seated.count(ref) > 1}
        wrong = ", ".join(_number(then, ref) for ref in sorted(wrongly or twice))
        yield TournamentFinding("pairing.pods", version, say("round {round}: {who}", round=number, who=wrong))


def _number(tournament: Tournament, ref: str) -> str:
    return f"#{tournament.entrants[ref].number}" if ref in tournament.entrants else ref


def _of_report(
    record: AuditSource, then: Tournament, event: Reported, match: AuditedMatch | None
) -> Iterator[TournamentFinding]:
    version = event.originator_version
    seating = then.seating(event.round)
    planned = seating.matches[event.table - 1]
    match_id = event.match or planned
    if match is None:
        if event.match and match_id not in record.damaged:
            why = say("table {table} of round {round} refers to match {match}", table=event.table, round=event.round,
                      match=match_id)  # fmt: skip
            yield TournamentFinding("match.missing", version, why, match_id)
        return
    stage, seats = then.plan.stages[seating.paired.stage], seating.pods[event.table - 1]
    if event.match and event.match != planned and planned not in match.sources:
        yield TournamentFinding(
            "report.head", version, say("the match at this table is {match}", match=planned), match_id
        )
    yield from _of_setting(version, match, stage, then.announced.format)
    yield from _of_seed(version, match, then, seating)
    sat = [match.opened.seats[seat - 1] for seat in match.sat(len(seats))]
    if tuple((seat.ref, seat.commitment) for seat in sat) != tuple(
        (ref, then.entrants[ref].commitment) for ref in seats
    ):
        yield TournamentFinding("match.seats", version, say("table {table} of round {round}", table=event.table,
                    round=event.round), match_id)  # fmt: skip
    yield from _of_result(event, match, match.closing, then.announced.format)


def _of_seed(version: int, match: AuditedMatch, then: Tournament, seating: Seating) -> Iterator[TournamentFinding]:
    """Yield a finding if a table was not dealt like its round: all from one seed, or each from its own."""
    expected = DuplicateMark(then.id, seating.number) if seating.commitment else None
    if match.duplicate != expected or (expected is not None and match.opened.commitment != seating.commitment):
        yield TournamentFinding("seed.differs", version, say("match {match}", match=match.id), match.id)
    if expected is not None and match.seed:
        yield TournamentFinding(
            "seed.early", version, say("match {match} revealed the seed when it was closed", match=match.id), match.id
        )


def _of_unsealed(then: Tournament, number: int, event: Unsealed) -> Iterator[TournamentFinding]:
    seating = then.seating(event.round)
    if seating.missing:
        yield TournamentFinding("seed.early", number, say("table {tables} of round {round} had not reported",
                    tables=listed(seating.missing), round=event.round))  # fmt: skip
    told = then.seatings[event.round - 1].commitment
    if event.seed and (not HEX.fullmatch(event.seed) or commitment(bytes.fromhex(event.seed)) != told):
        yield TournamentFinding("seed.wrong", number, say("round {round}", round=event.round))


def _of_lot(then: Tournament, number: int, event: LotDrawn) -> Iterator[TournamentFinding]:
    seal, where = then.lot_seals.get(event.stage), say("stage {stage}", stage=event.stage + 1)
    if not 0 <= event.stage < len(then.plan.stages):
        yield TournamentFinding("lot.wrong", number, where)
        return
    here = [one.ref for one in participants(then, event.stage)]
    if {*event.order} & {*then.lots(event.stage)} or not {*event.order} <= {*here}:
        yield TournamentFinding("lot.wrong", number, where)
    elif event.seed:
        true = drawn_order(then.id, event.stage, event.seed, here)
        sealed = HEX.fullmatch(event.seed) and seal is not None and commitment(bytes.fromhex(event.seed))
        if seal is None or sealed != seal.commitment or true != event.order:
            yield TournamentFinding("lot.wrong", number, where)


def _of_result(event: Reported, match: AuditedMatch, closing: Row | None, form: int) -> Iterator[TournamentFinding]:
    version = event.originator_version
    if match.closed is None or closing is None:
        if event.match:
            yield TournamentFinding("match.open", version, say("match {match}", match=match.id), match.id)
        return
    if event.match and (event.version, event.head) != (closing.version, closing.hash.hex()):
        head = closing.hash.hex()[:16]
        told = say("event {version} closed the match, with the hash {head}", version=closing.version, head=head)
        yield TournamentFinding("report.head", version, told, match.id)
    result = of_people(match.closed.result, len(match.opened.seats), match.sat(len(event.places)))
    try:
        places = places_of(result, len(event.places))
    except Refused:
        places = ()
    points, won = points_of(result, len(event.places)), won_together(result)
    same = form == 1 or won == together(event)  # format 1 could not record joint wins
    if ((places, points) != (event.places, event.points) or not same) and (event.match or places):
        why = say("the result of the match is {true}, but {told} is reported", true=_row(places, points, won),
                  told=_row(event.places, event.points, together(event)))  # fmt: skip
        if event.match or places != event.places or not same:
            yield TournamentFinding("report.result" if event.match else "report.slip", version, why, match.id)


def _row(places: tuple[int, ...], points: tuple[int | None, ...], won: tuple[int, ...]) -> str:
    joined = "-".join(map(str, places)) + (f" ({'-'.join(map(str, points))})" if points else "")
    return joined + (f" [{'+'.join(map(str, won))}]" if won else "")


def _with_defaults(stage: Stage, seats: int) -> dict[str, Any]:
    """Return all options of a stage, for plans announced before defaults were recorded."""
    try:
        return opening(stage.game, seats, stage.options, stage.catalogue).options.model_dump(mode="json")
    except (UnknownGame, WrongOptions):
        return stage.options


def _of_setting(version: int, match: AuditedMatch, stage: Stage, form: int) -> Iterator[TournamentFinding]:
    opened = match.opened
    told = {"game": opened.game, "chance": opened.chance, "take_back": opened.take_back,
            "box": digest(opened.catalogue)}  # fmt: skip
    wrong = [name for name, value in told.items() if value != getattr(stage, name)]
    planned = stage.options if form >= APART else _with_defaults(stage, len(opened.seats))
    unlike = {key for key, value in planned.items() if opened.options.get(key) != value}
    if any(options.get(TITLE) in (WITHHELD, ERASED) for options in (opened.options, planned)):
        unlike.discard(TITLE)
    wrong += [f"options.{key}" for key in planned if key in unlike]
    if stage.control is not None and match.control != stage.control and not match.sources:
        wrong.append("clock")
    if wrong:
        yield TournamentFinding(
            "match.setting", version, say("not as planned: {what}", what=", ".join(wrong)), match.id
        )


def _of_ground(then: Tournament, number: int, appeal: int | None) -> Iterator[TournamentFinding]:
    if appeal is None:
        return
    if appeal not in then.decisions or not then.decisions[appeal].upheld:
        yield TournamentFinding("correction.ground", number, say("appeal {appeal}", appeal=appeal))


def _of_end(then: Tournament, number: int, event: Finished) -> Iterator[TournamentFinding]:
    if untold := [one.number for one in then.seatings if one.untold]:
        yield TournamentFinding("seed.untold", number, say("round {rounds}", rounds=listed(untold)))
    try:
        lines = final(then)
    except Spoken as error:
        yield TournamentFinding("standings.differ", number, listed([str(error)]))
        return
    if tuple((line.rank, line.ref, str(line.points)) for line in lines) != event.table:
        ours = [(line.rank, line.ref, str(line.points)) for line in lines]
        other = [row for row, mine in zip(event.table, ours, strict=False) if row != mine]
        who = ", ".join(_number(then, ref) for _, ref, _ in other)
        yield TournamentFinding("standings.differ", number, say("these lines differ: {who}", who=who or "…"))
    elif table_digest(lines) != event.digest:
        yield TournamentFinding("standings.differ", number, say("its tie-breaks differ"))
