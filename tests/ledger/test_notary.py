"""Results signed by every seat and the judge, and by nobody else."""

from base64 import b64encode
from pathlib import Path

import pytest

from domain.match import Refused
from domain.signing import sign as record_signature
from ledger.ledger import Ledger
from ledger.notary import Notary
from ledger.proofs.keys import KeyStore
from ledger.proofs.signing import (
    check_signatures,
    closing_row,
    is_signed,
    key_text,
    result_record,
    signature_text,
    unsigned,
)
from ledger.scribe import Scribe


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


@pytest.fixture
def closed(scribe: Scribe) -> str:
    """A match of two that was abandoned."""
    match = scribe.new("freeform", ["Ada", "Ben"])
    scribe.close(match.id, abandoned=True)
    return match.id


def faults(ledger: Ledger, match_id: str) -> list[tuple[str, str]]:
    match, closing = ledger.match(match_id), closing_row(ledger.log.rows(match_id))
    assert closing is not None
    return [(check.holder, str(check.fault or "")) for check in check_signatures(match, closing)]


def test_what_is_signed_is_a_text_that_names_the_last_hash(notary: Notary, ledger: Ledger, closed: str) -> None:
    opened, head = ledger.match(closed).opened, ledger.verify(closed)[closed].hex()
    assert notary.record_text(closed, "seat:2") == (
        "tablescribe result record 1\n"
        f"ledger {ledger.ledger_id}\n"
        f"match {closed}\n"
        f"game freeform {opened.edition} {opened.rulebook}\n"
        "events 2\n"
        f"head {head}\n"
        'result ["abandoned","",[],[]]\n'
        "holder seat:2\n"
    )


def test_every_seat_and_the_judge_sign(notary: Notary, ledger: Ledger, closed: str) -> None:
    notary.enrol(closed, "judge")
    for holder in ("seat:1", "seat:2"):
        notary.sign(closed, holder)
    match, closing = ledger.match(closed), closing_row(ledger.log.rows(closed))
    assert closing is not None
    assert unsigned(match, check_signatures(match, closing)) == ["judge"]
    notary.sign(closed, "judge")
    assert faults(ledger, closed) == [("seat:1", ""), ("seat:2", ""), ("judge", "")]
    assert notary.store.names() == ["ada", "ben", "judge"]
    ledger.verify()


@pytest.mark.parametrize("holder", ["seat:3", "seat:0", "spectator", ""])
def test_nobody_else_signs(notary: Notary, ledger: Ledger, closed: str, holder: str) -> None:
    with pytest.raises(Refused, match="signs nothing here"):
        notary.enrol(closed, holder, key="ada")


def test_a_result_is_signed_once_it_stands(notary: Notary, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada"])
    with pytest.raises(Refused, match="close it first"):
        notary.sign(match.id, "seat:1")
    with pytest.raises(Refused, match="close it first"):
        notary.time_request(match.id)


def test_keys_are_one_person_s_and_retired_ones_do_not_sign(notary: Notary, scribe: Scribe) -> None:
    match_id = scribe.new("freeform", ["Ada", "Ben"]).id
    notary.enrol(match_id, "seat:1")
    with pytest.raises(Refused, match="speaks for seat:1 already"):
        notary.enrol(match_id, "seat:1")
    with pytest.raises(Refused, match="that of seat:1"):
        notary.enrol(match_id, "seat:2", key="Ada")
    notary.enrol(match_id, "seat:1", key="ada-2")
    scribe.close(match_id, abandoned=True)
    with pytest.raises(Refused, match="does not speak for seat:1"):
        notary.sign(match_id, "seat:1", key="Ada")
    notary.sign(match_id, "seat:1", key="ada-2")
    with pytest.raises(Refused, match="signed already"):
        notary.sign(match_id, "seat:1", key="ada-2")


def test_a_revoked_key_puts_what_it_signed_in_doubt(notary: Notary, ledger: Ledger, closed: str) -> None:
    notary.sign(closed, "seat:1")
    notary.revoke(closed, "seat:1", "the phone was lost")
    assert faults(ledger, closed) == [("seat:1", "its key was revoked (the phone was lost)")]
    with pytest.raises(Refused, match="no key speaks for seat:1"):
        notary.revoke(closed, "seat:1", "again")
    with pytest.raises(Refused, match="was revoked: make a new one"):
        notary.enrol(closed, "seat:1")
    notary.enrol(closed, "seat:1", key="ada-2")
    notary.sign(closed, "seat:1", key="ada-2")
    match, closing = ledger.match(closed), closing_row(ledger.log.rows(closed))
    assert closing is not None
    assert unsigned(match, check_signatures(match, closing)) == ["seat:2"]


def test_a_signature_over_something_else_is_found(notary: Notary, ledger: Ledger, closed: str) -> None:
    """Whoever writes past the notary can record anything; the check finds it."""
    notary.enrol(closed, "seat:1")
    match = ledger.match(closed)
    signer = notary.signer(match, "seat:1")
    closing = closing_row(ledger.log.rows(closed))
    assert closing is not None
    of_another = signature_text(signer, result_record(match.opened, closing, "seat:2"))
    record_signature(match, "seat:1", key_text(signer), of_another, notary.scribe.stamp())
    ledger.save(match)
    assert faults(ledger, closed) == [("seat:1", "it does not fit the result record")]


def test_a_signature_is_one_text_and_no_other(notary: Notary, ledger: Ledger, closed: str) -> None:
    signer, text = notary.signer(ledger.match(closed), "seat:1"), "a text\n"
    key, good = key_text(signer), signature_text(signer, text)
    assert is_signed(key, good, text)
    assert not is_signed(key, good, text + " ")
    for bad in ("", "?", good[:-2], good + "A", good.rstrip("=") + "\n==", b64encode(bytes(64)).decode()):
        assert not is_signed(key, bad, text)
        assert not is_signed(bad, good, text)
