"""Enlarge a season with copies of its archives for other ledgers, each with its own chains and proofs.

`python -m tests.tools.season_copies SEASON TO --copies 20`

A copy has the same matches under the id of another ledger. That id is part of every event's hash. So every chain
is recomputed, a new log is built over all of them, and its checkpoint is signed with its own key. An audit has to
check and decide each copy like the original. Copying takes a fraction of the time of playing. But copies have less
variety of people, choices and moves than generated matches, so caches work better.
"""

from __future__ import annotations

import argparse
import hashlib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pyarrow
import pyarrow.parquet

from tablescribe.ledger.log.chain import header_hash
from tablescribe.ledger.proofs.tree.inclusion_proofs import InclusionProofs
from tablescribe.ledger.proofs.tree.log_tree import origin_of
from tablescribe.ledger.proofs.tree.merkle import Tree
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint, Signer, sign
from tablescribe.replays.season.archive import MATCHES, Archive, archives

_ABOUT = b"tablescribe"


def ledger_of(ledger: str, number: int) -> str:
    """Return the id of the ledger to which a copy belongs."""
    return hashlib.sha256(f"copy {number} of {ledger}".encode()).hexdigest()[: len(ledger)]


def copy(found: Archive, to: Path, number: int) -> Path:
    """Write an archive as that of another ledger; return its path.

    Args:
        found: the archive.
        to: the season to write to.
        number: the number of the copy, which determines its ledger's id and key.
    """
    ledger = ledger_of(found.about.ledger, number)
    signer = Signer(origin_of(ledger), hashlib.sha256(f"key of {ledger}".encode()).digest())
    leaves, positions = _leaves(found, ledger)
    proofs = InclusionProofs(Tree(lambda start, stop: leaves[start:stop]), len(leaves))
    note = sign(Checkpoint(signer.name, len(leaves), proofs.root()).text(), [signer])
    about = msgspec.structs.replace(
        found.about, ledger=ledger, checkpoint=note, key=str(signer.key), keys=(), digest=f"copy {number}"
    )
    path = to / MATCHES / f"{ledger}.parquet"
    half, schema, ends = path.with_suffix(".half"), _schema(found), iter(positions)
    with pyarrow.parquet.ParquetWriter(half, schema, compression="zstd") as file:
        for group in range(found.groups):
            rows = found.rows(group)
            for row, position in zip(rows, ends, strict=False):
                hashes = leaves[position - row["events"] : position]
                row |= {
                    "ledger": ledger, "checkpoint": note, "ledgers": [ledger] * row["events"], "hashes": hashes,
                    "head": hashes[-1], "position": position, "proof": proofs.of(position - 1),
                }  # fmt: skip
            file.write_table(pyarrow.Table.from_pylist(rows, schema), row_group_size=len(rows))
        file.add_key_value_metadata({_ABOUT: msgspec.json.encode(about)})
    return half.replace(path)


def _leaves(found: Archive, ledger: str) -> tuple[list[bytes], list[int]]:
    """Return the hashes of all events in another ledger, and where each match ends."""
    leaves, ends = list[bytes](), list[int]()
    columns = ["match", "types", "bodies", "digests"]
    for group in range(found.groups):
        for row in found.rows(group, columns):
            before = b""
            for version, (kind, body, digest) in enumerate(
                zip(row["types"], row["bodies"], row["digests"], strict=True), start=1
            ):
                of_body = bytes.fromhex(digest) if digest else hashlib.sha256(body).digest()
                before = header_hash(ledger, row["match"], version, kind, before, of_body)
                leaves.append(before)
            ends.append(len(leaves))
    return leaves, ends


def _schema(found: Archive) -> Any:
    return pyarrow.parquet.read_schema(found.path).remove_metadata()


def copied(season: Path, to: Path, copies: int, processes: int = 1) -> int:
    """Write this many copies of each archive of a season to another season; return how many matches they have."""
    (to / MATCHES).mkdir(parents=True, exist_ok=True)
    found = archives(season)
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(copy, one, to, number) for number in range(copies) for one in found]
        for job in jobs:
            job.result()
    return copies * sum(one.about.matches for one in found)


def main() -> None:
    """Copy the archives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("season", type=Path)
    parser.add_argument("to", type=Path)
    parser.add_argument("--copies", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    args = parser.parse_args()
    print(f"{copied(args.season, args.to, args.copies, args.processes):,} matches")


if __name__ == "__main__":
    main()
