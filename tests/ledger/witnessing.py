"""Logs for witnesses: leaves, signed checkpoints, and requests; and a witness in a process that is killed."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from tablescribe.ledger.proofs.tree.merkle import Tree
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint, Signer, sign
from tablescribe.ledger.proofs.tree.tiles import path_of, tiles_of
from tablescribe.ledger.proofs.witnesses.cosignature import Request

LOG = Signer("tablescribe/0f3c", b"l" * 32)
WITNESS = Signer("club.example/witness", b"w" * 32)
NOW = 1_800_000_000


def leaves(count: int, history: str = "") -> list[bytes]:
    """Return the hashes of this many events. Another history differs from the fourth on."""
    return [sha256(f"{history if n >= 3 else ''}{n}".encode()).digest() for n in range(count)]


def tree_of(hashes: Sequence[bytes]) -> Tree:
    return Tree(lambda start, stop: hashes[start:stop])


def checkpoint(size: int, history: str = "", signer: Signer = LOG) -> str:
    stated = Checkpoint(signer.name, size, tree_of(leaves(size, history)).root(size))
    return sign(stated.text(), [signer])


def request(old: int, size: int, history: str = "", signer: Signer = LOG) -> bytes:
    """Return the request of a log that had `old` events when the witness last cosigned it."""
    proof = tree_of(leaves(size, history)).consistency(old, size) if old else ()
    return Request(old, proof, checkpoint(size, history, signer)).text().encode()


KILLED = """
import os, signal, sys
from pathlib import Path
from tablescribe.ledger.proofs.witnesses import witness
from tests.ledger.witnessing import NOW, WITNESS

real, when = witness.write_durably, sys.argv[2]

def killed(path, text):
    if when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    real(path, text)
    if when == "after":
        os.kill(os.getpid(), signal.SIGKILL)

witness.write_durably = killed
sys.stdout.write(witness.Witness(Path(sys.argv[1]), WITNESS).cosign(sys.stdin.buffer.read(), NOW))
"""
"""A witness that is killed before or after the checkpoint to cosign is on disk."""

FOLDER = Path(__file__).parents[2]


def published(folder: Path, size: int, history: str = "") -> Path:
    """Publish the log in a folder."""
    hashes = leaves(size, history)
    tree = tree_of(hashes)
    for level, index, width in tiles_of(size):
        some = range(index * 256, index * 256 + width)
        path = folder / path_of(level, index, width)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(tree.subtree(8 * level, one) if level else hashes[one] for one in some))
    folder.mkdir(exist_ok=True)
    (folder / "checkpoint").write_text(checkpoint(size, history), "utf-8")
    return folder
