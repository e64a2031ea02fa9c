"""The targets for the ledger's own formats: events, match files, bundles, notes, keys and timestamps."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Any

from tablescribe.domain.games import UnknownGame, WrongOptions
from tablescribe.domain.match.events import EVENTS
from tablescribe.ledger.care import match_files as files
from tablescribe.ledger.log import codec
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.proofs.bundles.bundle import contents_of
from tablescribe.ledger.proofs.bundles.parsing import parse
from tablescribe.ledger.proofs.bundles.verifying import Verified, verify_bundle
from tablescribe.ledger.proofs.keys.key_files import BadKey, KeyStore
from tablescribe.ledger.proofs.keys.signing import row_signed
from tablescribe.ledger.proofs.keys.timestamps import BadToken, check_token, read_certificates, token_text
from tablescribe.ledger.proofs.tree.signed_note import (
    BadNote,
    Checkpoint,
    VerifierKey,
    cosign,
    open_note,
    signatures_of,
    signed_by,
)
from tablescribe.ledger.proofs.witnesses.cosignature import (
    Cosignature,
    Request,
    WitnessKey,
    WitnessSigner,
    arranged,
    by_the_log,
    cosignatures,
    read_answer,
)
from tablescribe.ledger.proofs.witnesses.policy import BadPolicy, Policy
from tests.fuzz import samples
from tests.fuzz.inputs import AS_IT_IS, in_form, scratch
from tests.fuzz.mutating import Choices, changed, changed_bytes, written

# --- events -------------------------------------------------------------------------------------


def events(data: bytes) -> None:
    """A stored event is read and written as the same bytes, or is a `BadEvent`, both alone and joined with others."""
    choose = Choices(data[1:])
    rows = samples.stored()
    if data[:1] == AS_IT_IS:
        kind, body = choose.of(EVENTS).__name__, choose.rest()
    else:
        row = choose.of(rows)
        body = written(changed(json.loads(row.body), choose)).encode()
        kind = choose.of([row.type] * 7 + ["Nobody"])
    try:
        event = codec.decode(kind, body)
    except codec.BadEvent:
        event = None
    try:
        assert codec.check_canonical(kind, body) == event
        assert codec.encode(event) == body
    except codec.BadEvent:
        pass
    try:
        joined = codec.decode_joined(f"[{body.decode('utf-8', 'surrogateescape')}]")
        assert event is None or joined == [event]
    except codec.BadEvent:
        assert event is None


# --- match files --------------------------------------------------------------------------------


def match_files(data: bytes) -> None:
    """A match file contains a match and is written as the same bytes again, or is refused with a reason."""
    contents = match_file_of(data)
    try:
        match_id, rows = files.verify(contents)
    except (BadFile, LedgerDamaged):
        return
    document = json.loads(contents)
    assert (document["match"], document["events"]) == (match_id, len(rows))
    assert samples.as_file(document).strip() == contents.strip()
    assert [entry[3].encode() for entry in document["log"]] == [row.body for row in rows]
    try:
        match = files.match_in(rows)
    except (LedgerDamaged, UnknownGame, WrongOptions):
        return
    assert (match.id, match.version) == (match_id, len(rows))


def match_file_of(data: bytes) -> bytes:
    choose = Choices(data[1:])
    document: Any = samples.match_file()
    match data[:1] and data[0] % 4:
        case _ if data[:1] == AS_IT_IS:
            return choose.rest()
        case 0 | b"":
            return changed_bytes(samples.as_file(document), choose)
        case 1:
            return in_form(changed(document, choose))
        case 2:
            return forged(changed(document, choose), samples.relinked)
        case _:
            return forged(with_another_body(document, [document["log"]], choose), samples.relinked)


def forged(document: Any, seal: Callable[[Any], Any]) -> bytes:
    """Return a document as a file, with every hash and signature correct again if its form allows it."""
    try:
        return samples.as_file(seal(json.loads(written(document))))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError, BadNote):
        return in_form(document)


def with_another_body(document: Any, logs: list[list[Any]], choose: Choices) -> Any:
    """Return a document with a change in the body of one event, or in its shown part."""
    log = choose.of(range(len(logs)))
    entry, field = choose.of(range(len(logs[log]))), choose.of([3, 3, 3, 5])
    text = logs[log][entry][field]
    if not text.startswith("["):
        field, text = 3, logs[log][entry][3] or "[]"
    body = written(changed(json.loads(text), choose))
    copied = json.loads(json.dumps(document))
    found = copied["log"] if "log" in copied else copied["streams"][log]["log"]
    found[entry][field] = body
    return copied


# --- bundles ------------------------------------------------------------------------------------


def bundles(data: bytes) -> None:
    """A bundle is verified and written as the same bytes again, or is refused.

    With the ledger's key, only bundles sealed by that key pass: a real one, or one sealed again with it.
    """
    contents, key = bundle_of(data)
    real = real_bundles()
    try:
        assert contents_of(parse(contents)) == contents
    except BadFile:
        assert contents not in real
    for trusted in ([samples.SIGNER.key], []):
        try:
            proved = verify_bundle(contents, trusted)
        except (BadFile, LedgerDamaged, UnknownGame, WrongOptions):
            assert contents not in real
            continue
        assert contents in real or key == samples.SIGNER or not trusted, "somebody else's bundle is taken for ours"
        check_proved(proved)


@cache
def real_bundles() -> tuple[bytes, ...]:
    return tuple(samples.as_file(samples.bundle(viewer)) for viewer in ("everything", "spectator", "seat:2"))


def check_proved(proved: Verified) -> None:
    """Check that the verified content can be used."""
    for stream in proved.matches:
        match = stream.match()
        assert (match.id, match.version) == (stream.id, len(stream.events))
        for stamped in match.papers.tokens if stream.results else ():
            try:
                check_token(stamped.token, match.opened, row_signed(stream.results, stamped.originator_version))
            except BadToken:
                continue


def bundle_of(data: bytes) -> tuple[bytes, Any]:
    """Return a bundle, and the key that sealed it again, if any."""
    choose = Choices(data[1:])
    document: Any = samples.bundle(choose.of(["everything", "spectator", "seat:2"])) if data[:1] != AS_IT_IS else None
    signer = choose.of([samples.SIGNER, samples.STRANGER]) if document else None
    match data[:1] and data[0] % 4:
        case _ if data[:1] == AS_IT_IS:
            return choose.rest(), None
        case 0 | b"":
            return changed_bytes(samples.as_file(document), choose), None
        case 1:
            return in_form(changed(document, choose)), None
        case 2:
            document = changed(document, choose)
        case _:
            document = with_another_body(document, [stream["log"] for stream in document["streams"]], choose)
    assert signer is not None
    return forged(document, partial(samples.sealed, signer=signer)), signer


# --- notes --------------------------------------------------------------------------------------


def notes(data: bytes) -> None:
    """A note, a checkpoint and a key are written as the same text again, or are a `BadNote`; no text is forged."""
    choose = Choices(data[1:])
    mine = choose.rest() if data[:1] == AS_IT_IS else changed_bytes(samples.note().encode(), choose)
    keys = [samples.SIGNER.key, samples.STRANGER.key]
    try:
        text = open_note(mine, keys)
        assert text == samples.note().partition("\n\n")[0] + "\n", "a text that was never signed"
        assert signed_by(mine, keys) == (samples.SIGNER.key,)
        assert Checkpoint.parse(text).text() == text
    except BadNote:
        pass
    text = mine.decode("utf-8", "surrogateescape")
    for reading in (cosigned, witnessed, checkpoint_again, key_again, request_again, policy_again):
        try:
            reading(text)
        except (BadNote, BadPolicy):
            continue


def cosigned(note: str) -> None:
    assert open_note(cosign(note, [samples.STRANGER]), [samples.STRANGER.key])


def witnessed(note: str) -> None:
    """A witness's signature is found whatever other lines there are, once, and with its time."""
    witness = WitnessSigner(samples.STRANGER, 1_234_567_890)
    both = cosign(note, [witness])
    assert cosignatures(both, [witness.key]) == (Cosignature(witness.key, 1_234_567_890),)
    with suppress(BadNote):
        assert by_the_log(both).partition("\n\n")[0] == both.partition("\n\n")[0]
        if signatures_of(both)[0][0] == samples.SIGNER.name:  # otherwise it is not the line that bundles require
            assert by_the_log(arranged(both, samples.SIGNER.name)) == by_the_log(both)


