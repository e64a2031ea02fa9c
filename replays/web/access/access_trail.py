"""The access trail: views of hidden information, and how its lines are stored."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from tablescribe.domain.words.text import Slot, Text


@dataclass(frozen=True)
class TrailEntry:
    """A view of hidden information, or a seat taken by PIN.

    Attributes:
        at: the time, ISO 8601 in UTC.
        who: the seat or the role.
        label: the organiser's name for the pass.
        what: what was shown.
    """

    at: str
    who: Slot
    label: str
    what: Text | str


def written(text: Text) -> str:
    """Return a line of the trail in its stored form."""
    return msgspec.json.encode(text).decode()


def read(line: str) -> Text | str:
    """Return a stored line of the trail; earlier versions stored the English words."""
    try:
        return msgspec.json.decode(line, type=Text)
    except msgspec.MsgspecError:
        return line
