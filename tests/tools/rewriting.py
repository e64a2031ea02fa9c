"""Compile the tests as pytest does, once: `python -m pytest -p tests.tools.rewriting`.

Pytest rewrites the assertions of each test file when it imports it, and keeps what it compiled. Without this, each of
the processes of pytest-xdist does so with all files where none are kept yet, which takes as long as all else that they
do to find the tests. What is kept here is only a cache: where pytest keeps it otherwise, it is made there again.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

TESTS = Path(__file__).parents[1]

_given: list[pytest.Config] = []
"""The settings of pytest; processes inherit them."""


def compiled(file: Path) -> None:
    """Keep what pytest makes of a file, if it is not kept yet."""
    folder = rewrite.get_cache_dir(file)
    kept = folder / (file.name[:-3] + rewrite.PYC_TAIL)
    if rewrite._read_pyc(file, kept) is None and rewrite.try_makedirs(folder):
        digest, code = rewrite._rewrite_test(file, _given[0])
        rewrite._write_pyc(_given[0].stash[rewrite.assertstate_key], code, digest, kept)


def pytest_cmdline_main(config: pytest.Config) -> int:
    """Compile the tests, in all processors, instead of running them."""
    _given[:] = [config]
    files = [*TESTS.rglob("test_*.py"), *TESTS.rglob("conftest.py")]
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as processes:
        list(processes.map(compiled, files, chunksize=16))
    return 0
