"""Check a bundle of Tablescribe without Tablescribe: python verify_bundle.py FILE [--key NAME+HASH+BASE64]...

A second implementation of BUNDLE.md, which says what everything here means. It shares no code with Tablescribe and
needs Python 3.11 and the package `cryptography`. It does not play the moves again. Exit: 0 sound, 1 wrong, 2 misused.
"""

import argparse
import hmac
import json
import re
import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

HASH = "[0-9a-f]{64}"
EVENT = (str, int, str, str, f"({HASH})?", str, HASH)  # ledger_id, version, type, body, digest, shown, hash
STREAM = {"id": str, "events": int, "head": HASH, "position": int, "proof": [HASH], "log": [EVENT]}
BUNDLE = {"format": "tablescribe bundle", "version": int, "ledger": str,
          "viewer": "everything|spectator|seat:[1-9][0-9]*", "checkpoint": str,
          "earlier": [{"checkpoint": str, "proof": [HASH]}], "streams": [STREAM],
          "names": [{"ref": str, "name": str, "salt": HASH}], "seal": str}  # fmt: skip
BODY = (str, str, int, str, str, str, str)  # type, stream, version, time, recorder, device, salt; and what follows:
BODIES: dict[str, tuple[Any, ...]] = {"Opened": (int, str, str, str, [(str, str)]), "Closed": (list, str),
    "Enrolled": (str, str), "Revoked": (str, str), "Signed": (str, str, str)}  # fmt: skip
Event = tuple[str, str, list[Any], bytes]  # type, ledger_id, body (where that is withheld: what is shown), hash


def demand(holds: object, what: str) -> None:
    """Go on only if this holds; otherwise say what is wrong."""
    if not holds:
        raise ValueError(what)


def has_shape(value: Any, shape: Any) -> bool:
    """Return whether data is of a type, a text like a pattern, or a dict, tuple or list of values that have a shape."""
    if isinstance(shape, dict):
        return type(value) is dict and [*value] == [*shape] and has_shape([*value.values()], (*shape.values(),))
    if isinstance(shape, tuple):
        return type(value) is list and len(value) == len(shape) and all(map(has_shape, value, shape))
    if isinstance(shape, list):
        return type(value) is list and all(has_shape(each, shape[0]) for each in value)
    return type(value) is str and bool(re.fullmatch(shape, value)) if isinstance(shape, str) else type(value) is shape


def unbase64(text: str, length: int) -> bytes:
    """Return so many bytes from base64, which has one right way to write them."""
    data = b64decode(text)
    demand(len(data) == length and b64encode(data) == text.encode(), f"{text[:80]!a} is not {length} bytes in base64")
    return data


def key_text(name: str, key: bytes) -> str:
    """Return how a public key is written: the name it signs under, four bytes of a hash, and the key."""
    return "+".join([name, sha256(name.encode() + b"\n\1" + key).hexdigest()[:8], b64encode(b"\1" + key).decode()])


