"""Consequences of a correction: changes to standings, later pairings, and the cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tablescribe.domain.tournament.model.events import Corrected, Decided, Explained, Penalised, TournamentEvent
from tablescribe.domain.tournament.model.field import Bye, Ref
from tablescribe.domain.tournament.model.plan import digest
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.pairing_input import pairing_input
from tablescribe.domain.tournament.scoring.standings import Standings, qualified, standings


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A changed line of the standings: rank and points before and after."""

    after: int
    ref: Ref
    rank_was: int
    rank: int
    points_were: Fraction
    points: Fraction


@dataclass(frozen=True, slots=True)
class TouchedPairing:
    """A pairing that was based on standings that have changed.

    Attributes:
        round: the round that was paired.
        event: the version of the event that paired it.
        tables: the tables with an entrant whose points (at a cut: place) before the round have changed.
        byes: the entrants with a bye to whom this applies.
        input_was, input: the digests of the engine's input then, and of what it would be now.
    """

    round: int
    event: int
    tables: tuple[int, ...]
    byes: tuple[Ref, ...]
    input_was: str
    input: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A changed cut: who advanced from a stage, and who would advance now."""

    stage: int
    was: tuple[Ref, ...]
    now: tuple[Ref, ...]

    @property
    def changes(self) -> bool:
        """Whether different entrants would advance, not only in another order."""
        return set(self.was) != set(self.now)


@dataclass(frozen=True, slots=True)
class Consequences:
    """The changes that a correction, a penalty or a decision causes."""

    standings: tuple[ChangedLine, ...]
    pairings: tuple[TouchedPairing, ...]
    cuts: tuple[Cut, ...]

    @property
    def none(self) -> bool:
        """Whether nothing changes, except for the order at a cut."""
        return not self.standings and not self.pairings and not any(cut.changes for cut in self.cuts)


def consequences(was: Tournament, now: Tournament) -> Consequences:
    """Return the differences between two states of a tournament, before and after some rulings."""
    first = min((_round(now, event) for event in now.events[was.version :] if type(event) is not Explained), default=1)
    before = {number: standings(was, after=number) for number in range(first, now.round + 1)}
    after = {number: standings(now, after=number) for number in range(first, now.round + 1)}
    changed = [one for number in after for one in _standing(before[number], after[number])]
    cuts = [
        Cut(stage, tuple(qualified(was, stage)), tuple(qualified(now, stage)))
        for stage in range(len(now.plan.stages) - 1)
        if now.round >= now.plan.rounds_of(stage)[-1] >= first
    ]
    return Consequences(
        tuple(changed), tuple(_pairings(was, now, before, after)), tuple(cut for cut in cuts if cut.was != cut.now)
    )


def _round(tournament: Tournament, event: TournamentEvent) -> int:
    """Return the first round in which an event can change anything."""
    if isinstance(event, Corrected):
        return tournament.reports[event.report].round
    if isinstance(event, Penalised):
        return event.round
    if isinstance(event, Decided):
        about = tournament.appeals[event.appeal].about
        return tournament.penalties[about].round if about in tournament.penalties else tournament.reports[about].round
    return 1


def _standing(before: Standings, after: Standings) -> Iterator[ChangedLine]:
    old = {line.ref: line for line in before.lines}
    for line in after.lines:
        was = old.get(line.ref)
        if was is not None and (was.rank, was.points, was.values) != (line.rank, line.points, line.values):
            yield ChangedLine(after.after, line.ref, was.rank, line.rank, was.points, line.points)


def _pairings(
    was: Tournament, now: Tournament, before: Mapping[int, Standings], after: Mapping[int, Standings]
) -> Iterator[TouchedPairing]:
    for seating in now.seatings:
        number, paired = seating.number, seating.paired
        if number - 1 not in after:
            continue
        asked = [ref for ref, kind in paired.byes if kind != Bye.PAIRING]
        stage = now.plan.stage_of(number)
        cut = stage > 0 and number == now.plan.first_round(stage)
        then, today = (digest(pairing_input(one, number, asked, paired.seed, anew=cut)) for one in (was, now))
        if then == today:
            continue
        if cut:
            old, new = ({*enumerate(qualified(one, stage - 1))} for one in (was, now))
            other = {ref for _, ref in old ^ new}  # other place, or only in one of the two
        else:
            points = [{line.ref: line.points for line in one[number - 1].lines} for one in (before, after)]
            other = {ref for ref in points[1] if points[0].get(ref) != points[1][ref]}
        tables = tuple(table for table, pod in enumerate(seating.pods, start=1) if other & set(pod))
        byes = tuple(sorted(ref for ref in seating.byes if ref in other))
        yield TouchedPairing(number, paired.originator_version, tables, byes, then, today)
