"""Export of a match as a log: an imported one as it was, except for spelling; a played one from its facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tablescribe.domain.games.root.board import (
    SETTING_UP,
    SETUP,
    STAGE,
    TURN,
    WINNER,
    Board,
    catalogue_of,
    faction,
    options_of,
    suit,
)
from tablescribe.domain.games.root.parts import CLEARINGS
from tablescribe.domain.games.root.rootlog.letters import SUITS
from tablescribe.domain.games.root.rootlog.notes import PURGE, Note, is_outcast, merged, save, together
from tablescribe.domain.games.root.rootlog.noting import LETTER, Noting
from tablescribe.domain.match.events import Move, Opened, Played, Ruled
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Changed, Moved, Table

_MAPS = {"autumn": "Fall", "winter": "Winter", "lake": "Lake", "mountain": "Mountain"}
_DECKS = {"standard": "Standard", "exiles": "E&P"}


def write_match(setting: Setting, moves: Sequence[Move], people: Sequence[str]) -> str:
    """Return the valid moves of a match, the set-up first, as a log."""
    if options_of(setting).setup == "rootlog":
        return "".join(line + "\n" for line in _as_it_was(moves))
    return "".join(line + "\n" for line in _as_played(setting, moves, people))


# --- an imported match ----------------------------------------------------------------------------


@dataclass
class _Line:
    owner: str = ""
    words: list[str] = field(default_factory=list)
    remark: str | None = None

    def text(self) -> str:
        said = f"{self.owner}:" + "/".join(self.words) if self.owner else "".join(self.words)
        if self.remark is None:
            return said
        remark = f"// {self.remark}".rstrip()
        return f"{said} {remark}" if said else remark


def _as_it_was(moves: Sequence[Move]) -> Iterator[str]:
    """Yield the lines of the imported log; lines without content left no moves."""
    lines: dict[int, _Line] = {}
    for move in moves:
        if not isinstance(move, Played) or "line" not in move.action:
            continue
        said = move.action
        line = lines.setdefault(int(said["line"]), _Line())
        line.owner = said.get("owner", "") or line.owner
        winners = f"Winner: {said['winners']}" if "winners" in said else ""
        if words := said.get("entry") or said.get("words") or winners:
            line.words.append(words)
        line.remark = said.get("remark", line.remark)
    for number in range(1, max(lines, default=0) + 1):
        yield lines[number].text() if number in lines else ""


# --- a match that was played ----------------------------------------------------------------------


def _as_played(setting: Setting, moves: Sequence[Move], people: Sequence[str]) -> Iterator[str]:
    opened = moves[0]
    assert isinstance(opened, Opened)
    table = Table(opened.box)
    table.apply_all(opened.facts)
    yield from _header(setting, moves, people, table)
    yield ""
    table, rounds = Table(opened.box), Rounds(setting)
    for move in moves:
        rounds.add(table, move)
    rounds.end()
    yield from rounds.lines
    if winners := _winners(setting, table):
        yield ""
        yield f"Winner: {winners}"


def _header(setting: Setting, moves: Sequence[Move], people: Sequence[str], table: Table) -> Iterator[str]:
    options = options_of(setting)
    yield f"Map: {_MAPS[options.map]}"
    yield f"Deck: {_DECKS[options.deck]}"
    letters = {name: letter for letter, name in SUITS.items()}
    printed = {one.id: one.suit for one in catalogue_of(setting).maps[options.map].clearings}
    told = {at: table.text(suit(at)) for at in CLEARINGS}
    if told != printed:
        yield "Clearings: " + ", ".join(f"{letters[told[at]]}{at}" for at in CLEARINGS if told[at])
    for move in moves[1:]:  # factions may have been chosen during the set-up
        for fact in move.facts:
            table.apply(fact)
    for seat in setting.all_seats:
        letter = LETTER.get(table.text(faction(seat)), "")
        if letter:
            yield f"{letter}: {people[seat - 1]}"


def _winners(setting: Setting, table: Table) -> str:
    board = Board(setting, table)
    if not board.is_over:
        return ""
    first = table.number(WINNER)
    seats = sorted(board.winners(), key=lambda seat: (seat != first, seat))
    return "".join(LETTER.get(board.faction(seat), "") for seat in seats)


class Rounds:
    """Collects the turns of a match as lines of a log.

    Attributes:
        lines: the lines so far.
    """

    def __init__(self, setting: Setting) -> None:
        self.lines: list[str] = []
        self._setting = setting
        self._owner = ""
        self._setting_up = False
        self._set_ups: dict[str, list[Note]] = {}
        self._notes: list[Note] = []
        self._first = ""

    def add(self, table: Table, move: Move) -> None:
        """Add a move and apply it to the table. If it ends a turn, the rest belongs to the next one."""
        self._turn(table)
        noting = Noting(self._setting, table, self._owner)
        if isinstance(move, Played):
            for note in noting.of_action(move):
                self._note(note)
        for fact in together(move.facts):
            if noting.saves(fact):
                assert isinstance(fact, Moved)
                save(self._notes, noting.whose("marquise"), fact.n, noting.place(fact.dst))
            elif (what := noting.of_fact(fact)) is not None:
                self._note(Note(what))
            table.apply(fact)
            if isinstance(fact, Changed) and fact.key in (TURN, SETTING_UP):
                self._turn(table)
                noting = Noting(self._setting, table, self._owner)
        if isinstance(move, Ruled):
            self._notes.append(Note(None, remark=f"{move.clause}: {move.reason}"))

    def _turn(self, table: Table) -> None:
        """Begin a line for a new turn, or for a faction's first turn after its set-up."""
        seat = table.number(SETTING_UP) or table.number(TURN)
        setting_up = bool(table.number(SETTING_UP)) or table.text(STAGE) == SETUP
        owner = LETTER.get(table.text(faction(seat)), "") if seat else self._owner
        if (owner, setting_up) != (self._owner, self._setting_up):
            self.end()
            self._owner, self._setting_up = owner, setting_up

    def _note(self, note: Note) -> None:
        """Add an entry; some change an earlier one, such as cards and dice of a battle, or saved warriors."""
        if note.joins is not None:
            for one in reversed(self._notes):
                if one.what is not None and (joined := note.joins(one.what)) is not None:
                    one.what = joined
                    return
            return
        last = self._notes[-1].what if self._notes else None
        if (both := merged(last, note.what)) is not None:
            self._notes[-1].what = both
        elif is_outcast(last) and is_outcast(note.what):
            self._notes[-1].what = note.what
        elif note.what != PURGE or last != PURGE:
            self._notes.append(note)

    def end(self) -> None:
        """End the line. Everything a faction does in the set-up becomes one line."""
        if self._setting_up:
            self._set_ups.setdefault(self._owner, []).extend(self._notes)
            self._notes = []
            return
        set_ups, self._set_ups = self._set_ups, {}
        for owner, notes in set_ups.items():
            self._write(owner, notes)
        self._write(self._owner, self._notes)
        self._notes = []

    def _write(self, owner: str, notes: list[Note]) -> None:
        """Write a line; an empty one precedes each round."""
        written = "/".join(note.what.text() for note in notes if note.what is not None)
        remarks = "; ".join(note.remark for note in notes if note.remark)
        if owner and (written or remarks):  # before the first set-up, the box is only unpacked
            if owner == self._first:
                self.lines.append("")
            self._first = self._first or owner
            self.lines.append(f"{owner}:{written}" + (f" // {remarks}" if remarks else ""))
