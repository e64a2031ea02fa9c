"""The Merkle tree of the ledger: the published vectors, another implementation as oracle, and forged proofs."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from itertools import pairwise

import pymerkle  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablescribe.ledger.proofs.tree.merkle import (
    EMPTY,
    MAX_SIZE,
    BadProof,
    Frontier,
    Tree,
    node,
    root,
    verify_consistency,
    verify_inclusion,
)
from tests.depth import times

# The entries and roots that implementations of Certificate Transparency test with (RFC 6962).
ENTRIES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
INCLUSION = [
    (0, 1, ""),
    (0, 8, "96a296d2…c7 5f083f0a…1e 6b47aaf2…e4"),
    (5, 8, "bc1a0643…6b ca854ea1…e0 d37ee418…b7"),
    (2, 3, "fac54203…25"),
    (1, 5, "6e340b9c…1d 5f083f0a…1e bc1a0643…6b"),
]
CONSISTENCY = [
    (1, 1, ""),
    (1, 8, "96a296d2…c7 5f083f0a…1e 6b47aaf2…e4"),
    (2, 8, "5f083f0a…1e 6b47aaf2…e4"),
    (6, 8, "0ebc5d34…6a ca854ea1…e0 d37ee418…b7"),
    (6, 7, "0ebc5d34…6a b08693ec…5f d37ee418…b7"),
    (2, 5, "5f083f0a…1e bc1a0643…6b"),
]
VECTORS = [sha256(b"\x00" + bytes.fromhex(entry)).digest() for entry in ENTRIES]


def short(proof: Sequence[bytes]) -> str:
    return " ".join(f"{each.hex()[:8]}…{each.hex()[-2:]}" for each in proof)


@cache
def leaves(count: int) -> list[bytes]:
    return [sha256(b"\x00%d" % number).digest() for number in range(count)]


def tree_of(log: Sequence[bytes]) -> Tree:
    return Tree(lambda start, stop: log[start:stop])


class Kept(dict[tuple[int, int], bytes]):
    """A store of subtrees, as a table would be."""

    def get(self, level: int, index: int) -> bytes | None:  # type: ignore[override]
        assert level in range(8, 64, 8), "asked only for what is ever stored"
        return super().get((level, index))


@cache
def oracle(count: int) -> pymerkle.InmemoryTree:
    tree = pymerkle.InmemoryTree()
    for number in range(count):
        tree.append_entry(b"%d" % number)
    return tree


sizes = st.integers(1, 70)


@st.composite
def inclusions(draw: st.DrawFn) -> tuple[int, int]:
    size = draw(sizes)
    return draw(st.integers(0, size - 1)), size


@st.composite
def growths(draw: st.DrawFn) -> tuple[int, int]:
    new = draw(st.integers(2, 70))
    return draw(st.integers(1, new - 1)), new


class TestRoots:
    @pytest.mark.parametrize("size", range(9))
    def test_of_the_published_vectors(self, size: int) -> None:
        edge = Frontier()
        for leaf in VECTORS[:size]:
            edge.append(leaf)
        tree = tree_of(VECTORS)
        assert [root(VECTORS[:size]).hex(), edge.root().hex(), tree.root(size).hex()] == [ROOTS[size]] * 3

    def test_of_nothing(self) -> None:
        assert root([]) == Frontier().root() == tree_of([]).root(0) == EMPTY == sha256(b"").digest()

    @pytest.mark.parametrize("size", [*range(1, 34), 255, 256, 257, 511, 512, 513, 767, 1000])
    def test_as_another_implementation_computes_them(self, size: int) -> None:
        assert root(leaves(size)) == tree_of(leaves(1000)).root(size) == oracle(1000).get_root(size)

    @pytest.mark.parametrize("size", [-1, MAX_SIZE + 1])
    def test_of_sizes_that_cannot_be_do_not_exist(self, size: int) -> None:
        with pytest.raises(ValueError, match="no log has the size"):
            tree_of(leaves(8)).root(size)

    def test_a_leaf_is_not_a_node(self) -> None:
        """Without their prefixes, an inner node could be given out as an event (a second preimage)."""
        left, right = leaves(2)
        assert node(left, right) != sha256(left + right).digest()
        assert node(left, right) != sha256(b"\x00" + left + right).digest()

    @pytest.mark.parametrize("leaf", [b"", b"x" * 31, b"x" * 33])
    def test_need_leaves_of_32_bytes(self, leaf: bytes) -> None:
        for take in (lambda: root([*leaves(2), leaf]), lambda: Frontier().append(leaf)):
            with pytest.raises(ValueError, match="32 bytes"):
                take()


class TestFrontier:
    @given(st.integers(0, 300), st.integers(0, 300))
    def test_goes_on_from_what_it_kept(self, first: int, size: int) -> None:
        edge = Frontier()
        for leaf in leaves(600)[:first]:
            edge.append(leaf)
        edge = Frontier(edge.size, edge.hashes)
        for leaf in leaves(600)[first : first + size]:
            edge.append(leaf)
        assert edge.size == first + size
        assert edge.root() == root(leaves(600)[: first + size])
        assert len(edge.hashes) == edge.size.bit_count()

    @pytest.mark.parametrize(
        ("size", "hashes"),
        [(1, []), (2, leaves(2)), (0, leaves(1)), (1, [b"short"]), (-1, leaves(1)), (2 * MAX_SIZE, leaves(1))],
    )
    def test_does_not_go_on_from_an_edge_that_cannot_be(self, size: int, hashes: list[bytes]) -> None:
        with pytest.raises(ValueError, match="cannot be the edge"):
            Frontier(size, hashes)


class TestProofs:
    @pytest.mark.parametrize(("index", "size", "expected"), INCLUSION)
    def test_of_inclusion_are_the_published_ones(self, index: int, size: int, expected: str) -> None:
        proof = tree_of(VECTORS).inclusion(index, size)
        assert short(proof) == expected
        verify_inclusion(VECTORS[index], index, size, proof, bytes.fromhex(ROOTS[size]))

    @pytest.mark.parametrize(("old", "new", "expected"), CONSISTENCY)
    def test_of_consistency_are_the_published_ones(self, old: int, new: int, expected: str) -> None:
        proof = tree_of(VECTORS).consistency(old, new)
        assert short(proof) == expected
        verify_consistency(old, new, proof, bytes.fromhex(ROOTS[old]), bytes.fromhex(ROOTS[new]))

    @pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 31, 64, 65, 256, 300, 513, 1000])
    def test_of_inclusion_are_those_of_another_implementation(self, size: int) -> None:
        """It counts from 1 and puts the leaf before its path."""
        tree, other = tree_of(leaves(1000)), oracle(1000)
        for index in {0, 1, size // 3, size // 2, size - 2, size - 1} & set(range(size)):
            assert list(tree.inclusion(index, size)) == other.prove_inclusion(index + 1, size).path[1:]

    @given(st.integers(1, 1000), st.integers(1, 1000))
    def test_of_consistency_are_those_of_the_definition(self, one: int, other: int) -> None:
        """RFC 9162 section 2.1.4.1, word for word; the other implementation takes the tree apart in its own way."""
        old, new = sorted((one, other))
        assert list(tree_of(leaves(1000)).consistency(old, new)) == subproof(old, leaves(1000)[:new], True)

    def test_of_every_leaf_and_every_older_log_hold(self) -> None:
        log = leaves(70)
        tree, roots = tree_of(log), [root(log[:size]) for size in range(71)]
        for size in range(1, 71):
            for index in range(size):
                verify_inclusion(log[index], index, size, tree.inclusion(index, size), roots[size])
                old = index + 1
                verify_consistency(old, size, tree.consistency(old, size), roots[old], roots[size])

    @pytest.mark.parametrize(("index", "size"), [(0, 0), (3, 3), (-1, 3), (0, MAX_SIZE + 1)])
    def test_of_a_leaf_that_is_not_there_do_not_exist(self, index: int, size: int) -> None:
        with pytest.raises(ValueError, match="no leaf"):
            tree_of(leaves(8)).inclusion(index, size)

    @pytest.mark.parametrize(("old", "new"), [(0, 5), (0, 0), (5, 4), (-1, 4), (1, MAX_SIZE + 1)])
    def test_between_logs_that_cannot_be_do_not_exist(self, old: int, new: int) -> None:
        with pytest.raises(ValueError, match="no proof"):
            tree_of(leaves(8)).consistency(old, new)

    def test_beyond_the_end_of_the_log_are_not_made(self) -> None:
        tree = tree_of(leaves(8))
        for make in (lambda: tree.inclusion(0, 9), lambda: tree.consistency(3, 9), lambda: tree.root(300)):
            with pytest.raises(ValueError, match="leaves between"):
                make()


class TestForgedInclusion:
    @given(inclusions(), st.data())
    def test_a_flipped_bit_is_refused(self, where: tuple[int, int], data: st.DataObject) -> None:
        index, size = where
        log = leaves(70)
        parts = [log[index], root(log[:size]), *tree_of(log).inclusion(index, size)]
        at = data.draw(st.integers(0, len(parts) - 1))
        parts[at] = flip(parts[at], data.draw(st.integers(0, 255)))
        with pytest.raises(BadProof, match="another root"):
            verify_inclusion(parts[0], index, size, parts[2:], parts[1])

    @given(inclusions(), st.data())
    def test_a_hash_dropped_added_or_moved_is_refused(self, where: tuple[int, int], data: st.DataObject) -> None:
        index, size = where
        log = leaves(70)
        proof = tree_of(log).inclusion(index, size)
        with pytest.raises(BadProof):
            verify_inclusion(log[index], index, size, data.draw(mangled(proof, log)), root(log[:size]))

    @given(inclusions(), st.integers(0, 80), st.integers(0, 80))
    def test_a_proof_is_for_one_index_and_one_size(self, where: tuple[int, int], index: int, size: int) -> None:
        """The size is bound by the length of the path only, so a check needs the size of a signed checkpoint."""
        log, proof = leaves(70), tree_of(leaves(70)).inclusion(*where)
        whole, leaf = root(log[: where[1]]), log[where[0]]
        if turns(index, size) == turns(*where):
            verify_inclusion(leaf, index, size, proof, whole)
        else:
            with pytest.raises(BadProof):
                verify_inclusion(leaf, index, size, proof, whole)

    @given(inclusions(), st.integers(-3, 3).filter(bool))
    def test_no_other_index_of_the_same_log_is_shown(self, where: tuple[int, int], shift: int) -> None:
        index, size = where
        log, proof = leaves(70), tree_of(leaves(70)).inclusion(*where)
        with pytest.raises(BadProof):
            verify_inclusion(log[index], index + shift, size, proof, root(log[:size]))

    @pytest.mark.parametrize(
        ("index", "size", "why"),
        [
            (-1, 8, "out of range"),
            (9, 8, "out of range"),
            (8, 8, "behind the end"),
            (0, 0, "behind the end"),
            (0, MAX_SIZE + 1, "out of range"),
            pytest.param(0, 10**5000, "out of range", id="too long to print"),
            (True, 8, "out of range"),
            (0.0, 8, "out of range"),
            (0, MAX_SIZE, "lacks hashes"),
        ],
    )
    def test_numbers_that_cannot_be_are_refused(self, index: int, size: int, why: str) -> None:
        with pytest.raises(BadProof, match=why):
            verify_inclusion(VECTORS[0], index, size, tree_of(VECTORS).inclusion(0, 8), bytes.fromhex(ROOTS[8]))

    @pytest.mark.parametrize("wrong", [b"", b"x" * 31, b"x" * 33, "x" * 32])
    def test_hashes_of_another_length_are_refused(self, wrong: bytes) -> None:
        leaf, *proof = VECTORS[:2]
        whole = bytes.fromhex(ROOTS[2])
        verify_inclusion(leaf, 0, 2, proof, whole)
        for parts in ((wrong, proof, whole), (leaf, [wrong], whole), (leaf, proof, wrong)):
            with pytest.raises(BadProof, match="32 bytes"):
                verify_inclusion(parts[0], 0, 2, parts[1], parts[2])

    def test_an_inner_node_is_not_shown_as_a_leaf(self) -> None:
        proof = tree_of(VECTORS).inclusion(0, 8)
        with pytest.raises(BadProof, match="lacks hashes"):
            verify_inclusion(node(*VECTORS[:2]), 0, 8, proof[1:], bytes.fromhex(ROOTS[8]))

    @pytest.mark.parametrize("size", [1, 2, 3, 8])
    def test_a_root_above_the_root_is_not_reached(self, size: int) -> None:
        """A longer path to a root that was made for it, under the log's true size."""
        extra = VECTORS[7]
        path = [*tree_of(VECTORS).inclusion(0, size), extra]
        for above in (node(extra, bytes.fromhex(ROOTS[size])), node(bytes.fromhex(ROOTS[size]), extra)):
            with pytest.raises(BadProof, match="left over"):
                verify_inclusion(VECTORS[0], 0, size, path, above)

    def test_the_error_has_a_code_and_says_what_to_do(self) -> None:
        with pytest.raises(BadProof, match=r"lacks hashes\. Fetch it again") as error:
            verify_inclusion(VECTORS[0], 0, 2, [], bytes.fromhex(ROOTS[2]))
        assert (error.value.code, error.value.why) == ("proof.bad", "it lacks hashes")


