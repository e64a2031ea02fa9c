"""Wrong PINs, counted for the match they were for and for who sent them, by all processes that serve the ledger."""

from __future__ import annotations

import secrets

from sqlalchemy import delete, func, select

from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.log.schema import wrong_pins

PIN_TRIES = 8
PIN_TRIES_FROM = 40
PIN_PAUSE = 900.0
"""After that many wrong PINs a match's chairs, and those who sent them, are refused for so many seconds."""


class PinAttempts:
    """Counts wrong PINs; whoever counts is alone at it."""

    def __init__(self, log: LedgerRecorder) -> None:
        self.log = log

    def too_many(self, match: str, sender: str, now: float) -> bool:
        """Return whether no more are taken for a match, or from a sender, at a time in seconds since 1970."""
        c = wrong_pins.c
        lately = select(c.who, func.count()).where(c.who.in_([match, sender]), c.at > now - PIN_PAUSE).group_by(c.who)
        wrong = {row[0]: row[1] for row in self.log.select(lately)}
        return bool(wrong.get(match, 0) >= PIN_TRIES or wrong.get(sender, 0) >= PIN_TRIES_FROM)

    def wrong(self, match: str, sender: str, now: float) -> None:
        """Count one, and forget those that do not count any more."""
        self.log.write(delete(wrong_pins).where(wrong_pins.c.at <= now - PIN_PAUSE))
        for who in (match, sender):
            self.log.write(self.log.into(wrong_pins).values(id=secrets.token_hex(8), who=who, at=now))

    def forget(self, match: str) -> None:
        """Begin anew for a match: it has a new PIN."""
        self.log.write(delete(wrong_pins).where(wrong_pins.c.who == match))
