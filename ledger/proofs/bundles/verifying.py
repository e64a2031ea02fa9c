"""Verification of a whole bundle from the file and a public key, without a database."""

from __future__ import annotations

import hashlib
import hmac
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

import msgspec

from tablescribe.domain.match.signature_events import Enrolled
from tablescribe.domain.match.signature_records import LEDGER
from tablescribe.domain.words.text import Text, Thing, plural, say
from tablescribe.ledger.log.codec import check_canonical
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.log.pictures import StoredPicture
from tablescribe.ledger.log.pictures import opened as opened_pictures
from tablescribe.ledger.log.text_marks import ERASED, WITHHELD
from tablescribe.ledger.log.texts import StoredText, opened
from tablescribe.ledger.proofs.bundles.bundle import EVERYTHING, Bundle, Stream, sealed_text
from tablescribe.ledger.proofs.bundles.parsing import check_canonical_file, decode
from tablescribe.ledger.proofs.bundles.schema import HASH, SIZE, VIEWER, check_ids
from tablescribe.ledger.proofs.bundles.streams import VerifiedStream, broken, check_stream, hashes
from tablescribe.ledger.proofs.bundles.worker_pool import MORE, Begun, Terms, begun, check_amount, check_others
from tablescribe.ledger.proofs.keys.keyring import STREAM
from tablescribe.ledger.proofs.keys.signing import public_key
from tablescribe.ledger.proofs.tree.log_tree import origin_of
from tablescribe.ledger.proofs.tree.merkle import verify_consistency
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, VerifierKey, open_note, signed_by
from tablescribe.ledger.proofs.witnesses.cosignature import by_the_log
from tablescribe.ledger.proofs.witnesses.policy import Policy, Witnessed


@dataclass(frozen=True)
class Verified:
    """What a bundle proves.

    Attributes:
        ledger: the ledger's id.
        viewer: `everything`, or the viewer that it was redacted for.
        checkpoint: the checkpoint that the proofs lead to.
        key: the key that signed the checkpoint.
        vouched: whether the caller supplied that key; otherwise it comes from the file itself.
        matches: the matches.
        tournaments: the tournaments.
        names: names by reference.
        earlier: sizes of the earlier checkpoints that this one was proved to extend.
        faults: faults that break no proof, such as a wrong signature of a player.
        texts: words that people wrote, each verified against its commitment.
        pictures: pictures of notes, each verified against its commitment.
        witnessed: result of the policy for the checkpoint, or an earlier one; `None` without a policy.
    """

    ledger: str
    viewer: str
    checkpoint: Checkpoint
    key: VerifierKey
    vouched: bool
    matches: tuple[VerifiedStream, ...]
    tournaments: tuple[VerifiedStream, ...]
    names: dict[str, str]
    earlier: tuple[int, ...]
    faults: tuple[Text, ...]
    witnessed: Witnessed | None = None
    texts: tuple[StoredText, ...] = ()
    pictures: tuple[StoredPicture, ...] = ()


def verify_bundle(
    contents: bytes,
    keys: Sequence[VerifierKey] = (),
    *,
    since: Sequence[str] = (),
    expected: Mapping[str, str] | None = None,
    policy: Policy | None = None,
    now: int = 0,
    processes: int = 1,
    play: bool = True,
) -> Verified:
    """Verify a bundle completely.

    Args:
        contents: the file's bytes.
        keys: trusted keys of ledgers; without any, the file's own key is used, and `vouched` is false.
        since: earlier checkpoints kept by the caller; the bundle must prove that its log extends each.
        expected: expected keys (base64) by holder, such as `seat:1`.
        policy: the witnesses that must have cosigned.
        now: seconds since 1970; the policy ignores later cosignatures.
        processes: number of processes.
        play: whether to rebuild the matches from their events as well; BUNDLE.md does not require it.

    Raises:
        BadFile: it is not a bundle, or is newer, truncated, compressed, too large, or not signed by a given key.
        LedgerDamaged: the first fault in its contents.
    """
    bundle = decode(contents)
    terms = _terms(bundle, keys, play=play) if processes > 1 and len(bundle.streams) > MORE else None
    with begun(bundle, contents, terms, processes) if terms is not None else nullcontext() as others:
        check_canonical_file(bundle, contents)
        with broken(say("the photos")):  # before the seal, as this says which one was changed
            pictures = _pictures(bundle)
        with broken(say("the bundle")):
            check_ids([bundle.ledger])
            if not VIEWER.fullmatch(bundle.viewer):
                raise LedgerDamaged(say("there is no viewer {viewer}", viewer=repr(bundle.viewer[:100])))
            key = _key(bundle, keys)
            stated = _checkpoint(bundle, bundle.checkpoint, [key])
            # lines added after the ledger's own signature are not covered by the seal, so they are dropped first
            if open_note(by_the_log(bundle.seal, 0), [key]) != sealed_text(bundle.ledger, contents):
                raise LedgerDamaged(say("it was changed after it was sealed"))
        with broken(say("the words")):
            texts = _texts(bundle)
        streams = _check_streams(bundle, stated, texts, others, play=play)
    keyring, matches = streams[0], [one for one in streams[1:] if not one.is_tournament]
    tournaments = [one for one in streams[1:] if one.is_tournament]
    with broken(say("the ledger's keys")):
        own = _own_keys(bundle.ledger, keyring.stream)
        if len({one.id for one in own}) != len(own):
            raise LedgerDamaged(say("two of them have the same four bytes"))
    names = _names(bundle, matches, tournaments)
    earlier = _earlier(bundle, stated, {key, *own}, since)
    witnessed = _witnessed(bundle, policy, now)
    faults = (
        *_of_keyring(keyring, key),
        *_of_signatures(matches, expected or {}),
        *_of_witnesses(matches, witnessed, stated),
    )
    vouched = bool(keys)
    return Verified(
        bundle.ledger, bundle.viewer, stated, key, vouched, tuple(matches), tuple(tournaments), names, earlier, faults,
        witnessed, texts, pictures,
    )  # fmt: skip


