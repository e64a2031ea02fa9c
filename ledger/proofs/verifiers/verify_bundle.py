"""Check a bundle of Tablescribe without Tablescribe: python verify_bundle.py FILE [--key NAME+HASH+BASE64]...

A second implementation of the format in BUNDLE.md. It shares no code with Tablescribe and needs Python 3.11 and the
package `cryptography`. It replays no moves and scores no tournaments. Exit status: 0 sound, 1 wrong or in doubt.
"""

import argparse
import hmac
import io
import json
import re
import sys
from base64 import b64decode, b64encode
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LARGEST, LINES, BODY, DEPTH, SIGNS, ALL_SIGNS = 32 << 20, 1_000_000, 1 << 20, 64, 100_000, 4_000_000
SEATS, SIGNED, ALL_SIGNED, EARLIER = 100, 100, 10_000, 100
PICTURES_OF_A_NOTE, PICTURES_OF_A_MATCH, PICTURE_BYTES = 4, 24, 2_000_000

STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
LINE = re.compile(rf' {{0,7}}(?:"[a-z]+": )?(?:{STRING}|[0-9]{{1,18}}|\[\]|\{{\}}|[\[{{\]}}]),?\n')
TOKEN = re.compile(r'|""|true|false|null|-?(0|[1-9][0-9]{0,17})|-?(0|[1-9][0-9]{0,8})\.(0|[0-9]{0,3}[1-9])')
NOTE = re.compile(r"(.+\n.+\n.+\n)\n— (\S+) (\S+)\n((?:— [!-*,-~]{1,100} [A-Za-z0-9+/]{4,}={0,2}\n){0,31})")
TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.(?!000000)[0-9]{6})?Z"
ID, HASH, HOLDER = "[!-*,-~]{1,100}", "[0-9a-f]{64}", "seat:[1-9][0-9]{0,2}|judge"
EVENT = (ID, int, str, str, f"({HASH})?", str, HASH)  # ledger_id, version, type, body, digest, shown, hash
STREAM = {"id": ID, "events": int, "head": HASH, "position": int, "proof": [HASH], "log": [EVENT]}
BUNDLE = {"format": "tablescribe bundle", "version": int, "ledger": ID,
          "viewer": "everything|spectator|seat:[1-9][0-9]{0,2}", "checkpoint": str,
          "earlier": [{"checkpoint": str, "proof": [HASH]}], "streams": [STREAM],
          "names": [{"ref": str, "name": str, "salt": HASH}]}  # fmt: skip
WORDED = {**BUNDLE, "texts": [f"(?s:{HASH} .*)"]}  # version 3
PICTURED = {**WORDED, "pictures": [{"commitment": HASH, "salt": HASH, "data": str}], "seal": str}  # version 4
WORDED |= {"seal": str}
BUNDLE |= {"seal": str}


def demand(holds: object, what: str) -> None:
    """Raise `ValueError` with this message unless the condition holds."""
    if not holds:
        raise ValueError(what)


def has_shape(value: Any, shape: Any) -> bool:
    """Return whether data has a shape.

    A shape is a type, a pattern, a set of types or a predicate; or a dict, tuple or list of shapes.
    """
    if isinstance(shape, dict):
        return type(value) is dict and [*value] == [*shape] and has_shape([*value.values()], (*shape.values(),))
    if isinstance(shape, tuple):
        return type(value) is list and len(value) == len(shape) and all(map(has_shape, value, shape))
    if isinstance(shape, list):
        return type(value) is list and all(has_shape(each, shape[0]) for each in value)
    if isinstance(shape, str):
        return type(value) is str and bool(re.fullmatch(shape, value))
    if isinstance(shape, set):
        return type(value) in shape
    return bool(type(value) is shape if isinstance(shape, type) else shape(value))


def is_slot(value: Any) -> bool:
    """Return whether a value is a text, or a valid value of a text's slot."""
    if has_shape(value, ("text", str, dict)):
        return all(map(is_slot, value[2].values()))
    return type(value) in (str, int) or has_shape(value, ("thing", str))


def is_why(value: Any) -> bool:
    """Return whether a value is the reason of a breach: a text with slots, or a finished sentence."""
    return type(value) is not int and is_slot(value) and not has_shape(value, ("thing", str))


def is_fact(value: Any) -> bool:
    """Return whether a value is a fact."""
    return any(has_shape(value, shape) for shape in FACTS)


def is_time(value: Any) -> bool:
    """Return whether a value is a valid time."""
    if not has_shape(value, TIME):
        return False
    try:
        return bool(datetime.fromisoformat(value[:19]).isoformat() == value[:19])
    except ValueError:
        return False


