"""Inclusion proofs of many leaves in a log of one size.

A proof needs the sibling hashes of its leaf on every level. The levels over a block of 256 neighbours are computed once
and cached, so the proof of a leaf near the previous one only looks hashes up. `Tree.inclusion`, in contrast, reads and
hashes them for each proof.
"""

from __future__ import annotations

from functools import lru_cache

from tablescribe.ledger.proofs.tree.merkle import BLOCK, EMPTY, MAX_SIZE, STRIDE, Tree, levels

KEPT = 128
"""Maximum number of cached blocks of 256 neighbours, about 40 KB each."""


class InclusionProofs:
    """Computes the same proofs as `Tree.inclusion`, and the same root, for one size of the log.

    Raises:
        ValueError: no log has that size.
    """

    def __init__(self, tree: Tree, size: int) -> None:
        if not 0 <= size <= MAX_SIZE:
            raise ValueError(f"no log has the size {size}")
        self.size = size
        self._tree = tree
        self._levels = lru_cache(maxsize=KEPT)(self._computed)

    def root(self) -> bytes:
        """Return the root over all leaves."""
        last = self.size - 1
        if last < 0:
            return EMPTY
        height = max(0, last.bit_length() - 1) // STRIDE * STRIDE
        return self._levels(height, 0)[-1][0]

    def of(self, index: int) -> tuple[bytes, ...]:
        """Return the inclusion proof of a leaf, from the leaf up (RFC 9162 section 2.1.3.1).

        Raises:
            ValueError: there is no such leaf, or the tree's reader returns fewer leaves than requested.
        """
        if not 0 <= index < self.size:
            raise ValueError(f"there is no leaf {index} in a log of {self.size}")
        last, path = self.size - 1, []
        for level in range(last.bit_length()):
            sibling = index >> level ^ 1
            if sibling <= last >> level:  # otherwise the node is promoted unchanged
                path.append(self._node(level, sibling))
        return tuple(path)

    def _node(self, level: int, index: int) -> bytes:
        """Return a node of the tree; the last one of a level may cover fewer leaves."""
        above = level % STRIDE
        block, at = divmod(index, BLOCK >> above)
        return self._levels(level - above, block)[above][at]

    def _computed(self, height: int, block: int) -> list[list[bytes]]:
        """Return the levels over a block of 256 neighbours of a height; the last block may have fewer."""
        start, stop = block * BLOCK, min((block + 1) * BLOCK, (self.size - 1 >> height) + 1)
        if not height:
            return levels(self._tree.leaves(start, stop))
        return levels([self._over(height, index) for index in range(start, stop)])

    def _over(self, height: int, index: int) -> bytes:
        """Return the hash over a block of the height below."""
        if (index + 1) << height <= self.size:
            return self._tree.subtree(height, index)
        return self._levels(height - STRIDE, index)[-1][0]