def request_again(text: str) -> None:
    for one in (text, "old 0\n\n" + text, samples.request()[: len(text) % 200] + text):
        with suppress(BadNote):
            contents = one.encode("utf-8", "surrogateescape")
            assert Request.parse(contents).text().encode() == contents
            read_answer(contents)


def policy_again(text: str) -> None:
    """A policy is read, or a line of it is refused. If it is read, all witnesses together reach its quorum."""
    for one in (text, samples.policy()[: len(text) % 400] + text, text + samples.policy()):
        with suppress(BadPolicy):
            policy = Policy.parse(one.encode("utf-8", "surrogateescape"))
            assert policy.wants(policy.witnesses)
            assert policy.quorum == "none" or not policy.wants([])


def checkpoint_again(text: str) -> None:
    stated = text.rpartition("\n\n")[0] + "\n" if "\n\n" in text else text
    assert Checkpoint.parse(stated).text() == stated


def key_again(text: str) -> None:
    for one in (text, str(samples.SIGNER.key)[: len(text) % 90] + text):
        for kind in (VerifierKey, WitnessKey):
            with suppress(BadNote):
                assert str(kind.parse(one)) == one


# --- keys and time stamps -----------------------------------------------------------------------


def keys(data: bytes) -> None:
    """A private key's file gives a key that signs, or is a `BadKey`."""
    choose = Choices(data[1:])
    pem = choose.of(samples.pem_files())
    contents = choose.rest() if data[:1] == AS_IT_IS else changed_bytes(pem, choose)
    path = scratch() / "mine.pem"
    path.write_bytes(contents)
    path.chmod(0o600)
    for passphrase in (None, "secret"):
        try:
            signer = KeyStore(scratch()).signer("mine", passphrase=passphrase, make=False)
        except BadKey:
            continue
        assert signer.key.verifies(b"x", signer.signature(b"x"))
    with suppress(BadToken):
        assert read_certificates(path)


def tokens(data: bytes) -> None:
    """An authority's answer gives a time, or is a `BadToken`."""
    choose = Choices(data[1:])
    opened, closing = samples.closing()
    answer = choose.rest() if data[:1] == AS_IT_IS else changed_bytes(samples.answer(opened, closing), choose)
    for token in (token_text(answer), answer.decode("utf-8", "surrogateescape")):
        try:
            assert check_token(token, opened, closing).year
        except BadToken:
            continue
