"""Verification of the streams of a bundle, by one process or several."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_start_method

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.proofs.bundles.bundle import EVERYTHING, Bundle
from tablescribe.ledger.proofs.bundles.limits import ALL_SIGNED, ALL_SIGNS
from tablescribe.ledger.proofs.bundles.parsing import decode
from tablescribe.ledger.proofs.bundles.streams import CheckedStream, check_stream
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint

SHARES = 4
"""Number of shares of the streams per process, to balance the load."""


def check_others(
    bundle: Bundle, contents: bytes, stated: Checkpoint, ledgers: frozenset[str], processes: int, *, play: bool
) -> Iterator[CheckedStream]:
    """Check all streams but the first; yield the result of each, in order. See `check_stream`.

    Raises:
        LedgerDamaged: the first fault.
    """
    check = partial(check_stream, stated=stated, ledgers=ledgers, whole=bundle.viewer == EVERYTHING, play=play)
    if processes == 1 or len(bundle.streams) < 3:
        for stream in bundle.streams[1:]:
            found = check(stream)
            check_amount([found])
            yield found
        return
    given = bundle if get_start_method() == "fork" else contents
    with ProcessPoolExecutor(processes, initializer=_take, initargs=(given,)) as pool:
        numbers = range(1, len(bundle.streams))
        chunk = max(1, len(numbers) // (processes * SHARES))
        yield from pool.map(partial(_check_numbered, check), numbers, chunksize=chunk)


def check_amount(results: Sequence[CheckedStream]) -> None:
    """Check the limits of a whole bundle.

    Raises:
        LedgerDamaged: there are too many signatures, or brackets and commas.
    """
    signed, signs = sum(len(one.signatures) for one in results), sum(one.signs for one in results)
    if signed > ALL_SIGNED or signs > ALL_SIGNS:
        raise LedgerDamaged(say("the bundle is over the limit: {n} brackets and commas", n=signs))


_taken: list[Bundle] = []
"""The bundle that this worker process checks."""


def _take(given: bytes | Bundle) -> None:
    """Take the bundle in a worker process: that which it was forked with, or read from the file.

    To be handed its streams one by one would take longer. Checking makes no cycles of objects, so the collector rests:
    it would only look through what the worker was forked with.
    """
    gc.disable()
    _taken[:] = [decode(given) if isinstance(given, bytes) else given]


def _check_numbered(check: partial[CheckedStream], number: int) -> CheckedStream:
    """Check a stream of the bundle that this worker process has taken, by its place there."""
    return check(_taken[0].streams[number])
