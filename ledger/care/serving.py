"""One service a ledger: rates, pauses after wrong PINs and consents to take-backs are counted in one process."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from domain.text import say
from ledger.ledger import Ledger
from ledger.log.database import translated
from ledger.log.errors import AlreadyServed, LedgerUnavailable

WAITS = 3.0
"""Seconds for which a service that starts waits until one that ends has gone."""

KEEPS_EVERY = 5.0
"""Seconds after which it is looked whether the place is still ours: a database that crashes forgets who had it."""

log = logging.getLogger("tablescribe.web")


@contextmanager
def the_only_service(ledger: Ledger, *, beside: bool = False) -> Iterator[None]:
    """Hold a ledger's one place for a service; it is free as soon as the process ends, however it ends.

    Args:
        ledger: the ledger.
        beside: whether to go on although another service has the place.

    Raises:
        AlreadyServed: another service has it.
    """
    place, ends = ledger.log.backend.Place(ledger.log.engine), threading.Event()
    who = _take(place, ledger, 0.0 if beside else WAITS)
    if who and not beside:
        place.close()
        raise AlreadyServed(
            say(
                "{where} is served already, by {who}: two services would count rates, wrong PINs and "
                "consents each by itself. Stop the other one, or start this one with --beside-another",
                where=ledger.log.where,
                who=who,
            )
        )
    keeper = threading.Thread(target=_keep, args=(place, ledger, ends, who), name="place", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        ends.set()
        keeper.join()
        place.close()


def _take(place: Any, ledger: Ledger, seconds: float) -> str:
    until = time.monotonic() + seconds
    while True:
        with translated(ledger.log.where, ledger.log.backend):
            who = str(place.take())
        if not who or time.monotonic() >= until:
            return who
        time.sleep(0.1)


def _keep(place: Any, ledger: Ledger, ends: threading.Event, before: str) -> None:
    """Keep the place, and tell once when somebody else has it."""
    while not ends.wait(KEEPS_EVERY):
        try:
            who = _take(place, ledger, 0.0)
        except LedgerUnavailable:
            continue
        if who and not before:
            log.warning("another service serves this ledger, too", extra={"facts": {"which": who}})
        before = who
