"""A ledger and its witnesses, on both databases: requested, stored, passed on in bundles, and verified."""

from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

import pytest

from tablescribe.ledger.care.backup import backup, restore
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError
from tablescribe.ledger.log.schema import cosignatures as stored
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import Verified, verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Signer, VerifierKey, cosign, line_of
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tablescribe.ledger.proofs.witnesses.cosignature import WitnessSigner, cosignatures, witness_key
from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import keep, latest_cosigned, with_cosignatures
from tablescribe.ledger.proofs.witnesses.policy import Policy
from tablescribe.ledger.proofs.witnesses.witness import Contradiction, NotShown, OtherSize, Witness, make_folder
from tests.ledger.witnessing import NOW, WITNESS

IN_TURN = True  # which database: conftest.py

OTHER = Signer("other.example", b"o" * 32)


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


@pytest.fixture
def witness(notary: Notary, tmp_path: Path) -> Witness:
    make_folder(tmp_path / "witness")
    found = Witness(tmp_path / "witness", WITNESS)
    found.add(notary.ledger_signer().key)
    return found


def policy(notary: Notary, rest: str = "quorum club") -> Policy:
    lines = [f"log {notary.ledger_signer().key}", f"witness club {witness_key(WITNESS)}"]
    return Policy.parse("\n".join([*lines, f"witness other {witness_key(OTHER)}", rest]).encode())


def ask(notary: Notary, witness: Witness, now: int = NOW) -> int:
    """Have the ledger cosigned as it is now; return the size."""
    line = witness.cosign(notary.request().text().encode(), now)
    (kept,) = keep(notary.ledger, line.encode(), [witness.key])
    return kept.size


def test_a_checkpoint_goes_out_and_comes_back_cosigned(notary: Notary, witness: Witness, match_id: str) -> None:
    assert notary.request().old == 0
    size = ask(notary, witness)
    note = with_cosignatures(notary.ledger, notary.checkpoint())
    assert cosignatures(note, [witness.key])[0].at == NOW
    notary.scribe.note(match_id, "and on")
    assert notary.request().old == size
    assert ask(notary, witness, NOW + 1) == size + 1


def test_the_proof_begins_where_the_witness_says(notary: Notary, witness: Witness, match_id: str) -> None:
    """Given an answer that was lost, the ledger knows nothing of it; the witness tells the size, and is asked again."""
    ask(notary, witness)
    notary.scribe.note(match_id, "lost")
    witness.cosign(notary.request().text().encode(), NOW)
    notary.scribe.note(match_id, "later")
    with pytest.raises(OtherSize) as found:
        witness.cosign(notary.request().text().encode(), NOW)
    again = witness.cosign(notary.request(found.value.size).text().encode(), NOW)
    assert keep(notary.ledger, again.encode(), [witness.key])


def test_an_answer_kept_twice_is_there_once(notary: Notary, witness: Witness) -> None:
    line = witness.cosign(notary.request().text().encode(), NOW).encode()
    keep(notary.ledger, line, [witness.key])
    keep(notary.ledger, line, [witness.key])
    later = witness.cosign(notary.request().text().encode(), NOW + 9).encode()
    keep(notary.ledger, later, [witness.key])
    note = with_cosignatures(notary.ledger, notary.checkpoint())
    assert [one.at for one in cosignatures(note, [witness.key])] == [NOW], "the first one stands"


def test_what_is_over_something_else_or_by_nobody_known_is_not_kept(notary: Notary, witness: Witness) -> None:
    note = notary.checkpoint()
    elsewhere = cosign(note.replace("tablescribe/", "tablescribe/x", 1), [WitnessSigner(WITNESS, NOW)])
    unknown = cosign(note, [WitnessSigner(OTHER, NOW)])
    for answer in (elsewhere, unknown):
        with pytest.raises(LedgerError, match="no cosignature by a witness you named"):
            keep(notary.ledger, answer.splitlines(keepends=True)[-1].encode(), [witness.key])
    assert notary.ledger.log.select(stored.select()) == []
    with pytest.raises(BadNote):
        keep(notary.ledger, b"404 not found\n", [witness.key])


