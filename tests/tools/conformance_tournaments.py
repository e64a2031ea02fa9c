"""Cases about tournaments: an event of each type that a bundle of version 2 may hold, and what may not stand in one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tablescribe.ledger.proofs.keys.signing import key_text
from tests.fuzz import samples
from tests.tools.conformance_seeds import SOUND, WRONG, Case, Document, body, event, plain, sealed

TOURNAMENT = "t1"
PLAN = {"title": "T", "stages": [{"name": "S", "kind": "pods", "rounds": 1, "game": "freeform"}]}
HEX = "ab" * 32
EVENTS: list[tuple[str, list[Any]]] = [
    ("Announced", [2, "organiser", PLAN, HEX]),
    ("Entered", ["desk", "r1", HEX, 1, None, 1, "0", []]),
    ("Entered", ["desk", "r2", HEX, 2, 1800, 1, "1/2", ["r1"]]),
    ("LotSealed", ["organiser", 0, HEX]),
    ("PairedAlike", ["organiser", 1, 0, [["r1", "r2"]], ["m1"], [], "pods", "1", 7, HEX, [], "", HEX]),
    ("Adjusted", ["organiser", 1, [["r2", "r1"]], ["m2"], [], "so that both see"]),
    ("Clocked", ["desk", 1, "start", 0, ""]),
    ("Clocked", ["desk", 1, "pause", 0, "a fire drill"]),
    ("Clocked", ["desk", 1, "resume", 0, ""]),
    ("Clocked", ["arbiter", 1, "extend", 300, "for the drill"]),
    ("Reported", ["hall", 1, 1, "slip", "", 0, "", [1, 2], [3, None], []]),
    ("Unsealed", ["hall", 1, HEX]),
    ("Appealed", ["player", "r1", 11, "it was a draw"]),
    ("Decided", ["arbiter", 13, True, "5.1", "as both say"]),
    ("Corrected", ["arbiter", 11, "slip", [1, 1], [3, None], [], None, 13, "5.1", "a draw"]),
    ("CorrectedTogether", ["arbiter", 11, "slip", [1, 1], [3, None], [], None, None, "5.2", "both won", [1, 2]]),
    ("Penalised", ["arbiter", "r2", 1, "1/2", "6.1", "late"]),
    ("LotDrawn", ["organiser", 0, ["r2", "r1"], "", "by cards"]),
    ("Paired", ["organiser", 2, 0, [["r1", "r2"]], ["m3"], [], "pods", "1", 8, HEX, [], ""]),
    ("ReportedTogether", ["desk", 2, 1, "slip", "", 0, "", [1, 1], [None, None], [], [1, 2]]),
    ("Withdrawn", ["desk", "r2", 1, "ill"]),
    ("Finished", ["organiser", [[1, "r1", "1"], [2, "r2", "1/2"]], HEX]),
]
"""What follows the salt of each event, in an order that is right."""

WRITTEN = {"Adjusted": (5,), "Clocked": (4,), "Appealed": (3,), "Decided": (3, 4), "Corrected": (8, 9),
           "CorrectedTogether": (8, 9), "Penalised": (4, 5), "LotDrawn": (4,), "Withdrawn": (3,)}  # fmt: skip
"""What people wrote: the places of it behind the salt."""

SALT = 6
"""The place of the salt in a body."""


def tournament() -> Document:
    """Return a bundle of a tournament alone, with everything in it."""
    document = plain()
    rows = [event(kind, n, *fields, match=TOURNAMENT) for n, (kind, fields) in enumerate(EVENTS, start=1)]
    keyring = [event("Enrolled", 1, "ledger", key_text(samples.SIGNER), match="keyring")]
    streams = [{"id": "keyring", "log": keyring}, {"id": TOURNAMENT, "log": rows}]
    return {**document, "version": 2, "streams": streams}


def redacted() -> Document:
    """Return it as everybody may read it: what people wrote and the seed are withheld."""
    document = tournament()
    document["viewer"] = "spectator"
    for row in document["streams"][1]["log"]:
        said, places = json.loads(row[3]), WRITTEN.get(row[2], ())
        for at in places:
            said[SALT + 1 + at] = "(withheld)" if said[SALT + 1 + at] else ""
        if row[2] == "Unsealed":
            said[-1] = ""
        if said != json.loads(row[3]):
            said[SALT] = ""
            row[4], row[3], row[5] = hashlib.sha256(row[3].encode()).hexdigest(), "", body(said)
    return document


def changed(change: Callable[[list[Any]], object]) -> bytes:
    """Return a bundle whose rows of the tournament are others."""
    document = tournament()
    rows = document["streams"][1]["log"]
    change(rows)
    for version, row in enumerate(rows, start=1):  # they follow each other all the same
        said = json.loads(row[3])
        said[2], row[1] = version, version
        row[3] = body(said)
    return sealed(document)


def shown_more(kind: str) -> bytes:
    """Return a redacted bundle that shows another time than what is withheld may be shown with."""
    document = redacted()
    row = next(row for row in document["streams"][1]["log"] if row[2] == kind and row[5])
    said = json.loads(row[5])
    said[2] += 1
    row[5] = body(said)
    return sealed(document)


def with_a_match() -> Document:
    """Return a bundle of the tournament and of a match."""
    document = tournament()
    document["streams"].append(plain()["streams"][1])
    return document


def clock_in_a_match() -> bytes:
    """Return a bundle of a match into which an event of a tournament was put."""
    document = plain()
    log = document["streams"][1]["log"]
    log.append(event("Clocked", len(log) + 1, "desk", 1, "start", 0, ""))
    return sealed(document)


def cases() -> Iterator[Case]:
    """Yield the cases: a name, its verdict, and what makes the bundle.

    What the fields of a tournament say is counted by `verify_tournament.py`, and no matter of bundles.
    """
    yield "tournament", SOUND, lambda: sealed(tournament())
    yield "tournament-redacted", SOUND, lambda: sealed(redacted())
    yield "tournament-and-match", SOUND, lambda: sealed(with_a_match())
    yield "tournament-of-version-1", WRONG, lambda: sealed({**tournament(), "version": 1})
    yield "match-of-version-2", WRONG, lambda: sealed({**plain(), "version": 2})
    yield "tournament-announced-twice", WRONG, lambda: changed(lambda rows: rows.insert(1, [*rows[0]]))
    yield "tournament-not-announced", WRONG, lambda: changed(lambda rows: rows.pop(0))
    yield "tournament-clock-in-a-match", WRONG, clock_in_a_match
    for kind in WRITTEN:
        yield f"tournament-shown-otherwise-{kind}", WRONG, partial(shown_more, kind)
