"""The audit of a tournament: every match decided again, every report compared with its match, everything counted again.

It reads a ledger, or a bundle without one. What it finds has a stable code, the event that it is about, and a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.game import TITLE
from domain.games import UnknownGame, WrongOptions, opening
from domain.match import Match, Refused
from domain.text import Spoken, Text, listed, say
from domain.tournament.events import Adjusted, Corrected, Finished, Paired, Reported
from domain.tournament.field import Bye, How, Pairing
from domain.tournament.inputs import given, pairing_input
from domain.tournament.plan import Stage, digest
from domain.tournament.results import places_of, points_of
from domain.tournament.roles import HALL, MAY
from domain.tournament.standings import final, table_digest
from domain.tournament.tournament import Tournament, before
from ledger.ledger import Ledger
from ledger.log.chain import Row
from ledger.log.errors import LedgerDamaged, NoSuchMatch
from ledger.proofs.redaction import WITHHELD
from ledger.proofs.signing import closing_row
from ledger.proofs.streams import VerifiedStream
from ledger.proofs.verifying import Verified
from ledger.series import former_of
from replays.audit import audit
from replays.reader import Reader

CODES: dict[str, Text] = {
    "log.damaged": say("what was recorded was changed"),
    "plan.changed": say("the plan is not the one that was announced"),
    "role.exceeded": say("somebody did what is not for their role to do"),
    "pairing.input": say("the engine was not given what stood then"),
    "pairing.pods": say("a round seats somebody twice, or who does not play, or not all who do"),
    "pairing.differs": say("the engine gives another pairing"),
    "match.missing": say("a match is not here"),
    "match.open": say("a match is reported that is not closed"),
    "match.setting": say("a match was not opened as the plan says"),
    "match.seats": say("others sat at a table than were paired"),
    "match.unsound": say("the audit of a match finds something"),
    "report.head": say("a report names another match than the one that was closed"),
    "report.result": say("a report is not what its match gave"),
    "report.slip": say("a slip tells otherwise than the match of that table"),
    "correction.ground": say("a correction rests on an appeal that was not upheld"),
    "standings.differ": say("the final standings are not what follows from the reports"),
}
"""Every code that a finding of a tournament can have, and what it means."""


@dataclass(frozen=True)
class Found:
    """One thing that an official should know.

    Attributes:
        code: one of `CODES`.
        event: the version of the event of the tournament that it is about; 0 for the tournament as a whole.
        why: what is the matter.
        match: the match that it is about, if it is about one.
    """

    code: str
    event: int
    why: Text
    match: str = ""


@dataclass(frozen=True)
class Record:
    """What a tournament is audited by: from a ledger, or from a bundle.

    Attributes:
        matches: those that are here and can be read.
        closing: of each, the stored event that closed it.
        damaged: what cannot be read, and why: ids of matches.
        withheld: matches of which something is withheld: their moves cannot be decided again.
        audited: tells for a match what its own audit finds; nothing if it is sound.
    """

    tournament: Tournament
    matches: Mapping[str, Match]
    closing: Mapping[str, Row | None]
    audited: Callable[[Match], Text | None]
    damaged: Mapping[str, Text] = field(default_factory=dict)
    withheld: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Verdict:
    """What an audit of a tournament found.

    Attributes:
        audited: how many matches were decided again, move by move.
        slips: how many reports have no match.
        withheld: how many matches were compared, but not decided again, as something of them is withheld.
    """

    tournament: str
    findings: tuple[Found, ...]
    audited: int
    slips: int
    withheld: int
    rounds: int

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def lines(self) -> Iterator[Text]:
        """Yield it as sentences."""
        counted = say(
            "{rounds} rounds; {audited} matches decided again, {withheld} compared only; {slips} slips",
            rounds=self.rounds, audited=self.audited, withheld=self.withheld, slips=self.slips,
        )  # fmt: skip
        if self.clean:
            yield say(
                "Sound: standings and the input of every pairing follow from the reports ({counted}).", counted=counted
            )
            return
        yield say("WRONG: {n} findings ({counted}).", n=len(self.findings), counted=counted)
        for one in self.findings:
            yield say(
                "{code}, event {event}: {what}: {why}",
                code=one.code,
                event=one.event,
                what=CODES[one.code],
                why=one.why,
            )

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        tell = Reader().tell
        findings = [
            {"code": one.code, "event": one.event, "match": one.match, "why": tell(one.why)} for one in self.findings
        ]
        return {
            "tournament": self.tournament, "sound": self.clean, "rounds": self.rounds, "audited": self.audited,
            "withheld": self.withheld, "slips": self.slips, "findings": findings,
        }  # fmt: skip


# --- where it is read from ----------------------------------------------------------------------


def of_ledger(ledger: Ledger, tournament_id: str) -> Record:
    """Return what a ledger has of a tournament; damaged matches are told, a damaged tournament is an error.

    Raises:
        LedgerDamaged: the tournament's own events were changed.
    """
    ledger.verify(tournament_id)
    tournament = ledger.tournament(tournament_id)
    matches: dict[str, Match] = {}
    closing: dict[str, Row | None] = {}
    damaged: dict[str, Text] = {}
    for match_id in tournament.match_ids():
        try:
            ledger.verify(match_id)
            matches[match_id] = ledger.quick_match(match_id)
            closing[match_id] = closing_row(ledger.log.rows(match_id))
        except NoSuchMatch:
            continue
        except LedgerDamaged as error:
            damaged[match_id] = error.text if isinstance(error.text, Text) else Text(error.text)

    def audited(match: Match) -> Text | None:
        result = audit(match, closing=closing[match.id], former=former_of(ledger, match))
        return None if result.clean else result.verdict()

    return Record(tournament, matches, closing, audited, damaged)


def of_bundle(proved: Verified, tournament: VerifiedStream) -> Record:
    """Return what a verified bundle has of a tournament."""
    matches = {one.id: one.match() for one in proved.matches}
    closing = {one.id: one.closing for one in proved.matches}

    def audited(match: Match) -> Text | None:
        result = audit(match, closing=closing[match.id])
        return None if result.clean else result.verdict()

    held = frozenset(one.id for one in proved.matches if one.withheld)
    return Record(tournament.tournament(), matches, closing, audited, withheld=held)


# --- the audit ----------------------------------------------------------------------------------


def verify(
    record: Record, *, plan: str = "", engine: Callable[..., Pairing] | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Verdict:  # fmt: skip
    """Audit a tournament.

    Args:
        record: it.
        plan: the digest of the plan, as it was printed beforehand, if that is known.
        engine: pairs every round anew, where it is the engine and version that paired it; not by default.
        progress: told how many events are done, and of how many.
    """
    tournament = record.tournament
    findings = [Found("log.damaged", 0, why, match) for match, why in record.damaged.items()]
    findings += _of_plan(tournament, plan)
    sound = 0
    for number, event in enumerate(tournament.events, start=1):
        findings += _of_role(number, event)
        if isinstance(event, Paired):
            findings += _of_pairing(tournament, event, engine)
        elif isinstance(event, Adjusted):
            findings += _of_pods(before(tournament, number), number, event.round, event.pods, event.byes)
        elif isinstance(event, Reported):
            findings += _of_report(record, event)
            match = record.matches.get(event.match)
            if match is not None and event.match not in record.withheld:
                sound += 1
                if (verdict := record.audited(match)) is not None:
                    findings.append(Found("match.unsound", number, verdict, event.match))
        elif isinstance(event, Corrected) and event.appeal is not None:
            findings += _of_ground(before(tournament, number), number, event.appeal)
        elif isinstance(event, Finished):
            findings += _of_end(before(tournament, number), number, event)
        progress(number, len(tournament.events))
    reported = {one.match for one in tournament.reports.values() if one.match}
    slips = sum(not one.match for one in tournament.reports.values())
    return Verdict(
        tournament.id, tuple(findings), sound, slips, len(reported & record.withheld), tournament.round
    )  # fmt: skip


def _of_plan(tournament: Tournament, expected: str) -> Iterator[Found]:
    told, true = tournament.announced.digest, digest(tournament.announced.plan)
    if told != true:
        yield Found("plan.changed", 1, say("its digest is {true}, not {told}", true=true[:16], told=told[:16]))
    if expected and expected != true:
        yield Found("plan.changed", 1, say("its digest is {true}, not {told}", true=true[:16], told=expected[:16]))


_DOES = {
    "Announced": "announce", "Entered": "enter", "Withdrawn": "withdraw", "Paired": "pair", "Adjusted": "adjust",
    "Reported": "report", "Corrected": "correct", "Penalised": "penalise", "Appealed": "appeal", "Decided": "decide",
    "Finished": "finish",
}  # fmt: skip


def _of_role(number: int, event: Any) -> Iterator[Found]:
    what = _DOES[type(event).__name__]
    hall = event.by == HALL and isinstance(event, Reported) and event.how == How.PLAYED
    if not hall and what not in MAY.get(event.by, ()):
        yield Found("role.exceeded", number, say("{what} by {role}", what=what, role=event.by))


def _of_pairing(tournament: Tournament, event: Paired, engine: Callable[..., Pairing] | None) -> Iterator[Found]:
    version, then = event.originator_version, before(tournament, event.originator_version)
    yield from _of_pods(then, version, event.round, event.pods, event.byes)
    asked = [ref for ref, kind in event.byes if kind != Bye.PAIRING]
    true = digest(pairing_input(then, event.round, asked, event.seed))
    if true != event.input:
        why = say("round {round}: it follows as {true}, and {told} is told", round=event.round, true=true[:16],
                  told=event.input[:16])  # fmt: skip
        yield Found("pairing.input", version, why)
    elif engine is not None:
        stage, people, rounds = given(then, event.round, asked)
        made = engine(stage, people, rounds, event.seed)
        same = (made.engine, made.version) == (event.engine, event.engine_version)
        if same and tuple(pod.seats for pod in made.pods) != event.pods:
            yield Found("pairing.differs", version, say("round {round}", round=event.round))


def _of_pods(
    then: Tournament, version: int, number: int, pods: tuple[tuple[str, ...], ...], byes: tuple[tuple[str, str], ...]
) -> Iterator[Found]:
    seated = [ref for pod in pods for ref in pod] + [ref for ref, _ in byes]
    index = then.plan.stage_of(number)
    first = number == then.plan.first_round(index)
    playing = {one.ref for one in given(then, number)[1]} if first or not index else set(seated)
    if len(set(seated)) != len(seated) or set(seated) != playing:
        twice = {ref for ref in seated if seated.count(ref) > 1}
        wrong = ", ".join(_number(then, ref) for ref in sorted({*seated} ^ playing or twice))
        yield Found("pairing.pods", version, say("round {round}: {who}", round=number, who=wrong))


def _number(tournament: Tournament, ref: str) -> str:
    return f"#{tournament.entrants[ref].number}" if ref in tournament.entrants else ref


def _of_report(record: Record, event: Reported) -> Iterator[Found]:
    tournament, version = record.tournament, event.originator_version
    then = before(tournament, version)
    seating = then.seating(event.round)
    planned = seating.matches[event.table - 1]
    match_id = event.match or planned
    match = record.matches.get(match_id)
    if match is None:
        if event.match and match_id not in record.damaged:
            yield Found("match.missing", version, say("table {table} of round {round} names match {match}",
                        table=event.table, round=event.round, match=match_id), match_id)  # fmt: skip
        return
    stage, seats = tournament.plan.stages[seating.paired.stage], seating.pods[event.table - 1]
    if event.match and event.match != planned:
        yield Found("report.head", version, say("the match of that table is {match}", match=planned), match_id)
    yield from _of_setting(version, match, stage)
    if tuple((seat.ref, seat.commitment) for seat in match.opened.seats) != tuple(
        (ref, then.entrants[ref].commitment) for ref in seats
    ):
        yield Found("match.seats", version, say("table {table} of round {round}", table=event.table,
                    round=event.round), match_id)  # fmt: skip
    yield from _of_result(event, match, record.closing.get(match_id))


def _of_result(event: Reported, match: Match, closing: Row | None) -> Iterator[Found]:
    version = event.originator_version
    if match.closed is None or closing is None:
        if event.match:
            yield Found("match.open", version, say("match {match}", match=match.id), match.id)
        return
    if event.match and (event.version, event.head) != (closing.version, closing.hash.hex()):
        yield Found("report.head", version, say("it was closed by event {version} with {head}", version=closing.version,
                    head=closing.hash.hex()[:16]), match.id)  # fmt: skip
    try:
        places = places_of(match.closed.result, len(event.places))
    except Refused:
        places = ()
    points = points_of(match.closed.result, len(event.places))
    if (places, points) != (event.places, event.points) and (event.match or places):
        why = say("the match gave {true}, and {told} is told", true=_row(places, points),
                  told=_row(event.places, event.points))  # fmt: skip
        if event.match or places != event.places:
            yield Found("report.result" if event.match else "report.slip", version, why, match.id)


def _row(places: tuple[int, ...], points: tuple[int | None, ...]) -> str:
    return "-".join(map(str, places)) + (f" ({'-'.join(map(str, points))})" if points else "")


def _of_setting(version: int, match: Match, stage: Stage) -> Iterator[Found]:
    opened = match.opened
    told = {"game": opened.game, "chance": opened.chance, "take_back": opened.take_back,
            "box": digest(opened.catalogue)}  # fmt: skip
    wrong = [name for name, value in told.items() if value != getattr(stage, name)]
    try:
        planned = opening(stage.game, len(opened.seats), stage.options, stage.catalogue).options.model_dump(mode="json")
    except (UnknownGame, WrongOptions):
        planned = stage.options
    unlike = {key for key, value in planned.items() if opened.options.get(key) != value}
    if opened.options.get(TITLE) == WITHHELD:
        unlike.discard(TITLE)
    wrong += [f"options.{key}" for key in planned if key in unlike]
    if wrong:
        yield Found("match.setting", version, say("other than planned: {what}", what=", ".join(wrong)), match.id)


def _of_ground(then: Tournament, number: int, appeal: int) -> Iterator[Found]:
    if appeal not in then.decisions or not then.decisions[appeal].upheld:
        yield Found("correction.ground", number, say("appeal {appeal}", appeal=appeal))


def _of_end(then: Tournament, number: int, event: Finished) -> Iterator[Found]:
    try:
        lines = final(then)
    except Spoken as error:
        yield Found("standings.differ", number, listed([str(error)]))
        return
    if tuple((line.rank, line.ref, str(line.points)) for line in lines) != event.table:
        ours = [(line.rank, line.ref, str(line.points)) for line in lines]
        other = [row for row, mine in zip(event.table, ours, strict=False) if row != mine]
        who = ", ".join(_number(then, ref) for _, ref, _ in other)
        yield Found("standings.differ", number, say("other lines: {who}", who=who or "…"))
    elif table_digest(lines) != event.digest:
        yield Found("standings.differ", number, say("its tie-breaks are others"))