NUMBER, KEPT, OUTCOME = {int, type(None)}, {bool, int, str, type(None)}, {int, str}
FACTS = (("moved", str, int, str, str), ("turned", str, str, str, int), ("changed", str, KEPT, KEPT))
BY = "seat:[1-9][0-9]{0,2}|judge|organiser|recorder|keeper"
BODIES: dict[str, tuple[Any, ...]] = {  # what follows type, stream, version, time, recorder, device, salt
    "Opened": (lambda form: form in (1, 2) and type(form) is int, str, str, str, [(str, str)], dict, dict, str, str,
               [str], str, [(str, int)], [OUTCOME], [is_fact], [str]),
    "Played": (int, int, dict, [OUTCOME], [is_fact], [str], [(str, is_why)], bool),
    "Ruled": (int, [is_fact], str, str, NUMBER), "Missed": (int, int, [is_fact], str),
    "TakenBack": (int, NUMBER, [int], bool, bool, str), "Restored": (int, NUMBER, str), "Noted": (NUMBER, str),
    "NotedWithPictures": (NUMBER, str, [f"picture:{HASH}"]),
    "Closed": ((str, str, [int], [int]), str), "Enrolled": (str, str), "EnrolledBy": (str, str, BY, str),
    "Revoked": (str, str), "RevokedBy": (str, str, HOLDER), "Signed": (str, str, str), "TimeStamped": (str,),
    "Described": (str, str, str, str, str, [str]), "Sourced": (((ID, int, HASH), (ID, int, HASH)),),
    "Settled": ([int], [int], [(int, int)], "order|rule|person", f"({BY})?", str, str), "Reinstated": (BY, str),
    "Awaited": ([int], f"({HASH})?", int, int), "Committed": (int, HASH, BY), "Revealed": (int, HASH, BY),
    "BeaconGiven": (HASH, int, HASH, "([0-9a-f]{96}){1,2}"), "Dealt": ([OUTCOME], [is_fact], [str]),
    "Voided": (BY, str, f"({ID})?"), "Amended": ((str, str, [int], [int]), str, BY, str),
    "TimeControlSet": ("fischer|bronstein|delay|table|measured", [(int, int, int)], bool, BY),
    "ClockPressed": (int, int, int, [int], int, bool), "FlagFell": (int, int),
    "ClockAdjusted": ("start|pause|resume|correct", int, int, [int], BY, str),
    "Disclosed": (f"({HASH})?",), "ClosedOpenly": ((str, str, [int], [int]), "")}  # fmt: skip
BODIES |= {f"{kind}Openly": BODIES[kind] for kind in ("Voided", "Amended", "Reinstated")}
PAIRED = (str, int, int, [[str]], [str], [(str, str)], str, str, int, str, [str], str)
REPORTED = (str, int, int, str, str, int, str, [int], [lambda points: type(points) in NUMBER], [int])
CORRECTED = (str, int, str, [int], [lambda points: type(points) in NUMBER], [int], NUMBER, NUMBER, str, str)
TOURNAMENT: dict[str, tuple[Any, ...]] = {
    "Announced": (lambda form: form in (1, 2, 3, 4) and type(form) is int, str, dict, str),
    "Entered": (str, str, str, int, NUMBER, int, str, [str]), "Withdrawn": (str, str, int, str),
    "Returned": (str, str, str),
    "Paired": PAIRED, "PairedAlike": (*PAIRED, str), "Unsealed": (str, int, str), "Explained": (str, str),
    "Adjusted": (str, int, [[str]], [str], [(str, str)], str), "Reported": REPORTED,
    "ReportedTogether": (*REPORTED, [int]), "Corrected": CORRECTED, "CorrectedTogether": (*CORRECTED, [int]),
    "Restated": (str, int, str, [int], [lambda points: type(points) in NUMBER], [int], [int]),
    "CheckedIn": (str, str, bool), "ByeRequested": (str, str, int, str),
    "SlipTyped": (str, int, int, str, str, [int], [lambda points: type(points) in NUMBER], [int]),
    "LotSealed": (str, int, str), "LotDrawn": (str, int, [str], str, str),
    "Penalised": (str, str, int, str, str, str), "Appealed": (str, str, int, str),
    "Decided": (str, int, bool, str, str), "Clocked": (str, int, str, int, str),
    "Finished": (str, [(int, str, str)], str)}  # fmt: skip
WORDS = {"Withdrawn": (10,), "Returned": (9,), "Adjusted": (12,), "Corrected": (15, 16), "CorrectedTogether": (15, 16),
         "Penalised": (11, 12), "Appealed": (10,), "Decided": (10, 11), "Clocked": (11,), "LotDrawn": (11,),
         "Explained": (7, 8)}  # fmt: skip
BODIES |= TOURNAMENT
BESIDE = {"Noted": (8,), "NotedWithPictures": (8,),
          "TakenBack": (12,), "Restored": (9,), "Ruled": (9, 10), "Missed": (10,), "Settled": (13,),
          "Described": (7, 8, 9, 10, 11), "Revoked": (8,), "RevokedBy": (8,), "Opened": (),
          "ClockAdjusted": (12,)}  # fmt: skip
BESIDE |= {f"{kind}{form}": (place,) for kind, place in (("Voided", 8), ("Amended", 10), ("Reinstated", 8))
           for form in ("", "Openly")}  # fmt: skip
BESIDE |= WORDS
MOVES, KEYS = ("Played", "Ruled", "Missed"), ("Enrolled", "EnrolledBy", "Revoked", "RevokedBy")
PARTS, PLAY = ("Awaited", "Committed", "Revealed", "BeaconGiven"), (*MOVES, "TakenBack", "Restored")
READING, LATE, CLOSING = ("Sourced", "Settled"), ("Signed", "TimeStamped"), ("Closed", "ClosedOpenly")
RESULTS = (*CLOSING, "Amended", "AmendedOpenly")
CORRECTION = ("Voided", "Amended", "Reinstated", "VoidedOpenly", "AmendedOpenly", "ReinstatedOpenly")
CLOCK = ("TimeControlSet", "ClockPressed", "ClockAdjusted", "FlagFell")
OPENLY = ("ClosedOpenly", *CORRECTION[3:], *CLOCK)  # what decides, in forms that have nothing to withhold
DECIDE_NOTHING = ("Noted", "NotedWithPictures", "Described", "Explained", "Unsealed", "Disclosed")
WHOLE = {"NotedWithPictures", *CLOSING, "Disclosed", *READING, *KEYS, *LATE, *PARTS, *CORRECTION, *CLOCK}
PAPERS, REASONED, WITHHELD = (*KEYS, *LATE), ("Revoked", "RevokedBy"), "(withheld)"
TOLD = (*CLOSING, "Disclosed", *OPENLY, *REASONED, *TOURNAMENT)  # told or withheld, but never told and shown otherwise


