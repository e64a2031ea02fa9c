"""The witness: stores the latest checkpoint of each known log, and cosigns only checkpoints that extend it.

Its folder contains its private key, and one file for each ledger with the ledger's keys and the checkpoint cosigned
last. That file is on disk before the cosignature is returned. So even if killed at any moment, a witness never cosigns
two logs of one size. If a ledger's key has signed two checkpoints with the same size and different roots, both are
stored: together they prove the contradiction to anyone. Old checkpoints and wrong proofs are refused and not stored.
They prove nothing, because anybody can send them without the ledger's key.

The checks are those of c2sp.org/tlog-witness, in its order. No network is used: requests and answers are files.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tablescribe.domain.words.text import Text, plural, say
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError, LedgerUnavailable
from tablescribe.ledger.proofs.keys.key_files import FOLDER_MODE
from tablescribe.ledger.proofs.tree.high_water_mark import alone, text_of, write_durably
from tablescribe.ledger.proofs.tree.merkle import BadProof, verify_consistency
from tablescribe.ledger.proofs.tree.signed_note import (
    BadNote,
    Checkpoint,
    Signer,
    VerifierKey,
    cosign,
    line_of,
    signatures_of,
    signed_by,
)
from tablescribe.ledger.proofs.witnesses.cosignature import (
    Request,
    WitnessKey,
    WitnessSigner,
    cosignatures,
    witness_key,
)

SUFFIX = ".ledger"
EVIDENCE = "evidence"
MOST_EVIDENCE = 1000
"""Maximum number of stored contradictions, because the owner of a ledger's key could produce any number."""


class UnknownLog(LedgerError):
    """The witness does not know this ledger."""

    code = "witness.unknown"


class OtherSize(LedgerError):
    """The witness last cosigned a different size than the request assumes, and needs a proof from that size.

    Attributes:
        size: the size cosigned last.
    """

    code = "witness.conflict"

    def __init__(self, why: Text, size: int) -> None:
        super().__init__(why)
        self.size = size


class NotShown(LedgerError):
    """The request does not prove that its log extends the one cosigned last. This is no evidence against the ledger."""

    code = "proof.bad"


class Contradiction(LedgerError):
    """A ledger's key has signed two logs of one size.

    Attributes:
        evidence: the folder where both checkpoints are stored; `None` if there was no room for more.
    """

    code = "ledger.forked"

    def __init__(self, why: Text, evidence: Path | None) -> None:
        super().__init__(why)
        self.evidence = evidence


class ClockBack(LedgerError):
    """The witness's clock is before the time of its last cosignature."""

    code = "witness.clock"


