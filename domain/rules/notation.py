"""Notations: other people's formats for a game's matches, read and written.

A game that knows one declares it in `Game.notations`; clients need not know more than this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.words.text import Spoken, Text


class NotReadable(Spoken):
    """A text is not of the notation at all: no match can be opened with it."""

    code = "notation.bad"


@dataclass(frozen=True)
class Step:
    """What to record next, as it was played.

    Attributes:
        line, column: where it stands in the text, from 1; `words`: what stands there.
        seat: whose move it is.
        action: what is recorded.
        otherwise: gives what is recorded instead, where that cannot be: the reason is handed in.
        remark: what people wrote beside it.
        defect: why it is already known that it cannot be carried out, and only its words are recorded; `None`: it may.
    """

    line: int
    column: int
    words: str
    seat: int
    action: Action
    otherwise: Callable[[str], Action]
    remark: str = ""
    defect: Text | None = None


@dataclass(frozen=True)
class Script:
    """A match as parsed from a text.

    Attributes:
        people: the names of the seats.
        options: the options it is opened with.
        outcomes: what chance gave in the set-up, in the order asked.
        steps: the moves.
        lines: how many lines the text has.
    """

    people: Sequence[str]
    options: Mapping[str, Any]
    outcomes: Sequence[Outcome]
    steps: Callable[[], Iterator[Step]]
    lines: int


@dataclass(frozen=True)
class Notation:
    """A notation of a game.

    Attributes:
        name: its name in lower case, as in `import --rootlog`.
        title: its name for people.
        read: returns what a text tells; raises `NotReadable`.
        write: returns the moves of a match that count (`Move`) in this notation, the set-up first; it is
            given the people's names.
        defects: the rule by which what cannot have happened is noted; what is odd by other rules has happened.
        is_ruled: whether a remark declares that the table ruled, agreed, or erred knowingly.
    """

    name: str
    title: str
    read: Callable[[str], Script]
    write: Callable[[Setting, Sequence[Any], Sequence[str]], str]
    defects: str = ""
    is_ruled: Callable[[str], bool] = lambda remark: False