class Event(NamedTuple):
    """An event; `said` is its body, or the shown one if withheld; `signs` is its number of brackets and commas."""

    kind: str
    ledger: str
    said: list[Any]
    hashed: bytes
    signs: int


def read_json(text: str, what: str) -> tuple[Any, int]:
    """Parse a body, which must be canonical JSON; return its value and its number of brackets and commas."""
    demand(len(text.encode()) <= BODY, f"{what} is larger than a body may be")
    bare = re.sub(STRING, '""', text)
    signs, depth = sum(map(bare.count, "[{,")), 0
    demand(signs <= SIGNS and all(map(TOKEN.fullmatch, re.split(r"[\[\]{},:]", bare))), f"{what} is not as it must be")
    for sign in re.sub(r"[^\[\]{}]+", "", bare):
        depth += 1 if sign in "[{" else -1
        demand(depth <= DEPTH, f"{what} is nested too deeply")
    value = json.loads(text)
    demand(json.dumps(value, separators=(",", ":"), ensure_ascii=False) == text, f"{what} is not as it must be written")
    return value, signs


def read_bundle(contents: bytes) -> Any:
    """Parse a bundle, after checking its size."""
    demand(len(contents) <= LARGEST and contents.count(b"\n") <= LINES, "it is too large for a bundle")
    text = contents.decode()
    demand(all(map(LINE.fullmatch, io.StringIO(text, newline="\n"))), "this is not how a bundle is written")
    bundle, at = json.loads(text), 0
    for part in json.JSONEncoder(indent=1, ensure_ascii=False).iterencode(bundle):
        demand(text.startswith(part, at), "this is not how a bundle is written")
        at += len(part)
    demand(text[at:] == "\n", "this is not how a bundle is written")
    version = bundle.get("version") if type(bundle) is dict else 0
    form = WORDED if version == 3 else PICTURED if version == 4 else BUNDLE
    demand(has_shape(bundle, form) and bundle["streams"], "this is no bundle")
    held = any(row[2] == "Announced" for each in bundle["streams"] for row in each["log"][:1])
    pictured = any(row[2] == "NotedWithPictures" for each in bundle["streams"] for row in each["log"])
    fits = form is PICTURED or (not pictured and (form is WORDED or bundle["version"] == 1 + held))
    demand(fits, "this is no bundle of version 1, of 2 (with tournaments), of 3 (with words) or of 4 (with pictures)")
    demand(len(bundle["earlier"]) <= EARLIER, "it has too many earlier checkpoints")
    return bundle


def unbase64(text: str, length: int = 0) -> bytes:
    """Decode canonical base64 of `length` bytes, or of 5 to 8192."""
    demand(len(text) < 12_000, "that is too long for a key or a signature")
    data = b64decode(text)
    fits = len(data) == length if length else 5 <= len(data) <= 8192
    demand(fits and b64encode(data) == text.encode(), f"{text[:99]!a} is not {length or 'some'} bytes in base64")
    return data


def good_key(text: str) -> bytes:
    """Decode a public key from base64; refuse keys that accept forged signatures."""
    key, field = unbase64(text, 32), 2**255 - 19
    height = int.from_bytes(key, "little") % 2**255
    order8 = 0x5FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
    demand(height < field and height not in (0, 1, field - 1, order8, field - order8), f"{text} is no key for anybody")
    return key


def key_text(name: str, key: bytes) -> str:
    """Format a public key as NAME+HASH+BASE64."""
    return "+".join([name, sha256(name.encode() + b"\n\1" + key).hexdigest()[:8], b64encode(b"\1" + key).decode()])


