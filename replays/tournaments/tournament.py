"""Tournaments as data and as texts: rounds, standings, the origin of each point, the effects of corrections.

Everything is computed in `domain/tournament/`. This module adds names and words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.tournament.consequences import Consequences
from tablescribe.domain.tournament.model.events import (
    Corrected,
    Restated,
    Said,
    SlipTyped,
    together,
)
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import Line, Part, Standings
from tablescribe.domain.tournament.told_results import written_result
from tablescribe.domain.words.text import Text, listed, say
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.reading.wording import written

Names = Mapping[Ref, str]

HOW: dict[str, Text] = {"played": say("from its match"), "slip": say("recorded by hand"), "forfeit": say("forfeit")}
BYES: dict[str, Text] = {
    "pairing": say("bye"), "full": say("full-point bye"), "half": say("half-point bye"), "zero": say("zero-point bye")
}  # fmt: skip


def points_text(points: Fraction) -> str:
    """Return points for display: `2`, `2½`, `0.25`, or a fraction."""
    whole, rest = divmod(abs(points), 1)
    sign = "−" if points < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    if rest == Fraction(1, 2):
        return f"{sign}{whole or ''}½"
    decimal = f"{float(abs(points)):.3f}".rstrip("0")
    return sign + (decimal if Fraction(decimal) == abs(points) else str(abs(points)))


# --- rounds -------------------------------------------------------------------------------------


def overview(tournament: Tournament, names: Names) -> dict[str, Any]:
    """Return a tournament as plain data: plan, entrants, rounds, tables, appeals."""
    return {
        "tournament": tournament.id,
        "version": tournament.version,
        "title": tournament.plan.title,
        "plan": tournament.announced.plan,
        "digest": tournament.announced.digest,
        "round": tournament.round,
        "rounds": tournament.plan.rounds,
        "finished": tournament.finished is not None,
        "entrants": [
            {
                "entrant": one.ref, "number": one.number, "name": names[one.ref], "rating": one.rating,
                "entered_in": one.entered_in, "withdrawn_after": one.withdrawn_after,
            }
            for one in tournament.field()
        ],
        "seatings": [seating_data(tournament, seating, names) for seating in tournament.seatings],
        "appeals": [
            {"event": one.originator_version, "entrant": one.entrant, "about": one.about, "reason": one.reason}
            for one in tournament.open_appeals()
        ],
    }  # fmt: skip


def seating_data(tournament: Tournament, seating: Seating, names: Names) -> dict[str, Any]:
    """Return a round as plain data: seating, and results as ruled."""
    return {
        "round": seating.number,
        "stage": tournament.plan.stages[seating.paired.stage].name,
        "event": seating.paired.originator_version,
        "engine": f"{seating.paired.engine} {seating.paired.engine_version}",
        "seed": seating.paired.seed,
        "input": seating.paired.input,
        "broken": list(seating.paired.broken),
        "gap": seating.paired.gap,
        "commitment": seating.commitment,
        "told_seed": seating.unsealed.seed if seating.unsealed is not None else "",
        "tables": [_table(tournament, seating, table, names) for table in range(1, len(seating.pods) + 1)],
        "byes": {names[ref]: str(kind) for ref, kind in seating.byes.items()},
    }


def _table(tournament: Tournament, seating: Seating, table: int, names: Names) -> dict[str, Any]:
    report = seating.reports.get(table)
    said = tournament.said(report) if report is not None else None
    return {
        "table": table,
        "seats": list(seating.pods[table - 1]),
        "names": [names[ref] for ref in seating.pods[table - 1]],
        "match": seating.matches[table - 1],
        "report": report.originator_version if report is not None else None,
        "corrected": said.originator_version if isinstance(said, Corrected) else None,
        "restated": said.originator_version if isinstance(said, Restated) else None,
        "score": written_result(said.places, said.points) if said is not None else None,
        "how": said.how if said is not None else None,
        "places": list(said.places) if said is not None else None,
        "points": list(said.points) if said is not None else None,
        "absent": list(said.absent) if said is not None else None,
        "coalition": list(together(said)) if said is not None else None,
    }


def round_lines(tournament: Tournament, seating: Seating, names: Names) -> Iterator[Text]:
    """Yield a round in words: a line per table, and the byes."""
    for table in range(1, len(seating.pods) + 1):
        people = " – ".join(names[ref] for ref in seating.pods[table - 1])
        yield say("table {table}: {people}: {result}", table=table, people=people,
                  result=result_text(tournament, seating, table, names))  # fmt: skip
    for ref, kind in seating.byes.items():
        yield say("{name}: {bye}", name=names[ref], bye=BYES[kind])


def result_text(tournament: Tournament, seating: Seating, table: int, names: Names) -> Text:
    """Return the result of a table in words, as ruled."""
    report = seating.reports.get(table)
    if report is None:
        return say("no result yet")
    said = tournament.said(report)
    parts: list[Text] = [result_words(said, [names[ref] for ref in seating.pods[table - 1]])]
    if isinstance(said, Corrected):
        parts.append(say("corrected"))
    return listed(parts)


def result_words(said: Said | SlipTyped, people: Sequence[str]) -> Text:
    """Return a result for display: `1-0`; with three or more people, the places in order."""
    result = written_result(said.places, said.points)
    if len(people) != 2:
        points = [f" ({one})" if one is not None else "" for one in said.points or [None] * len(people)]
        told = sorted(zip(said.places, people, points, strict=True), key=lambda one: one[0])
        result = ", ".join(f"{place}. {name}{scored}" for place, name, scored in told)
    parts: list[Text] = [say("{result}", result=result), HOW[said.how]]
    if together(said):
        parts.append(say("shared win: {people}", people=listed([people[seat - 1] for seat in together(said)])))
    return listed(parts)


# --- standings ----------------------------------------------------------------------------------


def standings_data(tournament: Tournament, found: Standings, names: Names) -> dict[str, Any]:
    """Return standings as plain data."""
    return {
        "tournament": tournament.id,
        "stage": tournament.plan.stages[found.stage].name,
        "after": found.after,
        "reading": "ruled" if found.ruled else "played",
        "version": found.version,
        "tie_breaks": list(found.tie_breaks),
        "lines": [line_data(line, names) for line in found.lines],
    }


def line_data(line: Line, names: Names) -> dict[str, Any]:
    """Return a line of standings as plain data; points and tie-breaks are fractions in text form."""
    return {
        "rank": line.rank, "entrant": line.ref, "number": line.number, "name": names[line.ref],
        "points": str(line.points), "values": list(map(str, line.values)),
    }  # fmt: skip


@dataclass(frozen=True)
class Reason:
    """The origin of an entrant's points: the event, and for a match its last move and the rule that ended it."""

    part: Part
    text: Text
    against: tuple[str, ...] = ()
    move: int | None = None
    rule: str = ""

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        part = self.part
        return {
            "round": part.round, "source": part.source, "points": str(part.points), "event": part.event,
            "plan": part.rule, "table": part.table, "match": part.match, "place": part.place,
            "corrected": part.corrected, "against": list(self.against), "move": self.move, "rule": self.rule,
        }  # fmt: skip


