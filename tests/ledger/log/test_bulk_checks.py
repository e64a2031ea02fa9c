"""Streams verified together get the same verdicts as each one verified alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tablescribe.domain.match.events import Noted
from tablescribe.ledger.log.bulk_checks import check_together
from tablescribe.ledger.log.bulk_reading import TOGETHER, batches
from tablescribe.ledger.log.chain import Row, event_hash
from tablescribe.ledger.log.codec import BadEvent, Recorded, check_canonical
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.stream_checks import _check_order, check_match
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import times


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """The rows of five small matches, in order of match and version."""
    path: Path = tmp_path_factory.mktemp("ledger") / "ledger.db"
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    matches = [scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(4)]
    matches.append(scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed").id)
    for n in range(3):
        for match in matches[:4]:
            scribe.play(match, 1, {"do": "score", "to": 1, "points": 10 * n + 1})
            scribe.note(match, f"“Zug” {n} \\ \n")
    scribe.play(matches[4], None, {"do": "skip"})
    found = sorted(ledger.log.rows(), key=lambda row: (row.match_id, row.version))
    ledger.close()
    return found


def together(rows: Sequence[Sequence[Any]], ids: Sequence[str]) -> tuple[dict[str, bytes], int] | None:
    """Check rows as if a ledger had them: the head of each stream, and the number of events, or `None`."""
    log = SimpleNamespace(
        sql=SimpleNamespace(streams_rows="", of_keys=lambda *_: ""), fetched=lambda *_: [*map(tuple, rows)]
    )
    sound = check_together(cast(Any, log), ids, None, len(rows))
    return None if sound is None else (sound.heads, sound.events)


def one_by_one(rows: Sequence[Row], ids: Sequence[str]) -> tuple[dict[str, bytes], int] | None:
    """Check the same rows stream by stream; and their positions, which are checked together for a whole log."""
    heads = {}
    if any(isinstance(row.position, int) and row.position < 1 for row in rows):
        return None
    try:
        for match_id, found in groupby(rows, key=lambda row: row.match_id):
            of_match = [*found]
            if match_id in heads or match_id not in ids:
                return None
            heads[match_id] = check_match(match_id, of_match)
            _check_order(match_id, of_match)
    except LedgerDamaged:
        return None
    return (heads, len(rows)) if heads.keys() == {*ids} else None


def flipped(random: Random, data: bytes) -> bytes:
    """Change a few bytes of some: replaced, left out, put in, or doubled."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 2)):
        at = random.randrange(len(changed) or 1)
        new = random.choice([random.choice(b' \t,.:"\\0123456789eE+-[]{}truefalsn/u'), random.randrange(256)])
        match random.randrange(4):
            case 0:
                changed[at : at + 1] = bytes([new])
            case 1:
                del changed[at : at + 1]
            case 2:
                changed.insert(at, new)
            case _:
                changed[at:at] = changed[at : at + random.randint(1, 9)]
    return bytes(changed)


REWRITTEN: list[tuple[bytes, bytes]] = [
    (b",", b", "), (b"[", b"[ "), (b"]", b" ]"), (b'"', b'"\\u0041'), (b"+00:00", b"Z"), (b"Z", b"+00:00"),
    (b"1", b"1.0"), (b"1", b"01"), (b"1", b"1e0"), (b"0", b"-0"), (b"true", b"1"), (b"false", b"0"), (b"/", b"\\/"),
    (b"T", b" "), (b"T", b"t"), (b'"do":', b'"do":1,"do":'), (b"null", b'""'), (b"]", b",null]"), (b"\\n", b"\\u000a"),
    ("“".encode(), b"\\u201c"), (b"\\\\", b"\\u005c"), (b"freeform", b"fr\\u0065eform"), (b"]", b"]\n"),
]  # fmt: skip
"""Other ways to write the same, or nearly."""


def rewritten(random: Random, body: bytes) -> bytes:
    """Write one place of a body in another way that JSON has."""
    fitting = [(was, now) for was, now in REWRITTEN if was in body]
    was, now = random.choice(fitting)
    parts = body.split(was)
    at = random.randrange(1, len(parts))
    return was.join(parts[:at]) + now + was.join(parts[at:])


def relinked(rows: Sequence[Row]) -> list[Row]:
    """Give rows the hashes that a forger would compute."""
    linked, heads = list[Row](), dict[str, bytes]()
    for row in rows:
        previous = heads.get(row.match_id, b"")
        found = event_hash(row.ledger_id, row.match_id, row.version, row.type, previous, row.body)
        linked.append(row._replace(previous=previous, hash=found))
        heads[row.match_id] = found
    return linked


