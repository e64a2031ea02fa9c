"""Copies of a ledger's file that are kept before its schema is converted: `ledger.db.schema-0011`."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerUnavailable

UNFINISHED = re.compile(r"\.schema-[0-9]{4}\.(part|[0-9]+)(-journal)?")
"""How the name of an unfinished copy goes on after the ledger's. Tablescribe 0.2 ended it with a process id."""


def keep_copy(where: str, version: str) -> str:
    """Copy a ledger's file beside it before it is migrated; return the copy's path.

    A copy of an earlier migration is never replaced: the next one is numbered, unless it would be the same.

    The caller holds the write lock of the ledger, so no other process copies it. If one was killed while it did, its
    unfinished copy has the name of ours, and is deleted first.

    Raises:
        LedgerUnavailable: the copy cannot be written.
    """
    import filecmp

    copy, number = Path(f"{where}.schema-{version}"), 1
    part = Path(f"{copy}.part")
    try:
        _delete(part)
        part.touch(mode=0o600)
        with closing(sqlite3.connect(where)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        while copy.exists() and not filecmp.cmp(part, copy, shallow=False):
            number += 1
            copy = Path(f"{where}.schema-{version}-{number}")
        part.replace(copy)
    except OSError as error:
        raise LedgerUnavailable(
            say("{copy} cannot be written: {why}. Nothing was converted", copy=str(copy), why=str(error.strerror))
        ) from error
    finally:
        _delete(part)
    return str(copy)


def _delete(part: Path) -> None:
    """Delete an unfinished copy, and the journal that SQLite would otherwise apply to the next one."""
    for file in (part, Path(f"{part}-journal")):
        file.unlink(missing_ok=True)


def unfinished_copies(where: str) -> list[str]:
    """Return the paths of copies that were left when a process was killed while it wrote them.

    Call it on a ledger whose schema is current: only earlier ones are copied, so none of these is still written.
    """
    ledger, found = Path(where), list[str]()
    with suppress(OSError):  # the folder may not be listed
        for one in ledger.parent.iterdir():
            if one.name.startswith(ledger.name) and UNFINISHED.fullmatch(one.name[len(ledger.name) :]):
                found.append(str(one))
    return sorted(found)
