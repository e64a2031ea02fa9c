"""The audit of a season by 1 and 2 processes: matches a second, the overhead of sharing, and a forecast to ten million.

`python -m tests.benchmarks.season [FOLDER] [--matches N] [--rounds N]`: for an existing season (`tests.tools.season`
makes ledgers, `season export` its archives), or a small one made for it.

The overhead is measured twice. In elapsed time: the time of one process divided by twice that of two, in alternating
rounds, which is only meaningful on an idle machine. In processor time: the total for the same groups with one process
divided by that with two, which hardly depends on the machine's load. Starting and stopping the cluster is excluded from
both, and printed separately.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.season import archive as archiving
from tablescribe.replays.season import distributed
from tablescribe.replays.season.archive import MATCHES, archives, write
from tablescribe.replays.season.deciding import rules_now
from tablescribe.replays.season.places import size_of
from tablescribe.replays.season.queries import QUESTIONS, ask
from tests.benchmarks.processes import family, seconds_of
from tests.benchmarks.readings import keep
from tests.tools.season import fill, path_of

MANY = 10_000_000


@dataclass(frozen=True)
class Reading:
    """One run: elapsed and processor seconds from the first group to the last, and to start and stop."""

    clock: float
    processor: float
    around: float


def made(folder: Path, matches: int) -> Path:
    """Make two ledgers and their archives; return the season."""
    archiving.GROUP = 16  # so that a small season has enough groups to share
    season = folder / "season"
    for ledger in range(2):
        list(fill(folder, ledger, 2, matches))
        opened = open_ledger(path_of(folder, ledger))
        notary = Notary(Scribe(opened), KeyStore(folder / "keys"))
        began = time.process_time()
        found = write(opened, season, notary.checkpoint(), str(notary.ledger_signer().key))
        took, size = time.process_time() - began, size_of(found.path)
        rate, each = found.about.matches / took, size / found.about.matches / 1024
        smaller = path_of(folder, ledger).stat().st_size / size
        print(f"exported {rate:,.0f} matches a second of the processor, {each:.1f} KiB each (1:{smaller:.0f})")
        opened.close()
    return season


def spent() -> float:
    """Return the processor seconds of this process and its descendants."""
    return seconds_of(family())


def run(season: Path, processes: int) -> Reading:
    """Audit a season with this many processes, after a warm-up."""
    shutil.rmtree(season / distributed.VERDICTS, ignore_errors=True)
    (season / distributed.VERDICTS).mkdir()
    tasks = [task for _, task in distributed._parts(season, archives(season), rules_now(), ())]
    began = time.perf_counter()
    with distributed._client(processes, "") as client:
        client.run(distributed._rules)  # every worker loads the games and rules before the timing starts
        client.run(distributed.decide_group, tasks[0])
        first, before = time.perf_counter(), spent()
        for _ in distributed._decided(client, tasks):
            pass
        last, after = time.perf_counter(), spent()
    return Reading(last - first, after - before, time.perf_counter() - began - (last - first))


def middle(values: list[float]) -> str:
    """Return the median of some values, with the least and the greatest."""
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="a season that is there")
    parser.add_argument("--matches", type=int, default=300, help="of the one that is made otherwise")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        season = Path(scratch) / "copy"
        if args.folder is None:
            season = made(Path(scratch), args.matches)
        else:
            shutil.copytree(args.folder / MATCHES, season / MATCHES)
        matches = sum(one.about.matches for one in archives(season))
        counts = (row["moves"] for one in archives(season) for g in range(one.groups) for row in one.rows(g, ["moves"]))
        load = f"the machine's load is {os.getloadavg()[0]:.1f} of {os.cpu_count()}"
        print(f"{matches:,} matches of all games, {sum(counts):,} moves; {load}")
        readings = [(run(season, 1), run(season, 2)) for _ in range(args.rounds)]
        for processes, some in zip((1, 2), zip(*readings, strict=True), strict=True):
            clock = statistics.median(one.clock for one in some)
            processor = statistics.median(one.processor for one in some)
            around = statistics.median(one.around for one in some)
            print(
                f"  {processes} process{'es' * (processes > 1):<2}  {matches / clock:7.0f} a second by the clock, "
                f"{matches / processor:7.0f} a second of one core; start and stop {around:.1f} s"
            )
        keep(
            "matches of a season decided again a second: by two processes, against one, by the clock",
            *(one.clock / two.clock for one, two in readings),
            goal=1.7,
        )
        print(f"  efficiency of two, by the clock      {middle([one.clock / two.clock / 2 for one, two in readings])}")
        print(
            f"  efficiency of two, by the processor  {middle([one.processor / two.processor for one, two in readings])}"
        )
        core = matches / statistics.median(two.processor for _, two in readings)
        for cores in (2, 32, 256):
            print(f"  on paper: {MANY:,} such matches on {cores:3} cores  {MANY / core / cores / 3600:6.2f} h")
        began = time.perf_counter()
        for question in QUESTIONS.values():
            ask(season, question.sql)
        print(f"  all {len(QUESTIONS)} named questions: {time.perf_counter() - began:.2f} s")


if __name__ == "__main__":
    main()
