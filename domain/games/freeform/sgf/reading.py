"""SGF files as text: their encoding, the games in them, and the position of each node."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

ENCODED = re.compile(rb"CA\s*\[([^\]\\]{1,40})\]")
MARKS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF8, "utf-8"))
OTHER_NAMES = {"gb2312": "gb18030", "ms_kanji": "cp932", "shift_jis": "cp932"}
"""Encodings named in files → encodings that programs really use."""


def decoded(contents: bytes) -> str:
    """Decode a file: by its byte order mark, the encoding it names (`CA`), as UTF-8, or as Windows-1252."""
    for mark, name in MARKS:
        if contents.startswith(mark):
            return contents.removeprefix(mark).decode(name, "replace")
    told = ENCODED.search(contents)
    name = told[1].decode("ascii", "replace").strip().lower() if told is not None else "utf-8"
    for one in (OTHER_NAMES.get(name, name), "utf-8"):
        try:
            return contents.decode(one)
        except (LookupError, UnicodeDecodeError):
            continue
    return contents.decode("cp1252", "replace")


def signs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the characters outside of property values, such as `(`, `;` and `)`, with their positions."""
    inside = escaped = False
    for at, sign in enumerate(text):
        if inside:
            if escaped:
                escaped = False
            else:
                escaped, inside = sign == "\\", sign != "]"
        elif sign == "[":
            inside = True
        else:
            yield at, sign


def games(text: str) -> Iterator[tuple[int, str]]:
    """Yield the games of a file, each with the line on which it begins, from 0. Text between games is skipped."""
    depth, begun = 0, 0
    for at, sign in signs(text):
        if sign == "(":
            begun, depth = (at, 1) if depth == 0 else (begun, depth + 1)
        elif sign == ")" and depth:
            depth -= 1
            if depth == 0:
                yield text.count("\n", 0, begun), text[begun : at + 1]
    if depth:  # the last game is incomplete
        yield text.count("\n", 0, begun), text[begun:] + ")" * depth


def node_places(text: str) -> list[tuple[int, int]]:
    """Return the line and column of each node, from 1, in the order of the text."""
    found, line, last = list[tuple[int, int]](), 1, -1
    seen = 0
    for at, sign in signs(text):
        if sign == ";":
            line += text.count("\n", seen, at)
            last = text.rfind("\n", 0, at)
            found.append((line, at - last))
            seen = at
    return found
