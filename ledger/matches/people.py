"""Side tables of a ledger: names, words and seeds, which can be deleted, and the ledger's own references."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from eventsourcing.persistence import IntegrityError, Tracking

from tablescribe.ledger.log.database import translated
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.log.recorder import LedgerRecorder
from tablescribe.ledger.read_models.person_names import PersonNames, spelt

if TYPE_CHECKING:
    from tablescribe.ledger.matches.word_erasure import TextRef
    from tablescribe.ledger.read_models.lists import Lists
    from tablescribe.ledger.read_models.store import Cursor

_ERASED, _SCRUBBED = "names erased", "erased names scrubbed"

FEW = 16
"""Maximum number of people looked up by constant SQL statements; a table has no more."""

MOST_SEEDS = 256
"""Maximum number of seeds cached in memory, one for each sealed match being played."""

SAME = ":same"
"""Suffix of keys in `identities` that link the references of one erased person."""

OF_A_FILE = ":file"
"""Suffix of keys in `identities` that hold further data about a person from an imported file."""

TAGGED = "tags "
"""Prefix of keys in `service` that hold tags of a tournament's entrants; the reference is the last word of the key."""


class _Beside(NamedTuple):
    """Further rows that name a person: ids of passes, texts, and keys of take-back requests."""

    labels: list[str]
    texts: list[TextRef]
    requests: list[str]


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
        """The read models of this ledger."""
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
        """Return the names of these references, without erased and unknown ones."""
        wanted, sql = list(refs), self.log.sql
        return dict(self.log.fetched(sql.of_keys(sql.names, len(wanted)), *wanted)) if wanted else {}

    def erase(self, name: str) -> int:
        """Delete a person's name and salts, in every spelling. Return the number of references erased.

        The deletion is one transaction; afterwards, the files are scrubbed. Names that differ only in capitals, spaces
        or Unicode composition are one person. Labels of passes that contain the name are emptied, and words beside the
        log that contain it are deleted. The log is untouched and every hash stays valid. Without the salt, the name
        cannot be recovered from its commitment. Not erased are copies of the ledger (backups, a server's own logs and
        archives) and disk blocks that a file has released.

        Raises:
            LedgerLocked: deleted, but still in the write-ahead log because another program is reading. Erase again.
        """
        from tablescribe.ledger.matches.word_erasure import requests_naming, texts_naming
        from tablescribe.ledger.read_models.lists import refs_of

        same, refs = refs_of(self.log, name)
        gone = {*same, name}
        beside = _Beside(self._labels_with(name), texts_naming(self.log, gone), requests_naming(self.log, gone))
        self._forget_tags(refs)
        if refs or any(beside) or self.lists.knows(gone):
            try:
                erased = self._forget(gone, refs, beside, together=len(refs) > 1)
            except LedgerReadOnly:  # a role that may only delete: each reference then counts as a separate person
                erased = self._forget(gone, refs, beside, together=False)
        elif self.erasure_is_unfinished():
            erased = 0
        else:
            return 0
        self._scrub()
        return erased

    def erase_words(self, match_id: str, version: int) -> int:
        """Delete the words and pictures of one event. Return the number of texts and pictures erased.

        A title, place or tag of the event is also deleted where later descriptions of the match repeat it. The same
        applies to words of a tournament's plan that its matches repeat. The log is untouched: the event keeps its
        commitments, from which the words cannot be recovered without the salts. `erase` lists what is not erased.

        Raises:
            LedgerLocked: deleted, but still in the write-ahead log because another program is reading. Erase again.
        """
        from tablescribe.ledger.matches.word_erasure import delete_in, pictures_of_event, texts_of

        found = [*texts_of(self.log, match_id, version), *pictures_of_event(self.log, match_id, version)]
        if found:
            self._erasing(lambda cursor: delete_in(cursor, found))
        elif not self.erasure_is_unfinished():
            return 0
        self._scrub()
        return len(found)

    def words_naming(self, name: str) -> list[TextRef]:
        """Return the words beside the log that name a person; `erase` deletes them."""
        from tablescribe.ledger.matches.word_erasure import texts_naming
        from tablescribe.ledger.read_models.lists import refs_of

        return texts_naming(self.log, {*refs_of(self.log, name)[0], name})

    def _scrub(self) -> None:
        """Remove remains of deleted rows from the database's files; see `scrub` of SQLite and PostgreSQL."""
        until = self._erasures(_ERASED)
        with translated(self.log.where, self.log.backend):
            self.log.backend.scrub(self.log.engine, self.log.where)
        if until > self._erasures(_SCRUBBED):
            with suppress(IntegrityError):  # another erasure has finished both
                self.log.insert_tracking(Tracking(_SCRUBBED, until))

    def _erasing(self, work: Callable[[Cursor], int | None]) -> int:
        """Run a deletion in one transaction, and count it as an erasure; return the result of `work`."""
        from tablescribe.ledger.read_models.store import Cursor

        def counted(cursor: Cursor) -> int:
            count = list(cursor.among("tracking", ["position"], "name", [_ERASED]))
            begun = int(count[0][0]) + 1 if count else 1
            cursor.add("tracking", [{"name": _ERASED, "position": begun}], ["name"], "replace")
            return work(cursor) or 0

        return self.log.writer.run(lambda cursor, *, again: counted(Cursor(cursor, self.log.engine)))

    def _forget(self, names: set[str], refs: Sequence[str], beside: _Beside, *, together: bool) -> int:
        """Delete a person in one transaction: names, salts, spellings, labels, words and rows of lists.

        With `together`, the references stay linked, so that statistics still count them as one person.
        """
        from sqlalchemy import delete, update

        from tablescribe.ledger.log.schema import access, identities
        from tablescribe.ledger.matches.word_erasure import delete_in
        from tablescribe.ledger.read_models.lists import forget_in

        def work(cursor: Cursor) -> int:
            if together:
                rows = [{"ref": ref + SAME, "name": refs[0], "salt": b""} for ref in refs]
                cursor.add("identities", rows, how="keep")
            erased = 0
            for ref in refs:
                erased += cursor.run(delete(identities).where(identities.c.ref == ref)).rowcount
                cursor.run(delete(identities).where(identities.c.ref == ref + OF_A_FILE))  # ledger/exchange/trf.py
            forget_in(cursor, names, refs)
            for one in beside.labels:
                cursor.run(update(access).where(access.c.id == one).values(label=""))
            delete_in(cursor, beside.texts, beside.requests)
            return erased

        return self._erasing(work)

    def _forget_tags(self, refs: Sequence[str]) -> None:
        """Delete a person's tags, if this database role may; otherwise they need `tournament tag --remove`."""
        from sqlalchemy import delete, select

        from tablescribe.ledger.log.schema import service

        with suppress(LedgerReadOnly):
            keys = self.log.select(select(service.c.key).where(service.c.key.startswith(TAGGED)))
            gone = [key for (key,) in keys if str(key).rpartition(" ")[2] in set(refs)]
            self.log.write_all([delete(service).where(service.c.key == key) for key in gone])

    def is_known(self, name: str) -> bool:
        """Return whether anything of a person is left to erase, or an erasure was interrupted."""
        from tablescribe.ledger.read_models.lists import refs_of

        same, refs = refs_of(self.log, name)
        listed = self.lists.knows({*same, name})
        return bool(
            refs or listed or self.words_naming(name) or self._labels_with(name) or self.erasure_is_unfinished()
        )

    def called(self, refs: Iterable[str], likely: Iterable[str] = ()) -> dict[str, str]:
        """Return the current display names of people by reference; an unknown name is an empty string or left out.

        `likely` are the names last shown, if the caller knows them. If they are unchanged, one statement suffices.
        """
        wanted = list(dict.fromkeys(refs))
        if len(wanted) > FEW:
            return self.lists.called(wanted)
        found = self.log.read(partial(self._few, wanted, sorted({spelt(name) for name in likely})))
        return {ref: found.of(ref) or "" for ref in found.names}

    def _few(self, refs: list[str], likely: list[str], cursor: Any) -> PersonNames:
        """Return the names of a few people by constant SQL statements: this runs with every move."""
        sql = self.log.sql
        names: dict[str, str] = {}
        spelling: dict[str, str] = {}
        refs, likely = _rounded(refs), _rounded(likely)
        if refs and likely:
            cursor.execute(sql.of_keys(sql.names_and_spellings, len(refs), len(likely)), [*refs, *likely])
            for key, name, kind in cursor.fetchall():
                (names if kind == 1 else spelling)[key] = name
        elif refs:
            cursor.execute(sql.of_keys(sql.names, len(refs)), refs)
            names = dict(cursor.fetchall())
        if typed := sorted({spelt(name) for name in names.values()}.difference(likely)):
            cursor.execute(sql.of_keys(sql.spellings, len(typed)), typed)
            spelling |= dict(cursor.fetchall())
        return PersonNames(names, spelling)

    def same_as(self, refs: Iterable[str]) -> dict[str, str]:
        """Return, for each reference of an erased person, the one reference that represents this person."""
        return {ref.removesuffix(SAME): one for ref, one in self.names([ref + SAME for ref in refs]).items()}

    def erasure_is_unfinished(self) -> bool:
        """Return whether erased names may still be in the ledger's files. Erasing again completes the erasure."""
        return self._erasures(_ERASED) > self._erasures(_SCRUBBED)

    def erasures(self) -> int:
        """Return how many times something was erased from this ledger."""
        return self._erasures(_ERASED)

    def _erasures(self, name: str) -> int:
        found = self.log.fetched(self.log.sql.tracked, name)
        return int(found[0][0]) if found else 0

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


def _rounded(values: list[str]) -> list[str]:
    """Return more than four values with the last repeated, so that a database has few different statements to know."""
    return values + values[-1:] * (-len(values) % 4) if len(values) > 4 else values
