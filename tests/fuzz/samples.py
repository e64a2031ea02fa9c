"""Fixed real documents to begin with: a match, its file, bundles of it, notes, keys, a timestamp.

They are built from events without a database, so that they can be rebuilt and sealed again after a change.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64decode
from functools import cache
from typing import Any

import msgspec

from tablescribe.domain.games import opening
from tablescribe.domain.games.freeform.components import FreeformCatalogue
from tablescribe.domain.match import signature_records, signing
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import CLOSING, AnyEvent, Opened, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.signature_events import Enrolled
from tablescribe.domain.table.table import Changed
from tablescribe.ledger.log.chain import Row, event_hash, header_hash
from tablescribe.ledger.log.codec import encode
from tablescribe.ledger.proofs.bundles.bundle import EVERYTHING, FORMAT, sealed_text, viewer_text
from tablescribe.ledger.proofs.bundles.redaction import as_seen
from tablescribe.ledger.proofs.keys.signing import key_text, result_record, signature_text
from tablescribe.ledger.proofs.keys.timestamps import HOLDER, token_text
from tablescribe.ledger.proofs.tree.log_tree import origin_of
from tablescribe.ledger.proofs.tree.merkle import Tree
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint, Signer, sign
from tablescribe.ledger.proofs.witnesses.cosignature import Request, witness_key
from tests.support import STAMP

LEDGER = "0123456789abcdef0123456789abcdef"
MATCH = "7k2m4x9q3v1d"
SIGNER = Signer(origin_of(LEDGER), bytes(range(32)))
STRANGER = Signer(origin_of(LEDGER), bytes(range(1, 33)))
SEAT_KEYS = [Signer(f"seat-{seat}", bytes([seat]) * 32) for seat in (1, 2, 3)]
NAMES = {"ref1": ("Ada", b"a" * 32), "ref2": ("Ben", b"b" * 32), "ref3": ("Cleo", b"c" * 32)}
SALTED = Stamp(STAMP.at, STAMP.recorder, STAMP.device, lambda: "c2FsdA")

# The answer of a timestamping authority, made with openssl for a test: a stamp on the nine bytes `a record`.
TOKEN = (
    "MIIBzDADAgEAMIIBwwYJKoZIhvcNAQcCoIIBtDCCAbACAQMxDzANBglghkgBZQMEAgEFADBiBgsqhkiG9w0BCRABBKBTBFEwTwIBAQYDKgMEMDEwDQYJ"
    "YIZIAWUDBAIBBQAEIJtwDOgpjb8HULHYPzawczQk1vzOlfhrxaRWtesClml+AgECGA8yMDI2MTEyMTA4MzIxOFoxggE0MIIBMAIBATAsMBQxEjAQBgNV"
    "BAMMCVRlc3QgdGltZQIUSBWEjDhmA3h/7WtEGg7eCi+RTcUwDQYJYIZIAWUDBAIBBQCggZgwGgYJKoZIhvcNAQkDMQ0GCyqGSIb3DQEJEAEEMBwGCSqG"
    "SIb3DQEJBTEPFw0yNjExMjEwODMyMThaMCsGCyqGSIb3DQEJEAIMMRwwGjAYMBYEFL/WWXhaJDWLLpMkOzy9Jv+TJao4MC8GCSqGSIb3DQEJBDEiBCDF"
    "xsA0vYVtXl5zd/+VaMcJHtdWW3YQbvD0BsNyIGyunzAKBggqhkjOPQQDAgRHMEUCIQDpPs0AMHGEn4WRpCDxBeVLIJH5ci19EYdv3ime7Q5qZgIgHchk"
    "y+BS8OJ3ab5m+hF8JNTZhj2iAY98vFj0KM1zgH8="
)


@cache
def match() -> Match:
    """A sealed match of Le ultime persone with a bit of everything, up to keys, signatures and timestamps."""
    seats = [
        Seat(ref, hmac.new(salt, name.encode(), hashlib.sha256).hexdigest()) for ref, (name, salt) in NAMES.items()
    ]
    seed = b"s" * 32
    match = Match.open(
        MATCH,
        opening("ultime", 3, {"first_player": 1}),
        seats,
        SALTED,
        chance="sealed",
        seed=seed,
        nonces=("n", "", "é"),
    )
    do = match.opening.game.read_action
    for seat in (1, 2, 3):
        match.play(seat, do({"do": "skip"}), match.chance(seed=seed), SALTED)
    match.take_back(1, SALTED, by=2, agreed=(1, 3), reason="misread")
    match.restore(2, SALTED, by=2)
    match.rule([Changed("score:1", 0, 2)], SALTED, clause="UP-1", reason="miscounted", replaces=2)
    match.miss([Changed("score:2", 0, 1)], SALTED, moves=2)
    match.note("a remark, öffentlich", SALTED, about=1)
    match.close(SALTED, seed=seed, abandoned=True)
    closing = rows_of(events_of(match))[-1]
    for seat, signer in enumerate(SEAT_KEYS, start=1):
        holder = signature_records.seat_holder(seat)
        signing.enrol(match, holder, key_text(signer), SALTED)
        text = result_record(match.opened, closing, holder)
        signing.sign(match, holder, key_text(signer), signature_text(signer, text), SALTED)
    signing.revoke(match, key_text(SEAT_KEYS[2]), SALTED, reason="lost", by="judge")
    signing.attach_time(match, token_text(answer(match.opened, closing)), SALTED)
    return match


def events_of(match: Match) -> list[AnyEvent]:
    return list(match._pending)


def rows_of(events: list[AnyEvent]) -> list[Row]:
    """Return a match's events as a ledger stores them."""
    rows: list[Row] = []
    for event in events:
        kind, body, previous = type(event).__name__, encode(event), rows[-1].hash if rows else b""
        link = event_hash(LEDGER, event.originator_id, event.originator_version, kind, previous, body)
        rows.append(
            Row(len(rows) + 1, LEDGER, event.originator_id, event.originator_version, kind, body, previous, link)
        )
    return rows


