""" "Did you mean": the known words closest to an unknown one."""

from __future__ import annotations

from collections.abc import Iterable

from tablescribe.domain.words.text import Text, say


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return the known word that is spelt most like a word; the empty text if none is close."""
    from difflib import get_close_matches

    spellings = {one.casefold(): one for one in known}
    near = get_close_matches(word.casefold(), spellings, n=1)
    return spellings[near[0]] if near else ""


def with_suggestion(there: Text, word: str, known: Iterable[str]) -> Text:
    """Return a text that says a word is unknown, with "Did you mean …?" added if a known word is close."""
    near = suggestion(word, known)
    return say("{what}. Did you mean {near}?", what=there, near=near) if near else there
