"""Cases about corrections of a closed match: void, another result, reinstated."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.tools.conformance_seeds import SOUND, WRONG, Case, add, log_of, plain, sealed

AMENDED: list[Any] = [["done", "", [2], [0, 3]], "2026-11-21", "keeper", "a slip of the finger"]
VOIDED: list[Any] = ["judge", "recorded twice", "m2"]
REINSTATED: list[Any] = ["organiser", "it was the other one"]


def after(*events: tuple[str, list[Any]], open_: bool = False) -> bytes:
    """Return a bundle of a match with these events after its end, or instead of it."""
    document = plain()
    if open_:
        log_of(document).pop()
    for kind, fields in events:
        add(document, kind, *fields)
    return sealed(document)


def changed(values: list[Any], at: int, value: Any) -> list[Any]:
    return [*values[:at], value, *values[at + 1 :]]


def corrections() -> Iterator[Case]:
    """Yield the cases."""
    amended, void, again = ("Amended", AMENDED), ("Voided", VOIDED), ("Reinstated", REINSTATED)
    yield "corrected", SOUND, partial(after, amended)
    yield "corrected-twice", SOUND, partial(after, amended, amended)
    yield "corrected-void-again", SOUND, partial(after, amended, void, again, amended, void)
    yield "corrected-without-scores", SOUND, partial(after, ("Amended", changed(AMENDED, 0, ["done", "", [], []])))
    yield "void-without-another", SOUND, partial(after, ("Voided", changed(VOIDED, 2, "")))
    yield "corrected-while-open", WRONG, partial(after, amended, open_=True)
    yield "void-while-open", WRONG, partial(after, void, open_=True)
    yield "void-twice", WRONG, partial(after, void, void)
    yield "void-corrected", WRONG, partial(after, void, amended)
    yield "again-without-void", WRONG, partial(after, again)
    yield "again-twice", WRONG, partial(after, void, again, again)
    for by in ("seat", "anybody", ""):
        yield f"corrected-by-{by or 'nobody'}", WRONG, partial(after, ("Amended", changed(AMENDED, 2, by)))
        yield f"void-by-{by or 'nobody'}", WRONG, partial(after, ("Voided", changed(VOIDED, 0, by)))
    results: dict[str, Any] = {
        "stranger": ["done", "", [3], [0, 3]], "seat-0": ["done", "", [0], [0, 3]], "one-score": ["done", "", [1], [3]],
        "three-scores": ["done", "", [1], [3, 2, 1]], "text": ["done", "", "1", [3, 0]],
    }  # fmt: skip
    for what, result in results.items():
        yield f"corrected-{what}", WRONG, partial(after, ("Amended", changed(AMENDED, 0, result)))
    yield "void-for-no-id", WRONG, partial(after, ("Voided", changed(VOIDED, 2, "a b")))
    yield "void-more", WRONG, partial(after, ("Voided", [*VOIDED, ""]))