@cache
def stored() -> tuple[Row, ...]:
    """The events of the match as a ledger stores them."""
    return tuple(rows_of(events_of(match())))


@cache
def closing() -> tuple[Opened, Row]:
    """The first event of the match, and the one that closed it."""
    return match().opened, next(row for row in stored() if row.type in CLOSING)


def answer(opened: Opened, closing: Row) -> bytes:
    """The authority's answer as if it were for a match's result; only its own signature is then wrong."""
    text = result_record(opened, closing, HOLDER)
    return b64decode(TOKEN).replace(hashlib.sha256(b"a record").digest(), hashlib.sha256(text.encode()).digest())


# --- a match file -------------------------------------------------------------------------------


@cache
def match_file() -> dict[str, Any]:
    """The match as a file's document."""
    log = [[row.ledger_id, row.version, row.type, row.body.decode(), "", ""] for row in stored()]
    document = {"format": "tablescribe match", "version": 1, "match": MATCH, "events": len(log), "head": "", "log": log}
    return relinked(document)


def relinked(document: dict[str, Any]) -> dict[str, Any]:
    """Make every hash of a match file correct again, as a forger would.

    Raises:
        Exception: it no longer has the form of a match file.
    """
    previous = b""
    for entry in document["log"]:
        link = event_hash(entry[0], document["match"], entry[1], entry[2], previous, entry[3].encode())
        entry[4:6] = [previous.hex(), link.hex()]
        previous = link
    document["events"], document["head"] = len(document["log"]), previous.hex()
    return document


# --- bundles ------------------------------------------------------------------------------------


@cache
def bundle(viewer: str = EVERYTHING) -> dict[str, Any]:
    """A bundle of the match as a document: for `everything`, `spectator` or `seat:2`."""
    enrolled = Enrolled("keyring", 1, STAMP.at, "r", "d", "salt", signature_records.LEDGER, key_text(SIGNER))
    streams = [{"id": "keyring", "log": [_told(row, "", "") for row in rows_of([enrolled])]}]
    rows, seat = rows_of(events_of(match())), int(viewer[5:]) if viewer.startswith("seat:") else None
    if viewer == EVERYTHING:
        log = [_told(row, "", "") for row in rows]
    else:
        assert viewer == viewer_text(seat)
        log = [
            _told(row, row.digest.hex() if secret else "", encode(event).decode())
            for row, (event, secret) in zip(rows, as_seen(match(), seat), strict=True)
        ]
    streams.append({"id": MATCH, "log": log})
    names = [{"ref": ref, "name": name, "salt": salt.hex()} for ref, (name, salt) in NAMES.items()]
    document = {
        "format": FORMAT, "version": 1, "ledger": LEDGER, "viewer": viewer, "checkpoint": "", "earlier": [],
        "streams": streams, "names": names if viewer == EVERYTHING else [], "seal": "",
    }  # fmt: skip
    return sealed(document, SIGNER)


def _told(row: Row, digest: str, shown: str) -> list[Any]:
    body = "" if digest else row.body.decode()
    return [row.ledger_id, row.version, row.type, body, digest, "" if shown == body else shown, ""]


def sealed(document: dict[str, Any], signer: Signer) -> dict[str, Any]:
    """Make every hash, proof and signature of a bundle correct again, as a person with a ledger's key could.

    Raises:
        Exception: it no longer has the form of a bundle.
    """
    leaves: list[bytes] = []
    for stream in document["streams"]:
        previous = b""
        for entry in stream["log"]:
            digest = bytes.fromhex(entry[4]) if entry[4] else hashlib.sha256(entry[3].encode()).digest()
            previous = header_hash(entry[0], stream["id"], entry[1], entry[2], previous, digest)
            entry[6] = previous.hex()
            leaves.append(previous)
        stream.update(events=len(stream["log"]), head=previous.hex(), position=len(leaves))
    tree = Tree(lambda start, stop: leaves[start:stop])
    order = ["id", "events", "head", "position", "proof", "log"]
    for number, stream in enumerate(document["streams"]):
        stream["proof"] = [step.hex() for step in tree.inclusion(stream["position"] - 1, len(leaves))]
        document["streams"][number] = {key: stream[key] for key in order}
    state = Checkpoint(origin_of(document["ledger"]), len(leaves), tree.root(len(leaves)))
    document["checkpoint"], document["seal"] = sign(state.text(), [signer]), ""
    document["seal"] = sign(sealed_text(document["ledger"], as_file(document)), [signer])
    return document


