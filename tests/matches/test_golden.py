"""Golden matches: whole recorded sessions, replayed through the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.domain.games import GAMES, game
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.auditing.audit import audit
from tests.replays.auditing.forging import audited_aside
from tests.tools.make_golden import golden

RECORDS = sorted(Path(__file__).parent.rglob("*.jsonl"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_recorded_session_gives_the_same_match_move_by_move(record: Path, tmp_path: Path) -> None:
    ledger = str(tmp_path / "ledger.db")
    done = CliRunner().invoke(cli, ["--ledger", ledger, "record", str(record), "--json"])
    assert done.exit_code == 0, done.output
    match_id = json.loads(done.output)["match"]
    scribe = Scribe(open_ledger(ledger))
    assert golden(scribe, scribe.match(match_id)) == record.with_suffix(".golden").read_text("utf-8")
    assert audit(scribe.match(match_id)) == audited_aside(scribe.match(match_id))
    scribe.ledger.close()
    closed = CliRunner().invoke(cli, ["--ledger", ledger, "close", match_id, "--json"])
    assert f"ending='{json.loads(closed.output)['ending']}'" in record.with_suffix(".golden").read_text("utf-8")
    audited = CliRunner().invoke(cli, ["--ledger", ledger, "audit", match_id])
    assert audited.exit_code == 0, audited.output
    assert " sound" in audited.output


@pytest.mark.parametrize("key", [key for key in GAMES if key != "freeform"])
def test_each_number_of_players_has_a_golden_match(key: str) -> None:
    openings = [json.loads(record.read_text("utf-8").splitlines()[0])["new"] for record in RECORDS]
    assert {len(opening["seats"]) for opening in openings if opening["game"] == key} == set(game(key).seats)


@pytest.mark.parametrize(
    "ending",
    [
        "Result(ending='eighth_glory', rule='EX-69', winners=(2,)",
        "Result(ending='eighth_glory', rule='EX-69', winners=(1,)",
        "Result(ending='fourth_glory', rule='EX-69', winners=(1,)",
        "scores=(56, 56))",
        "Result(ending='twelve_points', rule='UP-51'",
    ],
)
def test_each_way_to_end_has_a_golden_match(ending: str) -> None:
    assert any(ending in record.with_suffix(".golden").read_text("utf-8").splitlines()[-1] for record in RECORDS)
