"""A whole season, exported and audited on this machine's cores, with its memory over time.

python -m tests.tools.season FOLDER --matches 1000000 --ledgers 40 --processes 2 --small
python -m tests.benchmarks.season_scale FOLDER [--processes 2] [--copies 20]

Each ledger is exported by one process, several at a time. Prints matches a second of the export and the audit, the
memory of the largest export, and the audit's memory in each tenth of the matches: of the first process, which
has client and scheduler, of the largest worker, and in total. After an interruption, no ledger is exported again, but
the audit restarts. Fails if the last tenth takes over a tenth more memory than the second one, when all workers
are warm.

`--copies` audits this many copies of each archive instead (`tests.tools.season_copies`). A season of a
million is made from 50,000 matches in a fraction of the time.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psutil

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.season.archive import MATCHES, write
from tablescribe.replays.season.distributed import Summary, audit_season
from tests.benchmarks.processes import MIB, family, memory_of
from tests.benchmarks.readings import keep, note
from tests.tools.season_copies import copied

EVERY = 2.0
"""Seconds between measurements of the memory."""

GROWTH = 1.1
"""Maximum memory in the last tenth, relative to the second."""


@dataclass(frozen=True, order=True)
class Look:
    """Memory at one moment: of all processes, of the one with client and scheduler, and of the largest other one."""

    all: float = 0.0
    client: float = 0.0
    worker: float = 0.0


class Memory(threading.Thread):
    """Measures the memory of this process and its descendants, with the number of finished matches."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.done, self.of = 0, 1
        self.looks: list[tuple[float, Look]] = []
        self._ends = threading.Event()

    def run(self) -> None:
        """Measure until told to stop."""
        while not self._ends.wait(EVERY):
            client, *workers = (memory_of([one]) / MIB for one in family())
            look = Look(client + sum(workers), client, max(workers, default=0.0))
            self.looks.append((self.done / self.of, look))
            note(f"{self.done:,} of {self.of:,} matches, {look.all:,.0f} MiB")

    def progress(self, done: int, of: int) -> None:
        """Record the number of finished matches."""
        self.done, self.of = done, of

    def end(self) -> None:
        """Stop measuring."""
        self._ends.set()
        self.join()

    def tenths(self) -> list[Look]:
        """Return the measurement with the most memory in each tenth of the matches, in MiB; zeros if there is none."""
        return [
            max((look for share, look in self.looks if tenth <= share * 10 < tenth + 1), default=Look())
            for tenth in range(10)
        ]


def exported(folder: Path, processes: int) -> Path:
    """Write the archive of each ledger that has none yet, several at a time; return the season."""
    season, matches, seconds, memory = folder / "season", 0, 0.0, 0
    with ProcessPoolExecutor(processes) as pool:
        for about, took, most in pool.map(partial(_exported, season), sorted(folder.glob("club-*.db"))):
            matches, seconds, memory = matches + about, seconds + took, max(memory, most)
            if about:
                note(f"{matches:,} matches exported, {about / took:,.0f} a second of one core, {most / MIB:,.0f} MiB")
    if matches:
        print(f"{matches:,} matches exported: {matches / seconds:,.0f} a second of one core; "
              f"the largest process took {memory / MIB:,.0f} MiB")  # fmt: skip
    return season


def _exported(season: Path, path: Path) -> tuple[int, float, int]:
    """Write the archive of a ledger that has none yet; return its matches, the elapsed seconds, and the memory."""
    ledger = open_ledger(path)
    try:
        if (season / MATCHES / f"{ledger.ledger_id}.parquet").exists():
            return 0, 0.0, 0
        notary, began = Notary(Scribe(ledger), KeyStore(path.parent / "keys")), time.process_time()
        found = write(ledger, season, notary.checkpoint(), str(notary.ledger_signer().key))
        return found.about.matches, time.process_time() - began, memory_of([psutil.Process()])
    finally:
        ledger.close()


def decided(season: Path, processes: int) -> tuple[Summary, Memory]:
    """Audit the season, and print speed and memory."""
    memory, began = Memory(), time.monotonic()
    memory.start()
    summary = audit_season(season, processes, again=True, progress=memory.progress)
    took = time.monotonic() - began
    memory.end()
    print(f"{summary.matches:,} matches: {summary.sound:,} sound, {summary.suspect:,} suspect; the machine's load is "
          f"{os.getloadavg()[0]:.1f} of {os.cpu_count()}")  # fmt: skip
    print(f"  {took:,.0f} s with {processes} processes: {summary.matches / took:,.0f} matches a second")
    print("  MiB in each tenth    " + "".join(f"{tenth:>6}" for tenth in range(1, 11)))
    for name, part in (("all processes", "all"), ("client, scheduler", "client"), ("largest worker", "worker")):
        print(f"    {name:19}" + "".join(f"{getattr(one, part):6,.0f}" for one in memory.tenths()))
    return summary, memory


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.season_scale")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--copies", type=int, default=0, help="decide so many copies of each archive in its place")
    args = parser.parse_args()
    season = exported(args.folder, args.processes)
    if args.copies:
        copies = args.folder / "copies"
        copied(season, copies, args.copies, args.processes)
        season = copies
    summary, memory = decided(season, args.processes)
    tenths = [one.all for one in memory.tenths()]
    growth = tenths[-1] / tenths[1] if tenths[1] else 0.0
    keep(f"memory of {summary.matches:,} matches decided again, last tenth against the second", growth, better="less")
    assert not summary.suspect, "a match that was made honestly is suspect"
    assert growth <= GROWTH, f"memory grows: {growth:.2f} ×"


if __name__ == "__main__":
    main()
