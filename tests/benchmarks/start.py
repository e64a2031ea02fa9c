"""`tablescribe --help` against an empty click program. `python -m tests.benchmarks.start`"""

from __future__ import annotations

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
        times: dict[str, list[float]] = {"an empty click program": [], "tablescribe": []}
        for _ in range(ROUNDS):
            times["an empty click program"].append(seconds(sys.executable, str(empty), "--help"))
            times["tablescribe"].append(seconds(sys.executable, "-m", "cli.main", "--help"))
    middle = {name: statistics.median(values) for name, values in times.items()}
    print("--help")
    for name, value in middle.items():
        print(f"  {name:<24} {value * 1000:6.0f} ms   {value / middle['an empty click program']:.2f} ×")


if __name__ == "__main__":
    main()