def _terms(bundle: Bundle, keys: Sequence[VerifierKey], *, play: bool) -> Terms | None:
    """Return the terms that matches are checked on, before the file itself is; `None` if something is wrong."""
    try:
        stated = _checkpoint(bundle, bundle.checkpoint, [_key(bundle, keys)])
        return _terms_of(bundle, stated, play=play)
    except Exception:  # a crafted file may cause any; whatever it is, the checks in their order find it, too
        return None


def _terms_of(bundle: Bundle, stated: Checkpoint, *, play: bool) -> Terms:
    own = _own_keys(bundle.ledger, bundle.streams[0])
    ledgers = frozenset(b64encode(key.public).decode() for key in own)
    return Terms(stated, ledgers, bundle.viewer == EVERYTHING, play)


def _key(bundle: Bundle, keys: Sequence[VerifierKey]) -> VerifierKey:
    """Return the key that signed the checkpoint: one of `keys`, or without any, one from the bundle's own key ring."""
    origin = origin_of(bundle.ledger)
    if not keys:
        keyring = next((stream for stream in bundle.streams if stream.id == STREAM), None)
        if keyring is None:
            raise LedgerDamaged(say("it does not include the ledger's keys"))
        return signed_by(by_the_log(bundle.checkpoint), _own_keys(bundle.ledger, keyring))[0]
    mine = [key for key in keys if key.name == origin]
    if not mine:
        raise LedgerDamaged(
            say(
                "the given key belongs to {name}, not to {ledger}",
                name=keys[0].name, ledger=bundle.ledger,
            )
        )  # fmt: skip
    return signed_by(by_the_log(bundle.checkpoint), mine)[0]


def _checkpoint(bundle: Bundle, note: str, keys: Sequence[VerifierKey]) -> Checkpoint:
    text = open_note(by_the_log(note), keys)
    stated = Checkpoint.parse(text)
    if stated.origin != origin_of(bundle.ledger):
        raise LedgerDamaged(
            say(
                "its checkpoint covers {origin}, not ledger {ledger}",
                origin=stated.origin,
                ledger=bundle.ledger,
            )
        )
    if not SIZE.fullmatch(text.split("\n")[1]):
        raise LedgerDamaged(say("its checkpoint covers an empty log or one that is too large"))
    return stated


def _own_keys(ledger_id: str, keyring: Stream) -> list[VerifierKey]:
    """Return all keys of the ledger, including revoked ones."""
    name, found = origin_of(ledger_id), []
    for stored in (one for one in keyring.log if one.type == "Enrolled"):
        event = check_canonical(stored.type, stored.body.encode())
        if isinstance(event, Enrolled):
            found.append(VerifierKey(name, public_key(event.key)))
    return found


def _texts(bundle: Bundle) -> tuple[StoredText, ...]:
    """Return the words in a bundle, each verified against the commitment of an included event; none occurs twice."""
    if bundle.texts is msgspec.UNSET:
        return ()
    told = ((one.id, row.version, row.type, row.body.encode()) for one in bundle.streams for row in one.log)
    return tuple(opened(bundle.texts, told))


def _pictures(bundle: Bundle) -> tuple[StoredPicture, ...]:
    """Return the pictures in a bundle, each verified against the commitment of an included event; none occurs twice."""
    if bundle.pictures is msgspec.UNSET:
        return ()
    told = ((one.id, row.version, row.type, row.body.encode()) for one in bundle.streams for row in one.log)
    return tuple(opened_pictures(bundle.pictures, told))


