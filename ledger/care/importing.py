"""Import of exports and bundles, and what each proves.

An export proves that it is whole. Who wrote it, when, and which ledger and whose keys its events name is its writer's
word. A bundle proves that a key signed it, and that its matches were in that key's log; whose key that is, is the word
of whoever gave it to you. Where a match came from is kept beside it (`imports`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.care.match_files import append, import_match, refuse_parted, verify
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.errors import BadFile, LedgerReadOnly
from tablescribe.ledger.log.schema import identities, imports
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.bundles.bundle import EVERYTHING, FORMAT
from tablescribe.ledger.proofs.bundles.streams import VerifiedStream
from tablescribe.ledger.proofs.bundles.verifying import parse, verify_bundle
from tablescribe.ledger.proofs.tree.signed_note import VerifierKey
from tablescribe.ledger.proofs.verification.soundness import own_keys


@dataclass(frozen=True)
class ImportReport:
    """What was taken over.

    Attributes:
        matches: each match's id, and how many of its events were new.
        worth: `export` (nobody vouches for it), `bundle` (the key that signed it vouches for itself), or `vouched` (it
            was signed with a key that was given, or with this ledger's own).
        ledger: the ledger that the file says it is from; empty if its events are from several.
        key: the key that signed it; empty for an export.
        names: how many names of people came along.
        faults: what is wrong with its signatures.
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
    """Take matches over from a file's contents; those that are here already are continued.

    Args:
        ledger: where to.
        contents: of an export, or of a bundle for everybody.
        keys: keys of ledgers that are trusted; a bundle must be signed with one of them then.
        ours: whether events may say that this very ledger recorded them although it has not, as after a restore.

    Raises:
        BadFile, LedgerDamaged: it does not verify, parts from what is here, or is no whole bundle; then nothing is.
        Stale: somebody recorded in a match meanwhile; try again.
    """
    digest = hashlib.sha256(contents).digest()
    if FORMAT.encode() in contents[:100]:
        return _bundle(ledger, contents, keys, digest, ours=ours)
    match_id, rows = verify(contents)
    _, added = import_match(ledger, contents, ours=ours)
    origins = {row.ledger_id for row in rows}
    done = ImportReport(((match_id, added),), "export", origins.pop() if len(origins) == 1 else "")
    _keep(ledger, done, digest, {match_id: len(rows)})
    return done


def _bundle(ledger: Ledger, contents: bytes, keys: Sequence[VerifierKey], digest: bytes, *, ours: bool) -> ImportReport:
    proved = verify_bundle(contents, keys)
    if proved.viewer != EVERYTHING:
        raise BadFile(
            say("this bundle is for a {viewer}: what is withheld in it cannot be taken over", viewer=proved.viewer)
        )
    trusted = proved.key in own_keys(ledger)[0]
    matches = {match.id: _rows(match) for match in (*proved.matches, *proved.tournaments)}
    for rows in matches.values():  # all before any
        refuse_parted(ledger, rows, ours=ours or (trusted and not proved.faults))
    for name in parse(contents).names:  # each was checked against what its match was opened with
        row = {"ref": name.ref, "name": name.name, "salt": bytes.fromhex(name.salt)}
        ledger.log.write(ledger.log.into(identities).values(**row))
    added = tuple((match_id, append(ledger, rows)) for match_id, rows in matches.items())
    with suppress(LedgerReadOnly):  # a role that may not write lists reads others
        ledger.lists.again(matches)  # they may have been here without names
    worth = "vouched" if (proved.vouched or trusted) and not proved.faults else "bundle"
    done = ImportReport(added, worth, proved.ledger, str(proved.key), len(proved.names), proved.faults)
    _keep(ledger, done, digest, {match_id: len(rows) for match_id, rows in matches.items()})
    return done


def _rows(match: VerifiedStream) -> list[Row]:
    rows, previous = [], b""
    for one in match.stream.log:
        row = Row(
            0, one.ledger_id, match.id, one.version, one.type, one.body.encode(), previous, bytes.fromhex(one.hash)
        )
        rows.append(row)
        previous = row.hash
    return rows


def _keep(ledger: Ledger, done: ImportReport, digest: bytes, lengths: dict[str, int]) -> None:
    """Keep where the new events came from."""
    at = datetime.now(UTC).isoformat()
    for match_id, added in done.matches:
        if added:
            row = {
                "match_id": match_id, "first_version": lengths[match_id] - added + 1, "last_version": lengths[match_id],
                "at": at, "worth": done.worth, "ledger_id": done.ledger, "key": done.key, "digest": digest,
            }  # fmt: skip
            ledger.log.write(ledger.log.into(imports).values(**row))
