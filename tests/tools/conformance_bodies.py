"""Cases about event bodies: their fields, their serialisation, and their order."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tablescribe.ledger.proofs.keys.signing import key_text
from tests.tools.conformance_seeds import (
    DOUBT,
    EVENTS,
    KEYS,
    SOUND,
    WRONG,
    Case,
    Document,
    add,
    body,
    enrol,
    log_of,
    plain,
    sealed,
)

# --- bodies -----------------------------------------------------------------------------------------

GOOD_TEXT = ("", "x", "\x00\x1f\x7f", "\u202e\u200b", "日本 ☃ é", 'a "quote" \\ /', "\U0001f600", "x" * 5000)
NUMBERS = (0, -1, 7, 10**18 - 1, -(10**18) + 1)
NO_NUMBER: tuple[Any, ...] = ("1", 1.5, True, None, 10**18, [], {})
NO_TEXT: tuple[Any, ...] = (1, None, True, [], {}, ["x"])
NO_LIST: tuple[Any, ...] = ("x", 1, None, {}, True)
BAD_FACTS: tuple[Any, ...] = (
    ["moved", "coin", 2, "box"], ["moved", "coin", "2", "box", "here"], ["moved", "coin", 1.0, "box", "here"],
    ["moved", "coin", 2, "box", "here", "x"], ["taken", "coin", 2, "box", "here"], ["changed", "k", 1.5, 2],
    ["changed", "k", [], 2], ["turned", "z", "a", "b", None], {"moved": 1}, "moved", [], ["changed", "k", 1],
)  # fmt: skip
BAD_TEXTS: tuple[Any, ...] = (
    ["text", "{a}", {"a": 1.5}], ["text", "{a}", {"a": True}], ["text", "{a}", {"a": None}], ["text", "{a}", []],
    ["text", "{a}"], ["text", 1, {}], ["thing", "x"], ["text", "{a}", {"a": ["thing", 1]}], 3, None, ["x", "y", {}],
    ["text", "{a}", {"a": ["text", "{b}", {"b": []}]}],
)  # fmt: skip


def put_in(kind: str, path: tuple[int | str, ...], value: Any, make: Callable[[], Document] = plain) -> bytes:
    """Return a bundle with another value in an event's body."""
    document = make()
    row = next(row for row in log_of(document) if row[2] == kind)
    said = json.loads(row[3])
    place = said
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    row[3] = body(said)
    return sealed(document)


def field_values(kind: str, at: int, value: Any) -> list[tuple[str, tuple[Any, ...], str]]:
    """Return verdict, values and description for a field that has this value."""
    if type(value) is bool:
        return [(SOUND, (True, False), "flag"), (WRONG, (0, "x", None), "no-flag")]
    if type(value) is int:
        optional = (kind, at) in (("TakenBack", 8), ("Noted", 7))
        wrong = tuple(one for one in NO_NUMBER if one is not None or not optional)
        return [(SOUND, NUMBERS[:2] if optional else NUMBERS[2:4], "number"), (WRONG, wrong, "no-number")]
    if type(value) is str:
        return [(SOUND, GOOD_TEXT[at % 3 :: 3], "text"), (WRONG, NO_TEXT[at % 2 :: 2], "no-text")]
    return [(WRONG, NO_LIST[at % 2 :: 2], "no-list")] if type(value) is list else []


def fields() -> Iterator[Case]:
    """Yield valid and invalid values for each field of each type."""
    for kind, values in EVENTS.items():
        for at, value in enumerate(values, start=7):
            if at == 7 and kind in ("Opened", "Played", "Ruled", "Missed"):
                continue  # the format, and the numbers of moves, have their own cases
            for verdict, odd, what in field_values(kind, at, value):
                for number, one in enumerate(odd):
                    yield f"{kind}-field-{at}-{what}-{number}", verdict, partial(put_in, kind, (at,), one)
    for number, fact in enumerate(BAD_FACTS):
        yield f"fact-that-is-none-{number}", WRONG, partial(put_in, "Played", (11, 0), fact)
    for number, text in enumerate(BAD_TEXTS):
        yield f"why-that-is-none-{number}", WRONG, partial(put_in, "Played", (13, 0, 1), text)
    for number, value in enumerate(("x", 1, True, False, None, "sealed")):
        yield f"value-{number}", SOUND, partial(put_in, "Played", (11, 2, 3), value)
    for number, value in enumerate((1.5, [1], {}, 10**18)):
        yield f"value-that-is-none-{number}", WRONG, partial(put_in, "Played", (11, 2, 3), value)


