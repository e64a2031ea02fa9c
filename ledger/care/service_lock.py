"""Lock that prevents a second service on a ledger in a file; PostgreSQL may have several."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.database import translated
from tablescribe.ledger.log.errors import AlreadyServed
from tablescribe.ledger.matches.ledger import Ledger

WAITS = 3.0
"""Seconds that a starting service waits for an ending one."""


@contextmanager
def the_only_service(ledger: Ledger) -> Iterator[None]:
    """Hold the service lock of a ledger in a file. It is released when the process ends for any reason.

    Raises:
        AlreadyServed: another service holds the lock.
    """
    place = ledger.log.backend.ServiceLock(ledger.log.engine)
    who = _take(place, ledger)
    if who:
        place.close()
        raise AlreadyServed(
            say(
                "{where} is already being served by {who}. A ledger in a file can have only one service, "
                "so stop the other one. A ledger in PostgreSQL can have several",
                where=ledger.log.where,
                who=who,
            )
        )
    try:
        yield
    finally:
        place.close()


def _take(place: Any, ledger: Ledger) -> str:
    until = time.monotonic() + WAITS
    while True:
        with translated(ledger.log.where, ledger.log.backend):
            who = str(place.take())
        if not who or time.monotonic() >= until:
            return who
        time.sleep(0.1)
