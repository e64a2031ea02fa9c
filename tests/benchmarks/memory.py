"""The memory of a match in the service: `python -m tests.benchmarks.memory`.

Golden sessions are recorded twice. Printed is the memory per event of the second, as a service already has one match of
its game. For comparison: the memory if each fact decodes its names again, and the stored bytes per event.
"""

from __future__ import annotations

import gc
import tempfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from tablescribe.cli.table.record import Session, lines_of
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.table.match_cache import MatchCache
from tests.benchmarks.readings import keep

SESSIONS = ("freeform/two_players", "ultime/five_players", "expeditions/a_tie", "root/five_players")
LIMIT = 1.5
"""Maximum KiB per event."""


def kept(make: Callable[[], object]) -> float:
    """Return the KiB of memory that an object takes."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    made = make()
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del made
    return (after - before) / 1024


def main() -> None:
    """Measure and print."""
    print(f"KiB an event of a match in the service's memory (goal {LIMIT})")
    with tempfile.TemporaryDirectory() as folder:
        for session in SESSIONS:
            ledger = open_ledger(Path(folder) / f"{session.replace('/', '-')}.db")
            scribe, source = Scribe(ledger), Path(__file__).parent.parent / "matches" / f"{session}.jsonl"
            for _ in range(2):
                one = Session(scribe)
                for line in lines_of(source):
                    one.play(line)
            first, second = ledger.match_ids()
            cache = MatchCache(ledger)
            cache.now(first)
            taken = kept(lambda: cache.now(second).events)  # noqa: B023
            decoded = kept(lambda: ledger.match(second))  # noqa: B023
            rows = list(ledger.log.rows(second))
            stored = sum(len(row.body) for row in rows) / 1024
            what = f"a match in the service's memory, against its bytes in the log: {session.partition('/')[0]}"
            keep(what, taken / stored, better="less")
            print(f"  {session:24} {len(rows):4} events   kept {taken / len(rows):5.2f}   decoded anew "
                  f"{decoded / len(rows):5.2f}   stored {stored / len(rows):5.2f}")  # fmt: skip
            ledger.close()


if __name__ == "__main__":
    main()
