"""Results signed by every seat and the judge, and by nobody else."""

from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tablescribe.domain.match.match import Refused
from tablescribe.domain.match.signature_events import EnrolledBy, RevokedBy, Signed
from tablescribe.domain.match.signature_records import enrolment_text
from tablescribe.domain.match.signing import sign as record_signature
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.prior_conduct import KnownKey
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import BadKey, KeyStore
from tablescribe.ledger.proofs.keys.signing import (
    check_signatures,
    is_signed,
    key_text,
    result_record,
    result_rows,
    signature_text,
    unsigned,
)
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.signed_note import Signer

IN_TURN = True  # which database: conftest.py

FIELD, ORDER_8 = 2**255 - 19, 2707385501144840649318225287225658788936804267575313519463743609750303402022
SMALL_ORDER = (0, 1, FIELD - 1, ORDER_8, FIELD - ORDER_8, FIELD, FIELD + 1, 2**255 + 1, 2**255 + ORDER_8)
"""Keys that are points of small order, some in a non-canonical encoding."""


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
    match, results = ledger.match(match_id), result_rows(ledger.log.rows(match_id))
    return [(check.holder, str(check.fault or "")) for check in check_signatures(match.opened, match.papers, results)]


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
    match, results = ledger.match(closed), result_rows(ledger.log.rows(closed))
    checks = check_signatures(match.opened, match.papers, results)
    assert unsigned(match.opened, match.papers, checks, results) == ["judge"]
    notary.sign(closed, "judge")
    assert faults(ledger, closed) == [("seat:1", ""), ("seat:2", ""), ("judge", "")]
    assert notary.store.names() == ["ada", "ben", "judge"]
    ledger.verify()


@pytest.mark.parametrize("holder", ["seat:3", "seat:0", "spectator", ""])
def test_nobody_else_signs(notary: Notary, ledger: Ledger, closed: str, holder: str) -> None:
    with pytest.raises(Refused, match="cannot sign here"):
        notary.enrol(closed, holder, key="ada")


