"""Run one target under libFuzzer, guided by the coverage of our packages, beginning with real documents and bombs."""

from __future__ import annotations

import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path

LIMITS = ("-timeout=20", "-rss_limit_mb=1024", "-max_len=65536", "-verbosity=0")
"""Limits beyond which an input counts as a crash: seconds and MiB. Arguments override them."""


def fuzz(name: str) -> None:
    """Fuzz a target until it fails or the requested runs are done; or try the inputs in the given files.

    The failing input is kept in the folder for temporary files.
    """
    crashes = Path(tempfile.gettempdir(), f"tablescribe-{name}-")
    with tempfile.TemporaryDirectory() as folder:
        child = os.fork()  # libFuzzer exits the process itself, and leaves temporary files behind
        if child == 0:
            tempfile.tempdir = folder
            _fuzz(name, Path(folder), f"-artifact_prefix={crashes}")
        _, status = os.waitpid(child, 0)
    sys.exit(1 if status else 0)


def _fuzz(name: str, folder: Path, artifacts: str) -> None:
    import atheris

    with atheris.instrument_imports(include=["tablescribe"]):
        targets = import_module("tests.fuzz.targets")
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, contents in enumerate(targets.beginnings(name)):
        (corpus / str(number)).write_bytes(contents)
    given = sys.argv[1:]
    folders = [] if any(Path(word).exists() for word in given) else [str(corpus)]
    atheris.Setup([sys.argv[0], *LIMITS, artifacts, *given, *folders], targets.TARGETS[name])
    atheris.Fuzz()
