"""Keys of devices: made there, offered in a file, signing offline; and verifiers who know the holders."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablescribe.ledger.proofs.keys.signing import fingerprint
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tests.cli.conftest import Run

Ask = Callable[..., Any]


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """The keys of the organiser's machine (the default), and those of Ada's and Ben's phones."""
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "organiser"))
    return str(tmp_path / "ada"), str(tmp_path / "ben")


def offered(run: Run, ask: Ask, match: str, seat: int, phone: str, tmp_path: Path) -> str:
    """Make a key on a phone and offer it; return the key."""
    ledger, file = ask("keys", "show")["key"].split("+")[0].removeprefix("tablescribe/"), str(tmp_path / f"{seat}.key")
    words = ["--ledger-id", ledger, "--match", match, "--seat", str(seat), "--as", "me", "-o", file, "--keys", phone]
    key: str = ask("keys", "offer", *words)["key"]
    assert ask("keys", "enrol", match, "--offer", file)["key"] == key
    return key


def test_seats_sign_on_their_own_phones_offline_and_in_any_order(
    run: Run, ask: Ask, folders: tuple[str, str], tmp_path: Path
) -> None:
    """Given keys made on two phones; when each signs the text it was given; then the last may come first."""
    match = ask("new", "freeform", "Ada", "Ben")["id"]
    keys = [offered(run, ask, match, seat, phone, tmp_path) for seat, phone in enumerate(folders, start=1)]
    run("close", match, "--abandoned")
    for seat, phone in enumerate(folders, start=1):
        text = tmp_path / f"{seat}.txt"
        text.write_text(run("sign", match, "--seat", str(seat), "--text").output)
        signed = run("sign", "--record", str(text), "--as", "me", "-o", str(tmp_path / f"{seat}.sig"), "--keys", phone)
        assert f"holder seat:{seat}" in signed.output, "a person reads what is signed"
    for seat in (2, 1):
        done = ask("sign", match, "--attach", str(tmp_path / f"{seat}.sig"))
        assert (done["holder"], done["key"]) == (f"seat:{seat}", keys[seat - 1])
    assert [path.name for path in (tmp_path / "organiser").glob("*") if "ledger" not in path.name] == []
    bundle = str(tmp_path / "b")
    key = ask("bundle", match, "-o", bundle)["key"]
    good = [f"--seat={seat}={one}" for seat, one in enumerate(keys, start=1)]
    swapped = [f"--seat=1={keys[1]}"]
    for expected, code in ((good, 0), (swapped, 1), ([f"--seat=judge={keys[0]}"], 1)):
        assert run("verify", bundle, "--key", key, *expected, code=code)
        command = [sys.executable, "-I", str(Path(program.__file__)), bundle, "--key", key, *expected]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (found.returncode, "not the one that you expect" in found.stdout) == (code, bool(code))
    told = run("verify", bundle, "--key", key).output
    assert f"seat:1 signs with {keys[0]} ({fingerprint(keys[0])}): enrolled by keeper (" in told
    assert ask("verify", bundle)["matches"][0]["keys"][0]["by"] == "keeper"
    run("verify", bundle, "--seat", "1=x", code=2)
    run("verify", bundle, "--seat", f"one={keys[0]}", code=2)


def test_a_phone_signs_nothing_but_results(run: Run, ask: Ask, folders: tuple[str, str], tmp_path: Path) -> None:
    """Else a text of an enrolment, or of anything, could be got signed under the name of a result."""
    match = ask("new", "freeform", "Ada", "Ben")["id"]
    offered(run, ask, match, 1, folders[0], tmp_path)
    text = tmp_path / "text"
    for odd in ("", "tablescribe enrolment 1\n", "tablescribe result record 1\nholder seat:1\n"):
        text.write_text(odd)
        words = ["sign", "--record", str(text), "--as", "me", "-o", str(tmp_path / "x"), "--keys", folders[0]]
        assert "text of a result" in run(*words, code=5).output
    run("sign", "--record", str(text), code=2)
    run("sign", code=2)


@pytest.mark.parametrize("contents", [b"", b"{}", b"[" * 20_000, b'{"format":"tablescribe key"}', b"\xff"])
def test_files_that_are_no_offers_or_signatures(contents: bytes, run: Run, ask: Ask, tmp_path: Path) -> None:
    match = ask("new", "freeform", "Ada", "Ben")["id"]
    run("close", match, "--abandoned")
    (tmp_path / "odd").write_bytes(contents)
    run("keys", "enrol", match, "--offer", str(tmp_path / "odd"), code=5)
    run("sign", match, "--attach", str(tmp_path / "odd"), code=5)


def test_an_offer_for_another_match_is_refused(run: Run, ask: Ask, folders: tuple[str, str], tmp_path: Path) -> None:
    one, other = (ask("new", "freeform", "Ada", "Ben")["id"] for _ in range(2))
    offered(run, ask, one, 1, folders[0], tmp_path)
    assert "for match" in run("keys", "enrol", other, "--offer", str(tmp_path / "1.key"), code=2).output
    document = json.loads((tmp_path / "1.key").read_text())
    (tmp_path / "1.key").write_text(json.dumps(document | {"match": other}))
    assert (
        "Sign the enrolment with the key itself"
        in run("keys", "enrol", other, "--offer", str(tmp_path / "1.key"), code=3).output
    )


def test_a_change_of_a_known_key_is_told(run: Run, ask: Ask, folders: tuple[str, str], tmp_path: Path) -> None:
    one, other = (ask("new", "freeform", "Ada", "Ben")["id"] for _ in range(2))
    before = offered(run, ask, one, 1, folders[0], tmp_path)
    assert run("keys", "enrol", other, "--seat", "1").output.endswith(
        f"In match {one} it was {before}: ask that person whether they changed keys.\n"
    )


def test_a_bundle_is_tested_against_a_kept_checkpoint(
    run: Run, ask: Ask, folders: tuple[str, str], tmp_path: Path
) -> None:
    """Given a checkpoint that somebody kept; then the outsider's verifier says whether the log begins with it."""
    match, kept, bundle = ask("new", "freeform", "Ada", "Ben")["id"], tmp_path / "kept", str(tmp_path / "b")
    run("checkpoint", "-o", str(kept))
    run("note", match, "more")
    key = ask("bundle", match, "-o", bundle, "--since", str(kept))["key"]
    without = str(tmp_path / "without")
    run("bundle", match, "-o", without)
    lines = kept.read_text().split("\n")
    (tmp_path / "forged").write_text("\n".join([lines[0], "1", *lines[2:]]))
    (tmp_path / "nothing").write_text("x")
    for file, since, code in ((bundle, "kept", 0), (without, "kept", 1), (bundle, "forged", 1), (bundle, "nothing", 1)):
        command = [
            sys.executable,
            "-I",
            str(Path(program.__file__)),
            file,
            "--key",
            key,
            "--since",
            str(tmp_path / since),
        ]
        found = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (found.returncode, "you kept a checkpoint of" in found.stdout) == (code, not code), found
        run("verify", file, "--key", key, "--since", str(tmp_path / since), code=5 * code)
