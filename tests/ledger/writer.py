"""A process that records: `python -m tests.ledger.writer PATH WHAT …`. It prints what was acknowledged."""

import sys

from eventsourcing.persistence import IntegrityError, Tracking

from ledger.errors import Stale
from ledger.ledger import open_ledger
from ledger.scribe import Scribe


def main(path: str, what: str, *rest: str) -> None:
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    print("ready", flush=True)
    if what == "race":  # all write the same version; who wins?
        match_id, version = rest[0], int(rest[1])
        sys.stdin.readline()
        try:
            scribe.play(match_id, None, {"do": "pass"}, expected_version=version)
            print("won", flush=True)
        except Stale:
            print("lost", flush=True)
    elif what == "track":
        sys.stdin.readline()
        for position in range(1, 31):
            try:
                ledger.log.insert_tracking(Tracking("reader", position))
                print(position, flush=True)
            except IntegrityError:
                pass
    elif what == "stream":  # record until killed
        for n in range(100_000):
            scribe.note(rest[0], f"note {n}")
            print(n, flush=True)
    ledger.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
