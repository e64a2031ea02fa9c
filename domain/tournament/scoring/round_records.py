"""Each entrant's rounds, classified as FIDE's tie-break rules require (Handbook C.07, 16.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from tablescribe.domain.tournament.model.field import Bye, Entrant, How, Ref, Result, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.scoring.points import bye_worth, worth


class Kind(StrEnum):
    """The kind of a round for an entrant."""

    GAME = "game"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    FULL_BYE = "full bye"  # from pairing, or requested with a full point
    REQUESTED = "requested bye"  # requested with fewer points, or not present at all


VOLUNTARY = (Kind.FORFEIT_LOSS, Kind.REQUESTED)
"""Kinds of rounds that an entrant did not play by choice or by their own fault (C.07, 16.1.2)."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round of an entrant.

    Attributes:
        points: the points for it.
        opponents: the other entrants of the table; if some were absent but a game was played, those who played.
        seat, place: the seat from 0 and the place from 1; both 0 if the entrant was not seated.
        won: whether the entrant won: first place, not shared by all.
        own, all: the entrant's points in the game itself, and those of all who played, if the game has points.
    """

    round: int
    kind: Kind
    points: Fraction
    opponents: tuple[Ref, ...] = ()
    seat: int = 0
    place: int = 0
    won: bool = False
    own: int | None = None
    all: tuple[int, ...] = ()


def record(stage: Stage, people: Sequence[Entrant], rounds: Sequence[Round]) -> dict[Ref, list[RoundRecord]]:
    """Return the rounds of all entrants and their opponents, in order, without tables that have no result yet.

    An entrant who had neither a seat nor a bye in a round (late entry, withdrawn) counts as having requested a
    zero-point bye.
    """
    refs = [one.ref for one in people]
    found: dict[Ref, list[RoundRecord]] = {ref: [] for ref in dict.fromkeys([*refs, *_met(rounds)])}
    for played in rounds:
        here: set[Ref] = set()
        for ref, bye in played.byes.items():
            here.add(ref)
            full = bye in (Bye.PAIRING, Bye.FULL)
            kind = Kind.FULL_BYE if full else Kind.REQUESTED
            found.setdefault(ref, []).append(RoundRecord(played.number, kind, bye_worth(stage, bye)))
        for pod, result in zip(played.pods, played.results or (None,) * len(played.pods), strict=True):
            here.update(pod.seats)
            if result is not None:
                for ref, outing in _table(stage, played.number, result):
                    found[ref].append(outing)
        for ref in found.keys() - here:
            found[ref].append(RoundRecord(played.number, Kind.REQUESTED, Fraction(0)))
    return found


def _met(rounds: Sequence[Round]) -> Iterable[Ref]:
    return (ref for played in rounds for pod in played.pods for ref in pod.seats)


def _table(stage: Stage, number: int, result: Result) -> Iterable[tuple[Ref, RoundRecord]]:
    seats = result.pod.seats
    there = [ref for ref in seats if ref not in result.absent] if result.how is How.FORFEIT else list(seats)
    all_points = tuple(p for p, ref in zip(result.points, seats, strict=False) if p is not None and ref in there)
    drawn = len(seats) > 1 and set(result.places) == {1} and not result.coalition
    for seat, (ref, (points, _)) in enumerate(worth(stage, result).items()):
        if ref not in there:
            others = tuple(other for other in seats if other != ref)
            yield ref, RoundRecord(number, Kind.FORFEIT_LOSS, points, others, seat)
        elif len(there) == 1 < len(seats):
            others = tuple(other for other in seats if other != ref)
            yield ref, RoundRecord(number, Kind.FORFEIT_WIN, points, others, seat)
        else:
            own = result.points[seat] if result.points else None
            yield ref, RoundRecord(
                number, Kind.GAME, points, tuple(other for other in there if other != ref), seat,
                result.places[seat], result.places[seat] == 1 and not drawn, own, all_points,
            )  # fmt: skip