class TestForgedConsistency:
    @given(growths(), st.data())
    def test_a_flipped_bit_is_refused(self, where: tuple[int, int], data: st.DataObject) -> None:
        old, new = where
        log = leaves(70)
        parts = [root(log[:old]), root(log[:new]), *tree_of(log).consistency(old, new)]
        at = data.draw(st.integers(0, len(parts) - 1))
        parts[at] = flip(parts[at], data.draw(st.integers(0, 255)))
        with pytest.raises(BadProof, match=r"another (old|new) root"):
            verify_consistency(old, new, parts[2:], parts[0], parts[1])

    @given(growths(), st.data())
    def test_a_hash_dropped_added_or_moved_is_refused(self, where: tuple[int, int], data: st.DataObject) -> None:
        old, new = where
        log = leaves(70)
        proof = data.draw(mangled(tree_of(log).consistency(old, new), log))
        with pytest.raises(BadProof):
            verify_consistency(old, new, proof, root(log[:old]), root(log[:new]))

    @given(growths(), st.integers(0, 69))
    def test_a_log_that_changed_an_old_event_is_refused(self, where: tuple[int, int], changed: int) -> None:
        """Given the honest old root, whatever proof the log makes from its new leaves."""
        old, new = where
        log, forged = leaves(70), list(leaves(70))
        forged[changed % old] = flip(forged[changed % old], 0)
        with pytest.raises(BadProof, match=r"another (old|new) root"):
            verify_consistency(old, new, tree_of(forged).consistency(old, new), root(log[:old]), root(forged[:new]))

    @given(growths(), st.integers(-3, 3).filter(bool))
    def test_no_other_old_size_is_shown(self, where: tuple[int, int], shift: int) -> None:
        old, new = where
        log, proof = leaves(70), tree_of(leaves(70)).consistency(*where)
        with pytest.raises(BadProof):
            verify_consistency(old + shift, new, proof, root(log[:old]), root(log[:new]))

    @given(sizes, sizes, st.lists(st.sampled_from(leaves(70)), max_size=3))
    def test_one_size_has_one_root_and_no_proof(self, size: int, other: int, proof: list[bytes]) -> None:
        first, second = root(leaves(70)[:size]), root(leaves(70)[:other])
        verify_consistency(size, size, (), first, first)
        for path, new in ((proof, second), (proof, first), ((), second)):
            if path or new != first:
                with pytest.raises(BadProof, match="one root"):
                    verify_consistency(size, size, path, first, new)

    def test_from_an_empty_log_there_is_none(self) -> None:
        verify_consistency(0, 0, (), EMPTY, EMPTY)
        with pytest.raises(BadProof, match="one root"):
            verify_consistency(0, 0, (), VECTORS[0], VECTORS[0])
        for proof in ((), VECTORS[:1]):
            with pytest.raises(BadProof, match="empty log"):
                verify_consistency(0, 1, proof, EMPTY, VECTORS[0])

    @pytest.mark.parametrize(
        ("old", "new"),
        [(-1, 8), (8, 6), (6, MAX_SIZE + 1), (True, 8), (6.0, 8), pytest.param(6, 10**5000, id="too long to print")],
    )
    def test_numbers_that_cannot_be_are_refused(self, old: int, new: int) -> None:
        proof = tree_of(VECTORS).consistency(6, 8)
        with pytest.raises(BadProof, match="out of range"):
            verify_consistency(old, new, proof, bytes.fromhex(ROOTS[6]), bytes.fromhex(ROOTS[8]))

    def test_an_empty_proof_of_growth_is_refused(self) -> None:
        for old in (1, 2, 3):
            with pytest.raises(BadProof, match="it is empty"):
                verify_consistency(old, 4, (), bytes.fromhex(ROOTS[old]), bytes.fromhex(ROOTS[4]))

    @pytest.mark.parametrize("wrong", [b"", b"x" * 31, b"x" * 33, "x" * 32])
    def test_hashes_of_another_length_are_refused(self, wrong: bytes) -> None:
        old, new = bytes.fromhex(ROOTS[1]), bytes.fromhex(ROOTS[2])
        for proof, first, second in (([wrong], old, new), (VECTORS[1:2], wrong, new), (VECTORS[1:2], old, wrong)):
            with pytest.raises(BadProof, match="32 bytes"):
                verify_consistency(1, 2, proof, first, second)


