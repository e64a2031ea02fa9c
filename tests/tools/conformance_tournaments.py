"""Cases about tournaments: an event of each type of version 2, and events that cannot be in a tournament."""

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
PLAN: dict[str, Any] = {"title": "T", "stages": [{"name": "S", "kind": "pods", "rounds": 1, "game": "freeform"}]}
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
    ("Restated", ["desk", 20, "slip", [1, 2], [None, None], [], []]),
    ("Withdrawn", ["desk", "r2", 1, "ill"]),
    ("Returned", ["desk", "r2", "well again"]),
    ("CheckedIn", ["desk", "r1", True]),
    ("ByeRequested", ["player", "r1", 3, "half"]),
    ("SlipTyped", ["desk", 2, 1, "m3", "slip", [1, 2], [None, None], []]),
    ("Finished", ["organiser", [[1, "r1", "1"], [2, "r2", "1/2"]], HEX]),
]
"""The fields after the salt of each event, in a valid order."""

WRITTEN = {"Adjusted": (5,), "Clocked": (4,), "Appealed": (3,), "Decided": (3, 4), "Corrected": (8, 9),
           "CorrectedTogether": (8, 9), "Penalised": (4, 5), "LotDrawn": (4,), "Withdrawn": (3,),
           "Returned": (2,)}  # fmt: skip
"""The positions of people's words after the salt."""

SALT = 6
"""The position of the salt in a body."""


def tournament() -> Document:
    """Return a bundle of a tournament alone, with everything in it."""
    document = plain()
    rows = [event(kind, n, *fields, match=TOURNAMENT) for n, (kind, fields) in enumerate(EVENTS, start=1)]
    keyring = [event("Enrolled", 1, "ledger", key_text(samples.SIGNER), match="keyring")]
    streams = [{"id": "keyring", "log": keyring}, {"id": TOURNAMENT, "log": rows}]
    return {**document, "version": 2, "streams": streams}


def redacted() -> Document:
    """Return the bundle for the public: people's words and the seed are withheld."""
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
    """Return a bundle with changed rows of the tournament."""
    document = tournament()
    rows = document["streams"][1]["log"]
    change(rows)
    for version, row in enumerate(rows, start=1):  # still numbered consecutively
        said = json.loads(row[3])
        said[2], row[1] = version, version
        row[3] = body(said)
    return sealed(document)


def shown_more(kind: str) -> bytes:
    """Return a redacted bundle that shows more of a withheld event than is allowed."""
    document = redacted()
    row = next(row for row in document["streams"][1]["log"] if row[2] == kind and row[5])
    said = json.loads(row[5])
    said[2] += 1
    row[5] = body(said)
    return sealed(document)


def apart() -> list[tuple[str, list[Any]]]:
    """Return the events in format 3 of tournaments, which puts people's words into a separate event before."""
    found: list[tuple[str, list[Any]]] = []
    for kind, fields in EVENTS:
        plain_fields, places = [*fields], WRITTEN.get(kind, ())
        words = [plain_fields[at] for at in places]
        for at in places:
            plain_fields[at] = ""
        if any(words):
            found.append(("Explained", [words[0] if len(words) > 1 else "", words[-1]]))
        found.append((kind, [3, *plain_fields[1:]] if kind == "Announced" else plain_fields))
    reports = [number for number, (kind, _) in enumerate(found, 1) if kind.startswith("Reported")]
    appeal = next(number for number, (kind, _) in enumerate(found, 1) if kind == "Appealed")
    for kind, fields in found:  # references to events by number
        if kind in ("Appealed", "Corrected", "CorrectedTogether"):
            fields[2 if kind == "Appealed" else 1] = reports[0]
        if kind == "Restated":
            fields[1] = reports[1]
        if kind in ("Decided", "Corrected"):
            fields[1 if kind == "Decided" else 7] = appeal
    return found


def of_form(form: int) -> list[tuple[str, list[Any]]]:
    """Return the events of a tournament of format 3 or later."""
    (kind, announced), *rest = apart()
    return [(kind, [form, *announced[1:]]), *rest]


def bundle_of(events: list[tuple[str, list[Any]]]) -> Document:
    """Return a bundle of a tournament with these events."""
    document = plain()
    rows = [event(kind, n, *fields, match=TOURNAMENT) for n, (kind, fields) in enumerate(events, start=1)]
    keyring = [event("Enrolled", 1, "ledger", key_text(samples.SIGNER), match="keyring")]
    streams = [{"id": "keyring", "log": keyring}, {"id": TOURNAMENT, "log": rows}]
    return {**document, "version": 2, "streams": streams}


def withholding(document: Document, kind: str, *, beside: bool = False, at: int = -1) -> bytes:
    """Return a bundle in which an event is withheld and shown as it is, or shown completely and in part."""
    document["viewer"] = "spectator"
    row = next(row for row in document["streams"][at]["log"] if row[2] == kind)
    said = json.loads(row[3])
    if not beside:
        said[SALT] = ""
        row[4], row[3] = hashlib.sha256(row[3].encode()).hexdigest(), ""
    row[5] = body(said)
    return sealed(document)


