"""A match as one file: verified without a database, imported completely or not at all."""

import json
from pathlib import Path

import msgspec
import pytest

from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.care.match_files import export, match_in, read_file, verify, write_file
from tablescribe.ledger.log.chain import event_hash
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged, LedgerError, LedgerUnavailable, NoSuchMatch, Stale
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe


def test_a_file_tells_the_whole_match(ledger: Ledger, match_id: str, tmp_path: Path) -> None:
    write_file(tmp_path / "m.json", export(ledger, match_id))
    found, rows = verify(read_file(tmp_path / "m.json"))
    assert found == match_id
    assert match_in(rows).table == ledger.match(match_id).table
    assert rows[-1].hash == ledger.verify(match_id)[match_id]


def test_a_file_goes_over_into_another_ledger_and_can_be_continued(
    scribe: Scribe, match_id: str, tmp_path: Path
) -> None:
    first = export(scribe.ledger, match_id)
    other = open_ledger(tmp_path / "other.db")
    events = scribe.match(match_id).version
    assert import_file(other, first).matches[0] == (match_id, events)
    assert import_file(other, first).matches[0] == (match_id, 0)
    scribe.play(match_id, 3, {"do": "skip"})
    assert import_file(other, export(scribe.ledger, match_id)).matches[0] == (match_id, 1)
    assert import_file(other, first).matches[0] == (match_id, 0), "an older file takes nothing away"
    assert other.verify() == scribe.ledger.verify()
    Scribe(other).play(match_id, 1, {"do": "skip"})
    scribe.play(match_id, 1, {"do": "skip"}, as_played=True)
    with pytest.raises(BadFile, match="differs from the file from event"):
        import_file(other, export(scribe.ledger, match_id)).matches[0]
    other.verify()
    other.close()


def test_every_flipped_byte_of_a_file_is_found(ledger: Ledger, match_id: str) -> None:
    contents = export(ledger, match_id)
    for at in range(0, len(contents), 23):
        for bit in (1, 128):  # another character; and bytes that are no text at all
            flipped = contents[:at] + bytes([contents[at] ^ bit]) + contents[at + 1 :]
            if flipped.strip() == contents.strip():
                continue
            with pytest.raises(LedgerError):
                verify(flipped)


