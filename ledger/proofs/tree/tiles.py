"""Tiles: the tree as static files of 256 hashes (c2sp.org/tlog-tiles).

A tile of level 0 has the hashes of 256 events; one of level n + 1 has the roots of 256 tiles of level n. The last tile
of a level may be partial, with fewer hashes. The size of a log determines its set of tiles; full tiles never change.

The entries themselves are not published, because they reveal who played what. Their hashes reveal nothing, because each
entry has 128 random bits. With the tiles, anyone can check that the log only grows, and that it contains a bundle's
matches.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from tablescribe.ledger.proofs.tree.merkle import BLOCK, EMPTY, STRIDE, Frontier, root

HASH = 32
CHECKPOINT = "checkpoint"
"""Name of the file with the signed checkpoint."""

Read = Callable[[str, int], bytes | None]
"""Function that reads a file, up to one byte more than the given maximum; `None` if there is no such file."""


class BadTiles(Exception):
    """Published tiles are missing, have a wrong length, or do not form one tree."""


def path_of(level: int, index: int, width: int = BLOCK) -> str:
    """Return the path of a tile: `tile/0/x001/x234/067`, with `.p/5` appended if it has only five hashes."""
    digits = [f"{index % 1000:03d}"]
    while index := index // 1000:
        digits.insert(0, f"x{index % 1000:03d}")
    return f"tile/{level}/{'/'.join(digits)}" + (f".p/{width}" if width < BLOCK else "")


def tiles_of(size: int, first: int = 0) -> Iterator[tuple[int, int, int]]:
    """Yield level, index and width of the tiles of a log of `size`, except full ones that it had at size `first`."""
    level = 0
    while count := size >> (STRIDE * level):
        before = (first >> (STRIDE * level)) // BLOCK
        for index in range(before, count // BLOCK):
            yield level, index, BLOCK
        if count % BLOCK:
            yield level, count // BLOCK, count % BLOCK
        level += 1


def hashes_in(contents: bytes) -> list[bytes]:
    """Return the hashes of a tile."""
    return [contents[at : at + HASH] for at in range(0, len(contents), HASH)]


def reader_of(folder: Path) -> Read:
    """Return a function that reads the files of a folder."""

    def read(path: str, most: int) -> bytes | None:
        try:
            with (folder / path).open("rb") as file:
                return file.read(most + 1)
        except (FileNotFoundError, NotADirectoryError):
            return None

    return read


def read_tile(read: Read, level: int, index: int, width: int) -> list[bytes]:
    """Return the hashes of a tile; a partial tile may have been replaced by the full one.

    Raises:
        BadTiles: the tile is missing or has a wrong length.
    """
    for whole in dict.fromkeys((width, BLOCK)):
        contents = read(path_of(level, index, whole), BLOCK * HASH)
        if contents is not None:
            if len(contents) != whole * HASH:
                raise BadTiles(f"{path_of(level, index, whole)} has {len(contents)} bytes")
            return hashes_in(contents)[:width]
    raise BadTiles(f"{path_of(level, index, width)} is missing")


def rebuild(read: Read, size: int, sizes: Collection[int]) -> dict[int, bytes]:
    """Check all tiles of a log against each other; return its root at each of the given sizes.

    Raises:
        BadTiles: a tile is missing, has a wrong length, or contradicts the tiles below it.
    """
    wanted, edge = {0: EMPTY} if 0 in sizes else {}, Frontier()
    above: list[bytes] = []
    for level, index, width in tiles_of(size):
        hashes = read_tile(read, level, index, width)
        if level:
            if hashes != above[: len(hashes)]:
                raise BadTiles(f"{path_of(level, index, width)} is not what the tiles below it give")
            del above[: len(hashes)]
        else:
            for leaf in hashes:
                edge.append(leaf)
                if edge.size in sizes:
                    wanted[edge.size] = edge.root()
        if width == BLOCK:
            above.append(root(hashes))
    return wanted
