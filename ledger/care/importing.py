"""Import of exports and bundles, and what each proves.

An export only proves that it is complete. Its times, ledger and keys are claims of its writer. A bundle proves that
a key signed it, and that its matches were in that key's log. The owner of the key must be known from a trusted source.
The origin of imported events is stored in the table `imports`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import select

from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.care.match_files import append, refuse_parted, verified_pictures, verify_with_words
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged, LedgerReadOnly
from tablescribe.ledger.log.pictures import BadPicture, StoredPicture, check_plain
from tablescribe.ledger.log.schema import identities, imports
from tablescribe.ledger.log.texts import StoredText
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.bundles.bundle import EVERYTHING, FORMAT
from tablescribe.ledger.proofs.bundles.parsing import parse
from tablescribe.ledger.proofs.bundles.streams import VerifiedStream
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.tree.signed_note import VerifierKey
from tablescribe.ledger.proofs.verification.soundness import own_keys

Beside = TypeVar("Beside", StoredText, StoredPicture)


@dataclass(frozen=True)
class ImportReport:
    """Result of an import.

    Attributes:
        matches: id of each match, and the number of its new events.
        worth: `export` (unsigned), `bundle` (signed with a key that is not trusted), or `vouched` (signed with a
            trusted key or this ledger's own).
        ledger: id of the ledger that the file claims to be from; empty string if its events are from several.
        key: key that signed the file; empty string for an export.
        names: number of names of people in the file.
        faults: faults of the signatures.
    """

    matches: tuple[tuple[str, int], ...]
    worth: str
    ledger: str
    key: str = ""
    names: int = 0
    faults: tuple[Text, ...] = ()


def import_file(
    ledger: Ledger, contents: bytes, keys: Sequence[VerifierKey] = (), *, ours: bool = False
) -> ImportReport:
    """Import matches from a file's contents. Matches that are already here are continued.

    Args:
        ledger: ledger to import into.
        contents: contents of an export, or of a bundle that withholds nothing.
        keys: trusted keys. If any are given, a bundle must be signed with one of them.
        ours: whether to accept events that claim this ledger's id but are missing here, as after a restore.

    Raises:
        BadFile, LedgerDamaged: the file does not verify, diverges from a match here, or is a bundle that withholds
            something. Nothing is imported.
        Stale: another command recorded in a match at the same time; retry.
    """
    digest = hashlib.sha256(contents).digest()
    if FORMAT.encode() in contents[:100]:
        return _bundle(ledger, contents, keys, digest, ours=ours)
    match_id, rows, texts = verify_with_words(contents)
    refuse_parted(ledger, rows, ours=ours)
    origins = {row.ledger_id for row in rows}
    claimed = origins.pop() if len(origins) == 1 else ""
    added = _Taking(ledger, "export", claimed, "", digest).take(rows, texts, verified_pictures(contents))
    return ImportReport(((match_id, added),), "export", claimed)


def _bundle(ledger: Ledger, contents: bytes, keys: Sequence[VerifierKey], digest: bytes, *, ours: bool) -> ImportReport:
    proved = verify_bundle(contents, keys)
    if proved.viewer != EVERYTHING:
        raise BadFile(
            say(
                "this bundle was made for a {viewer} and withholds events, so it cannot be imported. "
                "Ask for a complete bundle",
                viewer=proved.viewer,
            )
        )
    trusted = proved.key in own_keys(ledger)[0]
    matches = {match.id: _rows(match) for match in (*proved.matches, *proved.tournaments)}
    for rows in matches.values():  # check all before importing any
        refuse_parted(ledger, rows, ours=ours or (trusted and not proved.faults))
    for name in parse(contents).names:  # each was verified against its commitment
        row = {"ref": name.ref, "name": name.name, "salt": bytes.fromhex(name.salt)}
        ledger.log.write(ledger.log.into(identities).values(**row))
    worth = "vouched" if (proved.vouched or trusted) and not proved.faults else "bundle"
    taking = _Taking(ledger, worth, proved.ledger, str(proved.key), digest)
    _check_plain(proved.pictures)
    added = tuple(
        (match_id, taking.take(rows, _of(match_id, proved.texts), _of(match_id, proved.pictures)))
        for match_id, rows in matches.items()
    )
    with suppress(LedgerReadOnly):  # a role without that right uses temporary read models
        ledger.lists.again(matches)  # they may have been imported without names before
    return ImportReport(added, worth, proved.ledger, str(proved.key), len(proved.names), proved.faults)


def _of(match_id: str, beside: Iterable[Beside]) -> list[Beside]:
    return [one for one in beside if one.match_id == match_id]


def _check_plain(pictures: Iterable[StoredPicture]) -> None:
    """Check that imported pictures are plain JPEG files, because they will be displayed."""
    for one in pictures:
        try:
            check_plain(one.data)
        except BadPicture as error:
            raise LedgerDamaged(say("match {match}: {why}", match=one.match_id, why=error.text)) from error


def _rows(match: VerifiedStream) -> list[Row]:
    rows, previous = [], b""
    for one in match.stream.log:
        row = Row(
            0, one.ledger_id, match.id, one.version, one.type, one.body.encode(), previous, bytes.fromhex(one.hash)
        )
        rows.append(row)
        previous = row.hash
    return rows


@dataclass(frozen=True)
class _Taking:
    """One import of a file: appends matches, each with its origin in one transaction."""

    ledger: Ledger
    worth: str
    claimed: str
    key: str
    digest: bytes

    def take(self, rows: list[Row], texts: Iterable[StoredText], pictures: Iterable[StoredPicture] = ()) -> int:
        """Append the new events of a match with their words and pictures; return their number.

        Events of another ledger without a stored origin get it now. Earlier versions left them so when interrupted.
        """
        match_id = rows[0].match_id
        added = append(self.ledger, rows, lambda first, last: [self._row(match_id, first, last)], texts, pictures)
        if not added and (unknown := self._of_nobody(rows)):
            self.ledger.log.write(self._row(match_id, unknown[0], unknown[-1]))
        return added

    def _of_nobody(self, rows: list[Row]) -> list[int]:
        i = imports.c
        told = self.ledger.log.select(select(i.first_version, i.last_version).where(i.match_id == rows[0].match_id))
        return [
            row.version for row in rows
            if row.ledger_id != self.ledger.ledger_id and not any(a <= row.version <= b for a, b in told)
        ]  # fmt: skip

    def _row(self, match_id: str, first: int, last: int) -> Any:
        return self.ledger.log.into(imports).values(
            match_id=match_id, first_version=first, last_version=last, at=datetime.now(UTC).isoformat(),
            worth=self.worth, ledger_id=self.claimed, key=self.key, digest=self.digest,
        )  # fmt: skip