def as_file(document: dict[str, Any]) -> bytes:
    """Return the bytes of a bundle or match file."""
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


# --- other documents ----------------------------------------------------------------------------


@cache
def note() -> str:
    """A checkpoint signed by two keys."""
    state = Checkpoint(SIGNER.name, 1234, hashlib.sha256(b"root").digest(), ("an extension",))
    return sign(state.text(), [SIGNER, Signer("witness", b"w" * 32)])


@cache
def request() -> str:
    """The request of a log to a witness."""
    return Request(5, (b"a" * 32, b"b" * 32), note()).text()


@cache
def policy() -> str:
    """A policy with a log, three witnesses and two groups."""
    lines = [f"log {SIGNER.key}", "# who counts"]
    lines += [f"witness w{n} {witness_key(Signer(f'w{n}', bytes([n]) * 32))}\thttps://w{n}.example" for n in (1, 2, 3)]
    return "\n".join([*lines, "group some any w1 w2", "group both all some w3", "quorum both", ""])


@cache
def pem_files() -> tuple[bytes, ...]:
    """Private keys in PEM: ours, one locked with the passphrase `secret`, and one of another kind."""
    from cryptography.hazmat.primitives import serialization as form
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519

    ours = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    other = ec.derive_private_key(1234567, ec.SECP256R1())
    pem, pkcs8 = form.Encoding.PEM, form.PrivateFormat.PKCS8
    return (
        ours.private_bytes(pem, pkcs8, form.NoEncryption()),
        other.private_bytes(pem, pkcs8, form.NoEncryption()),
        ours.private_bytes(pem, pkcs8, form.BestAvailableEncryption(b"secret")),
    )


CATALOGUE: dict[str, Any] = {
    "name": "ours", "edition": "1", "origin": "house", "source": "our table",
    "pieces": {"meeple": 8, "coin": 40}, "decks": {"animal": {"fox": 3, "owl": 2}},
    "dice": {"mood": ["glad", "sad", 7]},
}  # fmt: skip
"""A catalogue of a freeform match."""


def freeform() -> Match:
    """A freeform match with that catalogue."""
    fixed = opening("freeform", 2, {}, CATALOGUE)
    assert isinstance(fixed.catalogue, FreeformCatalogue)
    return Match.open("ff", fixed, [Seat("a", "b"), Seat("c", "d")], STAMP)


ACTIONS: tuple[dict[str, Any], ...] = (
    {"do": "play_power", "card": "power:swap", "target": 2, "own_at": 2, "other_at": 6},
    {"do": "play_movement", "card": "movement:4", "pawn": 1, "at": 2, "use": "circle", "opposite": 2},
    {"do": "skip"}, {"do": "defend"}, {"do": "decline"}, {"do": "discard", "card": "movement:1"},
    {"do": "bring", "piece": "meeple", "n": 2, "to": "here"},
    {"do": "move", "piece": "coin", "src": "box", "dst": "here"},
    {"do": "turn", "zone": "box", "face": "coin", "to": "tails", "n": 3}, {"do": "set", "key": "round", "value": 3},
    {"do": "score", "to": 2, "points": -3}, {"do": "roll", "die": "mood", "n": 2}, {"do": "draw", "deck": "animal"},
    {"do": "reveal", "zone": "hand:1", "card": "animal:fox"}, {"do": "shuffle", "zone": "here", "deck": "animal"},
    {"do": "pass", "to": 1}, {"do": "finish", "winners": [1, 2]}, {"do": "finish", "winners": "1,2"},
)  # fmt: skip
"""Actions of both games."""

LINES: tuple[dict[str, Any], ...] = (
    {"new": {"game": "ultime", "seats": ["Ada", "Ben", "Cleo"], "outcomes": [1], "options": {"first_player": 1},
             "chance": "sealed", "take_back": "free", "nonces": ["a", "b", "c"]}},
    {"new": {"game": "freeform", "seats": ["Ada", "Ben"], "catalogue": CATALOGUE, "chance": "open"}},
    {"new": {"game": "freeform", "seats": ["Ada"], "catalogue": "no-such-file.yaml"}},
    {"seat": 1, "do": "draw", "deck": "animal", "outcomes": ["animal:fox"], "as_played": True},
    {"undo": {"steps": 1, "to": 0, "by": 1, "agreed": [1, 2], "judge": False, "reason": "misread"}},
    {"redo": {"to": 1, "by": 2, "reason": "no, it was right"}},
    {"note": "a remark"},
    {"ruling": {"facts": ["set score:1 3", "move coin 2 box here", "turn here coin tails 1"], "clause": "1",
                "reason": "so", "replaces": 1}},
    *ACTIONS,
)  # fmt: skip
"""Lines of a session file."""
