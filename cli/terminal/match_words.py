"""Words for a match: its id, how it begins, or `last`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tablescribe.cli.terminal.state import echo, reader_of, state
from tablescribe.domain.words.text import listed, say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.words.text import Slot, Text

LAST = "last"
"""What people call the latest match, and the latest tournament."""

CODE = re.compile(r"(?=\D*\d)[0-9A-Za-z]{2,12}")
LOOKALIKES = str.maketrans("oilu", "011v")
"""No id has these letters: who copies one by hand means the sign that looks like it."""


def as_meant(word: str) -> str:
    """Return the id, or how it begins, that a word for a match means.

    `last` is the match that was opened last, which is said first; capitals and letters that no id has are what they
    look like.
    """
    if word == LAST and (known := state().reading().ledger.match_ids()):
        match = state().reading().match(known[-1])
        say_first(say("Match {match} of {game} ({people}), the latest match:", **about(match)), match)
        return match.id
    return word.lower().translate(LOOKALIKES) if CODE.fullmatch(word) else word


def about(match: Match) -> dict[str, Slot]:
    """Return what is said of a match that nobody named by its id."""
    return {"match": match.id, "game": match.opening.title, "people": listed(state().scribe().names(match))}


def say_first(text: Text, match: Match) -> None:
    """Say which match a command is about, before anything else."""
    echo(reader_of(match).tell(text), err=True)
