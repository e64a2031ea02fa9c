"""Reading commands during recording: they verify one state of the log and report no damage."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablescribe.ledger.care.doctor import examine
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.tree.signed_note import Signer
from tablescribe.ledger.proofs.tree.verified_record import VerifiedRecord
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tests.depth import times
from tests.ledger.commands import run
from tests.ledger.processes import Process, ending, record

WRITERS = times(1, 10)
SECONDS = times(0, 60)
PAUSE = times(1, 0) / 10  # seconds after each match of a writer: without --all the ledger stays small

READING = (
    ("verify",),
    ("matches", "--limit", "0"),
    ("stats",),
    ("doctor",),
    ("checkpoint",),
    ("lists", "rebuild"),
    ("verify", "--again"),
    ("bundle", "--all", "--output", "{folder}/all-{n}.bundle"),
    ("publish", "{folder}/published"),
    ("backup", "{folder}/backup-{n}.db"),
)
"""Commands that read matches, and leave them as they are."""


@pytest.fixture
def played(scribe: Scribe) -> Scribe:
    for name in ("Ada", "Ben"):
        scribe.new("freeform", [name, "Cleo"])
    return scribe


def recording(scribe: Scribe) -> Callable[[int, int], None]:
    """Record into an old match and a new one at each progress report of a check."""

    def progress(done: int, total: int) -> None:
        scribe.note(scribe.ledger.match_ids()[0], "the dice rolled off the table")
        scribe.new("freeform", ["Dan", "Eve"], chance="sealed")

    return progress


@pytest.mark.parametrize("again", [True, False])
def test_what_is_recorded_during_verification_is_left_for_the_next(played: Scribe, tmp_path: Path, again: bool) -> None:
    ledger, memory = played.ledger, VerifiedRecord(tmp_path / "verified", Signer("reader", bytes(32)))
    verify_ledger(ledger, memory=memory, now=1)
    played.note(ledger.match_ids()[0], "a card fell down")
    before = len(ledger.match_ids())
    found = verify_ledger(ledger, memory=memory, now=2, progress=recording(played), again=again)
    assert len(found.heads) == before
    assert len(verify_ledger(ledger).heads) == len(ledger.match_ids()) > before


def test_the_doctor_finds_nothing_wrong_while_people_record(played: Scribe, tmp_path: Path) -> None:
    progress = recording(played)
    found = list(examine(played.ledger, KeyStore(tmp_path), lambda what: progress))
    assert [one for one in found if one.state == "bad"] == []


@pytest.fixture
def writers(target: str, ledger: Ledger) -> Iterator[list[Process]]:
    """Processes that record as fast as possible."""
    started = [Process(record, target, PAUSE) for _ in range(WRITERS)]
    with ending(*started):
        for one in started:
            one.go()
            assert one.pipe.recv(), "each has recorded a match"
        yield started


def test_every_reading_command_reads_one_state_of_a_ledger_in_use(
    writers: list[Process], target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    end, n, failed = time.monotonic() + SECONDS, 0, list[str]()
    while n < len(READING) or time.monotonic() < end:
        words = [word.format(folder=tmp_path, n=n) for word in READING[n % len(READING)]]
        done = run(target, *words)
        if done.exit_code != 0:
            failed.append(f"{' '.join(words)}: {done.exit_code}\n{done.output}")
        for one in writers:
            while one.pipe.poll():  # who tells much stands still until somebody hears it
                one.pipe.recv()
        n += 1
    assert failed == []
    assert [one.process.exitcode for one in writers] == [None] * WRITERS
