"""Cases about the end of a match: the seed as a separate event, and what cannot be withheld."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.tools.conformance_seeds import SOUND, WRONG, Case, Document, event, plain, sealed
from tests.tools.conformance_tournaments import withholding

SEED = "5e" * 32
DONE: list[Any] = [["done", "", [1], [3, 0]], ""]


def ended(*end: tuple[str, list[Any]], chance: str = "sealed", sealed_with: str = SEED) -> Document:
    """Return a bundle of a match that consists of its opening and these final events."""
    document = plain()
    log = document["streams"][1]["log"]
    opened = json.loads(log[0][3])
    opened[14], opened[15] = chance, hashlib.sha256(bytes.fromhex(sealed_with)).hexdigest()
    log[0][3] = json.dumps(opened, separators=(",", ":"), ensure_ascii=False)
    log[1:] = [event(kind, version, *fields) for version, (kind, fields) in enumerate(end, 2)]
    return document


def shown_without_seed() -> bytes:
    """Return a spectator's bundle in which the seed of a match is withheld."""
    document = ended(("Disclosed", [SEED]), ("ClosedOpenly", DONE))
    row, document["viewer"] = document["streams"][1]["log"][1], "spectator"
    shown = [*json.loads(row[3])[:6], "", ""]
    row[4], row[3], row[5] = hashlib.sha256(row[3].encode()).hexdigest(), "", json.dumps(shown, separators=(",", ":"))
    return sealed(document)


def cases() -> Iterator[Case]:
    """Yield matches whose seed is a separate event, and corrections that cannot be withheld."""
    seed, end = ("Disclosed", [SEED]), ("ClosedOpenly", DONE)
    void = ("VoidedOpenly", ["keeper", "twice", ""])
    right = ("AmendedOpenly", [["done", "", [2], []], "", "keeper", "wrong winner"])
    back = ("ReinstatedOpenly", ["keeper", "it counts"])
    yield "openly-closed", SOUND, lambda: sealed(ended(seed, end))
    yield "openly-closed-without-seed", SOUND, lambda: sealed(ended(end))
    yield "openly-closed-seed-withheld", SOUND, shown_without_seed
    yield "openly-closed-with-seed-inside", WRONG, lambda: sealed(ended(("ClosedOpenly", [DONE[0], SEED])))
    yield "openly-closed-twice", WRONG, lambda: sealed(ended(seed, end, end))
    yield "openly-corrected", SOUND, lambda: sealed(ended(end, right, void, back))
    yield "openly-reinstated-first", WRONG, lambda: sealed(ended(end, back))
    yield "disclosed-and-open", WRONG, lambda: sealed(ended(seed))
    yield "disclosed-twice", WRONG, lambda: sealed(ended(seed, seed, end))
    yield "disclosed-then-noted", WRONG, lambda: sealed(ended(seed, ("Noted", [None, "x"]), end))
    yield "disclosed-then-closed-the-old-way", WRONG, lambda: sealed(ended(seed, ("Closed", DONE)))
    yield "disclosed-after-the-end", WRONG, lambda: sealed(ended(end, seed))
    yield "disclosed-of-no-sealed-match", WRONG, lambda: sealed(ended(seed, end, chance="table"))
    yield "disclosed-another-seed", WRONG, lambda: sealed(ended(seed, end, sealed_with="77" * 32))
    for kind, number in (("Disclosed", 0), ("ClosedOpenly", 1), ("AmendedOpenly", 2), ("VoidedOpenly", 3),
                         ("ReinstatedOpenly", 4)):  # fmt: skip
        yield f"openly-withheld-{kind}", WRONG, partial(_ending_withheld, number)
        yield f"openly-shown-otherwise-{kind}", WRONG, partial(_ending_withheld, number, beside=True)


def _ending_withheld(number: int, *, beside: bool = False) -> bytes:
    document = ended(
        ("Disclosed", [SEED]), ("ClosedOpenly", DONE),
        ("AmendedOpenly", [["done", "", [2], []], "", "keeper", "(withheld)"]),
        ("VoidedOpenly", ["keeper", "(withheld)", ""]), ("ReinstatedOpenly", ["keeper", "(withheld)"]),
    )  # fmt: skip
    return withholding(document, document["streams"][1]["log"][number + 1][2], beside=beside)
