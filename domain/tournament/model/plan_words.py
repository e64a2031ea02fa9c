"""Free text in a plan: its title, names of stages, the clause of overtime, the title of a game.

It affects no result. Since format 4, digests leave it out, so that it can be erased and every digest still verifies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

BESIDE = 4
"""The first format whose digests leave out the free text of the plan."""

TITLE, NAME, CLAUSE, GAME = "title", "name", "clause", "game"
"""Kinds of free text: the title of a tournament, the name of a stage, the clause of overtime, the title of a game."""


def with_words(plan: Mapping[str, Any], put: Callable[[str, str], str]) -> dict[str, Any]:
    """Return a plan with each of its free texts replaced. Data that are not a plan are returned unchanged.

    Args:
        plan: the plan as plain data, as in `Announced`; files from elsewhere may have any data.
        put: returns the replacement, given the kind of text (`TITLE`, `NAME`, `CLAUSE` or `GAME`) and the text.
    """
    found, stages = _put(plan, TITLE, TITLE, put), plan.get("stages")
    if isinstance(stages, list):
        found["stages"] = [with_words_of_stage(one, put) if isinstance(one, dict) else one for one in stages]
    return found


def with_words_of_stage(stage: Mapping[str, Any], put: Callable[[str, str], str]) -> dict[str, Any]:
    """Return a stage of a plan with each of its free texts replaced: see `with_words`."""
    found = _put(stage, NAME, NAME, put)
    for part, field, kind in (("overtime", CLAUSE, CLAUSE), ("options", TITLE, GAME)):
        if isinstance(found.get(part), dict):
            found[part] = _put(found[part], field, kind, put)
    return found


def _put(data: Mapping[str, Any], field: str, kind: str, put: Callable[[str, str], str]) -> dict[str, Any]:
    words = data.get(field)
    return {**data, field: put(kind, words)} if isinstance(words, str) else {**data}


def _nothing(kind: str, words: str) -> str:
    return ""


def deciding(plan: Mapping[str, Any], form: int) -> dict[str, Any]:
    """Return the part of a recorded plan that its digest covers: since format 4, without free text."""
    return with_words(plan, _nothing) if form >= BESIDE else dict(plan)


def deciding_stage(stage: Mapping[str, Any], form: int) -> dict[str, Any]:
    """Return the part of a stage that the input of a pairing covers: see `deciding`."""
    return with_words_of_stage(stage, _nothing) if form >= BESIDE else dict(stage)