def demand_signed(key: bytes, signature: bytes, text: str, what: str) -> None:
    """Go on only if an Ed25519 signature is right."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text.encode())
    except InvalidSignature:
        raise ValueError(f"{what} was changed, or its signature is forged") from None


def open_note(note: str, keys: list[str], what: str) -> tuple[list[str], str]:
    """Return the three lines of a signed note, and which of these keys signed it."""
    text, name, code = (re.findall(r"\A(.+\n.+\n.+\n)\n— (\S+) (\S+)\n\Z", note) or [("", "", "")])[0]
    signature = unbase64(code, 68)
    signers = [key for key in keys if key.startswith(f"{name}+{signature[:4].hex()}+")]
    demand(signers, f"{what} is not signed by a key of this ledger that you gave (or, if none, that it brings)")
    demand_signed(unbase64(signers[0].split("+", 2)[2], 33)[1:], signature[4:], text, what)
    return text.split("\n")[:3], signers[0]


def climb(node: bytes, index: int, last: int, proof: list[bytes]) -> tuple[bytes, bytes]:
    """Climb from a node of the tree to the root (RFC 9162, 2.1.3.2 and 2.1.4.2); return the older root and the root."""
    was = now = node
    for sibling in proof:
        demand(last, "a proof is too long")
        if index & 1 or index == last:
            was, now = (sha256(b"\1" + sibling + each).digest() for each in (was, now))
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            now = sha256(b"\1" + now + sibling).digest()
        index, last = index >> 1, last >> 1
    demand(last == 0, "a proof is too short")
    return was, now


def begins_with(tree: tuple[int, bytes], old: tuple[int, bytes], proof: list[bytes]) -> bool:
    """Return whether a log (size and root) begins with an older one, by a consistency proof."""
    if not proof:
        return old == tree
    low = (old[0] & -old[0]).bit_length() - 1  # the height of the last whole part of the older tree: where proofs begin
    first, *rest = proof if old[0] >> low > 1 else [old[1], *proof]
    return old[0] < tree[0] and climb(first, old[0] - 1 >> low, tree[0] - 1 >> low, rest) == (old[1], tree[1])


def read_event(row: list[Any], stream: str, earlier: list[Event], whole: bool) -> Event:
    """Check one event of a stream against those before it; `whole`: nothing may be withheld."""
    ledger, version, kind, body, digest, shown, stated = row
    what, shape = f"event {version} of {stream}", BODY + BODIES.get(kind, ())
    told = body and not shown if whole or kind in ("Enrolled", "Revoked", "Signed", "TimeStamped") else body or shown
    demand(told and bool(body) != bool(digest), f"{what} tells too much, or withholds what it must not")
    said = [json.loads(text) for text in (body, shown) if text]
    formed = all(type(one) is list and has_shape(one[: len(shape)], shape) and one[:6] == said[0][:6] for one in said)
    demand(formed and said[0][:3] == [kind, stream, version], f"the body of {what} is malformed, or that of another")
    demand(body or not said[0][6], f"{what} is withheld, but the salt that keeps it secret is told")
    fields = [field.encode() for field in ("tablescribe/event/1", ledger, stream, str(version), kind)]
    fields += [earlier[-1][3] if earlier else b"", bytes.fromhex(digest) if digest else sha256(body.encode()).digest()]
    hashed = sha256(b"\0" + b"".join(len(field).to_bytes(4, "big") + field for field in fields)).digest()
    demand(version == len(earlier) + 1 and hashed.hex() == stated, f"{what} was changed or moved: its hash is another")
    return kind, ledger, said[0], hashed


def check_results(stream: str, events: list[Event]) -> list[str]:
    """Check the signatures under the result of a match; tell what it ended with, and whose signatures count."""
    opened, record, result, signed, doubted = events[0][2], "", "none", set[str](), set[str]()
    revoked = [said[7] for kind, _, said, _ in events if kind == "Revoked"]
    for number, (kind, ledger, said, hashed) in enumerate(events, 1):
        if kind == "Closed":
            result = json.dumps(said[7], separators=(",", ":"), ensure_ascii=False)
            record = f"tablescribe result record 1\nledger {ledger}\nmatch {stream}\ngame {' '.join(opened[8:11])}\n"
            record += f"events {number}\nhead {hashed.hex()}\nresult {result}\n"
        if kind == "Signed":
            holder, key, code = said[7:10]
            demand_signed(unbase64(key, 32), unbase64(code, 64), f"{record}holder {holder}\n", f"{stream}'s result")
            enrolled = [said[7:9] for kind, _, said, _ in events[:number] if kind == "Enrolled"]
            (signed if record and [holder, key] in enrolled and key not in revoked else doubted).add(holder)
    by, doubts = ", ".join(sorted(signed)) or "nobody", ", ".join(sorted(doubted))
    told = f"{stream}: {len(opened[11])} seats, {len(events)} events, result {result}, signed by {by}"
    return [told, f"DOUBT: keys of {doubts} were revoked, or never enrolled"][: 1 + bool(doubts)]


def verify(text: str, given: list[str]) -> list[str]:
    """Check a whole bundle; return what that proves, in plain words."""
    bundle = json.loads(text)
    demand(json.dumps(bundle, indent=1, ensure_ascii=False) + "\n" == text, "this is not how a bundle is written")
    demand(has_shape(bundle, BUNDLE) and bundle["version"] == 1 and bundle["streams"], "this is no bundle of version 1")
    _, _, ledger, viewer, checkpoint, earlier, streams, names, seal = bundle.values()
    origin, logs, trees = f"tablescribe/{ledger}", dict[str, list[Event]](), list[tuple[int, bytes]]()
    for stream, count, head, _, _, log in (each.values() for each in streams):
        events: list[Event] = []
        for row in log:
            events.append(read_event(row, stream, events, viewer == "everything"))
        demand(events and (count, head) == (len(events), events[-1][3].hex()), f"{stream} is not as long as it says")
        kinds = [event[0] for event in events]
        once = kinds[0] == "Opened" not in kinds[1:] and kinds.count("Closed") < 2
        fits = once if logs else stream == "keyring" and {*kinds} <= {"Enrolled", "Revoked"}
        demand(fits and logs.setdefault(stream, events) is events, f"{stream} is no match, or stands in a wrong place")
    own = [key_text(origin, unbase64(said[8], 32)) for kind, _, said, _ in logs["keyring"] if kind == "Enrolled"]
    revoked = [key_text(origin, unbase64(said[7], 32)) for kind, _, said, _ in logs.pop("keyring") if kind == "Revoked"]
    lines, signer = open_note(seal, [key for key in given or own if key.startswith(f"{origin}+")], "the seal")
    sealed = sha256(text.rpartition('\n "seal": ')[0].encode()).hexdigest()
    demand(lines == ["tablescribe bundle 1", origin, sealed], "the bundle was changed after it was sealed")
    for note, proof in [(checkpoint, []), *(older.values() for older in earlier)]:
        (name, size, root), _ = open_note(note, [signer, *own] if trees else [signer], "a checkpoint")
        demand(name == origin and re.fullmatch("[1-9][0-9]{0,17}", size), "a checkpoint is that of another log")
        trees.append((int(size), unbase64(root, 32)))
        demand(begins_with(trees[0], trees[-1], [*map(bytes.fromhex, proof)]), "an older checkpoint tells otherwise")
    for stream, _, head, position, proof, _ in (each.values() for each in streams):
        path = bytes.fromhex(head), position - 1, trees[0][0] - 1, [*map(bytes.fromhex, proof)]
        demand(0 < position <= trees[0][0] and climb(*path)[1] == trees[0][1], f"{stream} is not in the signed log")
    seats = [seat for events in logs.values() for seat in events[0][2][11]]
    told = [[n["ref"], hmac.digest(bytes.fromhex(n["salt"]), n["name"].encode(), "sha256").hex()] for n in names]
    demand(all(seat in seats and told.count(seat) == 1 for seat in told), "a name is nobody's here, or told twice")
    return [
        f"Sound: a bundle for {viewer}; {sum(not row[3] for each in streams for row in each['log'])} events withheld.",
        f"Log of {trees[0][0]} events, signed by {signer}, {'your key' if given else 'BUT YOU GAVE NO KEY TO TRUST'}.",
        *["DOUBT: that key was revoked, or never enrolled"] * (signer in revoked or signer not in own),
        *(line for stream, events in logs.items() for line in check_results(stream, events)),
        *(f"{each['ref']} is {each['name']}" for each in names),
    ]


def main() -> None:
    """Check the file that the command line names, and print what it proves, but nothing that commands a terminal."""
    parser = argparse.ArgumentParser(description="Check a bundle of Tablescribe.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--key", action="append", default=[], help="whose signature you trust: NAME+HASH+BASE64")
    file, keys = vars(parser.parse_args()).values()
    if not all(re.fullmatch(r"[^+\s]+\+[0-9a-f]{8}\+[\w+/]{44}", key, re.ASCII) for key in keys) or not file.is_file():
        parser.error("there is no such file, or a key is not written NAME+HASH+BASE64")
    try:
        demand(file.stat().st_size <= 256 << 20, "it is too large for a bundle")
        lines = verify(file.read_bytes().decode(), keys)
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        sys.exit(f"WRONG: {str(error)!r}")
    sys.stdout.buffer.write("".join(repr(line)[1:-1] + "\n" for line in lines).encode(sys.stdout.encoding, "replace"))
    sys.exit(any(line.startswith("DOUBT") for line in lines))


if __name__ == "__main__":
    main()
