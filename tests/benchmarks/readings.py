"""What benchmarks have measured, handed on to the table and the history.

A benchmark prints what it finds, and `keep`s the figures that are rows of the table. Run by itself, nothing is kept.
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
"""The environment variable that names the file to which readings are added, one a line."""

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
        goal: the value to be reached, if there is one.
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
        """Whether it is as good as it should be; true where there is no goal."""
        if self.goal is None:
            return True
        return self.value >= self.goal if self.better == "more" else self.value <= self.goal

    @property
    def cost(self) -> float:
        """What one measures by: greater is worse. Other units than ratios are freed from the machine's speed."""
        value = self.value
        if self.unit.startswith("/"):  # so many a second
            value *= self.work
        elif self.unit in ("s", "ms", "µs"):
            value /= self.work
        return value if self.better == "less" else 1 / value


def keep(row: str, *values: float, unit: str = "×", better: Better = "more", goal: float | None = None) -> None:
    """Hand a row on, measured once or in several rounds."""
    if path := os.environ.get(WHERE):
        middle = statistics.median(values)
        reading = Reading(row, middle, min(values), max(values), unit, better, goal, work_of_the_machine())
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(reading), ensure_ascii=False) + "\n")


def note(text: str) -> None:
    """Print how far it is, over the line before where that is a terminal."""
    print(text, file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n", flush=True)


def read(data: dict[str, Any]) -> Reading:
    """Return a reading as it was kept."""
    return Reading(**data)


def work_of_the_machine() -> float:
    """Return the seconds of processor time that a fixed piece of Python takes here: the least of five."""
    took = []
    for _ in range(5):
        began, table = time.process_time(), dict[int, str]()
        for n in range(40_000):
            table[n % 997] = str(n + len(table))
        took.append(time.process_time() - began)
    return min(took)
