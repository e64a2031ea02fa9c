"""Parser for PGN: games, their tags, and their moves with comments and variations, each with its position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

TAG = re.compile(r'^\s*\[\s*(\w+)\s+"(.*)"\s*\]\s*$')
"""A tag. Many programs do not escape quotes in values, so the value ends at the last quote."""
RESULTS = ("1-0", "0-1", "1/2-1/2", "½-½", "*")
TOKEN = re.compile(
    r"(?P<comment>\{[^}]*\}?)|(?P<rest>;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<nag>\$\d+)"
    r"|(?P<result>1[-–:]0|0[-–:]1|1/2[-–:]1/2|½[-–:]½|\*)(?![\w/–:-])|(?P<number>\d+\s*\.+(?:\s*\.+)?)|(?P<move>[^\s{}();]+)"
)
ASIDE = ("e.p.", "ep", "e.p", "(e.p.)", "+", "++", "#", "†", "‡")
"""Annotations that people write separately from their move; they are redundant and ignored."""
NAGS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
DEEPEST = 40
"""Maximum nesting of variations. Deeper ones, and those before the first move, are read as comments."""


@dataclass
class Written:
    """A move as written.

    Attributes:
        word: the move.
        line, column: its position, from 1.
        remark: the comments after it; for the first move of a variation, also those before it.
        signs: its annotation symbols, such as `!?` or `$14`.
        instead: the variations that replace it.
    """

    word: str
    line: int
    column: int
    remark: str = ""
    signs: str = ""
    instead: list[list[Written]] = field(default_factory=list)


@dataclass
class Game:
    """A game as written: its tags, its moves, and its result."""

    tags: dict[str, str]
    moves: list[Written]
    result: str
    lines: int
    before: str = ""


def games(text: str) -> Iterator[tuple[int, str]]:
    """Yield the games of a file, each with the line on which it begins, from 0."""
    begun, lines, moves, braces = 0, list[str](), False, 0
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines()):
        if braces == 0 and TAG.match(line) and moves:
            yield begun, "\n".join(lines)
            begun, lines, moves = number, [], False
        lines.append(line)
        if line.strip() and not line.startswith("%") and not (braces == 0 and TAG.match(line)):
            moves = True
            inside = braces > 0
            for sign in line:
                if inside:
                    inside = sign != "}"
                elif sign == ";":
                    break
                else:
                    inside = sign == "{"
            braces = int(inside)
    if moves or any(TAG.match(line) for line in lines):
        yield begun, "\n".join(lines)


def read(text: str) -> Game:
    """Parse a text with one game. Nothing is an error: words that are not moves are kept as words."""
    tags: dict[str, str] = {}
    lines = text.splitlines()
    start = 0
    for start, line in enumerate(lines):  # noqa: B007 - the last line that is a tag is what is looked for
        if line.strip() and not line.startswith("%"):
            found = TAG.match(line)
            if found is None:
                break
            tags[found[1]] = unescaped(found[2])
    else:
        start = len(lines)
    rest = [("" if line.startswith("%") else line) for line in lines[start:]]
    game = Game(tags, [], tags.get("Result", "*"), len(lines))
    Moves(game).read("\n".join(rest), start)
    return game


def unescaped(value: str) -> str:
    """Return a tag's value with escaped quotes and backslashes resolved."""
    return re.sub(r"\\(.)", r"\1", value)


class Moves:
    """Parses the moves of a game, token by token."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.stack: list[list[Written]] = [game.moves]
        self.skipped = 0  # nesting depth within a part that is not parsed as moves
        self.ahead = ""  # comments at the beginning of a variation, before its first move

    def read(self, text: str, above: int) -> None:
        """Parse the moves of a game that begin after `above` lines."""
        breaks = [-1, *(found.start() for found in re.finditer("\n", text))]
        row = 0
        for found in TOKEN.finditer(text):
            while row + 1 < len(breaks) and breaks[row + 1] < found.start():
                row += 1
            kind, word = found.lastgroup or "", found[0]
            if kind in ("open", "close"):
                self.bracket(kind)
            elif kind in ("comment", "rest"):
                self.remark(" ".join(word.strip("{};").split()))
            elif self.skipped:
                self.remark(word)
            elif kind == "nag":
                self.sign(NAGS.get(word, word))
            elif kind == "move":
                self.move(word, above + row + 1, found.start() - breaks[row])
            elif kind == "result" and len(self.stack) == 1:
                self.game.result = re.sub("[–:]", "-", word)
                return

    def bracket(self, kind: str) -> None:
        """Begin a variation that replaces the last move, or end one."""
        here = self.stack[-1]
        if kind == "close":
            if self.skipped:
                self.skipped -= 1
                self.remark(")")
            elif len(self.stack) > 1:
                self.stack.pop()
                lost, self.ahead = self.ahead, ""
                self.remark(lost)
        elif self.skipped or not here or len(self.stack) > DEEPEST:
            self.skipped += 1
            self.remark("(")
        else:
            here[-1].instead.append([])
            self.stack.append(here[-1].instead[-1])

    def remark(self, said: str) -> None:
        """Add a comment to the last move; before the first move, to the game or to the variation's first move."""
        here = self.stack[-1]
        if here:
            here[-1].remark = f"{here[-1].remark} {said}".strip()
        elif len(self.stack) == 1:
            self.game.before = f"{self.game.before} {said}".strip()
        else:
            self.ahead = f"{self.ahead} {said}".strip()

    def sign(self, said: str) -> None:
        """Add an annotation symbol to the last move; before any move, it is a comment."""
        here = self.stack[-1]
        if not here:
            self.remark(said)
        elif said not in here[-1].signs.split():
            here[-1].signs = f"{here[-1].signs} {said}".strip()

    def move(self, word: str, line: int, column: int) -> None:
        """Add a move, with the annotation symbols at its end split off; `!` alone belongs to the previous move."""
        if set(word) <= set("!?"):
            self.sign(word)
        elif word not in ASIDE:
            bare = word.rstrip("!?")
            ahead, self.ahead = self.ahead, ""
            self.stack[-1].append(Written(bare, line, column, ahead, word[len(bare) :]))
