"""The summary sheet of a match: what is played, what wins and what scores, for people without the rule book."""

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
        title: its heading; a plain `str` is a name given by the table.
        lines: its lines.
        rules: the numbers of rules to append; readers see the rules' texts.
    """

    title: Text | str
    lines: tuple[Text, ...] = ()
    rules: tuple[str, ...] = ()


def by_rules(*, wins: tuple[str, ...], scores: tuple[str, ...] = ()) -> Callable[[Setting], Iterable[Section]]:
    """Return a `Game.sheet` that lists the rules for winning and scoring, the same in every match."""
    sections = (Section(WINS, rules=wins), *([Section(SCORES, rules=scores)] if scores else []))
    return lambda setting: sections