def is_signed(key: bytes, signature: bytes, text: str) -> bool:
    """Return whether an Ed25519 signature is valid."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text.encode())
    except InvalidSignature:
        return False
    return True


def open_note(note: str, keys: list[str], origin: str, what: str, most: int = 31) -> tuple[list[str], str]:
    """Return the three lines of a signed note, and the key of its first signature; at most `most` others may follow."""
    text, name, code, more = (NOTE.fullmatch(note) or re.fullmatch("()()()()", "")).groups()  # type: ignore[union-attr]
    signature, others = unbase64(code, 68), [line.split(" ") for line in more.split("\n")[:-1]]
    named = {(name, signature[:4]), *((other, unbase64(code)[:4]) for _, other, code in others)}
    demand(len(others) <= most and len(named) == len(others) + 1, f"{what} has signatures that it must not have")
    signers = [key for key in keys if name == origin and key.startswith(f"{name}+{signature[:4].hex()}+")]
    demand(signers, f"{what} is not signed by a key of this ledger that you gave (or, if none, that it brings)")
    public = good_key(b64encode(unbase64(signers[0].split("+", 2)[2], 33)[1:]).decode())
    demand(is_signed(public, signature[4:], text), f"{what} was changed, or its signature is forged")
    return text.split("\n")[:3], signers[0]


def read_checkpoint(lines: list[str], origin: str) -> tuple[int, bytes]:
    """Return the size and root of a checkpoint from its lines."""
    demand(len(lines) == 3, "what you kept is no checkpoint")
    name, size, root = lines
    demand(name == origin and re.fullmatch("[1-9][0-9]{0,17}", size), "a checkpoint is that of another log")
    return int(size), unbase64(root, 32)


def climb(node: bytes, index: int, last: int, proof: list[bytes]) -> tuple[bytes, bytes]:
    """Climb from a node of the tree to the root (RFC 9162, 2.1.3.2 and 2.1.4.2); return the old root and the root."""
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
    """Return whether a consistency proof shows that a log (size and root) extends an older one."""
    if not proof:
        return old == tree
    low = (old[0] & -old[0]).bit_length() - 1  # height of the older tree's last full subtree, where proofs begin
    first, *rest = proof if old[0] >> low > 1 else [old[1], *proof]
    return old[0] < tree[0] and climb(first, old[0] - 1 >> low, tree[0] - 1 >> low, rest) == (old[1], tree[1])


def read_event(row: list[Any], stream: str, earlier: list[Event], whole: bool) -> Event:
    """Check one event of a stream against the earlier ones; with `whole`, nothing may be withheld."""
    ledger, version, kind, body, digest, shown, stated = row
    what = f"event {version} of {stream}"
    demand(kind in BODIES, f"{what} is of no type that there is")
    one = whole or kind in (*PARTS, "Sourced") or (body and kind in TOLD) or (kind in PAPERS and kind not in REASONED)
    told = body and not shown if one else body or shown
    demand(told and bool(body) != bool(digest), f"{what} tells too much, or withholds what it must not")
    read = [read_json(text, what) for text in (body, shown) if text]
    shape = (kind, str, int, is_time, str, str, str, *BODIES[kind])
    formed = all(has_shape(said, shape) and said[:3] == [kind, stream, version] for said, _ in read)
    alike = formed and all(said[: 7 + (kind in MOVES)] == read[0][0][: 7 + (kind in MOVES)] for said, _ in read[1:])
    demand(alike, f"the body of {what} is malformed, or that of another")
    demand(body or not read[0][0][6], f"{what} is withheld, but the salt that keeps it secret is told")
    demand(body or may_withhold(kind, read[0][0], earlier), f"{what} withholds what decides, or more than words")
    fields = [field.encode() for field in ("tablescribe/event/1", ledger, stream, str(version), kind)]
    fields += [earlier[-1].hashed if earlier else b""]
    fields += [bytes.fromhex(digest) if digest else sha256(body.encode()).digest()]
    hashed = sha256(b"\0" + b"".join(len(field).to_bytes(4, "big") + field for field in fields)).digest()
    demand(version == len(earlier) + 1 and hashed.hex() == stated, f"{what} was changed or moved: its hash is another")
    said = read[0][0]
    needed = said if kind in {*WHOLE, *TOURNAMENT} else said[: 8 + 4 * (kind == "Opened")]
    if kind == "Opened":  # keep only what later checks need
        needed = [*needed, *said[14:16], bool(body) and not shown and not any(said[16:17] + said[19:])]
    return Event(kind, ledger, needed, hashed, sum(signs for _, signs in read))


def may_withhold(kind: str, said: list[Any], earlier: list[Event]) -> bool:
    """Return whether an event may be withheld and shown like this: because of its words or its seed."""
    if kind == "Closed":  # all that was hidden follows from the seed of a sealed match
        return bool(earlier) and earlier[0].kind == "Opened" and earlier[0].said[12] == "sealed"
    if kind in ("Disclosed", *OPENLY):
        return kind == "Disclosed" and said[7] == ""
    if kind in TOURNAMENT:
        apart = bool(earlier) and earlier[0].kind == "Announced" and earlier[0].said[7] > 2
        words = any(said[place] == WITHHELD for place in WORDS.get(kind, ()))
        return said[9] == "" if kind == "Unsealed" else words and apart == (kind == "Explained")
    return kind not in PAPERS or said[8] == WITHHELD


def are_apart(events: list[Event]) -> bool:
    """Return whether every `Explained` comes directly before its event, in a tournament from format 3 on."""
    apart, explained = events[0].said[7] > 2, False
    for event in events[1:]:
        words = any(event.said[place] for place in WORDS.get(event.kind, ()))
        fits = apart and not explained if event.kind == "Explained" else not explained or event.kind in WORDS
        if not fits or (apart and words and event.kind != "Explained"):
            return False
        explained = event.kind == "Explained"
    return True


def check_order(stream: str, events: list[Event]) -> None:
    """Check the order of a stream's events by their types."""
    kinds = [event.kind for event in events]
    if stream == "keyring":
        fits = {*kinds} <= {"Enrolled", "Revoked"} and {e.said[7] for e in events if e.kind == "Enrolled"} <= {"ledger"}
    elif kinds[0] == "Announced":
        fits = {*kinds} <= {*TOURNAMENT} and kinds.count("Announced") == 1 and are_apart(events)
    else:
        end = next((at for at, kind in enumerate(kinds) if kind in CLOSING), len(kinds))
        fits = kinds[0] == "Opened" not in kinds[1:] and not {*kinds[:end]} & {*LATE, *CORRECTION, *TOURNAMENT}
        fits = fits and {*kinds[end + 1 :]} <= {"Noted", "NotedWithPictures", "Described", *PAPERS, *CORRECTION}
        fits = fits and are_corrections([e for e in events if e.kind in CORRECTION], len(events[0].said[11]))
        fits = fits and kinds.count("Signed") <= SIGNED and are_disclosed(events, kinds)
        fits = fits and not {*kinds[2:]} & {"Sourced"} and ("Sourced" in kinds[:2] or "Settled" not in kinds)
        clocks = [kind for kind in kinds if kind in CLOCK]
        fits = fits and clocks.count("TimeControlSet") == bool(clocks) and clocks[:1] in ([], ["TimeControlSet"])
        read = [event.said[7:] for event in events if event.kind in READING]
        fits = fits and all((s[3] == "person") == bool(s[4]) if s[1:] else s[0][0][0] != s[0][1][0] for s in read)
        seen = [event.said[9] for event in events if event.kind == "NotedWithPictures"]
        fits = fits and all(1 <= len(each) <= PICTURES_OF_A_NOTE for each in seen)
        fits = fits and len({one for each in seen for one in each}) == sum(map(len, seen)) <= PICTURES_OF_A_MATCH
        numbers = [event.said[7] for event in events if event.kind in MOVES]
        fits = fits and numbers == [*range(1, len(numbers) + 1)] and len(events[0].said[11]) <= SEATS
    demand(fits, f"{stream} is no match, or an event in it stands in a wrong place")


