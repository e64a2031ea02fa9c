"""A ledger's tree as files (C2SP tlog-tiles): auditors rebuild it from the files alone, and it only grows."""

import stat
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest

from tablescribe.ledger.care.publishing import publish
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged, LedgerUnavailable
from tablescribe.ledger.log.schema import subtrees
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.high_water_mark import Forked
from tablescribe.ledger.proofs.tree.log_tree import LogTree
from tablescribe.ledger.proofs.tree.merkle import Tree, root
from tablescribe.ledger.proofs.tree.tiles import BadTiles, Read, path_of, reader_of, rebuild, tiles_of
from tests.ledger.proofs.test_log_tree import many
from tests.ledger.witnessing import leaves, tree_of


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


def published(notary: Notary, folder: Path) -> int:
    return publish(LogTree(notary.ledger), notary.checkpoint(), folder)


def from_the_files(folder: Path) -> tuple[int, bytes, bytes]:
    """Return the checkpoint's size and root, and the root of the leaves in the files, computed by RFC 6962.

    Written independently from the specification, without using the program under test.
    """
    _, size, stated, *_ = (folder / "checkpoint").read_text().split("\n")
    found: list[bytes] = []
    for index in range(-(-int(size) // 256)):
        digits = f"{index:09d}"
        parts = [digits[at : at + 3] for at in range(0, 9, 3)]
        while len(parts) > 1 and parts[0] == "000":
            parts.pop(0)
        name = "/".join(["x" + part for part in parts[:-1]] + [parts[-1]])
        width = min(256, int(size) - index * 256)
        data = (folder / "tile" / "0" / (name if width == 256 else f"{name}.p/{width}")).read_bytes()
        assert len(data) == 32 * width
        found += [data[at : at + 32] for at in range(0, len(data), 32)]

    def head(part: list[bytes]) -> bytes:
        if len(part) == 1:
            return part[0]
        middle = 1
        while middle * 2 < len(part):
            middle *= 2
        return sha256(b"\x01" + head(part[:middle]) + head(part[middle:])).digest()

    return int(size), b64decode(stated), head(found)


def reading(files: dict[str, bytes]) -> Read:
    return lambda path, most: files.get(path)


class TestPaths:
    @pytest.mark.parametrize(
        ("index", "path"),
        [
            (0, "000"),
            (7, "007"),
            (999, "999"),
            (1000, "x001/000"),
            (1_234_067, "x001/x234/067"),
            (10**9, "x001/x000/x000/000"),
        ],
    )
    def test_are_those_of_the_specification(self, index: int, path: str) -> None:
        assert path_of(0, index) == f"tile/0/{path}"
        assert path_of(3, index, 112) == f"tile/3/{path}.p/112"

    def test_a_log_of_70000_has_the_tiles_that_the_specification_counts(self) -> None:
        tiles = list(tiles_of(70_000))
        full = [(level, index) for level, index, width in tiles if width == 256]
        partial = [(level, index, width) for level, index, width in tiles if width < 256]
        assert (len([one for one in full if one[0] == 0]), full[-1]) == (273, (1, 0))
        assert partial == [(0, 273, 112), (1, 1, 17), (2, 0, 1)]
        assert list(tiles_of(256)) == [(0, 0, 256), (1, 0, 1)]
        assert list(tiles_of(0)) == []

    @pytest.mark.parametrize("size", [1, 255, 256, 257, 700, 66_000])
    def test_the_edge_and_the_whole_give_the_root(self, size: int) -> None:
        hashes = leaves(size)
        files = {}
        tree = tree_of(hashes)
        for level, index, width in tiles_of(size):
            some = range(index * 256, index * 256 + width)
            parts = [tree.subtree(8 * level, one) for one in some] if level else [hashes[one] for one in some]
            files[path_of(level, index, width)] = b"".join(parts)
        assert rebuild(reading(files), size, {size, size // 2, 1}) == {
            one: root(hashes[:one]) for one in {size, size // 2, 1}
        }
        for path, contents in files.items():  # every tile counts
            if path.startswith(("tile/1", "tile/2")) or path == path_of(0, 0, min(size, 256)):
                spoilt = {**files, path: bytes([contents[0] ^ 1]) + contents[1:]}
                try:
                    found = rebuild(reading(spoilt), size, {size})[size]
                except BadTiles:
                    continue
                assert found != root(hashes), path

    def test_a_partial_tile_may_have_grown_full(self) -> None:
        full = b"".join(leaves(256))
        assert rebuild(reading({"tile/0/000": full}), 100, {100}) == {100: root(leaves(100))}

    @pytest.mark.parametrize("contents", [None, b"", b"x" * 31, b"x" * 33])
    def test_a_tile_that_is_missing_or_of_another_length_is_none(self, contents: bytes | None) -> None:
        with pytest.raises(BadTiles):
            rebuild(reading({"tile/0/000.p/1": contents} if contents is not None else {}), 1, {1})


def test_the_files_alone_give_the_signed_root_to_others(
    notary: Notary, scribe: Scribe, ledger: Ledger, tmp_path: Path
) -> None:
    """Given files at several sizes, an oracle written from the RFC comes to the root that was signed."""
    www = tmp_path / "www"
    for events in (3, 300, 600):
        many(scribe, events)
        assert published(notary, www) > 0
        size, stated, computed = from_the_files(www)
        assert (size, computed) == (LogTree(ledger).size(), stated)
    assert published(notary, www) == 2, "of what is there, the partial tiles of two levels are written again"


def test_nothing_of_what_was_recorded_is_in_the_files(notary: Notary, scribe: Scribe, tmp_path: Path) -> None:
    match = scribe.new("freeform", ["Anneliese"])
    scribe.note(match.id, "a secret remark")
    published(notary, tmp_path / "www")
    files = [path for path in (tmp_path / "www").rglob("*") if path.is_file()]
    assert sorted(str(path.relative_to(tmp_path / "www")) for path in files) == ["checkpoint", "tile/0/000.p/3"]
    for path in files:
        assert match.id.encode() not in path.read_bytes()
        assert b"remark" not in path.read_bytes()
        assert stat.S_IMODE(path.stat().st_mode) == 0o644, "a web server reads it"
    assert not (tmp_path / "www" / "tile" / "entries").exists()


def test_full_tiles_are_written_once(notary: Notary, scribe: Scribe, tmp_path: Path) -> None:
    many(scribe, 300)
    published(notary, tmp_path / "www")
    full = tmp_path / "www" / "tile" / "0" / "000"
    before = full.stat().st_mtime_ns
    many(scribe, 5)
    published(notary, tmp_path / "www")
    assert full.stat().st_mtime_ns == before
    assert (tmp_path / "www" / "tile" / "0" / "001.p").is_dir()


def test_an_interrupted_publication_is_finished_by_the_next(
    notary: Notary, scribe: Scribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a stop before the checkpoint is written, readers see the old one, with all its tiles."""
    from tablescribe.ledger.care import publishing

    www = tmp_path / "www"
    many(scribe, 300)
    published(notary, www)
    before = from_the_files(www)
    many(scribe, 300)
    put = publishing._put

    def stopped(path: Path, contents: bytes) -> None:
        if path.name == "checkpoint":
            raise OSError(28, "No space left on device")
        put(path, contents)

    with monkeypatch.context() as patched:
        patched.setattr(publishing, "_put", stopped)
        with pytest.raises(LedgerUnavailable, match="No space left"):
            published(notary, www)
    assert from_the_files(www) == before
    published(notary, www)
    assert from_the_files(www)[0] == LogTree(notary.ledger).size()


def test_a_damaged_cache_or_file_is_written_anew(
    notary: Notary, scribe: Scribe, ledger: Ledger, tmp_path: Path
) -> None:
    www = tmp_path / "www"
    many(scribe, 600)
    published(notary, www)
    (www / "tile" / "0" / "000").write_bytes(b"x" * 8192)
    (www / "tile" / "1" / "000.p" / "2").unlink()
    ledger.log.write(subtrees.update().values(hash=b"x" * 32))
    many(scribe, 2)
    published(notary, www)
    size, stated, computed = from_the_files(www)
    assert (size, computed) == (LogTree(ledger).size(), stated)


def test_a_folder_never_goes_back(notary: Notary, scribe: Scribe, tmp_path: Path) -> None:
    many(scribe, 3)
    early = notary.checkpoint()
    many(scribe, 3)
    published(notary, tmp_path / "www")
    with pytest.raises(Forked, match="would look like a fork"):
        publish(LogTree(notary.ledger), early, tmp_path / "www")


def test_a_folder_of_another_ledger_is_left_as_it_is(notary: Notary, scribe: Scribe, tmp_path: Path) -> None:
    published(notary, tmp_path / "www")
    other = open_ledger(tmp_path / "other.db")
    theirs = Notary(Scribe(other), KeyStore(tmp_path / "keys"))
    many(theirs.scribe, 5)
    with pytest.raises(Forked, match="another log"):
        published(theirs, tmp_path / "www")
    other.close()
    (tmp_path / "www" / "checkpoint").write_text("nonsense")
    with pytest.raises(BadFile, match="is not a checkpoint"):
        published(notary, tmp_path / "www")


def test_what_was_signed_of_another_log_is_not_published(notary: Notary, scribe: Scribe, tmp_path: Path) -> None:
    many(scribe, 3)
    note = notary.checkpoint()
    other = open_ledger(tmp_path / "other.db", ledger_id=scribe.ledger.ledger_id)
    many(Scribe(other), 9)
    with pytest.raises(LedgerDamaged):
        publish(LogTree(other), note, tmp_path / "www")
    assert not (tmp_path / "www" / "checkpoint").exists()
    other.close()


def test_a_reader_reads_no_more_than_it_wants(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * 100)
    assert reader_of(tmp_path)("large", 10) == b"x" * 11
    assert reader_of(tmp_path)("none", 10) is None
    assert reader_of(tmp_path)("large/none", 10) is None


def test_a_subtree_of_less_than_a_tile_is_none() -> None:
    tree = Tree(lambda start, stop: leaves(300)[start:stop])
    for level, index in ((0, 0), (7, 1), (8, -1)):
        with pytest.raises(ValueError, match="there is no subtree"):
            tree.subtree(level, index)