def test_there_is_no_proof_from_more_than_there_is(notary: Notary) -> None:
    with pytest.raises(LedgerError, match="there is no proof from 99"):
        notary.request(99)


def test_an_older_copy_cannot_be_cosigned_as_if_nothing_had_been(
    notary: Notary, witness: Witness, match_id: str, tmp_path: Path
) -> None:
    """Given a ledger that was restored and went on otherwise, with a key that forgot, the witness does not forget."""
    backup(notary.ledger, tmp_path / "monday")
    notary.scribe.note(match_id, "this happened")
    ask(notary, witness)
    for mark in notary.store.folder.glob("*.signed"):
        mark.unlink()
    restore(tmp_path / "monday", tmp_path / "old.db")
    older = open_ledger(tmp_path / "old.db")
    theirs = Notary(Scribe(older), notary.store)
    with pytest.raises(NotShown, match="is an older copy"):
        witness.cosign(theirs.request(0).text().encode(), NOW)
    theirs.scribe.note(match_id, "that happened")
    with pytest.raises(Contradiction, match="has signed two logs") as found:
        witness.cosign(theirs.request(0).text().encode(), NOW)
    assert found.value.evidence is not None
    assert (found.value.evidence / "refused.checkpoint").exists()
    older.close()


def test_a_backup_keeps_what_witnesses_cosigned(
    notary: Notary, witness: Witness, match_id: str, tmp_path: Path
) -> None:
    ask(notary, witness)
    backup(notary.ledger, tmp_path / "monday")
    restore(tmp_path / "monday", tmp_path / "again.db")
    again = open_ledger(tmp_path / "again.db")
    found = verify_ledger(again, policy=policy(notary), now=NOW)
    assert found.witnessed is not None
    assert (found.cosignatures, found.witnessed.reached) == (1, True)
    again.close()


class TestVerify:
    def test_says_who_cosigned_and_whether_they_are_enough(
        self, notary: Notary, witness: Witness, match_id: str
    ) -> None:
        size = ask(notary, witness)
        notary.scribe.note(match_id, "and on")
        notary.checkpoint()
        found = verify_ledger(notary.ledger, policy=policy(notary), now=NOW)
        assert found.witnessed is not None
        assert (found.witnessed.stated.size, list(found.witnessed.by), found.doubts) == (size, ["club"], ())
        assert any("not covered by a checkpoint that the quorum cosigned" in str(one) for one in found.unknown)

    def test_a_quorum_that_was_missed_is_a_doubt(self, notary: Notary, witness: Witness) -> None:
        ask(notary, witness)
        wants = policy(notary, "group all-of-them all club other\nquorum all-of-them")
        found = verify_ledger(notary.ledger, policy=wants, now=NOW)
        assert [str(one) for one in found.doubts] == [
            "no checkpoint was cosigned by the quorum of witnesses that the policy requires"
        ]

    def test_one_from_the_future_is_no_quorum(self, notary: Notary, witness: Witness) -> None:
        ask(notary, witness, NOW + 10_000)
        assert verify_ledger(notary.ledger, policy=policy(notary), now=NOW).doubts
        assert not verify_ledger(notary.ledger, policy=policy(notary), now=NOW + 10_000).doubts

    def test_a_log_written_anew_has_no_quorum(
        self, notary: Notary, witness: Witness, match_id: str, tamper: Callable[..., None]
    ) -> None:
        """Given all rights, and the ledger's key, the witness's cosignature cannot be made for another history."""
        ask(notary, witness)
        tamper("UPDATE checkpoints SET size = size + 1000", "UPDATE cosignatures SET size = size + 1000")
        with pytest.raises(LedgerDamaged):
            verify_ledger(notary.ledger, policy=policy(notary), now=NOW)

    def test_a_cosignature_that_was_damaged_is_found(self, notary: Notary, witness: Witness, ledger: Ledger) -> None:
        size = ask(notary, witness)
        ledger.log.write(stored.insert().values(size=size, name="x", line="no line", at=""))
        with pytest.raises(LedgerDamaged, match="is not valid"):
            verify_ledger(ledger)

    def test_one_that_was_moved_to_another_checkpoint_is_refused(
        self, notary: Notary, witness: Witness, match_id: str, ledger: Ledger
    ) -> None:
        size = ask(notary, witness)
        notary.scribe.note(match_id, "and on")
        notary.checkpoint()
        row = ledger.log.select(stored.select())[0]
        ledger.log.write(stored.insert().values(size=size + 1, name=row.name, line=row.line, at=row.at))
        with pytest.raises(BadNote, match="is not one over this text"):
            verify_ledger(ledger, policy=policy(notary), now=NOW)


