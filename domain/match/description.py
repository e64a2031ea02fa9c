"""Descriptions by which people find a match (title, event, round, tags)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.game import TITLE
from tablescribe.domain.words.text import say

DATA = ("title", "event", "place", "round", "table")
"""Fields of a description, besides its tags."""

LONGEST = 120
"""Maximum length of each field, in characters."""

MOST_TAGS = 20


def described(match: Match | None, data: Mapping[str, Any], *, title: str = "") -> dict[str, Any]:
    """Merge a new description of a match into the previous one.

    Without an earlier description, the title defaults to the one the match is opened with, if its game takes one.

    Raises:
        Refused: a text is longer than `LONGEST`, or there are too many tags.
    """
    last = match.descriptions[-1] if match is not None and match.descriptions else None
    if match is not None:
        title = str(getattr(match.opening.options, TITLE, ""))
    found: dict[str, Any] = dict.fromkeys(DATA, "") | {TITLE: title}
    found |= {name: getattr(last, name) for name in DATA if last is not None}
    found["tags"] = tuple(last.tags) if last is not None else ()
    found |= {name: " ".join(str(value).split()) for name, value in data.items() if name in DATA}
    if "tags" in data:
        found["tags"] = tuple(dict.fromkeys(tag for one in data["tags"] if (tag := " ".join(str(one).split()))))
    if max(len(text) for text in (*(found[name] for name in DATA), *found["tags"])) > LONGEST:
        raise Refused(say("a title, event or tag can have at most {n} characters", n=LONGEST))
    if len(found["tags"]) > MOST_TAGS:
        raise Refused(say("a match can have at most {n} tags", n=MOST_TAGS))
    return found
