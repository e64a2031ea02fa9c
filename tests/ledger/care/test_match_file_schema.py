"""The schema of match files describes every match file: those of the golden matches, with each of their events."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from tablescribe.cli.main import cli
from tablescribe.domain.match.events import EVENTS
from tests.depth import a_few

MATCHES = Path(__file__).parents[2] / "matches"
GOLDEN = sorted(str(path.relative_to(MATCHES)) for path in MATCHES.glob("*/*.jsonl"))


@cache
def schema() -> dict[str, Any]:
    done = CliRunner().invoke(cli, ["export", "--schema"])
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_it_is_a_schema_with_every_event_and_says_its_version() -> None:
    Draft202012Validator.check_schema(schema())
    assert schema()["$id"] == "urn:tablescribe:match-file:2"
    named = {one["$ref"].rpartition("/")[2] for one in schema()["$defs"]["Event"]["anyOf"]}
    assert named == {one.__name__ for one in EVENTS}


@pytest.mark.parametrize("name", a_few(GOLDEN, 3))
def test_a_golden_match_is_what_the_schema_says(name: str, tmp_path: Path) -> None:
    """Given the file of a match, then it is valid, and so is the text of each event; with a field less it is not."""

    def run(*words: str) -> str:
        done = CliRunner().invoke(cli, ["--ledger", str(tmp_path / "ledger.db"), *words])
        assert done.exit_code == 0, done.output
        return done.stdout

    run("record", str(MATCHES / name))
    match = json.loads(run("matches", "--json"))[0]["id"]
    run("note", match, "a remark")
    run("export", match, "-o", str(tmp_path / "match.json"))
    contents = json.loads((tmp_path / "match.json").read_text("utf-8"))
    Draft202012Validator(schema()).validate(contents)
    event = Draft202012Validator({**schema()["$defs"]["Event"], "$defs": schema()["$defs"]})
    for _, _, kind, body, _, _ in contents["log"]:
        event.validate(json.loads(body))
        assert json.loads(body)[0] == kind
    assert not event.is_valid(json.loads(contents["log"][0][3])[:2])
    assert not Draft202012Validator(schema()).is_valid({**contents, "more": 1})
    assert not Draft202012Validator(schema()).is_valid({**contents, "log": [contents["log"][0][:5]]})
