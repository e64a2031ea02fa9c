"""What must hold for every parser of strangers' bytes, whatever the bytes are.

A parser gives either a value, which is written as the same bytes again, or the error that its docstring names, with a
stable `code` or a class of its own; never another exception. Each target takes bytes: the first one says whether the
others are read as they are, or choose what is changed in a real document, sealed anew or not.
"""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import msgspec

from cli.moves import action_data
from cli.opening import catalogue_data
from cli.record import Session
from cli.state import Explained
from domain.chance import FromTable
from domain.deciding import decide
from domain.events import EVENTS
from domain.games import UnknownGame, WrongOptions, opening
from domain.match import Match
from ledger.care import files
from ledger.ledger import open_ledger
from ledger.log import codec
from ledger.log.errors import BadFile, LedgerDamaged
from ledger.proofs.bundle import contents_of
from ledger.proofs.cosignature import (
    Cosignature,
    Request,
    WitnessKey,
    WitnessSigner,
    arranged,
    by_the_log,
    cosignatures,
    read_answer,
)
from ledger.proofs.keys import BadKey, KeyStore
from ledger.proofs.note import BadNote, Checkpoint, VerifierKey, cosign, open_note, signatures_of, signed_by
from ledger.proofs.policy import BadPolicy, Policy
from ledger.proofs.timestamps import BadToken, check_token, read_certificates, token_text
from ledger.proofs.verifying import Verified, parse, verify_bundle
from ledger.reading_actions import BadAction, read_action
from ledger.scribe import Scribe
from tests.fuzz import samples
from tests.fuzz.mutating import Choices, changed, changed_bytes, written

Target = Callable[[bytes], None]

AS_IT_IS = b"\xff"
"""The first byte of an input whose other bytes are read as they are."""


def as_it_is(contents: bytes) -> bytes:
    """Return the input by which a target reads these bytes."""
    return AS_IT_IS + contents


def explained(error: Exception) -> bool:
    """Return whether the command line tells an error by its cause."""
    cause = error.error if isinstance(error, Explained) else error
    return isinstance(cause, click.ClickException) or isinstance(getattr(cause, "code", None), str)


# --- events -------------------------------------------------------------------------------------


def events(data: bytes) -> None:
    """A stored event is read and written as the same bytes, or is a `BadEvent`; alone and joined alike."""
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
    """A match file tells a match, and is written as the same bytes again, or it is refused by cause."""
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


def in_form(document: Any) -> bytes:
    """Return a document as a file, indented as ours are if it is JSON at all."""
    text = written(document).encode("utf-8", "surrogatepass")
    try:
        return msgspec.json.format(text, indent=1) + b"\n"
    except (msgspec.DecodeError, RecursionError):
        return text


def forged(document: Any, seal: Callable[[Any], Any]) -> bytes:
    """Return a document as a file, every hash and signature right again, where it still has the form for that."""
    try:
        return samples.as_file(seal(json.loads(written(document))))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError, BadNote):
        return in_form(document)


def with_another_body(document: Any, logs: list[list[Any]], choose: Choices) -> Any:
    """Return a document with something changed in the body of one event, or in what is shown of it."""
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
    """A bundle proves what it proves and is written as the same bytes again, or it is refused.

    With the ledger's key, only what the ledger signed passes: one of the real bundles, or one sealed by that very key.
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
    """What was proved can be used."""
    for stream in proved.matches:
        match = stream.match()
        assert (match.id, match.version) == (stream.id, len(stream.events))
        for stamped in match.papers.tokens if stream.closing is not None else ():
            assert stream.closing is not None
            try:
                check_token(stamped.token, match.opened, stream.closing)
            except BadToken:
                continue


def bundle_of(data: bytes) -> tuple[bytes, Any]:
    """Return a bundle, and the key that sealed it anew, if one did."""
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
    """A witness's signature is found whatever else stands there, once, and with its time."""
    witness = WitnessSigner(samples.STRANGER, 1_234_567_890)
    both = cosign(note, [witness])
    assert cosignatures(both, [witness.key]) == (Cosignature(witness.key, 1_234_567_890),)
    with suppress(BadNote):
        assert by_the_log(both).partition("\n\n")[0] == both.partition("\n\n")[0]
        if signatures_of(both)[0][0] == samples.SIGNER.name:  # otherwise the log's own is not the one that bundles want
            assert by_the_log(arranged(both, samples.SIGNER.name)) == by_the_log(both)


def request_again(text: str) -> None:
    for one in (text, "old 0\n\n" + text, samples.request()[: len(text) % 200] + text):
        with suppress(BadNote):
            contents = one.encode("utf-8", "surrogateescape")
            assert Request.parse(contents).text().encode() == contents
            read_answer(contents)


def policy_again(text: str) -> None:
    """A policy is read, or a line of it is refused; what is read wants a quorum that all its witnesses are."""
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


# --- what people bring: catalogues, actions, sessions --------------------------------------------------


