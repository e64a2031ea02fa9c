"""A lower bound of the mistakes in two logs, as an edit distance that ignores the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

NEVER = 10**9
"""An unreachable cost."""

SPREAD = 40
"""How many entries one log may be ahead of the other, in addition to the difference of their lengths."""

LONGEST = 10
"""Maximum length of a stretch in a different order, in entries."""


def reordered(first: Sequence[int], second: Sequence[int], i: int, j: int) -> int:
    """Return the length of the shortest stretch from (i, j) with the same entries in both logs; 0 if there is none."""
    balance: Counter[int] = Counter()
    for k in range(min(LONGEST, len(first) - i, len(second) - j)):
        for one, sign in ((first[i + k], 1), (second[j + k], -1)):
            balance[one] += sign
            if not balance[one]:
                del balance[one]
        if not balance:
            return k + 1
    return 0


class Estimate:
    """The least number of mistakes from any place in two logs to their ends: an edit distance.

    A missing entry, an extra entry, and a different entry of the same seat are one mistake each. A log that stops early
    is one mistake, however much is missing. A different order may be none.
    """

    def __init__(
        self, first: Sequence[int], second: Sequence[int], seats: Sequence[int], others: Sequence[int]
    ) -> None:
        """Compute the distances for all places at once.

        Args:
            first, second: the logs, with equal entries as equal numbers.
            seats, others: the seat of each entry of the first and of the second log.
        """
        self._first, self._second = first, second
        self._seats, self._others = seats, others
        self._wide = SPREAD + abs(len(first) - len(second))
        rows = [self._last(len(first))]
        for i in range(len(first) - 1, -1, -1):
            rows.append(self._row(i, rows))
        self._rows = rows[::-1]

    def _last(self, i: int) -> dict[int, int]:
        n = len(self._second)
        return {j: int(j < n) for j in range(max(0, i - self._wide), n + 1)}

    def _row(self, i: int, below: list[dict[int, int]]) -> dict[int, int]:
        n, row = len(self._second), dict[int, int]()
        for j in range(min(n, i + self._wide), max(-1, i - self._wide - 1), -1):
            if j == n:
                row[j] = 1
                continue
            down, right = below[-1].get(j, NEVER), row.get(j + 1, NEVER)
            across, least = below[-1].get(j + 1, NEVER), min(down, right) + 1
            if self._first[i] == self._second[j]:
                row[j] = min(across, least)
            else:
                row[j] = min(across + 1 + (self._seats[i] != self._others[j]), least)
                if k := reordered(self._first, self._second, i, j):
                    row[j] = min(row[j], below[-k].get(j + k, NEVER))
        return row

    def __call__(self, i: int, j: int) -> int:
        """Return the least number of mistakes from entry `i` of the first and `j` of the second log to the ends."""
        return self._rows[i].get(j, NEVER)
