"""Compare the two verifiers of bundles on odd bundles that the ledger's owner hashed and sealed.

python -m tests.fuzz.differential [--runs 20000] [--seed 1]

Each mutant is a real bundle with a change. In most of them every hash, proof and signature is correct again,
which only the owner can achieve. The verifiers must reach the same verdict: sound, in doubt, or wrong. Disagreements
are written to a temporary folder. Exit: 0 they agree, 1 they do not.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from tablescribe.domain.match import signature_records
from tablescribe.domain.match.signature_events import EnrolledBy, RevokedBy, Signed
from tablescribe.domain.match.signature_records import enrolment_text
from tablescribe.ledger.log.codec import encode
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.proofs.bundles.bundle import sealed_text
from tablescribe.ledger.proofs.bundles.redaction import WITHHELD
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.signing import key_text, result_record, signature_text
from tablescribe.ledger.proofs.tree.signed_note import Signer, cosign, sign
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tablescribe.ledger.proofs.witnesses.cosignature import WitnessSigner
from tests.fuzz import samples
from tests.fuzz.mutating import Choices, changed, changed_bytes, written
from tests.fuzz.of_proofs import bundle_of, forged
from tests.support import STAMP

SOUND, DOUBT, WRONG = "sound", "doubt", "wrong"


def ours(contents: bytes, *, play: bool = False) -> str:
    """Return the verdict of our verifier by BUNDLE.md alone; with `play`, of the moves too."""
    try:
        found = verify_bundle(contents, [samples.SIGNER.key], play=play)
    except (BadFile, LedgerDamaged):
        return WRONG
    return DOUBT if found.faults else SOUND


def theirs(contents: bytes) -> str:
    """Return the verdict of the independent verifier."""
    try:
        lines = program.verify(contents, [str(samples.SIGNER.key)])
    except (ValueError, RecursionError):
        return WRONG
    return DOUBT if any(line.startswith("DOUBT") for line in lines) else SOUND


@cache
def documents() -> tuple[dict[str, Any], ...]:
    """Real bundles to begin with: complete, redacted, and two with the enrolment and revocation of keys."""
    told = with_new_papers()
    return (*map(samples.bundle, ("everything", "spectator", "seat:2")), told, with_reasons_withheld(told))


def with_reasons_withheld(document: dict[str, Any]) -> dict[str, Any]:
    """The same bundle for a spectator: the reasons for revoking keys are withheld."""
    found: dict[str, Any] = json.loads(json.dumps(document)) | {"viewer": "spectator"}
    for row in found["streams"][1]["log"]:
        if row[2] == "RevokedBy":
            said = json.loads(row[3])
            said[6], said[8] = "", WITHHELD
            row[4], row[3] = sha256(row[3].encode()).hexdigest(), ""
            row[5] = json.dumps(said, separators=(",", ":"), ensure_ascii=False)
    return samples.sealed(found, samples.SIGNER)


def with_new_papers() -> dict[str, Any]:
    """A bundle with keys enrolled with a proof, one revoked by its holder, and one revoked by the judge."""
    document: dict[str, Any] = json.loads(json.dumps(samples.bundle()))
    log = document["streams"][1]["log"]
    opened, closing = samples.closing()
    del log[closing.version :]
    done: list[Any] = []

    def add(kind: Any, *fields: Any) -> None:
        number = closing.version + len(done) + 1
        done.append(kind(samples.MATCH, number, STAMP.at, "r", "d", "c2FsdA", *fields))

    for seat, signer in enumerate([*samples.SEAT_KEYS, Signer("judge", b"j" * 32)], start=1):
        holder = signature_records.seat_holder(seat) if seat < 4 else signature_records.JUDGE
        proof = signature_text(signer, enrolment_text(samples.LEDGER, samples.MATCH, holder, key_text(signer)))
        add(EnrolledBy, holder, key_text(signer), ("organiser", "seat:2", "keeper", "judge")[seat - 1], proof)
        add(Signed, holder, key_text(signer), signature_text(signer, result_record(opened, closing, holder)))
    add(RevokedBy, key_text(samples.SEAT_KEYS[1]), "lost", "seat:2")
    add(RevokedBy, key_text(samples.SEAT_KEYS[2]), "stolen", "judge")
    log += [
        [samples.LEDGER, one.originator_version, type(one).__name__, encode(one).decode(), "", "", ""] for one in done
    ]
    return samples.sealed(document, samples.SIGNER)


def mutant(chance: random.Random) -> bytes:
    """Return one mutant."""
    data = chance.randbytes(48)
    if chance.random() < 0.25:
        return bundle_of(b"\x02" + data if data[:1] == b"\xff" else data)[0]
    choose, document = Choices(data), json.loads(json.dumps(chance.choice(documents())))
    if chance.random() < 0.1:
        return with_witnesses(document, chance, choose)
    for _ in range(chance.choice([1, 1, 1, 2])):
        log = chance.choice(document["streams"])["log"]
        if log and chance.random() < 0.8:
            change_body(log, chance, choose)
        else:
            change_order(log, chance)
    return forged(document, partial(samples.sealed, signer=samples.SIGNER))


def with_witnesses(document: Any, chance: random.Random, choose: Choices) -> bytes:
    """Return a bundle with changed witness lines in its checkpoint, sealed again."""
    whole = samples.sealed(document, samples.SIGNER)
    note = whole["checkpoint"]
    for number in range(chance.choice([1, 2, 31, 32])):
        note = cosign(note, [WitnessSigner(Signer(f"w{number}", b"w" * 32), number)])
    if chance.random() < 0.8:
        head, found, lines = note.partition("\n\n")
        note = head + found + changed_bytes(lines.encode(), choose).decode("utf-8", "replace")
    whole["checkpoint"], whole["seal"] = note, ""
    whole["seal"] = sign(sealed_text(whole["ledger"], samples.as_file(whole)), [samples.SIGNER])
    return samples.as_file(whole)


def change_body(log: list[Any], chance: random.Random, choose: Choices) -> None:
    """Change the body of an event, or its shown part."""
    entry = chance.choice(log)
    field = chance.choice([3, 3, 3, 5]) if entry[5] else 3
    try:
        said = json.loads(entry[field] or entry[5])
        entry[field] = chance.choice(RESPELLED)(written(changed(said, choose)))
    except (ValueError, RecursionError):  # it was already changed into something that cannot be changed again
        return
    entry[6] = ""


def change_order(log: list[Any], chance: random.Random) -> None:
    """Move, drop or duplicate an event, and number the versions again."""
    at = chance.randrange(len(log)) if log else 0
    if log:
        entry = log.pop(at) if chance.random() < 0.6 else json.loads(json.dumps(log[at]))
        if chance.random() < 0.7:
            log.insert(chance.randrange(len(log) + 1), entry)
    for version, entry in enumerate(log, start=1):
        entry[1] = version
        for field in (3, 5):
            try:
                said = json.loads(entry[field])
                entry[field] = written([*said[:2], version, *said[3:]])
            except (ValueError, TypeError, RecursionError):
                continue


RESPELLED: tuple[Callable[[str], str], ...] = (
    *[lambda text: text] * 12,
    lambda text: text.replace(",", ", ", 1),
    lambda text: text + " ",
    lambda text: text.replace("a", "\\u0061", 1),
    lambda text: text.replace('","', '","', 1).replace("/", "\\/", 1),
    lambda text: text.replace("é", "e\u0301").replace("Z", "+00:00", 1),
    lambda text: text.replace("00Z", "00.000000Z", 1),
    lambda text: text.replace("12:00:00Z", "12:00:00.120000Z", 1),
    lambda text: text.replace("2026-11-21", "2026-02-29", 1),
)
"""Ways to write the same value, or nearly the same, differently; most often unchanged."""


def disagreement(contents: bytes) -> tuple[str, str] | None:
    """Return the two verdicts if they differ."""
    mine, other = ours(contents), theirs(contents)
    return None if mine == other else (mine, other)


def campaign(
    about: str | None,
    mutate: Callable[[random.Random], bytes],
    differ: Callable[[bytes], tuple[str, str] | None],
    say: Callable[[bytes], str],
) -> None:
    """Try as many mutants as the command line says, and keep those on which the two programs disagree.

    Args:
        about: the description for the command line's help.
        mutate: makes a mutant.
        differ: returns the two verdicts if they differ.
        say: returns our verdict.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance, found, began = random.Random(asked.seed), Counter[str](), time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="tablescribe-differential-"))
    for run in range(asked.runs):
        contents = mutate(chance)
        verdict = differ(contents)
        found["disagreed" if verdict else say(contents)] += 1
        if run % 500 == 0:
            print(run, dict(found), flush=True)
        if verdict:
            file = folder / f"{asked.seed}-{run}.bundle"
            file.write_bytes(contents)
            print(f"run {run}: ours says {verdict[0]}, the outsider's {verdict[1]}: {file}", flush=True)
    print(f"{asked.runs} mutants in {time.monotonic() - began:.0f} s: {dict(found)}")
    sys.exit(1 if found["disagreed"] else 0)


if __name__ == "__main__":
    campaign(__doc__, mutant, disagreement, ours)
