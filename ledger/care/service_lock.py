"""Lock that keeps a second service off a ledger in a file; PostgreSQL may have several."""

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
"""Seconds for which a service that starts waits until one that ends has gone."""


@contextmanager
def the_only_service(ledger: Ledger) -> Iterator[None]:
    """Hold the one place for a service at a ledger in a file; it is free as soon as the process ends, however it ends.

    Raises:
        AlreadyServed: another service has it.
    """
    place = ledger.log.backend.ServiceLock(ledger.log.engine)
    who = _take(place, ledger)
    if who:
        place.close()
        raise AlreadyServed(
            say(
                "{where} is served already, by {who}: a ledger in a file has one service. Stop the other one; a ledger "
                "in PostgreSQL may have several",
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
