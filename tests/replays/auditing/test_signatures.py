"""The audit of signatures: missing, wrong, late or revoked ones are findings."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tablescribe.domain.match.signature_events import Signed
from tablescribe.domain.match.signing import attach_time
from tablescribe.domain.match.signing import sign as record_signature
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.keys.signing import key_text, result_rows, signature_text
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.auditing.audit import audit


@pytest.fixture
def notary(tmp_path: Path) -> Notary:
    return Notary(Scribe(open_ledger(tmp_path / "ledger.db")), KeyStore(tmp_path / "keys"))


@pytest.fixture
def match_id(notary: Notary) -> str:
    match = notary.scribe.new("freeform", ["Ada", "Ben"])
    notary.enrol(match.id, "seat:1")
    notary.scribe.close(match.id, abandoned=True)
    return match.id


def findings(ledger: Ledger, match_id: str) -> list[tuple[str, str]]:
    found = audit(ledger.match(match_id), results=result_rows(ledger.log.rows(match_id)))
    return [(finding.code, finding.severity) for finding in found.findings]


def test_an_unsigned_result_is_noted(notary: Notary, match_id: str) -> None:
    assert findings(notary.ledger, match_id) == [("signature.missing", "note")]


def test_a_result_that_some_did_not_sign_is_in_doubt(notary: Notary, match_id: str) -> None:
    notary.sign(match_id, "seat:1")
    assert ("signature.missing", "doubt") in findings(notary.ledger, match_id)


def test_a_result_that_all_signed_is_sound_and_a_late_key_is_noted(notary: Notary, match_id: str) -> None:
    notary.sign(match_id, "seat:1")
    notary.sign(match_id, "seat:2")
    assert findings(notary.ledger, match_id) == [("signature.late", "note"), ("signature.foreign", "note")]


def test_keys_that_others_enrolled_are_noted_and_own_ones_are_not(notary: Notary, match_id: str) -> None:
    """Given an organiser who enrolls and signs for everybody; then the audit says whose word that is."""
    scribe = notary.scribe
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    for holder, by in (("seat:1", "organiser"), ("seat:2", "seat:2")):
        notary.enrol(match, holder, by=by)
    scribe.close(match, abandoned=True)
    notary.sign(match, "seat:1")
    notary.sign(match, "seat:2")
    found = audit(notary.ledger.match(match), results=result_rows(notary.ledger.log.rows(match))).findings
    assert [one.code for one in found] == ["signature.foreign"]
    assert str(found[0].why).startswith("other people (the organiser) enrolled the keys of seat:1")


def test_nobody_asks_an_automaton_to_sign(notary: Notary) -> None:
    """Nobody sits at the Automa's seat of Expeditions, so who played against it signs alone; audit and bundle agree."""
    match = notary.scribe.new("expeditions", ["Ada", "Automa"], chance="sealed").id
    notary.enrol(match, "seat:1", by="seat:1")
    notary.scribe.close(match, abandoned=True)
    (proved,) = verify_bundle(notary.bundle([match])).matches
    assert (proved.unsigned, findings(notary.ledger, match)) == (("seat:1",), [("signature.missing", "note")])
    notary.sign(match, "seat:1")
    (proved,) = verify_bundle(notary.bundle([match])).matches
    assert (proved.unsigned, findings(notary.ledger, match)) == ((), [])


def test_a_judge_who_was_enrolled_has_to_sign(notary: Notary, match_id: str) -> None:
    notary.enrol(match_id, "judge")
    notary.sign(match_id, "seat:1")
    notary.sign(match_id, "seat:2")
    assert ("signature.missing", "doubt") in findings(notary.ledger, match_id)
    notary.sign(match_id, "judge")
    assert findings(notary.ledger, match_id) == [("signature.late", "note")] * 2 + [("signature.foreign", "note")]


def forge_text(notary: Notary, match_id: str) -> None:
    match = notary.ledger.match(match_id)
    signer = notary.signer(match, "seat:1")
    bad = signature_text(signer, notary.record_text(match_id, "seat:1").replace("abandoned", "won by Ada"))
    record_signature(match, "seat:1", key_text(signer), bad, notary.scribe.stamp())
    notary.ledger.save(match)


def revoked_before(notary: Notary, match_id: str) -> None:
    match = notary.ledger.match(match_id)
    signer, text = notary.signer(match, "seat:1"), notary.record_text(match_id, "seat:1")
    notary.revoke(match_id, "seat:1", "the phone was lost")
    match = notary.ledger.match(match_id)
    match.record(Signed, notary.scribe.stamp(), holder="seat:1", key=key_text(signer),
                 signature=signature_text(signer, text))  # fmt: skip
    notary.ledger.save(match)


def test_a_signature_stands_that_was_made_before_its_key_was_revoked(notary: Notary, match_id: str) -> None:
    notary.sign(match_id, "seat:1")
    notary.sign(match_id, "seat:2")
    notary.revoke(match_id, "seat:1", "the phone was lost")
    assert ("signature.revoked", "note") in findings(notary.ledger, match_id)
    assert "doubt" not in [severity for _, severity in findings(notary.ledger, match_id)]


@pytest.mark.parametrize("forge", [forge_text, revoked_before])
def test_a_wrong_signature_is_in_doubt_and_does_not_count(
    notary: Notary, match_id: str, forge: Callable[[Notary, str], None]
) -> None:
    forge(notary, match_id)
    assert findings(notary.ledger, match_id) == [("signature.wrong", "doubt"), ("signature.missing", "doubt")]


def test_a_time_stamp_that_is_none_is_in_doubt(notary: Notary, match_id: str) -> None:
    match = notary.ledger.match(match_id)
    attach_time(match, "bm9uc2Vuc2U=", notary.scribe.stamp())
    notary.ledger.save(match)
    assert ("time.wrong", "doubt") in findings(notary.ledger, match_id)


def test_without_the_closing_event_s_hash_nothing_is_said_of_signatures(notary: Notary, match_id: str) -> None:
    notary.sign(match_id, "seat:1")
    assert audit(notary.ledger.match(match_id)).findings == ()
