"""Errors of a ledger, by cause.

LedgerError
├── NotALedger          the file or database is something else
├── NewerLedger         written by a newer Tablescribe
├── LedgerUnavailable   it cannot be read or written now
│   ├── LedgerLocked    another program holds the lock
│   ├── AlreadyServed   another service serves it
│   ├── LedgerReadOnly  the file or its folder is read-only, or the role may only read
│   ├── LedgerLost      the server is away; whether the last commit came through is not known
│   └── DiskFull        there is no room
├── LedgerDamaged       the log contradicts itself
├── NoSuchMatch         no match of that id, or several
├── NoSuchTournament    no tournament of that id, or several
├── Stale               somebody else recorded first
│   └── StaleTournament in a tournament, with what was recorded meanwhile
├── NoSuchBox           no box of that name
├── CommandReused       a command id came back with another content
├── BadFile             a match file that is damaged, foreign, newer or too large
└── BundleTooLarge      a bundle that no verifier would take

Every error has a stable `code` (the kinds of unavailable share one). Its text says what happened, where, and
what to do next.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.words.text import Spoken, say


class LedgerError(Spoken):
    """Something about the ledger; see the causes below."""

    code = "ledger.error"


class NotALedger(LedgerError):
    """The file or database is something else than a ledger."""

    code = "ledger.foreign"


class NewerLedger(LedgerError):
    """The ledger was written by a newer version of Tablescribe."""

    code = "ledger.newer"


class LedgerUnavailable(LedgerError):
    """The ledger cannot be read or written now: read-only, locked, full, or not reachable."""

    code = "ledger.unavailable"


class LedgerLocked(LedgerUnavailable):
    """Another program holds the lock."""


class AlreadyServed(LedgerUnavailable):
    """Another service serves it."""


class LedgerReadOnly(LedgerUnavailable):
    """The file or its folder is read-only."""


class LedgerLost(LedgerUnavailable):
    """The server cannot be reached, or went away while we waited for its answer."""


class DiskFull(LedgerUnavailable):
    """There is no room for more. What was recorded before is safe."""


class LedgerDamaged(LedgerError):
    """The log contradicts itself: it was changed, or storage failed."""

    code = "ledger.damaged"


class NoSuchMatch(LedgerError):
    """There is no match of that id, or more than one that begins like that."""

    code = "match.unknown"


class NoSuchTournament(LedgerError):
    """There is no tournament of that id, or more than one that begins like that."""

    code = "tournament.unknown"


class Stale(LedgerError):
    """Somebody else recorded first. `tail` is the version the match has now."""

    code = "match.stale"

    def __init__(self, match_id: str, expected: int, tail: int) -> None:
        text = say(
            "match {match} is at version {tail}, not {expected}: somebody else recorded. Look at it and try again",
            match=match_id, tail=tail, expected=expected,
        )  # fmt: skip
        super().__init__(text)
        self.match_id = match_id
        self.expected = expected
        self.tail = tail


class StaleTournament(Stale):
    """Somebody else recorded first in a tournament: `meanwhile` has the kinds of the events that came in between."""

    code = "tournament.stale"

    def __init__(self, tournament_id: str, expected: int, tail: int, meanwhile: Sequence[str]) -> None:
        super().__init__(tournament_id, expected, tail)
        self.meanwhile = tuple(meanwhile)
        self.text = say(
            "tournament {id} is at version {tail}, not {expected}: meanwhile somebody recorded {what}. Nothing of "
            "yours was recorded: look at it (tablescribe tournament show) and, if you still want it, do it again",
            id=tournament_id, tail=tail, expected=expected, what=", ".join(meanwhile) or "…",
        )  # fmt: skip


class CommandReused(LedgerError):
    """A command id came back with another content."""

    code = "command.reused"


class BadFile(LedgerError):
    """A match file cannot be used: damaged, foreign, newer, or too large."""

    code = "file.bad"


class BundleTooLarge(LedgerError):
    """A bundle would be larger than verifiers take: see the sizes in BUNDLE.md."""

    code = "bundle.too_large"


class NoSuchBox(LedgerError):
    """There is no box of that name."""

    code = "box.unknown"
