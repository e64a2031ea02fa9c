"""Verifying a ledger against bare SHA-256 over the same bytes; a large ledger and bundles, by 1 and 2 processes.

Bare hashing means the two hashes of every event, header and body, over bytes in memory. Verifying reads the bytes
from the database, and checks chain, bytes, versions, positions and commands. `python -m tests.benchmarks.verify`
"""

from __future__ import annotations

import hashlib
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tablescribe.ledger.log.chain import verify_chain
from tablescribe.ledger.log.stream_checks import check_match
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.parsing import decode
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tests.benchmarks.lists import fill
from tests.benchmarks.readings import keep

MATCHES, MOVES, ROUNDS, LARGE = 150, 80, 5, 20_000


def record(scribe: Scribe) -> None:
    """Record random matches, as long as a tournament's."""
    choose = random.Random(1)
    for _ in range(MATCHES):
        match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed")
        loaded = scribe.ledger.match(match.id)
        for _ in range(MOVES):
            if loaded.is_over:
                break
            action = choose.choice(scribe.legal(loaded, loaded.to_act[0]))
            chance = loaded.chance(seed=scribe.ledger.seed(match.id))
            loaded.play(loaded.to_act[0], action, chance, scribe.stamp())
        loaded.close(scribe.stamp(), seed=scribe.ledger.seed(match.id), abandoned=not loaded.is_over)
        scribe.ledger.save(loaded)


def median(work: Callable[[], object]) -> float:
    """Return the median time of some work, in seconds."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def work(verify: Callable[[int], object], processes: int) -> tuple[float, float, float]:
    """Verify something; return elapsed seconds, and processor seconds of this process and of its helpers."""
    clock, mine, before = time.perf_counter(), time.process_time(), os.times()
    verify(processes)
    after = os.times()
    theirs = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - clock, time.process_time() - mine, theirs


def by_two(
    what: str, verify: Callable[[int], object], count: int, things: str, first: Callable[[], object] | None = None
) -> str:
    """Return how fast one process verifies something, and the speed-up with two.

    `first` is what one process does before the others begin; by default, everything that it does.
    """
    found = {processes: min(work(verify, processes) for _ in range(3)) for processes in (1, 2)}
    (one, alone, _), (two, parent, workers) = found[1], found[2]
    keep(f"{what} verified: by two processes, against one, by the clock", one / two, goal=1.7)
    before = parent if first is None else min(work(lambda _: first(), 1)[1] for _ in range(3))
    by_work = alone / (before + (parent - before + workers) / 2)
    keep(f"{what} verified: by two processes, against one, where both have a core", by_work, goal=1.7)
    return (
        f"{count / one:,.0f} {things}/s by one process, {one / two:.2f} × by two; by their processor time "
        f"{by_work:.2f} ×, where both have a core"
    )


def shared() -> None:
    """Measure a large ledger by one process and by two, alternating."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(Path(folder) / "ledger.db")
        fill(ledger, LARGE)
        ledger.verify()
        count = ledger.log.max_notification_id() or 0
        found = by_two("a ledger", lambda processes: ledger.verify(processes=processes), count, "events")
        print(f"a ledger of {count:,} events: {found}")
        ledger.close()


def main() -> None:
    """Measure and print the ratios."""
    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(Path(folder) / "ledger.db")
        scribe = Scribe(ledger)
        record(scribe)
        rows = list(ledger.log.rows())
        headers = [b"\x00" * 250 for _ in rows]

        def bare() -> None:
            for row, header in zip(rows, headers, strict=True):
                hashlib.sha256(header).digest()
                hashlib.sha256(row.body).digest()

        by_match = {one: list(ledger.log.rows(one)) for one in ledger.match_ids()}
        hashing = median(bare)
        chaining = median(lambda: [verify_chain(one, found) for one, found in by_match.items()])
        checking = median(lambda: [check_match(one, found) for one, found in by_match.items()])
        verifying = median(ledger.verify)
        bytes_each = sum(len(row.body) for row in rows) / len(rows)
        print(f"{len(rows)} events of {bytes_each:.0f} bytes")
        measured = {
            "bare SHA-256": hashing,
            "the chain": chaining,
            "chain and canonical bytes": checking,
            "whole ledger": verifying,
        }
        for name, took in measured.items():
            print(f"  {name:<26} {len(rows) / took:>9.0f} events/s   {hashing / took:.2f} × bare SHA-256")
            if took != hashing:
                goal = 0.3 if name == "whole ledger" else None
                keep(f"verifying, against bare SHA-256 over the same bytes: {name}", hashing / took, goal=goal)
        notary = Notary(scribe, KeyStore(Path(folder) / "keys"))
        contents = notary.bundle(ledger.match_ids())
        key = notary.ledger_signer().key
        print(f"a bundle of {MATCHES} matches, {len(contents) // 1024} KiB")
        told = by_two(
            "a bundle", lambda n: verify_bundle(contents, [key], processes=n), MATCHES, "matches",
            first=lambda: decode(contents),
        )  # fmt: skip
        print(f"  {told}")
        ledger.close()
    shared()


if __name__ == "__main__":
    main()
