"""Detection of a file's format by its content."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

FileKind = Literal[
    "match", "bundle", "ledger", "bgstats", "bgg", "pgn", "sgf", "trf", "rootlog", "table", "json", "archive", "unknown"
]  # fmt: skip

SQLITE = b"SQLite format 3\x00"
ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"\xfd7zXZ", b"PAR1", b"(\xb5/\xfd")
HEAD = 20_000
"""Number of bytes read to recognise a text."""

_PGN = re.compile(r'^\s*(?:[%;].*\n\s*)*\[[A-Z]\w* "', re.MULTILINE)
_MOVES = re.compile(r"\s*1\s?\.\s*[A-Za-z]?[a-h]?[1-8]?[-x]?[a-h][1-8]\s")
"""Pattern of the first move of a chess game without tags."""
_SGF = re.compile(r"[^()\[\]{}<>]{0,500}\(\s*;?\s*[A-Z]{1,2}\s*\[")
_SGF_UTF16 = "\ufeff(".encode("utf-16-le"), "\ufeff(".encode("utf-16-be")
_TRF = re.compile(r"^(?:012|022|032|042|062|XXR|001) ", re.MULTILINE)
_ROOTLOG = re.compile(r"^Map:", re.MULTILINE | re.IGNORECASE), re.compile(r"^Deck:", re.MULTILINE | re.IGNORECASE)


class _Head(msgspec.Struct):
    """The members of a JSON object that identify its format; large ones are skipped."""

    format: str = ""
    plays: msgspec.Raw = msgspec.Raw()
    games: msgspec.Raw = msgspec.Raw()
    players: msgspec.Raw = msgspec.Raw()


def recognised(contents: bytes) -> FileKind:
    """Return the format of a file. A backup counts as a ledger: both are SQLite databases."""
    if contents.startswith(SQLITE):
        return "ledger"
    if contents.startswith(ARCHIVES):
        return "table" if _is_workbook(contents) else "archive"
    text = contents[:HEAD].decode("utf-8-sig", "replace")
    begun = text.lstrip()
    if begun.startswith(("{", "[")) and (found := _of_json(contents)) is not None:
        return found
    if begun.startswith("<"):
        return "bgg" if re.search(r"<(plays|play|items)\b", text) else "unknown"
    if _SGF.match(text) or contents.startswith(_SGF_UTF16):
        return "sgf"
    if _PGN.match(text) or _MOVES.match(text):
        return "pgn"
    if all(one.search(text) for one in _ROOTLOG):
        return "rootlog"
    if len(_TRF.findall(text)) >= 2:
        return "trf"
    first = begun.partition("\n")[0]
    return "table" if max(first.count(one) for one in ",;\t") >= 2 else "unknown"


def _is_workbook(contents: bytes) -> bool:
    """Return whether an archive is an Excel file."""
    return contents.startswith(b"PK\x03\x04") and b"xl/" in contents and b"[Content_Types].xml" in contents


def _of_json(contents: bytes) -> FileKind | None:
    try:
        head = msgspec.json.decode(contents.removeprefix(b"\xef\xbb\xbf"), type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return "json" if contents.lstrip().startswith(b"{") else None
    if head.format:
        ours: dict[str, FileKind] = {"tablescribe match": "match", "tablescribe bundle": "bundle"}
        return ours.get(head.format, "json")
    if all(map(bytes, (head.plays, head.games, head.players))):
        return "bgstats"
    return "bgg" if bytes(head.plays) else "json"
