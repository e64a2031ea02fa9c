"""Matches of the first edition continue under it: the same tables, for the same reasons, as when they were recorded.

On the lake of `six_players` sympathy spread over the water.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.auditing.audit import audit
from tests.tools.make_golden import golden

RECORDS = Path(__file__).parent / "first_edition"
AS_RECORDED = {"six_players": "8129cfa6fd86175a", "coalition": "fa70ce5902ade191"}
"""The result of each match under the first edition: the digest of its citations and tables, move by move."""


def essence(told: str) -> str:
    """Return the digest of the citations and tables of a golden match; its words may change."""
    kept = [line for line in told.splitlines() if line.startswith(("    rules ", "    table "))]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", AS_RECORDED)
def test_a_match_of_the_first_edition_comes_to_what_it_came_to_then(name: str, tmp_path: Path) -> None:
    ledger = str(tmp_path / "ledger.db")
    done = CliRunner().invoke(cli, ["--ledger", ledger, "record", str(RECORDS / f"{name}.jsonl"), "--json"])
    assert done.exit_code == 0, done.output
    scribe = Scribe(open_ledger(ledger))
    match = scribe.match(json.loads(done.output)["match"])
    assert essence(golden(scribe, match)) == AS_RECORDED[name]
    found = audit(match)
    assert found.clean
    assert "citations.differ" not in {one.code for one in found.findings}
    scribe.ledger.close()
