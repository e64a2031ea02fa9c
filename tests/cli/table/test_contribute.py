"""`new --contribute`, `new --beacon` and `contribute`: contributions to the shuffle, on the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablescribe.cli.table.contribute import _round
from tablescribe.domain.match.beacon import DEFAULT, QUICKNET
from tests.cli.conftest import Run
from tests.ledger.matches.test_contributing import RANDOMNESS, SIGNATURE

Ask = Callable[..., Any]
NEW = ("new", "ultime", "Ada", "Ben", "Cleo", "-o", "first_player=1", "--chance", "sealed")


@pytest.fixture(autouse=True)
def phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    return tmp_path


def test_three_devices_deal_together(run: Run, ask: Ask, phones: Path) -> None:
    """Given three devices at one ledger; when each says the same command twice, then it is dealt."""
    new = run(*NEW, "--contribute", "devices").output
    match = ask("matches")[0]["id"]
    assert f"Go on with: tablescribe contribute {match}" in new
    assert "Not dealt yet: blue, yellow and red must commit" in new
    for words in (["show"], ["legal"], ["replay"], ["play"]):
        refused = run(words[0], match, code=3).output
        assert (
            "has not been dealt yet: Ada (blue), Ben (yellow) and Cleo (red) must commit to a contribution" in refused
        )
        assert "`tablescribe contribute MATCH` shows whose contribution is missing" in refused
    assert ask("move", match, "skip", code=3)["error"]["code"] == "chance.awaited"
    for _ in range(2):
        for seat in (1, 2, 3):
            told = ask("contribute", match, "--seat", str(seat), "--keys", str(phones / f"phone {seat}"))
    assert told["dealt"]
    assert (told["uncommitted"], told["unrevealed"], told["awaited"]) == ([], [], {"seats": [1, 2, 3], "beacon": None})
    assert [file.name for file in phones.glob("phone 2/contributions/*")] == [f"{match}-seat-2.json"]
    assert run("legal", match).output
    assert "Cleo (red) reveals a contribution (the ledger's owner)" in run("log", match).output
    run("close", match, "--abandoned")
    assert {one["code"] for one in ask("audit", match)["findings"]} == {"chance.one_party", "signature.missing"}


def test_a_device_that_is_not_asked_or_lost_its_number_is_told_so(run: Run, ask: Ask, phones: Path) -> None:
    match = ask(*NEW, "--contribute", "devices")["id"]
    assert ask("contribute", match, "--seat", "4", code=3)["error"]["code"] == "chance.part"
    run("contribute", match, "--seat", "1", "--keys", str(phones / "one"))
    assert (
        "already committed to another contribution"
        in run("contribute", match, "--seat", "1", "--keys", str(phones / "two"), code=3).output
    )
    plain = ask("new", "freeform", "Ada", "Ben", "--chance", "sealed")["id"]
    assert ask("contribute", plain) == {"match": plain, "awaited": None, "dealt": True}
    assert "needs no contributions to its shuffle" in run("contribute", plain).output
    assert ask("contribute", plain, "--seat", "1", code=3)["error"]["code"] == "chance.part"


def test_one_device_needs_one_command_and_hears_that_it_is_weaker(run: Run, ask: Ask) -> None:
    told = run(*NEW, "--contribute", "here").output
    assert "Dealt. Every draw depends on all contributions." in told
    assert "The ledger's owner entered the contributions of the seats. To others, they count as one party." in told
    assert f"Go on with: tablescribe play {ask('matches')[0]['id']}" in told


def test_a_beacon_is_waited_for_and_given_by_file(run: Run, ask: Ask, phones: Path) -> None:
    match = ask(*NEW, "--beacon", "+600")["id"]
    awaited = ask("contribute", match)["awaited"]["beacon"]
    assert (awaited["chain"], awaited["given"]) == (QUICKNET.hash, False)
    assert f"round {awaited['round']} of the beacon is needed" in run("show", match, code=3).output
    file = phones / "round.json"
    for number, code in ((awaited["round"] + 1, 3), (awaited["round"], 0)):
        file.write_text(json.dumps({"round": number, "randomness": RANDOMNESS, "signature": SIGNATURE}))
        run("contribute", match, "--beacon", str(file), code=code)
    assert ask("contribute", match)["dealt"]
    run("contribute", match, "--beacon", str(phones / "nowhere"), code=2)
    file.write_text("{}")
    run("contribute", match, "--beacon", str(file), code=3)


def test_rounds_are_named_by_number_chain_or_time(run: Run) -> None:
    assert _round("7") == (QUICKNET, 7)
    assert _round("default:7") == (DEFAULT, 7)
    chain, soon = _round("quicknet:+60")
    assert (chain, _round("+60")[1] - soon in (0, 1)) == (QUICKNET, True)
    for odd in ("", "0", "x", "+", "-1", "nobody:7", "٣", "1" * 13):
        assert run(*NEW, "--beacon", odd, code=2)
    assert "already known" in run(*NEW, "--beacon", "1000", code=3).output
    run("new", "freeform", "Ada", "Ben", "--contribute", "here", code=3)


ONE_PARTY = "the ledger's owner could have tried several seeds before"


def test_audit_and_verify_say_in_a_line_what_a_seal_proves(run: Run, ask: Ask, phones: Path) -> None:
    """Given a plain sealed match, one with a part of a beacon, and one at a table; then each tells what it proves."""
    plain, table = ask("new", "freeform", "Ada", "Ben", "--chance", "sealed")["id"], ask("new", "freeform", "Ada")["id"]
    given = ask("new", "freeform", "Ada", "--chance", "sealed", "--beacon", "+60")["id"]
    bundle = phones / "evening.bundle"
    run("bundle", plain, table, given, "-o", str(bundle))
    lines = {one["match"]: one["chance"] for one in ask("verify", str(bundle))["matches"]}
    assert {match: ask("audit", match)["chance"] for match in lines} == lines
    assert ONE_PARTY in lines[plain]
    assert "a beacon: if one of these was honest, no one knew or chose a draw" in lines[given]
    assert lines[table] is None
    for words in (("audit", plain), ("verify", str(bundle))):
        (line,) = [line.strip() for line in run(*words).output.splitlines() if "one party chose the seed" in line]
        assert line == f"Chance: {lines[plain]}."