def catalogues(data: bytes) -> None:
    """A catalogue's file opens a match that is read again with the same catalogue, or is refused by cause."""
    choose = Choices(data[1:])
    game = choose.of(["freeform", "ultime"])
    base = (
        samples.CATALOGUE
        if game == "freeform"
        else opening(game, 3).catalogue.model_dump(mode="json", exclude_none=True)
    )
    if data[:1] == AS_IT_IS:
        contents = choose.rest()
    elif data[0] % 2 if data else 0:
        contents = changed_bytes(in_form(base), choose)
    else:
        contents = in_form(changed(base, choose))
    path = scratch() / "catalogue.yaml"
    path.write_bytes(contents)
    try:
        fixed = opening(game, 3, {"first_player": 1} if game == "ultime" else {}, catalogue_data(path))
        match = Match.open("m", fixed, samples.match().opened.seats, samples.SALTED)
    except Exception as error:
        if not explained(error):
            raise
        return
    (opened,) = samples.events_of(match)
    assert codec.decode("Opened", codec.encode(opened)) == opened
    again = opening(game, 3, match.opened.options, match.opened.catalogue)
    assert again.catalogue == fixed.catalogue


def actions(data: bytes) -> None:
    """What a seat says is an action, written and read as the same one, or a `BadAction`; it is carried out or not."""
    choose = Choices(data[1:])
    match = freeform() if choose.below(2) else samples.match()
    if data[:1] == AS_IT_IS:
        text = choose.rest().decode("utf-8", "surrogateescape")
    else:
        text = written(changed(choose.of(samples.ACTIONS), choose))
    try:
        action = read_action(match, action_data(match, [text]))
    except (BadAction, click.ClickException):
        return
    assert read_action(match, action.data()) == action
    before, as_played = match.table.digest(), bool(choose.below(2))
    try:
        decision = decide(match.opening, match.table, 1, action, FromTable(["glad"]), as_played=as_played)
        assert msgspec.json.encode(decision.facts)
        assert as_played or str(action.text())
    except Exception as error:
        if not explained(error):
            raise
    assert match.table.digest() == before


@cache
def freeform() -> Match:
    return samples.freeform()


def sessions(data: bytes) -> None:
    """Lines of a session are recorded, or refused by cause; either way the ledger is sound and loses nothing."""
    choose, scribe = Choices(data[1:]), recorder()
    session = Session(scribe, opened_match(scribe, choose.of(["ultime", "freeform"])), as_played=bool(choose.below(2)))
    match_id = session.match_id
    assert match_id is not None
    before = scribe.ledger.events_of(match_id)
    for _ in range(1 + choose.below(3)):
        line = choose.rest().decode("utf-8", "replace") if data[:1] == AS_IT_IS else written(
            changed(choose.of(samples.LINES), choose)
        )  # fmt: skip
        try:
            session.play(line)
        except Exception as error:
            if not explained(error):
                raise
            break
    assert scribe.ledger.events_of(match_id)[: len(before)] == before
    for one in {match_id, str(session.match_id)}:
        files.match_in(files.verify(files.export(scribe.ledger, one))[1])


@cache
def recorder() -> Scribe:
    return Scribe(open_ledger(scratch() / "ledger.db"))


_played: dict[str, tuple[str, int]] = {}


def opened_match(scribe: Scribe, game: str) -> str:
    """Return a match to go on with; a new one now and then, as long ones take their time."""
    match_id, times = _played.get(game, ("", 20))
    if times >= 20:
        arguments: dict[str, Any] = {"catalogue": samples.CATALOGUE} if game == "freeform" else {"outcomes": [1]}
        match_id, times = scribe.new(game, ["Ada", "Ben", "Cleo"], **arguments).id, 0
    _played[game] = match_id, times + 1
    return match_id


@cache
def scratch() -> Path:
    """A folder that is gone when the process ends."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


TARGETS: dict[str, Target] = {
    "events": events, "match_files": match_files, "bundles": bundles, "notes": notes, "keys": keys, "tokens": tokens,
    "catalogues": catalogues, "actions": actions, "sessions": sessions,
}  # fmt: skip
"""Each family of parsers with its property."""


def beginnings(name: str) -> list[bytes]:
    """Return inputs to begin with: documents as they are, bombs, and some choices."""
    files = {
        "match_files": [samples.as_file(samples.match_file())],
        "bundles": list(real_bundles()),
        "notes": [
            samples.note().encode(),
            str(samples.SIGNER.key).encode(),
            samples.policy().encode(),
            samples.request().encode(),
        ],
        "keys": list(samples.pem_files()),
        "tokens": [samples.answer(*samples.closing())],
        "catalogues": [b"\0" + in_form(samples.CATALOGUE), *(b"\0" + bomb for bomb in YAML_BOMBS)],
        "actions": [b"\0" + written(action).encode() for action in samples.ACTIONS],
        "sessions": [b"\0\0\0" + written(line).encode() for line in samples.LINES],
        "events": [bytes([[kind.__name__ for kind in EVENTS].index(row.type)]) + row.body for row in samples.stored()],
    }
    whole = [as_it_is(contents) for contents in [*files[name], *BOMBS]]
    return whole + [bytes([how, *range(seed, seed + 12)]) for how in range(4) for seed in range(0, 240, 30)]


BOMBS = (
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b"9" * 60_000,
    b'"' + b"\\u0000" * 10_000,
    b"\x1f\x8b" + bytes(1000),
    b"PK" * 100,
)
"""What is small and wants to be large: nesting, numbers, packed files."""

_LAUGHS = [f"{name}: &{name} [{','.join(['*' + before] * 10)}]" for before, name in pairwise("abcdefghij")]
YAML_BOMBS = ("\n".join(["a: &a [x,x,x,x,x,x,x,x,x,x]", *_LAUGHS]).encode(), b"&a [*a]", b"- " * 20_000)
"""References that stand for a thousand million items, for themselves, and nesting."""
