"""PGN tags without a place of their own in a match: kept as a note on move 0, and exported again.

They are kept in a note because tags can name people (`Annotator`, `WhiteTeam`), and notes can be erased.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from tablescribe.domain.games.chess.pgn.reading import TAG, unescaped

UNKNOWN = ("", "?", "-", "????.??.??")
"""Values that mean "unknown"."""


def escaped(value: str) -> str:
    """Return a tag's value escaped, in one line."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def tag_line(name: str, value: str) -> str:
    """Return a tag as a line of PGN."""
    return f'[{name} "{escaped(value)}"]'


def kept_tags(tags: Mapping[str, str], recorded: Collection[str]) -> str:
    """Return a note with the tags that are not recorded elsewhere and are not unknown; empty if there are none."""
    return "\n".join(
        tag_line(name, value) for name, value in tags.items() if name not in recorded and value.strip() not in UNKNOWN
    )


def tags_in(notes: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Return the tags kept in notes, and the notes without tags."""
    tags: dict[str, str] = {}
    others: list[str] = []
    for note in notes:
        found = [TAG.match(line) for line in note.splitlines()]
        if note.strip() and all(found):
            tags |= {one[1]: unescaped(one[2]) for one in found if one}
        else:
            others.append(note)
    return tags, others
