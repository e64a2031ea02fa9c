"""Accelerated first rounds of a Swiss: Baku acceleration, FIDE Handbook C.04.5.1.

For the first half of the rounds, the first half of the starting list has virtual points. The strongest entrants then do
not meet the weakest in the first rounds. Virtual points count for pairing only, never in standings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tablescribe.domain.tournament.model.field import Entrant, Ref
from tablescribe.domain.tournament.model.plan import Stage

BAKU = "baku"


def group_size(entrants: int) -> int:
    """Return the number of accelerated entrants: half of them, rounded up to an even number (2)."""
    return 2 * -(-entrants // 4)


def accelerated_rounds(rounds: int) -> tuple[int, int]:
    """Return the number of first rounds with 1 virtual point (a win), and of the next rounds with half (4)."""
    accelerated = (rounds + 1) // 2
    full = (accelerated + 1) // 2
    return full, accelerated - full


def virtual_points(stage: Stage, number: int) -> Fraction:
    """Return the virtual points of accelerated entrants in a round.

    Args:
        stage: the stage.
        number: the round, counted within the stage from 1.
    """
    if stage.acceleration != BAKU:
        return Fraction(0)
    full, half = accelerated_rounds(stage.rounds)
    win = Fraction(stage.scoring.win)
    return win if number <= full else win / 2 if number <= full + half else Fraction(0)


def accelerated_group(stage: Stage, people: Iterable[Entrant], first: int) -> frozenset[Ref]:
    """Return the entrants who are accelerated in a stage.

    The group is fixed in the first round. Late entrants are not in it (3), and nobody replaces withdrawn ones.

    Args:
        stage: the stage.
        people: all entrants of the stage.
        first: the number of its first round.
    """
    if stage.acceleration != BAKU:
        return frozenset()
    starting = sorted((one for one in people if one.plays_in(first)), key=lambda one: one.number)
    return frozenset(one.ref for one in starting[: group_size(len(starting))])


def virtual_table(stage: Stage, rounds: int) -> list[Fraction]:
    """Return the virtual points of an accelerated entrant for each round so far and the next one."""
    return [virtual_points(stage, number) for number in range(1, rounds + 2)]


def recorded_rows(numbers: Sequence[int], stage: Stage) -> list[str]:
    """Return the `XXA` lines of a report file: the virtual points of each accelerated number, round by round.

    TRF26 has records 250 for the same. A file must have only one of the two, because programs add them up.
    """
    full, half = accelerated_rounds(stage.rounds)
    values = [virtual_points(stage, number) for number in range(1, full + half + 1)]
    points = " ".join(f"{float(value):4.1f}" for value in values)
    return [f"XXA {number:>4} {points}" for number in sorted(numbers)]