def are_disclosed(events: list[Event], kinds: list[str]) -> bool:
    """Return whether a seed is revealed only just before the end of the match that was sealed with it."""
    told = [at for at, kind in enumerate(kinds) if kind == "Disclosed"]
    seeds, (chance, sealed) = [events[at].said[7] for at in told], events[0].said[12:14]
    right = all(not seed or sha256(bytes.fromhex(seed)).hexdigest() == sealed for seed in seeds)
    return right and all(chance == "sealed" and kinds[at + 1 : at + 2] == ["ClosedOpenly"] for at in told)


def are_corrections(events: list[Event], seats: int) -> bool:
    """Return whether the order of corrections is valid: a void match can only be reinstated, and only a void one."""
    kinds = [event.kind for event in events]
    results = [event.said[7] for event in events if event.kind.startswith("Amended")]
    fits = all((kind[:10] == "Reinstated") == (["", *kinds][at][:6] == "Voided") for at, kind in enumerate(kinds))
    return fits and all({*won} <= {*range(1, seats + 1)} and len(points) in (0, seats) for _, _, won, points in results)


class Papers:
    """The keys and signatures of a stream, collected event by event."""

    def __init__(self, stream: str, holders: list[str]) -> None:
        self.stream, self.holders = stream, holders
        self.owner, self.speaks, self.revoked = dict[str, str](), dict[str, str](), set[str]()
        self.told, self.doubts, self.signed = list[str](), list[str](), dict[str, str]()
        self.used = dict[str, str]()  # the key that each holder signed with last, whichever result it was

    def enrol(self, event: Event, number: int, closed: bool, ledgers: set[str]) -> None:
        """Check and record the enrolment of a holder's key."""
        holder, key, *by = event.said[7:]
        public = good_key(key)
        mine = self.owner.setdefault(key, holder) == holder and key not in self.revoked
        demand(holder in self.holders and mine, f"{self.stream}: {key} cannot be a key of {holder!r}, or is another's")
        demand(key not in ledgers, f"{self.stream}: {key} is the ledger's own key, and cannot be that of {holder}")
        if by and by[1]:
            text = f"tablescribe enrolment 1\nledger {event.ledger}\nmatch {self.stream}\nholder {holder}\nkey {key}\n"
            demand(is_signed(public, unbase64(by[1], 64), text), f"{self.stream}: who enrolled {key} had it not")
        self.speaks[holder] = key
        pass_ = f"by the {by[0]}" + " itself" * (by[0] == holder) if by else "nobody says by whom"
        when = "after the end, " * closed + f"{event.said[3]}, event {number}"
        mark = " ".join(re.findall("....", sha256(public).hexdigest()[:32]))
        self.told.append(f"  {holder} signs with {key} ({mark}): enrolled {pass_} ({when})")

    def revoke(self, event: Event, number: int) -> None:
        """Check and record the revocation of a key."""
        key, _, *by = event.said[7:]
        known = key in self.owner and key not in self.revoked
        demand(known, f"{self.stream}: event {number} revokes a key that nobody has")
        demand(not by or by[0] in (self.owner[key], "judge"), f"{self.stream}: {by} may not revoke another's key")
        self.revoked.add(key)
        self.speaks = {holder: one for holder, one in self.speaks.items() if one != key}
        where = f"event {number}" + ", says who sealed this" * (not event.said[6])  # no salt: the event is withheld
        self.told.append(f"  {key} of {self.owner[key]} was revoked at {where}: what it signed before counts")

    def sign(self, event: Event, record: str) -> None:
        """Check and record a signature on the result."""
        holder, key, code = event.said[7:10]
        public, signature = good_key(key), unbase64(code, 64)
        demand(holder in self.holders, f"{self.stream}: {holder!r} signs nothing here")
        if not is_signed(public, signature, f"{record}holder {holder}\n"):
            self.doubts.append(f"DOUBT: the signature of {holder} is not one under this result")
        elif self.speaks.get(holder) != key:
            self.doubts.append(f"DOUBT: a key of {holder} had been revoked or replaced, or was never enrolled")
        else:
            self.signed[holder] = self.used[holder] = key


