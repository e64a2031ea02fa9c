"""The Merkle tree (RFC 6962, RFC 9162): root, inclusion proofs, consistency proofs.

As in RFC 6962 section 2.1 (the same tree: RFC 9162 section 2.1). The leaves given here are leaf *hashes*: an
event's hash is SHA-256(0x00 ‖ header) already (see chain.py), so it is the leaf as it stands. An inner node is
SHA-256(0x01 ‖ left ‖ right); the root of no leaves is SHA-256 of nothing. Sizes count leaves, indexes start at
0, and every hash has 32 bytes.

Proofs are verified by the step-by-step algorithms of RFC 9162 and made by the recursive definition, so that
neither vouches for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import NoReturn, Protocol

EMPTY = sha256().digest()
"""The root of a log without leaves."""

MAX_SIZE = 2**62
"""No log is longer; a number above it is an attack or an accident."""

STRIDE = 8
"""Hashes are stored at every eighth level: over 256 leaves, 65,536, and so on, as C2SP tlog-tiles has them."""

BLOCK = 1 << STRIDE


class BadProof(Exception):
    """A proof that proves nothing, and why: it does not fit its numbers, or leads to another root."""

    code = "proof.bad"

    def __init__(self, why: str) -> None:
        super().__init__(f"the proof does not hold: {why}. Fetch it again; if it fails again, do not trust this log")
        self.why = why


class Subtrees(Protocol):
    """Where the hashes of complete subtrees are kept; a dictionary behind it, or a table."""

    def get(self, level: int, index: int) -> bytes | None:
        """Return the hash over leaves index·2^level to (index + 1)·2^level - 1, or None if it is not kept."""
        ...


def node(left: bytes, right: bytes) -> bytes:
    """Return the hash of the node above two others (RFC 6962 section 2.1)."""
    return sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """Return the root of a tree with these leaves (RFC 6962 section 2.1), level by level.

    Raises:
        ValueError: a leaf does not have 32 bytes.
    """
    if not leaves:
        return EMPTY
    if set(map(len, leaves)) != {32}:
        raise ValueError("a leaf hash has 32 bytes")
    level = leaves
    while len(level) > 1:
        above = [sha256(b"\x01" + left + right).digest() for left, right in zip(level[::2], level[1::2], strict=False)]
        if len(level) % 2:
            above.append(level[-1])  # a last one without a partner goes up as it is
        level = above
    return level[0]


class Frontier:
    """A tree that grows leaf by leaf and remembers only the complete subtrees at its edge, 62 hashes at most.

    To go on later, keep `size` and `hashes` (the largest subtree first) and give them back.

    Raises:
        ValueError: the hashes are not as many as the size needs, or not of 32 bytes.
    """

    def __init__(self, size: int = 0, hashes: Sequence[bytes] = ()) -> None:
        if not 0 <= size <= MAX_SIZE or len(hashes) != size.bit_count() or any(len(each) != 32 for each in hashes):
            raise ValueError(f"{len(hashes)} hashes cannot be the edge of a log of {size}")
        self.size = size
        self._hashes = list(hashes)

    @property
    def hashes(self) -> tuple[bytes, ...]:
        """The complete subtrees from left to right, one for each binary one of the size."""
        return tuple(self._hashes)

    def append(self, leaf: bytes) -> None:
        """Add a leaf at the end.

        Raises:
            ValueError: it does not have 32 bytes.
        """
        if len(leaf) != 32:
            raise ValueError("a leaf hash has 32 bytes")
        carried, size = leaf, self.size
        while size % 2:  # as a carry in binary addition: two subtrees of one size become one
            carried = node(self._hashes.pop(), carried)
            size //= 2
        self._hashes.append(carried)
        self.size += 1

    def root(self) -> bytes:
        """Return the root over all leaves so far."""
        return _fold(self._hashes)


class Tree:
    """Roots and proofs of a log that need not fit into memory, at any size it ever had.

    `leaves(start, stop)` reads leaf hashes, 256 at most at a time. `subtrees` may keep what `grow` yields; what
    it lacks is computed from the leaves, what it has is believed. To check a ledger, use a tree without it.

    Every method raises ValueError for numbers out of range, or if the reader gives fewer leaves than it was
    asked for.
    """

    def __init__(self, leaves: Callable[[int, int], Sequence[bytes]], subtrees: Subtrees | None = None) -> None:
        self._leaves = leaves
        self._subtrees = subtrees

    def root(self, size: int) -> bytes:
        """Return the root over the first `size` leaves."""
        if not 0 <= size <= MAX_SIZE:
            raise ValueError(f"no log has the size {size}")
        return self._range(0, size)

    def edge(self, size: int) -> Frontier:
        """Return what a log of that size needs to grow on; its root is that of the log."""
        if not 0 <= size <= MAX_SIZE:
            raise ValueError(f"no log has the size {size}")
        parts, start = [], 0
        while start < size:
            width = 1 << (size - start).bit_length() - 1
            parts.append(self._range(start, start + width))
            start += width
        return Frontier(size, parts)

    def subtree(self, level: int, index: int) -> bytes:
        """Return the hash over leaves index·2^level to (index + 1)·2^level - 1, of which there are 256 or more."""
        if level < STRIDE or index < 0 or (index + 1) << level > MAX_SIZE:
            raise ValueError(f"there is no subtree {index} of level {level}")
        return self._full(level, index)

    def inclusion(self, index: int, size: int) -> tuple[bytes, ...]:
        """Return the proof that a leaf is in the log of that size, from the leaf up (RFC 9162 section 2.1.3.1)."""
        if not 0 <= index < size <= MAX_SIZE:
            raise ValueError(f"there is no leaf {index} in a log of {size}")
        start, stop, path = 0, size, []
        while stop - start > 1:
            middle = start + _left(stop - start)
            if index < middle:
                path.append(self._range(middle, stop))
                stop = middle
            else:
                path.append(self._range(start, middle))
                start = middle
        return tuple(reversed(path))

    def consistency(self, old: int, new: int) -> tuple[bytes, ...]:
        """Return the proof that the log of size `new` begins with the log of size `old` (RFC 9162 section 2.1.4.1).

        It is empty for equal sizes; there is none from an empty log.
        """
        if not 0 < old <= new <= MAX_SIZE:
            raise ValueError(f"there is no proof from a log of {old} to one of {new}")
        start, stop, path = 0, new, []
        while stop != old:
            middle = start + _left(stop - start)
            if old <= middle:
                path.append(self._range(middle, stop))
                stop = middle
            else:
                path.append(self._range(start, middle))
                start = middle
        if start:  # else it is the old root itself, which the verifier has
            path.append(self._range(start, stop))
        return tuple(reversed(path))

    def grow(self, first: int, size: int) -> Iterator[tuple[int, int, bytes]]:
        """Yield (level, index, hash) of each subtree to store that became complete between two sizes of the log.

        Called again from where it stopped, it yields each one once: those of 256 leaves in order, and after the
        last part of a larger one, that. The parts that were complete before `first` are taken from the store.
        """
        if not 0 <= first <= size <= MAX_SIZE:
            raise ValueError(f"no log grows from {first} to {size}")
        fresh: dict[tuple[int, int], bytes] = {}
        for block in range(first // BLOCK, size // BLOCK):
            level, index = STRIDE, block
            found = root(self._read(block * BLOCK, (block + 1) * BLOCK))
            yield level, index, found
            while index % BLOCK == BLOCK - 1:
                fresh[level, index] = found
                siblings = [(level, at) for at in range(index + 1 - BLOCK, index + 1)]
                parts = [fresh.pop(each) if each in fresh else self._full(*each) for each in siblings]
                level, index, found = level + STRIDE, index // BLOCK, root(parts)
                yield level, index, found
            fresh[level, index] = found

    def _range(self, start: int, stop: int) -> bytes:
        """Return the hash over leaves start to stop - 1, of which `start` is where a subtree that large may begin."""
        parts = []
        while stop - start >= BLOCK:
            level = (stop - start).bit_length() - 1
            parts.append(self._full(level, start >> level))
            start += 1 << level
        if start < stop:
            parts.append(root(self._read(start, stop)))
        return _fold(parts)

    def _full(self, level: int, index: int) -> bytes:
        """Return the hash of a complete subtree of 256 leaves or more."""
        if self._subtrees is not None and level % STRIDE == 0 and (kept := self._subtrees.get(level, index)):
            return kept
        if level == STRIDE:
            return root(self._read(index * BLOCK, (index + 1) * BLOCK))
        return node(self._full(level - 1, 2 * index), self._full(level - 1, 2 * index + 1))

    def _read(self, start: int, stop: int) -> Sequence[bytes]:
        leaves = self._leaves(start, stop)
        if len(leaves) != stop - start:
            raise ValueError(f"there are {len(leaves)} leaves between {start} and {stop}")
        return leaves


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> None:
    """Check that a leaf is at an index of the log with this size and root (RFC 9162 section 2.1.3.2).

    Raises:
        BadProof: it is not shown to be.
    """
    _check(index, size, (leaf, root, *proof))
    if index == size:
        _bad("its leaf lies behind the end of the log")
    found = leaf
    for other, left in _climb(index, size - 1, proof):
        found = node(other, found) if left else node(found, other)
    if found != root:
        _bad("it leads to another root")


def verify_consistency(old: int, new: int, proof: Sequence[bytes], old_root: bytes, new_root: bytes) -> None:
    """Check that the log of size `new` begins with the log of size `old` (RFC 9162 section 2.1.4.2).

    Equal sizes have equal roots and an empty proof. From an empty log to a longer one the RFC knows no proof, and
    none is accepted: every log begins with nothing.

    Raises:
        BadProof: it is not shown to.
    """
    _check(old, new, (old_root, new_root, *proof))
    if old == new:
        if proof or old_root != new_root or (old == 0 and old_root != EMPTY):
            _bad("logs of one size have one root, and need no hashes to show it")
        return
    if old == 0 or not proof:
        _bad("it is empty" if old else "there is none from an empty log")
    # A power of two is a subtree of the new log, and the verifier has its root.
    found, *path = proof if old & (old - 1) else (old_root, *proof)
    found_old = found_new = found
    alone = (old & -old).bit_length() - 1  # levels on which the edge of the old log has nothing beside it
    for other, left in _climb((old - 1) >> alone, (new - 1) >> alone, path):
        if left:
            found_old = node(other, found_old)
        found_new = node(other, found_new) if left else node(found_new, other)
    if found_old != old_root or found_new != new_root:
        _bad(f"it leads to another {'new' if found_old == old_root else 'old'} root")


def _climb(at: int, last: int, path: Sequence[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Yield each hash of a path from a node up, and whether it stands on the left; `last` is the level's last node.

    These are steps 4 and 6 of the two algorithms. The path must have exactly the hashes there are on the way.
    """
    for other in path:
        if last == 0:
            _bad("it has hashes left over")
        left = at % 2 == 1 or at == last
        yield other, left
        while left and at and at % 2 == 0:  # the last node, without a partner: it goes up as it is
            at, last = at >> 1, last >> 1
        at, last = at >> 1, last >> 1
    if last:
        _bad("it lacks hashes")


def _left(size: int) -> int:
    """Return how many leaves of a tree of two or more are on its left: the largest power of two below its size."""
    return 1 << (size - 1).bit_length() - 1


def _fold(hashes: Sequence[bytes]) -> bytes:
    """Return the root over complete subtrees that become smaller from left to right."""
    if not hashes:
        return EMPTY
    found = hashes[-1]
    for left in reversed(hashes[:-1]):
        found = node(left, found)
    return found


def _check(lower: int, upper: int, hashes: Sequence[bytes]) -> None:
    if type(lower) is not int or type(upper) is not int or not 0 <= lower <= upper <= MAX_SIZE:
        _bad("its numbers are out of range")
    if not all(isinstance(each, bytes) and len(each) == 32 for each in hashes):
        _bad("a hash has 32 bytes")


def _bad(why: str) -> NoReturn:
    raise BadProof(why)
