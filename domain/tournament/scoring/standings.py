"""Standings after any round, as played or as ruled, with the origin of each point.

For standings as of an earlier time, pass the tournament as of that time (`folding.as_of`). `Part` records the origin of
each point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Corrected, Reported, Said
from tablescribe.domain.tournament.model.field import Entrant, Ref, Result, Round
from tablescribe.domain.tournament.model.folding import before
from tablescribe.domain.tournament.model.plan import Stage, digest
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.points import bye_worth, total, worth
from tablescribe.domain.tournament.scoring.tie_breaks import tie_break_values
from tablescribe.domain.words.text import plural, say


@dataclass(frozen=True, slots=True)
class Part:
    """Points of an entrant, with their origin.

    Attributes:
        round: the number of the round; 0 for points on late entry.
        source: `report`, `bye`, `penalty` or `entry`.
        points: the points; negative for a penalty.
        event: the version of the event that gave them (the correction, if there was one); 0 if no event did.
        rule: the path in the plan, or the clause of a penalty, that determines the points.
        table, match, place: for a report, the table, the match and the place.
        corrected: whether a correction replaced the result as played.
    """

    round: int
    source: str
    points: Fraction
    event: int
    rule: str
    table: int = 0
    match: str = ""
    place: int = 0
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings.

    Attributes:
        rank: the rank, from 1; equal for entrants whom no tie-break separates.
        values: the tie-breaks in the order of the plan.
        stage: the index of the entrant's last stage.
    """

    rank: int
    ref: Ref
    number: int
    points: Fraction
    values: tuple[Fraction, ...]
    parts: tuple[Part, ...]
    stage: int = 0


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a stage after a round.

    Attributes:
        ruled: whether corrections and penalties are included; otherwise as played.
        version: the number of the tournament's events that they are computed from.
    """

    stage: int
    after: int
    ruled: bool
    version: int
    tie_breaks: tuple[str, ...]
    lines: tuple[Line, ...]

    def line(self, ref: Ref) -> Line:
        """Return an entrant's line.

        Raises:
            Refused: the entrant does not take part in this stage.
        """
        for line in self.lines:
            if line.ref == ref:
                return line
        raise Refused(say("this entrant is not in these standings"))


def standings(
    tournament: Tournament, *, after: int | None = None, ruled: bool = True, stage: int | None = None
) -> Standings:
    """Return the standings after a round (by default the last paired one), of its stage or of another.

    Raises:
        Refused: there is no such round or stage.
    """
    last = tournament.round if after is None else after
    if not 0 <= last <= tournament.round:
        raise Refused(tournament.not_paired(last))
    plan = tournament.plan
    index = plan.stage_of(max(last, 1)) if stage is None else stage
    if not 0 <= index < len(plan.stages):
        raise Refused(plural(len(plan.stages), "the tournament has 1 stage", "the tournament has {n} stages"))
    chosen = plan.stages[index]
    people = participants(tournament, index)
    counted = _counted(tournament, index, last, ruled=ruled)
    found = _parts(tournament, index, counted, ruled=ruled)
    rows = [[*_entry(tournament, one, index), *found.get(one.ref, ())] for one in people]
    points = {one.ref: total(part.points for part in parts) for one, parts in zip(people, rows, strict=True)}
    values = tie_break_values(
        chosen.tie_breaks, chosen, people, counted, points, lots=tournament.lots(index), everybody=tournament.field()
    )
    lines = [
        Line(0, one.ref, one.number, points[one.ref], values[one.ref], tuple(parts), index)
        for one, parts in zip(people, rows, strict=True)
    ]
    return Standings(index, last, ruled, tournament.version, chosen.tie_breaks, ranked(lines))


def ranked(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Sort lines by points, then tie-breaks, and rank them; tied lines share a rank and are sorted by number."""
    order = sorted(lines, key=lambda line: (-line.points, [-value for value in line.values], line.number))
    found: list[Line] = []
    for place, line in enumerate(order, start=1):
        last = found[-1] if found else None
        same = last is not None and (last.points, last.values) == (line.points, line.values)
        found.append(replace(line, rank=last.rank if last is not None and same else place))
    return tuple(found)


