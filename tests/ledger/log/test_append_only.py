"""The log is append-only: the database refuses changes, and the chain reveals those made without it."""

import hashlib
import sqlite3
import struct
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from tablescribe.domain.games import WrongOptions, revive
from tablescribe.domain.match.events import Opened
from tablescribe.ledger.log.chain import BrokenChain, Row, event_hash, verify_chain
from tablescribe.ledger.log.codec import BadEvent, decode, encode
from tablescribe.ledger.log.errors import LedgerDamaged, NoSuchMatch
from tablescribe.ledger.log.stream_checks import check_match
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe


@pytest.mark.parametrize("table", ["events", "commands"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET match_id = 'x'", "DELETE FROM {}"])
def test_the_database_refuses_to_change_the_log(
    path: Path, scribe: Scribe, match_id: str, table: str, statement: str
) -> None:
    scribe.play(match_id, None, {"do": "skip"}, command_id="c1")
    with sqlite3.connect(path) as raw, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute(statement.format(table))
    scribe.ledger.verify()


@pytest.mark.parametrize("table", ["events", "commands"])
@pytest.mark.parametrize("verb", ["REPLACE INTO {}", "INSERT OR REPLACE INTO {}", "INSERT OR IGNORE INTO {}"])
def test_the_database_refuses_rows_that_replace_others(
    path: Path, scribe: Scribe, match_id: str, table: str, verb: str
) -> None:
    """INSERT OR REPLACE in SQLite deletes rows without firing a DELETE trigger."""
    scribe.play(match_id, None, {"do": "skip"}, command_id="c1")
    with sqlite3.connect(path) as raw:
        before = raw.execute(f"SELECT * FROM {table}").fetchall()
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            raw.execute(f"{verb.format(table)} SELECT * FROM {table} LIMIT 1")
        assert raw.execute(f"SELECT * FROM {table}").fetchall() == before


@pytest.mark.parametrize(("position", "version"), [(99, 7), (7, 3), (0, 7), (-1, 7), (6, 7)])
def test_the_database_takes_the_next_position_and_no_other(
    path: Path, match_id: str, position: int, version: int
) -> None:
    row = "ledger_id, match_id, ?, type, body, previous, hash FROM events WHERE version = 6"
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT max(position) FROM events").fetchone() == (6,)
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            raw.execute(f"INSERT OR REPLACE INTO events SELECT ?, {row}", (position, version))
        assert raw.execute(f"INSERT INTO events SELECT 7, {row}", (7,)).rowcount == 1, "the same row, in its place"


def rows_of(ledger: Ledger, match_id: str) -> list[Row]:
    return list(ledger.log.rows(match_id))


def test_every_flipped_byte_of_every_event_is_found(ledger: Ledger, match_id: str) -> None:
    rows = rows_of(ledger, match_id)
    for at, row in enumerate(rows):
        step = max(1, len(row.body) // 40)
        for k in range(0, len(row.body), step):
            body = row.body[:k] + bytes([row.body[k] ^ 1]) + row.body[k + 1 :]
            with pytest.raises(LedgerDamaged):
                check_match(match_id, [*rows[:at], row._replace(body=body), *rows[at + 1 :]])


def test_the_chain_finds_every_flipped_bit_of_a_body(ledger: Ledger, match_id: str) -> None:
    """Every byte, not a sample, and the chain alone, without the codec."""
    for row in rows_of(ledger, match_id):
        link = event_hash(row.ledger_id, match_id, row.version, row.type, row.previous, row.body)
        assert link == row.hash
        for at in range(len(row.body)):
            body = bytearray(row.body)
            body[at] ^= 1 << at % 8
            assert event_hash(row.ledger_id, match_id, row.version, row.type, row.previous, bytes(body)) != link


def test_the_chain_refuses_an_event_of_another_match_whatever_else_fits(ledger: Ledger, match_id: str) -> None:
    first = rows_of(ledger, match_id)[0]
    assert verify_chain(match_id, [first]) == first.hash
    with pytest.raises(BrokenChain, match="it belongs to match another") as broken:
        verify_chain(match_id, [first._replace(match_id="another")])
    assert (broken.value.match_id, broken.value.version) == (match_id, 1)


@pytest.mark.parametrize("change", [{"ledger_id": b"x"}, {"body": "[]"}, {"version": 1.0}, {"hash": None}])
def test_the_chain_alone_names_a_column_of_a_wrong_type(
    ledger: Ledger, match_id: str, change: dict[str, object]
) -> None:
    first = rows_of(ledger, match_id)[0]
    with pytest.raises(BrokenChain, match=f"its {next(iter(change))} is of a wrong type"):
        verify_chain(match_id, [first._replace(**change)])  # type: ignore[arg-type]


def test_fields_of_the_header_cannot_be_shifted_into_each_other() -> None:
    shifts = [("ab", "c", 1, "T"), ("a", "bc", 1, "T"), ("a", "b", 1, "cT"), ("abc", "", 1, "T"), ("a", "b", 11, "T")]
    assert len({event_hash(*fields, b"", b"{}") for fields in shifts}) == len(shifts)


def test_an_event_s_hash_is_as_documented() -> None:
    """Implemented by hand from the docstring of chain.py, as a starting point for other verifiers."""
    fields = [b"tablescribe/event/1", b"L", b"M", b"2", b"Noted", b"\x01" * 32, hashlib.sha256(b"[]").digest()]
    header = b"".join(struct.pack(">I", len(field)) + field for field in fields)
    assert event_hash("L", "M", 2, "Noted", b"\x01" * 32, b"[]") == hashlib.sha256(b"\0" + header).digest()


@pytest.mark.parametrize(
    "change",
    [
        {"ledger_id": "another"},
        {"match_id": "another"},
        {"version": 9},
        {"type": "Noted"},
        {"type": "os.system"},
        {"previous": b"x" * 32},
        {"hash": b"x" * 32},
    ],
)
def test_every_changed_column_is_found(ledger: Ledger, match_id: str, change: dict[str, object]) -> None:
    rows = rows_of(ledger, match_id)
    with pytest.raises(LedgerDamaged, match=match_id):
        check_match(match_id, [rows[0], rows[1]._replace(**change), *rows[2:]])  # type: ignore[arg-type]


def test_missing_and_reordered_events_are_found(ledger: Ledger, match_id: str) -> None:
    rows = rows_of(ledger, match_id)
    for wrong in (rows[1:], [rows[0], *rows[2:]], [rows[1], rows[0], *rows[2:]], [rows[0], rows[0]]):
        with pytest.raises(LedgerDamaged, match="missing"):
            check_match(match_id, wrong)


def test_bytes_of_another_place_or_in_another_form_are_found_even_with_right_hashes(
    ledger: Ledger, match_id: str
) -> None:
    first = rows_of(ledger, match_id)[0]

    def relinked(body: bytes) -> Row:
        link = event_hash(first.ledger_id, first.match_id, 1, "Opened", b"", body)
        return first._replace(body=body, hash=link)

    with pytest.raises(LedgerDamaged, match="name another match"):
        check_match(match_id, [relinked(first.body.replace(match_id.encode(), b"0" * 12, 1))])
    for body in (first.body.replace(b",", b", ", 1), first.body[:-1], b"[" * 5000):
        with pytest.raises(LedgerDamaged):
            check_match(match_id, [relinked(body)])


def test_verify_names_the_match_and_the_event_that_was_changed(path: Path, ledger: Ledger, match_id: str) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_refuse_update")
        raw.execute("UPDATE events SET body = replace(body, 'skip', 'slip') WHERE version = 2")
    with pytest.raises(LedgerDamaged, match=f"match {match_id}, event 2: .* Events before it are sound"):
        ledger.verify()


@pytest.mark.parametrize(
    ("sabotage", "found"),
    [
        ("DELETE FROM events WHERE version = 3", "event 3: it is missing"),
        ("DELETE FROM events WHERE version = 1", "positions have gaps"),
        (
            "DELETE FROM events WHERE version = 1; UPDATE events SET position = position - 1",
            "6 events belong to matches whose first event is missing",
        ),
        ("DELETE FROM events WHERE position = (SELECT max(position) FROM events)", "command .* its events are missing"),
        ("UPDATE events SET position = position + 100 WHERE version = 7", "positions have gaps: they go from 1 to 107"),
        ("UPDATE events SET position = 0 WHERE version = 1", "positions have gaps: they go from 0"),
        ("UPDATE events SET position = position + 100 WHERE version = 6", "event 7: its position is not after event 6"),
        ("UPDATE events SET ledger_id = x'00ff' WHERE version = 2", "event 2: its ledger_id is of a wrong type"),
        ("UPDATE events SET body = 5 WHERE version = 2", "event 2: its body is of a wrong type"),
        ("UPDATE events SET type = CAST(x'ff' AS TEXT) WHERE version = 2", "contains an invalid text"),
        (
            "DROP TRIGGER commands_refuse_update; UPDATE commands SET first_version = -9",
            "command .* events are missing",
        ),
    ],
)
def test_verify_finds_what_is_missing(path: Path, scribe: Scribe, match_id: str, sabotage: str, found: str) -> None:
    scribe.play(match_id, None, {"do": "skip"}, command_id="c1")
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_refuse_update")
        raw.execute("DROP TRIGGER events_refuse_delete")
        raw.executescript(sabotage)
    with pytest.raises(LedgerDamaged, match=found):
        scribe.ledger.verify()


def test_verify_says_that_a_match_is_not_there(ledger: Ledger, match_id: str) -> None:
    with pytest.raises(NoSuchMatch, match="there is no match nowhere"):
        ledger.verify("nowhere")


@pytest.mark.parametrize(
    "sabotage",
    [
        "DELETE FROM events WHERE version = 3",
        "UPDATE events SET type = 'os:system' WHERE version = 3",
        "UPDATE events SET body = x'7b' WHERE version = 3",
    ],
)
def test_a_damaged_match_is_told_as_damaged_by_every_way_to_read_it(
    path: Path, ledger: Ledger, match_id: str, sabotage: str
) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_refuse_update")
        raw.execute("DROP TRIGGER events_refuse_delete")
        raw.execute(sabotage)
    with pytest.raises(LedgerDamaged, match=f"match {match_id}: .*`tablescribe verify --again`"):
        ledger.match(match_id)
    with pytest.raises(LedgerDamaged, match=f"match {match_id}"):
        ledger.verify()


def test_bytes_that_cannot_be_read_at_all_are_damage_for_bulk_readers_too(
    path: Path, ledger: Ledger, match_id: str
) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_refuse_update")
        raw.execute("UPDATE events SET body = x'7b' WHERE version = 3")
    with pytest.raises(LedgerDamaged, match="cannot be read"):
        ledger.events_of(match_id)
    with pytest.raises(LedgerDamaged, match="not a Played event"):
        ledger.match(match_id)


@pytest.mark.parametrize(
    "sabotage",
    [
        "UPDATE events SET version = 40 WHERE version = (SELECT max(version) FROM events)",
        "UPDATE events SET body = replace(CAST(body AS TEXT), match_id, 'another') WHERE version = 3",
    ],
)
def test_bytes_that_tell_another_event_than_their_row_are_damage_for_who_reads_a_match(
    path: Path, ledger: Ledger, match_id: str, sabotage: str
) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_refuse_update")
        raw.execute(sabotage)
    with pytest.raises(LedgerDamaged, match=f"of match {match_id} tell event"):
        ledger.match(match_id)


def test_verify_tells_how_far_it_is(ledger: Ledger, match_id: str) -> None:
    told: list[tuple[int, int]] = []
    heads = ledger.verify(progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] == ledger.match(match_id).version
    assert ledger.verify(match_id) == heads


def test_matches_opened_with_the_same_catalogue_share_it_as_data(ledger: Ledger) -> None:
    first, other = (Scribe(ledger).new("freeform", ["Ada", "Ben"]).id for _ in range(2))
    one, two = (ledger.match(each).opened for each in (first, other))
    assert one.catalogue is two.catalogue
    for row in ledger.log.rows(other):
        assert encode(decode(row.type, row.body)) == row.body
    again = msgspec.json.encode(msgspec.structs.replace(one, catalogue={**one.catalogue, "more": 1}))
    changed = decode("Opened", again)
    assert isinstance(changed, Opened)
    assert changed.catalogue == {**two.catalogue, "more": 1}
    with pytest.raises(BadEvent, match="not a Opened event"):
        decode("Opened", msgspec.json.encode(msgspec.structs.replace(one, catalogue=cast(Any, 7))))


def test_an_opening_is_read_as_its_plain_decoder_reads_it_wherever_its_known_catalogue_stands(ledger: Ledger) -> None:
    body = next(ledger.log.rows(Scribe(ledger).new("freeform", ["Ada", "Ben"]).id)).body
    opened = decode("Opened", body)  # from here on, its catalogue is known
    assert isinstance(opened, Opened)
    known = msgspec.json.encode(opened.catalogue)
    before, after = body.split(known)
    plain = msgspec.json.Decoder(Opened)
    told = [
        body,
        body[:-1] + b',"more"]',
        msgspec.json.encode(msgspec.structs.replace(opened, options={"a": 1, "b": opened.catalogue})),
        msgspec.json.encode(msgspec.structs.replace(opened, options={"a": 1, "b": opened.catalogue}, catalogue={})),
        before + known + b" " + after,
        before + b" " + known + after,
        before + known + after[1:],
        before + known + b"x" + after[1:],
        before + known + b"]",
        before + b'"more",' + known + after,
        before.replace(b",{", b",7,{", 1) + known + after,
        before + known + after[:-1],
        before + known + after + b"]",
        b"[" + known + after,
        body.replace(b"Opened", b"Played", 1),
        body.replace(opened.salt.encode(), b"\xff", 1),
    ]
    for one in told:
        try:
            expected = plain.decode(one)
        except (msgspec.DecodeError, UnicodeDecodeError):
            with pytest.raises(BadEvent, match="not a Opened event"):
                decode("Opened", one)
        else:
            assert decode("Opened", one) == expected, one


def test_a_catalogue_that_a_log_tells_again_is_checked_once_and_another_is_checked(ledger: Ledger) -> None:
    first, other = (ledger.match(Scribe(ledger).new("freeform", ["Ada", "Ben"]).id) for _ in range(2))
    assert first.opening.catalogue is other.opening.catalogue
    wrong = msgspec.structs.replace(first.opened, catalogue={**first.opened.catalogue, "more": 1})
    with pytest.raises(WrongOptions, match="more"):
        revive([wrong])
    assert revive([first.opened]).opening.catalogue == first.opening.catalogue  # type: ignore[union-attr]
