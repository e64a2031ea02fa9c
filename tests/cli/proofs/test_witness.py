"""Witnesses, policies, publishing and watching, as used by two clubs that do not trust each other."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Ask = Callable[..., Any]
PROOFS = Path(__file__).parents[3] / "ledger" / "proofs" / "verifiers"


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("TABLESCRIBE_WITNESS", str(tmp_path / "witness"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def key(run: Run, ask: Ask, match_id: str) -> str:
    """The key of a ledger that a witness knows, and a policy that wants that witness."""
    found = str(ask("keys", "show")["key"])
    witness = ask("witness", "new", "club.example/witness")["key"]
    run("witness", "add", found)
    Path("policy").write_text(f"log {found}\nwitness club {witness}\nquorum club\n")
    return found


def cosigned(ask: Ask, name: str = "log") -> int:
    """Have the ledger cosigned as it is now; return its size."""
    ask("checkpoint", "--for-witness", "-o", f"{name}.request")
    ask("witness", "cosign", f"{name}.request", "-o", f"{name}.answer")
    return int(ask("checkpoint", "--add", f"{name}.answer", "--policy", "policy")["kept"][0]["size"])


def test_a_checkpoint_goes_to_a_witness_and_back(run: Run, ask: Ask, key: str) -> None:
    assert "is trusted: it cannot be checked here" in run("witness", "add", key).output
    run("checkpoint", "--for-witness", "-o", "log.request")
    assert Path("log.request").read_text().startswith("old 0\n\ntablescribe/")
    answer = run("witness", "cosign", "-", stdin=Path("log.request").read_text()).output
    assert answer.startswith("— club.example/witness ")
    Path("log.answer").write_text(answer)
    assert "club.example/witness cosigned the log of 2 events at 20" in run(
        "checkpoint", "--add", "log.answer", "--policy", "policy"
    ).output  # fmt: skip
    run("checkpoint", "-o", "cosigned")
    assert Path("cosigned").read_text().count("\n— ") == 2
    words = run("verify", "cosigned", "--policy", "policy").output
    assert "Cosigned by club at 20" in words
    assert "The policy's quorum is reached." in words
    assert ask("verify", "cosigned", "--policy", "policy")["policy"]["quorum"] is True
    assert "2 events, cosigned 20" in run("witness", "show").output
    assert ask("witness", "show")["ledgers"][0]["size"] == 2


def test_the_ledger_and_a_bundle_are_verified_with_a_policy(run: Run, ask: Ask, key: str, match_id: str) -> None:
    ask("checkpoint")
    assert "The policy's quorum IS NOT reached" in run("verify", "--policy", "policy", code=1).output
    cosigned(ask)
    assert "1 witness cosignature. To require certain witnesses, pass a --policy" in run("verify").output
    assert "Cosigned by club" in run("verify", "--policy", "policy").output
    assert ask("verify", "--policy", "policy")["policy"]["size"] == 2
    for options in ([], ["--spectator"]):
        ask("bundle", match_id, "-o", "b", *options)
        proved = ask("verify", "b", "--policy", "policy")
        assert (proved["vouched"], proved["faults"], proved["policy"]["quorum"]) == (True, [], True)
    run("note", match_id, "later")
    ask("bundle", match_id, "-o", "b")
    assert "IN DOUBT: the witnesses that cosigned" in run("verify", "b", "--policy", "policy", code=1).output
    ask("bundle", match_id, "-o", "b", "--cosigned")
    assert ask("verify", "b", "--policy", "policy")["size"] == 2
    witness = ask("witness", "show")["key"]
    for program, option, trusted in (("verify_bundle", "--key", key), ("verify_witnesses", "--witness", witness)):
        command = [sys.executable, "-I", str(PROOFS / f"{program}.py"), "b", option, trusted]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_policy_that_is_wrong_is_told_with_its_line(
    run: Run, ask: Ask, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("policy").write_text("# mine\nquorum everybody\n")
    error = ask("verify", "--policy", "policy", code=5)["error"]
    assert (error["code"], "line 2: everybody is not a witness" in error["message"]) == ("policy.bad", True)
    monkeypatch.setenv("LANGUAGE", "de")
    assert "die Richtlinie, Zeile 2: everybody ist weder Zeuge" in run("verify", "--policy", "policy", code=5).output


def test_a_fork_is_refused_and_kept(run: Run, ask: Ask, key: str, match_id: str, tmp_path: Path) -> None:
    """Given a restored copy that went on otherwise, with a key that forgot, the witness keeps what proves it."""
    ask("backup", "monday")
    run("note", match_id, "this happened")
    size = cosigned(ask)
    for mark in (tmp_path / "keys").glob("*.signed"):
        mark.unlink()
    older = ["--ledger", str(tmp_path / "older.db")]
    run(*older, "restore", "monday")
    run(*older, "note", match_id, "that happened")
    run(*older, "checkpoint", "--for-witness", "--old", "0", "-o", "evil.request")
    error = ask("witness", "cosign", "evil.request", code=5)["error"]
    assert error["code"] == "ledger.forked"
    assert f"two logs of {size} events" in error["message"]
    (evidence,) = (tmp_path / "witness" / "evidence").iterdir()
    both = [str(evidence / f"{name}.checkpoint") for name in ("cosigned", "refused")]
    shouted = run("witness", "watch", *both, "--key", key, "--keep", "keep", code=5).output
    assert "!!!" in shouted
    assert "HAS FORKED" in shouted
    assert "show them to everybody" in shouted


def test_a_ledger_is_published_and_watched(run: Run, ask: Ask, key: str, match_id: str) -> None:
    assert ask("publish", "www")["size"] == 2
    assert "witness watch ADDRESS --key tablescribe/" in run("publish", "www").output
    watch = ("witness", "watch", "www", "--key", key, "--keep", "keep")
    assert "✓ www: 2 events; the tiles match the signed root" in run(*watch).output
    cosigned(ask)
    run("note", match_id, "later")
    assert ask("publish", "www", "--cosigned")["size"] == 2
    assert ask("publish", "www")["size"] == 3
    run("publish", "www", "--cosigned", code=5)
    again = ask(*watch, "--times", "2", "--every", "1")
    assert (again["looked"], [one["state"] for one in again["found"]]) == (2, ["good"])
    (tile,) = Path("www/tile/0/000.p").glob("3")
    tile.write_bytes(b"x" * 96)
    assert ask(*watch, code=5)["found"][0]["state"] == "bad"
    Path("kept").write_text(ask("checkpoint", "--cosigned")["note"])
    assert ask("witness", "watch", "kept", "--key", key, "--keep", "keep", code=1)["found"][0]["state"] == "unsure"


def test_wrong_use_is_told(run: Run, ask: Ask, key: str, match_id: str) -> None:
    run("checkpoint", "--for-witness", "--cosigned", code=2)
    run("checkpoint", "--old", "5", code=2)
    run("checkpoint", "--witness", "x", code=2)
    run("checkpoint", "--add", "policy", code=2)
    run("checkpoint", "--add", "policy", "--policy", "policy", "-o", "x", code=2)
    run("checkpoint", "-o", "plain")
    run("verify", "plain", code=2)
    run("verify", "plain", "--policy", "policy", "--match", match_id, code=2)
    run("verify", "--match", match_id, "--policy", "policy", code=2)
    run("export", match_id, "-o", "m.json")
    run("verify", "m.json", "--policy", "policy", code=2)
    run("witness", "new", "a b", code=2)
    assert ask("witness", "new", "again", code=4)["error"]["code"] == "key.bad"
    assert ask("witness", "show", "--folder", "nowhere", code=4)["error"]["code"] == "key.bad"
    run("checkpoint", "--for-witness", "-o", "log.request")
    ask("witness", "cosign", "log.request")
    assert ask("witness", "cosign", "plain", code=5)["error"]["code"] == "note.bad"
    conflict = ask("witness", "cosign", "log.request", code=4)["error"]
    assert (conflict["code"], "--old 2" in conflict["message"]) == ("witness.conflict", True)
    assert ask("checkpoint", "--cosigned", code=4)["error"]["code"] == "ledger.error"


def test_a_locked_witness(run: Run, ask: Ask, key: str, tmp_path: Path) -> None:
    place = ("--folder", str(tmp_path / "locked"))
    run("witness", "new", "locked", *place, "--passphrase", "horse")
    run("witness", "add", key, *place, "--passphrase", "horse")
    assert ask("witness", "show", *place, code=4)["error"]["code"] == "key.bad"
    assert ask("witness", "show", *place, "--passphrase", "horse")["ledgers"][0]["size"] == 0
