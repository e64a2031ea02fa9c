"""What a correction changes: standings, pairings of later rounds that were made on the old one, and the cut."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from domain.tournament.field import Bye, Ref
from domain.tournament.inputs import pairing_input
from domain.tournament.plan import digest
from domain.tournament.standings import qualified, standings
from domain.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Changed:
    """A line of a standing that reads otherwise: rank and points before and after."""

    after: int
    ref: Ref
    rank_was: int
    rank: int
    points_were: Fraction
    points: Fraction


@dataclass(frozen=True, slots=True)
class Touched:
    """A pairing that was made on the old standing.

    Attributes:
        round: the round that was paired.
        event: the version of the event that paired it.
        tables: tables at which somebody sits whose points before the round read otherwise now.
        input_was, input: the digests of what the engine was given then, and would be given now.
    """

    round: int
    event: int
    tables: tuple[int, ...]
    byes: tuple[Ref, ...]
    input_was: str
    input: str


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut: who went on from a stage, and who would."""

    stage: int
    was: tuple[Ref, ...]
    now: tuple[Ref, ...]

    @property
    def changes(self) -> bool:
        """Whether others would go on."""
        return set(self.was) != set(self.now)


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a correction, a penalty or a decision changes."""

    standings: tuple[Changed, ...]
    pairings: tuple[Touched, ...]
    cuts: tuple[Cut, ...]

    @property
    def none(self) -> bool:
        """Whether nothing changes."""
        return not self.standings and not self.pairings and not any(cut.changes for cut in self.cuts)


def consequences(was: Tournament, now: Tournament) -> Consequences:
    """Return what reads otherwise in a tournament than before: the same tournament, some rulings later."""
    changed = [one for number in range(1, now.round + 1) for one in _standing(was, now, number)]
    cuts = [
        Cut(stage, tuple(qualified(was, stage)), tuple(qualified(now, stage)))
        for stage in range(len(now.plan.stages) - 1)
        if now.round >= now.plan.rounds_of(stage)[-1]
    ]
    return Consequences(tuple(changed), tuple(_pairings(was, now)), tuple(cut for cut in cuts if cut.was != cut.now))


def _standing(was: Tournament, now: Tournament, number: int) -> Iterator[Changed]:
    before = {line.ref: line for line in standings(was, after=number).lines}
    for line in standings(now, after=number).lines:
        old = before.get(line.ref)
        if old is not None and (old.rank, old.points, old.values) != (line.rank, line.points, line.values):
            yield Changed(number, line.ref, old.rank, line.rank, old.points, line.points)


def _pairings(was: Tournament, now: Tournament) -> Iterator[Touched]:
    for seating in now.seatings[1:]:
        number, paired = seating.number, seating.paired
        asked = [ref for ref, kind in paired.byes if kind != Bye.PAIRING]
        stage = now.plan.stage_of(number)
        cut = stage > 0 and number == now.plan.first_round(stage)
        then, today = (digest(pairing_input(one, number, asked, paired.seed, anew=cut)) for one in (was, now))
        if then == today:
            continue
        old, new = (_points(one, number - 1, stage) for one in (was, now))
        other = {ref for ref in {*old, *new} if old.get(ref) != new.get(ref)}
        tables = tuple(table for table, pod in enumerate(seating.pods, start=1) if other & set(pod))
        byes = tuple(sorted(ref for ref in seating.byes if ref in other))
        yield Touched(number, paired.originator_version, tables, byes, then, today)


def _points(tournament: Tournament, after: int, stage: int) -> Mapping[Ref, Fraction | int]:
    """Return with what somebody is paired after a round: points; for the first round after a cut, the place."""
    if stage and after < tournament.plan.first_round(stage):
        return {ref: place for place, ref in enumerate(qualified(tournament, stage - 1), start=1)}
    return {line.ref: line.points for line in standings(tournament, after=after, stage=stage).lines}
