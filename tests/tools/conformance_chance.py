"""Cases about contributions to the chance of a match: commitments, reveals, their times, and the beacon."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

from tests.tools.conformance_seeds import (
    AT,
    EVENTS,
    MATCH,
    SOUND,
    WRONG,
    Case,
    Document,
    body,
    event,
    log_of,
    plain,
    sealed,
)

SEED = bytes(range(32))
COMMITMENT = hashlib.sha256(SEED).hexdigest()
NONCES = {1: "01" * 32, 2: "f2" * 32}
CHAIN, ROUND, DUE = "ab" * 32, 1234, 1_800_000_000
SIGNATURE = "8d" * 48
RANDOMNESS = hashlib.sha256(bytes.fromhex(SIGNATURE)).hexdigest()
OPENED = [*EVENTS["Opened"][:7], "sealed", COMMITMENT, [], "free", [["coin", 2]], [], [], []]
PLAYED = EVENTS["Played"]
CLOSED = [["done", "", [1], [3, 0]], SEED.hex()]
Step = tuple[str, list[Any]]


def commitment(seat: int, nonce: str = "", match: str = MATCH, ledger: str = COMMITMENT) -> str:
    lines = "tablescribe contribution 1", f"match {match}", f"ledger {ledger}", f"seat {seat}"
    text = "".join(f"{line}\n" for line in (*lines, f"nonce {nonce or NONCES[seat]}"))
    return hashlib.sha256(text.encode()).hexdigest()


def committed(seat: int, by: str = "", code: Any = None) -> Step:
    return "Committed", [seat, code if code is not None else commitment(seat), by or f"seat:{seat}"]


def revealed(seat: int, by: str = "", nonce: Any = None) -> Step:
    return "Revealed", [seat, nonce if nonce is not None else NONCES[seat], by or f"seat:{seat}"]


def awaited(*seats: int, chain: str = "", number: int = 0, due: int = 0) -> Step:
    return "Awaited", [list(seats), chain, number, due]


def given(chain: str = CHAIN, number: int = ROUND, randomness: str = RANDOMNESS, signature: str = SIGNATURE) -> Step:
    return "BeaconGiven", [chain, number, randomness, signature]


WAITS: Step = ("Opened", OPENED)
DEALT: Step = ("Dealt", [[1, "x"], [], ["FF-1"]])
MOVE: Step = ("Played", PLAYED)
END: Step = ("Closed", CLOSED)
PARTS: tuple[Step, ...] = (committed(1), committed(2), revealed(1), revealed(2))
BEACON = awaited(1, 2, chain=CHAIN, number=ROUND, due=DUE)
WHOLE: tuple[Step, ...] = (WAITS, awaited(1, 2), *PARTS, DEALT, MOVE, END)
WITH_BEACON: tuple[Step, ...] = (WAITS, BEACON, *PARTS, given(), DEALT, MOVE, END)


def document_of(steps: tuple[Step, ...]) -> Document:
    document = plain()
    document["streams"][1]["log"] = [
        event(kind, version, *fields) for version, (kind, fields) in enumerate(steps, start=1)
    ]
    return document


def bundle(*steps: Step) -> bytes:
    return sealed(document_of(steps))


def changed(at: int, step: Step, steps: tuple[Step, ...] = WHOLE) -> bytes:
    return bundle(*steps[:at], step, *steps[at + 1 :])


def without(at: int, steps: tuple[Step, ...] = WHOLE) -> bytes:
    return bundle(*steps[:at], *steps[at + 1 :])


def put(at: int, field: int, value: Any, steps: tuple[Step, ...] = WHOLE) -> bytes:
    kind, fields = steps[at]
    return changed(at, (kind, [*fields[:field], value, *fields[field + 1 :]]), steps)


def withheld(at: int) -> bytes:
    """Return a spectator's bundle in which an event is withheld."""
    document = document_of(WHOLE)
    document["viewer"] = "spectator"
    row = log_of(document)[at]
    said = json.loads(row[3])
    said[6] = ""
    row[4], row[3], row[5] = hashlib.sha256(row[3].encode()).hexdigest(), "", body(said)
    return sealed(document)


