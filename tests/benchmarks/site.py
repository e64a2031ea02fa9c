"""A club's static site of many matches: the first run, and the next one after a new match.

`python -m tests.benchmarks.site [MATCHES ...]`, by default 10,000 matches of two people in four languages, with proofs.
The second run is the whole command in a separate process. Prints each figure with its limit.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.benchmarks.lists import fill

LIMIT = 5.0
"""Maximum seconds of a run after one new match."""


def run(folder: Path) -> tuple[float, float]:
    """Update the site; return elapsed seconds and processor seconds."""
    command = [sys.executable, "-m", "tablescribe.cli", "site", str(folder / "site"), "--names", "--json"]
    settings = {
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "TABLESCRIBE_LEDGER": str(folder / "ledger.db"),
        "TABLESCRIBE_KEYS": str(folder / "keys"),
    }
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(" ", " ".join(done.stdout.split()))
    return time.perf_counter() - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure ledgers of the requested sizes."""
    for size in map(int, sys.argv[1:] or ["10000"]):
        with tempfile.TemporaryDirectory() as made:
            folder = Path(made)
            ledger = open_ledger(folder / "ledger.db")
            fill(ledger, size)
            first = run(folder)
            same = run(folder)
            scribe = Scribe(ledger)
            match = scribe.new("freeform", ["Person 1", "Person 2"]).id
            scribe.play(match, 1, {"do": "score", "to": 1, "points": 3})
            scribe.close(match, abandoned=True)
            ledger.close()
            second = run(folder)
            files = sum(len(names) for _, _, names in os.walk(folder / "site"))
            weight = sum(one.stat().st_size for one in (folder / "site").rglob("*") if one.is_file())
        print(f"{size:,} matches: {files:,} files, {weight / 1e6:.0f} MB")
        print(f"  first run       {first[0]:8.1f} s ({first[1]:.1f} s of the processor)")
        print(f"  nothing new     {same[0]:8.1f} s ({same[1]:.1f} s of the processor)")
        print(f"  one new match   {second[0]:8.1f} s ({second[1]:.1f} s of the processor), at most {LIMIT} s")


if __name__ == "__main__":
    main()
