"""Recording a move of a real match, against one durable commit of the same bytes: `python -m tests.benchmarks.play`.

Golden sessions are replayed move by move, by a scribe as in the command line, and by one that loads and unloads as in
the service. Their bytes are also inserted into a bare table, each in a separate transaction. Interleaved; medians of
processor time (the work) and of elapsed time (with the wait for the disk, which is the same for all).
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tablescribe.cli.table.record import Session, lines_of
from tablescribe.domain.match.events import Played
from tablescribe.ledger.log.codec import encode
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.table.match_cache import MatchCache
from tests.benchmarks.readings import keep

SESSIONS = ("freeform/two_players", "ultime/five_players", "expeditions/a_tie", "root/five_players")
MOST = 400


def bare(path: Path) -> Callable[[bytes], None]:
    """Return a function that commits bytes durably, and does nothing else."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE events (n INTEGER PRIMARY KEY, body BLOB)")

    def commit(body: bytes) -> None:
        connection.execute("BEGIN")
        connection.execute("INSERT INTO events (body) VALUES (?)", (body,))
        connection.execute("COMMIT")

    return commit


class Timed(Scribe):
    """A scribe that measures the time of each move, and keeps what was recorded."""

    took = (0.0, 0.0)
    events: Sequence[Played] = ()

    def play(self, *given: Any, **how: Any) -> list[Played]:
        """Record a move."""
        self.took = timed(lambda: setattr(self, "events", super(Timed, self).play(*given, **how)))
        return list(self.events)


def timed(do: Callable[[], object]) -> tuple[float, float]:
    """Return the processor seconds and the elapsed seconds of a call."""
    worked, began = time.process_time(), time.perf_counter()
    do()
    return time.process_time() - worked, time.perf_counter() - began


def measured(folder: Path, session: str) -> list[float]:
    """Return the work by scribe, service and commit in seconds, then the elapsed seconds, then the number of moves."""
    commit = bare(folder / f"{session.replace('/', '-')}-bare.db")
    ledger = open_ledger(folder / f"{session.replace('/', '-')}.db")
    cache = MatchCache(ledger)
    scribes = Timed(ledger), Timed(ledger, load=lambda one: cache.now(one).match.copy(), leave=cache.leave)
    sessions, took = [Session(scribe) for scribe in scribes], list[list[float]]()
    lines = [*lines_of(Path(__file__).parent.parent / "matches" / f"{session}.jsonl")]
    for line in lines[:MOST]:
        for scribe, one in zip(scribes, sessions, strict=True):
            scribe.events = ()
            one.play(line)
        if not scribes[0].events:  # a remark, or the opening
            continue
        body = b"".join(encode(event) for event in scribes[0].events)
        three = [scribes[0].took, scribes[1].took, timed(lambda body=body: commit(body))]  # type: ignore[misc]
        took.append([one[which] for which in (0, 1) for one in three])
    ledger.close()
    return [*map(statistics.median, zip(*took, strict=True)), len(took)]


def main() -> None:
    """Measure and print the ratios."""
    print("a move recorded, against a durable commit of its bytes: by a scribe as it is, and by the service's")
    with tempfile.TemporaryDirectory() as name:
        for session in SESSIONS:
            plain, served, raw, slow, slower, disk, moves = measured(Path(name), session)
            what = f"a move recorded, against a durable commit of its bytes: {session.partition('/')[0]}"
            keep(f"{what}, by a scribe, work", plain / raw, better="less")
            keep(f"{what}, by the service's, work", served / raw, better="less")
            keep(f"{what}, by a scribe, by the clock", slow / disk, better="less")
            print(f"  {session:24} {moves:4.0f} moves   work {plain / raw:5.2f} × {served / raw:5.2f} ×   clock "
                  f"{slow / disk:5.2f} × {slower / disk:5.2f} ×   (a commit {disk * 1000:.2f} ms)")  # fmt: skip


if __name__ == "__main__":
    main()