def test_a_result_is_signed_once_it_stands(notary: Notary, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada"])
    with pytest.raises(Refused, match="Close it first"):
        notary.sign(match.id, "seat:1")
    with pytest.raises(Refused, match="Close it first"):
        notary.time_request(match.id)


def test_keys_are_one_person_s_and_retired_ones_do_not_sign(notary: Notary, scribe: Scribe) -> None:
    match_id = scribe.new("freeform", ["Ada", "Ben"]).id
    notary.enrol(match_id, "seat:1")
    with pytest.raises(Refused, match="already enrolled for seat:1"):
        notary.enrol(match_id, "seat:1")
    with pytest.raises(Refused, match="belongs to seat:1"):
        notary.enrol(match_id, "seat:2", key="Ada")
    notary.enrol(match_id, "seat:1", key="ada-2")
    scribe.close(match_id, abandoned=True)
    with pytest.raises(Refused, match="not enrolled for seat:1"):
        notary.sign(match_id, "seat:1", key="Ada")
    notary.sign(match_id, "seat:1", key="ada-2")
    with pytest.raises(Refused, match="already signed"):
        notary.sign(match_id, "seat:1", key="ada-2")


def test_what_a_key_signed_before_it_was_revoked_stands(notary: Notary, ledger: Ledger, closed: str) -> None:
    """A loser cannot undo the signature under the result by giving up the key."""
    notary.sign(closed, "seat:1")
    revoked = notary.revoke(closed, "seat:1", "the phone was lost")
    assert faults(ledger, closed) == [("seat:1", "")]
    assert isinstance(revoked, RevokedBy)
    assert revoked.by == "seat:1", "who revoked it is in the log"
    with pytest.raises(Refused, match="seat:1 has no key"):
        notary.revoke(closed, "seat:1", "again")
    with pytest.raises(Refused, match="has been revoked: create a new one"):
        notary.enrol(closed, "seat:1")
    notary.enrol(closed, "seat:1", key="ada-2")
    notary.sign(closed, "seat:1", key="ada-2")
    match, results = ledger.match(closed), result_rows(ledger.log.rows(closed))
    checks = check_signatures(match.opened, match.papers, results)
    assert unsigned(match.opened, match.papers, checks, results) == ["seat:2"]
    assert [check.revoked is not None for check in checks] == [True, False]


def test_only_who_has_the_key_or_the_judge_revokes_it(notary: Notary, tmp_path: Path, closed: str) -> None:
    notary.sign(closed, "seat:1")
    elsewhere = Notary(notary.scribe, KeyStore(tmp_path / "the organiser's"))
    with pytest.raises(BadKey, match="there is no key"):
        elsewhere.revoke(closed, "seat:1", "I do not like what it signed")
    elsewhere.signer(notary.ledger.match(closed), "seat:1")  # one of the same name, made there
    with pytest.raises(Refused, match="is not the current key of seat:1"):
        elsewhere.revoke(closed, "seat:1", "I do not like what it signed")
    with pytest.raises(Refused, match="only seat:1 or the judge"):
        elsewhere.revoke(closed, "seat:1", "as if", by="seat:2")
    revoked = elsewhere.revoke(closed, "seat:1", "she told me that it was stolen", by="judge")
    assert isinstance(revoked, RevokedBy)
    assert revoked.by == "judge"


def test_a_key_revoked_before_it_signed_is_in_doubt(notary: Notary, ledger: Ledger, closed: str) -> None:
    """Whoever writes past the notary can record that; the check finds it."""
    notary.enrol(closed, "seat:1")
    signer, text = notary.signer(ledger.match(closed), "seat:1"), notary.record_text(closed, "seat:1")
    notary.revoke(closed, "seat:1", "lost")
    match = ledger.match(closed)
    match.record(Signed, notary.scribe.stamp(), holder="seat:1", key=key_text(signer),
                 signature=signature_text(signer, text))  # fmt: skip
    ledger.save(match)
    assert faults(ledger, closed) == [("seat:1", "its key had been revoked (lost)")]


# --- keys that are nobody's ---------------------------------------------------------------------


def proof_of(notary: Notary, signer: Signer, match_id: str, holder: str) -> str:
    text = enrolment_text(notary.ledger.ledger_id, match_id, holder, key_text(signer))
    return signature_text(signer, text)


def test_a_key_of_small_order_is_refused(notary: Notary, closed: str) -> None:
    """Such a key accepts one signature for many texts: whoever enrolled it could never be held to anything."""
    for height in SMALL_ORDER:
        key = b64encode(height.to_bytes(32, "little")).decode()
        with pytest.raises(Refused, match="cannot be enrolled"):
            notary.enrol_public(closed, "seat:1", key, "")
    for key in ("", "A", "\x1b[31m", "A" * 44):
        with pytest.raises(Refused, match="cannot be enrolled"):
            notary.enrol_public(closed, "seat:1", key, "")


def test_the_ledger_s_key_is_no_seat_s(notary: Notary, closed: str) -> None:
    signer = notary.ledger_signer()
    with pytest.raises(Refused, match="the ledger's own key"):
        notary.enrol_public(closed, "seat:1", key_text(signer), proof_of(notary, signer, closed, "seat:1"))


@pytest.mark.parametrize("holder", ["seat:1, seat:2", "seat:3", "seat:01", "seat:0", "ledger", "", "Judge", "seat:1\n"])
def test_nobody_is_called_so(holder: str, notary: Notary, closed: str) -> None:
    signer = Signer("phone", b"p" * 32)
    with pytest.raises(Refused, match="cannot sign here"):
        notary.enrol_public(closed, holder, key_text(signer), proof_of(notary, signer, closed, holder))


def test_one_key_is_not_two_seats(notary: Notary, closed: str) -> None:
    signer = Signer("phone", b"p" * 32)
    notary.enrol_public(closed, "seat:1", key_text(signer), proof_of(notary, signer, closed, "seat:1"))
    with pytest.raises(Refused, match="belongs to seat:1"):
        notary.enrol_public(closed, "seat:2", key_text(signer), proof_of(notary, signer, closed, "seat:2"))


# --- keys of devices -----------------------------------------------------------------------------


def test_a_seat_enrols_and_signs_on_its_own_device(notary: Notary, ledger: Ledger, closed: str) -> None:
    """Its private key is nowhere but there: what goes out is the public one, a proof, and a signature."""
    phone = Signer("phone", b"p" * 32)
    enrolled = notary.enrol_public(
        closed, "seat:1", key_text(phone), proof_of(notary, phone, closed, "seat:1"), by="seat:1"
    )
    assert isinstance(enrolled, EnrolledBy)
    assert (enrolled.by, enrolled.holder) == ("seat:1", "seat:1")
    signature = signature_text(phone, notary.record_text(closed, "seat:1"))
    notary.attach(closed, "seat:1", key_text(phone), signature)
    assert faults(ledger, closed) == [("seat:1", "")]
    assert notary.store.names() == [], "and none was made here"


def test_who_enrols_a_key_has_it(notary: Notary, closed: str) -> None:
    """Else an organiser could enrol the key that a person is known by, for a seat of somebody else."""
    phone, thief = Signer("phone", b"p" * 32), Signer("thief", b"t" * 32)
    for proof in ("", proof_of(notary, thief, closed, "seat:1"), proof_of(notary, phone, closed, "seat:2")):
        with pytest.raises(Refused, match="Sign the enrolment with the key itself"):
            notary.enrol_public(closed, "seat:1", key_text(phone), proof)


def test_a_signature_from_elsewhere_is_looked_at(notary: Notary, closed: str) -> None:
    phone = Signer("phone", b"p" * 32)
    notary.enrol_public(closed, "seat:1", key_text(phone), proof_of(notary, phone, closed, "seat:1"))
    of_another = signature_text(phone, notary.record_text(closed, "seat:2"))
    with pytest.raises(Refused, match="not a valid signature by"):
        notary.attach(closed, "seat:1", key_text(phone), of_another)


def test_signatures_made_offline_come_in_any_order_and_at_once(notary: Notary, ledger: Ledger, closed: str) -> None:
    """Given keys of two phones; when their signatures come at the same moment, last one first; then both are there."""
    phones = {f"seat:{seat}": Signer(f"phone-{seat}", bytes([seat]) * 32) for seat in (1, 2)}
    signatures = {}
    for holder, phone in phones.items():
        notary.enrol_public(closed, holder, key_text(phone), proof_of(notary, phone, closed, holder))
        signatures[holder] = signature_text(phone, notary.record_text(closed, holder))

    def attach(holder: str) -> None:
        notary.attach(closed, holder, key_text(phones[holder]), signatures[holder])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(attach, reversed(phones)))
    assert sorted(faults(ledger, closed)) == [("seat:1", ""), ("seat:2", "")]


def test_a_change_of_a_key_known_from_an_earlier_match_is_told(notary: Notary, scribe: Scribe) -> None:
    first, second = (scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(2))
    phone, new = Signer("phone", b"p" * 32), Signer("new-phone", b"q" * 32)
    notary.enrol_public(first, "seat:1", key_text(phone), proof_of(notary, phone, first, "seat:1"))
    assert notary.changed_key(first, "seat:1") is None
    notary.enrol_public(second, "seat:1", key_text(new), proof_of(notary, new, second, "seat:1"))
    assert notary.changed_key(second, "seat:1") == KnownKey(key_text(phone), first)
    assert notary.changed_key(second, "seat:2") is None
    notary.enrol_public(second, "seat:1", key_text(phone), proof_of(notary, phone, second, "seat:1"))
    assert notary.changed_key(second, "seat:1") is None


def test_a_signature_over_something_else_is_found(notary: Notary, ledger: Ledger, closed: str) -> None:
    """Whoever writes past the notary can record anything; the check finds it."""
    notary.enrol(closed, "seat:1")
    match = ledger.match(closed)
    signer = notary.signer(match, "seat:1")
    (closing,) = result_rows(ledger.log.rows(closed))
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
