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
"""People at a table, at most: for more, the statement is made anew."""

MOST_SEEDS = 256
"""Seeds that are kept in memory: of as many sealed matches as are played at once."""

SAME = ":same"
"""Ends the key under which lies, beside the log, that an erased person's references belong together."""

OF_A_FILE = ":file"
"""Ends the key under which lies what a file told of a person, beside the name."""


class People:
    """What a ledger keeps of people and of itself, beside the log."""

    def __init__(self) -> None:
        self._references: dict[str, str] = {}
        self._seeds: dict[str, bytes] = {}

    @property
    def log(self) -> LedgerRecorder:
        """The recorder."""
        raise NotImplementedError

    @property
    def lists(self) -> Lists:
        """The lists of this ledger."""
        raise NotImplementedError

    def introduce(self, name: str) -> tuple[str, str]:
        """Keep a name and return its random reference and its commitment, HMAC-SHA-256 under a random salt."""
        from tablescribe.ledger.log.schema import identities

        ref, salt = secrets.token_hex(8), secrets.token_bytes(32)
        self.log.write(self.log.into(identities).values(ref=ref, name=name, salt=salt))
        return ref, hmac.new(salt, name.encode(), hashlib.sha256).hexdigest()

    def names(self, refs: Iterable[str]) -> dict[str, str]:
        """Return the names that are still known of some references."""
        from sqlalchemy import select

        from tablescribe.ledger.log.schema import identities

        statement = select(identities.c.ref, identities.c.name).where(identities.c.ref.in_(list(refs)))
        return {row[0]: row[1] for row in self.log.select(statement)}

    def erase(self, name: str) -> int:
        """Delete a person: name and salts, in whatever way it was typed. Return how many references lost it.

        Names that look alike but for capitals, spaces or the way that Unicode composes their letters are one. Labels of
        passes that hold the name are emptied. The log is untouched and every hash stays valid; without the salt nobody
        can find the name out. Copies of the ledger (backups, a server's own logs and archives), and the blocks of a
        disk that a file used to have, are out of its reach.

        Raises:
            LedgerLocked: deleted, but still in the write-ahead log, as another program is reading; do it once more.
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
        for ref in refs:  # what a file told of them besides: ledger/exchange/trf.py
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
        """Keep that some references are of one person who has no name any more: numbers stay as they are by it."""
        from tablescribe.ledger.log.schema import identities

        with suppress(LedgerReadOnly):  # a role that may only delete: then each is somebody else from now on
            for ref in refs:
                self.log.write(self.log.into(identities).values(ref=ref + SAME, name=refs[0], salt=b""))

    def called(self, refs: Iterable[str]) -> dict[str, str]:
        """Return what people are called by their references, as far as they are known."""
        wanted = list(dict.fromkeys(refs))
        if len(wanted) > FEW:
            return self.lists.called(wanted)
        found = self.log.read(partial(self._few, wanted))
        return {ref: found.of(ref) or "" for ref in found.names}

    def _few(self, refs: list[str], cursor: Any) -> PersonNames:
        """Return what a few people are called, as it is asked for with each move: by statements that are made once."""
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
        """Return for references of people who were erased one that stands for all of the same person."""
        return {ref.removesuffix(SAME): one for ref, one in self.names([ref + SAME for ref in refs]).items()}

    def erasure_is_unfinished(self) -> bool:
        """Return whether what was erased may still lie in the ledger's files: to erase once more finishes it."""
        return self._erasures(_ERASED) > self._erasures(_SCRUBBED)

    def _erasures(self, name: str) -> int:
        return self.log.max_tracking_id(name) or 0

    def _labels_with(self, name: str) -> list[str]:
        """Return the passes whose label holds a name as a word."""
        from sqlalchemy import select

        from tablescribe.ledger.log.schema import access

        word = re.compile(rf"(?<!\w){re.escape(spelt(name))}(?!\w)")
        try:
            found = self.log.select(select(access.c.id, access.c.label))
        except LedgerReadOnly:  # a role that may not look at passes
            return []
        return [one for one, label in found if word.search(spelt(str(label)))]

    def keep_seed(self, match_id: str, seed: bytes) -> None:
        """Keep the secret seed of a sealed match."""
        from tablescribe.ledger.log.schema import seeds

        self.log.write(self.log.into(seeds).values(match_id=match_id, seed=seed))

    def seed(self, match_id: str) -> bytes | None:
        """Return the seed of a sealed match, if it is here; it never changes, so it is read once."""
        if match_id not in self._seeds:
            found = self.log.fetched(self.log.sql.seed, match_id)
            if not found:
                return None
            self._seeds[match_id] = bytes(found[0][0])
            if len(self._seeds) > MOST_SEEDS:
                self._seeds.pop(next(iter(self._seeds)), None)
        return self._seeds.get(match_id)

    def reference(self, key: str) -> str:
        """Return the random reference of this ledger's `recorder` or `device`: it is made once and never changes."""
        if key not in self._references:
            found = self.log.fetched(self.log.sql.about, key)
            if not found:
                from tablescribe.ledger.log.schema import about

                self.log.write(self.log.into(about).values(key=key, value=secrets.token_hex(8)))
                found = self.log.fetched(self.log.sql.about, key)
            self._references[key] = str(found[0][0])
        return self._references[key]
