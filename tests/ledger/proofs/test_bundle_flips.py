"""Bundles that were damaged or forged: each is refused by both verifiers, with an error that names its cause.

The sample is small, so that every one of its bytes can be changed in turn.
"""

import bz2
import gzip
import io
import json
import lzma
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablescribe.ledger.care.match_files import read_file
from tablescribe.ledger.log.chain import event_hash
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.bundle import sealed_text
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.merkle import Tree
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint, Signer, VerifierKey, sign
from tablescribe.ledger.proofs.verifiers import verify_bundle as outsider
from tests.depth import ALL, times


class Sample:
    """A short match, closed and signed; and one of another person, whose ledger has another name."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        ledger = open_ledger(folder / "ledger.db")
        scribe = Scribe(ledger)
        notary = Notary(scribe, KeyStore(folder / "keys"))
        match_id = scribe.new("freeform", ["Zoë"]).id
        scribe.note(match_id, "Zoë shuffled")
        scribe.close(match_id, abandoned=True)
        notary.sign(match_id, "seat:1")
        self.owner: Signer = notary.ledger_signer()
        self.key: VerifierKey = self.owner.key
        self.contents = notary.bundle([match_id], names=True)
        self.document: dict[str, Any] = json.loads(self.contents)
        ledger.close()


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return Sample(tmp_path_factory.mktemp("flips") / "ours")


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return Sample(tmp_path_factory.mktemp("flips") / "theirs")


def refusal(contents: bytes, *keys: VerifierKey) -> str:
    """Return our verifier's refusal of some contents; empty if there is none. Any other exception fails the test."""
    try:
        found = verify_bundle(contents, keys)
    except (BadFile, LedgerDamaged) as error:
        return f"{type(error).__name__}: {error}"
    return "; ".join(map(str, found.faults))


def outsiders_refusal(contents: bytes, *keys: VerifierKey) -> str:
    """Return the stand-alone verifier's refusal of some contents; empty if there is none."""
    try:
        lines = outsider.verify(contents, [str(key) for key in keys])
    except (ValueError, RecursionError) as error:
        return str(error)
    return "; ".join(line for line in lines if line.startswith("DOUBT"))


def refused_by_both(contents: bytes, *keys: VerifierKey) -> bool:
    return bool(refusal(contents, *keys)) and bool(outsiders_refusal(contents, *keys))