class TestGrowing:
    SIZE = 65_536 + 256 + 7

    @cache  # noqa: B019 - made once for the class
    def whole(self) -> list[tuple[int, int, bytes]]:
        return list(tree_of(leaves(self.SIZE)).grow(0, self.SIZE))

    def test_yields_each_complete_subtree_of_every_eighth_level(self) -> None:
        log, found = leaves(self.SIZE), self.whole()
        assert [(level, index) for level, index, _ in found] == [*((8, at) for at in range(256)), (16, 0), (8, 256)]
        assert found[3] == (8, 3, root(log[768:1024]))
        assert found[256] == (16, 0, root(log[:65_536]))
        assert found[257] == (8, 256, root(log[65_536:65_792]))

    @settings(max_examples=times(6, 20), deadline=None)
    @given(st.lists(st.integers(0, SIZE), max_size=6))
    def test_step_by_step_is_as_at_once(self, stops: list[int]) -> None:
        """Larger subtrees come from the stored parts: a step reads only the leaves of blocks it completes."""
        log, kept, read, found = leaves(self.SIZE), Kept(), [0], []

        def reader(start: int, stop: int) -> Sequence[bytes]:
            read[0] += stop - start
            return log[start:stop]

        tree = Tree(reader, kept)
        for first, stop in pairwise(sorted([0, *stops, self.SIZE])):
            for level, index, each in tree.grow(first, stop):
                kept[level, index] = each
                found.append((level, index, each))
        assert found == self.whole()
        assert read[0] == 65_792

    def test_works_without_a_store_too(self) -> None:
        """At once, each leaf is read once; later, the parts of a larger subtree are computed from the leaves again."""
        log, reads = leaves(self.SIZE), []

        def reader(start: int, stop: int) -> Sequence[bytes]:
            reads.append(start)
            return log[start:stop]

        assert list(Tree(reader).grow(0, self.SIZE)) == self.whole()
        assert reads == list(range(0, 65_792, 256))
        assert list(Tree(reader).grow(65_400, 65_792)) == self.whole()[255:]

    @pytest.mark.parametrize(("first", "size"), [(5, 4), (-1, 4), (0, MAX_SIZE + 1)])
    def test_numbers_that_cannot_be_are_refused(self, first: int, size: int) -> None:
        with pytest.raises(ValueError, match="no log grows"):
            list(tree_of(leaves(8)).grow(first, size))


