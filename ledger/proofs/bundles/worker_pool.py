"""Verification of the streams of a bundle, by one process or several.

Several processes begin before the file itself is verified: its canonical form, its seal, words and photos. Their
results are used only after it, so the first fault reported does not depend on their number.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import Event, get_start_method
from multiprocessing.synchronize import Event as Signal
from typing import NamedTuple

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.proofs.bundles.bundle import Bundle, Stream
from tablescribe.ledger.proofs.bundles.limits import ALL_SIGNED, ALL_SIGNS
from tablescribe.ledger.proofs.bundles.parsing import decode
from tablescribe.ledger.proofs.bundles.streams import CheckedStream, check_stream
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint

SHARES = 8
"""Number of shares of the streams per process, to balance the load."""

MORE = 2
"""Number of streams above which there is work to share: the ledger's keys and one match are checked by one process."""

LARGE = 4 * 2**20
"""Size of a bundle in bytes from which several processes take less time than one, where a process is forked."""


class Terms(NamedTuple):
    """What each match or tournament of a bundle is checked against.

    Attributes:
        stated: the checkpoint of the log that must include it.
        ledgers: the ledger's own keys.
        whole: whether redacted events are an error.
        play: whether to rebuild the state from the events as well.
    """

    stated: Checkpoint
    ledgers: frozenset[str]
    whole: bool
    play: bool

    def check(self, stream: Stream) -> CheckedStream:
        """Check a stream; see `check_stream`."""
        return check_stream(stream, self.stated, self.ledgers, whole=self.whole, play=self.play)


class Begun(NamedTuple):
    """Checks that other processes have begun: on which terms, and their results in order."""

    terms: Terms
    results: Iterator[CheckedStream]


def processes_for(size: int) -> int:
    """Return the best number of processes for a bundle of this size: one for each core, or a single one."""
    return (os.cpu_count() or 1) if size >= LARGE and get_start_method() == "fork" else 1


@contextmanager
def begun(bundle: Bundle, contents: bytes, terms: Terms, processes: int) -> Iterator[Begun]:
    """Let processes check all streams but the first while the caller goes on; they stop when the caller leaves."""
    given = bundle if get_start_method() == "fork" else contents
    left, numbers = Event(), range(1, len(bundle.streams))
    chunk = max(1, len(numbers) // (processes * SHARES))
    with ProcessPoolExecutor(processes, initializer=_take, initargs=(given, left)) as pool:
        try:
            yield Begun(terms, pool.map(partial(_check_numbered, terms), numbers, chunksize=chunk))
        finally:
            left.set()
            pool.shutdown(cancel_futures=True)


def check_others(bundle: Bundle, terms: Terms, others: Begun | None) -> Iterator[CheckedStream]:
    """Check all streams but the first, or take the results of processes that have begun; yield each, in order.

    Raises:
        LedgerDamaged: the first fault.
    """
    same = others is not None and others.terms == terms
    for found in others.results if others is not None and same else map(terms.check, bundle.streams[1:]):
        check_amount([found])
        yield found


def check_amount(results: Sequence[CheckedStream]) -> None:
    """Check the limits of a whole bundle.

    Raises:
        LedgerDamaged: there are too many signatures, or brackets and commas.
    """
    signed, signs = sum(len(one.signatures) for one in results), sum(one.signs for one in results)
    if signed > ALL_SIGNED or signs > ALL_SIGNS:
        raise LedgerDamaged(say("the bundle is over the limit: {n} brackets and commas", n=signs))


_taken: list[tuple[Bundle, Signal]] = []
"""The bundle that this worker process checks, and the signal that nobody waits for the results any more."""


def _take(given: bytes | Bundle, left: Signal) -> None:
    """Take the bundle in a worker process: that which it was forked with, or read from the file.

    To be handed its streams one by one would take longer. Checking makes no cycles of objects, so the collector rests:
    it would only look through what the worker was forked with.
    """
    gc.disable()
    _taken[:] = [(decode(given) if isinstance(given, bytes) else given, left)]


def _check_numbered(terms: Terms, number: int) -> CheckedStream:
    """Check a stream of the bundle that this worker process has taken, by its place there."""
    ((bundle, left),) = _taken
    if left.is_set():
        raise CancelledError
    return terms.check(bundle.streams[number])