def chance() -> Iterator[Case]:
    """Yield the cases."""
    yield "parts", SOUND, partial(bundle, *WHOLE)
    yield "parts-and-a-beacon", SOUND, partial(bundle, *WITH_BEACON)
    yield "parts-of-nobody-but-a-beacon", SOUND, partial(
        bundle, WAITS, awaited(chain=CHAIN, number=ROUND, due=DUE), given(), DEALT, MOVE, END
    )  # fmt: skip
    yield "parts-of-one-seat", SOUND, partial(bundle, WAITS, awaited(2), committed(2), revealed(2), DEALT, MOVE, END)
    yield "parts-in-another-order", SOUND, partial(
        bundle, WAITS, BEACON, given(), committed(2), committed(1), revealed(2), revealed(1), DEALT
    )  # fmt: skip
    yield "parts-by-the-keeper", SOUND, partial(
        bundle, WAITS, awaited(1, 2), committed(1, "keeper"), committed(2, "keeper"), revealed(1, "organiser"),
        revealed(2, "seat:1"), DEALT,
    )  # fmt: skip
    yield "parts-never-dealt", SOUND, partial(bundle, *WHOLE[:5], END)
    yield "parts-still-awaited", SOUND, partial(bundle, *WHOLE[:2])
    yield "parts-and-a-remark-between", SOUND, partial(bundle, *WHOLE[:3], ("Noted", [None, "late"]), *WHOLE[3:])
    yield from orders()
    yield from contents()
    yield from openings()


def orders() -> Iterator[Case]:
    """Yield events that are too early, too late, repeated, or missing."""
    names = ("opened", "awaited", "committed-1", "committed-2", "revealed-1", "revealed-2", "dealt")
    for at, name in enumerate(names):
        yield f"parts-without-{name}", WRONG, partial(without, at)
        if at:
            yield f"parts-with-two-{name}", WRONG, partial(bundle, *WHOLE[: at + 1], WHOLE[at], *WHOLE[at + 1 :])
            yield f"parts-{name}-at-the-end", WRONG, partial(bundle, *WHOLE[:at], *WHOLE[at + 1 :], WHOLE[at])
    for at in range(2, 6):
        yield f"parts-dealt-before-{names[at]}", WRONG, partial(
            bundle, *WHOLE[:at], DEALT, *WHOLE[at:6], *WHOLE[7:]
        )  # fmt: skip
    yield "parts-revealed-before-all-committed", WRONG, partial(
        bundle, *WHOLE[:3], revealed(1), committed(2), revealed(2), DEALT
    )  # fmt: skip
    yield "parts-without-the-beacon", WRONG, partial(without, 6, WITH_BEACON)
    yield "parts-with-two-rounds", WRONG, partial(bundle, *WITH_BEACON[:7], given(), *WITH_BEACON[7:])
    yield "parts-with-a-beacon-nobody-awaits", WRONG, partial(bundle, *WHOLE[:6], given(), *WHOLE[6:])
    for kind in ("Played", "Ruled", "Missed", "TakenBack", "Restored"):
        fields = [1, *EVENTS[kind][1:]] if kind in ("Ruled", "Missed") else EVENTS[kind]
        yield f"parts-{kind}-before-they-are-dealt", WRONG, partial(bundle, *WHOLE[:4], (kind, fields), *WHOLE[4:7])


