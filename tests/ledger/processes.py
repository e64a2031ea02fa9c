"""Real processes that record, forked from a server that has imported everything, so that they start in milliseconds."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from typing import Any

from eventsourcing.persistence import IntegrityError, Tracking

from tablescribe.ledger.log.errors import LedgerUnavailable, Stale
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.forks import forks


class Process:
    """A process that runs a function on a ledger, and reports what was acknowledged."""

    def __init__(self, what: Callable[..., None], target: str, *words: Any) -> None:
        self.pipe, other = forks.Pipe()
        self.process: ForkServerProcess = forks.Process(target=_run, args=(what, target, other, words), daemon=True)
        self.process.start()
        other.close()
        assert self.pipe.recv() == "ready"

    def go(self) -> None:
        """Let the process begin."""
        self.pipe.send("go")

    def told(self) -> list[Any]:
        """Return everything that it reported until it ended."""
        return list(self._told())

    def _told(self) -> Iterator[Any]:
        try:
            while True:
                yield self.pipe.recv()
        except (EOFError, ConnectionResetError):
            self.process.join()

    def heard(self, seconds: float) -> list[Any]:
        """Return what it reports within some seconds. A process with many reports blocks until they are read."""
        ends, found = time.monotonic() + seconds, list[Any]()
        while (left := ends - time.monotonic()) > 0:
            if self.pipe.poll(left):
                found.append(self.pipe.recv())
        return found

    def kill(self) -> list[Any]:
        """End the process with SIGKILL; return its unread reports."""
        self.process.kill()
        return self.told()


@contextmanager
def ending(*processes: Process) -> Iterator[None]:
    """End all processes, whatever happens."""
    try:
        yield
    finally:
        for process in processes:
            process.process.kill()
            process.process.join()
            process.pipe.close()


def all_at_once(processes: list[Process]) -> list[list[Any]]:
    """Start processes at the same time; return the reports of each."""
    with ending(*processes):
        for process in processes:
            process.go()
        return [process.told() for process in processes]


def made_at_once(target: str, processes: int) -> list[str]:
    """Let processes open a missing ledger at the same time; return the id that each found."""
    pipes, others = zip(*(forks.Pipe() for _ in range(processes)), strict=True)
    started = [forks.Process(target=_make, args=(target, other), daemon=True) for other in others]
    for one, other in zip(started, others, strict=True):
        one.start()
        other.close()  # otherwise the death of a process would go unnoticed
    assert [pipe.recv() for pipe in pipes] == ["ready"] * processes
    for pipe in pipes:
        pipe.send("go")
    found = [pipe.recv() for pipe in pipes]
    for one in started:
        one.join()
    assert [one.exitcode for one in started] == [0] * processes
    return found


def _make(target: str, pipe: Connection) -> None:
    pipe.send("ready")
    pipe.recv()
    ledger = open_ledger(target)
    pipe.send(ledger.ledger_id)
    ledger.close()


def _run(what: Callable[..., None], target: str, pipe: Connection, words: tuple[Any, ...]) -> None:
    ledger = open_ledger(target)
    pipe.send("ready")
    pipe.recv()
    what(ledger, pipe, *words)
    ledger.close()


def crash(target: str, at_rest: bool) -> None:
    """Record a match and exit without closing the ledger, as in a crash, unless `at_rest`."""
    scribe = Scribe(open_ledger(target))
    match = scribe.new("freeform", ["Ada", "Ben"])
    scribe.note(match.id, "a last word")
    if at_rest:
        scribe.ledger.close()
    os._exit(0)


# --- functions of the processes ----------------------------------------------------------------


def race(ledger: Ledger, pipe: Connection, match_id: str, version: int) -> None:
    """Write the same version as others, and report whether it won."""
    try:
        Scribe(ledger).play(match_id, None, {"do": "pass"}, expected_version=version)
        pipe.send("won")
    except Stale:
        pipe.send("lost")


def track(ledger: Ledger, pipe: Connection, name: str, positions: int) -> None:
    """Take positions that others want too; report those that were taken."""
    for position in range(1, positions + 1):
        try:
            ledger.log.insert_tracking(Tracking(name, position))
            pipe.send(position)
        except IntegrityError:
            pass


def stream(ledger: Ledger, pipe: Connection, match_id: str, notes: int = 100_000) -> None:
    """Record notes until killed; report each recorded one."""
    scribe = Scribe(ledger)
    for n in range(notes):
        text = f"note {n} of {match_id}"
        noted = scribe.note(match_id, text)
        pipe.send(noted.originator_version)


def record(ledger: Ledger, pipe: Connection, pause: float) -> None:
    """Record whole matches until killed, with a pause in between; report each."""
    scribe = Scribe(ledger)
    while True:
        match = scribe.new("morris", ["Ada", "Ben"]).id
        scribe.note(match, "a stone fell down")
        scribe.close(match, abandoned=True)
        pipe.send(match)
        time.sleep(pause)


def stream_until_refused(ledger: Ledger, pipe: Connection, match_id: str) -> None:
    """Record notes until one is refused, then exit immediately; report each recorded one."""
    scribe = Scribe(ledger)
    try:
        while True:
            pipe.send(scribe.note(match_id, "a note").originator_version)
    except LedgerUnavailable as error:
        pipe.send(str(error))
        os.kill(os.getpid(), signal.SIGKILL)