def is_canonical(row: Row) -> bool:
    """Encode the decoded value: the definition."""
    try:
        event = check_canonical(row.type, row.body)
    except BadEvent:
        return False
    return (event.originator_id, event.originator_version) == (row.match_id, row.version)


def test_rewritten_bytes_with_right_hashes_are_sound_exactly_if_they_are_canonical(rows: list[Row]) -> None:
    random, accepted, refused = Random(7), 0, 0
    by_match = [[*found] for _, found in groupby(rows, key=lambda row: row.match_id)]
    for _ in range(times(4_000, 120_000)):
        match = [*random.choice(by_match)]
        at = random.randrange(len(match))
        change = random.choice([flipped, rewritten])
        match[at] = match[at]._replace(body=change(random, match[at].body))
        canonical = is_canonical(match[at])
        match = relinked(match)
        sound = together(match, [match[0].match_id])
        expected = ({match[0].match_id: match[-1].hash}, len(match)) if canonical else None
        assert sound == expected, match[at].body
        accepted, refused = accepted + canonical, refused + (not canonical)
    assert min(accepted, refused) > 20, "there are some of both kinds"


Change = Callable[[Random, list[Row]], None]


def a_column(random: Random, rows: list[Row]) -> None:
    """Give a column of a row another value or a value of another type."""
    at, name = random.randrange(len(rows)), random.choice(Row._fields)
    was = getattr(rows[at], name)
    if isinstance(was, bytes):
        now = random.choice([flipped(random, was), was.decode(errors="replace"), None, 5, b""])
    elif isinstance(was, str):
        now = random.choice([was + "x", was.encode(), None, 5, "", getattr(random.choice(rows), name)])
    else:
        now = random.choice([was + 1, was - 1, float(was), True, None, str(was), 0])
    rows[at] = rows[at]._replace(**{name: now})  # type: ignore[arg-type]


def a_place(random: Random, rows: list[Row]) -> None:
    """Leave a row out, double it, or exchange two."""
    at, other = random.randrange(len(rows)), random.randrange(len(rows))
    match random.randrange(3):
        case 0:
            del rows[at]
        case 1:
            rows.insert(other, rows[at])
        case _:
            rows[at], rows[other] = rows[other], rows[at]


def the_positions(random: Random, rows: list[Row]) -> None:
    """Exchange the positions of two rows."""
    at, other = random.randrange(len(rows)), random.randrange(len(rows))
    one, two = rows[at], rows[other]
    rows[at], rows[other] = one._replace(position=two.position), two._replace(position=one.position)


@pytest.mark.parametrize("change", [a_column, a_place, the_positions])
def test_changed_rows_are_sound_together_exactly_if_each_stream_is(rows: list[Row], change: Change) -> None:
    random, ids = Random(3), [*dict.fromkeys(row.match_id for row in rows)]
    assert together(rows, ids) == one_by_one(rows, ids) == ({row.match_id: row.hash for row in rows}, len(rows))
    for _ in range(times(400, 10_000)):
        changed = [*rows]
        change(random, changed)
        assert together(changed, ids) == one_by_one(changed, ids), changed
        random.shuffle(ids)


def test_what_is_asked_of_each_stream_is_told_of_its_own_events(rows: list[Row]) -> None:
    def notes(events: list[Recorded]) -> list[tuple[str, int]]:
        return [(event.originator_id, event.originator_version) for event in events if isinstance(event, Noted)]

    ids = [*dict.fromkeys(row.match_id for row in rows)][::-1]
    log = SimpleNamespace(sql=SimpleNamespace(streams_rows="", of_keys=lambda *_: ""), fetched=lambda *_: rows)
    sound = check_together(cast(Any, log), ids, notes, len(rows))
    assert sound is not None
    assert [*sound.heads] == ids
    noted = [(row.match_id, row.version) for row in rows if row.type == "Noted"]
    assert sound.found == sorted(noted, key=lambda one: ids.index(one[0])), "stream by stream, in their order"


def test_streams_are_read_together_as_long_as_they_are_few_events() -> None:
    lengths = {"a": 5, "b": TOGETHER - 5, "c": 1, "long": 10 * TOGETHER, "d": 3}
    assert [*batches([*lengths], lengths)] == [["a", "b"], ["c"], ["long"], ["d"]]
    assert [*batches(["x", "y"], {})] == [["x"], ["y"]], "of unknown length"
    assert [*batches([], {})] == []