def _check_streams(
    bundle: Bundle, stated: Checkpoint, texts: Sequence[StoredText], others: Begun | None, *, play: bool
) -> list[VerifiedStream]:
    ids = [stream.id for stream in bundle.streams]
    if ids[:1] != [STREAM] or len(set(ids)) != len(ids):
        raise LedgerDamaged(say("its streams must be the ledger's keys, then each match once"))
    whole = bundle.viewer == EVERYTHING
    results = [check_stream(bundle.streams[0], stated, frozenset(), whole=whole, play=play)]
    results += check_others(bundle, _terms_of(bundle, stated, play=play), others)
    check_amount(results)
    words = {stream.id: dict[str, str]() for stream in bundle.streams}
    for text in texts:
        words[text.match_id][text.commitment] = text.text
    missing = ERASED if whole else WITHHELD
    return [
        VerifiedStream(stream, *one[:3], words[stream.id], missing)
        for stream, one in zip(bundle.streams, results, strict=True)
    ]


def _of_signatures(matches: Sequence[VerifiedStream], expected: Mapping[str, str]) -> Iterator[Text]:
    for match in matches:
        for one in match.signatures:
            if one.fault is not None:
                yield say(
                    "match {match}: the signature of {holder} is not valid: {fault}",
                    match=match.id, holder=Thing(one.holder), fault=one.fault,
                )  # fmt: skip
        signed = {one.holder: one.key for one in match.signatures if one.fault is None}
        for holder, key in expected.items():
            if match.knows(holder) and signed.get(holder, match.papers.keys.get(holder)) != key:
                yield say(
                    "match {match}: the key of {holder} is not the one that you expect",
                    match=match.id, holder=Thing(holder),
                )  # fmt: skip


def _of_keyring(keyring: VerifiedStream, key: VerifierKey) -> Iterator[Text]:
    papers, text = keyring.papers, b64encode(key.public).decode()
    if text not in papers.enrolled or papers.enrolled[text].holder != LEDGER:
        yield say("the key that signed the checkpoint was never enrolled for this ledger")
    elif text in papers.revoked:
        yield say("the key that signed the checkpoint was revoked: {reason}", reason=papers.revoked[text].reason[:60])


def _witnessed(bundle: Bundle, policy: Policy | None, now: int) -> Witnessed | None:
    """Return the best result of a policy for the checkpoint and the earlier ones; `None` without a policy."""
    if policy is None:
        return None
    with broken(say("a cosignature")):
        return policy.best([bundle.checkpoint, *(one.checkpoint for one in bundle.earlier)], now)


def _of_witnesses(matches: Sequence[VerifiedStream], witnessed: Witnessed | None, stated: Checkpoint) -> Iterator[Text]:
    if witnessed is None:
        return
    if not witnessed.reached:
        yield say("the witnesses that cosigned its checkpoint are not the quorum that the policy requires")
        return
    for match in matches:
        if match.stream.position > witnessed.stated.size:
            yield plural(
                witnessed.stated.size,
                "match {match} continues after the 1 event that the quorum cosigned",
                "match {match} continues after the {n} events that the quorum cosigned",
                match=match.id,
            )  # fmt: skip


def _names(bundle: Bundle, matches: Sequence[VerifiedStream], tournaments: Sequence[VerifiedStream]) -> dict[str, str]:
    if not bundle.names:
        return {}
    if bundle.viewer != EVERYTHING:
        raise LedgerDamaged(say("the bundle: names may be included only if nothing is withheld"))
    seats = {(seat.ref, seat.commitment) for match in matches for seat in match.opened.seats}
    seats |= {entrant for one in tournaments for entrant in one.entrants}
    for name in bundle.names:
        with broken(say("the name of {ref}", ref=name.ref)):
            if not HASH.fullmatch(name.salt):
                raise LedgerDamaged(say("its salt is not 32 bytes in hexadecimal"))
            committed = hmac.new(bytes.fromhex(name.salt), name.name.encode(), hashlib.sha256).hexdigest()
            if (name.ref, committed) not in seats:
                raise LedgerDamaged(say("it is not the one from the match's opening"))
    if len({name.ref for name in bundle.names}) != len(bundle.names):
        raise LedgerDamaged(say("the bundle: a name is included twice"))
    return {name.ref: name.name for name in bundle.names}


def _earlier(bundle: Bundle, stated: Checkpoint, keys: set[VerifierKey], since: Sequence[str]) -> tuple[int, ...]:
    """Check earlier checkpoints, which were signed with the key of their time; return the sizes of their logs."""
    proved = {(stated.size, stated.root)}
    sizes = []
    for earlier in bundle.earlier:
        with broken(say("an earlier checkpoint")):
            old = _checkpoint(bundle, earlier.checkpoint, list(keys))
            verify_consistency(old.size, stated.size, hashes(earlier.proof), old.root, stated.root)
            proved.add((old.size, old.root))
            sizes.append(old.size)
    for note in since:
        try:
            kept = Checkpoint.parse("\n".join(note.split("\n")[:3]) + "\n")
        except BadNote as error:
            raise BadFile(say("the file you kept is not a checkpoint: {why}", why=error.why)) from error
        if kept.origin != stated.origin or (kept.size, kept.root) not in proved:
            raise BadFile(
                say(
                    "it does not prove that its log continues the earlier checkpoint. Request such a bundle "
                    "with --since"
                )
            )
    return tuple(sizes)