class Parts:
    """The contributions to a match's shared seed besides the ledger's, collected event by event."""

    def __init__(self, stream: str, events: list[Event]) -> None:
        opened, awaited = events[0].said, events[1] if len(events) > 1 else events[0]
        chance, self.ledgers, bare = opened[12:]
        demand(chance == "sealed" and bare and re.fullmatch(HASH, self.ledgers), f"{stream} could wait for no parts")
        demand(awaited.kind == "Awaited", f"{stream}: a part in the chance that nobody waits for")
        self.stream, (self.seats, self.chain, self.round, due) = stream, awaited.said[7:]
        rising = [0, *self.seats, len(opened[11]) + 1]
        demand(all(map(int.__lt__, rising, rising[1:])), f"{stream} waits for parts of seats that it has not")
        time = datetime.fromisoformat(awaited.said[3][:19] + "+00:00").timestamp()
        fits = self.round > 0 and due > time if self.chain else self.seats and (self.round, due) == (0, 0)
        demand(fits, f"{stream} waits for no beacon's round to come, nor for a seat")
        self.committed, self.nonces, self.by = dict[int, str](), dict[int, str](), dict[int, str]()
        self.beacon, self.dealt, self.seed = "", False, ""

    def take(self, event: Event) -> bool:
        """Record an event; return whether it is valid at this point."""
        kind, said = event.kind, event.said[7:]
        complete = len(self.nonces) == len(self.seats) and bool(self.beacon) == bool(self.chain)
        if kind == "Committed":
            fits = said[0] in self.seats and said[0] not in self.committed and not self.nonces
            self.committed[said[0]], self.by[said[0]] = said[1:]
            return fits
        if kind == "Revealed":
            lines = "tablescribe contribution 1", f"match {self.stream}", f"ledger {self.ledgers}", f"seat {said[0]}"
            made = sha256("".join(f"{line}\n" for line in (*lines, f"nonce {said[1]}")).encode()).hexdigest()
            fits = len(self.committed) == len(self.seats) and said[0] not in self.nonces
            self.nonces[said[0]] = said[1]
            return fits and self.committed.get(said[0]) == made
        if kind == "BeaconGiven":
            fits = not self.beacon and said[:2] == [self.chain, self.round]
            self.beacon = said[2]
            return fits and sha256(bytes.fromhex(said[3])).hexdigest() == said[2]
        if kind == "Dealt":
            fits, self.dealt = complete and not self.dealt, True
            return fits
        if kind in ("Closed", "Disclosed") and said[-1]:
            self.seed = said[-1] if re.fullmatch(HASH, said[-1]) else ""
            return bool(self.seed) and sha256(bytes.fromhex(self.seed)).hexdigest() == self.ledgers
        return kind != "Awaited" and (self.dealt or kind not in PLAY)

    def told(self) -> list[str]:
        """Return a line that lists the contributions, and the seed once the ledger's part is revealed."""
        lines = ["tablescribe seed 2", f"match {self.stream}", f"ledger {self.seed}"]
        lines += [f"seat {seat} {self.nonces.get(seat)}" for seat in self.seats]
        lines += [f"beacon {self.chain} {self.round} {self.beacon}"] * bool(self.chain)
        whose = [f"seat:{seat} (by the {self.by.get(seat)})" for seat in self.seats]
        whose += [f"round {self.round} of beacon {self.chain} (nobody here checked its signature)"] * bool(self.chain)
        seed = sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
        dealt = f"; its seed is {seed}" * bool(self.seed) if self.dealt else "; it was never dealt"
        return [f"  chance: parts of the ledger, {', '.join(whose)}{dealt}"]


def check_parts(stream: str, events: list[Event]) -> list[str]:
    """Check the contributions to a match's shared seed, and that no move precedes the deal; return lines to print."""
    if not {*PARTS, "Dealt"} & {event.kind for event in events}:
        return []
    parts = Parts(stream, events)
    for number, event in enumerate(events[2:], 3):
        demand(parts.take(event), f"{stream}: event {number} is no part in the chance, too early, or another's seed")
    return parts.told()


def corrected(event: Event, number: int) -> str:
    """Return a line that says what was corrected after the match was closed."""
    said, result = event.said[7:], json.dumps(event.said[7], separators=(",", ":"), ensure_ascii=False)
    if event.kind.startswith("Amended"):
        return f"  corrected by the {said[2]}: result {result} (event {number})"
    instead = f", {said[2]} counts instead" if event.kind.startswith("Voided") and said[2] else ""
    what = "void" if event.kind.startswith("Voided") else "counts again"
    return f"  {what}, by the {said[0]} (event {number}){instead}"


def check_results(stream: str, events: list[Event], ledgers: set[str], expected: dict[str, str]) -> list[str]:
    """Check the keys and signatures of a match; return lines to print: result, valid signatures, keys."""
    opened, record, result = events[0].said, "", "none"
    if opened[0] == "Announced":
        return [f"{stream}: a tournament, {len(events)} events: verify_tournament.py counts it"]
    papers = Papers(stream, [*(f"seat:{seat}" for seat in range(1, len(opened[11]) + 1)), "judge"])
    for number, event in enumerate(events, 1):
        if event.kind in CORRECTION:
            papers.told.append(corrected(event, number))
        if event.kind in RESULTS:
            if papers.signed:
                papers.told.append(f"  the result before was signed by {', '.join(sorted(papers.signed))}")
            papers.signed.clear()
            result = json.dumps(event.said[7], separators=(",", ":"), ensure_ascii=False)
            record = f"tablescribe result record 1\nledger {event.ledger}\nmatch {stream}\n"
            record += f"game {' '.join(opened[8:11])}\nevents {number}\nhead {event.hashed.hex()}\nresult {result}\n"
        elif event.kind in ("Enrolled", "EnrolledBy"):
            papers.enrol(event, number, bool(record), ledgers)
        elif event.kind in ("Revoked", "RevokedBy"):
            papers.revoke(event, number)
        elif event.kind == "Signed":
            papers.sign(event, record)
    for holder, key in expected.items():
        if holder in papers.holders and papers.used.get(holder, papers.speaks.get(holder)) != key:
            papers.doubts.append(f"DOUBT: the key of {holder} is not the one that you expect")
    by = ", ".join(sorted(papers.signed)) or "nobody"
    result = result if len(result) <= 60 else f"{result[:60]}…"
    told = f"{stream}: {len(opened[11])} seats, {len(events)} events, result {result}, signed by {by}"
    return [told, *papers.told, *check_parts(stream, events), *papers.doubts]