def why(ledger: Ledger, tournament: Tournament, line: Line, names: Names) -> list[Reason]:
    """Return the origin of each point of an entrant."""
    return [_reason(ledger, tournament, line.ref, part, names) for part in sorted(line.parts, key=lambda p: p.round)]


def _reason(ledger: Ledger, tournament: Tournament, ref: Ref, part: Part, names: Names) -> Reason:
    points = points_text(part.points)
    if part.source == "entry":
        return Reason(part, say("{points} for a late entry (event {event})", points=points, event=part.event))
    if part.source == "bye":
        return Reason(part, say("round {round}: {points} for a bye (event {event})", round=part.round,
                                points=points, event=part.event))  # fmt: skip
    if part.source == "penalty":
        return Reason(part, say("round {round}: {points}, a penalty by {clause} (event {event})", round=part.round,
                                points=points, clause=written(part.rule), event=part.event),
                      rule=part.rule)  # fmt: skip
    seating = tournament.seating(part.round)
    others = tuple(names[one] for one in seating.pods[part.table - 1] if one != ref)
    match = _match(ledger, part.match)
    text = say(
        "round {round}, table {table}: {points} for place {place} against {others} (event {event})",
        round=part.round, table=part.table, points=points, place=part.place, others=", ".join(others) or "–",
        event=part.event,
    )  # fmt: skip
    if part.corrected:
        text = listed([text, _ground(tournament, part.event)], "; ")
    if match is None or match.result is None:
        return Reason(part, text, others)
    ended = say("match {match} ended at move {move} by {rule}", match=match.id, move=match.head, rule=match.result.rule)
    return Reason(part, listed([text, ended], "; "), others, match.head, match.result.rule)


