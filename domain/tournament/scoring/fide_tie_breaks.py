"""FIDE's tie-breaks for tables of two (Handbook C.07), with its rules for unplayed rounds.

Two editions are supported. That of 2026 caps the score of the dummy opponent of an unplayed round (16.4); that of 2024
does not. Values are exact. Only the average of ratings is rounded (10.1: to the nearest integer, halves up).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from tablescribe.domain.tournament.model.field import Entrant, Ref
from tablescribe.domain.tournament.scoring.points import total
from tablescribe.domain.tournament.scoring.round_records import VOLUNTARY, Kind, RoundRecord

EDITION = 2026
ZERO = Fraction(0)


@dataclass(frozen=True)
class Count:
    """The input for the tie-breaks of a stage.

    Attributes:
        record: the rounds of each entrant.
        points: the current points of each entrant, including points on entry and penalties.
        rounds: the number of rounds so far.
        win, draw: the points for a win and a draw.
        forfeits_count: whether a forfeit counts as a game against the scheduled opponent, as in round robins (15.2).
    """

    record: Mapping[Ref, Sequence[RoundRecord]]
    points: Mapping[Ref, Fraction]
    people: Mapping[Ref, Entrant]
    rounds: int
    last: int
    win: Fraction
    draw: Fraction
    forfeits_count: bool = False
    edition: int = EDITION
    lots: Mapping[Ref, int] = field(default_factory=dict)

    def games(self, ref: Ref) -> list[RoundRecord]:
        """Return the rounds that count as games."""
        forfeits = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS) if self.forfeits_count else ()
        return [one for one in self.record[ref] if one.kind is Kind.GAME or one.kind in forfeits]

    def own(self, ref: Ref, *, fore: bool = False) -> Fraction:
        """Return an entrant's points; with `fore`, as if all games of the last round were drawn."""
        points = self.points[ref] if ref in self.points else total(one.points for one in self.record[ref])
        if not fore:
            return points
        last = [one for one in self.record[ref] if one.kind is Kind.GAME and one.round == self.last]
        return points + total(self.draw - one.points for one in last)

    def adjusted(self, ref: Ref, *, fore: bool = False) -> Fraction:
        """Return an entrant's points for opponents' tie-breaks: final requested byes count as draws (16.3)."""
        return (self._adjusted_fore if fore else self._adjusted)[ref]

    @cached_property
    def _adjusted(self) -> dict[Ref, Fraction]:
        return {ref: self.own(ref) + self._last_byes(ref) for ref in self.record}

    @cached_property
    def _adjusted_fore(self) -> dict[Ref, Fraction]:
        return {ref: self.own(ref, fore=True) + self._last_byes(ref) for ref in self.record}

    def _last_byes(self, ref: Ref) -> Fraction:
        """Return the points to add so that requested byes after an entrant's last appearance count as draws."""
        more, back = ZERO, False
        for one in reversed(self.record[ref]):
            back = back or one.kind in (Kind.GAME, Kind.FORFEIT_WIN, Kind.FULL_BYE)
            if one.kind is Kind.REQUESTED and not back:
                more += self.draw - one.points
        return more


class Element(NamedTuple):
    """One term of a sum: the opponent's score, its value, and whether the round was voluntarily unplayed."""

    score: Fraction
    value: Fraction
    voluntary: bool = False


def elements(count: Count, ref: Ref, *, weighed: bool = False, fore: bool = False) -> list[Element]:
    """Return the term of each round: the opponent's score (8.1), or that times the points against them (9.1)."""
    found, games = [], count.games(ref)
    for one in count.record[ref]:
        if one.kind is Kind.GAME or one in games:
            scores = [count.adjusted(other, fore=fore) for other in one.opponents]
            found += [Element(score, score * one.points if weighed else score) for score in scores]
        else:
            score = dummy(count, ref, one, fore=fore)
            found.append(Element(score, score * one.points if weighed else score, one.kind in VOLUNTARY))
    return found


def dummy(count: Count, ref: Ref, one: RoundRecord, *, fore: bool = False) -> Fraction:
    """Return the score of the dummy opponent of an unplayed round (16.4)."""
    own = count.own(ref, fore=fore)
    if count.edition < 2026:
        return own
    if one.opponents:
        return min(own, *(count.adjusted(other, fore=fore) for other in one.opponents))
    return min(own, count.draw * count.rounds)


def cut(found: list[Element], lowest: int, highest: int = 0) -> Fraction:
    """Return the sum without the lowest and highest terms; voluntary unplayed rounds are cut first (14, 16.5)."""
    rest = list(found)
    for _ in range(min(lowest, len(rest) - 1)):
        rest.remove(min(_voluntary(rest) or rest, key=lambda one: one.value))
    for _ in range(min(highest, len(rest) - 1)):
        rest.remove(max(rest, key=lambda one: one.value))
    return _sum(rest)


def cut_weighed(found: list[Element]) -> Fraction:
    """Return the sum without the lowest opponent, or the lowest voluntary unplayed round if more (14.1, 16.5)."""
    if len(found) < 2:
        return _sum(found)
    least = min(one.score for one in found)
    out = min((one for one in found if one.score == least), key=lambda one: one.value)
    gaps = _voluntary(found)
    gap = min(gaps, key=lambda one: one.value) if gaps else out
    return _sum(found) - max(out.value, gap.value)


def _voluntary(found: list[Element]) -> list[Element]:
    return [one for one in found if one.voluntary]


def _sum(found: Sequence[Element]) -> Fraction:
    return total(one.value for one in found)


def buchholz(count: Count, ref: Ref) -> Fraction:
    """Return the sum of the opponents' points (8.1)."""
    return _sum(elements(count, ref))


def buchholz_average(count: Count, ref: Ref) -> Fraction:
    """Return the average Buchholz of the opponents met over the board (8.2)."""
    met = [other for one in count.record[ref] if one.kind is Kind.GAME for other in one.opponents]
    return total(buchholz(count, other) for other in met) / len(met) if met else ZERO


def koya(count: Count, ref: Ref) -> Fraction:
    """Return the points against opponents with at least half of the maximum score (9.2)."""
    half = count.win * count.rounds / 2
    return total(one.points for one in count.games(ref) if all(count.own(other) >= half for other in one.opponents))


def ratings_average(count: Count, ref: Ref, lowest: int = 0) -> Fraction:
    """Return the average rating of the rated opponents met over the board, rounded (10.1); 0 if there are none."""
    met = [count.people.get(other) for one in count.record[ref] if one.kind is Kind.GAME for other in one.opponents]
    ratings = sorted(other.rating for other in met if other is not None and other.rating)[lowest:]
    return Fraction((2 * sum(ratings) + len(ratings)) // (2 * len(ratings))) if ratings else ZERO


def progressive(count: Count, ref: Ref, lowest: int = 0) -> Fraction:
    """Return the sum of the points after each round, without the first `lowest` rounds (7.5)."""
    begun, after, numbers = ZERO, [], sorted({one.round for all_ in count.record.values() for one in all_})
    by_round = {one.round: one.points for one in count.record[ref]}
    for number in numbers:
        begun += by_round.get(number, ZERO)
        after.append(begun)
    return total(after[lowest:])
