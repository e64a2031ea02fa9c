"""Cases about keys, signatures, and redaction for viewers."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tablescribe.ledger.proofs.keys.signing import key_text, signature_text
from tablescribe.ledger.proofs.tree.signed_note import Signer
from tests.fuzz import samples
from tests.tools.conformance_seeds import (
    AT,
    DOUBT,
    KEYS,
    MATCH,
    OTHER,
    SOUND,
    WRONG,
    Case,
    Document,
    add,
    body,
    enrol,
    enrolment,
    event,
    log_of,
    plain,
    result,
    sealed,
    signed,
    signed_by,
    spectators,
)

# --- keys and signatures -----------------------------------------------------------------------------------


def adding(kind: str, *said: Any) -> Callable[[Document], None]:
    """Return a function that adds an event."""
    return lambda document: add(document, kind, *said)


def papers(*steps: Callable[[Document], Any], make: Callable[[], Document] = plain) -> bytes:
    document = make()
    for step in steps:
        step(document)
    return sealed(document)


def public(y: int, sign_of_x: int = 0) -> str:
    return b64encode((y | sign_of_x << 255).to_bytes(32, "little")).decode()


FIELD, ORDER_8 = 2**255 - 19, 2707385501144840649318225287225658788936804267575313519463743609750303402022


def keys() -> Iterator[Case]:
    """Yield cases about the holders of keys."""
    key = key_text(KEYS["seat:1"])
    yield "all-signed", SOUND, partial(papers, make=signed)
    for holder, verdict in (
        ("seat:1", SOUND), ("judge", SOUND), ("seat:3", WRONG), ("seat:0", WRONG), ("seat:01", WRONG), ("ledger", WRONG),
        ("seat:1, seat:2", WRONG), ("seat:1\n", WRONG), ("Judge", WRONG), ("", WRONG), ("seat:１", WRONG), (" seat:1", WRONG),
        ("seat:1\u200b", WRONG), ("\x1b[2K", WRONG),
    ):  # fmt: skip
        name = body(holder).strip('"').encode("unicode_escape").decode().replace(" ", "_").replace("\\", "")
        yield f"holder-{name or 'nobody'}", verdict, partial(papers, adding("Enrolled", holder, key))
    for y in (0, 1, FIELD - 1, ORDER_8, FIELD - ORDER_8, FIELD, FIELD + 1, 2**255 - 1):
        for sign_of_x in (0, 1):
            weak = public(y, sign_of_x)
            yield (
                f"weak-key-{y % 1000}-{sign_of_x}",
                WRONG,
                partial(papers, adding("Enrolled", "seat:1", weak)),
            )
    for number, text in enumerate(
        ("", "AAAA", key[:-1], key + "=", key[:-2] + "9=", key.replace("=", ""), "?" * 44, f" {key}")
    ):
        yield f"no-key-{number}", WRONG, partial(papers, adding("Enrolled", "seat:1", text))
    ledgers = key_text(samples.SIGNER)
    yield "the-ledgers-key", WRONG, partial(papers, adding("Enrolled", "seat:1", ledgers))
    yield (
        "one-key-for-two",
        WRONG,
        partial(papers, adding("Enrolled", "seat:1", key), adding("Enrolled", "seat:2", key)),
    )
    yield "one-key-twice", SOUND, partial(papers, adding("Enrolled", "seat:1", key), adding("Enrolled", "seat:1", key))
    for by, verdict in (
        ("seat:2", SOUND),
        ("keeper", SOUND),
        ("recorder", SOUND),
        ("seat:0", WRONG),
        ("", WRONG),
        ("me", WRONG),
    ):
        yield (
            f"enrolled-by-{by.replace(':', '') or 'nobody'}",
            verdict,
            partial(papers, partial(enrol, holder="seat:1", by=by)),
        )
    proofs = (
        ("", SOUND), ("A" * 86 + "==", WRONG), ("x", WRONG), (enrolment("seat:2", KEYS["seat:1"]), WRONG),
        (enrolment("seat:1", OTHER), WRONG), (enrolment("seat:1", KEYS["seat:1"], match="m2"), WRONG),
        (enrolment("seat:1", KEYS["seat:1"], ledger="x"), WRONG),
    )  # fmt: skip
    for number, (proof, verdict) in enumerate(proofs):
        yield (
            f"proof-{number}",
            verdict,
            partial(papers, adding("EnrolledBy", "seat:1", key, "keeper", proof)),
        )


def revoke(document: Document, signer: Signer, by: str | None = None) -> None:
    add(document, "Revoked" if by is None else "RevokedBy", key_text(signer), "lost", *(() if by is None else (by,)))


def signatures() -> Iterator[Case]:
    """Yield cases about the validity of signatures."""
    one = KEYS["seat:1"]

    def case(name: str, verdict: str, *steps: Callable[[Document], Any]) -> Case:
        return name, verdict, partial(papers, *steps)

    def enrolled(d: Document) -> None:
        enrol(d, "seat:1")

    def signs(d: Document) -> None:
        signed_by(d, "seat:1")

    def forged(d: Document) -> None:
        add(d, "Signed", "seat:1", key_text(one), signature_text(one, f"{result(d)}holder seat:2\n"))

    def told(code: Any) -> Callable[[Document], None]:
        return lambda d: add(d, "Signed", "seat:1", key_text(one), code)

    good = signature_text(one, "x")
    yield case("signed", SOUND, enrolled, signs)
    yield case("signed-before-the-key-is-enrolled", DOUBT, signs, enrolled)
    yield case("signed-never-enrolled", DOUBT, signs)
    yield case("signed-for-another", DOUBT, enrolled, forged)
    yield case("signed-with-nothing", DOUBT, enrolled, told(b64encode(bytes(64)).decode()))
    yield case("signed-twice", SOUND, enrolled, signs, signs)
    yield case("revoked-after-it-signed", SOUND, enrolled, signs, lambda d: revoke(d, one))
    yield case("revoked-by-the-holder", SOUND, enrolled, signs, lambda d: revoke(d, one, "seat:1"))
    yield case("revoked-by-the-judge", SOUND, enrolled, signs, lambda d: revoke(d, one, "judge"))
    yield case("revoked-by-another", WRONG, enrolled, signs, lambda d: revoke(d, one, "seat:2"))
    yield case("revoked-by-the-organiser", WRONG, enrolled, signs, lambda d: revoke(d, one, "organiser"))
    yield case("revoked-by-nobody", WRONG, enrolled, signs, lambda d: revoke(d, one, ""))
    yield case("revoked-before-it-signed", DOUBT, enrolled, lambda d: revoke(d, one, "seat:1"), signs)
    yield case("revoked-twice", WRONG, enrolled, lambda d: revoke(d, one), lambda d: revoke(d, one))
    yield case("revoked-never-enrolled", WRONG, lambda d: revoke(d, one))
    yield case("enrolled-again-once-revoked", WRONG, enrolled, lambda d: revoke(d, one), enrolled)
    yield case("replaced-before-it-signed", DOUBT, enrolled, lambda d: enrol(d, "seat:1", OTHER), signs)
    yield case("replaced-after-it-signed", SOUND, enrolled, signs, lambda d: enrol(d, "seat:1", OTHER))
    yield case("replaced-and-back", SOUND, enrolled, lambda d: enrol(d, "seat:1", OTHER), enrolled, signs)
    yield case("a-hundred-signatures", SOUND, enrolled, *[signs] * 100)
    yield case("more-than-a-hundred-signatures", WRONG, enrolled, *[signs] * 101)
    codes: tuple[Any, ...] = ("", "A", good[:-1], good + "=", good[:-3] + "B==", "?" * 88, 5, None, good + " ")
    for number, code in enumerate(codes):
        yield case(f"no-signature-{number}", WRONG, enrolled, told(code))
    for number, holder in enumerate(("seat:3", "ledger", "seat:1, seat:2", "")):
        yield case(f"signed-by-nobody-here-{number}", WRONG, adding("Signed", holder, key_text(one), good))
    weak = public(1)
    yield case("signed-with-a-weak-key", WRONG, lambda d: add(d, "Signed", "seat:1", weak, good))


def keyrings() -> Iterator[Case]:
    """Yield cases about the stream of the ledger's keys."""

    def ring(*rows: tuple[Any, ...]) -> bytes:
        document = plain()
        log = document["streams"][0]["log"]
        log += [event(kind, len(log) + n, *said, match="keyring") for n, (kind, *said) in enumerate(rows, start=1)]
        return sealed(document)

    own, other = key_text(samples.SIGNER), key_text(OTHER)
    rows: tuple[tuple[str, str, tuple[tuple[Any, ...], ...]], ...] = (
        ("one more", SOUND, (("Enrolled", "ledger", other),)), ("revoked", DOUBT, (("Revoked", own, "lost"),)),
        ("an old one revoked", SOUND, (("Enrolled", "ledger", other), ("Revoked", other, "lost"))),
        ("revoked twice", WRONG, (("Revoked", own, "lost"), ("Revoked", own, "lost"))),
        ("one twice", WRONG, (("Enrolled", "ledger", own),)), ("a seat", WRONG, (("Enrolled", "seat:1", other),)),
        ("a weak key", WRONG, (("Enrolled", "ledger", public(1)),)), ("no key", WRONG, (("Enrolled", "ledger", ""),)),
        ("unknown revoked", WRONG, (("Revoked", other, "x"),)), ("a remark", WRONG, (("Noted", None, "x"),)),
        ("said by whom", WRONG, (("EnrolledBy", "ledger", other, "keeper", ""),)),
        ("revoked by whom", WRONG, (("RevokedBy", own, "x", "judge"),)),
    )  # fmt: skip
    for name, verdict, some in rows:
        yield f"keyring-{name.replace(' ', '-')}", verdict, partial(ring, *some)


