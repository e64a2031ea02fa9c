"""Signatures on the log are computed from its events, and one key never signs two logs of one size."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tablescribe.ledger.care.backup import OlderCopy, backup, restore
from tablescribe.ledger.care.doctor import examine
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.log.schema import checkpoints, subtrees
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.high_water_mark import Forked
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.merkle import root, verify_consistency
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint
from tests.ledger.proofs.test_log_tree import many

IN_TURN = True  # which database: conftest.py


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


def stated(note: str) -> Checkpoint:
    return Checkpoint.parse(note[: note.index("\n\n") + 1])


def test_an_inner_part_of_the_cache_that_no_root_needs_is_found_by_the_proof(
    notary: Notary, scribe: Scribe, ledger: Ledger
) -> None:
    """Given a subtree of 256 that is wrong below one of 65,536 that is right, a proof through it is made anew."""
    first = many(scribe, 300)
    notary.checkpoint()
    tree = LogTree(ledger)
    ledger.log.write(subtrees.update().values(hash=b"x" * 32))
    row = next(ledger.log.rows(first))
    signed = Checkpoint(tree.origin, tree.size(), true_root(ledger))
    assert tree.inclusion(row.hash, row.position - 1, signed)
    last = list(ledger.log.rows())[-1]
    assert tree.inclusion(last.hash, last.position - 1, signed)
    assert tree.rebuilt


def true_root(ledger: Ledger) -> bytes:
    return root([row.hash for row in ledger.log.rows()])


# --- item: the cache of subtrees -------------------------------------------------------------


@pytest.mark.parametrize("signed_before", [False, True])
def test_a_flipped_byte_in_the_cache_never_gets_a_signature(
    notary: Notary, scribe: Scribe, ledger: Ledger, signed_before: bool
) -> None:
    """Given a poisoned cache, when the log is signed, then the root is that of the events, and the cache is mended."""
    many(scribe, 300)
    if signed_before:
        notary.checkpoint()
    LogTree(ledger).grow()
    good = ledger.log.select(subtrees.select())[0].hash
    ledger.log.write(subtrees.update().values(hash=bytes([good[0] ^ 1]) + good[1:]))
    many(scribe, 5)
    tree = LogTree(ledger)
    note = tree.checkpoint(notary.ledger_signer())
    assert stated(note).root == true_root(ledger)
    assert tree.rebuilt, "it is told that the cache was damaged"
    assert ledger.log.select(subtrees.select())[0].hash == good
    assert LogTree(ledger).check_all() == (2 if signed_before else 1)


def test_a_cache_with_a_subtree_from_nowhere_is_mended(notary: Notary, scribe: Scribe, ledger: Ledger) -> None:
    many(scribe, 300)
    ledger.log.write(subtrees.insert().values(level=8, number=10**6, hash=b"x" * 32))
    note = notary.checkpoint()
    assert stated(note).root == true_root(ledger)
    assert [row.number for row in ledger.log.select(subtrees.select())] == [0]
    assert any("rebuilt" in str(one) for one in notary.told)


def test_proofs_of_a_bundle_do_not_come_from_a_damaged_cache(notary: Notary, scribe: Scribe, ledger: Ledger) -> None:
    first = many(scribe, 300)
    many(scribe, 300)
    early = notary.checkpoint()
    many(scribe, 3)
    ledger.log.write(subtrees.update().values(hash=b"x" * 32))
    proved = verify_bundle(notary.bundle([first], since=[early]), since=[early])
    assert proved.checkpoint.root == true_root(ledger)


def test_an_event_whose_stored_hash_is_wrong_is_never_signed(
    notary: Notary, scribe: Scribe, tamper: Callable[..., None]
) -> None:
    """The hash beside an event is computed again from the event before it becomes a leaf."""
    many(scribe, 3)
    notary.checkpoint()
    many(scribe, 3)
    tamper(f"UPDATE events SET hash = x'{'78' * 32}' WHERE position = 7")
    with pytest.raises(LedgerDamaged, match=r"event 2: .* nothing was signed"):
        notary.checkpoint()


def test_the_log_that_is_signed_begins_with_the_one_signed_before(
    notary: Notary, scribe: Scribe, ledger: Ledger
) -> None:
    many(scribe, 400)
    before = stated(notary.checkpoint())
    many(scribe, 700)
    after = stated(notary.checkpoint())
    proof = LogTree(ledger).tree(trusting=False).consistency(before.size, after.size)
    verify_consistency(before.size, after.size, proof, before.root, after.root)


# --- item: one key, one log --------------------------------------------------------------------


def test_after_an_older_copy_was_restored_the_key_signs_no_second_log(
    notary: Notary, scribe: Scribe, tmp_path: Path
) -> None:
    """Given a backup older than what was signed, restoring it wants a decision, and the key signs no other log."""
    many(scribe, 3)
    notary.checkpoint()
    backup(scribe.ledger, tmp_path / "monday")
    many(scribe, 3)
    notary.checkpoint()
    mark = next(notary.store.folder.glob("*.signed"))
    assert stat.S_IMODE(mark.stat().st_mode) == 0o600
    with pytest.raises(OlderCopy, match="5 events, but 9 were signed"):
        restore(tmp_path / "monday", tmp_path / "new.db", keys=notary.store.folder)
    assert not (tmp_path / "new.db").exists()
    restore(tmp_path / "monday", tmp_path / "new.db", keys=notary.store.folder, older=True)
    older = open_ledger(tmp_path / "new.db")
    theirs = Notary(Scribe(older), notary.store)
    with pytest.raises(Forked, match="tablescribe keys rotate"):
        theirs.checkpoint()
    found = {one.what: one for one in examine(older, notary.store, lambda _what: lambda done, total: None)}
    assert (found["forks"].state, "9 events" in found["forks"].words) == ("bad", True)
    for n in range(6):
        theirs.scribe.new("freeform", [f"Eve {n}"])
    with pytest.raises(Forked, match="another log"):
        theirs.checkpoint()
    theirs.keyring.rotate(theirs.scribe.stamp())
    assert theirs.checkpoint(), "a new key may: that it is another log, everybody sees"
    older.close()


def test_marks_only_rise(notary: Notary, scribe: Scribe) -> None:
    many(scribe, 3)
    first = notary.checkpoint()
    mark = next(notary.store.folder.glob("*.signed"))
    assert mark.read_text() == first
    assert notary.checkpoint() == first
    many(scribe, 3)
    second = notary.checkpoint()
    assert mark.read_text() == second != first


def test_the_doctor_knows_that_there_is_one_log(notary: Notary, scribe: Scribe) -> None:
    notary.checkpoint()
    found = {one.what: one for one in examine(scribe.ledger, notary.store, lambda _what: lambda done, total: None)}
    assert found["forks"].state == "good"


def test_a_mark_that_cannot_be_read_is_told(notary: Notary, scribe: Scribe) -> None:
    notary.checkpoint()
    mark = next(notary.store.folder.glob("*.signed"))
    mark.write_text("nonsense")
    with pytest.raises(Forked, match="cannot be read"):
        notary.checkpoint()


def test_a_stored_checkpoint_of_more_events_than_there_are_stops_the_signing(
    notary: Notary, scribe: Scribe, ledger: Ledger
) -> None:
    many(scribe, 3)
    note = notary.checkpoint()
    false = Checkpoint(stated(note).origin, 99, b"x" * 32).text() + note[note.index("\n\n") + 1 :]
    ledger.log.write(checkpoints.insert().values(size=99, note=false, at="2026-11-22T00:00:00+00:00"))
    with pytest.raises(LedgerDamaged, match="the end is missing"):
        notary.checkpoint()