def sealers_word(log: list[Any]) -> list[str]:
    """Return a line with the number of withheld, unproved events of a stream, not counting words and seeds."""
    withheld = [row for row in log if not row[3] and row[2] not in (*DECIDE_NOTHING, *REASONED)]
    what = "ruling" if log[0][2] == "Announced" else "event"
    many = f"  1 {what} is" if len(withheld) == 1 else f"  {len(withheld)} {what}s are"
    result = ", among them its result" * any(row[2] in (*CLOSING, *CORRECTION) for row in withheld)
    numbers = ", ".join(str(row[1]) for row in withheld[:20]) + ", …" * (len(withheld) > 20)
    return [f"{many} the sealer's word{result}: nothing proves what is shown of {numbers}"] * bool(withheld)


def read_keyring(events: list[Event], origin: str) -> tuple[list[str], set[str], set[str]]:
    """Return all keys of the ledger, as NAME+HASH+BASE64 and as in events, and those revoked."""
    own, revoked = dict[str, str](), set[str]()
    for kind, _, said, _, _ in events:
        if kind == "Enrolled":
            demand(said[8] not in own, "a key of the ledger is enrolled twice")
            own[said[8]] = key_text(origin, good_key(said[8]))
        else:
            demand(said[7] in own and said[7] not in revoked, "a key of the ledger is revoked that it has not")
            revoked.add(said[7])
    short = {key.rsplit("+", 1)[0][: len(origin) + 9] for key in own.values()}
    demand(len(short) == len(own), "two keys of the ledger have the same four bytes")
    return [*own.values()], {*own}, {own[key] for key in revoked}


def read_streams(bundle: Any) -> dict[str, list[Event]]:
    """Check each stream by itself; return the events by stream."""
    logs, signs, signed = dict[str, list[Event]](), 0, 0
    for stream, count, head, _, _, log in (each.values() for each in bundle["streams"]):
        events: list[Event] = []
        for row in log:
            events.append(read_event(row, stream, events, bundle["viewer"] == "everything"))
            signs, signed = signs + events[-1].signs, signed + (row[2] == "Signed")
            demand(signs <= ALL_SIGNS and signed <= ALL_SIGNED, "it says more than a bundle may")
        demand(events and (count, head) == (len(events), events[-1].hashed.hex()), f"{stream} has not the end it tells")
        demand(bool(logs) != (stream == "keyring") and stream not in logs, f"{stream} stands in a wrong place")
        check_order(stream, events)
        logs[stream] = events
    return logs


def check_names(bundle: Any, logs: dict[str, list[Event]]) -> None:
    """Check every name against the commitment of a seat or entrant."""
    seats = {tuple(seat) for events in logs.values() if events[0].kind == "Opened" for seat in events[0].said[11]}
    seats |= {tuple(event.said[8:10]) for events in logs.values() for event in events if event.kind == "Entered"}
    for name in bundle["names"]:
        committed = hmac.digest(bytes.fromhex(name["salt"]), name["name"].encode(), "sha256").hex()
        demand((name["ref"], committed) in seats, "a name is nobody's here")
    once = len({name["ref"] for name in bundle["names"]}) == len(bundle["names"])
    demand(once and not (bundle["names"] and bundle["viewer"] != "everything"), "a name is told twice, or must not be")


def check_texts(bundle: Any, told: list[str]) -> list[str]:
    """Check all words beside the events against the commitments in them; return a line with their number."""
    committed, found = set[str](), "words:([0-9a-f]{64})"
    for kind, body in (row[2:4] for each in bundle["streams"] for row in each["log"] if "words:" in row[3]):
        said = json.loads(body)
        texts = [said[place] for place in BESIDE.get(kind, ())] + (said[12] if kind == "Described" else [])
        texts += [said[12].get("title")] if kind == "Opened" else []
        texts += in_plan(said[9]) if kind == "Announced" and said[7] > 3 else []
        committed |= {one[1] for text in texts if type(text) is str and (one := re.fullmatch(found, text))}
    many = len(committed)
    for text in told:
        made = hmac.digest(bytes.fromhex(text[:64]), text[65:].encode(), "sha256").hex()
        demand(made in committed, "words are told twice, or are not those that were written")
        committed.remove(made)
    return [f"Words that people wrote: {many}, of which {len(told)} are told; others are withheld or erased."] * bool(
        many
    )


def in_plan(plan: dict[str, Any]) -> list[Any]:
    """Return the values of a plan's fields that people write."""
    stages = plan.get("stages")
    stages = [one for one in stages if type(one) is dict] if type(stages) is list else []
    parts = [(one.get("overtime"), "clause") for one in stages] + [(one.get("options"), "title") for one in stages]
    inner = [part.get(name) for part, name in parts if type(part) is dict]
    return [plan.get("title"), *(one.get("name") for one in stages), *inner]