# --- redaction ------------------------------------------------------------------------------------------------


def shown(kind: str, field: int, change: Callable[[Any], Any]) -> bytes:
    """Return the spectator's bundle with a change in a row: 3 the body, 4 the digest, 5 what is shown."""
    document = spectators()
    row = next(row for row in log_of(document) if row[2] == kind)
    row[field] = change(row[field])
    return sealed(document)


def with_said(at: int, value: Any) -> Callable[[str], str]:
    def change(text: str) -> str:
        said = json.loads(text)
        said[at] = value
        return body(said)

    return change


def redacted() -> Iterator[Case]:
    """Yield cases about what may be withheld, and how."""
    yield "spectator", SOUND, lambda: sealed(spectators())
    yield "seat", SOUND, lambda: sealed(spectators() | {"viewer": "seat:2"})
    for viewer in ("everything", "seat:0", "seat:1000", "Spectator", "seat:", ""):
        yield (
            f"viewer-{viewer.replace(':', '') or 'nobody'}",
            WRONG,
            partial(lambda v: sealed(spectators() | {"viewer": v}), viewer),
        )
    changes: tuple[tuple[str, str, str, int, Callable[[Any], Any]], ...] = (
        ("salt told", WRONG, "Played", 5, with_said(6, "salt")), ("another number", WRONG, "Played", 5, with_said(7, 2)),
        ("another time, withheld", SOUND, "Played", 5, with_said(3, "2026-11-21T13:00:00Z")),
        ("another time", WRONG, "Ruled", 5, with_said(3, "2026-11-21T13:00:00Z")),
        ("another recorder", WRONG, "Ruled", 5, with_said(4, "x")), ("another device", WRONG, "Ruled", 5, with_said(5, "x")),
        ("another salt", WRONG, "Ruled", 5, with_said(6, "x")), ("another number, told", WRONG, "Ruled", 5, with_said(7, 1)),
        ("another reason", SOUND, "Ruled", 5, with_said(10, "x")), ("no text", WRONG, "Ruled", 5, with_said(10, 5)),
        ("another match", WRONG, "Ruled", 5, with_said(1, "m2")), ("a space", WRONG, "Ruled", 5, lambda t: t + " "),
        ("no digest", WRONG, "Played", 4, lambda t: ""), ("digest in capitals", WRONG, "Played", 4, str.upper),
        ("digest too long", WRONG, "Played", 4, lambda t: t + "00"), ("digest beside", WRONG, "Ruled", 4, lambda t: "0" * 64),
        ("not shown", WRONG, "Played", 5, lambda t: ""), ("told too", WRONG, "Played", 3, lambda t: "[]"),
        ("shown where nothing is hidden", SOUND, "Missed", 5, lambda t: body(["Missed", MATCH, 4, AT, "rec", "dev", "salt", 3, 1, [], ""])),
    )  # fmt: skip
    for name, verdict, kind, field, change in changes:
        yield f"shown-{name.replace(' ', '-').replace(',', '')}", verdict, partial(shown, kind, field, change)

    def paper(verdict_of: str) -> bytes:
        document = spectators()
        enrol(document, "seat:1")
        row = log_of(document)[-1]
        said = json.loads(row[3])
        if verdict_of == "withheld":
            said[6] = ""
            row[4], row[3] = hashlib.sha256(row[3].encode()).hexdigest(), ""
        row[5] = body(said)
        return sealed(document)

    yield "a-key-withheld", WRONG, partial(paper, "withheld")
    yield "a-key-shown-otherwise", WRONG, partial(paper, "shown")
    yield from reasons()


