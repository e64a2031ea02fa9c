"""The conformance corpus: bundles, each with the verdict that any verifier of `BUNDLE.md` must give.

python -m tests.tools.conformance             write ledger/proofs/verifiers/conformance.tar.xz
python -m tests.tools.conformance FOLDER      unpack it: bundles, the key to trust, and verdicts.json

The corpus is generated from a few small bundles and named changes, always with the same bytes. Each change has a
hand-written verdict: sound, doubt or wrong. The bundles contain no real matches, so their moves cannot be played.
"""

from __future__ import annotations

import io
import json
import lzma
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.fuzz import samples
from tests.tools.conformance_cases import all_cases

ARCHIVE = Path(__file__).parents[2] / "ledger" / "proofs" / "verifiers" / "conformance.tar.xz"


def made() -> Iterator[tuple[str, bytes]]:
    """Yield every file of the corpus: its name and its bytes."""
    verdicts = {}
    for name, verdict, make in all_cases():
        assert name not in verdicts, name
        verdicts[name] = verdict
        yield f"{name}.bundle", make()
    yield "key", f"{samples.SIGNER.key}\n".encode()
    yield "verdicts.json", (json.dumps(verdicts, indent=1) + "\n").encode()


def stored(archive: Path = ARCHIVE) -> dict[str, bytes]:
    """Return the files of the corpus by name."""
    with tarfile.open(archive) as tar:
        return {one.name: tar.extractfile(one).read() for one in tar.getmembers()}  # type: ignore[union-attr]


def write(archive: Path = ARCHIVE) -> None:
    """Write the corpus."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, contents in made():
            info = tarfile.TarInfo(name)
            info.size = len(contents)
            tar.addfile(info, io.BytesIO(contents))
    archive.write_bytes(lzma.compress(packed.getvalue(), preset=9 | lzma.PRESET_EXTREME))


def main(arguments: list[Any]) -> None:
    """Write the corpus, or unpack it."""
    if not arguments:
        write()
        return
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name, contents in stored().items():
        (folder / name).write_bytes(contents)


if __name__ == "__main__":
    main(sys.argv[1:])