def _ground(tournament: Tournament, version: int) -> Text:
    corrected = tournament.deed(version)
    assert isinstance(corrected, Corrected)
    return say("corrected by {clause}: {reason}", clause=written(corrected.clause),
               reason=written(corrected.reason))  # fmt: skip


def _match(ledger: Ledger, match_id: str) -> Match | None:
    try:
        return ledger.match(match_id) if match_id else None
    except NoSuchMatch:
        return None


# --- corrections --------------------------------------------------------------------------------


def consequences_data(found: Consequences, names: Names) -> dict[str, Any]:
    """Return the effects of a correction as plain data."""
    return {
        "standings": [
            {
                "after": one.after, "entrant": one.ref, "name": names[one.ref], "rank_was": one.rank_was,
                "rank": one.rank, "points_were": str(one.points_were), "points": str(one.points),
            }
            for one in found.standings
        ],
        "pairings": [
            {
                "round": one.round, "event": one.event, "tables": list(one.tables),
                "byes": [names[ref] for ref in one.byes], "input_was": one.input_was, "input": one.input,
            }
            for one in found.pairings
        ],
        "cuts": [
            {
                "stage": one.stage + 1, "was": [names[ref] for ref in one.was], "now": [names[ref] for ref in one.now],
                "changes": one.changes,
            }
            for one in found.cuts
        ],
    }  # fmt: skip


def consequence_lines(found: Consequences, names: Names) -> Iterator[Text]:
    """Yield the effects of a correction: changed standings, pairings made on the old standings, the cut."""
    moved = [one for one in found.standings if (one.rank, one.points) != (one.rank_was, one.points_were)]
    if not (moved or found.pairings or found.cuts):
        yield say("This changes neither standings nor pairings nor who advances.")
    for one in moved:  # of the others, only tie-breaks change
        yield say(
            "after round {round}: {name} has {points} (had {before}), place {rank} (was {was})",
            round=one.after, name=names[one.ref], points=points_text(one.points), before=points_text(one.points_were),
            rank=one.rank, was=one.rank_was,
        )  # fmt: skip
    for pairing in found.pairings:
        touched = [*map(str, pairing.tables), *(names[ref] for ref in pairing.byes)]
        yield say(
            "the pairing of round {round} (event {event}) used the old result: tables {tables}",
            round=pairing.round, event=pairing.event, tables=_several(touched),
        )  # fmt: skip
    for cut in found.cuts:
        went = _several(sorted(names[ref] for ref in {*cut.was} - {*cut.now}))
        would = _several(sorted(names[ref] for ref in {*cut.now} - {*cut.was}))
        if cut.changes:
            yield say(
                "after stage {stage}: {now} would have advanced, not {was}",
                stage=cut.stage + 1, now=would, was=went,
            )  # fmt: skip
        else:
            yield say("after stage {stage}: the same people advance, in a different order", stage=cut.stage + 1)


def _several(words: Iterable[str]) -> str:
    return ", ".join(words) or "–"
