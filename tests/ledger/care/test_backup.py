"""Backup and restore: everything is copied and verified, between both kinds of databases, during recording."""

import stat
import threading
from pathlib import Path

import pytest
from eventsourcing.persistence import Tracking

from tablescribe.domain.games import game
from tablescribe.ledger.care.backup import NotEmpty, backup, restore
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError, LedgerUnavailable
from tablescribe.ledger.log.schema import (
    access,
    access_log,
    boxes,
    checkpoints,
    commands,
    cosignatures,
    events,
    identities,
    imports,
    pins,
    seeds,
    service,
    tracking,
)
from tablescribe.ledger.matches.boxes import make
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.signed_note import Signer, cosign
from tablescribe.ledger.proofs.witnesses.cosignature import WitnessSigner
from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import keep
from tests.postgres_server import Server


def everything(ledger: Ledger) -> dict[str, list[tuple[object, ...]]]:
    tables = (
        events,
        commands,
        identities,
        seeds,
        tracking,
        checkpoints,
        cosignatures,
        access,
        access_log,
        boxes,
        pins,
        service,
        imports,
    )
    return {table.name: sorted(tuple(row) for row in ledger.log.select(table.select())) for table in tables}


@pytest.fixture
def full(scribe: Scribe, match_id: str, tmp_path: Path) -> Ledger:
    """A ledger with rows in every table."""
    scribe.play(match_id, None, {"do": "skip"}, command_id="c1")
    sealed = scribe.new("ultime", ["Dan", "Eve", "Fay"], chance="sealed")
    scribe.play(sealed.id, None, {"do": "skip"})
    note = Notary(scribe, KeyStore(tmp_path / "keys")).checkpoint()
    line = cosign(note, [WitnessSigner(Signer("club", b"w" * 32), 7)]).splitlines(keepends=True)[-1]
    keep(scribe.ledger, line.encode(), [WitnessSigner(Signer("club", b"w" * 32), 7).key])
    log, when = scribe.ledger.log, "2026-11-22T00:00:00.000+00:00"
    row = {"id": "p1", "token": b"t" * 32, "role": "judge", "label": "Maria", "created": when}
    log.write(access.insert().values(**row))
    log.write(access_log.insert().values(id="l1", at=when, access_id="p1", match_id=match_id, what="the hand"))
    log.insert_tracking(Tracking("reader", 3))
    log.write(pins.insert().values(match_id=match_id, hash="argon2"))
    log.write(service.insert().values(key="share_key", value="00"))
    make(scribe.ledger, "ours", "morris", game("morris").catalogue, scribe.stamp().at)
    came: dict[str, object] = {
        "match_id": match_id,
        "first_version": 1,
        "last_version": 2,
        "at": when,
        "worth": "export",
        "ledger_id": "x",
    }
    log.write(imports.insert().values(**came, key="", digest=b"d" * 32))
    return scribe.ledger


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_a_ledger_comes_back_whole_in_either_database(full: Ledger, tmp_path: Path, server: Server, to: str) -> None:
    file = tmp_path / "monday.tablescribe"
    count = backup(full, file).events
    assert count == len(list(full.log.rows()))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "monday" in path.name) == ["monday.tablescribe"]
    target = str(tmp_path / "new.db") if to == "sqlite" else server.database()
    assert restore(file, target).events == count
    again = open_ledger(target)
    assert (again.ledger_id, again.verify()) == (full.ledger_id, full.verify())
    assert everything(again) == everything(full)
    assert all(everything(full).values()), "something was in every table"
    sealed = again.match_ids()[1]
    Scribe(again).play(sealed, None, {"do": "skip"})
    assert Scribe(again).stamp().recorder == Scribe(full).stamp().recorder
    again.close()


def test_a_backup_is_one_state_though_others_go_on_recording(scribe: Scribe, match_id: str, tmp_path: Path) -> None:
    stop = threading.Event()

    def record() -> None:
        while not stop.is_set():
            scribe.note(match_id, "more")

    recording = threading.Thread(target=record)
    recording.start()
    try:
        counts = [backup(scribe.ledger, tmp_path / f"{n}.backup").events for n in range(3)]
    finally:
        stop.set()
        recording.join()
    assert counts == sorted(counts)
    for n, count in enumerate(counts):
        copy = open_ledger(tmp_path / f"{n}.backup", create=False)
        assert len(list(copy.log.rows())) == count
        assert copy.verify()
        copy.close()


def test_nothing_is_written_over(full: Ledger, tmp_path: Path) -> None:
    backup(full, tmp_path / "monday")
    with pytest.raises(LedgerUnavailable, match="already exists"):
        backup(full, tmp_path / "monday")
    with pytest.raises(NotEmpty, match="already holds a ledger"):
        restore(tmp_path / "monday", tmp_path / "monday")
    other = open_ledger(tmp_path / "other.db")
    Scribe(other).new("freeform", ["Ada"])
    other.close()
    with pytest.raises(NotEmpty):
        restore(tmp_path / "monday", tmp_path / "other.db")


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(full: Ledger, tmp_path: Path) -> None:
    with pytest.raises(LedgerUnavailable, match="cannot be written"):
        backup(full, tmp_path / "nowhere" / "monday")
    (tmp_path / "folder").mkdir()
    with pytest.raises(LedgerUnavailable, match="already exists"):
        backup(full, tmp_path / "folder")
    assert not list((tmp_path / "folder").iterdir())


def test_a_damaged_backup_is_not_restored(full: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "monday"
    backup(full, file)
    contents = bytearray(file.read_bytes())
    at = contents.index(b"mistyped")
    contents[at] ^= 1
    file.write_bytes(contents)
    with pytest.raises(LedgerDamaged):
        restore(file, tmp_path / "new.db")
    file.write_bytes(contents[:3000])
    with pytest.raises(LedgerError):
        restore(file, tmp_path / "new.db")
    with pytest.raises(LedgerUnavailable, match="there is no ledger"):
        restore(tmp_path / "tuesday", tmp_path / "new.db")
