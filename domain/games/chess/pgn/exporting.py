"""Export of a match as PGN: tags, moves with comments, and moves taken back as variations."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tablescribe.domain.games.chess.actions import Move as Moves
from tablescribe.domain.games.chess.board import (
    ENDING,
    FLAG,
    ILLEGAL_MOVES,
    NUMBERED,
    WHITE,
    WINNER,
    as_move,
    options_of,
    position_of,
)
from tablescribe.domain.games.chess.pgn.clock import FIELDS, clock_comment, clock_tags, time_command
from tablescribe.domain.games.chess.pgn.importing import DETAILS
from tablescribe.domain.games.chess.pgn.kept_tags import UNKNOWN, tag_line, tags_in
from tablescribe.domain.games.chess.pgn.reading import NAGS
from tablescribe.domain.games.chess.position import EMPTY, NAMES, START, Move, Position
from tablescribe.domain.games.chess.san import written
from tablescribe.domain.rules.notation import Recorded
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table

SIGNS = re.compile(r"(?:(?:\$\d{1,3}|!!|\?\?|!\?|\?!|!|\?)(?:\s+|$))+")
"""Annotation symbols at the beginning of a note."""

SIGNED = {sign: number for number, sign in NAGS.items()}

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The mandatory tags (Seven Tag Roster), in order."""


def write_match(setting: Setting, moves: Sequence[Any], people: Sequence[str], recorded: Recorded) -> str:
    """Return a match as one game of a PGN file."""
    table = Table(moves[0].box)
    for move in moves:
        table.apply_all(move.facts)
    result = result_of(table)
    kept, about = tags_in(recorded.notes.get(0, ()))
    recorded = replace(recorded, notes={**recorded.notes, 0: about})
    tags = with_kept(tags_of(setting, people, recorded, result, table), kept, recorded)
    lines = [tag_line(name, value) for name, value in tags.items()]
    begun = Table(moves[0].box)
    begun.apply_all(moves[0].facts)
    said = [*comments(recorded, 0), *Writer(recorded).line([one.number for one in moves[1:]], begun, 0), result]
    return "\n".join(
        [*lines, "", *textwrap.wrap(" ".join(said), 79, break_long_words=False, break_on_hyphens=False), ""]
    )


def tags_of(setting: Setting, people: Sequence[str], recorded: Recorded, result: str, table: Table) -> dict[str, str]:
    """Return the tags of a game: the seven mandatory ones, then further ones."""
    options = options_of(setting)
    found = dict.fromkeys(ROSTER, "?")
    found |= {tag: recorded.details[name] for name, tag in DETAILS.items() if recorded.details.get(name)}
    played = (options.played or recorded.opened)[:10]
    found["Date"] = played.replace("-", ".") if re.fullmatch(r"\d{4}-\d{2}-\d{2}", played) else "????.??.??"
    found["White"], found["Black"], found["Result"] = people[0], people[1], result
    if options.position != START:
        found["SetUp"], found["FEN"] = "1", options.position
    found |= clock_tags(recorded.control)
    how = table.text(ENDING)
    if how:
        found["Termination"] = {FLAG: "time forfeit", ILLEGAL_MOVES: "rules infraction"}.get(how, "normal")
    return found


def with_kept(tags: dict[str, str], kept: dict[str, str], recorded: Recorded) -> dict[str, str]:
    """Return the tags of a game, merged with the tags kept from its imported file.

    Recorded data win, except that a partial date and the termination come from the file.
    """
    fixed = {name for name, value in tags.items() if value not in UNKNOWN} - {"Date", "Termination"}
    if recorded.control is not None:
        fixed |= {"TimeControl", "Clock"}
    return {**tags, **{name: value for name, value in kept.items() if name not in fixed}}


def result_of(table: Table) -> str:
    """Return the result of a game; `*` while it is in progress."""
    if not table.text(ENDING):
        return "*"
    winner = table.number(WINNER)
    return "1/2-1/2" if not winner else ("1-0" if winner == WHITE else "0-1")