def changed(contents: bytes, **fields: object) -> bytes:
    document = {**json.loads(contents), **fields}
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def test_a_cut_off_end_is_found(ledger: Ledger, match_id: str) -> None:
    contents = export(ledger, match_id)
    log = json.loads(contents)["log"]
    with pytest.raises(LedgerDamaged, match="the end is missing or was changed"):
        verify(changed(contents, log=log[:-1]))
    with pytest.raises(BadFile, match="no events"):
        verify(changed(contents, log=[]))
    with pytest.raises(BadFile, match="incomplete"):
        verify(contents[: len(contents) // 2])


@pytest.mark.parametrize(
    ("contents", "said"),
    [
        (b"", "not a Tablescribe match file"),
        (b"\x00\xff", "not a Tablescribe match file"),
        (b"[1, 2]", "not a Tablescribe match file"),
        (b"[" * 100_000, "not a Tablescribe match file"),
        (b'{"format": "recipe", "version": 1}', "its format is 'recipe'"),
        (b'{"format": "tablescribe match", "version": 4}', "but this Tablescribe reads up to"),
        (b'{"format": "tablescribe match", "version": 2}', "does not have the form"),
        (b'{"format": "tablescribe match", "version": 1}', "does not have the form"),
    ],
)
def test_what_is_no_match_file_is_refused_with_its_cause(contents: bytes, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        verify(contents)


def test_other_ways_to_write_the_same_are_refused(ledger: Ledger, match_id: str) -> None:
    contents = export(ledger, match_id)
    with pytest.raises(BadFile, match="was changed after it was written"):
        verify(json.dumps(json.loads(contents)).encode())
    log = json.loads(contents)["log"]
    log[1][4] = "zz"
    with pytest.raises(BadFile, match="not hexadecimal"):
        verify(changed(contents, log=log))


def test_nothing_is_exported_that_is_not_there_or_does_not_verify(ledger: Ledger, match_id: str, path: Path) -> None:
    import sqlite3

    with pytest.raises(NoSuchMatch):
        export(ledger, "none")
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TRIGGER events_refuse_update")
        raw.execute("UPDATE events SET hash = x'00' WHERE version = 2")
    with pytest.raises(LedgerDamaged):
        export(ledger, match_id)


def test_files_that_cannot_be_read_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        read_file(tmp_path / "none.json")
    (tmp_path / "large.json").write_bytes(b"x" * 100)
    monkeypatch.setattr("tablescribe.ledger.care.match_files.LARGEST", 50)
    with pytest.raises(BadFile, match="larger than"):
        read_file(tmp_path / "large.json")
    with pytest.raises(LedgerUnavailable, match="cannot be written"):
        write_file(tmp_path / "no" / "m.json", b"x")


def test_a_file_that_cannot_be_finished_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.json").write_bytes(b"the older one")

    def no_room(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_room)
    with pytest.raises(LedgerUnavailable, match="No space left"):
        write_file(tmp_path / "m.json", b"x")
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [("m.json", b"the older one")]


def test_an_import_that_somebody_overtakes_records_nothing(scribe: Scribe, match_id: str, tmp_path: Path) -> None:
    """Between looking and recording, another process records in the same match."""
    other = open_ledger(tmp_path / "other.db")
    import_file(other, export(scribe.ledger, match_id)).matches[0]
    scribe.play(match_id, 3, {"do": "skip"})
    _, rows = verify(export(scribe.ledger, match_id))
    Scribe(other).note(match_id, "I was faster")
    before = other.verify()
    with pytest.raises(Stale) as stale:
        other.log.append_rows(rows[-1:])
    assert (stale.value.expected, stale.value.tail) == (len(rows) - 1, len(rows))
    assert other.verify() == before
    other.close()


def relinked(contents: bytes, version: int, old: str, new: str) -> bytes:
    """Return a forged file: another event, with every hash computed again."""
    document = json.loads(contents)
    document["log"][version - 1][3] = document["log"][version - 1][3].replace(old, new, 1)
    previous = b""
    for entry in document["log"]:
        link = event_hash(entry[0], document["match"], entry[1], entry[2], previous, entry[3].encode())
        entry[4:6] = [previous.hex(), link.hex()]
        previous = link
    return changed(contents, log=document["log"], head=previous.hex())


def test_a_forged_file_with_right_hashes_verifies_and_only_its_head_gives_it_away(
    ledger: Ledger, match_id: str
) -> None:
    """The limit of an unsigned file: only a head hash from another source reveals the forgery."""
    forged = relinked(export(ledger, match_id), 2, '"do":"skip"', '"do":"pass"')
    _, rows = verify(forged)
    assert rows[-1].hash != ledger.verify(match_id)[match_id]


def test_a_forged_file_that_takes_back_a_move_that_never_was_is_damage(
    ledger: Ledger, match_id: str, tmp_path: Path
) -> None:
    body = next(row.body.decode() for row in ledger.log.rows(match_id) if row.type == "TakenBack")
    fields = json.loads(body)
    fields[7] = 77
    forged = relinked(export(ledger, match_id), 4, body, json.dumps(fields, separators=(",", ":")))
    other = open_ledger(tmp_path / "other.db")
    with pytest.raises(LedgerDamaged, match="contradict each other: there is no move 77"):
        import_file(other, forged).matches[0]
    assert other.match_ids() == []
    other.close()


def test_events_that_verify_but_contradict_each_other_are_damage(ledger: Ledger, match_id: str) -> None:
    rows = list(ledger.log.rows(match_id))[:2]
    body = rows[1].body.replace(b'"box"', b'"bag"').replace(b'"deck:movement"', b'"nowhere"')
    link = event_hash(rows[1].ledger_id, match_id, 2, "Played", rows[1].previous, body)
    with pytest.raises(LedgerDamaged, match="contradict each other"):
        match_in([rows[0], rows[1]._replace(body=body, hash=link)])
