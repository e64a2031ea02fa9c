"""Verification of the streams of a bundle, and of its canonical form, by one process or several."""

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
from tablescribe.ledger.proofs.bundles.parsing import check_canonical_file, decode
from tablescribe.ledger.proofs.bundles.streams import CheckedStream, check_stream
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint

SHARES = 4
"""Number of shares of the streams per process, to balance the load."""


def is_shared(bundle: Bundle, processes: int) -> bool:
    """Return whether several processes check a bundle: beside the ledger's keys, it has more than one stream."""
    return processes > 1 and len(bundle.streams) > 2


def check_others(
    bundle: Bundle, contents: bytes, stated: Checkpoint, ledgers: frozenset[str], processes: int, *, play: bool
) -> Iterator[CheckedStream]:
    """Check all streams but the first; yield what was found of each, in their order. See `check_stream`.

    If the work is shared, the canonical form of the file is part of it.

    Raises:
        BadFile: the work is shared, and the file is not in canonical form.
        LedgerDamaged: the first fault.
    """
    check = partial(check_stream, stated=stated, ledgers=ledgers, whole=bundle.viewer == EVERYTHING, play=play)
    if not is_shared(bundle, processes):
        for stream in bundle.streams[1:]:
            found = check(stream)
            check_amount([found])
            yield found
        return
    given = (bundle, contents) if get_start_method() == "fork" else contents
    with ProcessPoolExecutor(processes, initializer=_take, initargs=(given,)) as pool:
        form = pool.submit(_check_form)
        numbers = range(1, len(bundle.streams))
        chunk = max(1, len(numbers) // (processes * SHARES))
        streams = pool.map(partial(_check_numbered, check), numbers, chunksize=chunk)
        form.result()
        yield from streams


def check_amount(results: Sequence[CheckedStream]) -> None:
    """Check the limits of a whole bundle.

    Raises:
        LedgerDamaged: there are too many signatures, or brackets and commas.
    """
    signed, signs = sum(len(one.signatures) for one in results), sum(one.signs for one in results)
    if signed > ALL_SIGNED or signs > ALL_SIGNS:
        raise LedgerDamaged(say("the bundle is over the limit: {n} brackets and commas", n=signs))


_taken: list[tuple[Bundle, bytes]] = []
"""The bundle that this worker process checks, and its bytes."""


def _take(given: bytes | tuple[Bundle, bytes]) -> None:
    """Take the bundle in a worker process: that which it was forked with, or read from the file.

    To be handed its streams one by one would take longer. Checking makes no cycles of objects, so the collector rests:
    it would only look through what the worker was forked with.
    """
    gc.disable()
    _taken[:] = [(decode(given), given) if isinstance(given, bytes) else given]


def _check_form() -> None:
    check_canonical_file(*_taken[0])


def _check_numbered(check: partial[CheckedStream], number: int) -> CheckedStream:
    """Check a stream of the bundle that this worker process has taken, by its place there."""
    return check(_taken[0][0].streams[number])
