"""Cases about the clock of a match: the time is set first and once, and clock events cannot be withheld."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.tools.conformance_corrections import changed
from tests.tools.conformance_endings import DONE, ended
from tests.tools.conformance_seeds import SOUND, WRONG, Case, Document, sealed
from tests.tools.conformance_tournaments import withholding

SET: list[Any] = ["fischer", [[40, 5400000, 30000], [0, 1800000, 30000]], False, "keeper"]
PRESSED: list[Any] = [0, 1, 1, [2], 120, False]
ADJUSTED: list[Any] = ["correct", 2, 600000, [1], "judge", "the battery was empty"]
FELL: list[Any] = [2, 310]
WHOLE = (("TimeControlSet", SET), ("ClockPressed", PRESSED), ("ClockAdjusted", ADJUSTED), ("FlagFell", FELL))


def clocked(*events: tuple[str, list[Any]]) -> Document:
    """Return a bundle of a match with these events between the opening and the end."""
    return ended(*events, ("ClosedOpenly", DONE), chance="table")


def told(*events: tuple[str, list[Any]]) -> bytes:
    return sealed(clocked(*events))


def with_field(number: int, at: int, value: Any) -> bytes:
    """Return a bundle with another value in one field of a clock event."""
    events = [*WHOLE]
    kind, fields = events[number]
    events[number] = (kind, changed(fields, at, value))
    return told(*events)


def late(number: int) -> bytes:
    """Return a bundle with a clock event after the end."""
    before = WHOLE[:1] if number else ()
    return sealed(ended(*before, ("ClosedOpenly", DONE), WHOLE[number], chance="table"))


def withheld(kind: str, *, beside: bool = False) -> bytes:
    """Return a bundle in which a clock event is withheld, or shown twice: as it is and as a part."""
    return withholding(clocked(*WHOLE), kind, beside=beside)


def cases() -> Iterator[Case]:
    """Yield the cases."""
    first, pressed, adjusted, fell = WHOLE
    yield "clock", SOUND, partial(told, *WHOLE)
    yield "clock-only-set", SOUND, partial(told, first)
    yield "clock-only-measured", SOUND, partial(told, ("TimeControlSet", ["measured", [], False, "organiser"]), pressed)
    yield "clock-in-another-order", SOUND, partial(told, first, fell, adjusted, pressed, pressed, adjusted)
    yield "clock-set-twice", WRONG, partial(told, first, pressed, first)
    for kind, fields in WHOLE[1:]:
        yield f"clock-not-set-{kind}", WRONG, partial(told, (kind, fields))
        yield f"clock-set-too-late-{kind}", WRONG, partial(told, (kind, fields), first)
    right: list[tuple[int, int, Any]] = [
        (0, 0, "bronstein"), (0, 0, "delay"), (0, 0, "table"), (0, 1, []), (0, 2, True), (0, 3, "seat:2"),
        (1, 0, 7), (1, 3, []), (1, 4, 0), (1, 5, True), (2, 0, "start"), (2, 0, "pause"), (2, 0, "resume"),
        (2, 4, "recorder"), (2, 5, ""), (3, 0, 0),
    ]  # fmt: skip
    wrong: list[tuple[int, int, Any]] = [
        (0, 0, "sand"), (0, 0, ""), (0, 1, [[1, 2]]), (0, 1, [[1, 2, "3"]]), (0, 1, 5), (0, 2, 0), (0, 3, "anybody"),
        (1, 0, "1"), (1, 1, None), (1, 2, True), (1, 3, 2), (1, 3, ["2"]), (1, 4, "120"), (1, 5, 0), (1, 5, None),
        (2, 0, "steal"), (2, 1, None), (2, 2, "600000"), (2, 3, [None]), (2, 4, "seat:0"), (2, 4, ""), (2, 5, 1),
        (3, 0, "2"), (3, 1, None),
    ]  # fmt: skip
    for verdict, some in ((SOUND, right), (WRONG, wrong)):
        for place, (number, at, value) in enumerate(some):
            yield f"clock-field-{verdict}-{place}", verdict, partial(with_field, number, at, value)
    for number, (kind, fields) in enumerate(WHOLE):
        yield (
            f"clock-field-more-{kind}",
            WRONG,
            partial(told, *WHOLE[:number], (kind, [*fields, 1]), *WHOLE[number + 1 :]),
        )
        yield (
            f"clock-field-less-{kind}",
            WRONG,
            partial(told, *WHOLE[:number], (kind, fields[:-1]), *WHOLE[number + 1 :]),
        )
        yield f"clock-after-the-end-{kind}", WRONG, partial(late, number)
        yield f"clock-withheld-{kind}", WRONG, partial(withheld, kind)
        yield f"clock-shown-otherwise-{kind}", WRONG, partial(withheld, kind, beside=True)
