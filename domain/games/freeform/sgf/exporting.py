"""Export of a match as SGF: stones (readers derive captures), comments, and moves taken back as variations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sgfmill.sgf import Sgf_game

from tablescribe.domain.games.freeform.board import WINNERS, catalogue_of
from tablescribe.domain.games.freeform.sgf.importing import DETAILS
from tablescribe.domain.games.freeform.sgf.stones import RESULT, STONES, point_of
from tablescribe.domain.rules.notation import NotReadable, Recorded
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import BOX, Table
from tablescribe.domain.words.text import say

COLOURS = {stone: colour for colour, stone in STONES.items()}
TRACKS = {"komi": "KM", "handicap": "HA", "rules": "RU"}


def write_match(setting: Setting, moves: Sequence[Any], people: Sequence[str], recorded: Recorded) -> str:
    """Return a match as one game of an SGF file.

    Raises:
        NotReadable: its board or its pieces are not those of Go, or it does not have two players.
    """
    size = size_of(setting)
    if size is None or len(people) != 2:
        raise NotReadable(say("only a match of two on a square board with black and white stones can be written as "
                              "SGF: see the template {template}", template="go"))  # fmt: skip
    game = Sgf_game(size)
    table = Table(moves[0].box)
    for move in moves:
        table.apply_all(move.facts)
    root = game.get_root()
    for sign, value in properties_of(setting, people, recorded, table).items():
        root.set(sign, value)
    Writer(recorded, size).line([one.number for one in moves[1:]], root, 0)
    comment(root, recorded.notes.get(0, ()))
    return str(game.serialise().decode("utf-8"))


def size_of(setting: Setting) -> int | None:
    """Return the size of a match's board; `None` if it is not a Go board with Go stones."""
    catalogue = catalogue_of(setting)
    boards = list((catalogue.boards or {}).values())
    if len(boards) != 1 or not set(COLOURS) <= set(catalogue.pieces):
        return None
    columns, rows = map(int, boards[0].split("x"))
    return columns if columns == rows <= 26 else None


def properties_of(setting: Setting, people: Sequence[str], recorded: Recorded, table: Table) -> dict[str, Any]:
    """Return the root properties of a game: players, date, details, komi, result."""
    tracks = catalogue_of(setting).tracks or {}
    played = str(getattr(setting.options, "played", "") or recorded.opened)[:10]
    found: dict[str, Any] = {"PB": people[0], "PW": people[1], "DT": played, "AP": ("Tablescribe", "")}
    found |= {sign: recorded.details[name] for name, sign in DETAILS.items() if recorded.details.get(name)}
    for name, sign in TRACKS.items():
        value = str(tracks.get(name, ""))
        if sign == "KM" and re.fullmatch(r"-?\d+(\.\d+)?", value):
            found[sign] = float(value)
        elif sign == "HA" and value.isdecimal():
            found[sign] = int(value)
        elif sign == "RU" and value:
            found[sign] = value
    if result := result_of(table):
        found["RE"] = result
    return found


def result_of(table: Table) -> str:
    """Return the result as people wrote it, or else the winner; empty while the game is in progress."""
    told, winners = table.text(RESULT), table.text(WINNERS)
    return told or ({"1": "B+", "2": "W+"}.get(winners, "0") if winners else "")


def comment(node: Any, said: Sequence[str]) -> None:
    """Write notes as the comment of a node."""
    if said:
        node.set("C", "\n".join(said))


class Writer:
    """Writes moves as nodes, and moves taken back as sibling variations."""

    def __init__(self, recorded: Recorded, size: int) -> None:
        self.recorded, self.size = recorded, size
        self.after: dict[int, list[int]] = {}
        self.written: set[int] = set()
        for number, parent in enumerate(recorded.parents):
            self.after.setdefault(parent, []).append(number)

    def line(self, numbers: Sequence[int], node: Any, before: int) -> None:
        """Write a line below a node. Each move is followed by the variations that it replaced."""
        for number in numbers:
            others = [one for one in self.after.get(before, ()) if one != number and one not in self.written]
            self.written.update(others, (number,))
            here, node = node, self.put(node, number)
            for other in others:
                self.line(self.path(other), here, before)
            before = number

    def path(self, number: int) -> list[int]:
        """Return a move taken back and the line that last followed it."""
        found = [number]
        while following := self.after.get(found[-1]):
            found.append(following[-1])
        return found

    def put(self, node: Any, number: int) -> Any:
        """Write a move below a node and return its node; the same node if SGF cannot express the move."""
        move = self.recorded.moves[number]
        action = getattr(move, "action", None) or {}
        parts = list(action.get("parts", ())) if action.get("do") == "together" else [action]
        brought = [(COLOURS[one["piece"]], at) for one in parts if one.get("do") == "bring"
                   and one.get("piece") in COLOURS and (at := point_of(one["to"], self.size)) is not None]  # fmt: skip
        gone = [at for one in parts if one.get("do") == "move" and one.get("dst") == BOX
                and (at := point_of(one["src"], self.size)) is not None]  # fmt: skip
        passes = [one for one in parts if one.get("do") == "pass"]
        if len(brought) == 1 and not gone and not passes:
            node = node.new_child()
            node.set_move(*brought[0])
        elif brought or gone or (passes and passes[-1].get("to")):
            alone = len(self.after.get(self.recorded.parents[number], ())) == 1
            joined = alone and node.get_raw_move()[0] is None and not node.has_property("C")
            node = node if joined else node.new_child()  # the first set-up stones belong to the root
            self.set_up(node, brought, gone, passes)
        elif passes:
            node = node.new_child()
            node.set_move("b" if getattr(move, "seat", 1) == 1 else "w", None)
        said = [*self.recorded.notes.get(number, ())]
        if said:
            node.add_comment_text("\n".join(said))
        return node

    def set_up(
        self, node: Any, brought: Sequence[Any], gone: Sequence[Any], passes: Sequence[Mapping[str, Any]]
    ) -> None:
        """Write set-up stones to a node, merged with those it has already."""
        black, white, empty = node.get_setup_stones()
        placed = {at for _, at in brought}
        black, white = set(black) - placed, set(white) - placed
        for colour, at in brought:
            (black if colour == "b" else white).add(at)
        node.set_setup_stones(black, white, (set(empty) | set(gone)) - black - white)
        turn = passes[-1].get("to") if passes else None
        if turn in (1, 2):
            node.set("PL", "b" if turn == 1 else "w")
