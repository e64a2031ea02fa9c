"""A log of format 1, written before breaches kept the parts of their reasons, can still be read.

`form_1.json` is a match of three seats with four moves out of turn, exported by the version that wrote such logs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Text
from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.care.match_files import match_in, verify
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_bundle as alone
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.papers.report import html
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline

CONTENTS = Path(__file__).with_name("form_1.json").read_bytes()

BROKEN = {3: ("UP-9", "UP-11"), 6: ("UP-9", "UP-11"), 9: ("UP-9", "UP-11"), 12: ("UP-9", "UP-11")}


def old_match() -> Match:
    return match_in(verify(CONTENTS)[1])


def test_it_verifies_and_is_read_to_the_last_byte() -> None:
    _, rows = verify(CONTENTS)
    match = match_in(rows)
    assert match.opened.format == 1
    played = [move for move in match.moves if isinstance(move, Played)]
    found = {move.number: move.irregularities for move in played if move.irregularities}
    assert {number: tuple(one.rule for one in broken) for number, broken in found.items()} == BROKEN
    assert not any(isinstance(one.why, Text) for broken in found.values() for one in broken)


def test_a_judge_reads_the_reasons_as_they_were_written_others_the_rules() -> None:
    """Nobody can tell whether a finished sentence names a hidden card."""
    match = old_match()
    tell = Reader(match.opening).tell
    assert tell(Timeline(match).told(3, EVERYTHING)[0]).endswith(
        "[breaks UP-9: it is seat 3's turn] [breaks UP-11: its grey arrow moves one of your own pawns]"
    )
    for viewer in (None, 1, 2, 3):
        assert tell(Timeline(match).told(3, viewer)[0]).endswith("[breaks UP-9] [breaks UP-11]")


@pytest.mark.parametrize("language", ["en", "de", "it", "pt"])
@pytest.mark.parametrize("viewer", [None, 1, EVERYTHING])
def test_every_move_is_told_in_every_language(viewer: Viewer, language: str) -> None:
    match = old_match()
    timeline, tell = Timeline(match), Reader(match.opening, language).tell
    for number in range(len(match.moves)):
        headline, lines = timeline.told(number, viewer)
        assert tell(headline)
        assert all(tell(line) for line in lines)


def test_its_audit_finds_the_breaches_and_doubts_nothing() -> None:
    match = old_match()
    result = audit(match)
    assert [(one.move, one.rule) for one in result.findings if one.severity == "breach"] == [
        (number, rule) for number, rules in BROKEN.items() for rule in rules
    ]
    assert not [one for one in result.findings if one.severity == "doubt"]
    assert "it is seat 3's turn" in html(match, result).replace("&#39;", "'")


@pytest.mark.parametrize(("redacted", "viewer"), [(False, None), (True, None), (True, 1)])
def test_both_verifiers_accept_a_bundle_of_it(tmp_path: Path, redacted: bool, viewer: int | None) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    match_id, _ = import_file(ledger, CONTENTS).matches[0]
    notary = Notary(Scribe(ledger), KeyStore(tmp_path / "keys"))
    bundle = notary.bundle([match_id], viewer=viewer, redacted=redacted)
    key = notary.ledger_signer().key
    (proved,) = verify_bundle(bundle, [key]).matches
    assert proved.match().opened.format == 1
    (tmp_path / "old.bundle").write_bytes(bundle)
    command = [sys.executable, str(alone.__file__), str(tmp_path / "old.bundle"), "--key", str(key)]
    assert subprocess.run(command, check=False, timeout=120).returncode == 0
    ledger.close()