def final(tournament: Tournament, *, ruled: bool = True) -> tuple[Line, ...]:
    """Return the standings of the whole tournament: the last stage, then entrants eliminated in earlier stages."""
    lines: list[Line] = []
    for stage in reversed(range(tournament.plan.stage_of(max(tournament.round, 1)) + 1)):
        last = min(tournament.plan.rounds_of(stage)[-1], tournament.round)
        above, seen = len(lines), {line.ref for line in lines}
        rest = [
            line for line in standings(tournament, after=last, ruled=ruled, stage=stage).lines if line.ref not in seen
        ]
        lines += [replace(line, rank=line.rank + above) for line in ranked(rest)] if above else rest
    return tuple(lines)


def table_digest(lines: Sequence[Line]) -> str:
    """Return the SHA-256 of a table for `Finished`: rank, reference, points and tie-breaks."""
    return digest([[line.rank, line.ref, str(line.points), list(map(str, line.values))] for line in lines])


def participants(tournament: Tournament, stage: int, *, anew: bool = False) -> list[Entrant]:
    """Return the entrants of a stage, in the order of their numbers.

    In a later stage, the number is the place on which an entrant qualified. It is taken from when the stage's first
    round was paired, or from now if it is not paired yet or with `anew`.
    """
    if stage == 0:
        return tournament.field()
    first = tournament.plan.first_round(stage)
    if tournament.round >= first and not anew:
        then = before(tournament, tournament.seatings[first - 1].paired.originator_version)
    else:
        then = tournament
    return [
        replace(tournament.entrant(ref), number=number, entered_in=1)
        for number, ref in enumerate(qualified(then, stage - 1), start=1)
    ]


def qualified(tournament: Tournament, stage: int, *, ruled: bool = True) -> list[Ref]:
    """Return the entrants who qualify from a stage, best first, without withdrawn ones; empty for the last stage."""
    cut, last = tournament.plan.stages[stage].cut, tournament.plan.rounds_of(stage)[-1]
    if cut is None:
        return []
    lines = standings(tournament, after=min(last, tournament.round), ruled=ruled, stage=stage).lines
    here = [line.ref for line in lines if tournament.entrant(line.ref).plays_in(last + 1)]
    return here[:cut]


def _counted(tournament: Tournament, stage: int, last: int, *, ruled: bool) -> list[Round]:
    first = stage
    while tournament.plan.stages[first].carry:
        first -= 1
    begin = tournament.plan.first_round(first)
    end = min(last, tournament.plan.rounds_of(stage)[-1])
    return tournament.rounds(ruled=ruled, numbers=range(begin, end + 1))


def _entry(tournament: Tournament, one: Entrant, index: int) -> list[Part]:
    if not one.points_on_entry:
        return []
    event = tournament.entrants[one.ref].originator_version
    return [Part(0, "entry", one.points_on_entry, event, f"stages.{index + 1}.late")]


def _parts(tournament: Tournament, index: int, rounds: Sequence[Round], *, ruled: bool) -> dict[Ref, list[Part]]:
    """Return each entrant's points from byes, reports and penalties of some rounds, in the order of the rounds."""
    stage, found = tournament.plan.stages[index], dict[Ref, list[Part]]()
    for played in rounds:
        seating = tournament.seating(played.number)
        for ref, bye in played.byes.items():
            rule = f"stages.{index + 1}.byes.{bye}"
            part = Part(played.number, "bye", bye_worth(stage, bye), seating.paired.originator_version, rule)
            found.setdefault(ref, []).append(part)
        for table, result in enumerate(played.results, start=1):
            if result is not None:
                report = seating.reports[table]
                where = (played.number, table, report, tournament.said(report, ruled=ruled))
                for ref, part in _of_report(stage, index, where, result):
                    found.setdefault(ref, []).append(part)
    numbers = {played.number for played in rounds}
    for version, penalty in tournament.penalties.items() if ruled else ():
        if penalty.round in numbers and tournament.stands(penalty):
            part = Part(penalty.round, "penalty", -Fraction(penalty.points), version, penalty.clause)
            found.setdefault(penalty.entrant, []).append(part)
    return found


def _of_report(
    stage: Stage, index: int, where: tuple[int, int, Reported, Said], result: Result
) -> Iterator[tuple[Ref, Part]]:
    number, table, report, said = where
    version, corrected = said.originator_version, isinstance(said, Corrected)
    for (ref, (points, rule)), place in zip(worth(stage, result).items(), result.places, strict=True):
        rule = f"stages.{index + 1}.scoring.{rule}"
        yield ref, Part(number, "report", points, version, rule, table, report.match, place, corrected)
