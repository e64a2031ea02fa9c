"""Import of an SGF game as a match: its opening data, and the steps to record, stone by stone.

Only one rule of Go is applied: stones without liberties are captured. Ko and the score are left to the players.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sgfmill.boards import Board
from sgfmill.sgf import Sgf_game

from tablescribe.domain.games.freeform.actions import Bring, Finish, Move, Pass, Set, Together
from tablescribe.domain.games.freeform.sgf.reading import node_places
from tablescribe.domain.games.freeform.sgf.stones import (
    BLACK,
    PRISONERS,
    RESULT,
    SEATS,
    STONES,
    TEMPLATE,
    WHITE,
    Point,
    square,
)
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.notation import NotReadable, Script, Step
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import Text, listed, say

PARTS = 18
"""Maximum number of actions in one move. Further captures become separate moves."""

DEEPEST = 40
"""Maximum nesting of variations. Deeper ones are left out, with a message."""

DETAILS = {"event": "EV", "place": "PC", "round": "RO"}
READ = frozenset((
    "AB", "AE", "AP", "AW", "B", "C", "CA", "DT", "EV", "FF", "GC", "GM", "HA", "KM", "PB", "PC", "PL", "PW", "RE",
    "RO", "RU", "ST", "SZ", "W",
))  # fmt: skip
"""The properties that are imported, or that only describe the file."""


def script(text: str) -> Script:
    """Parse a game into a match that can be recorded.

    Raises:
        NotReadable: it is not a game of Go in SGF, or its board is not square.
    """
    try:
        game = Sgf_game.from_string(text)
    except (ValueError, RecursionError) as error:
        raise NotReadable(say("this is no game in SGF: {why}", why=str(error))) from error
    root, size = game.get_root(), game.get_size()
    if told(root, "GM") not in ("", "1"):
        raise NotReadable(say("this game is not Go: SGF numbers it {number}", number=told(root, "GM")))
    options: dict[str, Any] = {"title": "Go", "board": f"{size}x{size}"}
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", day := told(root, "DT")[:10]):
        options["played"] = day
    if tracks := tracks_of(root):
        options["tracks"] = tracks
    details = {name: value for name, sign in DETAILS.items() if (value := told(root, sign)[:120])}
    remark = "\n".join(filter(None, (told(root, "GC", lines=True), told(root, "C", lines=True))))
    return Script(
        people_of(root), options, (), lambda: Reader(game, text).steps(), text.count("\n") + 1, details=details,
        remark=remark, template=TEMPLATE,
    )  # fmt: skip


def told(node: Any, name: str, *, lines: bool = False) -> str:
    """Return the text of a property; empty if it is missing or unreadable."""
    try:
        value = node.get(name) if node.has_property(name) else ""
    except ValueError:
        value = ""
    text = str(value).strip()
    return text if lines else " ".join(text.split())


def people_of(root: Any) -> list[str]:
    """Return the players' names; equal names get the colour added."""
    names = [told(root, sign)[:70] or colour for sign, colour in (("PB", "Black"), ("PW", "White"))]
    return names if names[0].casefold() != names[1].casefold() else [f"{names[0]} (black)", f"{names[1]} (white)"]


def tracks_of(root: Any) -> str:
    """Return komi, handicap and rules as one line of tracks."""
    found = {"komi": told(root, "KM"), "handicap": told(root, "HA"), "rules": told(root, "RU")}
    plain = {name: re.sub(r"[,=]+", " ", value)[:80].strip().removesuffix(".0") for name, value in found.items()}
    return ", ".join(f"{name}={value}" for name, value in plain.items() if value)


