"""Pairing history: points, previous opponents, byes, seats; and lots drawn from a seed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tablescribe.domain.tournament.model.field import Bye, Entrant, How, Ref, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.scoring.round_records import record


@dataclass(frozen=True)
class History:
    """The history of the rounds so far, for pairing.

    Attributes:
        met: how often each pair (sorted by reference) has played at one table.
        byes: the entrants who cannot get a pairing bye, as they had a pairing or full-point bye, or won by forfeit.
        seats: how often each entrant had each seat, by (reference, seat from 0).
    """

    points: dict[Ref, Fraction]
    met: Counter[tuple[Ref, Ref]]
    byes: frozenset[Ref]
    seats: Counter[tuple[Ref, int]]


def history(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> History:
    """Return the history of rounds; a table without a result yet counts as played."""
    rows = record(stage, entrants, rounds)
    entry = {one.ref: one.points_on_entry for one in entrants}
    points = {ref: sum((one.points for one in row), entry.get(ref, Fraction(0))) for ref, row in rows.items()}
    met: Counter[tuple[Ref, Ref]] = Counter()
    seats: Counter[tuple[Ref, int]] = Counter()
    byes = {ref for played in rounds for ref, bye in played.byes.items() if bye in (Bye.PAIRING, Bye.FULL)}
    for played in rounds:
        for pod, result in zip(played.pods, played.results or (None,) * len(played.pods), strict=True):
            away = result.absent if result is not None and result.how is How.FORFEIT else frozenset()
            here = [ref for ref in pod.seats if ref not in away]
            met.update(combinations(sorted(here), 2))
            seats.update((ref, seat) for seat, ref in enumerate(pod.seats) if ref in here and len(here) > 1)
            if len(here) == 1 < len(pod.seats):
                byes.add(here[0])
    return History(points, met, frozenset(byes), seats)


def lot(seed: int, *what: object) -> int:
    """Return a pseudo-random number derived from a seed and any values: equal input gives an equal number."""
    text = ":".join(map(str, (seed, *what)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def package_version(name: str) -> str:
    """Return the version of an installed package, for the record."""
    from importlib.metadata import version

    return version(name)
