"""Keys, signatures, checkpoints, bundles, timestamps, doctor, backups: as a judge uses them."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablescribe.ledger.proofs.bundles import limits
from tests.cli.conftest import Run

Ask = Callable[..., Any]


@pytest.fixture(autouse=True)
def _keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))


@pytest.fixture
def closed(run: Run, match_id: str) -> str:
    run("keys", "enrol", match_id, "--seat", "1")
    run("move", match_id, "skip")
    run("close", match_id, "--abandoned")
    return match_id


def test_a_result_is_signed_bundled_and_verified_elsewhere(run: Run, ask: Ask, closed: str, tmp_path: Path) -> None:
    assert run("sign", closed, "--seat", "2", "--text").output.endswith("holder seat:2\n")
    for who in (["--seat", "1"], ["--seat", "2"], ["--seat", "3"], ["--judge", "--as", "maria"]):
        assert "signed the result" in run("sign", closed, *who).output
    assert "Move 1 sound" in run("audit", closed).output
    early = str(tmp_path / "early")
    assert ask("checkpoint", "-o", early)["size"] == 12
    bundle = str(tmp_path / "final.bundle")
    written = ask("bundle", closed, "-o", bundle, "--names", "--since", early)
    assert written["key"] == ask("keys", "show")["key"]
    proved = ask("verify", bundle, "--key", written["key"], "--since", early)
    assert (proved["vouched"], proved["faults"]) == (True, [])
    assert proved["matches"][0]["signed"] == ["seat:1", "seat:2", "seat:3", "judge"]
    words = run("verify", bundle, "--key", written["key"]).output
    for said in ("1 match of ledger", "nothing was changed", "seat:1 is Ada", "signed by seat:1", "has only grown"):
        assert said in words
    assert "That key comes only from the file itself" in run("verify", bundle).output
    verifiers = Path(__file__).parents[3] / "ledger" / "proofs" / "verifiers"
    outsider = [sys.executable, "-I", str(verifiers / "verify_bundle.py")]
    done = subprocess.run([*outsider, bundle, "--key", written["key"]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_name_cannot_be_wrapped_into_a_line_that_seems_to_be_ours(run: Run, ask: Ask, tmp_path: Path) -> None:
    """A terminal wraps a long line: behind enough spaces, a name began a line with a verdict of its own."""
    claim = "Part of a log of 5 events, by a checkpoint signed with somebody's key"
    match = ask("new", "freeform", "Ada" + " " * 66 + claim)["id"]
    bundle = str(tmp_path / "names.bundle")
    key = ask("bundle", match, "-o", bundle, "--names")["key"]
    words = run("verify", bundle, "--key", key).output
    verifier = Path(__file__).parents[3] / "ledger" / "proofs" / "verifiers" / "verify_bundle.py"
    command = [sys.executable, "-I", str(verifier), bundle, "--key", key]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    for output in (words, done.stdout):
        lines = [line for line in output.splitlines() if "Ada" in line or "|" in line]
        assert len(lines) > 1
        assert all(len(line) < 80 for line in lines)
        assert all(line.lstrip().startswith("| ") for line in lines[1:])
        assert not any(line.lstrip().startswith(claim[:20]) and "somebody" in line for line in output.splitlines())


def test_a_changed_bundle_is_refused_with_exit_code_5(run: Run, ask: Ask, closed: str, tmp_path: Path) -> None:
    bundle = tmp_path / "final.bundle"
    key = ask("bundle", closed, "-o", str(bundle))["key"]
    bundle.write_bytes(bundle.read_bytes().replace(b"skip", b"pass", 1))
    assert "Not done" in run("verify", str(bundle), "--key", key, code=5).output
    assert ask("verify", str(bundle), code=5)["error"]["code"] in ("file.bad", "ledger.damaged")
    other = "tablescribe/other+12345678+AZC3GPFCTK2s4q6rQ45/8PMfNBU3c6W0GqmNfEymyfU9"
    assert "Not done" in run("verify", str(bundle), "--key", other, code=5).output


def test_a_spectator_s_bundle_withholds_and_still_verifies(run: Run, ask: Ask, tmp_path: Path) -> None:
    match_id = ask("new", "ultime", "Ada", "Ben", "Cleo", "--chance", "sealed")["id"]
    run("move", match_id, "skip")
    run("note", match_id, "Ada smiled")
    bundle = str(tmp_path / "tv.bundle")
    ask("bundle", match_id, "-o", bundle, "--spectator")
    assert "Ada smiled" not in Path(bundle).read_text("utf-8")
    proved = ask("verify", bundle)
    assert (proved["viewer"], proved["matches"][0]["withheld"]) == ("spectator", [1, 2])
    assert "what this viewer may not see is withheld" in run("verify", bundle).output
    run("bundle", match_id, "-o", bundle, "--seat", "2", "--names", code=2)


def test_lost_and_stolen_keys(run: Run, ask: Ask, closed: str, tmp_path: Path) -> None:
    run("sign", closed, "--seat", "1")
    assert "revoked" in run("keys", "revoke", closed, "--seat", "1", "--reason", "lost").output
    audited = ask("audit", closed, code=1)
    codes = [finding["code"] for finding in audited["findings"]]
    assert ("signature.revoked" in codes, "signature.wrong" in codes) == (True, False), "what was signed stands"
    first = ask("keys", "show")["key"]
    second = ask("keys", "rotate")["key"]
    assert ask("keys", "show")["key"] == second != first
    run("keys", "revoke", "--ledger-key", "--reason", "stolen")
    assert ask("bundle", closed, "-o", str(tmp_path / "b"), code=4)["error"]["code"] == "key.bad"
    run("keys", "revoke", "--reason", "nothing named", code=2)


def test_wrong_use_is_told(run: Run, closed: str, tmp_path: Path) -> None:
    run("sign", closed, code=2)
    run("sign", closed, "--seat", "1", "--judge", code=2)
    run("bundle", "-o", str(tmp_path / "b"), code=2)
    run("stamp", closed, code=2)
    run("verify", str(tmp_path / "nowhere"), code=5)


def test_a_locked_key(run: Run, ask: Ask, closed: str) -> None:
    run("sign", closed, "--seat", "2", "--passphrase", "horse")
    assert ask("sign", closed, "--seat", "2", code=4)["error"]["code"] == "key.bad"


def test_a_request_for_a_time_stamp_is_a_file_to_send(run: Run, ask: Ask, closed: str, tmp_path: Path) -> None:
    request = tmp_path / "result.tsq"
    assert "application/timestamp-query" in run("stamp", closed, "--request", str(request)).output
    shown = subprocess.run(
        ["openssl", "ts", "-query", "-in", str(request), "-text"], capture_output=True, text=True, check=True
    )
    assert "Certificate required: yes" in shown.stdout
    (tmp_path / "answer").write_bytes(b"nonsense")
    assert ask("stamp", closed, "--attach", str(tmp_path / "answer"), code=5)["error"]["code"] == "time.bad"


def test_the_doctor_says_what_is_well_and_what_to_do(run: Run, ask: Ask, closed: str, ledger: str) -> None:
    run("checkpoint")
    found = ask("doctor")
    assert found["sound"]
    assert [one["what"] for one in found["found"]][:3] == ["schema", "guards", "safety"]
    assert "✓ chains" in run("doctor").output
    import sqlite3

    with sqlite3.connect(ledger) as raw:
        raw.execute("DROP TRIGGER events_refuse_delete")
    raw.close()
    sick = run("doctor", code=5).output
    assert "✗ guards" in sick
    assert "restore a backup" in sick
    least = run("doctor", "--rights", "scribe").output
    assert 'GRANT UPDATE ON tracking TO "scribe";' in least
    assert "seeds" not in least
    assert 'ON seeds TO "scribe";' in run("doctor", "--rights", "scribe", "--to", "deal").output
    run("doctor", "--to", "deal", code=2)


def test_a_backup_comes_back(run: Run, ask: Ask, closed: str, tmp_path: Path) -> None:
    copy = str(tmp_path / "monday")
    assert ask("backup", copy)["events"] == 4
    assert ask("backup", copy, code=4)["error"]["code"] == "ledger.unavailable"
    assert ask("restore", copy, code=4)["error"]["code"] == "ledger.not_empty"
    again = ["--ledger", str(tmp_path / "again.db")]
    assert f"4 events restored to {again[1]} and verified" in run(*again, "restore", copy).output
    assert ask("restore", copy, "--to", str(tmp_path / "third.db"))["ledger"] == str(tmp_path / "third.db")
    assert closed in run(*again, "matches").output
    assert "1 match, sound." in run(*again, "verify").output


def test_a_backup_into_a_folder_is_a_new_file_in_it(run: Run, ask: Ask, closed: str, tmp_path: Path) -> None:
    for folder in ("copies/", "copies", "deep/er/"):  # there is none yet, there is one, none above it
        file = Path(ask("backup", str(tmp_path / folder) + "/" * folder.endswith("/"))["file"])
        assert file.parent == tmp_path / folder
        assert re.fullmatch(r"ledger-\d{4}-\d\d-\d\d-\d{6}\.tablescribe", file.name)
        file.rename(file.with_name("before"))  # the next one may be written in the same second
        assert ask("restore", str(file.with_name("before")), "--to", str(tmp_path / f"{folder[:4]}.db"))["events"] == 4
        (tmp_path / f"{folder[:4]}.db").unlink()
    (tmp_path / "a file").touch()
    assert ask("backup", str(tmp_path / "a file") + "/", code=4)["error"]["code"] == "ledger.unavailable"
    assert "events copied to " + str(tmp_path / "copies" / "ledger-") in run("backup", str(tmp_path / "copies")).output


def test_a_bundle_that_nobody_could_verify_is_not_written(
    run: Run, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ask("new", "freeform", "Ada", "Ben")["id"]
    monkeypatch.setattr(limits, "LINES", 50)
    done = run("bundle", match, "-o", str(tmp_path / "too-large"), "--json", code=4)
    assert json.loads(done.stdout)["error"]["code"] == "bundle.too_large"
    assert "with fewer matches each" in run("bundle", match, "-o", str(tmp_path / "too-large"), code=4).output
    assert not (tmp_path / "too-large").exists()