@dataclass
class Reader:
    """Turns the nodes of a game into steps to record.

    Attributes:
        left_out: the names of properties that are not imported.
        waiting: the comment of a node without a move; it is added to the next step.
    """

    game: Sgf_game
    text: str
    left_out: set[str] = field(default_factory=set)
    waiting: str = ""

    def steps(self) -> Iterator[Step]:
        """Yield the steps: the main line, with variations that are taken back again, then the result."""
        root, size = self.game.get_root(), self.game.get_size()
        self.places = dict(zip(map(id, in_order(root)), node_places(self.text), strict=False))
        board = Board(size)
        yield from self.node(root, board)
        yield from self.line(root, board, 0)
        yield from self.result(root)
        if self.left_out:
            kinds = listed(sorted(self.left_out))
            yield self.step(root, BLACK, None, defect=say("not kept, which SGF calls {kinds}", kinds=kinds),
                            beside=True)  # fmt: skip

    def line(self, node: Any, board: Board, depth: int) -> Iterator[Step]:
        """Yield the steps of the line after a node. The variations of a node come before it."""
        while len(node):
            for other in node[1:]:
                yield from self.variation(other, board.copy(), depth + 1)
            node = node[0]
            yield from self.node(node, board)
        if self.waiting:
            self.waiting = ""
            yield self.step(node, BLACK, None, defect=say("a comment behind the last move is left out"), beside=True)

    def variation(self, node: Any, board: Board, depth: int) -> Iterator[Step]:
        """Yield the steps of a variation, then one that takes its moves back."""
        if depth > DEEPEST:
            yield self.step(node, BLACK, None, defect=say("variations in variations deeper than {n} are left out",
                                                          n=DEEPEST))  # fmt: skip
            return
        n = 0
        for step in (*self.node(node, board), *self.line(node, board, depth)):
            yield step
            n += 1 if step.action is not None and not step.back else -step.back
        if n:
            yield Step(0, 0, "", BLACK, None, no_other, back=n)

    def node(self, node: Any, board: Board) -> Iterator[Step]:
        """Yield the steps of a node: set-up stones, then a move, with its comment."""
        self.left_out |= set(node.properties()) - READ
        said = "" if node is self.game.get_root() else told(node, "C", lines=True)
        remark, self.waiting = "\n".join(filter(None, (self.waiting, said))), ""
        moves = node.get_raw_move()[0] is not None
        if node.has_setup_stones() or (node.has_property("PL") and not moves):
            yield from self.setup(node, board, "" if moves else remark)
            remark = remark if moves else ""
        try:
            colour, point = node.get_move()
        except ValueError:
            words = str(node.get_raw_move()[1], "utf-8", "replace")
            yield self.step(node, BLACK, None, defect=say("{point} is no point of this board", point=words))
            return
        if colour is None:
            self.waiting = remark
            return
        if point is None:
            yield self.step(node, SEATS[colour], Pass(), remark=remark)
            return
        try:
            taken = played(board, colour, point)
        except ValueError:
            defect = say("{point} has a stone already", point=square(point))
            yield self.step(node, SEATS[colour], None, defect=defect)
            return
        bring = Bring(piece=STONES[colour], to=square(point))
        for parts in chunks([bring, *(capture(*one) for one in taken)]):
            yield self.step(node, SEATS[colour], together(parts), remark=remark)
            remark = ""

    def setup(self, node: Any, board: Board, remark: str) -> Iterator[Step]:
        """Yield the step for stones that are set up or removed, and for whose turn it is."""
        before = dict(stones(board))
        for kind in "AB", "AW", "AE":
            try:
                node.get(kind) if node.has_property(kind) else None
            except ValueError:
                yield self.step(node, BLACK, None, defect=say("{point} is no point of this board", point=kind))
                return
        black, white, empty = node.get_setup_stones()
        board.apply_setup(black, white, empty)
        after = dict(stones(board))
        gone = [Move(piece=STONES[one], src=square(at), dst=BOX) for at, one in before.items() if after.get(at) != one]
        come = [Bring(piece=STONES[one], to=square(at)) for at, one in after.items() if before.get(at) != one]
        said = told(node, "PL").lower()[:1]
        turn = SEATS.get(said) or (WHITE if black and not white else BLACK)
        for parts in chunks([*gone, *come]) if gone or come else [[]]:
            yield self.step(node, BLACK, together([*parts, Pass(to=turn)]), remark=remark)
            remark = ""

    def result(self, root: Any) -> Iterator[Step]:
        """Yield the step for the result, if the file has one."""
        words = told(root, "RE")[:80]
        if words in ("", "?"):
            return
        kept: list[Any] = [Set(key=RESULT, value=words)]
        begun = words[:2].upper()
        if begun in ("B+", "W+"):
            kept.append(Finish(winners=(BLACK if begun == "B+" else WHITE,)))
        elif words.casefold() in ("0", "draw", "jigo"):
            kept.append(Finish(winners=()))
        yield self.step(root, BLACK, together(kept), words=words)

    def step(
        self, node: Any, seat: int, action: Action | None, *, remark: str = "", defect: Text | None = None,
        words: str = "", beside: bool = False,
    ) -> Step:  # fmt: skip
        """Return a step with the position of its node in the text."""
        line, column = self.places.get(id(node), (1, 1))
        colour, raw = node.get_raw_move()
        words = words or (f"{colour.upper()}[{raw.decode('utf-8', 'replace')}]" if colour else "SGF")
        return Step(line, column, words, seat, action, no_other, remark=remark[:2000], defect=defect, beside=beside)


def in_order(root: Any) -> Iterator[Any]:
    """Yield a node and all its descendants in the order of the text."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(list(node))


def stones(board: Board) -> Iterator[tuple[Point, str]]:
    """Yield the stones on a board as point and colour, from the lowest row up."""
    for colour, point in sorted(board.list_occupied_points(), key=lambda one: one[1]):
        yield point, colour


def played(board: Board, colour: str, point: Point) -> list[tuple[Point, str]]:
    """Put a stone on the board, and return the captured stones.

    Raises:
        ValueError: the point is occupied.
    """
    before = {**dict(stones(board)), point: colour}
    board.play(*point, colour)
    after = dict(stones(board))
    return [(at, one) for at, one in before.items() if at not in after]


def capture(point: Point, colour: str) -> Move:
    """Return the action that captures a stone."""
    return Move(piece=STONES[colour], src=square(point), dst=PRISONERS[STONES[colour]])


def chunks(parts: Sequence[Any]) -> Iterator[list[Any]]:
    """Yield the parts in groups that fit into one move."""
    for at in range(0, len(parts), PARTS):
        yield list(parts[at : at + PARTS])


def together(parts: Iterable[Any]) -> Action:
    """Return several actions combined into one; a single action unchanged."""
    every = tuple(parts)
    return every[0] if len(every) == 1 else Together(parts=every)


def no_other(reason: str) -> Action:
    """Raise `NotReadable`: nothing can be recorded instead of an impossible move."""
    raise NotReadable(say("a move is impossible: {why}", why=reason))
