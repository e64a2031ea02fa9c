"""`verify` reads only what is new: its report on the rest, and that no record extends what is trusted."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from tablescribe.ledger.care.backup import backup
from tablescribe.ledger.log import bulk_checks, stream_checks
from tablescribe.ledger.log.bulk_checks import SoundStreams
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.signed_note import sign
from tablescribe.ledger.proofs.tree.verified_record import VerifiedRecord, VerifiedState
from tablescribe.ledger.proofs.verification.soundness import SoundLedger, verify_ledger
from tests.ledger.commands import run
from tests.ledger.proofs.test_soundness import rehash

IN_TURN = True  # which database: conftest.py

Tamper = Callable[..., None]

NOW = 1_800_000_000


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path, match_id: str) -> Notary:
    """The ledger's notary; there is a match, and a checkpoint over it."""
    found = Notary(scribe, KeyStore(tmp_path / "keys"))
    found.checkpoint()
    return found


def verified(notary: Notary, *, again: bool = False) -> SoundLedger:
    """Verify a ledger with its memory."""
    memory = notary.keyring.memory()
    assert memory is not None
    return verify_ledger(notary.ledger, now=NOW, memory=memory, again=again)


def memory(notary: Notary) -> VerifiedRecord:
    found = notary.keyring.memory()
    assert found is not None
    return found


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Which events are checked, by match and version."""
    seen: list[tuple[str, int]] = []
    check, together = stream_checks.check_match, bulk_checks.check_together

    def noted(match_id: str, rows: list[Row], *given: object, **how: object) -> bytes:
        rows = list(rows)
        seen.extend((match_id, row.version) for row in rows)
        return check(match_id, rows, *given, **how)  # type: ignore[arg-type]

    def noted_together(log: LedgerRecorder, ids: Sequence[str], *given: object) -> SoundStreams | None:
        sound = together(log, ids, *given)  # type: ignore[arg-type]
        if sound is not None:
            found = [(one, row.version) for one in ids for row in log.rows(one)]
            assert len(found) == sound.events
            seen.extend(found)
        return sound

    monkeypatch.setattr(stream_checks, "check_match", noted)
    monkeypatch.setattr(stream_checks, "check_together", noted_together)
    return seen


def test_the_second_time_only_what_is_new_is_read(notary: Notary, match_id: str, read: list[tuple[str, int]]) -> None:
    size = notary.ledger.log.max_notification_id() or 0
    first = verified(notary)
    assert (first.unread, len(read)) == (0, size)
    read.clear()
    second = verified(notary)
    assert (second.unread, second.events, read) == (size, size, [])
    assert second.heads == first.heads
    assert f"{size} events were verified earlier" in str(second.unknown[0])
    assert "changed since: `verify --again`" in str(second.unknown[0])
    last = notary.scribe.note(match_id, "one more").originator_version
    other = notary.scribe.new("freeform", ["Dan"]).id
    third = verified(notary)
    assert (third.unread, third.events) == (size, size + 2)
    assert sorted(read) == sorted([(match_id, last - 1), (match_id, last), (other, 1)]), (
        "the new, and the head before it"
    )
    assert set(third.heads) == {match_id, other}
    read.clear()
    assert verified(notary).unread == size + 2
    assert read == []


def test_a_changed_event_that_is_not_read_again_is_found_when_asked(
    notary: Notary, match_id: str, tamper: Tamper
) -> None:
    verified(notary)
    tamper(f"UPDATE events SET body = x'7b7d' WHERE match_id = '{match_id}' AND version = 3")
    sound = verified(notary)
    assert sound.unread, "it was not read, which is said"
    assert "check whether their content has changed since" in str(sound.unknown[0])
    with pytest.raises(LedgerDamaged, match=f"match {match_id}, event 3"):
        verified(notary, again=True)


def test_a_changed_new_event_is_found_at_once(notary: Notary, match_id: str, tamper: Tamper) -> None:
    verified(notary)
    version = notary.scribe.note(match_id, "one more").originator_version
    tamper(f"UPDATE events SET body = x'7b7d' WHERE match_id = '{match_id}' AND version = {version}")
    with pytest.raises(LedgerDamaged, match=f"event {version}"):
        verified(notary)


def test_a_changed_head_of_a_match_that_grew_is_found_at_once(notary: Notary, match_id: str, tamper: Tamper) -> None:
    verified(notary)
    version = notary.scribe.note(match_id, "one more").originator_version
    tamper(f"UPDATE events SET body = x'7b7d' WHERE match_id = '{match_id}' AND version = {version - 1}")
    with pytest.raises(LedgerDamaged, match=f"event {version - 1}"):
        verified(notary)


@pytest.mark.parametrize("what", ["hash", "gone"])
def test_what_moves_a_head_is_read_and_found(notary: Notary, match_id: str, tamper: Tamper, what: str) -> None:
    verified(notary)
    last = f"WHERE match_id = '{match_id}' AND version = 6"
    tamper(f"DELETE FROM events {last}" if what == "gone" else f"UPDATE events SET hash = x'{'00' * 32}' {last}")
    with pytest.raises(LedgerDamaged):
        verified(notary)


def test_a_match_written_anew_is_another_than_the_one_that_was_verified(
    notary: Notary, match_id: str, tamper: Tamper
) -> None:
    verified(notary)
    tamper(*rehash(notary.ledger, match_id, b"[1,2,3],false", b"[1,2,3],true"), "DELETE FROM checkpoints")
    for again in (False, True, False):
        sound = verified(notary, again=again)
        assert sound.unread == 0
        assert "are not those verified on" in str(sound.doubts[0])
    memory(notary).path.unlink()
    assert verified(notary).doubts == ()


def test_a_smaller_checkpoint_that_was_not_there_is_checked(notary: Notary, match_id: str, tamper: Tamper) -> None:
    notary.scribe.note(match_id, "one more")
    verified(notary)
    (note,) = [row[0] for row in notary.ledger.log.read(lambda cursor: _all(cursor, "SELECT note FROM checkpoints"))]
    size, root = note.split("\n")[1:3]
    assert verified(notary).unread
    signed = sign(note.split("\n\n")[0].replace(root, "A" * 43 + "=") + "\n", [notary.ledger_signer()])
    tamper(f"UPDATE checkpoints SET note = '{signed}' WHERE size = {size}")
    with pytest.raises(LedgerDamaged, match=f"the first {size} events do not match the checkpoint"):
        verified(notary)


def _all(cursor: object, statement: str) -> list[tuple[str]]:
    cursor.execute(statement)  # type: ignore[attr-defined]
    return list(cursor.fetchall())  # type: ignore[attr-defined]


@pytest.mark.parametrize("forger", ["unsigned", "another key", "another ledger", "nonsense"])
def test_a_forged_record_is_not_believed(
    notary: Notary, match_id: str, tamper: Tamper, tmp_path: Path, forger: str
) -> None:
    verified(notary)
    kept = memory(notary)
    genuine = kept.path.read_text()
    if forger == "another key":
        signer = KeyStore(tmp_path / "theirs").signer("x", owner=notary.ledger_signer().name)
        kept.path.write_text(sign(genuine.split("\n\n")[0] + "\n", [signer]))
    elif forger == "another ledger":
        text = msgspec.json.decode(genuine.split("\n\n")[0], type=VerifiedState)
        kept.keep(msgspec.structs.replace(text, ledger="other"))
    else:
        kept.path.write_text(genuine.replace('"clocks":0', '"clocks":1') if forger == "unsigned" else "\n")
    tamper(f"UPDATE events SET body = x'7b7d' WHERE match_id = '{match_id}' AND version = 3")
    with pytest.raises(LedgerDamaged, match=f"match {match_id}, event 3"):
        verified(notary)


def test_a_record_that_is_refused_is_told_and_made_anew(notary: Notary) -> None:
    verified(notary)
    memory(notary).path.write_text("nothing")
    sound = verified(notary)
    assert sound.unread == 0
    assert "is not a record signed by this ledger's key" in str(sound.unknown[0])
    assert verified(notary).unread


def test_without_the_private_key_all_is_read_and_nothing_kept(
    ledger: Ledger, notary: Notary, read: list[tuple[str, int]], tmp_path: Path
) -> None:
    verified(notary)
    read.clear()
    assert Notary(notary.scribe, KeyStore(tmp_path / "elsewhere")).keyring.memory() is None
    assert verify_ledger(ledger, now=NOW, memory=None).unread == 0
    assert len(read) == ledger.log.max_notification_id()


def test_the_command_says_what_it_did_not_read(path: Path, notary: Notary, match_id: str, tamper: Tamper) -> None:
    keys = str(notary.keyring.store.folder)
    assert "not read again" not in run(path, "verify", "--keys", keys).output
    said = run(path, "verify", "--keys", keys)
    assert "sound, as far as read: 7 of 7 events were verified earlier and not read again (--again" in said.output
    assert json.loads(run(path, "verify", "--keys", keys, "--json").stdout)["unread"] == 7
    tamper(f"UPDATE events SET body = x'7b7d' WHERE match_id = '{match_id}' AND version = 3")
    assert run(path, "verify", "--keys", keys).exit_code == 0
    assert run(path, "verify", "--keys", keys, "--again").exit_code == 5


@pytest.mark.parametrize("command", ["audit", "show", "doctor"])
def test_what_another_command_finds_damaged_is_read_again(
    path: Path, notary: Notary, match_id: str, tamper: Tamper, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(notary.keyring.store.folder))
    assert run(path, "verify").exit_code == 0
    tamper(f"UPDATE events SET body = x'7b7d' WHERE match_id = '{match_id}' AND version = 3")
    assert run(path, "verify").exit_code == 0, "these events are not read again"
    found = run(path, command, *([] if command == "doctor" else [match_id]))
    assert found.exit_code == 5
    if command == "show":
        assert "To find where: `tablescribe verify --again`" in found.output
    assert run(path, "verify").exit_code == 5


def test_a_backup_reads_what_was_not_verified_before(
    notary: Notary, match_id: str, read: list[tuple[str, int]], tmp_path: Path
) -> None:
    size = notary.ledger.log.max_notification_id() or 0
    nothing_yet = backup(notary.ledger, tmp_path / "first", memory=memory(notary))
    assert (nothing_yet.unread, nothing_yet.unknown, len(read)) == (0, (), size)
    assert not memory(notary).path.exists(), "what a backup verifies is less than what the record speaks of"
    verified(notary)
    last = notary.scribe.note(match_id, "one more").originator_version
    read.clear()
    copied = backup(notary.ledger, tmp_path / "second", memory=memory(notary))
    assert (copied.events, copied.unread) == (size + 1, size)
    assert read == [(match_id, last - 1), (match_id, last)], "the new, and the head before it"
    assert f"{size} events were verified earlier" in str(copied.unknown[0])
    read.clear()
    assert backup(notary.ledger, tmp_path / "third", memory=memory(notary), again=True).unread == 0
    assert len(read) == size + 1
    copies = [open_ledger(tmp_path / name, create=False) for name in ("second", "third")]
    assert copies[0].verify() == copies[1].verify() == notary.ledger.verify()
    for one in copies:
        one.close()


@pytest.mark.parametrize(("event", "column", "again"), [(3, "body", True), (7, "body", False), (6, "hash", False)])
def test_a_backup_refuses_what_it_reads_and_is_wrong(
    notary: Notary, match_id: str, tamper: Tamper, tmp_path: Path, event: int, column: str, again: bool
) -> None:
    """An event that was verified is read if asked; a new one, and one whose match no more ends as it did, at once."""
    verified(notary)
    notary.scribe.note(match_id, "one more")
    tamper(f"UPDATE events SET {column} = x'7b7d' WHERE match_id = '{match_id}' AND version = {event}")
    with pytest.raises(LedgerDamaged, match=f"match {match_id}"):
        backup(notary.ledger, tmp_path / "copy", memory=memory(notary), again=again)
    assert not list(tmp_path.glob("*copy*"))


def test_the_command_says_what_it_did_not_read_of_a_backup(path: Path, notary: Notary, tmp_path: Path) -> None:
    keys = ("--keys", str(notary.keyring.store.folder))
    assert f"7 events copied to {tmp_path}/1 and verified." in run(path, "backup", f"{tmp_path}/1", *keys).output
    run(path, "verify", *keys)
    said = run(path, "backup", f"{tmp_path}/2", *keys).output
    assert "0 events checked, all intact; 7 were verified earlier and not read again (--again" in said
    assert "Not proved: 7 events were verified earlier" in said
    told = json.loads(run(path, "backup", f"{tmp_path}/3", *keys, "--json").stdout)
    assert (told["events"], told["unread"], len(told["unknown"])) == (7, 7, 1)
    told = json.loads(run(path, "backup", f"{tmp_path}/4", *keys, "--again", "--json").stdout)
    assert (told["unread"], told["unknown"]) == (0, [])