def public(document: Document) -> Document:
    """Return a bundle of format 3 for the public."""
    document["viewer"] = "spectator"
    for row in document["streams"][1]["log"]:
        said = json.loads(row[3])
        if row[2] == "Explained":
            said[SALT + 1 :] = [one and "(withheld)" for one in said[SALT + 1 :]]
        elif row[2] == "Unsealed":
            said[-1] = ""
        if said != json.loads(row[3]):
            said[SALT] = ""
            row[4], row[3], row[5] = hashlib.sha256(row[3].encode()).hexdigest(), "", body(said)
    return document


def words_apart() -> Iterator[Case]:
    """Yield cases about format 3 of tournaments, and about what is withheld in either format."""
    told = apart()
    yield "tournament-form-3", SOUND, lambda: sealed(bundle_of(apart()))
    yield "tournament-form-3-redacted", SOUND, lambda: sealed(public(bundle_of(apart())))
    yield "tournament-form-4", SOUND, lambda: sealed(bundle_of(of_form(4)))
    yield "tournament-form-4-redacted", SOUND, lambda: sealed(public(bundle_of(of_form(4))))
    yield "tournament-form-5", WRONG, lambda: sealed(bundle_of(of_form(5)))
    yield "tournament-form-2-explained", WRONG, lambda: sealed(bundle_of([EVENTS[0], *told[1:]]))
    at = next(number for number, (kind, _) in enumerate(told) if kind == "Explained")
    orders = {
        "twice": [*told[: at + 1], *told[at:]], "of-a-report": [*told, told[at], ("Reported", EVENTS[10][1])],
        "of-nothing-yet": [*told, told[at]], "first": [told[at], *told],
        "twice-told": [*told[: at + 1], (told[at + 1][0], EVENTS[5][1]), *told[at + 2 :]],
    }  # fmt: skip
    for name, events in orders.items():
        verdict = SOUND if name == "of-nothing-yet" else WRONG
        yield f"tournament-explained-{name}", verdict, partial(lambda some: sealed(bundle_of(some)), events)
    for kind in dict.fromkeys(kind for kind, _ in told):
        if kind in ("Explained", "Unsealed"):
            yield f"tournament-withheld-{kind}-as-it-is", WRONG, partial(_withheld_3, kind)
            continue
        yield f"tournament-withheld-{kind}", WRONG, partial(_withheld_3, kind)
        yield f"tournament-withheld-form-2-{kind}", WRONG, partial(_withheld_2, kind)
        yield f"tournament-shown-beside-{kind}", WRONG, partial(_shown_beside, kind)
        yield f"match-with-{kind}", WRONG, partial(_in_a_match, kind)
    for kind, fields in told:
        for place in range(len(fields)):
            yield f"tournament-{kind}-{place}-odd", WRONG, partial(_odd, kind, place)
        yield f"tournament-{kind}-less", WRONG, partial(_odd, kind, None)


def _withheld_3(kind: str) -> bytes:
    return withholding(bundle_of(apart()), kind)


def _withheld_2(kind: str) -> bytes:
    return withholding(tournament(), kind)


def _shown_beside(kind: str) -> bytes:
    return withholding(bundle_of(apart()), kind, beside=True)


def _in_a_match(kind: str) -> bytes:
    document = plain()
    fields = next(fields for one, fields in apart() if one == kind)
    log = document["streams"][1]["log"]
    log.append(event(kind, len(log) + 1, *fields))
    return sealed(document)


def _odd(kind: str, place: int | None) -> bytes:
    """Return a bundle in which a field of an event has an impossible value, or the last field is missing."""
    events = apart()
    number = next(number for number, (one, _) in enumerate(events) if one == kind)
    fields = [*events[number][1]]
    if place is None:
        fields.pop()
    else:
        fields[place] = {"odd": 1} if kind != "Announced" or place != 2 else [1]
    events[number] = kind, fields
    return sealed(bundle_of(events))


def results_withheld() -> Iterator[Case]:
    """Yield whether the result of a match may be withheld: with the seed of a sealed match, but not otherwise."""
    yield "match-closed-withheld", WRONG, lambda: withholding(plain(), "Closed")
    yield "match-closed-shown-beside", WRONG, lambda: withholding(plain(), "Closed", beside=True)


def with_a_match() -> Document:
    """Return a bundle of the tournament and a match."""
    document = tournament()
    document["streams"].append(plain()["streams"][1])
    return document


def clock_in_a_match() -> bytes:
    """Return a bundle of a match that contains an event of a tournament."""
    document = plain()
    log = document["streams"][1]["log"]
    log.append(event("Clocked", len(log) + 1, "desk", 1, "start", 0, ""))
    return sealed(document)


def cases() -> Iterator[Case]:
    """Yield the cases: name, verdict, and a function that makes the bundle.

    The meaning of a tournament's fields is checked by `verify_tournament.py`, not by verifiers of bundles.
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
    known: set[str] = set()
    for name, verdict, make in (*words_apart(), *results_withheld()):
        if name not in known:  # an event of each type
            known.add(name)
            yield name, verdict, make
