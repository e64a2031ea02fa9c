"""The small bundles from which the conformance corpus is made, built from the format alone."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

from tablescribe.ledger.log.chain import header_hash
from tablescribe.ledger.proofs.bundles.bundle import sealed_text
from tablescribe.ledger.proofs.keys.signing import key_text, signature_text
from tablescribe.ledger.proofs.tree.signed_note import Signer, sign
from tests.fuzz import samples

SOUND, DOUBT, WRONG = "sound", "doubt", "wrong"
MATCH, AT, LEDGER = "m1", "2026-11-21T12:00:00Z", samples.LEDGER
SALT = b"s" * 32
SEATS = [[ref, hmac.digest(SALT, name, "sha256").hex()] for ref, name in (("r1", b"Ada"), ("r2", "Bén".encode()))]
KEYS = {"seat:1": Signer("one", b"1" * 32), "seat:2": Signer("two", b"2" * 32), "judge": Signer("judge", b"3" * 32)}
OTHER = Signer("other", b"4" * 32)
Document = dict[str, Any]
Case = tuple[str, str, Callable[[], bytes]]

FACTS = [["moved", "coin", 2, "box", "here"], ["turned", "here", "coin", "tails", 1], ["changed", "score:1", None, 3]]
TEXT = ["text", "{a} before {b}", {"a": ["thing", "seat:1"], "b": ["text", "{n}", {"n": 3}]}]
EVENTS: dict[str, list[Any]] = {
    "Opened": [2, "freeform", "1", "rules", SEATS, {"a": 1}, {"at": [0.5, 12.0]}, "table", "", ["n"], "free",
               [["coin", 2]], [1, "x"], [], ["FF-1"]],
    "Played": [1, 1, {"do": "move"}, [3, "fox"], FACTS, ["FF-1"], [["FF-2", TEXT], ["FF-3", "as it was"]], False],
    "Ruled": [2, [], "1", "so", None], "Missed": [3, 2, [], "late"], "TakenBack": [2, 1, [2], False, True, "misread"],
    "Restored": [3, None, "no"], "Noted": [1, "a remark, öffentlich"], "Closed": [["done", "", [1], [3, 0]], ""],
}  # fmt: skip
"""An event of each type, in a valid order: the fields after the salt."""


def body(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def event(kind: str, version: int, *fields: Any, match: str = MATCH, at: Any = AT) -> list[Any]:
    return [LEDGER, version, kind, body([kind, match, version, at, "rec", "dev", "salt", *fields]), "", "", ""]


def plain() -> Document:
    """Return a bundle of one match with an event of each type, without signatures."""
    keyring = [event("Enrolled", 1, "ledger", key_text(samples.SIGNER), match="keyring")]
    log = [event(kind, version, *fields) for version, (kind, fields) in enumerate(EVENTS.items(), start=1)]
    streams = [{"id": "keyring", "log": keyring}, {"id": MATCH, "log": log}]
    return {"format": "tablescribe bundle", "version": 1, "ledger": LEDGER, "viewer": "everything", "checkpoint": "",
            "earlier": [], "streams": streams, "names": [], "seal": ""}  # fmt: skip


def log_of(document: Document) -> list[Any]:
    log: list[Any] = document["streams"][1]["log"]
    return log


def add(document: Document, kind: str, *fields: Any) -> None:
    log_of(document).append(event(kind, len(log_of(document)) + 1, *fields))


def result(document: Document) -> str:
    """Return the text signed for the result, up to the holder."""
    previous = b""
    for row in log_of(document):
        digest = bytes.fromhex(row[4]) if row[4] else hashlib.sha256(row[3].encode()).digest()
        previous = header_hash(row[0], MATCH, row[1], row[2], previous, digest)
        if row[2].startswith("Closed"):
            said, opened = json.loads(row[3] or row[5]), json.loads(log_of(document)[0][3] or log_of(document)[0][5])
            game = " ".join(opened[8:11])
            return (
                f"tablescribe result record 1\nledger {row[0]}\nmatch {MATCH}\ngame {game}\nevents {row[1]}\n"
                f"head {previous.hex()}\nresult {body(said[7])}\n"
            )
    raise AssertionError("nothing is closed")


def enrolment(holder: str, signer: Signer, match: str = MATCH, ledger: str = LEDGER) -> str:
    text = f"tablescribe enrolment 1\nledger {ledger}\nmatch {match}\nholder {holder}\nkey {key_text(signer)}\n"
    return signature_text(signer, text)


def enrol(document: Document, holder: str, signer: Signer | None = None, by: str | None = None) -> None:
    signer = signer or KEYS[holder]
    fields = () if by is None else (by, enrolment(holder, signer))
    add(document, "Enrolled" if by is None else "EnrolledBy", holder, key_text(signer), *fields)


def signed_by(document: Document, holder: str, signer: Signer | None = None) -> None:
    signer = signer or KEYS[holder]
    add(document, "Signed", holder, key_text(signer), signature_text(signer, f"{result(document)}holder {holder}\n"))


def signed() -> Document:
    """Return the bundle with keys and who enrolled them, and with signatures of all holders."""
    document = plain()
    for holder, by in (("seat:1", "seat:1"), ("seat:2", "organiser"), ("judge", "judge")):
        enrol(document, holder, by=by)
    for holder in KEYS:
        signed_by(document, holder)
    return document


def spectators() -> Document:
    """Return the bundle for a spectator: a move and a remark are withheld, a ruling is shown in part."""
    document = plain()
    document["viewer"] = "spectator"
    for row in log_of(document):
        said = json.loads(row[3])
        if row[2] in ("Played", "Noted"):
            said[6] = ""
            said[8 if row[2] == "Noted" else 9] = "(withheld)" if row[2] == "Noted" else {}
            row[4], row[3] = hashlib.sha256(row[3].encode()).hexdigest(), ""
            row[5] = body(said)
        if row[2] == "Ruled":
            said[8] = [["moved", "coin", 1, "box", "here"]]
            row[5] = body(said)
    return document


def sealed(document: Document) -> bytes:
    return samples.as_file(samples.sealed(document, samples.SIGNER))


def resealed(document: Document) -> bytes:
    """Seal a document again without changing its hashes."""
    document["seal"] = ""
    document["seal"] = sign(sealed_text(document["ledger"], written(document)), [samples.SIGNER])
    return written(document)


def written(document: Any) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
