"""`hooks`: add with a secret that is shown once, list with delivery status, test, remove."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tests.replays.web.public.hook_receiver import receiving


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    return str(tmp_path / "ledger.db")


def run(ledger: str, *words: str, code: int = 0) -> Result:
    done = CliRunner().invoke(cli, ["--ledger", ledger, "hooks", *words])
    assert done.exit_code == code, done.output
    return done


def test_a_hook_is_added_listed_tested_and_removed(ledger: str) -> None:
    with receiving() as receiver:
        new = json.loads(run(ledger, "add", receiver.address, "--private", "--json").output)
        receiver.secret = new["secret"]
        assert "nothing delivered yet" in run(ledger, "list").output
        assert receiver.secret not in run(ledger, "list", "--json").output
        assert "accepted" in run(ledger, "test", new["id"], "--private").output
        assert all(receiver.is_signed(headers, body) for _, headers, body in receiver.requests)
        receiver.answers = [500]
        assert "status 500" in run(ledger, "test", new["id"], "--private", code=1).output
        told = json.loads(run(ledger, "test", new["id"], "--private", "--json", code=1).output)
        assert told == {"hook": new["id"], "accepted": False, "failure": "status 500"}
        before = len(receiver.requests)
        assert "private network" in run(ledger, "test", new["id"], code=1).output
        assert len(receiver.requests) == before
        assert f"{new['id']} is removed" in run(ledger, "remove", new["id"]).output
        assert "No web hooks yet" in run(ledger, "list").output


def test_an_address_that_may_not_be_sent_to_is_refused_with_the_switch_that_allows_it(ledger: str) -> None:
    run(ledger, "add", "https://club.example/hook", "--language", "de")
    assert "--private-hooks" in run(ledger, "add", "http://192.168.1.7/", code=2).output
    assert "hooks list" in run(ledger, "remove", "00000000", code=2).output
