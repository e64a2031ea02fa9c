"""Choose the match if none is named: the most recently used open match. Its name is printed first."""

from __future__ import annotations

import sys
from datetime import timedelta
from typing import TYPE_CHECKING

import click

from tablescribe.cli.terminal.language import told, wrong_use
from tablescribe.cli.terminal.match_words import about, as_meant, say_first
from tablescribe.cli.terminal.state import state
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.words.text import Text
    from tablescribe.ledger.matches.recent import RecentMatch
    from tablescribe.ledger.matches.scribe import Scribe

SITTING = timedelta(hours=12)
"""If two open matches were both used within this time, two tables may be recording."""


def open_matches(scribe: Scribe, nothing: Text) -> list[RecentMatch]:
    """Return the most recently used open match, and the next one if there is one.

    Args:
        scribe: the scribe of the ledger.
        nothing: the error message if no match is open.

    Raises:
        click.UsageError: no match is open.
    """
    from tablescribe.ledger.matches.recent import RecentMatch, last_open

    found = last_open(scribe.ledger)
    if found is None:
        from tablescribe.cli.reading.filters import asking
        from tablescribe.cli.reading.lists import some
        from tablescribe.ledger.read_models.queries import MatchFilter

        lines = some(asking(), MatchFilter(state="open"), limit=0)
        found = sorted((RecentMatch(one.id, one.last) for one in lines), key=lambda one: one.at, reverse=True)[:2]
    if not found:
        raise wrong_use(nothing)
    return found


def at_a_terminal() -> bool:
    """Return whether there is a person to ask."""
    return sys.stdin.isatty()


def named(word: str | None, *, changes: bool = False) -> str:
    """Return the named match; without a name the most recently used open match, which is printed first.

    On a terminal, ask for confirmation if something will be recorded and two tables may be recording.

    Args:
        word: a match's id, or the start of it.
        changes: something will be recorded in the match.

    Raises:
        click.UsageError: none is named and none is open.
        click.Abort: the person did not confirm.
    """
    if word is not None:
        return as_meant(word)
    scribe = state().reading()
    last, *others = open_matches(scribe, say("no match is open. To list matches: `tablescribe matches`"))
    match = scribe.match(last.id)
    say_first(say("Match {match} of {game} ({people}), the last open match:", **about(match)), match)
    near = [one for one in others if last.at - one.at < SITTING]
    if changes and near and at_a_terminal() and not state().json:
        other = say("Match {match} is also open. Use the first match?", match=near[0].id)
        click.confirm(told(other), default=True, abort=True, err=True)
    return match.id
