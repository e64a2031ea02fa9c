"""Matches of the first edition go on by it: the same tables, for the same reasons, as when they were recorded."""

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
from tests.depth import times
from tests.tools.make_golden import golden

MATCHES = Path(__file__).parents[2] / "matches" / "root"
AS_RECORDED = {
    "six_players": "8129cfa6fd86175a", "dominance": "dfc17b924e1ac803", "coalition": "fa70ce5902ade191", "two_players": "f3f15733a8c2c796", "five_players": "6d067b38def427d2",
}  # fmt: skip
"""What each golden match came to under the first edition: the digest of its citations and tables, move by move."""


def essence(told: str) -> str:
    """Return the digest of the citations and tables of a golden match; its words may change."""
    kept = [line for line in told.splitlines() if line.startswith(("    rules ", "    table "))]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", list(AS_RECORDED)[: times(1, len(AS_RECORDED))])
def test_a_match_of_the_first_edition_comes_to_what_it_came_to_then(name: str, tmp_path: Path) -> None:
    first, *rest = (MATCHES / f"{name}.jsonl").read_text("utf-8").splitlines()
    opened = json.loads(first)
    opened["new"]["edition"] = "1"
    (tmp_path / "match.jsonl").write_text("\n".join([json.dumps(opened), *rest]), "utf-8")
    ledger = str(tmp_path / "ledger.db")
    done = CliRunner().invoke(cli, ["--ledger", ledger, "record", str(tmp_path / "match.jsonl"), "--json"])
    assert done.exit_code == 0, done.output
    scribe = Scribe(open_ledger(ledger))
    match = scribe.match(json.loads(done.output)["match"])
    assert essence(golden(scribe, match)) == AS_RECORDED[name]
    found = audit(match)
    assert found.clean and "citations.differ" not in {one.code for one in found.findings}
    scribe.ledger.close()