def any_data() -> Iterator[Case]:
    """Yield values for actions, options and catalogues, whose meaning only the game knows."""
    good: tuple[Any, ...] = (
        0.5,
        0.0001,
        123456789.1234,
        -0.5,
        1.0,
        None,
        True,
        {"": {"": []}},
        [[[[1]]]],
        10**18 - 1,
        "\u2028",
        {"b": 1, "a": 2},
    )
    bad = (0.00001, 1e-7, 1e16, 1e300, 1234567890.5, 10**18, -(10**18), 0.12345)
    for kind, at in (("Played", 9), ("Opened", 12), ("Opened", 13)):
        for verdict, values in ((SOUND, good), (WRONG, bad)):
            for number, value in enumerate(values):
                yield f"{kind}-any-{at}-{verdict}-{number}", verdict, partial(put_in, kind, (at, "k"), value)
    for depth, verdict in ((61, SOUND), (62, WRONG), (500, WRONG)):  # plus body, action, innermost
        nested: Any = []
        for _ in range(depth):
            nested = [nested]
        yield f"nested-{depth}", verdict, partial(put_in, "Played", (9, "k"), nested)
    for count, verdict in ((99_900, SOUND), (100_001, WRONG)):
        yield f"signs-{count}", verdict, partial(put_in, "Played", (9, "k"), [1] * count)
    for size, verdict in ((2**20 - 2000, SOUND), (2**20 + 1, WRONG)):
        yield f"body-of-{size}", verdict, partial(put_in, "Noted", (8,), "x" * size)


# --- serialisation ------------------------------------------------------------------------------------


def spelled(kind: str, old: str, new: str, make: Callable[[], Document] = plain) -> bytes:
    """Return a bundle in which a body is serialised differently."""
    document = make()
    row = next(row for row in log_of(document) if row[2] == kind)
    assert old in row[3], (kind, old, row[3])
    row[3] = row[3].replace(old, new, 1)
    return sealed(document)


SPELLINGS = (
    ("a space", "Noted", ",", ", "), ("a space at the end", "Noted", "]", "] "), ("a newline", "Noted", "]", "]\n"),
    ("a space before", "Noted", "[", " ["), ("a comma too many", "Noted", "]", ",]"), ("a zero before", "Noted", ",1,", ",01,"),
    ("a plus", "Noted", ",1,", ",+1,"), ("a point", "Noted", ",1,", ",1.0,"), ("an exponent", "Noted", ",1,", ",1e0,"),
    ("minus nothing", "Noted", ",1,", ",-0,"), ("no number", "Noted", ",1,", ",NaN,"), ("infinity", "Noted", ",1,", ",Infinity,"),
    ("an escaped letter", "Noted", "remark", "re\\u006dark"), ("an escaped umlaut", "Noted", "ö", "\\u00f6"),
    ("an escaped slash", "Noted", "remark", "\\/"), ("capitals in an escape", "Noted", "remark", "\\u001F"),
    ("a newline by number", "Noted", "remark", "\\u000a"), ("a lone surrogate", "Noted", "remark", "\\ud800"),
    ("a pair of surrogates", "Noted", "remark", "\\ud83d\\ude00"), ("a raw tab", "Noted", "remark", "\t"),
    ("a raw newline", "Noted", "remark", "\n"), ("an escape that is none", "Noted", "remark", "\\x41"),
    ("half an escape", "Noted", "remark", "\\u00"), ("a comment", "Noted", ",1,", ",/**/1,"),
    ("single quotes", "Noted", '"rec"', "'rec'"), ("a key twice", "Played", '{"do":"move"}', '{"do":"move","do":"move"}'),
    ("a key twice, otherwise", "Played", '{"do":"move"}', '{"do":"x","do":"move"}'),
    ("an object with a space", "Played", '{"do":"move"}', '{"do": "move"}'), ("true in capitals", "Played", "false", "False"),
    ("two values", "Noted", "]", "][]"), ("nothing at all", "Noted", "[", ""), ("a mark of the order of bytes", "Noted", "[", "\ufeff["),
)  # fmt: skip
GOOD_SPELLINGS = (
    ("a short escape", "Noted", "remark", "\\n\\t\\b\\f\\r"), ("a long escape", "Noted", "remark", "\\u001f\\u0000"),
    ("delete", "Noted", "remark", "\x7f"), ("a raw mark of direction", "Noted", "remark", "\u202e"),
    ("a line separator", "Noted", "remark", "\u2028"), ("not composed", "Noted", "ö", "o\u0308"),
)  # fmt: skip
TIMES: tuple[tuple[Any, str], ...] = (
    ("0001-01-01T00:00:00Z", SOUND), ("9999-12-31T23:59:59.999999Z", SOUND), ("2026-11-21T12:00:00.000001Z", SOUND),
    ("2024-02-29T00:00:00Z", SOUND), ("2026-11-21T12:00:00.120000Z", SOUND), ("2026-02-29T00:00:00Z", WRONG),
    ("0000-01-01T00:00:00Z", WRONG), ("2026-11-21T24:00:00Z", WRONG), ("2026-11-21T23:59:60Z", WRONG),
    ("2026-11-21T12:00:00.000000Z", WRONG), ("2026-11-21T12:00:00.12Z", WRONG), ("2026-11-21T12:00:00.1234567Z", WRONG),
    ("2026-11-21T12:00:00+00:00", WRONG), ("2026-11-21T12:00:00+01:00", WRONG), ("2026-11-21T12:00:00", WRONG),
    ("2026-11-21 12:00:00Z", WRONG), ("2026-11-21T12:00:00z", WRONG), ("2026-13-01T00:00:00Z", WRONG), ("", WRONG),
    ("2026-11-21", WRONG), (0, WRONG), (None, WRONG), ("２026-11-21T12:00:00Z", WRONG), ("12026-11-21T12:00:00Z", WRONG),
    ("2026-11-21T12:00:00-00:00", WRONG), ("2026-11-21T12:60:00Z", WRONG),
)  # fmt: skip


