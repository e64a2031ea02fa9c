"""Recompute a tournament of Tablescribe without Tablescribe: python verify_tournament.py FILE... [--key KEY]

It shares no code with Tablescribe and needs only Python 3.11. In a bundle (BUNDLE.md, TOURNAMENT.md), it checks the
seal, the checkpoint, every hash chain and its inclusion in the signed log. It compares every report with its match, and
recomputes the input of every pairing and all standings. It replays no moves. Exit status: 0 sound, 1 wrong, 2 usage
error.

It is deliberately a single file, although long: an auditor can copy it, read it from top to bottom, and run it alone.
"""

import argparse
import hmac
import json
import re
import sys
from base64 import b64decode
from collections.abc import Callable, Iterable
from datetime import datetime
from fractions import Fraction
from hashlib import sha256, sha512
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

LARGEST, ENTRANTS, REPORTS = 32 << 20, 5_000, 50_000
CLOSING = ("Closed", "ClosedOpenly")
TOLD = (*CLOSING, "Disclosed", "VoidedOpenly", "AmendedOpenly", "ReinstatedOpenly", "Sourced")
REASON = {
    "plan.changed": "the plan differs from the announced plan",
    "role.exceeded": "an action was not allowed for the role that took it",
    "pairing.input": "the input of the pairing does not match the standings at that time",
    "pairing.pods": "the seating of a round repeats a player, includes one who does not play, or leaves one out",
    "match.missing": "a reported match is not in the file",
    "match.open": "a result was reported for a match that is still open",
    "match.setting": "a match was not set up as planned",
    "match.seats": "the players at a table are not those who were paired",
    "report.head": "a report refers to a different match from the one that was closed",
    "report.result": "a reported result differs from the result of its match",
    "report.slip": "a slip differs from the match at its table",
    "seed.differs": "a table was not dealt from the committed seed of its round",
    "seed.early": "a seed was revealed while other tables still played the same shuffle",
    "seed.wrong": "the revealed seed of a round does not match its commitment",
    "seed.untold": "the tournament is over, but a seed was never revealed",
    "correction.ground": "a correction is based on an appeal that was not upheld",
    "lot.wrong": "the order of a drawing of lots does not match its sealed seed",
    "request.exceeded": "a player asked for a bye that the plan does not allow",
    "standings.differ": "the final standings do not match the reported results",
}
ZERO = Fraction(0)
Ref = str
Event = dict[str, Any]
Heads = dict[str, tuple[list[str], list[str]]]


class WrongError(Exception):
    """A fault that makes a bundle invalid."""


def demand(holds: object, what: str) -> None:
    """Raise `WrongError` with this message unless the condition holds."""
    if not holds:
        raise WrongError(what)


def exact(text: Any) -> Fraction:
    """Parse points; the pattern excludes numbers such as 1e999999, which would take forever to compute."""
    demand(re.fullmatch(r"-?[0-9]{1,9}(/[1-9][0-9]{0,8})?", str(text), re.A), f"{str(text)[:40]!r} are no points")
    return Fraction(text)


