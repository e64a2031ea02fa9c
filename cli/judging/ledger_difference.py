"""`compare` with ledgers or backups: which matches differ, and from which event on."""

from __future__ import annotations

from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import TYPE_CHECKING

from tablescribe.cli.terminal.state import out
from tablescribe.domain.words.text import Text, listed, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.care.ledger_comparison import StreamComparison
    from tablescribe.ledger.matches.ledger import Ledger

MOST = 50
"""Maximum number of differing logs listed in words; JSON has all."""


def compare_ledgers(first: str, second: str) -> int:
    """Print where two ledgers differ; return 0 if they are the same, else 1."""
    from tablescribe.ledger.care.ledger_comparison import compared

    with _opened(first) as ours, _opened(second) as theirs:
        found = compared(ours, theirs)
    differ = [one for one in found if not one.same]
    same = plural(len(found) - len(differ), "1 log is the same in both.", "{n} logs are the same in both.")
    lines = [same, *(line_of(one, first, second) for one in differ[:MOST])]
    if len(differ) > MOST:
        lines.append(say("and {n} more: see --json", n=len(differ) - MOST))
    data = [
        {"id": one.id, "kind": one.kind, "first": one.first, "second": one.second, "fork": one.fork or None}
        for one in differ
    ]  # fmt: skip
    out(listed(lines, "\n"), {"first": first, "second": second, "same": len(found) - len(differ), "differ": data})
    return 1 if differ else 0


def _opened(target: str) -> AbstractContextManager[Ledger]:
    """Open a ledger or a backup for reading. A file of an earlier version stays as it is: a copy is converted."""
    from tablescribe.ledger.care.backup import opened_backup
    from tablescribe.ledger.matches.ledger import open_ledger

    if "://" in target:
        return closing(open_ledger(target, create=False, convert=False))
    return opened_backup(Path(target))


def line_of(one: StreamComparison, first: str, second: str) -> Text:
    """Say how the log of a match or tournament differs."""
    what = say("tournament {id}", id=one.id) if one.kind == "tournament" else say("match {id}", id=one.id)
    more, less = (first, second) if one.first > one.second else (second, first)
    ends = {"n": one.first, "m": one.second}
    if one.fork:
        return say("{what} forks at event {event}: {first} goes on to event {n}, {second} to {m}",
                   what=what, event=one.fork, first=first, second=second, **ends)  # fmt: skip
    if not min(ends.values()):
        return plural(
            max(ends.values()),
            "{what} is only in {ledger} (1 event)",
            "{what} is only in {ledger} ({n} events)",
            what=what, ledger=more,
        )  # fmt: skip
    return say("{what} goes on in {ledger} to event {n}; {other} ends at event {m}", what=what, ledger=more,
               n=max(ends.values()), m=min(ends.values()), other=less)  # fmt: skip