def spellings() -> Iterator[Case]:
    """Yield bodies in other than the canonical serialisation."""
    for verdict, some in ((WRONG, SPELLINGS), (SOUND, GOOD_SPELLINGS)):
        for name, kind, old, new in some:
            yield f"written-with-{name.replace(' ', '-').replace(',', '')}", verdict, partial(spelled, kind, old, new)
    for number, (at, verdict) in enumerate(TIMES):
        yield f"time-{number}", verdict, partial(put_in, "Noted", (3,), at)
    for at in (4, 5, 6):
        yield f"common-{at}-strange", SOUND, partial(put_in, "Noted", (at,), "\x1b[31m")
        yield f"common-{at}-no-text", WRONG, partial(put_in, "Noted", (at,), 1)
    for number, (at, value) in enumerate(((0, "Closed"), (1, "m2"), (2, 8), (2, "7"), (2, 7.0))):
        yield f"common-of-another-{number}", WRONG, partial(put_in, "Noted", (at,), value)


# --- the order of events --------------------------------------------------------------------------------


def ordered(*kinds: str) -> bytes:
    """Return a bundle of a match with events of these types in this order. Moves are numbered in their order."""
    document, number = plain(), 0
    log_of(document).clear()
    for kind in kinds:
        if kind in EVENTS:
            said = list(EVENTS[kind])
            if kind in ("Played", "Ruled", "Missed"):
                number += 1
                said[0] = number
            add(document, kind, *said)
        elif kind == "Signed":
            signature = b64encode(b"0" * 64).decode()
            add(document, kind, "seat:1", key_text(KEYS["seat:1"]), signature)
        elif kind == "TimeStamped":
            add(document, kind, "dG9rZW4=")
        else:
            enrol(document, kind)
    return sealed(document)


ORDERS = (
    ("Opened", SOUND), ("Opened Closed", SOUND), ("Opened Noted Closed Noted", SOUND), ("Opened seat:1 Closed seat:2", SOUND),
    ("Opened Closed TimeStamped", SOUND), ("Opened Played Played Missed Ruled Played", SOUND), ("Opened Closed judge", SOUND),
    ("Opened TakenBack Restored Closed", SOUND), ("Opened Closed Signed", DOUBT), ("Noted", WRONG), ("Noted Opened", WRONG),
    ("Opened Opened", WRONG), ("Opened Closed Closed", WRONG), ("Opened Closed Played", WRONG), ("Opened Closed Ruled", WRONG),
    ("Opened Closed Missed", WRONG), ("Opened Closed TakenBack", WRONG), ("Opened Closed Restored", WRONG),
    ("Opened Signed", WRONG), ("Opened Signed Closed", WRONG), ("Opened TimeStamped", WRONG), ("Closed", WRONG),
    ("Opened TimeStamped Closed", WRONG), ("seat:1 Opened", WRONG), ("Opened Closed Opened", WRONG), ("", WRONG),
)  # fmt: skip


def orders() -> Iterator[Case]:
    """Yield the valid and invalid orders of events."""
    for kinds, verdict in ORDERS:
        yield (
            f"order-{'-'.join(kinds.split()).replace(':', '') or 'nothing'}",
            verdict,
            partial(ordered, *kinds.split()),
        )
    for kind in ("Played", "Ruled", "Missed"):
        for number in (0, 5, -1):
            yield f"{kind}-numbered-{number}", WRONG, partial(put_in, kind, (7,), number)
    for form, verdict in ((1, SOUND), (0, WRONG), (3, WRONG), (True, WRONG), ("2", WRONG)):
        yield f"form-{form}-{type(form).__name__}", verdict, partial(put_in, "Opened", (7,), form)
    for count, verdict in ((0, SOUND), (100, SOUND), (101, WRONG)):
        seats = [[f"r{seat}", "c"] for seat in range(count)]
        yield f"seats-{count}", verdict, partial(put_in, "Opened", (11,), seats)
    for number, odd in enumerate(([["r"]], [["r", 1]], [["r", "c", "x"]], ["rc"])):
        yield f"seats-that-are-none-{number}", WRONG, partial(put_in, "Opened", (11,), odd)