def reasons() -> Iterator[Case]:
    """Yield cases about a revocation: only its reason may be withheld."""

    def withheld(row: list[Any], *, reason: Any = "(withheld)", salt: str = "", told: bool = False) -> None:
        said = json.loads(row[3])
        said[6], said[8] = salt, reason
        if not told:
            row[4], row[3] = hashlib.sha256(row[3].encode()).hexdigest(), ""
        row[5] = body(said)

    def case(viewer: str = "spectator", *, by: str | None = "seat:1", later: bool = False, **how: Any) -> bytes:
        document = spectators() | {"viewer": viewer}
        enrol(document, "seat:1")
        if later:
            signed_by(document, "seat:1")
        revoke(document, KEYS["seat:1"], by)
        withheld(log_of(document)[-1], **how)
        if not later:
            signed_by(document, "seat:1")
        return sealed(document)

    def ring(**how: Any) -> bytes:
        document = spectators()
        log = document["streams"][0]["log"]
        log.append(event("Enrolled", 2, "ledger", key_text(OTHER), match="keyring"))
        log.append(event("Revoked", 3, key_text(OTHER), "lost", match="keyring"))
        withheld(log[-1], **how)
        return sealed(document)

    rows: tuple[tuple[str, str, Callable[[], bytes]], ...] = (
        ("by the seat", SOUND, partial(case, later=True)), ("by nobody", SOUND, partial(case, by=None, later=True)),
        ("for a seat", SOUND, partial(case, "seat:2", later=True)), ("before it signed", DOUBT, case),
        ("for everything", WRONG, partial(case, "everything", later=True)),
        ("by another", WRONG, partial(case, by="seat:2", later=True)),
        ("another reason", WRONG, partial(case, later=True, reason="lost")), ("no text", WRONG, partial(case, later=True, reason=5)),
        ("no reason", WRONG, partial(case, later=True, reason="")), ("salt told", WRONG, partial(case, later=True, salt="salt")),
        ("told too", WRONG, partial(case, later=True, told=True, salt="salt")), ("of the ledger", SOUND, ring),
        ("of the ledger, otherwise", WRONG, partial(ring, reason="x")),
    )  # fmt: skip
    for name, verdict, make in rows:
        yield f"reason-withheld-{name.replace(' ', '-').replace(',', '')}", verdict, make
