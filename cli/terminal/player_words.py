"""Players and points typed after a game, and words in that place that are no player's name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tablescribe.cli.terminal.language import wrong_use
from tablescribe.cli.terminal.times import WORDS as DAYS
from tablescribe.domain.words.text import say

BETWEEN = ("-", "–", "vs", "vs.", "v.", "gegen", "contro", "contra", "and", "und")
"""Words between two names that belong to neither."""

WINS = ("beat", "beats", "defeated", "won", "wins")
"""Words next to the winner's name."""

ENDS = ("lost", "loses", "winner", "loser", "draw", "tie")
"""Words for the result of a game."""

OTHERS = ("?", "of", "to", "the", "at", "by", "with", "against", *ENDS)
"""Other words of a sentence, in lower case."""

QUOTES = {"“": "”", "„": "“", "«": "»", "‘": "’", "”": "”", "»": "«"}
"""Typographic quotation marks, which no shell interprets: each opening one with its closing one."""

PAIRED = frozenset("“”„«»")
"""Those of them that are not used as apostrophes."""

POINTS = re.compile(r"[-+]?[0-9]{1,9}")
NOT_WHOLE = re.compile(r"[-+]?[0-9]+[.,][0-9]+")
LONG_DASH = re.compile(r"[–—−]+(?=[^\W\d])")


def straight(word: str) -> str:
    """Return a word without the typographic quotation marks around it."""
    return word[1:-1].strip() if len(word) > 2 and word[0] in QUOTES and word[-1] in (QUOTES[word[0]], "”") else word


def apart(words: Sequence[str]) -> list[str]:
    """Return names and points as separate words: `Ann=10,` and `Ann:10` become two words each, `Ben,` stays a name."""
    found = list[str]()
    for word in words:
        bare = straight(word.rstrip(", ") or word)
        pair = re.fullmatch(r"(.*[^\W\d].*)[=:] ?([-+]?[0-9]{1,9})", bare)
        found += [pair[1].strip(), pair[2]] if pair else [bare]
    return [one for one in found if one not in BETWEEN] or found


def each_winner(winners: Sequence[str], people: Sequence[str]) -> list[str]:
    """Return the names of the winners; `Ann,Ben` is split if both are players."""
    known, found = {name.casefold() for name in people}, list[str]()
    for winner in map(straight, winners):
        parts = [part.strip() for part in winner.split(",")]
        together = winner.casefold() not in known and all(part.casefold() in known for part in parts)
        found += parts if together else [winner]
    return found


def names_alone(words: Sequence[str]) -> list[str]:
    """Return the names of players without trailing commas, and without `vs` and the like between them."""
    names = [straight(word.rstrip(", ") or word) for word in words]
    return [name for name in names if name not in BETWEEN[2:]] or names


def check_names(words: Sequence[str]) -> None:
    """Refuse words that would be recorded as players: a day, a long dash, a word of a sentence.

    Words are refused in lower case only. A player with such a name is written with a capital.

    Raises:
        click.UsageError: one of the words is no name.
    """
    for word in words:
        if LONG_DASH.match(word):
            raise wrong_use(say("{word} begins with a long dash. Options begin with two hyphens: --won", word=word))
        if word in DAYS:
            raise wrong_use(say("{word} is a day, not a player", word=word))
        if any(sign in PAIRED for sign in (word[:1], word[-1:])):
            raise wrong_use(say("{word} has a curly quotation mark. Type straight ones around a name", word=word))
        if word in (*WINS, *ENDS):
            raise wrong_use(say("`{word}` is not a player. Say who won with --won NAME, or --draw", word=word))
        if word in OTHERS:
            raise wrong_use(say("`{word}` is not a player. Put a name of several words in quotes, such as {example}",
                                word=word, example='"Ticket to Ride"'))  # fmt: skip
        if NOT_WHOLE.fullmatch(word):
            raise wrong_use(say("{word} is not a whole number. Enter whole points", word=word))
