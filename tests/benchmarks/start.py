"""`tablescribe --help` against an empty click program, and `show` and `matches` against that.

`python -m tests.benchmarks.start`
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 15
EMPTY = "import click\n@click.command()\ndef main():\n    'Nothing.'\nmain()\n"


def seconds(*command: str) -> float:
    """Return how long a command takes."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    """Measure and print the ratio."""
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.py"
        empty.write_text(EMPTY)
        program = (sys.executable, "-m", "cli.main", "--ledger", f"{folder}/ledger.db")
        opened = subprocess.run(
            [*program, "new", "ultime", "Ada", "Ben", "Cleo", "--outcome", "1", "--json"],
            check=True,
            capture_output=True,
        )
        match = json.loads(opened.stdout)["id"]
        commands = {
            "an empty click program": (sys.executable, str(empty), "--help"),
            "tablescribe --help": (*program, "--help"),
            "tablescribe show": (*program, "show", match),
            "tablescribe matches": (*program, "matches"),
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                times[name].append(seconds(*command))
    middle = {name: statistics.median(values) for name, values in times.items()}
    for name, value in middle.items():
        ratios = [value / middle[other] for other in ("an empty click program", "tablescribe --help")]
        print(f"  {name:<24} {value * 1000:6.0f} ms   {ratios[0]:5.2f} ×   {ratios[1]:5.2f} × of --help")


if __name__ == "__main__":
    main()