class TestStore:
    SIZE = TestGrowing.SIZE

    @settings(max_examples=times(6, 20), deadline=None)
    @given(st.integers(1, SIZE), st.data())
    def test_a_tree_with_it_agrees_with_one_without(self, size: int, data: st.DataObject) -> None:
        """The store may have all, or some of what it should have."""
        log, kept = leaves(self.SIZE), Kept()
        for level, index, each in TestGrowing().whole():
            kept[level, index] = each
        for key in data.draw(st.sets(st.sampled_from(sorted(kept)), max_size=3)):
            del kept[key]
        with_it, without = Tree(lambda start, stop: log[start:stop], kept), tree_of(log)
        number = data.draw(st.integers(0, size - 1))
        assert with_it.root(size) == without.root(size) == root(log[:size])
        assert with_it.inclusion(number, size) == without.inclusion(number, size)
        assert with_it.consistency(number + 1, size) == without.consistency(number + 1, size)

    def test_proofs_read_few_leaves(self) -> None:
        log, kept, reads = leaves(self.SIZE), Kept(), []

        def reader(start: int, stop: int) -> Sequence[bytes]:
            reads.append(stop - start)
            return log[start:stop]

        for level, index, each in TestGrowing().whole():
            kept[level, index] = each
        tree = Tree(reader, kept)
        whole = tree.root(self.SIZE)
        assert sum(reads) == 7, "the leaves behind the last stored block"
        reads.clear()
        verify_inclusion(log[1234], 1234, self.SIZE, tree.inclusion(1234, self.SIZE), whole)
        assert sum(reads) == 255 + 7, "the block of the leaf without it, and the same end"
        assert max(reads) <= 256