class Known(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A witness's stored state of a ledger: its keys, and the last checkpoint with the witness's own cosignature."""

    keys: tuple[str, ...]
    checkpoint: str


@dataclass(frozen=True)
class Told:
    """A witness's report on a known ledger; `size` is 0 without a checkpoint, `at` is `None` without a cosignature."""

    origin: str
    keys: tuple[str, ...]
    note: str
    size: int
    at: int | None


class Witness:
    """A witness with its folder. Callers pass the time, in seconds since 1970."""

    def __init__(self, folder: Path, signer: Signer) -> None:
        self.folder = folder
        self._signer = signer

    @property
    def key(self) -> WitnessKey:
        """The public key."""
        return witness_key(self._signer)

    def add(self, key: VerifierKey, note: str | None = None) -> Checkpoint | None:
        """Add a ledger by its key, or a further key of a known ledger; return its first checkpoint, if given.

        Args:
            key: public key of the ledger that it is named after.
            note: the ledger's first checkpoint. It is trusted, because there is no earlier one to check it against.
                Without it, the first checkpoint to cosign is trusted.

        Raises:
            BadNote: the checkpoint is invalid, of another ledger, or not signed by that key.
            LedgerError: a checkpoint was given for a known ledger; use `cosign` instead.
        """
        with alone(self.folder):
            known = self._read(key.name)
            if known is not None and note is not None:
                raise LedgerError(
                    say("{origin} is already known. Cosign its later checkpoints; do not add it again", origin=key.name)
                )
            stated = None
            if note is not None:
                stated = Checkpoint.parse(text_of(note))
                if stated.origin != key.name:
                    raise BadNote(f"it is a checkpoint of {stated.origin}, and that key is named after another")
                signed_by(note, [key])
                note = _only(note, [key])
            keys = dict.fromkeys((*(known.keys if known else ()), str(key)))
            self._write(key.name, Known(tuple(keys), known.checkpoint if known else note or ""))
            return stated

    def cosign(self, contents: bytes, now: int) -> str:
        """Check a request, store its checkpoint durably, and then return the cosignature line for it.

        Raises:
            BadNote: the request is malformed, or not signed by a key of that ledger.
            UnknownLog: the ledger is not known.
            OtherSize: the size cosigned last is not the one in the request.
            Contradiction: the ledger's key has signed another log of the size cosigned last; both are stored.
            NotShown: the checkpoint is older than the one cosigned last, or its proof is wrong.
            ClockBack: `now` is before the last cosignature.
        """
        request = Request.parse(contents)
        stated = Checkpoint.parse(text_of(request.note))
        with alone(self.folder):
            known = self._read(stated.origin)
            if known is None:
                raise UnknownLog(
                    say("{origin} is not known here. Add it: `tablescribe witness add KEY`", origin=stated.origin[:200])
                )
            keys = [VerifierKey.parse(key) for key in known.keys]
            signed_by(request.note, keys)
            if request.old > stated.size:
                raise BadNote("a request for an older log than it begins with")
            self._check(request, stated, known)
            if now < (at := self._time(known)):
                raise ClockBack(
                    say("the clock shows {now}, but a cosignature was made at {at}. Set the clock", now=now, at=at)
                )
            note = cosign(_only(request.note, keys), [WitnessSigner(self._signer, now)])
            self._write(stated.origin, Known(known.keys, note))
        return note[note.rindex("\n— ") + 1 :]

    def known(self) -> Iterator[Told]:
        """Yield a report on each known ledger, with its last cosigned checkpoint."""
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            known = self._decoded(path)
            assert known is not None
            size = Checkpoint.parse(text_of(known.checkpoint)).size if known.checkpoint else 0
            at = self._time(known)
            origin = VerifierKey.parse(known.keys[0]).name
            yield Told(origin, known.keys, known.checkpoint, size, at or None)

    def _check(self, request: Request, stated: Checkpoint, known: Known) -> None:
        before = Checkpoint.parse(text_of(known.checkpoint)) if known.checkpoint else None
        size = before.size if before else 0
        if before is not None and stated.size == size and stated.root != before.root:
            why = plural(
                size,
                "{origin} has signed two logs of 1 event",
                "{origin} has signed two logs of {n} events",
                origin=stated.origin,
            )
            raise self._evidence(why, known, request)
        if before is not None and stated.size < size:
            why = plural(
                stated.size,
                "{origin} asks for 1 event, but {size} were cosigned: this is an older copy",
                "{origin} asks for {n} events, but {size} were cosigned: this is an older copy",
                origin=stated.origin, size=size,
            )  # fmt: skip
            raise NotShown(say("{why}. Nothing was cosigned", why=why))
        if request.old != size:
            raise OtherSize(
                plural(
                    size,
                    "the last cosignature covers 1 event. Ask again with a proof from there: --old 1",
                    "the last cosignature covers {n} events. Ask again with a proof from there: --old {n}",
                ),
                size,
            )
        try:
            if before is not None and size:
                verify_consistency(size, stated.size, request.proof, before.root, stated.root)
            elif request.proof:
                raise BadProof("there is none from an empty log")
        except BadProof as error:
            why = plural(
                stated.size,
                "{origin} does not show that its log of 1 event begins with the {size} cosigned last: {why}",
                "{origin} does not show that its log of {n} events begins with the {size} cosigned last: {why}",
                origin=stated.origin, size=size, why=error.why,
            )  # fmt: skip
            raise NotShown(say("{why}. Nothing was cosigned", why=why)) from None

    def _evidence(self, why: Text, known: Known, request: Request) -> Contradiction:
        """Store both checkpoints as evidence, and return the error that names the folder."""
        keys = [VerifierKey.parse(key) for key in known.keys]
        folder = keep_evidence(self.folder, why, {
            "cosigned.checkpoint": known.checkpoint, "refused.checkpoint": _only(request.note, keys),
            "refused.request": request.text(),
        })  # fmt: skip
        if folder is None:
            full = self.folder / EVIDENCE
            told = say("{why}. Nothing was cosigned. There is no room in {folder} to keep both checkpoints",
                       why=why, folder=str(full))  # fmt: skip
        else:
            told = say(
                "{why}. Nothing was cosigned. Both checkpoints are kept in {folder}", why=why, folder=str(folder)
            )
        return Contradiction(told, folder)

    def _time(self, known: Known) -> int:
        """Return the time of this witness's last cosignature; 0 if there is none."""
        made = cosignatures(known.checkpoint, [self.key]) if known.checkpoint else ()
        return made[0].at if made else 0

    def _path(self, origin: str) -> Path:
        return self.folder / f"{hashlib.sha256(origin.encode()).hexdigest()[:32]}{SUFFIX}"

    def _read(self, origin: str) -> Known | None:
        return self._decoded(self._path(origin), origin)

    def _decoded(self, path: Path, origin: str | None = None) -> Known | None:
        """Return the stored state of a ledger; `None` only if there is no file.

        Raises:
            LedgerDamaged: the file cannot be read, or is inconsistent.
        """
        try:
            known = msgspec.json.decode(path.read_bytes(), type=Known)
            keys = [VerifierKey.parse(key) for key in known.keys]
            if known.checkpoint:
                stated = Checkpoint.parse(text_of(known.checkpoint))
                signed_by(known.checkpoint, keys)
                origin = origin or stated.origin
            if not keys or any(key.name != (origin or keys[0].name) for key in keys):
                raise BadNote("it is about another ledger")
            cosignatures(known.checkpoint, [self.key]) if known.checkpoint else ()
        except FileNotFoundError:
            return None
        except (msgspec.DecodeError, UnicodeDecodeError, BadNote, OSError) as error:
            raise LedgerDamaged(
                say(
                    "the record of the last cosignature, {path}, cannot be read ({why}). Restore it from a "
                    "current copy, or set up a new witness", path=str(path), why=str(error),
                )
            ) from error  # fmt: skip
        return known

    def _write(self, origin: str, known: Known) -> None:
        path = self._path(origin)
        try:
            write_durably(path, msgspec.json.format(msgspec.json.encode(known), indent=1).decode() + "\n")
        except OSError as error:
            raise _unwritten(path, error) from error


def keep_evidence(folder: Path, why: Text, files: dict[str, str]) -> Path | None:
    """Store the evidence of a contradiction and return its folder; `None` if the maximum is reached.

    The folder is named by a hash of the checkpoints' texts, so the same contradiction is stored only once.

    Raises:
        LedgerUnavailable: the folder cannot be written.
    """
    said = [text_of(note) for name, note in files.items() if name.endswith(".checkpoint")]
    name = hashlib.sha256("\0".join(said).encode()).hexdigest()[:16]
    place = folder / EVIDENCE / name
    try:
        place.parent.mkdir(mode=FOLDER_MODE, exist_ok=True)
        if place.exists():
            return place
        if len(list(place.parent.iterdir())) >= MOST_EVIDENCE:
            return None
        half = place.with_suffix(".new")  # remains of a crash are overwritten
        half.mkdir(mode=FOLDER_MODE, exist_ok=True)
        for file, contents in {**files, "why.txt": str(why) + "\n"}.items():
            write_durably(half / file, contents)
        half.rename(place)
    except OSError as error:
        raise _unwritten(place, error) from error
    return place


def make_folder(folder: Path) -> None:
    """Create a witness's folder, accessible to its owner only.

    Raises:
        LedgerUnavailable: it cannot be created, or others have access to it.
    """
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            raise LedgerUnavailable(say("other users can read {folder}. Run `chmod 700` on it", folder=str(folder)))
    except OSError as error:
        raise _unwritten(folder, error) from error


def _only(note: str, keys: list[VerifierKey]) -> str:
    """Return a note with the signatures of these keys only; others, which anyone could add, are dropped."""
    known = {(key.name, key.id) for key in keys}
    lines = [one for one in signatures_of(note) if (one[0], one[1][:4]) in known]
    return f"{text_of(note)}\n" + "".join(line_of(*one) for one in lines)


def _unwritten(path: Path, error: OSError) -> LedgerUnavailable:
    return LedgerUnavailable(say("{path} cannot be written: {why}", path=str(path), why=str(error.strerror)))
