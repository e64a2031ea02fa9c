"""Free text in a tournament's events, recorded apart from decisions.

Since format 3, clauses and reasons are recorded in an `Explained` event before the event that they explain. A public
bundle can therefore withhold the text and still prove the decision. For the text of a plan, see `plan_words.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from tablescribe.domain.tournament.model.events import (
    Adjusted,
    Appealed,
    Clocked,
    Corrected,
    CorrectedTogether,
    Decided,
    Explained,
    LotDrawn,
    Penalised,
    Returned,
    Withdrawn,
)

WORDS: Mapping[type, tuple[str, ...]] = {
    Withdrawn: ("reason",),
    Returned: ("reason",),
    Adjusted: ("reason",),
    Corrected: ("clause", "reason"),
    CorrectedTogether: ("clause", "reason"),
    Penalised: ("clause", "reason"),
    Appealed: ("reason",),
    Decided: ("clause", "reason"),
    Clocked: ("reason",),
    LotDrawn: ("how",),
    Explained: ("clause", "reason"),
}
"""Free-text fields, by type of event; the last one is the reason."""

APART = 3
"""The first format with free text in separate events."""

Said = TypeVar("Said")


def words_of(event: object) -> dict[str, str]:
    """Return the free text of an event that is not empty, by field."""
    return {name: getattr(event, name) for name in WORDS.get(type(event), ()) if getattr(event, name)}


def split(kind: type, content: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Split the content of a new event into the content without free text, and the content of its `Explained`."""
    names = WORDS.get(kind, ())
    said = [content[name] for name in names]
    if kind is Explained or not any(said):
        return dict(content), {}
    clause, reason = said if len(said) == 2 else ("", said[0])
    return {**content, **dict.fromkeys(names, "")}, {"clause": clause, "reason": reason}


def joined(event: Said, words: Explained | None) -> Said:
    """Return an event with the free text of the `Explained` event before it, if any."""
    names = WORDS.get(type(event), ())
    if words is None or not names:
        return event
    said = dict(zip(names[::-1], (words.reason, words.clause), strict=False))
    return msgspec.structs.replace(event, **said)  # type: ignore[type-var]
