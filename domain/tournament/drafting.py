"""A draft of the next round: the engine's pairing, which officials may change by hand before they publish it.

A draft is not an event. Publishing records the engine's pairing, and changes by hand as an adjustment with its reason,
so that anyone can check both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.acceleration import virtual_points
from tablescribe.domain.tournament.model.field import Bye, Pairing, Ref
from tablescribe.domain.tournament.model.plan import digest
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.pairing.colours import STRONG, preference
from tablescribe.domain.tournament.pairing_input import given, pairing_input
from tablescribe.domain.tournament.scoring.round_records import Kind, RoundRecord, record
from tablescribe.domain.words.text import say

Pods = tuple[tuple[Ref, ...], ...]


@dataclass(frozen=True)
class Draft:
    """An unpublished pairing of the next round.

    Attributes:
        number: the number of the round.
        made: the output of the engine.
        asked: requested byes; the engine was not given these entrants.
        input: the digest of the engine's input. A draft can be published only while this is unchanged.
        pods, byes: the seating and the byes, with changes by hand.
    """

    number: int
    made: Pairing
    asked: dict[Ref, Bye]
    input: str
    pods: Pods
    byes: dict[Ref, Bye]

    @property
    def is_changed(self) -> bool:
        """Whether anything was changed by hand."""
        return (self.pods, self.byes) != (self._made_pods, self._made_byes)

    @property
    def _made_pods(self) -> Pods:
        return tuple(pod.seats for pod in self.made.pods)

    @property
    def _made_byes(self) -> dict[Ref, Bye]:
        return {**self.made.byes, **self.asked}

    @property
    def changed(self) -> frozenset[int]:
        """The tables (from 1) that were changed by hand."""
        pairs = zip(self.pods, self._made_pods, strict=True)
        return frozenset(table for table, (now, was) in enumerate(pairs, start=1) if now != was)

    def swapped(self, one: Ref, other: Ref) -> Draft:
        """Return the draft with two entrants swapped, each taking the other's seat or bye.

        Raises:
            Refused: they are the same entrant, or one of them is not in the round.
        """
        here = {*self.byes, *(ref for pod in self.pods for ref in pod)}
        if one == other or not {one, other} <= here:
            raise Refused(say("choose two different people from this round"))
        to = {one: other, other: one}
        pods = tuple(tuple(to.get(ref, ref) for ref in pod) for pod in self.pods)
        return replace(self, pods=pods, byes={to.get(ref, ref): kind for ref, kind in self.byes.items()})

    def as_made(self) -> Draft:
        """Return the draft without changes by hand."""
        return replace(self, pods=self._made_pods, byes=self._made_byes)


def drafted(tournament: Tournament, number: int, made: Pairing, asked: dict[Ref, Bye]) -> Draft:
    """Return the output of an engine for the next round as a draft."""
    told = digest(pairing_input(tournament, number, asked, made.seed))
    return Draft(number, made, asked, told, (), {}).as_made()


def must_still_fit(tournament: Tournament, draft: Draft) -> None:
    """Refuse a draft that is out of date.

    Raises:
        Refused: the round is paired, or entrants, byes or results have changed since the engine ran.
    """
    if draft.number != tournament.round + 1:
        raise Refused(say("round {round} is already published", round=draft.number))
    if digest(pairing_input(tournament, draft.number, draft.asked, draft.made.seed)) != draft.input:
        raise Refused(
            say("Entrants or results have changed since the draft of round {round} was made. Make a new draft.",
                round=draft.number)
        )  # fmt: skip


class Breach(StrEnum):
    """A pairing rule that a change by hand breaks."""

    APART = "apart"  # entrants who may not meet
    AGAIN = "again"  # entrants who have met before
    BYE = "bye"  # a second bye
    COLOUR = "colour"  # a seat against a strong preference (FIDE C.04.3, 1.7)
    SCORE = "score"  # entrants of different score groups


@dataclass(frozen=True)
class Broken:
    """A pairing rule that a draft breaks at one table.

    Attributes:
        table: the table, from 1; 0 for a bye.
        refs: the entrants concerned.
        seat: for a colour, the seat (from 1) that the entrant should have.
        points: for score groups, the entrants' points, including virtual points.
    """

    breach: Breach
    table: int
    refs: tuple[Ref, ...]
    seat: int = 0
    points: tuple[Fraction, ...] = ()


def broken(tournament: Tournament, draft: Draft) -> list[Broken]:
    """Return the pairing rules that tables and byes changed by hand break, the worst first."""
    stage, people, rounds = given(tournament, draft.number)
    rows = record(stage, people, rounds)
    entry = {one.ref: one.points_on_entry for one in people}
    points = {ref: sum((one.points for one in row), entry.get(ref, Fraction(0))) for ref, row in rows.items()}
    more = virtual_points(stage, len(rounds) + 1)
    points |= {one.ref: points[one.ref] + more for one in people if one.accelerated}
    found: list[Broken] = []
    kept = {(ref, seat) for pod in draft.made.pods for seat, ref in enumerate(pod.seats)}
    for table in sorted(draft.changed):
        pod = draft.pods[table - 1]
        found += _of_people(tournament, table, pod, rows)
        if len(pod) == 2:
            found += (one for one in _of_colours(table, pod, rows) if (one.refs[0], 2 - one.seat) not in kept)
        if len({points[ref] for ref in pod}) > 1:
            found.append(Broken(Breach.SCORE, table, pod, points=tuple(points[ref] for ref in pod)))
    for ref, kind in draft.byes.items():
        had = any(one.kind in (Kind.FULL_BYE, Kind.FORFEIT_WIN) for one in rows[ref])
        if ref not in draft.made.byes and kind == Bye.PAIRING and had:
            found.append(Broken(Breach.BYE, 0, (ref,)))
    order = list(Breach)
    return sorted(found, key=lambda one: (order.index(one.breach), one.table))


def _of_people(
    tournament: Tournament, table: int, pod: Sequence[Ref], rows: dict[Ref, list[RoundRecord]]
) -> Iterator[Broken]:
    for one, other in combinations(pod, 2):
        kept = (tournament.entrants[one].may_not_meet, tournament.entrants[other].may_not_meet)
        if other in kept[0] or one in kept[1]:
            yield Broken(Breach.APART, table, (one, other))
        if any(row.kind is Kind.GAME and other in row.opponents for row in rows[one]):
            yield Broken(Breach.AGAIN, table, (one, other))


def _of_colours(table: int, pod: Sequence[Ref], rows: dict[Ref, list[RoundRecord]]) -> Iterator[Broken]:
    for seat, ref in enumerate(pod):
        wanted, strength = preference([one.seat for one in rows[ref] if one.kind is Kind.GAME])
        if wanted is not None and wanted != seat and strength >= STRONG:
            yield Broken(Breach.COLOUR, table, (ref,), seat=wanted + 1)
