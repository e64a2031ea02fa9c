"""Errors of a ledger, by cause.

LedgerError
├── NotALedger          the file or database is not a ledger
├── NewerLedger         written by a newer Tablescribe
├── OutdatedLedger      of an earlier schema, and only read here
├── LedgerUnavailable   the ledger cannot be read or written now
│   ├── LedgerLocked    another program holds the lock
│   ├── AlreadyServed   another service serves it
│   ├── LedgerReadOnly  the file or its folder is read-only, or the role may only read
│   ├── LedgerLost      the server is unreachable; the last commit may or may not have succeeded
│   ├── DiskFull        the disk is full
│   └── DiskFailed      the disk reports an error, or a limit of the system is reached
├── LedgerDamaged       the log contradicts itself
├── NoSuchMatch         no match has that id, or several begin with it
├── NoSuchTournament    no tournament has that id, or several begin with it
├── Stale               the match is not at the expected version
│   └── StaleTournament the same for a tournament, with the events recorded since
├── NoSuchBox           no box has that name
├── CommandReused       a command id was reused with different content
├── EventTooLarge       an event that no verifier would accept, refused when it is recorded
├── BadFile             a match file that is damaged, foreign, newer or too large
└── BundleTooLarge      a bundle above the size that verifiers accept

Every error has a stable `code`; all kinds of LedgerUnavailable share one. Its text says what happened, where,
and what to do next.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.words.text import Spoken, say


class LedgerError(Spoken):
    """Base class of ledger errors; subclasses name the cause."""

    code = "ledger.error"


class NotALedger(LedgerError):
    """The file or database is not a ledger."""

    code = "ledger.foreign"


class NewerLedger(LedgerError):
    """The ledger was written by a newer version of Tablescribe."""

    code = "ledger.newer"


class OutdatedLedger(LedgerError):
    """The ledger has an earlier schema, and was opened for reading, which does not convert it."""

    code = "ledger.outdated"


class LedgerUnavailable(LedgerError):
    """The ledger cannot be read or written now: it is read-only, locked, full or unreachable."""

    code = "ledger.unavailable"


class LedgerLocked(LedgerUnavailable):
    """Another program holds the lock."""


class AlreadyServed(LedgerUnavailable):
    """Another service already serves this ledger."""


class LedgerReadOnly(LedgerUnavailable):
    """The file or its folder is read-only."""


class LedgerLost(LedgerUnavailable):
    """The server is unreachable, or the connection was lost before it answered."""


class DiskFull(LedgerUnavailable):
    """The disk is full. Everything recorded before is safe."""


class DiskFailed(LedgerUnavailable):
    """The disk reports an error, is full, or a limit of the system is reached."""


class LedgerDamaged(LedgerError):
    """The log contradicts itself: it was changed, or storage failed."""

    code = "ledger.damaged"


class NoSuchMatch(LedgerError):
    """No match has this id, or several begin with it."""

    code = "match.unknown"


def no_match(match_id: str) -> NoSuchMatch:
    """Return the error that no match has this id or prefix."""
    return NoSuchMatch(say("there is no match {match}. List them: `tablescribe matches`", match=match_id))


class NoSuchTournament(LedgerError):
    """No tournament has this id, or several begin with it."""

    code = "tournament.unknown"


class Stale(LedgerError):
    """The match is not at the expected version (optimistic concurrency). `tail` is its current version."""

    code = "match.stale"

    def __init__(self, match_id: str, expected: int, tail: int) -> None:
        text = say(
            "match {match} was changed elsewhere (version {tail}, not {expected}). Check the table, then try again",
            match=match_id, tail=tail, expected=expected,
        )  # fmt: skip
        super().__init__(text)
        self.match_id = match_id
        self.expected = expected
        self.tail = tail


class StaleTournament(Stale):
    """The tournament is not at the expected version. `meanwhile` lists the types of the events recorded since."""

    code = "tournament.stale"

    def __init__(self, tournament_id: str, expected: int, tail: int, meanwhile: Sequence[str]) -> None:
        super().__init__(tournament_id, expected, tail)
        self.meanwhile = tuple(meanwhile)
        self.text = say(
            "tournament {id} is at version {tail}, not {expected}: someone else recorded {what}. "
            "Nothing of yours was recorded. Check the tournament (tablescribe tournament show), then "
            "try again",
            id=tournament_id, tail=tail, expected=expected, what=", ".join(meanwhile) or "…",
        )  # fmt: skip


class CommandReused(LedgerError):
    """A command id was reused with different content."""

    code = "command.reused"


class EventTooLarge(LedgerError):
    """The event exceeds a limit of all verifiers (`domain/match/limits.py`); it was not recorded."""

    code = "event.too_large"


class BadFile(LedgerError):
    """A match file cannot be used: damaged, foreign, newer, or too large."""

    code = "file.bad"


class BundleTooLarge(LedgerError):
    """The bundle would exceed the size that verifiers accept; see the limits in BUNDLE.md."""

    code = "bundle.too_large"


class NoSuchBox(LedgerError):
    """No box has this name."""

    code = "box.unknown"
