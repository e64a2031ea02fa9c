"""Titles of published games, distinguished from titles that people entered."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from tablescribe.domain.games import GAMES

_BETWEEN = r"[\s!-/:-@\[-`{-~‘’–—…]+"
"""Separators of words. Every other character of a title is part of a word, or could hide one."""


def is_printed(title: str) -> bool:
    """Return whether a title is the name of a game: one in `known_titles.txt`, or one that Tablescribe knows.

    Case, accents and punctuation are ignored.
    """
    return _bare(title) in _known()


def _bare(title: str) -> str:
    """Normalize a title for comparison: without case, accents, spaces and punctuation."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", title) if not unicodedata.combining(sign))
    return re.sub(_BETWEEN, "", plain.casefold().replace("&", "and"))


@cache
def _known() -> frozenset[str]:
    from importlib.resources import files  # here: most commands ask for no title, and it loads what archives need

    lines = files("tablescribe.ledger.log").joinpath("known_titles.txt").read_text("utf-8").splitlines()
    names = [name for line in lines if not line.startswith("#") for name in line.split(" = ")]
    return frozenset(_bare(name) for name in (*names, *GAMES.values())) - {""}
