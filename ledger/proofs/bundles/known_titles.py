"""Printed titles of games, told apart from titles that people wrote."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files

from tablescribe.domain.games import GAMES

_BETWEEN = re.compile(r"[\s!-/:-@\[-`{-~‘’–—…]+")
"""What stands between words; whatever else stands in a title is a word, or could hide one."""


def is_printed(title: str) -> bool:
    """Return whether a title is just the name of a game: it is in `known_titles.txt`, or is played here.

    Case, accents and punctuation are as anybody likes.
    """
    return _bare(title) in _known()


def _bare(title: str) -> str:
    """Return the letters and digits of a title, by which it is compared."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", title) if not unicodedata.combining(sign))
    return _BETWEEN.sub("", plain.casefold().replace("&", "and"))


@cache
def _known() -> frozenset[str]:
    lines = files("tablescribe.ledger.proofs.bundles").joinpath("known_titles.txt").read_text("utf-8").splitlines()
    names = [name for line in lines if not line.startswith("#") for name in line.split(" = ")]
    return frozenset(_bare(name) for name in (*names, *GAMES.values())) - {""}