class TestBundles:
    def proved(self, notary: Notary, contents: bytes, rest: str = "quorum club", now: int = NOW) -> Verified:
        keys: list[VerifierKey] = [notary.ledger_signer().key]
        return verify_bundle(contents, keys, policy=policy(notary, rest), now=now)

    @pytest.mark.parametrize("redacted", [False, True])
    def test_carry_the_cosigned_checkpoint(
        self, notary: Notary, witness: Witness, match_id: str, redacted: bool
    ) -> None:
        ask(notary, witness)
        found = self.proved(notary, notary.bundle([match_id], redacted=redacted))
        assert found.witnessed is not None
        assert (list(found.witnessed.by), found.faults) == (["club"], ())

    @pytest.mark.parametrize("redacted", [False, True])
    def test_end_where_the_witness_cosigned_if_that_is_wanted(
        self, notary: Notary, witness: Witness, match_id: str, redacted: bool
    ) -> None:
        size = ask(notary, witness)
        notary.scribe.note(match_id, "after that")
        notary.scribe.close(match_id, abandoned=True)
        fresh = notary.bundle([match_id], redacted=redacted)
        assert "are not the quorum" in str(self.proved(notary, fresh).faults[0])
        found = self.proved(notary, notary.bundle([match_id], redacted=redacted, cosigned=True))
        assert (found.checkpoint.size, found.faults) == (size, ())

    def test_an_earlier_one_that_was_cosigned_covers_what_lies_before_it(
        self, notary: Notary, witness: Witness, match_id: str
    ) -> None:
        ask(notary, witness)
        kept = with_cosignatures(notary.ledger, notary.checkpoint())
        later = notary.scribe.new("freeform", ["Dan"]).id
        assert not self.proved(notary, notary.bundle([match_id], since=[kept])).faults
        found = self.proved(notary, notary.bundle([match_id, later], since=[kept]))
        assert [str(one) for one in found.faults] == [
            f"match {later} continues after the 7 events that the quorum cosigned"
        ]

    def test_a_forged_cosignature_is_refused_by_who_knows_the_witness(self, notary: Notary, match_id: str) -> None:
        note = notary.checkpoint()
        forged = cosign(note, [WitnessSigner(Signer(WITNESS.name, b"x" * 32), NOW)]).splitlines(keepends=True)[-1]
        blob = witness_key(WITNESS).id + b64decode(forged.split()[2])[4:]
        row = {"size": 7, "name": WITNESS.name, "line": line_of(WITNESS.name, blob), "at": ""}
        notary.ledger.log.write(stored.insert().values(**row))
        contents = notary.bundle([match_id])
        assert not verify_bundle(contents, [notary.ledger_signer().key]).faults, "who does not know it ignores it"
        with pytest.raises(LedgerDamaged, match=r"a cosignature: .*not one over this text"):
            self.proved(notary, contents)

    def test_without_a_cosigned_checkpoint_of_the_present_key_there_is_none(
        self, notary: Notary, witness: Witness, match_id: str
    ) -> None:
        with pytest.raises(LedgerError, match="no witness has cosigned"):
            notary.bundle([match_id], cosigned=True)
        ask(notary, witness)
        notary.keyring.rotate(notary.scribe.stamp())
        with pytest.raises(LedgerError, match="current key"):
            notary.bundle([match_id], cosigned=True)
        assert latest_cosigned(notary.ledger, "nobody") is None