def check_pictures(bundle: Any, told: list[dict[str, str]]) -> list[str]:
    """Check all pictures beside the notes against the commitments in them; return lines on each note's pictures."""
    notes, where, seen = [], dict[str, str](), set[str]()
    for stream, row in ((each["id"], row) for each in bundle["streams"] for row in each["log"] if row[3]):
        if row[2] == "NotedWithPictures":
            ones = [one[8:] for one in json.loads(row[3])[9]]
            notes.append((f"event {row[1]} of {stream}", ones))
            where |= {one: f"picture {number} of {notes[-1][0]}" for number, one in enumerate(ones, 1)}
    for one, salt, data in (each.values() for each in told):
        demand(one in where and one not in seen, "a picture is told twice, or is that of no event that is told")
        demand(len(data) <= (PICTURE_BYTES + 2) // 3 * 4, f"{where[one]} is larger than a picture may be")
        raw = b64decode(data)
        jpeg = raw[:3] == b"\xff\xd8\xff" and raw[-2:] == b"\xff\xd9" and len(raw) <= PICTURE_BYTES
        made = hmac.digest(bytes.fromhex(salt), raw, "sha256").hex()
        demand(b64encode(raw) == data.encode() and jpeg and made == one, f"{where[one]} was changed")
        seen.add(one)
    lines = [f"Pictures: {len(where)}, of which {len(seen)} are there; others are left out or erased."] * bool(notes)
    for note, ones in notes:
        states = (f"{number} is {'there' if one in seen else 'absent'}" for number, one in enumerate(ones, 1))
        lines.append(f"  {note}: picture {', '.join(states)}")
    return lines


def verify(
    contents: bytes, given: list[str], since: list[str] | None = None, expected: dict[str, str] | None = None
) -> list[str]:
    """Check a whole bundle; return what it proves as lines of text."""
    bundle = read_bundle(contents)
    texts, pictures = bundle.pop("texts", []), bundle.pop("pictures", [])
    _, _, ledger, viewer, checkpoint, earlier, streams, names, seal = bundle.values()
    origin, trees = f"tablescribe/{ledger}", list[tuple[int, bytes]]()
    logs = read_streams(bundle)
    words = [*check_texts(bundle, texts), *check_pictures(bundle, pictures)]
    own, ledgers, revoked = read_keyring(logs.pop("keyring"), origin)
    lines, signer = open_note(seal, given or own, origin, "the seal", 0)
    sealed = sha256(contents.rpartition(b'\n "seal": ')[0]).hexdigest()
    demand(lines == ["tablescribe bundle 1", origin, sealed], "the bundle was changed after it was sealed")
    for note, proof in [(checkpoint, []), *(older.values() for older in earlier)]:
        lines, _ = open_note(note, [signer, *own] if trees else [signer], origin, "a checkpoint")
        trees.append(read_checkpoint(lines, origin))
        demand(begins_with(trees[0], trees[-1], [*map(bytes.fromhex, proof)]), "an older checkpoint tells otherwise")
    for stream, _, head, position, proof, _ in (each.values() for each in streams):
        path = bytes.fromhex(head), position - 1, trees[0][0] - 1, [*map(bytes.fromhex, proof)]
        demand(0 < position <= trees[0][0] and climb(*path)[1] == trees[0][1], f"{stream} is not in the signed log")
    check_names(bundle, logs)
    unproved = {each["id"]: sealers_word(each["log"]) for each in streams}
    kept = [read_checkpoint(note.split("\n")[:-1][:3], origin) for note in since or ()]
    demand(all(tree in trees for tree in kept), "it does not prove that its log begins with the checkpoint you kept")
    return [
        f"Sound: a bundle for {viewer}; {sum(not row[3] for each in streams for row in each['log'])} events withheld.",
        f"Log of {trees[0][0]} events, signed by {signer}, {'your key' if given else 'BUT YOU GAVE NO KEY TO TRUST'}.",
        *(f"It begins with the log of {size} events that you kept a checkpoint of." for size, _ in kept),
        *["DOUBT: that key was revoked, or never enrolled"] * (signer in revoked or signer not in own),
        *(
            line
            for stream, log in logs.items()
            for line in [*check_results(stream, log, ledgers, expected or {}), *unproved.get(stream, [])]
        ),
        *words,
        *(piece for name in names for piece in folded(f"{name['ref']} is {name['name']}")),
    ]


def folded(line: str) -> list[str]:
    """Wrap a line with foreign text, so that a terminal's wrapping cannot make part of it look like our own line."""
    return [line[:76], *(f"    | {line[at : at + 70]}" for at in range(76, len(line), 70))]


def is_key(key: str) -> bool:
    """Return whether a text is a well-formed key of a ledger."""
    try:
        name, _, code = key.split("+", 2)
        public = good_key(b64encode(unbase64(code, 33)[1:]).decode())
        return bool(re.fullmatch(f"tablescribe/{ID}", name)) and key_text(name, public) == key
    except ValueError:
        return False


def main() -> None:
    """Check the file given on the command line, and print what it proves, without terminal control characters."""
    parser = argparse.ArgumentParser(description="Check a bundle of Tablescribe.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--key", action="append", default=[], help="whose signature you trust: NAME+HASH+BASE64")
    parser.add_argument("--since", action="append", default=[], type=Path, help="a checkpoint that you kept: a file")
    parser.add_argument("--seat", action="append", default=[], help="whose key you expect: 1=BASE64, or judge=BASE64")
    file, keys, kept, seats = vars(parser.parse_args()).values()
    if not all(map(is_key, keys)) or not all(one.is_file() for one in (file, *kept)):
        parser.error("there is no such file, or a key is not written NAME+HASH+BASE64")
    if not all(re.fullmatch(r"([1-9][0-9]{0,2}|judge)=[A-Za-z0-9+/]{43}=", seat) for seat in seats):
        parser.error("a seat's key is written 1=BASE64, or judge=BASE64")
    expected = {f"seat:{who}" if who != "judge" else who: key for who, key in (seat.split("=", 1) for seat in seats)}
    try:
        demand(max(one.stat().st_size for one in (file, *kept)) <= LARGEST, "it is too large for a bundle")
        lines = verify(file.read_bytes(), keys, [one.read_bytes().decode() for one in kept], expected)
    except (OSError, ValueError, RecursionError, MemoryError) as error:
        sys.exit(f"WRONG: {str(error)!r}")
    sys.stdout.buffer.write("".join(repr(line)[1:-1] + "\n" for line in lines).encode(sys.stdout.encoding, "replace"))
    sys.exit(any(line.startswith("DOUBT") for line in lines))


if __name__ == "__main__":
    main()
