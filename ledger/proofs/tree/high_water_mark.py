"""High-water mark of a key: the largest log it has signed, kept in a file beside it.

A database can be restored from an old backup or disk snapshot. The key would then sign a second log of a size that it
has already signed, and neither could be trusted. The last signed checkpoint, stored next to the key, reveals this.
Because the file is a signed checkpoint, the ledger can also be verified with it (`--since`).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tablescribe.domain.words.text import Text, plural, say
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, VerifierKey, open_note

SUFFIX = ".signed"


class Forked(LedgerError):
    """The ledger is not the log that its key has signed, but an older copy or a fork of it."""

    code = "ledger.forked"


def text_of(note: str) -> str:
    """Return the text of a note without checking its signatures.

    Raises:
        BadNote: it has no signatures.
    """
    text, found, _ = note.rpartition("\n\n")
    if not found:
        raise BadNote("it has no signatures")
    return text + "\n"


class HighWaterMark:
    """The file with the last checkpoint that a key has signed."""

    def __init__(self, path: Path, key: VerifierKey | None = None) -> None:
        """Create a mark for a file; without `key`, the signature in the file is not checked."""
        self.path = path
        self._key = key

    def stated(self) -> Checkpoint | None:
        """Return the last checkpoint signed; `None` if there is none.

        Raises:
            Forked: the file cannot be read, so the last checkpoint is unknown.
        """
        try:
            note = self.path.read_text("utf-8")
            return Checkpoint.parse(text_of(note) if self._key is None else open_note(note, [self._key]))
        except FileNotFoundError:
            return None
        except (BadNote, OSError, UnicodeDecodeError) as error:
            why = say(
                "the record of what this key has signed, {path}, cannot be read ({why}). Restore it from a "
                "copy, or make a new key: `tablescribe keys rotate`",
                path=str(self.path), why=str(error),
            )  # fmt: skip
            raise Forked(why) from error

    def rise(self, note: str) -> None:
        """Raise the mark to a new checkpoint before the checkpoint is returned; the mark never falls.

        Raises:
            Forked: a different log of that size was signed, or the file cannot be written.
        """
        new = Checkpoint.parse(text_of(note))
        with alone(self.path.parent):
            before = self.stated()
            if before is not None and before.size == new.size and before.root != new.root:
                raise Forked(other_log(new.size, str(self.path)))
            if before is None or before.size < new.size:
                self._write(note)

    def _write(self, note: str) -> None:
        try:
            write_durably(self.path, note)
        except OSError as error:
            why = say("{path} cannot be written, so nothing was signed: {why}", path=str(self.path), why=str(error))
            raise Forked(why) from error


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock a folder, so that only one process at a time reads and writes in it."""
    try:
        import fcntl
    except ImportError:  # no `fcntl` on this system: concurrent signing is not detected there
        yield
        return
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def write_durably(path: Path, text: str) -> None:
    """Write a file atomically and durably, readable by its owner only (0600).

    Raises:
        OSError: it cannot be written; the old contents are unchanged.
    """
    half = None
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".half.", delete=False, encoding="utf-8") as half:
            half.write(text)  # its mode is 0600
            half.flush()
            os.fsync(half.fileno())
        Path(half.name).replace(path)
        if os.name == "posix":
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)  # otherwise a power loss may undo the rename
            finally:
                os.close(folder)
    except OSError:
        if half is not None:
            with suppress(OSError):
                Path(half.name).unlink(missing_ok=True)
        raise


def other_log(size: int, path: str) -> Text:
    """Return the message that a key has signed another log of that size."""
    return plural(
        size,
        "the key has signed another log of 1 event ({path}): this one continues an older copy. Go "
        "back to the newer one, or continue here with a new key so that the two can be told apart: "
        "`tablescribe keys rotate`",
        "the key has signed another log of {n} events ({path}): this one continues an older copy. "
        "Go back to the newer one, or continue here with a new key so that the two can be told "
        "apart: `tablescribe keys rotate`",
        path=path,
    )


def not_those(size: int) -> Text:
    """Return the message that a log does not extend a checkpoint of that size."""
    return plural(
        size,
        "the first event does not match the checkpoint over it",
        "the first {n} events do not match the checkpoint over them",
    )


def end_missing(size: int, ours: int) -> Text:
    """Return the message that a log is shorter than a checkpoint."""
    return plural(
        size,
        "a checkpoint covers 1 event, but there are only {ours}: the end is missing",
        "a checkpoint covers {n} events, but there are only {ours}: the end is missing",
        ours=ours,
    )


def marks_of(folder: Path, origin: str) -> Iterator[tuple[Path, Checkpoint]]:
    """Yield the high-water marks of all keys in a folder for the ledger with this origin.

    Raises:
        Forked: a file cannot be read.
    """
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        stated = HighWaterMark(path).stated()
        if stated is not None and stated.origin == origin:
            yield path, stated
