"""Cache of aggregates between commands, brought up to date on the next one.

What was folded once stays true, as the log is only added to. Whoever takes a match from here has it alone, and leaves
it again only when all that happened to it is recorded: one that a refusal or a race has touched is read anew.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import cast

from tablescribe.domain.games import project
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.matches.ledger import Ledger, readable

MOST = 4
"""Matches that are kept: a table has one, or a few beside each other."""


class MatchCache:
    """The matches recorded on last; safe to use from several threads."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._kept: OrderedDict[str, Match] = OrderedDict()

    def take(self, beginning: str) -> Match:
        """Return a match as it stands now, which nobody else has, by its id or by the beginning of it.

        Raises:
            NoSuchMatch: there is none, or there are several.
            LedgerDamaged: its events cannot be read, or do not follow each other.
        """
        kept = self._kept.pop(beginning, None)
        if kept is None:
            return self._ledger.match(self._ledger.find(beginning))
        if rows := [*self._ledger.log.rows(kept.id, after=kept.version)]:
            with readable(kept.id):
                project(kept, [cast(AnyEvent, decode(row.type, row.body)) for row in rows])
        return kept

    def leave(self, match: Match, recorded: object = ()) -> None:
        """Keep a match of which everything is recorded; its bytes are asked for by nobody here."""
        self._kept[match.id] = match
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)
