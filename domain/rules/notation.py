"""Notations: other people's formats for a game's matches, read and written.

A game that knows one declares it in `Game.notations`; clients need not know more than this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablescribe.domain.clock.control import TimeControl
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
        action: what is recorded; `None`: nothing is, and `defect` says why, or moves are only taken back.
        otherwise: gives what is recorded instead, where that cannot be: the reason is handed in.
        remark: what people wrote beside it.
        defect: why it is already known that it cannot be carried out, and only its words are recorded; `None`: it may.
        back: how many moves are taken back first: those of a variation that was written down.
        if_open: it is left out where the game is over already.
        beside: `defect` is about something that is no move and is left out, such as the rank of a player.
    """

    line: int
    column: int
    words: str
    seat: int
    action: Action | None
    otherwise: Callable[[str], Action]
    remark: str = ""
    defect: Text | None = None
    back: int = 0
    if_open: bool = False
    beside: bool = False


@dataclass(frozen=True)
class Script:
    """A match as parsed from a text.

    Attributes:
        people: the names of the seats.
        options: the options it is opened with.
        outcomes: what chance gave in the set-up, in the order asked.
        steps: the moves.
        lines: how many lines the text has.
        details: by what people find it: `event`, `place`, `round`, `table`.
        remark: what people wrote before the first move.
        kept: what else the text tells and a match has no place for, as the notation writes it: recorded as a note.
        template: the template of the game that has its components; empty for those of the game.
        unnamed: the seats whose people the text does not name: their names are only what the game calls the seats.
    """

    people: Sequence[str]
    options: Mapping[str, Any]
    outcomes: Sequence[Outcome]
    steps: Callable[[], Iterator[Step]]
    lines: int
    details: Mapping[str, str] = field(default_factory=dict)
    remark: str = ""
    kept: str = ""
    template: str = ""
    unnamed: Sequence[int] = ()


@dataclass(frozen=True)
class Recorded:
    """What was recorded of a match besides the moves that count.

    Attributes:
        opened: when it was opened, in ISO 8601.
        details: by what people find it, as in `Script.details`.
        moves: every numbered move there ever was, the set-up first.
        parents: for each of them, the one it followed; -1 for the set-up.
        notes: the notes about each move, by its number.
        control: the time of the match, if it has a clock.
        clocks: what the clock of the seat that moved showed after each move, in milliseconds, by the move's number.
    """

    opened: str
    details: Mapping[str, str]
    moves: Sequence[Any]
    parents: Sequence[int]
    notes: Mapping[int, Sequence[str]]
    control: TimeControl | None = None
    clocks: Mapping[int, int] = field(default_factory=dict)


def one_game(text: str) -> Iterator[tuple[int, str]]:
    """Yield a whole text as the one match that it tells, with the line on which that begins, from 0."""
    yield 0, text


def as_utf8(contents: bytes) -> str:
    """Return the contents of a file as text; what is no UTF-8 in it is replaced."""
    return contents.decode("utf-8", "replace")


@dataclass(frozen=True)
class Notation:
    """A notation of a game.

    Attributes:
        name: its name in lower case, as in `import --rootlog`.
        title: its name for people.
        read: returns what a text tells; raises `NotReadable`.
        write: returns the moves of a match that count (`Move`) in this notation, the set-up first; it is
            given the people's names, and what else was recorded.
        defects: the rule by which what cannot have happened is noted; what is odd by other rules has happened.
        is_ruled: whether a remark declares that the table ruled, agreed, or erred knowingly.
        games: the matches of a text, each with the line on which it begins, from 0.
        keeps_remarks: remarks are recorded as notes about the moves; else they are parts of the actions.
        closes: a match that is over is closed when it has been recorded.
        ending: the ending of its files, such as `pgn`, where everybody may read what it tells of a match: nothing in it
            is hidden from spectators. Empty where some of it is.
        media: the media type of such a file.
        decoded: returns the contents of a file as text.
    """

    name: str
    title: str
    read: Callable[[str], Script]
    write: Callable[[Setting, Sequence[Any], Sequence[str], Recorded], str]
    defects: str = ""
    is_ruled: Callable[[str], bool] = lambda remark: False
    games: Callable[[str], Iterator[tuple[int, str]]] = one_game
    keeps_remarks: bool = False
    closes: bool = False
    ending: str = ""
    media: str = "text/plain"
    decoded: Callable[[bytes], str] = as_utf8
