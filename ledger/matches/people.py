"""The side tables of a ledger that can be deleted: names, seeds, and the ledger's identity."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from eventsourcing.persistence import Tracking

from tablescribe.ledger.log.database import translated
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.read_models.person_names import PersonNames, spelt

if TYPE_CHECKING:
    from tablescribe.ledger.read_models.lists import Lists

_ERASED, _SCRUBBED = "names erased", "erased names scrubbed"

FEW = 16
"""Maximum number of people looked up by constant SQL statements; a table has no more."""

MOST_SEEDS = 256
"""Maximum number of seeds cached in memory, one for each sealed match being played."""

SAME = ":same"
"""Suffix of the keys in `identities` that link the references of one erased person."""

OF_A_FILE = ":file"
"""Suffix of the keys in `identities` that hold further data about a person from an imported file."""


class People:
    """Side tables of a ledger: people's names, seeds of sealed matches, and the ledger's own references."""

    def __init__(self) -> None:
        self._references: dict[str, str] = {}
        self._seeds: dict[str, bytes] = {}

    @property
    def log(self) -> LedgerRecorder:
        """The recorder of this ledger."""
        raise NotImplementedError

    @property
    def lists(self) -> Lists:
        """The lists of this ledger."""
        raise NotImplementedError

    def introduce(self, name: str) -> tuple[str, str]:
        """Store a name; return its random reference and its commitment, an HMAC-SHA-256 under a random salt."""
        return self.introduce_all([name])[0]

    def introduce_all(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Store names in one transaction; return the reference and commitment of each, in their order."""
        from tablescribe.ledger.log.schema import identities

        rows = [(secrets.token_hex(8), name, secrets.token_bytes(32)) for name in names]
        into = self.log.into(identities)
        self.log.write_all(into.values(ref=ref, name=name, salt=salt) for ref, name, salt in rows)
        return [(ref, hmac.new(salt, name.encode(), hashlib.sha256).hexdigest()) for ref, name, salt in rows]

    def names(self, refs: Iterable[str]) -> dict[str, str]:
        """Return the names of some references, except those that were erased or never known."""
        from sqlalchemy import select

        from tablescribe.ledger.log.schema import identities

        statement = select(identities.c.ref, identities.c.name).where(identities.c.ref.in_(list(refs)))
        return {row[0]: row[1] for row in self.log.select(statement)}

    def erase(self, name: str) -> int:
        """Delete a person's name and salts, in every spelling. Return the number of references erased.

        Names that differ only in capitals, spaces or Unicode composition are one person. Labels of passes that hold
        the name are emptied. The log is untouched and every hash stays valid. Without the salt, the name cannot be
        recovered from its commitment. Not erased are copies of the ledger (backups, a server's own logs and archives)
        and disk blocks that a file has released.

        Raises:
            LedgerLocked: deleted, but still in the write-ahead log, as another program is reading. Erase again.
        """
        from sqlalchemy import delete, update

        from tablescribe.ledger.log.schema import access, identities
        from tablescribe.ledger.read_models.lists import refs_of

        same, refs = refs_of(self.log, name)
        labels = self._labels_with(name)
        if len(refs) > 1:
            self._keep_together(refs)
        if refs or labels:
            self.log.insert_tracking(Tracking(_ERASED, self._erasures(_ERASED) + 1))
        elif not self.erasure_is_unfinished():
            return 0
        erased = sum(self.log.write(delete(identities).where(identities.c.ref == ref)) for ref in refs)
        for ref in refs:  # further data from an imported file: ledger/exchange/trf.py
            self.log.write(delete(identities).where(identities.c.ref == ref + OF_A_FILE))
        self.lists.forget({*same, name}, refs)
        for one in labels:
            self.log.write(update(access).where(access.c.id == one).values(label=""))
        with translated(self.log.where, self.log.backend):
            self.log.backend.scrub(self.log.engine, self.log.where)
        if self.erasure_is_unfinished():
            self.log.insert_tracking(Tracking(_SCRUBBED, self._erasures(_ERASED)))
        return erased

    def _keep_together(self, refs: Sequence[str]) -> None:
        """Link the references of a person about to be erased, so that statistics still count them as one person."""
        from tablescribe.ledger.log.schema import identities

        with suppress(LedgerReadOnly):  # a role that may only delete: each reference then counts as a separate person
            for ref in refs:
                self.log.write(self.log.into(identities).values(ref=ref + SAME, name=refs[0], salt=b""))

    def called(self, refs: Iterable[str]) -> dict[str, str]:
        """Return the display names of the people with these references, if known."""
        wanted = list(dict.fromkeys(refs))
        if len(wanted) > FEW:
            return self.lists.called(wanted)
        found = self.log.read(partial(self._few, wanted))
        return {ref: found.of(ref) or "" for ref in found.names}

    def _few(self, refs: list[str], cursor: Any) -> PersonNames:
        """Return the names of a few people by constant SQL statements, as this is called with every move."""
        sql = self.log.sql
        names: dict[str, str] = {}
        spelling: dict[str, str] = {}
        if refs:
            cursor.execute(sql.of_keys(sql.names, len(refs)), refs)
            names = dict(cursor.fetchall())
        if typed := sorted({spelt(name) for name in names.values()}):
            cursor.execute(sql.of_keys(sql.spellings, len(typed)), typed)
            spelling = dict(cursor.fetchall())
        return PersonNames(names, spelling)

    def same_as(self, refs: Iterable[str]) -> dict[str, str]:
        """Return, for each reference of an erased person, the one reference that represents this person."""
        return {ref.removesuffix(SAME): one for ref, one in self.names([ref + SAME for ref in refs]).items()}

    def erasure_is_unfinished(self) -> bool:
        """Return whether erased names may still be in the ledger's files. Erasing again completes the erasure."""
        return self._erasures(_ERASED) > self._erasures(_SCRUBBED)

    def _erasures(self, name: str) -> int:
        return self.log.max_tracking_id(name) or 0

    def _labels_with(self, name: str) -> list[str]:
        """Return the ids of the passes whose label contains a name as a whole word."""
        from sqlalchemy import select

        from tablescribe.ledger.log.schema import access

        word = re.compile(rf"(?<!\w){re.escape(spelt(name))}(?!\w)")
        try:
            found = self.log.select(select(access.c.id, access.c.label))
        except LedgerReadOnly:  # a role that may not read passes
            return []
        return [one for one, label in found if word.search(spelt(str(label)))]

    def keep_seed(self, match_id: str, seed: bytes) -> None:
        """Store the secret seed of a sealed match."""
        from tablescribe.ledger.log.schema import seeds

        self.log.write(self.log.into(seeds).values(match_id=match_id, seed=seed))

    def seed(self, match_id: str) -> bytes | None:
        """Return the seed of a sealed match, if stored here. Seeds never change, so they are cached."""
        if match_id not in self._seeds:
            found = self.log.fetched(self.log.sql.seed, match_id)
            if not found:
                return None
            self._seeds[match_id] = bytes(found[0][0])
            if len(self._seeds) > MOST_SEEDS:
                self._seeds.pop(next(iter(self._seeds)), None)
        return self._seeds.get(match_id)

    def reference(self, key: str) -> str:
        """Return the random reference of this ledger's `recorder` or `device`, created once and never changed."""
        if key not in self._references:
            found = self.log.fetched(self.log.sql.about, key)
            if not found:
                from tablescribe.ledger.log.schema import about

                self.log.write(self.log.into(about).values(key=key, value=secrets.token_hex(8)))
                found = self.log.fetched(self.log.sql.about, key)
            self._references[key] = str(found[0][0])
        return self._references[key]