def subproof(old: int, log: list[bytes], known: bool) -> list[bytes]:
    """SUBPROOF(m, D_n, b) of RFC 9162 section 2.1.4.1."""
    if old == len(log):
        return [] if known else [root(log)]
    left = 1 << (len(log) - 1).bit_length() - 1
    if old <= left:
        return [*subproof(old, log[:left], known), root(log[left:])]
    return [*subproof(old - left, log[left:], False), root(log[:left])]


def flip(digest: bytes, bit: int) -> bytes:
    return bytes(each ^ (1 << bit % 8 if at == bit // 8 else 0) for at, each in enumerate(digest))


def turns(index: int, size: int) -> list[bool] | None:
    """On which side the path from a leaf to the root has its hashes; None if there is no such leaf."""
    if not index < size:
        return None
    sides = []
    while size > 1:
        left = 1 << (size - 1).bit_length() - 1
        sides.append(index >= left)
        index, size = (index - left, size - left) if index >= left else (index, left)
    return sides


@st.composite
def mangled(draw: st.DrawFn, proof: tuple[bytes, ...], others: list[bytes]) -> list[bytes]:
    """A proof with a hash dropped, added, doubled, or two hashes swapped."""
    path = list(proof)
    at = draw(st.integers(0, max(0, len(path) - 1)))
    how = draw(st.sampled_from(["add", "drop", "double", "swap"])) if len(path) > 1 else "add"
    if how == "drop":
        del path[at]
    elif how == "add":
        path.insert(at, draw(st.sampled_from(others)))
    elif how == "double":
        path.insert(at, path[at])
    else:
        path[at], path[at - 1] = path[at - 1], path[at]
    return path
