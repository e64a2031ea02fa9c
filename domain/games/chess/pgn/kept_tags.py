"""Tags of PGN that a match has no other place for: kept as a note about its beginning, and written out again.

A note, because tags name people (`Annotator`, `WhiteTeam`), and the words of notes can be erased.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from tablescribe.domain.games.chess.pgn.reading import TAG, unescaped

UNKNOWN = ("", "?", "-", "????.??.??")
"""Values that say that nothing is known."""


def escaped(value: str) -> str:
    """Return the value of a tag, in one line."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def tag_line(name: str, value: str) -> str:
    """Return a tag as a line of PGN."""
    return f'[{name} "{escaped(value)}"]'


def kept_tags(tags: Mapping[str, str], recorded: Collection[str]) -> str:
    """Return a note with the tags that are not recorded otherwise; empty where all are, or say nothing."""
    return "\n".join(
        tag_line(name, value) for name, value in tags.items() if name not in recorded and value.strip() not in UNKNOWN
    )


def tags_in(notes: Iterable[str]) -> tuple[dict[str, str], list[str]]:
    """Return the tags that notes keep, and the notes that keep none."""
    tags: dict[str, str] = {}
    others: list[str] = []
    for note in notes:
        found = [TAG.match(line) for line in note.splitlines()]
        if note.strip() and all(found):
            tags |= {one[1]: unescaped(one[2]) for one in found if one}
        else:
            others.append(note)
    return tags, others
