"""A witness cosigns one history of a ledger. It refuses another one, and keeps the evidence."""

import errno
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError, LedgerUnavailable
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Signer
from tablescribe.ledger.proofs.witnesses.cosignature import Cosignature, Request, cosignatures, witness_key
from tablescribe.ledger.proofs.witnesses.witness import (
    ClockBack,
    Contradiction,
    NotShown,
    OtherSize,
    UnknownLog,
    Witness,
    make_folder,
)
from tests.ledger.witnessing import FOLDER, KILLED, LOG, NOW, WITNESS, checkpoint, request


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    make_folder(tmp_path / "w")
    found = Witness(tmp_path / "w", WITNESS)
    found.add(LOG.key)
    return found


def cosigned(size: int, line: str, history: str = "") -> tuple[Cosignature, ...]:
    return cosignatures(checkpoint(size, history) + line, [witness_key(WITNESS)])


def last(witness: Witness) -> int:
    (known,) = witness.known()
    return known.size


def test_a_log_that_only_grows_is_cosigned(witness: Witness) -> None:
    for old, size in ((0, 5), (5, 5), (5, 6), (6, 300), (300, 1000)):
        line = witness.cosign(request(old, size), NOW + size)
        assert cosigned(size, line) == (Cosignature(witness.key, NOW + size),)
        assert last(witness) == size


def test_an_empty_log_is_one_too(witness: Witness) -> None:
    assert witness.cosign(request(0, 0), NOW)
    assert witness.cosign(request(0, 7), NOW)


def test_what_it_keeps_is_its_own(witness: Witness) -> None:
    witness.cosign(request(0, 5), NOW)
    for path in (witness.folder, *witness.folder.iterdir()):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_request_from_another_size_is_told_the_right_one(witness: Witness) -> None:
    witness.cosign(request(0, 5), NOW)
    for old in (0, 3, 6):
        with pytest.raises(OtherSize, match="--old 5") as found:
            witness.cosign(request(old, 9), NOW)
        assert found.value.size == 5
    assert witness.cosign(request(5, 9), NOW)


