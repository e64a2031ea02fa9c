"""Sizes of pods for a number of entrants."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache


def sizes_for(people: int, allowed: Sequence[int]) -> list[int]:
    """Return the sizes of the pods: as few entrants as possible are left over, then earlier sizes are preferred.

    Preferred sizes come first in the result, for the top of the field.
    """
    sizes = tuple(allowed)

    @cache
    def best(left: int) -> tuple[int, ...] | None:
        """Return the number of pods of each size that seat exactly `left`, with the fewest of the least preferred."""
        if left == 0:
            return (0,) * len(sizes)
        found = []
        for index, size in enumerate(sizes):
            rest = best(left - size) if size <= left else None
            if rest is not None:
                found.append(tuple(count + (at == index) for at, count in enumerate(rest)))
        return min(found, key=lambda counts: (*reversed(counts[1:]), counts[0])) if found else None

    for number in range(people + 1):
        best(number)  # bottom-up, to limit the recursion depth
    counts = next(counts for seated in range(people, -1, -1) if (counts := best(seated)) is not None)
    return [size for size, count in zip(sizes, counts, strict=True) for _ in range(count)]