def contents() -> Iterator[Case]:
    """Yield contributions with invalid contents."""
    other = "33" * 32
    for name, code in (
        ("another", commitment(1, other)), ("of-the-other-seat", commitment(2, NONCES[1])), ("upper", commitment(1).upper()),
        ("of-another-match", commitment(1, match="m2")), ("under-another-opening", commitment(1, ledger="00" * 32)),
        ("short", commitment(1)[:-2]), ("empty", ""), ("number", 1),
    ):  # fmt: skip
        yield f"parts-commitment-{name}", WRONG, partial(changed, 2, committed(1, code=code))
    for name, nonce in (
        ("another", other), ("upper", "AB" * 32), ("short", "01" * 31), ("long", "01" * 33), ("empty", ""), ("none", None),
    ):  # fmt: skip
        yield f"parts-nonce-{name}", WRONG, partial(put, 4, 1, nonce)
    for at, what in ((2, "committed"), (4, "revealed")):
        for number, seat in enumerate((0, 3, -1, 2, "1", True)):
            yield f"parts-{what}-of-seat-{number}", WRONG, partial(put, at, 0, seat)
        for by in ("", "me", "seat:0", "seat:01", "Keeper"):
            yield f"parts-{what}-by-{by.replace(':', '') or 'nobody'}", WRONG, partial(put, at, 2, by)
        yield f"parts-{what}-by-judge", SOUND, partial(put, at, 2, "judge")
    for number, seed in enumerate((bytes(32).hex(), SEED.hex().upper(), SEED.hex()[:-2], "x", f" {SEED.hex()}")):
        yield f"parts-seed-{number}", WRONG, partial(put, 8, 1, seed)
    yield "parts-seed-not-told", SOUND, partial(put, 8, 1, "")
    beacons: tuple[tuple[str, Step], ...] = (
        ("round", given(number=ROUND + 1)), ("chain", given(chain="cd" * 32)), ("randomness", given(randomness="00" * 32)),
        ("signature", given(signature="8e" * 48)), ("short", given(signature="8d" * 47)), ("upper", given(signature="8D" * 48)),
        ("empty", given(signature="", randomness=hashlib.sha256(b"").hexdigest())),
    )  # fmt: skip
    for name, step in beacons:
        yield f"parts-beacon-of-another-{name}", WRONG, partial(changed, 6, step, WITH_BEACON)
    long = "8d" * 96
    right = given(signature=long, randomness=hashlib.sha256(bytes.fromhex(long)).hexdigest())
    yield "parts-beacon-of-96-bytes", SOUND, partial(changed, 6, right, WITH_BEACON)


def openings() -> Iterator[Case]:
    """Yield matches that could not be opened like this, and impossible contributions."""
    for name, at, value in (
        ("chance", 7, "table"), ("commitment", 8, ""), ("commitment-in-capitals", 8, COMMITMENT.upper()), ("nonces", 9, ["n"]),
        ("outcomes", 12, [1]), ("facts", 13, [["changed", "score:1", None, 3]]), ("rules", 14, ["FF-1"]),
    ):  # fmt: skip
        yield f"parts-opened-with-{name}", WRONG, partial(put, 0, at, value)
    for number, seats in enumerate(([], [2, 1], [1, 1], [0, 1], [1, 3], [-1], ["1"], "1", [1, 2, 3])):
        yield f"parts-awaited-of-{number}", WRONG, partial(put, 1, 0, seats)
    for name, step in (
        ("round-0", awaited(1, 2, chain=CHAIN, number=0, due=DUE)), ("round-less", awaited(1, 2, number=ROUND)),
        ("due-less", awaited(1, 2, chain=CHAIN, number=ROUND)), ("due-alone", awaited(1, 2, due=DUE)),
        ("no-chain", awaited(1, 2, chain="quicknet", number=ROUND, due=DUE)),
    ):  # fmt: skip
        yield f"parts-awaited-{name}", WRONG, partial(changed, 1, step, WITH_BEACON)
    now = int(datetime.fromisoformat(AT).timestamp())
    for late, verdict in ((0, WRONG), (-1, WRONG), (1, SOUND)):
        step = awaited(1, 2, chain=CHAIN, number=ROUND, due=now + late)
        yield f"parts-round-due-{late + 1}", verdict, partial(changed, 1, step, WITH_BEACON)
    for at, what, verdict in (
        (0, "opened", WRONG), (1, "awaited", WRONG), (2, "committed", WRONG), (4, "revealed", WRONG), (6, "dealt", SOUND),
        (8, "closed", SOUND),
    ):  # fmt: skip
        yield f"parts-{what}-withheld", verdict, partial(withheld, at)
