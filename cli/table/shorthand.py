"""The game's shorthand for moves, if it has one: meaning, completion, and examples."""

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
    """Return the shorthand of a match's game; `None` if it has none."""
    return match.opening.game.shorthand


def speaker(match: Match, table: Table, people: Sequence[str], seat: int | None = None) -> Speaker:
    """Return the speaker: a seat, or the first seat to act."""
    from tablescribe.domain.rules.shorthand import Speaker

    return Speaker(match.opening, table, seat or next(iter(match.to_act), 1), people, language())


def heard(
    match: Match, table: Table, people: Sequence[str], words: Sequence[str], seat: int | None = None
) -> Heard | None:
    """Return what words mean in the shorthand; `None` if they spell an action in full, or are not understood.

    Raises:
        Unclear: they begin like something in the shorthand, and then do not continue like it.
    """
    shorthand = shorthand_of(match)
    if shorthand is None or not words or words[0].startswith("{") or any("=" in word for word in words[1:]):
        return None
    return shorthand.hear(speaker(match, table, people, seat), words)


def completions(reader: Reader, speaks: Speaker, words: Sequence[str]) -> dict[str, str] | None:
    """Return the possible next words, worded for a reader; `None` if the game has no shorthand."""
    shorthand = reader.opening.game.shorthand if reader.opening is not None else None
    if shorthand is None:
        return None
    return {word: reader.tell(what) for word, what in shorthand.next_words(speaks, words).items()}


def examples(match: Match, table: Table, people: Sequence[str]) -> dict[str, Text]:
    """Return examples of the shorthand that can be typed now."""
    shorthand = shorthand_of(match)
    return {} if shorthand is None else shorthand.examples(speaker(match, table, people))