def changed(contents: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the contents with each byte changed: one bit of it, or to another sign that can be printed.

    With `--all` each byte is changed to both, by default every other one to one of them in turn.
    """
    for at, byte in enumerate(contents):
        if at % 2 and not ALL:
            continue
        printable = 33 + (byte - 33 + 1 + at % 93) % 94
        others = (byte ^ 1 << at % 8, printable)
        for other in others if ALL else others[at // 2 % 2 :][:1]:
            assert other != byte
            yield at, contents[:at] + bytes([other]) + contents[at + 1 :]


def test_the_sample_is_sound(sample: Sample, foreign: Sample) -> None:
    for one in (sample, foreign):
        assert (refusal(one.contents, one.key), outsiders_refusal(one.contents, one.key)) == ("", "")


def test_every_byte_counts(sample: Sample) -> None:
    tried, missed = 0, []
    for at, contents in changed(sample.contents):
        tried += 1
        if not refused_by_both(contents, sample.key):
            missed.append((at, contents[max(0, at - 30) : at + 30]))
    assert missed == []
    size = len(sample.contents)
    assert tried == (2 * size if ALL else -(-size // 2)) > times(1, 4) * 1_250


def test_every_cut_is_found(sample: Sample) -> None:
    cuts = [*range(0, len(sample.contents), 100), *range(len(sample.contents) - 20, len(sample.contents))]
    for cut in cuts:
        cause = "it is not a bundle, or it is incomplete" if cut < len(sample.contents) - 1 else "it was changed"
        assert refusal(sample.contents[:cut], sample.key).startswith(f"BadFile: {cause}"), cut
        assert outsiders_refusal(sample.contents[:cut], sample.key), cut


@pytest.mark.parametrize("more", [b"\n", b" ", b"\0", b"{}", b"\xff", None], ids=repr)
def test_nothing_can_be_added(more: bytes | None, sample: Sample) -> None:
    end = sample.contents if more is None else more
    for contents in (sample.contents + end, end + sample.contents, sample.contents.replace(b"\n", b"\n" + end, 1)):
        assert refusal(contents, sample.key).startswith("BadFile: ")
        assert outsiders_refusal(contents, sample.key)


# --- forgers ---------------------------------------------------------------------------------


def written(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def sealed(document: dict[str, Any], signer: Signer) -> bytes:
    return written(document | {"seal": sign(sealed_text(document["ledger"], written(document)), [signer])})


def rebuilt(document: dict[str, Any], signer: Signer, *, renumber: bool = True) -> bytes:
    """Return a bundle as a clever forger makes it: all hashes, proofs and signatures fit, but the key is his own."""
    leaves: list[bytes] = []
    for stream in document["streams"]:
        before = b""
        for version, row in enumerate(stream["log"], start=1):
            if renumber:
                row[1] = version
                body = json.loads(row[3])
                row[3] = json.dumps([*body[:2], version, *body[3:]], separators=(",", ":"), ensure_ascii=False)
            before = event_hash(row[0], stream["id"], version, row[2], before, row[3].encode())
            row[6] = before.hex()
            leaves.append(before)
        stream.update(events=len(stream["log"]), head=before.hex(), position=len(leaves))
    tree = Tree(lambda start, stop: leaves[start:stop])
    for stream in document["streams"]:
        stream["proof"] = [step.hex() for step in tree.inclusion(stream["position"] - 1, len(leaves))]
    origin = f"tablescribe/{document['ledger']}"
    document["checkpoint"] = sign(Checkpoint(origin, len(leaves), tree.root(len(leaves))).text(), [signer])
    return sealed(document, signer)


FORGERS_KEY = b"\x07" * 32


def forger(sample: Sample) -> Signer:
    """Return a key of a forger that is called as the ledger's is."""
    return Signer(sample.key.name, FORGERS_KEY)


def test_the_forger_can_do_what_he_must_for_these_tests(sample: Sample) -> None:
    """With the ledger's own keyring replaced by one of his, his bundle is consistent in itself, and in itself only."""
    signer, document = forger(sample), json.loads(sample.contents)
    enrolled = document["streams"][0]["log"][0]
    enrolled[3] = enrolled[3].replace(b64encode(sample.key.public).decode(), b64encode(signer.key.public).decode())
    forged = rebuilt(document, signer)
    assert (refusal(forged), outsiders_refusal(forged)) == ("", "")
    assert verify_bundle(forged).vouched is False
    for refuse in (refusal, outsiders_refusal):
        assert "key" in refuse(forged, sample.key)


def without_last(document: dict[str, Any]) -> None:
    document["streams"][1]["log"].pop()


def without_first_note(document: dict[str, Any]) -> None:
    document["streams"][1]["log"].pop(1)


def in_another_order(document: dict[str, Any]) -> None:
    log = document["streams"][1]["log"]
    log[1], log[2] = log[2], log[1]


@pytest.mark.parametrize("forge", [without_last, without_first_note, in_another_order])
def test_a_forger_without_the_key_is_found(forge: Any, sample: Sample) -> None:
    signer = forger(sample)
    for remake in (rebuilt, sealed):
        document = json.loads(sample.contents)
        forge(document)
        contents = remake(document, signer)
        assert refused_by_both(contents, sample.key)
        assert refused_by_both(contents), "his key is not in the keyring either"
        kept = written(json.loads(contents) | {"seal": sample.document["seal"]})
        assert refused_by_both(kept, sample.key), "with the old seal"
        old = json.loads(contents) | {field: sample.document[field] for field in ("checkpoint", "seal")}
        assert refused_by_both(written(old), sample.key), "with the old checkpoint too"


def test_a_stranger_cannot_seal_it_again(sample: Sample, foreign: Sample) -> None:
    for name in (sample.key.name, foreign.key.name, "stranger"):
        contents = sealed(json.loads(sample.contents), Signer(name, FORGERS_KEY))
        for keys in ((sample.key,), (foreign.key,), (sample.key, foreign.key), ()):
            assert refused_by_both(contents, *keys)


def test_our_checkpoint_proves_nothing_of_another_ledger(sample: Sample, foreign: Sample) -> None:
    assert refused_by_both(foreign.contents, sample.key), "it is the bundle of another ledger"
    assert not refused_by_both(foreign.contents, sample.key, foreign.key), "whose key was given too"
    for fields in (
        ("checkpoint",),
        ("checkpoint", "seal"),
        ("checkpoint", "seal", "ledger"),
        ("streams",),
        ("ledger",),
    ):
        pasted = json.loads(foreign.contents) | {field: sample.document[field] for field in fields}
        assert refused_by_both(written(pasted), sample.key, foreign.key)
        assert refused_by_both(written(pasted))
    keyrings = [*sample.document["streams"][:1], *foreign.document["streams"][1:]]
    assert refused_by_both(written(sample.document | {"streams": keyrings}), sample.key)


def test_one_ledgers_key_does_not_speak_for_another(sample: Sample, foreign: Sample) -> None:
    """Whoever trusts two clubs does not let the one make bundles of the other's matches."""
    document = json.loads(sample.contents)
    enrolled = document["streams"][0]["log"][0]
    enrolled[3] = enrolled[3].replace(b64encode(sample.key.public).decode(), b64encode(foreign.key.public).decode())
    forged = rebuilt(document, foreign.owner)
    for keys in ([sample.key, foreign.key], [foreign.key, sample.key], [foreign.key], [sample.key]):
        assert refused_by_both(forged, *keys)


# --- owners who recorded what no match is --------------------------------------------------------


def rewritten(sample: Sample, stream: int, row: int, field: int, value: object) -> bytes:
    """Return the bundle of a log in which something else was recorded from the start: every proof of it is right."""
    document = json.loads(sample.contents)
    event = document["streams"][stream]["log"][row]
    body = json.loads(event[3])
    body[field] = value
    event[3] = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    if event[2] == "Noted":  # what was noted before is told no more
        document["texts"] = [text for text in document["texts"] if not text.endswith("Zoë shuffled")]
    document["streams"][1]["log"].pop()  # the signature, which is one under what was there before
    return rebuilt(document, sample.owner)


def test_a_log_that_was_written_so_from_the_start_is_sound(sample: Sample) -> None:
    contents = rewritten(sample, 1, 1, 8, "another remark")
    assert (refusal(contents, sample.key), outsiders_refusal(contents, sample.key)) == ("", "")


@pytest.mark.parametrize("key", ["", "AAAA", "ü", "A" * 43 + "=", "A" * 43 + "=="])
def test_a_key_that_is_none_is_damage(key: str, sample: Sample) -> None:
    body = json.loads(sample.document["streams"][0]["log"][0][3])
    contents = rewritten(sample, 0, 0, len(body) - 1, key)
    for keys in ([sample.key], []):
        assert refusal(contents, *keys).startswith("LedgerDamaged: ")
        assert outsiders_refusal(contents, *keys)


def test_a_game_that_we_do_not_know_is_told_so(sample: Sample) -> None:
    """The proofs are right, and the outsider's verifier plays no moves; but ours cannot tell what the match is."""
    contents = rewritten(sample, 1, 0, 8, "mornington crescent")
    assert "A newer Tablescribe may read it" in refusal(contents, sample.key)
    assert outsiders_refusal(contents, sample.key) == ""


def test_options_that_the_game_does_not_have_are_damage(sample: Sample) -> None:
    contents = rewritten(sample, 1, 0, 12, {"moons": 3})
    assert refusal(contents, sample.key).startswith("InvalidMatch: ")


@pytest.mark.parametrize(("kind", "stream"), [("Opened", 1), ("ClosedOpenly", 1), ("Noted", 0), ("Opened", 0)])
def test_what_has_no_place_there_is_damage(kind: str, stream: int, sample: Sample) -> None:
    """A match begins once and is closed once, and among the ledger's keys there are only keys."""
    document = json.loads(sample.contents)
    row = next(list(row) for row in document["streams"][1]["log"] if row[2] == kind)
    body = json.loads(row[3])
    row[3] = json.dumps([body[0], document["streams"][stream]["id"], *body[2:]], separators=(",", ":"))
    document["streams"][stream]["log"].append(row)
    contents = rebuilt(document, sample.owner)
    assert refusal(contents, sample.key).startswith("LedgerDamaged: ")
    assert "wrong place" in outsiders_refusal(contents, sample.key)


@pytest.mark.parametrize(("field", "value"), [(0, "Noted"), (1, "another"), (2, 7), (6, 5), (7, "x")])
def test_bodies_that_belie_their_event_are_damage(field: int, value: object, sample: Sample) -> None:
    document = json.loads(sample.contents)
    event = document["streams"][1]["log"][0]
    body = json.loads(event[3])
    body[field] = value
    event[3] = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    contents = rebuilt(document, sample.owner, renumber=False)
    assert refusal(contents, sample.key).startswith("LedgerDamaged: ")
    assert outsiders_refusal(contents, sample.key)


# --- files that are no bundles ------------------------------------------------------------------


def zipped(contents: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bundle", contents)
    return file.getvalue()


@pytest.mark.parametrize(
    ("packer", "pack"),
    [("gzip", gzip.compress), ("zip", zipped), ("bzip2", bz2.compress), ("xz", lzma.compress)],
)
def test_a_packed_file_is_refused_unread(packer: str, pack: Any, sample: Sample) -> None:
    packed = pack(sample.contents)
    assert refusal(packed, sample.key).startswith(f"BadFile: it is compressed with {packer}")
    assert outsiders_refusal(packed, sample.key)


def test_a_bomb_is_refused_unread() -> None:
    """Ten gigabytes of spaces in ten megabytes."""
    bomb = gzip.compress(b" " * 2**20) * 10_000
    assert refusal(bomb).startswith("BadFile: it is compressed with gzip")
    assert outsiders_refusal(bomb)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    assert refusal(b" " * (300 << 20)) == "BadFile: it is larger than 32 MiB, the limit for bundles"
    file = tmp_path / "bundle"
    with file.open("wb") as writing:
        writing.truncate(10**12)  # a hole: it takes no room
    with pytest.raises(BadFile, match="larger than 256 MiB"):
        read_file(file)


def test_much_of_nothing_is_no_bundle() -> None:
    assert refusal(b" " * (30 << 20)).startswith("BadFile: it is not a bundle")
    assert outsiders_refusal(b" " * (100 << 20))


@pytest.mark.parametrize(
    "contents", [b"", b"[" * 100_000, b'{"a":' * 100_000, b"[" * 100_000 + b"]" * 100_000, b"{}", b"\0", b"\xff"],
    ids=["nothing", "brackets", "braces", "closed brackets", "empty", "zero", "not UTF-8"],
)  # fmt: skip
def test_what_is_no_bundle_is_called_so(contents: bytes) -> None:
    assert refusal(contents).startswith("BadFile: it is not a bundle")
    assert outsiders_refusal(contents)


def test_nested_brackets_within_a_bundle(sample: Sample) -> None:
    for field in ("streams", "names", "earlier", "ledger"):
        deep = sample.contents.replace(f' "{field}": '.encode(), f' "{field}": {"[" * 100_000}'.encode(), 1)
        assert refusal(deep, sample.key).startswith("BadFile: ")
        assert outsiders_refusal(deep, sample.key)


def test_a_folder_and_what_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        with pytest.raises(BadFile, match="cannot be read"):
            read_file(path)