class TestContradictions:
    def test_a_second_log_of_one_size_is_refused_and_kept(self, witness: Witness) -> None:
        witness.cosign(request(0, 5), NOW)
        for old in (0, 3, 5):  # whatever size it begins from
            with pytest.raises(Contradiction, match="two logs of 5 events") as found:
                witness.cosign(request(old, 5, "evil"), NOW)
        evidence = found.value.evidence
        assert evidence is not None
        assert (evidence / "refused.checkpoint").read_text() == checkpoint(5, "evil")
        kept = (evidence / "cosigned.checkpoint").read_text()
        assert kept.startswith(checkpoint(5))
        assert cosignatures(kept, [witness.key])
        assert last(witness) == 5

    def test_a_longer_log_that_did_not_grow_from_the_cosigned_one_is_refused(self, witness: Witness) -> None:
        witness.cosign(request(0, 5), NOW)
        with pytest.raises(NotShown, match="does not show that its log of 9 events begins with the 5"):
            witness.cosign(request(5, 9, "evil"), NOW)
        assert witness.cosign(request(5, 9), NOW), "the true one is cosigned all the same"

    def test_nobody_without_the_key_leaves_evidence_against_an_honest_ledger(self, witness: Witness) -> None:
        """Given published checkpoints, sent by anybody with junk proofs or once more: they contradict nothing."""
        witness.cosign(request(0, 5), NOW)
        true = Request.parse(request(5, 9))
        for n in range(20):
            junk = replace(true, proof=tuple(bytes([n]) * 32 for _ in range(3)))
            with pytest.raises(NotShown, match="Nothing was cosigned"):
                witness.cosign(junk.text().encode(), NOW)
        witness.cosign(request(5, 9), NOW)
        with pytest.raises(NotShown, match="an older copy"):
            witness.cosign(request(0, 5), NOW)
        assert not (witness.folder / "evidence").exists()

    def test_what_finds_no_room_is_told(self, witness: Witness, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tablescribe.ledger.proofs.witnesses.witness.MOST_EVIDENCE", 1)
        witness.cosign(request(0, 5), NOW)
        with pytest.raises(Contradiction, match="Both checkpoints are kept in"):
            witness.cosign(request(0, 5, "evil"), NOW)
        with pytest.raises(Contradiction, match="There is no room") as found:
            witness.cosign(request(0, 5, "worse"), NOW)
        assert found.value.evidence is None
        assert len(list((witness.folder / "evidence").iterdir())) == 1

    def test_one_contradiction_is_kept_once_however_it_is_asked(self, witness: Witness) -> None:
        witness.cosign(request(0, 5), NOW)
        evil = Request.parse(request(0, 5, "evil"))
        kept = set()
        for n in range(5):
            asked = replace(evil, proof=(bytes([n]) * 32,))
            with pytest.raises(Contradiction) as found:
                witness.cosign(asked.text().encode(), NOW)
            kept.add(found.value.evidence)
        assert len(kept) == 1

    def test_an_older_copy_is_refused(self, witness: Witness) -> None:
        witness.cosign(request(0, 9), NOW)
        with pytest.raises(NotShown, match="asks for 5 events, but 9 were cosigned"):
            witness.cosign(request(0, 5), NOW)
        assert last(witness) == 9

    def test_the_same_contradiction_is_kept_once(self, witness: Witness) -> None:
        witness.cosign(request(0, 5), NOW)
        for _ in range(3):
            with pytest.raises(Contradiction):
                witness.cosign(request(0, 5, "evil"), NOW)
        assert len(list((witness.folder / "evidence").iterdir())) == 1

    def test_whoever_has_not_the_ledger_s_key_leaves_no_trace(self, witness: Witness) -> None:
        witness.cosign(request(0, 5), NOW)
        stranger = Signer(LOG.name, b"s" * 32)
        with pytest.raises(BadNote, match="none of the known keys"):
            witness.cosign(request(0, 5, "evil", stranger), NOW)
        assert not (witness.folder / "evidence").exists()


class TestKnowing:
    def test_an_unknown_ledger_is_not_cosigned(self, witness: Witness) -> None:
        with pytest.raises(UnknownLog, match="witness add"):
            witness.cosign(request(0, 5, signer=Signer("tablescribe/other", b"o" * 32)), NOW)

    def test_a_first_checkpoint_is_where_it_begins(self, witness: Witness, tmp_path: Path) -> None:
        make_folder(tmp_path / "v")
        other = Witness(tmp_path / "v", WITNESS)
        stated = other.add(LOG.key, checkpoint(5))
        assert stated is not None
        assert stated.size == 5
        with pytest.raises(OtherSize):
            other.cosign(request(0, 9), NOW)
        with pytest.raises(NotShown):
            other.cosign(request(5, 9, "evil"), NOW)
        assert other.cosign(request(5, 9), NOW)

    def test_to_add_a_ledger_again_forgets_nothing(self, witness: Witness) -> None:
        witness.cosign(request(0, 5), NOW)
        assert witness.add(LOG.key) is None
        with pytest.raises(LedgerError, match="is already known"):
            witness.add(LOG.key, checkpoint(5, "evil"))
        assert last(witness) == 5

    def test_a_ledger_that_changed_its_key_is_added_once_more(self, witness: Witness) -> None:
        witness.cosign(request(0, 5), NOW)
        new = Signer(LOG.name, b"n" * 32)
        with pytest.raises(BadNote):
            witness.cosign(request(5, 9, signer=new), NOW)
        witness.add(new.key)
        assert witness.cosign(request(5, 9, signer=new), NOW)
        with pytest.raises(Contradiction):
            witness.cosign(request(0, 9, "evil"), NOW)

    def test_a_checkpoint_of_another_ledger_is_not_where_it_begins(self, witness: Witness) -> None:
        other = Signer("tablescribe/other", b"o" * 32)
        with pytest.raises(BadNote, match="named after another"):
            witness.add(other.key, checkpoint(5))

    def test_what_strangers_signed_too_is_not_kept(self, witness: Witness) -> None:
        junk = "".join(f"— stranger{n} {'A' * 96}\n" for n in range(60))
        witness.cosign(request(0, 5) + junk.encode(), NOW)
        (known,) = witness.known()
        assert "stranger" not in known.note


class TestTimeAndDamage:
    def test_a_clock_that_ran_backwards_stops_it(self, witness: Witness) -> None:
        """A cosignature says what was the largest log at its time."""
        witness.cosign(request(0, 5), NOW)
        with pytest.raises(ClockBack, match="Set the clock"):
            witness.cosign(request(5, 9), NOW - 1)
        assert last(witness) == 5

    @pytest.mark.parametrize(
        "contents", ["", "{}", "null", '{"keys":[],"checkpoint":""}', '{"keys":["a"],"checkpoint":""}']
    )
    def test_what_cannot_be_read_is_not_taken_for_nothing(self, witness: Witness, contents: str) -> None:
        witness.cosign(request(0, 5), NOW)
        (path,) = witness.folder.glob("*.ledger")
        path.write_text(contents)
        with pytest.raises(LedgerDamaged, match="cannot be read"):
            witness.cosign(request(0, 5, "evil"), NOW)

    def test_a_changed_state_is_found_by_its_signatures(self, witness: Witness) -> None:
        witness.cosign(request(0, 5), NOW)
        (path,) = witness.folder.glob("*.ledger")
        path.write_text(path.read_text().replace("\\n5\\n", "\\n4\\n"))
        with pytest.raises(LedgerDamaged, match="cannot be read"):
            witness.cosign(request(0, 5), NOW)

    def test_a_full_disk_gets_no_cosignature_and_leaves_what_was(
        self, witness: Witness, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        witness.cosign(request(0, 5), NOW)

        def full(_file: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(LedgerUnavailable, match="No space left"):
                witness.cosign(request(5, 9), NOW)
        assert last(witness) == 5
        assert sorted(path.suffix for path in witness.folder.iterdir()) == [".ledger"]

    def test_others_may_not_look_into_its_folder(self, tmp_path: Path) -> None:
        (tmp_path / "open").mkdir(mode=0o755)
        with pytest.raises(LedgerUnavailable, match="chmod 700"):
            make_folder(tmp_path / "open")


class TestKilled:
    def killed(self, witness: Witness, when: str, contents: bytes) -> bytes:
        done = subprocess.run(
            [sys.executable, "-c", KILLED, str(witness.folder), when],
            input=contents, capture_output=True, env={**os.environ, "PYTHONPATH": str(FOLDER)}, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == (-9 if when != "never" else 0), done.stderr
        return done.stdout

    def test_before_it_has_written_it_has_promised_nothing(self, witness: Witness) -> None:
        witness.cosign(request(0, 5), NOW)
        assert self.killed(witness, "before", request(5, 9)) == b""
        assert last(witness) == 5
        assert witness.cosign(
            request(
                5,
                9,
            ),
            NOW,
        )

    def test_after_it_has_written_it_cosigns_that_log_and_no_other(self, witness: Witness) -> None:
        """Given a kill between the disk and the answer, another log of that size gets no cosignature."""
        witness.cosign(request(0, 5), NOW)
        assert self.killed(witness, "after", request(5, 9)) == b""
        assert last(witness) == 9
        with pytest.raises(Contradiction, match="two logs of 9"):
            witness.cosign(request(5, 9, "evil"), NOW)
        with pytest.raises(OtherSize, match="--old 9"):
            witness.cosign(request(5, 9), NOW)
        assert cosigned(9, witness.cosign(request(9, 9), NOW))

    def test_alive_it_answers_from_its_own_process_too(self, witness: Witness) -> None:
        assert cosigned(5, self.killed(witness, "never", request(0, 5)).decode())


def test_of_many_at_once_one_history_is_cosigned(witness: Witness) -> None:
    """Given racing requests for two logs of one size, one of them is cosigned, and the others contradict it."""

    def ask(history: str) -> str:
        with suppress(Contradiction, OtherSize):
            return witness.cosign(request(0, 8, history), NOW) and history
        return "-"

    with ThreadPoolExecutor(8) as pool:
        answered = set(pool.map(ask, [f"history {n % 4}" for n in range(32)]))
    assert len(answered - {"-"}) == 1
