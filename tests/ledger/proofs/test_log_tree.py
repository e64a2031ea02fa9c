"""The Merkle tree over the whole ledger: stored separately, checked against its checkpoints."""

from pathlib import Path

import pytest

from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError
from tablescribe.ledger.log.schema import checkpoints, events, subtrees
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.merkle import root, verify_consistency, verify_inclusion
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint, open_note

IN_TURN = True  # which database: conftest.py


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


def many(scribe: Scribe, events: int) -> str:
    match = scribe.new("freeform", ["Ada"])
    loaded = scribe.ledger.match(match.id)
    for n in range(events):
        loaded.note(f"note {n}", scribe.stamp())
    scribe.ledger.save(loaded)
    return match.id


def test_a_checkpoint_states_the_root_over_all_events(notary: Notary, ledger: Ledger, match_id: str) -> None:
    note = notary.checkpoint()
    text = open_note(note, [notary.ledger_signer().key])
    stated = Checkpoint.parse(text)
    leaves = [row.hash for row in ledger.log.rows()]
    assert (stated.origin, stated.size, stated.root) == (f"tablescribe/{ledger.ledger_id}", 7, root(leaves))
    assert notary.checkpoint() == note, "nothing was recorded since"


def test_stored_subtrees_are_grown_step_by_step_and_change_nothing(
    notary: Notary, scribe: Scribe, ledger: Ledger
) -> None:
    tree = LogTree(ledger)
    assert tree.grow() == 0
    many(scribe, 300)
    assert (tree.grow(), tree.grow()) == (1, 0)
    many(scribe, 600)
    assert tree.grow() == 2
    leaves = [row.hash for row in ledger.log.rows()]
    for trusting in (True, False):
        found = tree.tree(trusting=trusting)
        assert found.root(len(leaves)) == root(leaves)
        proof = found.inclusion(700, len(leaves))
        verify_inclusion(leaves[700], 700, len(leaves), proof, root(leaves))
        verify_consistency(400, 900, found.consistency(400, 900), root(leaves[:400]), root(leaves[:900]))
    notary.checkpoint()
    assert tree.check_all() == 1


def test_a_log_that_was_written_anew_does_not_fit_an_old_checkpoint(path: Path, scribe: Scribe, tmp_path: Path) -> None:
    """Somebody with all rights makes a new ledger with the same id, whose chains are right in themselves."""
    match_id = many(scribe, 5)
    note = Notary(scribe, KeyStore(tmp_path / "keys")).checkpoint()
    forged = open_ledger(tmp_path / "forged.db", ledger_id=scribe.ledger.ledger_id)
    theirs = Scribe(forged)
    theirs.new("freeform", ["Ada"], match_id=match_id)
    for n in range(7):
        theirs.note(match_id, f"note {n}!")
    assert forged.verify()
    with pytest.raises(LedgerDamaged, match="do not match the checkpoint"):
        LogTree(forged).check(note)
    forged.close()


def test_a_log_whose_end_is_gone_does_not_fit_its_checkpoint(notary: Notary, scribe: Scribe, tmp_path: Path) -> None:
    many(scribe, 5)
    note = notary.checkpoint()
    shorter = open_ledger(tmp_path / "shorter.db", ledger_id=scribe.ledger.ledger_id)
    shorter.log.append_rows(list(scribe.ledger.log.rows())[:4])
    with pytest.raises(LedgerDamaged, match="the end is missing"):
        LogTree(shorter).check(note)
    shorter.close()


def test_a_checkpoint_of_another_ledger_says_nothing_here(notary: Notary, scribe: Scribe, tmp_path: Path) -> None:
    other = open_ledger(tmp_path / "other.db")
    note = Notary(Scribe(other), KeyStore(tmp_path / "keys")).checkpoint()
    with pytest.raises(LedgerError, match="this is a checkpoint of"):
        LogTree(scribe.ledger).check(note)
    other.close()


def test_a_stored_subtree_that_was_changed_is_found_and_never_trusted(
    notary: Notary, scribe: Scribe, ledger: Ledger
) -> None:
    many(scribe, 300)
    note = notary.checkpoint()
    ledger.log.write(subtrees.update().values(hash=b"x" * 32))
    with pytest.raises(LedgerDamaged, match="stored subtree 0 of level 8"):
        LogTree(ledger).check_all()
    assert LogTree(ledger).check(note, trusting=False).size == 302
    many(scribe, 1)
    notary.checkpoint()
    assert LogTree(ledger).check_all() == 2, "it was computed anew"


def test_what_a_tree_keeps_of_damaged_subtrees_is_forgotten(notary: Notary, scribe: Scribe, ledger: Ledger) -> None:
    many(scribe, 600)
    note = notary.checkpoint()
    stated = Checkpoint.parse(note[: note.index("\n\n") + 1])
    ledger.log.write(subtrees.update().values(hash=b"x" * 32))
    tree = LogTree(ledger)
    with pytest.raises(LedgerDamaged):
        tree.check(note)
    leaf = tree.leaves(7, 8)[0]
    verify_inclusion(leaf, 7, stated.size, tree.inclusion(leaf, 7, stated), stated.root)
    assert tree.rebuilt
    assert tree.check(note) == stated


def test_a_checkpoint_that_was_swapped_is_found(notary: Notary, scribe: Scribe, ledger: Ledger) -> None:
    many(scribe, 3)
    note = notary.checkpoint()
    stated = Checkpoint.parse(note[: note.index("\n\n") + 1])
    false = Checkpoint(stated.origin, stated.size, b"x" * 32).text() + note[note.index("\n\n") + 1 :]
    ledger.log.write(checkpoints.update().values(note=false))
    with pytest.raises(LedgerDamaged):
        LogTree(ledger).check_all()


def test_the_positions_of_the_log_are_the_leaves_of_the_tree(ledger: Ledger, match_id: str) -> None:
    assert [row.position for row in ledger.log.rows()] == list(range(1, 7))
    assert events.c.position.primary_key
