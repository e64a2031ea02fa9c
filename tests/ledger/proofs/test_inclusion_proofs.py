"""Inclusion proofs of many leaves: the same as those computed one by one, and each hash is read once."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256

import pytest

from tablescribe.ledger.proofs.tree.inclusion_proofs import InclusionProofs
from tablescribe.ledger.proofs.tree.merkle import MAX_SIZE, Tree, root, verify_inclusion
from tests.depth import a_few, each_with


@cache
def leaves(count: int) -> list[bytes]:
    return [sha256(b"\x00%d" % number).digest() for number in range(count)]


class Stored(dict[tuple[int, int], bytes]):
    def get(self, level: int, index: int) -> bytes | None:  # type: ignore[override]
        return super().get((level, index))


@pytest.mark.parametrize("size", [*range(1, 20), *a_few([700, 255, 256, 257, 383, 511, 512, 513], 4)])
def test_they_are_those_of_the_tree_for_every_leaf(size: int) -> None:
    log = leaves(size)
    tree = Tree(lambda start, stop: log[start:stop])
    many = InclusionProofs(tree, size)
    for index in range(size):
        assert many.of(index) == tree.inclusion(index, size)
    assert many.root() == root(log)


@pytest.mark.parametrize(("size", "kept"), each_with([65_535, 65_536, 65_537, 65_536 + 256, 70_001], [False, True]))
def test_they_hold_above_the_second_stored_level(size: int, kept: bool) -> None:
    log = leaves(70_001)[:size]
    stored = Stored()
    if kept:
        for level, index, found in Tree(lambda start, stop: log[start:stop]).grow(0, size):
            stored[level, index] = found
    many = InclusionProofs(Tree(lambda start, stop: log[start:stop], stored), size)
    top = root(log)
    for index in (0, 1, 255, 256, 32_767, 32_768, 65_279, 65_534, size - 2, size - 1):
        verify_inclusion(log[index], index, size, many.of(index), top)
    assert many.root() == top


def test_a_log_that_grew_has_proofs_at_its_earlier_size() -> None:
    log = leaves(1000)
    many = InclusionProofs(Tree(lambda start, stop: log[start:stop]), 300)
    for index in (0, 255, 256, 299):
        verify_inclusion(log[index], index, 300, many.of(index), root(log[:300]))


def test_each_leaf_is_read_once() -> None:
    log, read = leaves(1000), list[int]()

    def reader(start: int, stop: int) -> Sequence[bytes]:
        read.extend(range(start, stop))
        return log[start:stop]

    stored = Stored()
    for level, index, found in Tree(lambda start, stop: log[start:stop]).grow(0, 1000):
        stored[level, index] = found
    many = InclusionProofs(Tree(reader, stored), 1000)
    for index in range(1000):
        many.of(index)
    assert sorted(read) == list(range(1000))


def test_what_is_not_there_is_refused() -> None:
    log = leaves(10)
    tree = Tree(lambda start, stop: log[start:stop])
    assert InclusionProofs(tree, 0).root() == root([])
    for index in (-1, 10, 11):
        with pytest.raises(ValueError, match="no leaf"):
            InclusionProofs(tree, 10).of(index)
    with pytest.raises(ValueError, match="there are 10 leaves between 0 and 12"):
        InclusionProofs(tree, 12).of(3)
    with pytest.raises(ValueError, match="no log has the size"):
        InclusionProofs(tree, MAX_SIZE + 1)
