"""Cases about merged logs of one match: which logs they name, and how differences were settled."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.tools.conformance_seeds import EVENTS, SOUND, WRONG, Case, Document, add, body, log_of, plain, sealed

LOGS = [["m2", 7, "ab" * 32], ["m3", 9, "cd" * 32]]
SETTLED: list[Any] = [[4, 5], [4], [[1, 4], [2, 4]], "person", "judge", "", "both seats say so"]
RULED: list[Any] = [[], [6], [], "rule", "", "FF-1", ""]


def reading(first: list[tuple[str, list[Any]]], late: tuple[tuple[str, list[Any]], ...] = ()) -> Document:
    """Return a bundle of a match with these events after its opening, and others after its end."""
    document = plain()
    log_of(document).clear()
    rest = [(kind, fields) for kind, fields in EVENTS.items() if kind not in ("Opened",)]
    for kind, fields in (("Opened", EVENTS["Opened"]), *first, *rest, *late):
        add(document, kind, *fields)
    return document


def read(*first: tuple[str, list[Any]], late: tuple[tuple[str, list[Any]], ...] = ()) -> bytes:
    return sealed(reading([*first], late))


def changed(values: list[Any], at: int, value: Any) -> list[Any]:
    return [*values[:at], value, *values[at + 1 :]]


def shown() -> bytes:
    """Return a merged match for spectators, without the reasons of settlements."""
    document = reading([("Sourced", [LOGS]), ("Settled", SETTLED)])
    document["viewer"] = "spectator"
    row = log_of(document)[2]
    said = json.loads(row[3])
    said[6], said[-1] = "", "(withheld)"
    row[4], row[3], row[5] = hashlib.sha256(row[3].encode()).hexdigest(), "", body(said)
    return sealed(document)


def readings() -> Iterator[Case]:
    """Yield the cases."""
    named, settled, ruled = ("Sourced", [LOGS]), ("Settled", SETTLED), ("Settled", RULED)
    yield "reading", SOUND, partial(read, named, settled, ruled)
    yield "reading-of-logs-that-agree", SOUND, partial(read, named)
    yield "reading-for-spectators", SOUND, shown
    yield "reading-named-late", WRONG, partial(read, ("Noted", [None, "x"]), named)
    yield "reading-named-twice", WRONG, partial(read, named, named)
    yield "reading-named-at-the-end", WRONG, partial(read, late=(named,))
    yield "reading-settled-without-logs", WRONG, partial(read, settled)
    yield "reading-settled-after-the-end", WRONG, partial(read, named, late=(settled,))
    sources: dict[str, Any] = {
        "none": [], "one": LOGS[:1], "three": [*LOGS, ["m4", 1, "ef" * 32]], "same": [LOGS[0], LOGS[0]],
        "no-id": [["a b", 7, "ab" * 32], LOGS[1]], "no-hash": [["m2", 7, "ab" * 31], LOGS[1]],
        "capitals": [["m2", 7, "AB" * 32], LOGS[1]], "no-number": [["m2", "7", "ab" * 32], LOGS[1]],
        "more": [["m2", 7, "ab" * 32, 1], LOGS[1]], "no-list": "m2",
    }  # fmt: skip
    for name, value in sources.items():
        yield f"reading-sources-{name}", WRONG, partial(read, ("Sourced", [value]))
    odd = (
        (0, ["4"], "number"), (0, 4, "list"), (1, [None], "nothing"), (2, [[1]], "short"), (2, [[1, 4, 4]], "long"),
        (2, [["1", 4]], "text"), (3, "guess", "how"), (3, "rule", "by-a-person"), (4, "", "by-nobody"),
        (4, "somebody", "by-whom"), (4, "seat:0", "by-no-seat"), (5, 1, "rule"), (6, None, "reason"),
    )  # fmt: skip
    for at, value, what in odd:
        yield f"reading-settled-{at}-{what}", WRONG, partial(read, named, ("Settled", changed(SETTLED, at, value)))
    for by in ("seat:3", "keeper", "organiser", "recorder"):
        yield f"reading-settled-by-{by}", SOUND, partial(read, named, ("Settled", changed(SETTLED, 4, by)))
    yield "reading-settled-by-order", SOUND, partial(read, named, ("Settled", changed(RULED, 3, "order")))
    yield "reading-ruled-by-a-person", WRONG, partial(read, named, ("Settled", changed(RULED, 3, "person")))
    yield "reading-settled-more", WRONG, partial(read, named, ("Settled", [*SETTLED, 1]))
