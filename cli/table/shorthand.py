"""Moves in a few words, where a game understands them: what they mean, what may come next, what the help shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablescribe.cli.terminal.language import language

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.shorthand import Heard, Shorthand, Speaker
    from tablescribe.domain.table.table import Table
    from tablescribe.domain.words.text import Text
    from tablescribe.replays.reading.reader import Reader


def shorthand_of(match: Match) -> Shorthand | None:
    """Return what a match's game understands of few words, if it understands any."""
    return match.opening.game.shorthand


def speaker(match: Match, table: Table, people: Sequence[str], seat: int | None = None) -> Speaker:
    """Return who speaks: a seat, or the one that is to act."""
    from tablescribe.domain.rules.shorthand import Speaker

    return Speaker(match.opening, table, seat or next(iter(match.to_act), 1), people, language())


def heard(
    match: Match, table: Table, people: Sequence[str], words: Sequence[str], seat: int | None = None
) -> Heard | None:
    """Return what words mean; `None` where they spell an action out in full, or say nothing that is understood.

    Raises:
        Unclear: they begin as something that can be said, and go on as nothing that can.
    """
    shorthand = shorthand_of(match)
    if shorthand is None or not words or words[0].startswith("{") or any("=" in word for word in words[1:]):
        return None
    return shorthand.hear(speaker(match, table, people, seat), words)


def completions(reader: Reader, speaks: Speaker, words: Sequence[str]) -> dict[str, str] | None:
    """Return what may come after some words, told to a reader; `None` where the game understands no short words."""
    shorthand = reader.opening.game.shorthand if reader.opening is not None else None
    if shorthand is None:
        return None
    return {word: reader.tell(what) for word, what in shorthand.next_words(speaks, words).items()}


def examples(match: Match, table: Table, people: Sequence[str]) -> dict[str, Text]:
    """Return what can be said at this table in a few words."""
    shorthand = shorthand_of(match)
    return {} if shorthand is None else shorthand.examples(speaker(match, table, people))