def comments(recorded: Recorded, number: int, times: str = "") -> list[str]:
    """Return the annotations of a move: symbols such as `$14`, then comments. The first comment begins with the times.

    Closing braces are replaced, as a PGN comment cannot have them.
    """
    signs, said = list[str](), list[str]()
    for note in recorded.notes.get(number, ()):
        found = SIGNS.match(note)
        signs += (sign if sign[0] == "$" else SIGNED[sign] for sign in (found[0].split() if found else ()))
        said.append(" ".join(note[found.end() if found else 0 :].split()))
    said = [f"{times} {said[0]}".strip() if said else times, *said[1:]]
    return [*dict.fromkeys(signs), *("{" + one.replace("}", ")") + "}" for one in said if one)]


class Writer:
    """Writes moves with their comments and variations."""

    def __init__(self, recorded: Recorded) -> None:
        self.moves = recorded.moves
        self.recorded = recorded
        self.after: dict[int, list[int]] = {}
        self.written: set[int] = set()
        for number, parent in enumerate(recorded.parents):
            self.after.setdefault(parent, []).append(number)

    def line(self, numbers: Sequence[int], table: Table, before: int) -> Iterator[str]:
        """Yield the words of a line. Each move is followed by the variations that it replaced."""
        follows = False
        for number in numbers:
            position, move = position_of(table), self.move(number)
            others = [one for one in self.after.get(before, ()) if one != number and one not in self.written]
            self.written.update(others, (number,))
            here = table.copy()
            ahead = self.moves[number]
            table.apply_all(ahead.facts)
            if move is not None:
                yield from numbered(here.number(NUMBERED), position, move, follows=follows)
                follows = True
            elif ahead.facts and position_of(table).board != position.board:
                yield "{" + "a ruling changed the position here; the moves after it are left out}"
                return
            said = comments(self.recorded, number, self.times(number))
            yield from said
            for other in others:
                words = list(self.line(self.path(other), here.copy(), before))
                if words:
                    yield "(" + " ".join(words) + ")"
            follows = follows and not said and not others
            before = number

    def path(self, number: int) -> list[int]:
        """Return a move taken back and the line that first followed it."""
        found = [number]
        while following := self.after.get(found[-1]):
            found.append(following[0])
        return found

    def move(self, number: int) -> Move | None:
        """Return a recorded move as a move of chess; `None` for an offer, a claim or a ruling."""
        said = self.said(number)
        return as_move(said.man, said.to, said.promote) if said is not None else None

    def said(self, number: int) -> Moves | None:
        """Return the action of a chess move; `None` for an offer, a claim or a ruling."""
        action = getattr(self.moves[number], "action", None) or {}
        return Moves.model_validate(action) if action.get("do") == "move" else None

    def times(self, number: int) -> str:
        """Return the times of a move: those entered with it, otherwise those of the match's clock."""
        said, recorded = self.said(number), self.recorded
        told = {kind: getattr(said, field) for kind, field in FIELDS.items()} if said is not None else {}
        found = [time_command(kind, time) for kind, time in told.items() if time is not None]
        if not found and number in recorded.clocks and recorded.control is not None:
            found = [clock_comment(recorded.control, recorded.clocks[number])]
        return " ".join(found)


def numbered(count: int, position: Position, move: Move, *, follows: bool) -> Iterator[str]:
    """Yield a move in notation, with its number if white moves or the line begins."""
    if position.white:
        yield f"{count}."
    elif not follows:
        yield f"{count}..."
    yield as_written(position, move)


def as_written(position: Position, move: Move) -> str:
    """Return a move in algebraic notation; an illegal one with both squares."""
    if move in set(position.legal()):
        return written(position, move)
    kind = position.board[move.man].upper().replace("P", "")
    takes = "x" if position.board[move.to] != EMPTY else "-"
    return f"{kind}{NAMES[move.man]}{takes}{NAMES[move.to]}" + (f"={move.promote}" if move.promote else "")
