"""Earlier measurements on machines like this one: stored as JSON lines, compared, and drawn.

A file in `history/` has the runs on one kind of machine, oldest first. A run has its commit, the machine's load, and
every row. Only runs on the same kind of machine are compared.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any

from tests.benchmarks.readings import Reading, read

FOLDER = Path(__file__).parent / "history"
MORE = 0.10
"""A row is reported if it costs more than this share above the last run."""

WIDTH, ROW, LINE = 980, 26, 220
"""Pixels of the picture: its width, the height of a row, the width of a row's line."""


@dataclass(frozen=True)
class Machine:
    """The properties of a machine that affect a run."""

    system: str
    processor: str
    cores: int
    python: str

    @property
    def slug(self) -> str:
        """The name of its file."""
        words = f"{self.system} {self.processor} {self.cores} cores python {self.python}".lower()
        return "-".join("".join(one if one.isalnum() else " " for one in words).split())


@dataclass(frozen=True)
class Run:
    """One run of all or some benchmarks.

    Attributes:
        at: its day, as ISO.
        commit: the short hash, with `+` if there are uncommitted changes; empty without git.
        load: the machine's load before and after.
    """

    at: str
    commit: str
    load: tuple[float, float]
    machine: Machine
    rows: Mapping[str, Reading]

    def line(self) -> str:
        """Return the run as a line of a file."""
        rows = [asdict(one) for one in self.rows.values()]
        told = {"at": self.at, "commit": self.commit, "load": self.load, "machine": asdict(self.machine), "rows": rows}
        return json.dumps(told, ensure_ascii=False)


def run_of(line: str) -> Run:
    """Return a run from its line in a file."""
    told: dict[str, Any] = json.loads(line)
    rows = {one.row: one for one in map(read, told["rows"])}
    low, high = told["load"]
    return Run(told["at"], told["commit"], (low, high), Machine(**told["machine"]), rows)


def this_machine() -> Machine:
    """Return the properties of this machine."""
    processor = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = (
            line.partition(":")[2].strip() for line in info.read_text("utf-8").splitlines() if "model name" in line
        )
        processor = next(named, processor)
    return Machine(platform.system(), processor, os.cpu_count() or 1, ".".join(platform.python_version_tuple()[:2]))


def this_commit() -> str:
    """Return the commit being measured."""
    try:
        head = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], check=True, capture_output=True, text=True)
        changed = subprocess.run(["git", "status", "--porcelain"], check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return head.stdout.strip() + ("+" if changed.stdout.strip() else "")


def runs_on(machine: Machine, folder: Path = FOLDER) -> list[Run]:
    """Return the stored runs on machines of this kind, oldest first."""
    path = folder / f"{machine.slug}.jsonl"
    return [run_of(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def keep_run(run: Run, folder: Path = FOLDER) -> Path:
    """Add a run to its machine's file; return the file."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{run.machine.slug}.jsonl"
    with path.open("a", encoding="utf-8") as file:
        file.write(run.line() + "\n")
    return path


@dataclass(frozen=True)
class Dearer:
    """A row that costs more than before.

    Attributes:
        more: the increase as a share: 0.25 is a quarter.
        certain: whether all rounds are worse than all rounds of the last run.
    """

    before: Reading
    now: Reading
    commit: str
    more: float

    @property
    def certain(self) -> bool:
        """Whether the values of both runs do not overlap."""
        if self.now.better == "more":
            return self.now.high < self.before.low
        return self.now.low > self.before.high


def dearer(run: Run, before: Sequence[Run]) -> Iterator[Dearer]:
    """Yield the rows that cost over a tenth more than in the last run that has them."""
    for row, now in run.rows.items():
        last = next((one for one in reversed(before) if row in one.rows), None)
        if last is not None and (more := now.cost / last.rows[row].cost - 1) > MORE:
            yield Dearer(last.rows[row], now, last.commit, more)


# --- output -----------------------------------------------------------------------------------


def figure(value: float) -> str:
    """Return a value with three significant digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def told(reading: Reading) -> str:
    """Return a reading with its unit and its spread."""
    spread = "" if reading.low == reading.high else f" ({figure(reading.low)}–{figure(reading.high)})"
    return f"{figure(reading.value)} {reading.unit}{spread}"


def table(rows: Iterable[Reading]) -> str:
    """Return readings as a Markdown table."""
    lines = ["| what | measured | goal |", "|---|---|---|"]
    for one in rows:
        goal = ""
        if one.goal is not None:
            goal = f"{'≥' if one.better == 'more' else '≤'} {figure(one.goal)}"
            goal += "" if one.has_reached_its_goal else " (not reached)"
        lines.append(f"| {one.row} | {told(one)} | {goal} |")
    return "\n".join(lines)


def picture(runs: Sequence[Run]) -> str:
    """Return an SVG in which each row of the last run has a line of its cost in all runs; up is worse."""
    rows = list(runs[-1].rows.values())
    height = ROW * (len(rows) + 2)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"',
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="8" y="17" font-weight="bold">{escape(_title(runs))}</text>',
    ]
    for n, row in enumerate(rows, start=1):
        y = ROW * n + 17
        costs = [run.rows[row.row].cost for run in runs if row.row in run.rows]
        fill = "#222" if row.has_reached_its_goal else "#a30"
        parts.append(f'<text x="8" y="{y}" fill="{fill}">{escape(_short(row.row))}</text>')
        parts.append(
            f'<text x="{WIDTH - LINE - 20}" y="{y}" text-anchor="end" fill="{fill}">{escape(told(row))}</text>'
        )
        parts.append(_line(costs, WIDTH - LINE, ROW * n + 4))
    parts.append(
        f'<text x="8" y="{ROW * (len(rows) + 1) + 17}" fill="#666">up: costs more · red: goal not reached</text>'
    )
    return "\n".join([*parts, "</svg>\n"])


def _title(runs: Sequence[Run]) -> str:
    machine = runs[-1].machine
    return f"{len(runs)} runs, the last of {runs[-1].at} ({machine.processor}, {machine.cores} cores)"


def _short(row: str) -> str:
    return row if len(row) <= 84 else row[:83] + "…"


def _line(costs: Sequence[float], x: float, y: float) -> str:
    least, most = min(costs), max(costs)
    step, reach = (LINE - 20) / max(1, len(costs) - 1), ROW - 10
    scale = reach / (most - least) if most > least else 0
    points = " ".join(f"{x + n * step:.1f},{y + reach - (cost - least) * scale:.1f}" for n, cost in enumerate(costs))
    if len(costs) == 1:
        return f'<circle cx="{x}" cy="{y + reach / 2}" r="2" fill="#36c"/>'
    return f'<polyline points="{points}" fill="none" stroke="#36c" stroke-width="1.5"/>'