def digest(data: Any) -> str:
    """Return SHA-256 of data as canonical JSON."""
    return sha256(json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


# --- Ed25519 (RFC 8032) ----------------------------------------------------------------------------

P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Point = tuple[int, int, int, int]


def plus(one: Point, two: Point) -> Point:
    """Add two points of the curve."""
    a, b = (one[1] - one[0]) * (two[1] - two[0]) % P, (one[1] + one[0]) * (two[1] + two[0]) % P
    c, d = 2 * one[3] * two[3] * D % P, 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    """Multiply a point by a number."""
    found: Point = (0, 1, 1, 0)
    while number:
        found = plus(found, point) if number & 1 else found
        point, number = plus(point, point), number >> 1
    return found


def point_of(data: bytes) -> Point:
    """Decode a point from its 32 bytes."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & 2**255 - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    demand(
        len(data) == 32 and y < P and (x * x - square) % P == 0 and (x or not sign), "a key or signature is no point"
    )
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key: bytes, signature: bytes, text: bytes) -> bool:
    """Return whether an Ed25519 signature is valid."""
    public, where, s = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    h = int.from_bytes(sha512(signature[:32] + key + text).digest(), "little") % Q
    left, right = times(s, BASE), plus(where, times(h, public))
    return s < Q and all((left[k] * right[2] - right[k] * left[2]) % P == 0 for k in (0, 1))


# --- the proofs of the file -----------------------------------------------------------------------


def opened_note(note: str, key: bytes, name: str) -> list[str]:
    """Return the lines of a note after checking that this key signed it."""
    text, _, lines = note.partition("\n\n")
    codes = [line.split(" ")[2] for line in lines.splitlines() if line.startswith(f"— {name} ")]
    signatures = [b64decode(code)[4:] for code in codes]  # cosignatures of witnesses are not checked here
    wanted = (text + "\n").encode()
    demand(any(len(one) == 64 and is_signed(key, one, wanted) for one in signatures), f"{name} has not signed a note")
    return text.split("\n")


def climb(node: bytes, index: int, last: int, proof: list[bytes]) -> bytes:
    """Climb from a leaf of the tree to its root (RFC 9162, 2.1.3.2)."""
    for sibling in proof:
        demand(last, "a proof is too long")
        if index & 1 or index == last:
            node = sha256(b"\1" + sibling + node).digest()
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            node = sha256(b"\1" + node + sibling).digest()
        index, last = index >> 1, last >> 1
    demand(last == 0, "a proof is too short")
    return node


def chained(stream: dict[str, Any]) -> list[list[Any]]:
    """Check the hash chain of a stream; return its events' bodies, or the shown ones if they are withheld."""
    said, before = [], b""
    for number, (ledger, version, kind, body, told, shown, stated) in enumerate(stream["log"], 1):
        inner = sha256(body.encode()).digest() if body else bytes.fromhex(told)
        fields = [field.encode() for field in ("tablescribe/event/1", ledger, stream["id"], str(version), kind)]
        whole = b"".join(len(field).to_bytes(4, "big") + field for field in (*fields, before, inner))
        before = sha256(b"\0" + whole).digest()
        demand(version == number and before.hex() == stated, f"event {number} of {stream['id']} was changed")
        content = json.loads(body or shown)
        demand(content[:3] == [kind, stream["id"], version], f"event {number} of {stream['id']} is another's")
        said.append(content)
        fits = kind not in (*FIELDS, *TOLD) or (not shown if body else may_withhold(said))
        demand(bool(body) != bool(told) and fits, f"event {number} of {stream['id']} decides, and is withheld")
    demand(said and (len(said), before.hex()) == (stream["events"], stream["head"]), f"{stream['id']} has no end")
    return said


def may_withhold(said: list[list[Any]]) -> bool:
    """Return whether the last event may be withheld and shown like this: because of its words or its seed."""
    first, kind, fields = said[0], said[-1][0], said[-1][7:]
    if kind not in FIELDS:
        if kind == "Disclosed":
            return bool(fields == [""])
        return bool(kind == "Closed" and first[0] == "Opened" and first[14] == "sealed")
    names = FIELDS[kind].split()
    words = [value for name, value in zip(names, fields, strict=True) if name in words_in(kind)]
    apart = first[0] == "Announced" and first[7] >= APART
    return fields[2] == "" if kind == "Unsealed" else WITHHELD in words and apart == (kind == "Explained")


def opened_texts(bundle: dict[str, Any]) -> dict[str, str]:
    """Return the words beside the events by commitment; each must open a commitment of an included event."""
    told, wanted = dict[str, str](), "words:[0-9a-f]{64}"
    committed = {
        one for each in bundle["streams"] for row in each["log"] for one in re.findall(f'"({wanted})"', row[3])
    }
    for one in bundle.get("texts", []):
        made = "words:" + hmac.digest(bytes.fromhex(one[:64]), one[65:].encode(), "sha256").hex()
        demand(made in committed and made not in told, "words are told twice, or are not those that were written")
        told[made] = one[65:]
    return told


def entitle(streams: dict[str, list[list[Any]]], told: dict[str, str]) -> None:
    """Replace commitments to titles of games in events by the titles, or by `(withheld)` if they are not included."""
    for first in (said[0] for said in streams.values()):
        if first[0] == "Opened":
            first[12] = titled(first[12], told)
        elif first[0] == "Announced" and first[7] in FORMS[BESIDE - 1 :]:
            stages = first[9].get("stages", [])
            first[9] = first[9] | {"stages": [one | {"options": titled(one["options"], told)} for one in stages]}


def titled(options: dict[str, Any], told: dict[str, str]) -> dict[str, Any]:
    """Return options with the commitment to their title replaced by the title beside the event."""
    title = options.get("title")
    if type(title) is not str or not re.fullmatch("words:[0-9a-f]{64}", title):
        return options
    return options | {"title": told.get(title, WITHHELD)}


def proved(contents: bytes, given: str) -> tuple[dict[str, list[list[Any]]], dict[str, Any], str]:
    """Check all proofs of a bundle; return its streams' events, the document, and the key that signed it."""
    demand(len(contents) <= LARGEST, "it is too large for a bundle")
    bundle = json.loads(contents)
    demand(json.dumps(bundle, indent=1, ensure_ascii=False).encode() + b"\n" == contents, "it was written otherwise")
    demand(bundle["version"] in (1, 2, 3, 4), "it is of no version that is known here")
    name = f"tablescribe/{bundle['ledger']}"
    streams = {stream["id"]: chained(stream) for stream in bundle["streams"]}
    demand(len(streams) == len(bundle["streams"]) and "keyring" in streams, "a stream is there twice, or missing")
    keys = [b64decode(said[8]) for said in streams.pop("keyring") if said[0] == "Enrolled"]
    if given:
        keys = [b64decode(given.split("+", 2)[2])[1:]] if given.startswith(name + "+") else []
    demand(keys, "the key that you gave is not one of this ledger")
    entitle(streams, opened_texts(bundle))
    lines, key = [], b""
    for key in keys:
        try:
            lines = opened_note(bundle["seal"], key, name)
            break
        except WrongError:
            continue
    sealed = sha256(contents.rpartition(b'\n "seal": ')[0]).hexdigest()
    demand(lines == ["tablescribe bundle 1", name, sealed], "it was changed after it was sealed, or by another key")
    origin, size, root = opened_note(bundle["checkpoint"], key, name)[:3]
    demand(origin == name, "its checkpoint is of another log")
    for stream in bundle["streams"]:
        top = climb(bytes.fromhex(stream["head"]), stream["position"] - 1, int(size) - 1,
                    [bytes.fromhex(one) for one in stream["proof"]])  # fmt: skip
        demand(top == b64decode(root), f"{stream['id']} is not in the signed log")
    return streams, bundle, key.hex()


# --- the tournament ---------------------------------------------------------------------------------

FIELDS = {
    "Announced": "format by plan digest", "Entered": "by ref commitment number rating entered_in points apart",
    "Withdrawn": "by ref after reason", "Returned": "by ref reason", "Explained": "clause reason",
    "SlipTyped": "by round table match how places points absent",
    "CheckedIn": "by ref here", "ByeRequested": "by ref round bye",
    "Paired": "by round stage pods matches byes engine engine_version seed input broken gap",
    "PairedAlike": "by round stage pods matches byes engine engine_version seed input broken gap commitment",
    "Unsealed": "by round seed", "Adjusted": "by round pods matches byes reason",
    "Reported": "by round table how match version head places points absent",
    "ReportedTogether": "by round table how match version head places points absent coalition",
    "Corrected": "by report how places points absent ruling appeal clause reason",
    "CorrectedTogether": "by report how places points absent ruling appeal clause reason coalition",
    "Restated": "by report how places points absent coalition",
    "LotSealed": "by stage commitment", "LotDrawn": "by stage order seed how",
    "Penalised": "by ref round points clause reason", "Appealed": "by ref about reason",
    "Decided": "by appeal upheld clause reason", "Clocked": "by round does seconds reason",
    "Finished": "by table digest",
}  # fmt: skip
NUMBERS = ("format", "number", "entered_in", "after", "round", "stage", "table", "version", "report", "about", "appeal",
           "seconds")  # fmt: skip
MAYBE, TRUTHS = ("rating", "ruling"), ("upheld", "here")
LISTS = {"apart": str, "matches": str, "broken": str, "order": str, "places": int, "absent": int, "coalition": int}
MAY = {
    "organiser": "announce enter withdraw return checkin request pair adjust start report appeal draw finish clock",
    "arbiter": "enter withdraw return checkin request pair adjust start report correct penalise appeal decide draw "
               "clock",
    "desk": "enter withdraw return checkin request start report",
    "player": "withdraw return checkin request appeal", "public": "",
}  # fmt: skip
DOES = {
    "Announced": "announce", "Entered": "enter", "Withdrawn": "withdraw", "Paired": "pair", "Adjusted": "adjust",
    "Reported": "report", "Corrected": "correct", "Penalised": "penalise", "Appealed": "appeal", "Decided": "decide",
    "Returned": "return",
    "Restated": "report", "SlipTyped": "report", "CheckedIn": "checkin", "ByeRequested": "request",
    "Clocked": "clock", "Finished": "finish", "LotSealed": "pair", "LotDrawn": "draw", "Unsealed": "",
}  # fmt: skip
FORMS, APART, BESIDE, WITHHELD, ERASED = (1, 2, 3, 4), 3, 4, "(withheld)", "(erased)"
"""Formats of tournaments; the first with words in separate events; the first whose digests leave out words."""


def words_in(kind: str) -> set[str]:
    """Return the values of an event's fields that people write."""
    return {*FIELDS[kind].split()} & ({"how"} if kind == "LotDrawn" else {"clause", "reason"})


def is_list(value: Any, kind: type | tuple[type, ...]) -> bool:
    """Return whether a value is a list of texts, or of numbers."""
    return type(value) is list and all(type(one) in (kind if isinstance(kind, tuple) else (kind,)) for one in value)


def is_formed(kind: str, name: str, value: Any) -> bool:
    """Return whether the field of an event has the type that BUNDLE.md specifies."""
    if name == "table" and kind == "Finished":
        return is_list(value, list) and all([*map(type, row)] == [int, str, str] for row in value)
    if name == "points" and kind not in ("Entered", "Penalised"):
        return is_list(value, (int, type(None)))
    if name in MAYBE or (name == "appeal" and kind != "Decided"):
        return type(value) in (int, type(None))
    if name in NUMBERS or (name == "seed" and kind in ("Paired", "PairedAlike")):
        return type(value) is int
    if name in TRUTHS or name == "plan":
        return type(value) is (bool if name in TRUTHS else dict)
    if name == "pods":
        return is_list(value, list) and all(is_list(pod, str) for pod in value)
    if name == "byes":
        return is_list(value, list) and all(is_list(bye, str) and len(bye) == 2 for bye in value)
    return is_list(value, LISTS[name]) if name in LISTS else type(value) is str


BETWEEN = {"rounds": (1, 200), "time_limit": (0, 100_000), "until": (1, 10**18), "every": (0, 100_000),
           "seat": (0, 100_000), "cut": (1, 10**18), "objection": (1, 100_000), "half_points": (0, 200),
           "last_round": (0, 4000), "minutes": (0, 100_000)}  # fmt: skip
ONE_OF: dict[str, tuple[Any, ...]] = {
    "chance": ("table", "open", "sealed"), "take_back": ("free", "own", "consent", "judge"), "carry": (True, False),
    "shared": ("split", "full"), "winners": ("split", "full"), "coalition": ("split", "full"), "duplicate": (True,),
    "flag_loses": (True,),
    "acceleration": ("baku",),
    "typists": (1,),
}  # fmt: skip
LATER = ("duplicate", "overtime", "objection", "requests", "clock", "flag_loses", "starts", "acceleration", "typists")
STAGE = "name kind rounds game options catalogue box chance take_back pods scoring tie_breaks byes late time_limit"
PARTS = {
    "scoring": "kind win draw loss by_place shared winners coalition forfeit_win forfeit_loss",
    "byes": "pairing full half zero", "late": "until points", "overtime": "points every seat clause",
    "requests": "half_points last_round minutes",
}  # fmt: skip


def is_points(value: Any) -> bool:
    """Return whether a value is points as a plan writes them: `1` or `1/2`, in lowest terms."""
    found = type(value) is str and re.fullmatch(r"(0|[1-9][0-9]{0,6})(/[1-9][0-9]{0,6})?", value, re.A)
    return bool(found) and str(Fraction(value)) == value and Fraction(value) <= 10**6 >= Fraction(value).denominator


def has_parts(data: Any, names: str, *, whole: bool, more: tuple[str, ...] = ()) -> bool:
    """Return whether data are an object with only these fields, and with all of them if it must be complete."""
    known = {*names.split()}
    return type(data) is dict and {*data} <= known | {*more} and (not whole or known <= {*data})


def is_said(name: str, value: Any) -> bool:
    """Return whether a simple field of a plan has a valid value."""
    if name in BETWEEN:
        low, high = BETWEEN[name]
        return (type(value) is int and low <= value <= high) or (name == "cut" and value is None)
    if name == "clock":
        return is_control(value)
    if name in ONE_OF:
        return any(type(one) is type(value) and one == value for one in ONE_OF[name])
    if name in ("options", "catalogue"):
        return type(value) is dict or (name == "catalogue" and value is None)
    if name in ("name", "clause"):
        return type(value) is str and 1 <= len(value) <= 100
    if name == "by_place":
        return type(value) is list and all(map(is_points, value))
    return type(value) is str if name in ("game", "box", "kind") else is_points(value)


LENGTH = "(0|[1-9][0-9]{0,5}|(?:[1-9][0-9]{0,3}m)?[1-9][0-9]{0,3}s)"


def is_control(value: Any) -> bool:
    """Return whether a value is a time control as a plan writes it: `40/90+30, 30+30`, `25 d10`, `table 75`."""
    if type(value) is not str or value == "measured":
        return bool(value == "measured")
    periods, signs = value.removeprefix("table ").split(", "), set[str]()
    if len(periods) > (1 if value.startswith("table ") else 5):
        return False
    for number, period in enumerate(periods, 1):
        found = re.fullmatch(f"(?:([1-9][0-9]{{0,3}})/)?{LENGTH}(?:([+]| [bd]){LENGTH})?", period, re.A)
        if not found or (found[1] is None) != (number == len(periods)) or int(found[1] or 0) > 1000:
            return False
        time, bonus = seconds_of(found[2], 60), seconds_of(found[4] or "0", 1)
        whole = as_length(time, 60) == found[2] and as_length(bonus, 1) == (found[4] or "0")
        if not whole or not 0 < time <= 100 * 3600 or bonus > 3600 or (found[3] and not bonus):
            return False
        signs |= {found[3]} - {None}
    return len(signs) <= (0 if value.startswith("table ") else 1)


def seconds_of(text: str, unit: int) -> int:
    """Return a length of time in seconds; a bare number is in the given unit, otherwise it is like `1m30s`."""
    found = re.fullmatch("(?:([0-9]+)m)?(?:([0-9]+)s)?", text, re.A)
    return int(text) * unit if text.isdecimal() or not found else int(found[1] or 0) * 60 + int(found[2] or 0)


def as_length(seconds: int, unit: int) -> str:
    """Format a length of time as plans write it."""
    minutes, rest = divmod(seconds, 60)
    return str(seconds // unit) if seconds % unit == 0 else (f"{minutes}m" if minutes else "") + f"{rest}s"


def is_part(name: str, data: Any, *, whole: bool) -> bool:
    """Return whether a part of a stage, such as its scoring, is well formed."""
    fits = has_parts(data, PARTS[name], whole=whole) and all(map(is_said, data.keys(), data.values()))
    if name != "scoring" or not fits:
        return fits
    kind = data.get("kind", "results")
    return kind in ("results", "places", "game_points") and (kind == "places") == bool(data.get("by_place"))


def is_stage(data: Any, *, whole: bool) -> bool:
    """Return whether a stage of a plan is valid."""
    if not has_parts(data, STAGE + " cut carry", whole=whole, more=LATER):
        return False
    kind, pods, ties = data.get("kind"), data.get("pods", [2]), data.get("tie_breaks", [])
    rest = {name: value for name, value in data.items() if name not in (*PARTS, "pods", "tie_breaks", "starts")}
    fits = all(map(is_said, rest, rest.values())) and {"name", "kind", "rounds", "game"} <= {*data}
    fits = fits and all(is_part(name, data[name], whole=whole) for name in PARTS if name in data)
    fits = fits and kind in ("swiss", "round_robin", "pods", "elimination") and is_list(ties, str)
    fits = fits and ("starts" not in data or are_times(data["starts"], data["rounds"]))
    fits = (
        fits and is_list(pods, int) and bool(pods) and len({*pods}) == len(pods) and 1 <= min(pods) <= max(pods) <= 20
    )
    if not fits or len({*ties}) != len(ties) or not {*ties} <= {*TIE_BREAKS}:
        return False
    alone = 1 not in pods or data.get("scoring", {}).get("kind", "results") == "game_points"
    alike = not data.get("duplicate") or (data.get("chance"), data.get("take_back", "judge")) == ("sealed", "judge")
    two = pods == [2] or (kind not in ("swiss", "round_robin") and not {*ties} & {*FOR_TWO})
    lost = not data.get("flag_loses") or data.get("clock", "measured") != "measured"
    return alone and alike and two and lost and may_accelerate(data)


def are_times(data: Any, rounds: int) -> bool:
    """Return whether data are start times of rounds, each with its time zone, or an empty string for none."""
    fits = is_list(data, str) and 1 <= len(data) <= rounds
    try:
        times = [(one, datetime.fromisoformat(one)) for one in data if one] if fits else []
    except ValueError:
        return False
    return bool(fits) and all(at.tzinfo and at.isoformat(timespec="minutes") == one for one, at in times)


PRIZES: dict[str, tuple[type, int, int]] = {
    "amount": (int, 0, 10**12), "worth": (int, 0, 10**12), "thing": (str, 0, 100), "name": (str, 1, 100),
    "tag": (str, 0, 40), "rated_from": (int, 0, 10**6), "rated_below": (int, 1, 10**6), "unrated": (bool, 0, 1),
    "ties": (str, 4, 5), "currency": (str, 3, 3), "digits": (int, 0, 3), "unit": (int, 1, 10**6),
    "one_each": (bool, 0, 1), "besides": (bool, 0, 1), "withdrawn": (bool, 0, 1),
    "categories": (list, 1, 50), "prizes": (list, 1, 1000),
}  # fmt: skip


def is_table(data: Any, names: str, *, whole: bool) -> bool:
    """Return whether a part of the prizes of a plan has valid fields."""
    if not has_parts(data, names, whole=whole):
        return False
    for name, value in data.items():
        kind, low, high = PRIZES[name]
        if name in ("rated_from", "rated_below") and value is None:
            continue
        if type(value) is not kind:
            return False
        size = len(data[name]) if kind in (str, list) else data[name]
        if not low <= size <= high:
            return False
    return True


def is_category(data: Any, *, whole: bool) -> bool:
    """Return whether a category of prizes is valid: among others, no place wins more than the one before it."""
    if not is_table(data, "name prizes tag rated_from rated_below unrated ties besides", whole=whole):
        return False
    prizes, ties = data.get("prizes", ()), data.get("ties", "equal")
    if "name" not in data or not all(is_table(one, "amount thing worth", whole=whole) for one in prizes):
        return False
    told = [(one.get("amount", 0), one.get("worth", 0), bool(one.get("thing"))) for one in prizes]
    values = [(amount + worth, thing) for amount, worth, thing in told]
    fits = bool(told) and all((amount or thing) and (thing or not worth) for amount, worth, thing in told)
    return fits and ties in ("equal", "hort", "rank") and values == sorted(values, reverse=True) and (
        ties == "rank" or not any(thing for _, _, thing in told)
    )  # fmt: skip


def are_prizes(data: Any, *, whole: bool) -> bool:
    """Return whether the prizes of a plan are valid. Their winners are not computed here."""
    if not is_table(data, "currency digits unit one_each withdrawn categories", whole=whole):
        return False
    found, currency = data.get("categories", ()), data.get("currency", "EUR")
    if not found or not re.fullmatch("[A-Z]{3}", currency) or not all(is_category(one, whole=whole) for one in found):
        return False
    return len({one["name"] for one in found}) == len(found)


def may_accelerate(stage: dict[str, Any]) -> bool:
    """Return whether a stage's acceleration is valid: none, or a Swiss without `carry` and with scores 2 : 1 : 0."""
    how = {**PART_DEFAULTS["scoring"], **stage.get("scoring", {})}
    win, draw, loss = (Fraction(how[name]) for name in ("win", "draw", "loss"))
    fits = how["kind"] == "results" and loss == 0 < win == 2 * draw
    return not stage.get("acceleration") or (stage["kind"] == "swiss" and not stage.get("carry") and fits)


def is_plan(plan: Any, *, whole: bool) -> bool:
    """Return whether a plan is valid; with `whole`, only optional fields may be missing."""
    fits = has_parts(plan, "title stages", whole=True, more=("prizes",)) and type(plan["title"]) is str
    fits = fits and 1 <= len(plan["title"]) <= 200
    fits = fits and ("prizes" not in plan or are_prizes(plan["prizes"], whole=whole))
    if not fits or type(plan["stages"]) is not list or not 1 <= len(plan["stages"]) <= 20:
        return False
    if not all(is_stage(stage, whole=whole) for stage in plan["stages"]) or plan["stages"][0].get("carry"):
        return False
    times = [datetime.fromisoformat(one) for stage in plan["stages"] for one in stage.get("starts", ()) if one]
    if times != sorted({*times}):
        return False
    *others, last = (stage.get("cut") is not None for stage in plan["stages"])
    return all(others) and not last


DEFAULTS: dict[str, Any] = {
    "options": {}, "catalogue": None, "box": "", "chance": "table", "take_back": "judge", "pods": [2],
    "scoring": {}, "tie_breaks": [], "byes": {}, "late": {}, "time_limit": 0, "cut": None, "carry": False,
}  # fmt: skip
PART_DEFAULTS: dict[str, dict[str, Any]] = {
    "scoring": {"kind": "results", "win": "1", "draw": "1/2", "loss": "0", "by_place": [], "shared": "split",
                "winners": "full", "coalition": "full", "forfeit_win": "1", "forfeit_loss": "0"},
    "byes": {"pairing": "1", "full": "1", "half": "1/2", "zero": "0"}, "late": {"until": 1, "points": "0"},
    "overtime": {"points": "0", "every": 0, "seat": 0, "clause": "time limit"},
    "requests": {"half_points": 1, "last_round": 0, "minutes": 0},
}  # fmt: skip


def completed(plan: dict[str, Any]) -> dict[str, Any]:
    """Return a plan of an earlier format with missing fields set to their defaults."""
    stages = [{**DEFAULTS, **stage} for stage in plan["stages"]]
    for stage in stages:
        for name in PARTS.keys() & stage.keys():
            stage[name] = {**PART_DEFAULTS[name], **stage[name]}
    return {**plan, "stages": stages}


def bare(plan: dict[str, Any]) -> dict[str, Any]:
    """Return a plan without words of people, such as its title and the names of its stages, for its digest."""
    return {**plan, "title": "", "stages": [bare_stage(stage) for stage in plan["stages"]]}


def bare_stage(stage: dict[str, Any]) -> dict[str, Any]:
    """Return a stage without words of people, for digests."""
    found = {**stage, "name": ""}
    if "overtime" in stage:
        found["overtime"] = {**stage["overtime"], "clause": ""}
    if type(stage["options"].get("title")) is str:
        found["options"] = {**stage["options"], "title": ""}
    return found


class Tournament:
    """A tournament recomputed event by event; faults are collected in `found`."""

    def __init__(self, stream: str, events: list[list[Any]], matches: dict[str, list[list[Any]]],
                 heads: Heads) -> None:  # fmt: skip
        self.id, self.matches, self.heads = stream, matches, heads
        self.found, self.notes = list[str](), list[str]()
        self.people, self.left, self.missed = dict[Ref, Event](), dict[Ref, int](), set[tuple[Ref, int]]()
        self.rounds, self.reports, self.penalties = list[Event](), dict[int, Event](), dict[int, Event]()
        self.appeals, self.upheld, self.decided = dict[int, int](), set[int](), dict[int, bool]()
        self.requests = dict[tuple[Ref, int], str]()
        self.over, self.seals, self.lots, self.form = False, dict[int, str](), dict[int, dict[Ref, int]](), 1
        self.plan: dict[str, Any] = {}
        self.announced = ""
        explained = False
        for number, said in enumerate(events, 1):
            demand(said[0] in FIELDS and (said[0] == "Announced") == (number == 1), f"event {number} has no place")
            names = FIELDS[said[0]].split()
            formed = len(said) == 7 + len(names) and all(map(is_formed, [said[0]] * len(names), names, said[7:]))
            demand(formed, f"event {number} has another form")
            event = dict(zip(names, said[7:], strict=True))
            explained = self.worded(number, said[0], event, explained)
            if said[0] == "Clocked":  # clocks do not affect the result
                self.placed(number, event["round"], len(self.rounds))
                demand(0 <= event["seconds"] <= 7 * 24 * 3600, f"event {number}: nobody waits so long")
            elif said[0] != "Explained":
                self.take(number, said[0], event)
            if said[0] != "Explained":
                self.allowed(number, said[0], event)

    def worded(self, number: int, kind: str, event: Event, explained: bool) -> bool:
        """Check that words are where the tournament's format has them; return whether they belong to the next event."""
        words = words_in(kind)
        form = self.form if self.plan else event["format"]
        if kind == "Explained":
            fits = form >= APART and not explained
        else:
            fits = (not explained or words) and (form < APART or not any(event[name] for name in words))
        demand(fits, f"event {number} has words where they do not belong")
        return kind == "Explained"

    def allowed(self, number: int, kind: str, event: Event) -> None:
        """Check that the author's role allows an event."""
        what = DOES[kind.removesuffix("Together").removesuffix("Alike")]
        alone = kind == "Unsealed" or event.get("how") == "played" or event.get("does") == "start"
        hall = event["by"] == "hall" and alone
        if not hall and what not in MAY.get(event["by"], "").split():
            self.wrong("role.exceeded", number, f"{what} by {event['by'][:40]}")

    def placed(self, number: int, found: int, last: int) -> int:
        """Return the number of a round or table after checking that it exists."""
        demand(type(found) is int and 1 <= found <= last, f"event {number}: it is about what is not there")
        return found

    def wrong(self, code: str, number: int, what: str) -> None:
        """Add a fault to `found`."""
        self.found.append(f"WRONG: {code}, event {number}: {REASON[code]}: {what}")

    def note_plan(self) -> None:
        """Add notes on the parts of a plan that are not checked here."""
        if self.form < APART:
            self.notes.append("options that the plan leaves out: what the game makes of them is not known here")
        if "prizes" in self.plan:
            self.notes.append("prizes: who wins what is not computed here, but by `tablescribe tournament prizes`")

    def take(self, number: int, kind: str, event: Event) -> None:
        """Apply an event, and check that it is consistent with the earlier ones."""
        if kind == "Announced":
            self.plan, self.form = event["plan"], event["format"]
            demand(self.form in FORMS, "its events are of a newer form")
            demand(is_plan(self.plan, whole=self.form >= APART), "no tournament can be held by that plan")
            self.note_plan()
            self.announced = digest(bare(self.plan) if self.form >= BESIDE else self.plan)
            if self.announced != event["digest"]:
                self.wrong("plan.changed", number, self.announced)
            self.plan = completed(self.plan)
        elif kind == "Entered":
            demand(event["ref"] not in self.people, f"event {number}: somebody enters twice")
            demand(len(self.people) < ENTRANTS, f"more than {ENTRANTS} people entered")
            demand(exact(event["points"]) >= 0 and event["points"][0] != "-", f"event {number}: nobody begins below 0")
            taken = any(one["number"] == event["number"] for one in self.people.values())
            demand(not taken, f"event {number}: a number is another's")
            self.people[event["ref"]] = event
        elif kind == "Withdrawn":
            demand(
                event["ref"] in self.people and event["ref"] not in self.left and event["after"] >= 0,
                f"event {number}: nobody leaves there",
            )
            self.left[event["ref"]] = event["after"]
        elif kind == "Returned":
            self.returned(number, event["ref"])
        elif kind in ("Paired", "PairedAlike"):
            planned = sum(stage["rounds"] for stage in self.plan["stages"])
            fits = event["round"] == len(self.rounds) + 1 <= planned and event["stage"] == self.stage_of(event["round"])
            demand(fits, f"event {number}: a round is paired out of order")
            self.seats_people(number, event)
            self.paired(number, event)
        elif kind == "Unsealed":
            self.unsealed(number, event)
        elif kind == "Adjusted":
            one = self.rounds[self.placed(number, event["round"], len(self.rounds)) - 1]
            same = all(event["pods"][table - 1 : table] == [one["pods"][table - 1]] for table in one["reports"])
            demand(same, f"event {number}: a table that has reported sits otherwise")
            self.seats_people(number, event)
            one.update(pods=event["pods"], matches=event["matches"], byes=event["byes"])
            self.seated(number, event, self.playing(event["round"]))
        elif kind in ("Reported", "ReportedTogether"):
            one = self.rounds[self.placed(number, event["round"], len(self.rounds)) - 1]
            table = self.placed(number, event["table"], len(one["pods"]))
            demand(table not in one["reports"], f"event {number}: a table reports twice")
            demand(len(self.reports) < REPORTS, f"more than {REPORTS} tables reported")
            one["reports"][table] = number
            self.reports[number] = {"coalition": [], **event}
            self.is_result(number, self.reports[number], len(one["pods"][table - 1]))
            self.compare(number, self.reports[number])
        elif kind in ("Corrected", "CorrectedTogether"):
            ruled, first = {"coalition": [], **event}, self.reports.get(event["report"])
            demand(first, f"event {number}: it is about what is not there")
            self.is_result(number, ruled, len(first["places"] if first else []))
            if event["appeal"] is not None and not self.decided.get(event["appeal"]):
                self.wrong("correction.ground", number, f"appeal {event['appeal']}")
            said = {key: ruled[key] for key in ("how", "places", "points", "absent", "coalition")}
            self.reports[event["report"]] = {**self.reports[event["report"]], **said, "ruled": True}
        else:
            self.officials(number, kind, event)

    def restated(self, number: int, event: Event) -> None:
        """Apply a change of a slip, which is allowed in the last paired round, before a correction of it."""
        first = self.reports.get(event["report"], {})
        demand(first, f"event {number}: it is about what is not there")
        late = first["round"] != len(self.rounds) or first.get("ruled") or self.over
        demand(not late and "played" not in (first["how"], event["how"]), f"event {number}: no slip is changed there")
        self.is_result(number, event, len(first["places"]))
        self.reports[event["report"]] = {**first, **{key: event[key] for key in event if key not in ("by", "report")}}

    def returned(self, number: int, ref: Ref) -> None:
        """Apply a return. Rounds since the withdrawal stay missed; a later stage or an elimination may refuse it."""
        demand(ref in self.left, f"event {number}: nobody returns who has not withdrawn")
        paired, after = len(self.rounds), self.left.pop(ref)
        index = self.stage_of(paired + 1)
        first = self.first_of(index)
        missed = max(after + 1, first)
        closed = self.plan["stages"][index]["kind"] == "elimination" or (index > 0 and missed == first)
        demand(missed > paired or not closed, f"event {number}: somebody returns whom a round has left behind")
        self.missed |= {(ref, one) for one in range(after + 1, paired + 1)}

    def requested(self, number: int, event: Event) -> None:
        """Apply a request for a bye in a later round; the plan limits the requests of players."""
        ref, later, kind = event["ref"], event["round"], event["bye"]
        planned = sum(stage["rounds"] for stage in self.plan["stages"])
        fits = ref in self.people and len(self.rounds) < later <= planned and kind in ("half", "zero", "")
        demand(fits, f"event {number}: nobody can ask for that")
        index = self.stage_of(later)
        rule = self.plan["stages"][index].get("requests") or {"half_points": 0, "last_round": 0}
        self.requests[ref, later] = kind
        halves = [at for (who, at), had in self.requests.items()
                  if who == ref and had == "half" and self.stage_of(at) == index]  # fmt: skip
        late = rule["last_round"] and later > rule["last_round"]
        if event["by"] == "player" and kind == "half" and (late or len(halves) > rule["half_points"]):
            self.wrong("request.exceeded", number, f"round {later}")

    def officials(self, number: int, kind: str, event: Event) -> None:
        """Apply a decision of officials, or the finish."""
        if kind == "Restated":
            self.restated(number, event)
        elif kind == "CheckedIn":  # it decides nothing
            demand(event["ref"] in self.people, f"event {number}: it is about what is not there")
        elif kind == "ByeRequested":
            self.requested(number, event)
        elif kind == "SlipTyped":  # nor does it
            one = self.rounds[self.placed(number, event["round"], len(self.rounds)) - 1]
            table = self.placed(number, event["table"], len(one["pods"]))
            fits = one["matches"][table - 1] == event["match"] and event["how"] != "played"
            demand(fits, f"event {number}: no such slip is typed there")
            self.is_result(number, {**event, "coalition": []}, len(one["pods"][table - 1]))
        elif kind == "Penalised":
            demand(exact(event["points"]) > 0, f"event {number}: a penalty takes nothing")
            self.placed(number, event["round"], len(self.rounds))
            demand(event["ref"] in self.people, f"event {number}: it is about what is not there")
            self.penalties[number] = event
        elif kind == "LotSealed":
            fits = 0 <= event["stage"] < len(self.plan["stages"]) and event["stage"] not in self.seals
            demand(fits, f"event {number}: a lot is sealed twice, or for no stage")
            self.seals[event["stage"]] = event["commitment"]
        elif kind == "LotDrawn":
            self.drawn(number, event)
        elif kind == "Appealed":
            known = event["about"] in self.reports or event["about"] in self.penalties
            demand(known and event["ref"] in self.people, f"event {number}: it is about what is not there")
            self.appeals[number] = event["about"]
        elif kind == "Decided":
            fits = event["appeal"] in self.appeals and event["appeal"] not in self.decided
            demand(fits, f"event {number}: it is about what is not there, or was decided already")
            self.decided[event["appeal"]] = event["upheld"]
            self.upheld |= {self.appeals[event["appeal"]]} if event["upheld"] else set()
        else:
            self.ended(number, event)

    def drawn(self, number: int, event: Event) -> None:
        """Apply the order of a lot; if it was drawn from a sealed seed, draw it again and compare."""
        stage, order, seed = event["stage"], event["order"], event["seed"]
        demand(0 <= stage < len(self.plan["stages"]), f"event {number}: there is no such stage")
        known = {*order} <= {*self.people} and len({*order}) == len(order)
        demand(known, f"event {number}: it is about what is not there")
        lots, here = self.lots.setdefault(stage, {}), [one["ref"] for one in self.entrants(stage)]
        text = f"tablescribe lot 1\nseed {seed}\ntournament {self.id}\nstage {stage}\nentrant "
        true = sorted(here, key=lambda ref: sha256(f"{text}{ref}\n".encode()).hexdigest())
        fits = not {*order} & {*lots} and {*order} <= {*here}
        if seed:
            sealed = sha256(bytes.fromhex(seed)).hexdigest() == self.seals.get(stage)
            fits = fits and sealed and true == order
        if not fits:
            self.wrong("lot.wrong", number, f"stage {stage + 1}")
        self.lots[stage] = {ref: k for k, ref in enumerate(reversed(order), 1)} | lots

    # --- entrants and the input of pairing ---

    def stage_of(self, number: int) -> int:
        """Return the stage of a round."""
        for index, stage in enumerate(self.plan["stages"]):
            if number <= stage["rounds"]:
                return index
            number -= stage["rounds"]
        return len(self.plan["stages"]) - 1

    def first_of(self, stage: int) -> int:
        """Return the first round of a stage."""
        return 1 + sum(int(one["rounds"]) for one in self.plan["stages"][:stage])

    def entrants(self, stage: int) -> list[Event]:
        """Return the entrants of a stage: all in the first; in a later one, those qualified when it was paired."""
        if stage == 0:
            return sorted(self.people.values(), key=lambda one: int(one["number"]))
        first = self.first_of(stage)
        if len(self.rounds) >= first:
            return list(self.rounds[first - 1]["entrants"])
        return [
            {**self.people[ref], "number": k, "entered_in": 1} for k, ref in enumerate(self.qualified(stage - 1), 1)
        ]

    def qualified(self, stage: int) -> list[Ref]:
        """Return the entrants who qualify from a stage."""
        last = self.first_of(stage) + self.plan["stages"][stage]["rounds"]
        order = [row[1] for row in self.standing(stage, last - 1)]
        return [ref for ref in order if self.plays(self.people[ref], last)][: self.plan["stages"][stage]["cut"]]

    def plays(self, one: Event, number: int) -> bool:
        """Return whether an entrant is to be paired in a round."""
        here = one["entered_in"] <= number <= self.left.get(one["ref"], number)
        return bool(here and (one["ref"], number) not in self.missed)

    def playing(self, number: int) -> list[Event]:
        """Return the entrants to be paired in a round."""
        return [one for one in self.entrants(self.stage_of(number)) if self.plays(one, number)]

    def counted(self, stage: int, last: int) -> list[Event]:
        """Return the rounds that count for a stage, up to a round."""
        first = stage
        while self.plan["stages"][first]["carry"]:
            first -= 1
        end = self.first_of(stage) + self.plan["stages"][stage]["rounds"] - 1
        return self.rounds[self.first_of(first) - 1 : min(last, end)]

    def paired(self, number: int, event: Event) -> None:
        """Recompute the input of the pairing engine, and compare it with the recorded one."""
        stage, people = self.stage_of(event["round"]), self.playing(event["round"])
        asked = {ref for ref, kind in event["byes"] if kind != "pairing"}
        first = 0 if self.plan["stages"][stage]["carry"] else stage
        played = bare_stage(self.plan["stages"][stage]) if self.form >= BESIDE else self.plan["stages"][stage]
        fast = self.accelerated(stage) if self.plan["stages"][stage].get("acceleration") else None
        given = {
            "format": self.form, "round": event["round"], "stage": played, "seed": event["seed"],
            "entrants": [
                [one["ref"], one["number"], one["rating"], str(exact(one["points"])), one["entered_in"],
                 self.left.get(one["ref"]), sorted(one["apart"]), *([one["ref"] in fast] if fast is not None else [])]
                for one in people if one["ref"] not in asked
            ],
            "rounds": [
                {"number": one["round"], "pods": one["pods"], "byes": sorted(one["byes"]), "results": self.results(one),
                 **({"accelerated": sorted(fast)} if fast is not None else {})}
                for one in self.rounds[self.first_of(first) - 1 : event["round"] - 1]
            ],
        }  # fmt: skip
        self.rounds.append({"commitment": "", **event, "reports": {}, "entrants": self.entrants(stage), "untold": True})
        if bool(self.plan["stages"][stage].get("duplicate")) != bool(event.get("commitment")):
            self.wrong("seed.differs", number, f"round {event['round']} has no commitment, or one that is not planned")
        self.seated(number, event, people)
        if stage and self.unknown(stage - 1):
            self.notes.append(f"round {event['round']}: who qualified hangs on tie-breaks that this program has not")
        elif digest(given) != event["input"]:
            self.wrong("pairing.input", number, f"round {event['round']}: it follows as {digest(given)[:16]}")

    def accelerated(self, stage: int) -> set[Ref]:
        """Return the accelerated entrants: the first half of those of the first round, rounded up to an even number."""
        first = self.first_of(stage)
        here = [one["ref"] for one in self.entrants(stage) if self.plays(one, first)]
        return {*here[: 2 * -(-len(here) // 4)]}

    def seats_people(self, number: int, event: Event) -> None:
        """Check that a round seats only entrants, nobody twice at a table, and has a match for each table."""
        pods, byes, matches = event["pods"], event["byes"], event["matches"]
        refs = {ref for pod in pods for ref in pod} | {ref for ref, _ in byes}
        fits = refs <= {*self.people} and {kind for _, kind in byes} <= {"pairing", "full", "half", "zero"}
        fits = fits and all(pod and len({*pod}) == len(pod) for pod in pods)
        demand(fits and len({*matches}) == len(matches) == len(pods), f"event {number}: it seats what cannot sit there")

    def is_result(self, number: int, event: Event, seats: int) -> None:
        """Check that a report is possible for a table with this number of seats."""
        fits = len(event["places"]) == seats and all(1 <= place <= seats for place in event["places"])
        fits = fits and event["how"] in ("played", "slip", "forfeit") and len(event["points"]) in (0, seats)
        for some in (event["absent"], event["coalition"]):
            fits = fits and some == sorted({*some} & {*range(1, seats + 1)})
        demand(fits, f"event {number}: no table of {seats} gave that")

    def results(self, one: Event) -> list[Any]:
        """Return the results of a round's tables in the form of the engine's input."""
        found: list[Any] = []
        for table, pod in enumerate(one["pods"], 1):
            report = self.reports.get(one["reports"].get(table, 0))
            gone = sorted(pod[seat - 1] for seat in report["absent"]) if report else []
            told = [report["how"], report["places"], report["points"], gone] if report else None
            found.append([*told, "together"] if told and report and report["coalition"] else told)
        return found

    def seated(self, number: int, event: Event, people: list[Event]) -> None:
        """Check that every entrant in the round has exactly one seat or bye."""
        seats = [ref for pod in event["pods"] for ref in pod] + [ref for ref, _ in event["byes"]]
        later = self.stage_of(event["round"]) and event["round"] != self.first_of(self.stage_of(event["round"]))
        fits = {*seats} <= {one["ref"] for one in people} if later else {*seats} == {one["ref"] for one in people}
        if not fits or len({*seats}) != len(seats):
            self.wrong("pairing.pods", number, f"round {event['round']}")

    def unsealed(self, number: int, event: Event) -> None:
        """Check the seed that all tables of a round were dealt with; public bundles withhold it."""
        one = self.rounds[self.placed(number, event["round"], len(self.rounds)) - 1]
        hexadecimal = re.fullmatch("([0-9a-f]{64})?", event["seed"])
        demand(one["commitment"] and one["untold"] and hexadecimal, f"event {number}: a seed that nobody waits for")
        one["untold"] = False
        if len(one["reports"]) < len(one["pods"]):
            self.wrong("seed.early", number, f"round {event['round']}")
        if event["seed"] and sha256(bytes.fromhex(event["seed"])).hexdigest() != one["commitment"]:
            self.wrong("seed.wrong", number, f"round {event['round']}")

    # --- reports against matches ---

    def compare(self, number: int, event: Event) -> None:
        """Compare a report with its match."""
        one = self.rounds[event["round"] - 1]
        planned, pod = one["matches"][event["table"] - 1], one["pods"][event["table"] - 1]
        match = self.matches.get(event["match"] or planned)
        if match is None:
            if event["match"]:
                self.wrong("match.missing", number, event["match"])
            return
        opened, stage = match[0], self.plan["stages"][self.stage_of(event["round"])]
        sources = [log[0] for said in match if said[0] == "Sourced" for log in said[7]]
        if event["match"] and event["match"] != planned and planned not in sources:
            self.wrong("report.head", number, f"the match of that table is {planned}")
        mark = [f"tablescribe duplicate 1 tournament {self.id} round {one['round']}"] if one["commitment"] else None
        marked = [text for text in opened[16] if text.startswith("tablescribe duplicate")] or None
        if marked != mark or (mark and (opened[15] != one["commitment"] or opened[16] != mark)):
            self.wrong("seed.differs", number, opened[1])
        if mark and any(said[-1] for said in match if said[0] in (*CLOSING, "Disclosed")):
            self.wrong("seed.early", number, f"{opened[1]} told it when it was closed")
        alone = len(pod) == 1  # solo play: further seats are automata, not entrants
        sat = [seat for seat in opened[11] if not alone or seat[0] in self.people]
        if sat != [[ref, self.people[ref]["commitment"]] for ref in pod]:
            self.wrong("match.seats", number, f"table {event['table']} of round {event['round']}")
        told = (stage["game"], stage["chance"], stage["take_back"], stage["box"])
        titles = (opened[12].get("title"), stage["options"].get("title"))  # a game's real name, if it has one
        untold = {"title"} if any(title in (WITHHELD, ERASED) for title in titles) else set()
        options = all(opened[12].get(key) == value for key, value in stage["options"].items() if key not in untold)
        if (opened[8], opened[14], opened[17], digest(opened[13])) != told or not options:
            self.wrong("match.setting", number, opened[1])
        self.compare_result(number, event, match)

    def compare_result(self, number: int, event: Event, match: list[list[Any]]) -> None:
        """Compare a report with the result of its match."""
        closed = next((said for said in match if said[0] in CLOSING), None)
        if closed is None:
            if event["match"]:
                self.wrong("match.open", number, event["match"])
            return
        hashes, _ = self.heads[match[0][1]]
        if event["match"] and (event["version"], event["head"]) != (closed[2], hashes[closed[2] - 1]):
            self.wrong("report.head", number, f"it was closed by event {closed[2]}")
        ending, _, winners, scores = closed[7]  # with the ending `coalition`, the winners won as a team
        if ending == "abandoned":
            if event["match"]:
                self.wrong("report.result", number, "it was abandoned")
            return
        seats, sat = len(event["places"]), match[0][11]
        if seats == 1 < len(sat):  # the person's seat in solo play against automata
            mine = next((k for k, seat in enumerate(sat, 1) if seat[0] in self.people), 1)
            winners, scores = [1] * (mine in winners), scores[mine - 1 : mine] if len(scores) == len(sat) else []
        points = scores if len(scores) == seats else []
        order = [(seat not in winners, 0 if seat in winners else -(points or [0] * seats)[seat - 1])
                 for seat in range(1, seats + 1)]  # fmt: skip
        places = [1 + sum(other < mine for other in order) for mine in order] if winners else [1] * seats
        won = sorted(winners) if ending == "coalition" and len(winners) > 1 and self.form > 1 else []
        other = won != event["coalition"] or (event["match"] and points != event["points"])
        if places != event["places"] or other:
            code = "report.result" if event["match"] else "report.slip"
            told = f"told are {event['places']} {event['points']} {event['coalition']}"
            self.wrong(code, number, f"the match gave {places} {points} {won}, {told}")

    # --- standings ---

    def unknown(self, stage: int) -> list[str]:
        """Return the tie-breaks of a stage that this program does not support."""
        return [name for name in self.plan["stages"][stage]["tie_breaks"] if name not in TIE_BREAKS]

    def points_of(self, stage: int, people: list[Event], rounds: list[Event]) -> dict[Ref, Fraction]:
        """Return each entrant's points: those on entry, from byes and from reports, minus penalties."""
        plan, sums = self.plan["stages"][stage], {one["ref"]: exact(one["points"]) for one in people}
        given = [(ref, exact(plan["byes"][kind])) for played in rounds for ref, kind in played["byes"]]
        for played in rounds:
            for table, number in played["reports"].items():
                pod, report = played["pods"][table - 1], self.reports[number]
                given += [(ref, worth(plan["scoring"], report, seat)) for seat, ref in enumerate(pod, 1)]
        numbers = {played["round"] for played in rounds}
        for version, one in self.penalties.items():
            if one["round"] in numbers and version not in self.upheld:
                given.append((one["ref"], -exact(one["points"])))
        for ref, value in given:
            sums[ref] = sums.get(ref, ZERO) + value
        return {one["ref"]: sums[one["ref"]] for one in people}

    def standing(self, stage: int, last: int) -> list[tuple[int, Ref, Fraction, list[Fraction]]]:
        """Return the standings of a stage after a round: rank, entrant, points, tie-breaks."""
        rounds, people = self.counted(stage, last), self.entrants(stage)
        points = self.points_of(stage, people, rounds)
        names = [name for name in self.plan["stages"][stage]["tie_breaks"] if name in TIE_BREAKS]
        values = Sheet(self, stage, rounds, points).values(names, people)
        rows = sorted(
            (-points[one["ref"]], [-value for value in values[one["ref"]]], one["number"], one["ref"]) for one in people
        )
        ranks: list[int] = []
        for place, row in enumerate(rows):
            ranks.append(ranks[-1] if place and row[:2] == rows[place - 1][:2] else place + 1)
        return [(rank, row[3], -row[0], [-value for value in row[1]]) for rank, row in zip(ranks, rows, strict=True)]

    def final(self) -> list[tuple[int, Ref, Fraction, list[Fraction]]]:
        """Return the final standings: those of the last stage, followed by those eliminated in earlier stages."""
        lines: list[tuple[int, Ref, Fraction, list[Fraction]]] = []
        for stage in reversed(range(self.stage_of(max(len(self.rounds), 1)) + 1)):
            seen, above = {line[1] for line in lines}, len(lines)
            last = min(self.first_of(stage) + self.plan["stages"][stage]["rounds"] - 1, len(self.rounds))
            rest = [line for line in self.standing(stage, last) if line[1] not in seen]
            for place, line in enumerate(rest):
                same = place and line[2:] == rest[place - 1][2:]
                lines.append((lines[-1][0] if same else above + place + 1, *line[1:]))
        return lines

    def ended(self, number: int, event: Event) -> None:
        """Compare the recorded final standings with the recomputed ones."""
        self.over = True
        demand({ref for _, ref, _ in event["table"]} <= {*self.people}, f"event {number}: a stranger is in the table")
        lines, last = self.final(), self.stage_of(max(len(self.rounds), 1))
        if untold := [one["round"] for one in self.rounds if one["commitment"] and one["untold"]]:
            self.wrong("seed.untold", number, f"round {untold}")
        if any(map(self.unknown, range(last + 1))):
            names = sorted({name for stage in range(last + 1) for name in self.unknown(stage)})
            self.notes.append(f"order of equal points not computed again: {', '.join(names)}")
            points = {(ref, str(value)) for _, ref, value, _ in lines}
            told = [exact(value) for _, _, value in event["table"]]
            if points != {(ref, value) for _, ref, value in event["table"]} or (
                not last and told != sorted(told)[::-1]
            ):
                self.wrong("standings.differ", number, "other points")
            return
        table = [[rank, ref, str(value)] for rank, ref, value, _ in lines]
        whole = [[rank, ref, str(value), list(map(str, values))] for rank, ref, value, values in lines]
        if table != event["table"] or digest(whole) != event["digest"]:
            self.wrong("standings.differ", number, f"the table has {digest(whole)[:16]}")


def worth(scoring: dict[str, Any], report: Event, seat: int) -> Fraction:
    """Return the points of a seat by a report."""
    places = report["places"]
    if report["how"] == "forfeit":
        if seat in report["absent"]:
            return exact(scoring["forfeit_loss"])
        if len(places) - len(report["absent"]) == 1:
            return exact(scoring["forfeit_win"])
    if scoring["kind"] == "game_points":
        return Fraction(report["points"][seat - 1] or 0) if report["points"] else Fraction(0)
    place = places[seat - 1]
    if scoring["kind"] == "places":
        many = places.count(place) if scoring["shared"] == "split" else 1
        table = [exact(value) for value in scoring["by_place"]] + [Fraction(0)] * (place + many)
        return sum(table[place - 1 : place - 1 + many], Fraction(0)) / many
    winners = places.count(1)
    if place > 1 or (winners == len(places) > 1 and not report["coalition"]):
        return exact(scoring["loss"] if place > 1 else scoring["draw"])
    split = scoring.get("coalition" if report["coalition"] else "winners") == "split"
    return exact(scoring["win"]) / (winners if split else 1)


class Outing(NamedTuple):
    """An entrant's round: G game, W or L won or lost by forfeit, F full-point bye, R requested bye."""

    round: int
    kind: str
    points: Fraction
    others: tuple[Ref, ...] = ()
    seat: int = 0
    place: int = 0
    won: bool = False
    own: int | None = None
    all: tuple[int, ...] = ()


class Sheet:
    """All entrants' rounds in a stage, for the tie-breaks of the FIDE Handbook (C.07, 2026) and those for pods."""

    def __init__(self, count: Tournament, stage: int, rounds: list[Event], points: dict[Ref, Fraction]) -> None:
        plan, self.points, self.rounds = count.plan["stages"][stage], points, len(rounds)
        scoring, self.people, self.lots = plan["scoring"], count.people, count.lots.get(stage, {})
        self.last, self.robin = max((one["round"] for one in rounds), default=0), plan["kind"] == "round_robin"
        worths = {"results": [scoring["win"]], "places": scoring["by_place"], "game_points": [scoring["forfeit_win"]]}
        self.win = max(map(exact, worths[scoring["kind"]]))
        self.draw = exact(scoring["draw"] if scoring["kind"] == "results" else plan["byes"]["half"])
        refs = [*points, *(ref for one in rounds for pod in one["pods"] for ref in pod)]
        self.of: dict[Ref, list[Outing]] = {ref: [] for ref in dict.fromkeys(refs)}
        for one in rounds:
            here = {ref for pod in one["pods"] for ref in pod} | {ref for ref, _ in one["byes"]}
            for ref, kind in one["byes"]:
                full = "F" if kind in ("pairing", "full") else "R"
                self.of.setdefault(ref, []).append(Outing(one["round"], full, exact(plan["byes"][kind])))
            for table, pod in enumerate(one["pods"], 1):
                if table in one["reports"]:
                    self.table(one["round"], pod, count.reports[one["reports"][table]], scoring)
            for ref in self.of.keys() - here:
                self.of[ref].append(Outing(one["round"], "R", ZERO))

    def table(self, number: int, pod: list[Ref], report: Event, scoring: dict[str, Any]) -> None:
        """Add the result of a table."""
        gone = report["absent"] if report["how"] == "forfeit" else []
        there = [ref for seat, ref in enumerate(pod, 1) if seat not in gone]
        known = tuple(n for n, ref in zip(report["points"], pod, strict=False) if n is not None and ref in there)
        for seat, ref in enumerate(pod):
            kind = "L" if ref not in there else "W" if len(there) == 1 < len(pod) else "G"
            others = tuple(other for other in (there if kind == "G" else pod) if other != ref)
            place, points = report["places"][seat], worth(scoring, report, seat + 1)
            drawn = len(pod) > 1 and {*report["places"]} == {1} and not report["coalition"]
            won = kind == "G" and place == 1 and not drawn
            own = report["points"][seat] if report["points"] and kind == "G" else None
            self.of[ref].append(Outing(number, kind, points, others, seat, place, won, own, known))

    def own(self, ref: Ref, fore: bool = False) -> Fraction:
        """Return an entrant's points; with `fore`, as if all games of the last round were drawn."""
        found = self.points.get(ref, sum((one.points for one in self.of[ref]), ZERO))
        last = [one for one in self.of[ref] if fore and one.kind == "G" and one.round == self.last]
        return found + sum((self.draw - one.points for one in last), ZERO)

    def score(self, ref: Ref, fore: bool = False) -> Fraction:
        """Return an entrant's score as counted for opponents: requested byes up to the end are draws (16.3)."""
        found = self.own(ref, fore)
        for one in reversed(self.of[ref]):
            if one.kind in "GWF":
                break
            found += self.draw - one.points if one.kind == "R" else 0
        return found

    def games(self, ref: Ref) -> list[Outing]:
        """Return an entrant's rounds that count as games; in a round robin, forfeits do, too (15.2)."""
        return [one for one in self.of[ref] if one.kind in ("GWL" if self.robin else "G")]

    def parts(self, ref: Ref, weighed: bool = False, fore: bool = False) -> list[tuple[Fraction, Fraction, bool]]:
        """Return, for each round, the opponent's score, its contribution, and whether it is a voluntary gap (16.4)."""
        found, games = list[tuple[Fraction, Fraction, bool]](), self.games(ref)
        for one in self.of[ref]:
            real = one.kind == "G" or one in games
            scores = [self.score(other, fore) for other in one.others]
            if not real:
                limits = scores or [self.draw * self.rounds]
                scores = [min(self.own(ref, fore), *limits)]
            found += [(n, n * one.points if weighed else n, not real and one.kind in "LR") for n in scores]
        return found

    def buchholz(self, ref: Ref, low: int = 0, high: int = 0, *, weighed: bool = False, fore: bool = False) -> Fraction:
        """Return the sum of opponents' scores without the lowest (voluntary gaps first) and highest (8, 14, 16.5)."""
        rest = self.parts(ref, weighed, fore)
        for _ in range(min(low, len(rest) - 1)):
            rest.remove(min([one for one in rest if one[2]] or rest, key=lambda one: one[1]))
        for _ in range(min(high, len(rest) - 1)):
            rest.remove(max(rest, key=lambda one: one[1]))
        return sum((one[1] for one in rest), ZERO)

    def weighed_cut(self, ref: Ref) -> Fraction:
        """Return Sonneborn-Berger without the lowest opponent, or without the lowest gap if that is higher (14.1)."""
        rest = self.parts(ref, weighed=True)
        if len(rest) < 2:
            return sum((one[1] for one in rest), ZERO)
        out = min(one[1] for one in rest if one[0] == min(rest)[0])
        return sum((one[1] for one in rest), ZERO) - max(out, min((one[1] for one in rest if one[2]), default=out))

    def met(self, ref: Ref) -> list[Ref]:
        """Return an entrant's opponents, one item for each meeting at a table."""
        return [other for one in self.of[ref] if one.kind == "G" for other in one.others]

    def ratings(self, ref: Ref, low: int = 0) -> Fraction:
        """Return the rounded mean rating of an entrant's rated opponents (10.1)."""
        rated = sorted(self.people[other]["rating"] for other in self.met(ref) if self.people[other]["rating"])[low:]
        return Fraction((2 * sum(rated) + len(rated)) // (2 * len(rated))) if rated else ZERO

    def progressive(self, ref: Ref, low: int = 0) -> Fraction:
        """Return the sum of the points after each round (7.5)."""
        numbers = sorted({one.round for all_ in self.of.values() for one in all_})
        sums = [sum((one.points for one in self.of[ref] if one.round <= number), ZERO) for number in numbers]
        return sum(sums[low:], ZERO)

    def tiers(self, tied: list[Ref]) -> list[list[Ref]]:
        """Split tied entrants by direct encounter into groups that stay tied, best first (6)."""
        sums, missing = dict.fromkeys(tied, ZERO), dict.fromkeys(tied, 0)
        for ref in tied:
            for other in tied:
                met = [self.against(one, ref, other) for one in self.games(ref) if other in one.others]
                sums[ref] += sum(met, ZERO) / len(met) if met else ZERO
                missing[ref] += other != ref and not met
        if len(tied) < 2:
            return [tied] if tied else []
        if not any(missing.values()):
            groups = [[ref for ref in tied if sums[ref] == n] for n in sorted({*sums.values()}, reverse=True)]
            return groups if len(groups) == 1 else [tier for group in groups for tier in self.tiers(group)]
        for ref in tied:
            if all(sums[ref] > sums[other] + missing[other] * self.win for other in tied if other != ref):
                return [[ref], *self.tiers([other for other in tied if other != ref])]
        return [tied]

    def against(self, one: Outing, ref: Ref, other: Ref) -> Fraction:
        """Return the score of one seat of a table against another."""
        if len(one.others) == 1:
            return one.points
        place = next(theirs.place for theirs in self.of[other] if theirs.round == one.round)
        return self.win if one.place < place else self.draw if one.place == place else ZERO

    def values(self, names: list[str], people: list[Event]) -> dict[Ref, list[Fraction]]:
        """Return the values of the named tie-breaks for each entrant."""
        found: dict[Ref, list[Fraction]] = {one["ref"]: [] for one in people}
        for name in names:
            column = {ref: TIE_BREAKS[name](self, ref) for ref in found if name != "direct_encounter"}
            groups: dict[tuple[Fraction, ...], list[Ref]] = {}
            for ref, before in found.items():
                groups.setdefault((self.own(ref), *before), []).append(ref)
            for tied in groups.values() if name == "direct_encounter" else ():
                left = len(tied)
                for tier in self.tiers(tied):
                    left -= len(tier)
                    column |= dict.fromkeys(tier, Fraction(left))
            found = {ref: [*before, column[ref]] for ref, before in found.items()}
        return found


def mean(values: list[Fraction]) -> Fraction:
    """Return the mean of some values; 0 if there are none."""
    return sum(values, ZERO) / len(values) if values else ZERO


def won(sheet: Sheet, ref: Ref) -> Fraction:
    """Return the number of rounds worth as much as a win (7.1)."""
    return Fraction(sum(one.won or (one.kind in "WF" and one.points >= sheet.win) for one in sheet.of[ref]))


def margin(sheet: Sheet, ref: Ref) -> Fraction:
    """Return the sum of an entrant's margins over the mean of each table."""
    rows = [one for one in sheet.of[ref] if one.own is not None]
    return sum((one.own - Fraction(sum(one.all), len(one.all)) for one in rows if one.own is not None), ZERO)


def koya(sheet: Sheet, ref: Ref) -> Fraction:
    """Return the points scored against opponents with at least half of the points (9.2)."""
    half = sheet.win * sheet.rounds / 2
    return sum((one.points for one in sheet.games(ref) if all(sheet.own(n) >= half for n in one.others)), ZERO)


TIE_BREAKS: dict[str, Callable[[Sheet, Ref], Fraction]] = {
    "buchholz": Sheet.buchholz, "buchholz_cut1": lambda sheet, ref: sheet.buchholz(ref, 1),
    "buchholz_cut2": lambda sheet, ref: sheet.buchholz(ref, 2),
    "buchholz_median1": lambda sheet, ref: sheet.buchholz(ref, 1, 1),
    "buchholz_median2": lambda sheet, ref: sheet.buchholz(ref, 2, 2),
    "buchholz_fore": lambda sheet, ref: sheet.buchholz(ref, fore=True),
    "buchholz_average": lambda sheet, ref: mean([sheet.buchholz(other) for other in sheet.met(ref)]),
    "sonneborn_berger": lambda sheet, ref: sheet.buchholz(ref, weighed=True),
    "sonneborn_berger_cut1": Sheet.weighed_cut, "koya": koya, "ratings_average": Sheet.ratings,
    "ratings_average_cut1": lambda sheet, ref: sheet.ratings(ref, 1),
    "black_games": lambda sheet, ref: Fraction(sum(one.kind == "G" and one.seat == 1 for one in sheet.of[ref])),
    "black_wins": lambda sheet, ref: Fraction(sum(one.won and one.seat == 1 for one in sheet.of[ref])),
    "wins": won, "games_won": lambda sheet, ref: Fraction(sum(one.won for one in sheet.of[ref])),
    "rounds_elected": lambda sheet, ref: Fraction(sheet.rounds - sum(one.kind in "LR" for one in sheet.of[ref])),
    "progressive": Sheet.progressive, "progressive_cut1": lambda sheet, ref: sheet.progressive(ref, 1),
    "opponents_average": lambda sheet, ref: mean([sheet.score(other) for other in sheet.met(ref)]),
    "game_points": lambda sheet, ref: Fraction(sum(one.own or 0 for one in sheet.of[ref])),
    "game_points_margin": margin,
    "game_points_share": lambda sheet, ref: mean(
        [Fraction(one.own, sum(one.all)) for one in sheet.of[ref] if one.own is not None and sum(one.all) != 0]
    ),
    "lot": lambda sheet, ref: Fraction(sheet.lots.get(ref, 0)),
    "direct_encounter": lambda sheet, ref: ZERO,  # computed among tied entrants: see `Sheet.values`
}  # fmt: skip
"""Tie-breaks that this program computes."""

FOR_TWO = [name for name in TIE_BREAKS if name.startswith(("buchholz", "sonneborn", "ratings", "black"))] + ["koya"]
"""Tie-breaks for two at a table."""


KEPT = ("Opened", "Sourced", "Disclosed", *CLOSING)
"""Types of match events that are compared with reports."""


def joined(parts: Iterable[bytes], key: str) -> tuple[dict[str, list[list[Any]]], Heads, dict[str, Any], str]:
    """Check the files of a tournament one after the other; of matches, keep only events of the types in `KEPT`."""
    streams, heads, first, signer = dict[str, list[list[Any]]](), Heads(), dict[str, Any](), ""
    unproved = dict[str, list[tuple[int, str]]]()
    for contents in parts:
        found, bundle, by = proved(contents, key)
        about = {name: bundle[name] for name in ("ledger", "viewer", "checkpoint")}
        unproved |= {one["id"]: [(row[1], row[2]) for row in one["log"] if not row[3]] for one in bundle["streams"]}
        demand(not first or (about, by) == (first, signer), "these files are no parts of one")
        first, signer = about, by
        for name, events in found.items():
            demand(name not in streams, f"{name} is in it twice")
            is_match = events[0][0] == "Opened"
            streams[name] = [one for one in events if one[0] in KEPT] if is_match else events
        heads |= {one["id"]: ([row[6] for row in one["log"]], [row[2] for row in one["log"]])
                  for one in bundle["streams"] if one["log"][0][2] == "Opened"}  # fmt: skip
    return streams, heads, {**first, "withheld": unproved}, signer


def sealers_word(withheld: list[tuple[int, str]]) -> list[str]:
    """Return a line with the withheld, unproved rulings, not counting words and seeds."""
    numbers = [number for number, kind in withheld if kind not in ("Explained", "Unsealed")]
    many = "1 ruling is" if len(numbers) == 1 else f"{len(numbers)} rulings are"
    listed = ", ".join(map(str, numbers[:20])) + ", …" * (len(numbers) > 20)
    return [f"{many} the sealer's word: nothing proves what is shown of events {listed}"] * bool(numbers)


def verify(contents: bytes, key: str = "", plan: str = "", more: Iterable[bytes] = ()) -> list[str]:
    """Check a bundle and recompute its tournaments; return what it proves, or what is wrong, as lines of text.

    A large tournament lies in several: `more` are those beside the first.
    """
    streams, hashes, bundle, signer = joined(chain([contents], more), key)
    matches = {name: events for name, events in streams.items() if events[0][0] == "Opened"}
    lines, count = list[str](), 0
    for name, events in streams.items():
        if events[0][0] != "Announced":
            continue
        found, count = Tournament(name, events, matches, hashes), count + 1
        if plan and found.announced != plan:
            found.wrong("plan.changed", 1, f"it has {found.announced}")
        verdict = "WRONG" if found.found else "Sound"
        by = sum(bool(one["match"]) for one in found.reports.values())
        waits = [str(one["round"]) for one in found.rounds if one["commitment"] and one["untold"]]
        size = f"{len(found.people)} entrants, {len(found.rounds)} rounds, {len(found.reports)} reports"
        lines.append(f"{verdict}: tournament {name}: {size}, {by} of them by matches in this file")
        lines += sealers_word(bundle["withheld"][name])
        lines += [f"Seed not yet told: round {', '.join(waits)}"] * bool(waits)
        lines += [*found.found, *(f"NOT CHECKED: {note}" for note in found.notes)]
        for rank, ref, points, values in found.final():
            ties = f" ({', '.join(map(str, values))})" if values else ""
            lines.append(f"  {rank}. #{found.people[ref]['number']} {ref}: {points}{ties}")
    demand(count, "no tournament is in it")
    lines.append("Names, signatures and moves are not looked at here: run verify_bundle.py as well.")
    lines.append(f"Sealed for {bundle['viewer']}, signed by {signer}, {'your key' if key else 'BUT YOU GAVE NO KEY'}")
    return lines


def main() -> None:
    """Check the files given on the command line, and print what they prove, without terminal control characters."""
    parser = argparse.ArgumentParser(description="Count a tournament of Tablescribe again.")
    parser.add_argument("file", type=Path, nargs="+", help="all files of one tournament")
    parser.add_argument("--key", default="", help="whose signature you trust: NAME+HASH+BASE64")
    parser.add_argument("--plan", default="", help="the digest of the plan, as it was printed beforehand")
    given = parser.parse_args()
    if not all(one.is_file() for one in given.file):
        parser.error("there is no such file")
    try:
        more = (one.read_bytes() for one in given.file[1:])
        lines = verify(given.file[0].read_bytes(), given.key, given.plan, more)
    except Exception as error:  # untrusted input may cause any exception: the file is wrong
        sys.exit(f"WRONG: {str(error)!r}")
    sys.stdout.buffer.write("".join(repr(line)[1:-1] + "\n" for line in lines).encode(sys.stdout.encoding, "replace"))
    sys.exit(any(line.startswith("WRONG") for line in lines))


if __name__ == "__main__":
    main()
