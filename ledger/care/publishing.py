"""Publishing the Merkle tree as static files for auditors.

The checkpoint is written last, so every tile it covers already exists. The folder contains only hashes, sizes and the
ledger's id, none of them secret. Events are not published; see `tablescribe.ledger.proofs.tree.tiles`.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from tablescribe.domain.words.text import plural, say
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged, LedgerUnavailable
from tablescribe.ledger.matches.ledger import Progress
from tablescribe.ledger.proofs.tree.high_water_mark import Forked, alone, text_of
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.merkle import BLOCK, STRIDE, root
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint
from tablescribe.ledger.proofs.tree.tiles import CHECKPOINT, BadTiles, path_of, reader_of, rebuild, tiles_of

MODE = 0o644
"""File mode of published files: readable by everyone."""


def publish(tree: LogTree, note: str, folder: Path, progress: Progress | None = None) -> int:
    """Write the tiles since the folder's checkpoint, then the checkpoint `note`; return the number of tiles written.

    All tiles are read back first. If the folder or the stored tree is damaged, everything is rebuilt.

    Raises:
        Forked: the folder shows another log, or a larger one than the checkpoint.
        BadFile: the folder's checkpoint cannot be read.
        LedgerDamaged: the tiles do not give the signed root.
        LedgerUnavailable: the folder cannot be written.
    """
    stated = tree.check(note)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with alone(folder):
            first, written = _published(tree, stated, folder), 0
            for anew in (False, True):
                with suppress(BadTiles):
                    written = _write_tiles(tree, stated.size, 0 if anew else first, folder, progress)
                    if rebuild(reader_of(folder), stated.size, {stated.size})[stated.size] == stated.root:
                        break
                tree.rebuild()  # the stored tree or a file of the folder is damaged
            else:
                raise LedgerDamaged(say("the tiles do not match the signed root, so the checkpoint was not published"))
            _put(folder / CHECKPOINT, note.encode())
    except OSError as error:
        raise LedgerUnavailable(
            say("{path} cannot be written: {why}", path=str(folder), why=str(error.strerror))
        ) from error
    return written


def _published(tree: LogTree, stated: Checkpoint, folder: Path) -> int:
    """Return the size of the log in the folder, after checking that the new one is consistent with it."""
    try:
        before = Checkpoint.parse(text_of((folder / CHECKPOINT).read_text("utf-8")))
    except FileNotFoundError:
        return 0
    except (BadNote, UnicodeDecodeError) as error:
        raise BadFile(
            say("{path} is not a checkpoint: {why}", path=str(folder / CHECKPOINT), why=str(error))
        ) from error
    if before.size > stated.size:
        raise Forked(
            plural(
                before.size,
                "{path} already shows 1 event, and this checkpoint covers {size}. Publishing it would look "
                "like a fork",
                "{path} already shows {n} events, and this checkpoint covers {size}. Publishing it would "
                "look like a fork",
                path=str(folder), size=stated.size,
            )
        )  # fmt: skip
    if before.origin != stated.origin or tree.tree(trusting=False).root(before.size) != before.root:
        raise Forked(say("{path} already shows another log. Publish this one in another folder", path=str(folder)))
    return before.size


def _write_tiles(tree: LogTree, size: int, first: int, folder: Path, progress: Progress | None) -> int:
    whole, written = tree.tree(), 0
    for level, index, width in tiles_of(size, first):
        start = index * BLOCK
        if level:
            hashes = [whole.subtree(STRIDE * level, start + number) for number in range(width)]
        else:
            hashes = list(tree.leaves(start, start + width))
        if len(hashes) != width or (width == BLOCK and root(hashes) != whole.subtree(STRIDE * (level + 1), index)):
            raise BadTiles(path_of(level, index, width))
        _put(folder / path_of(level, index, width), b"".join(hashes))
        written += 1
        if progress is not None and not level:
            progress(start + width, size)
    return written


def _put(path: Path, contents: bytes) -> None:
    """Write a world-readable file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".half.", delete=False) as half:
            half.write(contents)
            half.flush()
            os.fsync(half.fileno())
        Path(half.name).chmod(MODE)
        Path(half.name).replace(path)
    except OSError:
        if half is not None:
            Path(half.name).unlink(missing_ok=True)
        raise
