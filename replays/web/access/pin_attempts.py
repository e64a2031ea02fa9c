"""Count wrong PINs per match and per sender, across all processes on the ledger."""

from __future__ import annotations

import secrets

from sqlalchemy import delete, func, select

from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import wrong_pins

PIN_TRIES = 8
PIN_TRIES_FROM = 40
PIN_PAUSE = 900.0
"""The number of wrong PINs after which a match or a sender is locked, and for how many seconds."""


class PinAttempts:
    """Counts wrong PINs; callers must hold the lock."""

    def __init__(self, log: LedgerRecorder) -> None:
        self.log = log

    def too_many(self, match: str, sender: str, now: float) -> bool:
        """Return whether a match or a sender is locked at a time in seconds since 1970."""
        c = wrong_pins.c
        lately = select(c.who, func.count()).where(c.who.in_([match, sender]), c.at > now - PIN_PAUSE).group_by(c.who)
        wrong = {row[0]: row[1] for row in self.log.select(lately)}
        return bool(wrong.get(match, 0) >= PIN_TRIES or wrong.get(sender, 0) >= PIN_TRIES_FROM)

    def wrong(self, match: str, sender: str, now: float) -> None:
        """Count a wrong PIN, and delete counts that no longer matter."""
        self.log.write(delete(wrong_pins).where(wrong_pins.c.at <= now - PIN_PAUSE))
        for who in (match, sender):
            self.log.write(self.log.into(wrong_pins).values(id=secrets.token_hex(8), who=who, at=now))

    def forget(self, match: str) -> None:
        """Reset the count of a match, which has a new PIN."""
        self.log.write(delete(wrong_pins).where(wrong_pins.c.who == match))
