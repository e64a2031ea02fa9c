"""Parser for a log's lines. Entries are parsed in `entries.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tablescribe.domain.games.root.rootlog.entries import read_entry
from tablescribe.domain.games.root.rootlog.letters import FACTIONS, HEADERS, OWNER
from tablescribe.domain.games.root.rootlog.values import At, Entry, Header, Line, Log, Turn, Unread, Winner
from tablescribe.domain.words.text import say

_KEYED = re.compile(rf"\s*({OWNER}|{'|'.join(HEADERS)}|Winner)\s*:")
_ENTRY = re.compile(r"[^/;]+")
_LETTERS = re.compile(rf"[\s,+&]*(?:[{''.join(FACTIONS)}][\s,+&]*)+")

LONGEST = 10_000
"""Lines longer than this many characters are not read."""


def read(text: str) -> Log:
    """Return the value of a log. Every line becomes one value; invalid notation becomes `Unread`."""
    seated: set[str] = set()
    lines = text.removeprefix("\ufeff").splitlines()
    return Log(tuple(_line(number, line, seated) for number, line in enumerate(lines, start=1)))


def unread(log: Log) -> Iterator[tuple[At, Unread]]:
    """Yield what could not be read, with its position."""
    for line in log.lines:
        if isinstance(line.says, Unread):
            yield At(line.number, 1), line.says
        elif isinstance(line.says, Turn):
            for entry in line.says.entries:
                if isinstance(entry.what, Unread):
                    yield entry.at, entry.what


def _line(number: int, line: str, seated: set[str]) -> Line:
    """Parse one line. `seated` holds the factions whose player has been named."""
    if len(line) > LONGEST:
        return Line(Unread(line, say("the line is longer than {n} characters", n=LONGEST)), None, number)
    said, slashes, remark = line.partition("//")
    return Line(_said(number, said, seated), remark.strip() if slashes else None, number)


def _said(number: int, said: str, seated: set[str]) -> Header | Turn | Winner | Unread | None:
    if not said.strip():
        return None
    keyed = _KEYED.match(said)
    if keyed is None:
        return Unread(said.strip(), say("a line must begin with a faction's letter, a header word or Winner"))
    key, rest = keyed[1], said[keyed.end() :]
    if key == "Winner":
        return _winner(said, rest)
    if key in HEADERS:
        return Header(key, rest.strip())
    if key in FACTIONS and key not in seated:
        seated.add(key)
        if "->" not in rest:
            return Header(key, rest.strip())
    return Turn(key, tuple(_entries(number, rest, keyed.end())))


def _winner(said: str, rest: str) -> Winner | Unread:
    if not _LETTERS.fullmatch(rest):
        return Unread(said.strip(), say("Winner must be followed by faction letters"))
    return Winner("".join(letter for letter in rest if letter in FACTIONS))


def _entries(number: int, rest: str, offset: int) -> Iterator[Entry]:
    """Parse the entries of a turn; `offset` is their position in the line."""
    for found in _ENTRY.finditer(rest):
        words = found[0]
        if words.strip():
            indent = len(words) - len(words.lstrip())
            yield Entry(read_entry(words.strip()), At(number, offset + found.start() + indent + 1))
