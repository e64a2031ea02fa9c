"""`rules` at the prompt: find a rule by number or words, with the moves of this match that cite it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.replays.reading.discretion import Viewer
    from tablescribe.replays.reading.reader import Reader

MOST_MOVES = 8
"""Maximum number of moves listed for a rule; the latest are kept."""

FEW = 3
"""If at most this many rules are found, their moves are listed too."""


def show_rules(reader: Reader, match: Match, viewer: Viewer, query: str) -> None:
    """Print the rules that a query finds; all of them for an empty query.

    Raises:
        click.UsageError: it finds none.
    """
    from tablescribe.cli.terminal.screen import write
    from tablescribe.replays.reading.rule_search import find_rules, moves_by_rule
    from tablescribe.replays.reading.timeline import Timeline

    book = match.opening.game.rulebook
    found = find_rules(book, query, reader.language).rules if query else book.rules
    if not found:
        raise click.UsageError(reader.tell(say("there is no rule {number}. To list the rules: `rules`", number=query)))
    timeline, cited = Timeline(match), moves_by_rule(match, viewer)
    for rule in (book.told(one.number, reader.language) for one in found):
        write(rule.text, lead=f"{rule.number:<6} ")
        if query and len(found) <= FEW:
            if rule.reason:
                write(reader.tell(say("left to the judge: {reason}", reason=rule.reason)), lead="  ")
            for at in cited.get(rule.number, [])[-MOST_MOVES:]:
                write(reader.tell(timeline.say(at, viewer)), lead=f"  {at:>4}  ")
