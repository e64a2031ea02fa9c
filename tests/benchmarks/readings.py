"""Measurements of benchmarks, for the table and the history.

A benchmark prints its results, and calls `keep` for the rows of the table. If it runs alone, nothing is stored.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

WHERE = "TABLESCRIBE_READINGS"
"""The environment variable for the file to which readings are appended, one per line."""

Better = Literal["more", "less"]


@dataclass(frozen=True)
class Reading:
    """A row of the table.

    Attributes:
        row: what was measured, and against what.
        value: the median of the values.
        low: the least of them.
        high: the greatest.
        unit: `×` for a ratio; others depend on the machine.
        better: whether a greater value is better, or a smaller one.
        goal: the value to reach, if there is one.
        work: seconds that this machine took for a fixed piece of work at that time.
    """

    row: str
    value: float
    low: float
    high: float
    unit: str
    better: Better
    goal: float | None
    work: float

    @property
    def has_reached_its_goal(self) -> bool:
        """Whether the goal is reached; true without a goal."""
        if self.goal is None:
            return True
        return self.value >= self.goal if self.better == "more" else self.value <= self.goal

    @property
    def cost(self) -> float:
        """The value for comparison: greater is worse. Units other than ratios are adjusted for the machine's speed."""
        value = self.value
        if self.unit.startswith("/"):  # a rate
            value *= self.work
        elif self.unit in ("s", "ms", "µs"):
            value /= self.work
        return value if self.better == "less" else 1 / value


def keep(row: str, *values: float, unit: str = "×", better: Better = "more", goal: float | None = None) -> None:
    """Store a row, measured once or in several rounds."""
    if path := os.environ.get(WHERE):
        middle = statistics.median(values)
        reading = Reading(row, middle, min(values), max(values), unit, better, goal, work_of_the_machine())
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(reading), ensure_ascii=False) + "\n")


def note(text: str) -> None:
    """Print the progress; on a terminal, over the previous line."""
    print(text, file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n", flush=True)


def read(data: dict[str, Any]) -> Reading:
    """Return a stored reading."""
    return Reading(**data)


def work_of_the_machine() -> float:
    """Return the processor seconds of a fixed piece of Python here: the least of five runs."""
    took = []
    for _ in range(5):
        began, table = time.process_time(), dict[int, str]()
        for n in range(40_000):
            table[n % 997] = str(n + len(table))
        took.append(time.process_time() - began)
    return min(took)
