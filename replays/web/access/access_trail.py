"""The trail of looks at hidden hands: what a line of it tells, and how it is kept."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from tablescribe.domain.words.text import Slot, Text


@dataclass(frozen=True)
class TrailEntry:
    """Somebody was shown hidden things, or took a chair.

    Attributes:
        at: when, ISO 8601 in UTC.
        who: the seat or the role.
        label: what the organiser calls the pass.
        what: what was shown.
    """

    at: str
    who: Slot
    label: str
    what: Text | str


def written(text: Text) -> str:
    """Return a line of the trail as it is kept."""
    return msgspec.json.encode(text).decode()


def read(line: str) -> Text | str:
    """Return a line of the trail; earlier versions kept the English words."""
    try:
        return msgspec.json.decode(line, type=Text)
    except msgspec.MsgspecError:
        return line
