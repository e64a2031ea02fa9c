"""Words that people write in a plan: its title, names of stages, the clause of overtime, the title of a game.

They decide nothing. From format 4 on, no digest counts them, so they can be erased and everything still follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

BESIDE = 4
"""The first format whose digests leave out the words of the plan."""

TITLE, NAME, CLAUSE, GAME = "title", "name", "clause", "game"
"""Kinds of words: the title of a tournament, the name of a stage, the clause of overtime, the title of a game."""


def with_words(plan: Mapping[str, Any], put: Callable[[str, str], str]) -> dict[str, Any]:
    """Return a plan with something else in place of each of its words. What is no plan stays as it is.

    Args:
        plan: plain data, as `Announced` holds them; a file from elsewhere may hold any.
        put: called with the kind of the words (`TITLE`, `NAME`, `CLAUSE` or `GAME`) and the words.
    """
    found, stages = _put(plan, TITLE, TITLE, put), plan.get("stages")
    if isinstance(stages, list):
        found["stages"] = [with_words_of_stage(one, put) if isinstance(one, dict) else one for one in stages]
    return found


def with_words_of_stage(stage: Mapping[str, Any], put: Callable[[str, str], str]) -> dict[str, Any]:
    """Return a stage of a plan with something else in place of each of its words: see `with_words`."""
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
    """Return what of a recorded plan its digest is of: all of it in earlier formats, without its words from 4 on."""
    return with_words(plan, _nothing) if form >= BESIDE else dict(plan)


def deciding_stage(stage: Mapping[str, Any], form: int) -> dict[str, Any]:
    """Return what of a stage is given to the pairing engine by `pairing_input`: see `deciding`."""
    return with_words_of_stage(stage, _nothing) if form >= BESIDE else dict(stage)
