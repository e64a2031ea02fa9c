"""Every parser of untrusted bytes, tried with Hypothesis and with libFuzzer: see tests/fuzz.

More tries than by default: FUZZ=5000 pytest tests/ledger/proofs/test_fuzz.py
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.depth import a_few, times
from tests.fuzz import samples
from tests.fuzz.inputs import as_it_is
from tests.fuzz.targets import TARGETS, beginnings

ROOT = Path(__file__).parents[3]
TRIES = int(os.environ.get("FUZZ", "0"))
SLOW = {"catalogues": times(10, 60), "sessions": times(10, 100)}
"""Targets that take milliseconds a try: YAML is slow to read, and sessions are recorded in a real ledger."""

RUNS = {"catalogues": times(20, 80), "sessions": times(50, 250)}

changes = st.builds(
    lambda how, choices: bytes([how]) + choices, st.integers(0, 254), st.binary(min_size=4, max_size=40)
)
"""Something changed in a real document: which of them, where, and into what."""

texts = st.one_of(st.binary(max_size=200), st.text(st.characters(codec="utf-8"), max_size=80).map(str.encode))
inputs = st.one_of(changes, changes, changes, texts.map(as_it_is))


@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_gives_a_value_that_is_written_alike_or_the_error_it_names(name: str) -> None:
    @given(inputs)
    @settings(
        max_examples=TRIES or SLOW.get(name, times(40, 300)), deadline=20_000, database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )  # fmt: skip
    def holds(data: bytes) -> None:
        TARGETS[name](data)

    holds()


@pytest.mark.parametrize("name", TARGETS)
def test_bombs_and_whole_documents_hold_too(name: str) -> None:
    for data in beginnings(name):
        TARGETS[name](data)


if find_spec("atheris") is not None:  # not for every Python; that of the CI has it

    @pytest.mark.parametrize("name", a_few(TARGETS, 1))
    def test_its_harness_finds_no_crash(name: str) -> None:
        """A crash is also an input that takes 20 seconds, or 1 GiB."""
        runs = TRIES or RUNS.get(name, times(150, 1500))
        done = subprocess.run(
            [sys.executable, "-m", "tests.fuzz", name, f"-runs={runs}", "-seed=1", "-verbosity=1"],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-4000:]
        tried = re.search(r"^Done (\d+) runs", done.stderr, flags=re.M)
        assert tried is not None
        assert int(tried[1]) >= runs, "libFuzzer counts what it begins with, too"


def test_real_documents_pass_so_that_what_is_changed_in_them_reaches_deep() -> None:
    """What the targets begin with is sound: otherwise every try would fail at the first check."""
    from tablescribe.ledger.care.match_files import match_in, verify
    from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
    from tablescribe.ledger.proofs.keys.timestamps import check_token, token_text
    from tablescribe.ledger.proofs.tree.signed_note import open_note

    key = samples.SIGNER.key
    assert match_in(verify(samples.as_file(samples.match_file()))[1]).version == len(samples.events_of(samples.match()))
    for viewer in ("everything", "spectator", "seat:2"):
        proved = verify_bundle(samples.as_file(samples.bundle(viewer)), [key])
        assert (proved.vouched, proved.viewer, [one.id for one in proved.matches]) == (True, viewer, [samples.MATCH])
    assert open_note(samples.note(), [key])
    assert check_token(token_text(samples.answer(*samples.closing())), *samples.closing()).year == 2026
