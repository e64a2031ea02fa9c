"""The result record, which every seat and the judge sign after a match is closed.

The record is a short readable text. Its first line names its type, so that a signature on it cannot be passed off as
one on something else. It includes the closing event's hash, which covers every event before it. So the signatures do
not fit a log that was truncated or rewritten.

After a correction, the record states the corrected result and includes the hash of the correction. A signature applies
to the result that was valid when it was recorded, so earlier signatures remain valid for the earlier result.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

import msgspec

from tablescribe.domain.games import automata
from tablescribe.domain.match.correction_events import Amended
from tablescribe.domain.match.events import RESULTS, Closed, Opened
from tablescribe.domain.match.signature_events import Enrolled, EnrolledBy, Revoked, Signed
from tablescribe.domain.match.signature_records import JUDGE, SignatureRecords, enrolment_text, seat_holder
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.codec import decode
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Signer, VerifierKey

TITLE = "tablescribe result record 1"


@dataclass(frozen=True)
class SignatureCheck:
    """Result of checking a signature.

    Attributes:
        holder: the holder named in it.
        version: version of the event that recorded it.
        key: the key that it names.
        of: version of the event with the signed result: the closing, or a correction.
        fault: why it is invalid; `None` if it is valid.
        late: whether the key was enrolled only after the match was closed.
        revoked: a later revocation of the key; a signature recorded before that stays valid.
    """

    holder: str
    version: int
    key: str
    of: int
    fault: Text | None
    late: bool
    revoked: Revoked | None


def result_record(opened: Opened, closing: Row, holder: str) -> str:
    """Return the text that a holder signs.

    Args:
        opened: the match's first event.
        closing: the stored event that closed the match, or corrected its result.
        holder: `seat:2` or `judge`.
    """
    closed = decode(closing.type, closing.body)
    assert isinstance(closed, Closed | Amended)
    lines = (
        TITLE,
        f"ledger {closing.ledger_id}",
        f"match {closing.match_id}",
        f"game {opened.game} {opened.edition} {opened.rulebook}",
        f"events {closing.version}",
        f"head {closing.hash.hex()}",
        f"result {msgspec.json.encode(closed.result).decode()}",
        f"holder {holder}",
        "",
    )
    return "\n".join(lines)


def key_text(signer: Signer) -> str:
    """Return a public key as recorded in events: base64 of its 32 bytes."""
    return b64encode(signer.key.public).decode()


def signature_text(signer: Signer, text: str) -> str:
    """Return the signature over a text as recorded in events: base64 of its 64 bytes."""
    return b64encode(signer.signature(text.encode())).decode()


def is_signed(key: str, signature: str, text: str) -> bool:
    """Return whether a signature over a text is by a key; false also if either is malformed."""
    try:
        public, blob = b64decode(key, validate=True), b64decode(signature, validate=True)
        canonical = b64encode(public).decode() == key and b64encode(blob).decode() == signature
        return canonical and VerifierKey("holder", public).verifies(text.encode(), blob)
    except (BadNote, ValueError):
        return False


def fingerprint(key: str) -> str:
    """Return the fingerprint of a key for comparison by people: 16 bytes of SHA-256, in groups of four hex digits."""
    digits = sha256(b64decode(key)).hexdigest()[:32]
    return " ".join(digits[at : at + 4] for at in range(0, 32, 4))


def public_key(text: str) -> bytes:
    """Decode a public key from canonical base64.

    Raises:
        BadNote: it is not a key, or it has small order and would accept forged signatures.
    """
    try:
        public = b64decode(text, validate=True)
    except ValueError:
        public = b""
    if b64encode(public).decode() != text:
        raise BadNote("it is no key: 32 bytes in base64 are wanted")
    return VerifierKey("holder", public).public


def result_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the stored events with a match's results, in order: its closing, and each correction."""
    return tuple(row for row in rows if row.type in RESULTS)


def row_signed(results: Sequence[Row], version: int) -> Row:
    """Return the result that an event of this version applies to: the last one before it."""
    return next((row for row in reversed(results) if row.version < version), results[0])


def check_signatures(opened: Opened, papers: SignatureRecords, results: Sequence[Row]) -> list[SignatureCheck]:
    """Check every signature on a match's results, each against the result that was valid when it was recorded."""
    return [_check(opened, papers, results, *pair) for pair in zip(papers.signatures, papers.spoke, strict=True)]


def _check(
    opened: Opened, papers: SignatureRecords, results: Sequence[Row], signed: Signed, spoke: bool
) -> SignatureCheck:
    version = signed.originator_version
    closing = row_signed(results, version)
    enrolled: Enrolled | None = papers.enrolled.get(signed.key)
    revoked = papers.revoked.get(signed.key)
    fault: Text | None = None
    if not is_signed(signed.key, signed.signature, result_record(opened, closing, signed.holder)):
        fault = say("it does not fit the result record")
    elif enrolled is None or enrolled.originator_version > version or enrolled.holder != signed.holder:
        fault = say("its key was not enrolled for this holder")
    elif revoked is not None and revoked.originator_version < version:
        fault = say("its key had been revoked ({reason})", reason=revoked.reason[:60])
    elif not spoke:
        fault = say("its key had been replaced by another")
    late = enrolled is not None and enrolled.originator_version > results[0].version
    good = revoked if fault is None else None
    return SignatureCheck(signed.holder, version, signed.key, closing.version, fault, late, good)


def signed_now(results: Sequence[Row], checks: Iterable[SignatureCheck]) -> list[str]:
    """Return the holders with a valid signature on the current result."""
    return [one.holder for one in checks if one.fault is None and one.of == results[-1].version]


def unsigned(
    opened: Opened, papers: SignatureRecords, checks: Iterable[SignatureCheck], results: Sequence[Row]
) -> list[str]:
    """Return the people, and the enrolled judge if any, without a valid signature on the current result."""
    good = signed_now(results, checks)
    nobodys = automata(opened.game)
    wanted = [seat_holder(seat) for seat in range(1, len(opened.seats) + 1) if seat not in nobodys]
    if any(enrolled.holder == JUDGE for enrolled in papers.enrolled.values()):
        wanted.append(JUDGE)
    return [holder for holder in wanted if holder not in good]


def is_proved(enrolled: EnrolledBy, ledger_id: str) -> bool:
    """Return whether an enrolment's proof of possession is valid, or absent."""
    text = enrolment_text(ledger_id, enrolled.originator_id, enrolled.holder, enrolled.key)
    return not enrolled.proof or is_signed(enrolled.key, enrolled.proof, text)
