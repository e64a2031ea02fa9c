"""`verify` of a ledger in a file finds every changed bit of an event, in tables and indexes, and never crashes."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tests.depth import times

DATABASES = ["sqlite"]


@pytest.fixture
def file(ledger: Ledger, match_id: str, path: Path, tmp_path: Path) -> Path:
    """A ledger of some matches, as a single closed file."""
    scribe = Scribe(ledger)
    for number in range(12):
        match = scribe.new("freeform", ["Ada", "Ben"])
        for _ in range(number):
            scribe.note(match.id, "a remark")
    copy = tmp_path / "alone.db"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("VACUUM INTO ?", (str(copy),))
    return copy


def events_in(file: Path) -> object:
    """Return all events as the table has them, read without its indexes; the error where they cannot be read."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as raw:
            raw.text_factory = bytes
            return raw.execute("SELECT * FROM events NOT INDEXED ORDER BY +position").fetchall()
    except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter where SQLite's own message is damaged
        return repr(error)


def verdict(file: Path) -> str:
    """Return the error code of `verify` for a file; empty if there is none."""
    try:
        ledger = open_ledger(file, create=False)
    except LedgerError as error:
        return error.code
    try:
        verify_ledger(ledger)
    except LedgerError as error:
        return error.code
    finally:
        ledger.close()
    return ""


def flipped(file: Path, offset: int, bit: int) -> Path:
    """Return a copy of a file with one bit changed."""
    contents = bytearray(file.read_bytes())
    contents[offset] ^= 1 << bit
    copy = file.with_name("flipped.db")
    for beside in file.parent.glob("flipped.db*"):
        beside.unlink()
    copy.write_bytes(contents)
    return copy


def test_a_bit_of_any_event_changed_in_the_file_is_found(file: Path) -> None:
    true, chance, size = events_in(file), random.Random(times(1, 2)), file.stat().st_size
    assert verdict(file) == ""
    found = 0
    for _ in range(times(30, 3000)):
        offset, bit = chance.randrange(100, size), chance.randrange(8)
        copy = flipped(file, offset, bit)
        if events_in(copy) != true:
            found += 1
            assert verdict(copy), f"bit {bit} of byte {offset}"
        else:
            verdict(copy)  # says whatever it says, but does not fall over
    assert found, "some of them were of events"


def test_a_match_exchanged_in_a_row_alone_is_found_although_the_index_has_the_right_one(
    file: Path, match_id: str
) -> None:
    """The index is read to find a match's rows, and says their match and version itself; the rows say another one."""
    contents, places, start = file.read_bytes(), list[int](), 0
    while (start := contents.find(match_id.encode(), start) + 1) > 0:
        places.append(start - 1)
    true, rows = events_in(file), 0
    for place in places:
        copy = flipped(file, place, 0)
        if events_in(copy) == true:
            continue
        rows += 1
        assert verdict(copy) == "ledger.damaged"
        ledger = open_ledger(copy, create=False)
        try:
            with pytest.raises(LedgerDamaged):
                ledger.verify(match_id)
        finally:
            ledger.close()
    assert rows >= 7, "each event of that match has it, in its row and in its bytes"


def test_a_hash_that_is_none_is_damage_and_no_fault_of_ours(ledger: Ledger, match_id: str, path: Path) -> None:
    from tablescribe.ledger.proofs.tree.log_tree import LogTree

    ledger.close()
    other = path.with_name("other.db")
    shutil.copyfile(path, other)
    with closing(sqlite3.connect(other)) as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute("UPDATE events SET hash = x'00' WHERE position = 3")
        raw.commit()
    damaged = open_ledger(other)
    with pytest.raises(LedgerDamaged, match="the hash of event 3 is not valid"):
        LogTree(damaged).leaves(0, 5)
    damaged.close()
