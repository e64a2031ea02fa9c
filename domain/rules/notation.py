"""Notations: third-party formats for the matches of a game, such as PGN, for import and export.

A game declares its notations in `Game.notations`. Clients use them through this interface only.
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
    """The text is not in this notation, so no match can be opened from it."""

    code = "notation.bad"


@dataclass(frozen=True)
class Step:
    """The next move to record from an imported text.

    Attributes:
        line, column: its position in the text, from 1; `words`: the text there.
        seat: the seat that moves.
        action: the action to record as played; `None` to record none, because of `defect` or to only take moves back.
        otherwise: returns the action to record instead if `action` is impossible; it is given the reason.
        remark: the comment beside the move.
        defect: the reason why the move is known to be impossible, so that only its text is recorded; otherwise `None`.
        back: the number of moves to take back first, at the end of a variation.
        if_open: whether to skip it if the game is over.
        beside: whether `defect` is about something that is not a move, such as a player's rank, and is left out.
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
        people: the names of the people, in seat order.
        options: the options to open the match with.
        outcomes: the chance outcomes of the set-up, in the order asked.
        steps: returns the moves.
        lines: the number of lines of the text.
        details: the match's details: `event`, `place`, `round`, `table`.
        remark: the comment before the first move.
        kept: other content of the text, in the notation's own form, to be recorded as a note.
        template: the template with the match's components; empty for the game's own catalogue.
        unnamed: the seats for which the text has no name; `people` then has the game's name of the seat.
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
    """A recorded match, as input for an export: everything besides the moves that count.

    Attributes:
        opened: when it was opened, in ISO 8601.
        details: the match's details, as in `Script.details`.
        moves: all numbered moves, taken back or not; the set-up comes first.
        parents: for each move, the number of the move it followed; -1 for the set-up.
        notes: the notes on each move, by its number.
        control: the time control, if the match has a clock.
        clocks: for each move, by number, the time on the mover's clock after it, in milliseconds.
    """

    opened: str
    details: Mapping[str, str]
    moves: Sequence[Any]
    parents: Sequence[int]
    notes: Mapping[int, Sequence[str]]
    control: TimeControl | None = None
    clocks: Mapping[int, int] = field(default_factory=dict)


def one_game(text: str) -> Iterator[tuple[int, str]]:
    """Yield the whole text as a single match that begins on line 0."""
    yield 0, text


def as_utf8(contents: bytes) -> str:
    """Decode a file as UTF-8, replacing invalid bytes."""
    return contents.decode("utf-8", "replace")


@dataclass(frozen=True)
class Notation:
    """A notation of a game.

    Attributes:
        name: its name in lower case, as in `import --rootlog`.
        title: its name for people.
        read: parses a text; raises `NotReadable`.
        write: returns a match in this notation, given the moves that count (`Move`, the set-up first), the people's
            names, and everything else recorded.
        defects: the rule about moves that cannot have happened. A breach of it is an error, of other rules a warning.
        is_ruled: returns whether a remark says that the table ruled, agreed, or erred knowingly.
        games: splits a text into its matches, each with the line on which it begins, from 0.
        keeps_remarks: whether remarks are recorded as notes on the moves; otherwise they are part of the actions.
        closes: whether a finished match is closed after the import.
        ending: the extension of its files, such as `pgn`, if spectators may see everything in them; otherwise empty.
        media: the media type of its files.
        decoded: decodes the contents of a file.
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
