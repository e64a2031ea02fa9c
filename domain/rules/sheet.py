"""The sheet of a match: what is played, what wins, what scores, for people who see only our screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.words.text import Text, say

WINS = say("What wins")
SCORES = say("What scores")


class Section(msgspec.Struct, frozen=True):
    """A part of the sheet.

    Attributes:
        title: its heading; a plain `str` is a name that the table gave.
        lines: what it says, a line each.
        rules: the numbers of rules that say the rest; readers see their texts.
    """

    title: Text | str
    lines: tuple[Text, ...] = ()
    rules: tuple[str, ...] = ()


def by_rules(*, wins: tuple[str, ...], scores: tuple[str, ...] = ()) -> Callable[[Setting], Iterable[Section]]:
    """Return the sheet of a game that is won and scored alike in every match: the rules that say so, by number."""
    sections = (Section(WINS, rules=wins), *([Section(SCORES, rules=scores)] if scores else []))
    return lambda setting: sections
