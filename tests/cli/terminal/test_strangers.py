"""Control characters in names, remarks and reasons never reach the terminal, whatever command shows them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablescribe.cli.terminal.state import as_document, safe
from tablescribe.domain.words.escaping import UNSEEN, visible
from tablescribe.ledger.proofs.verifiers import verify_bundle as program
from tests.cli.conftest import Run
from tests.fuzz import samples

Ask = Callable[..., Any]
ODD = "\x1b[2K\x1b[1A\x9b8m\u202eAda\u200b\x07\u2066\U000e0041"
"""Control characters: delete a line and go up, hide text, reverse it, zero width, bell."""


@pytest.fixture(autouse=True)
def _keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLESCRIBE_KEYS", str(tmp_path / "keys"))


def test_everything_unseen_is_shown_as_an_escape() -> None:
    assert visible("a\x1b\x9b\u202e\u200b\U000e0041\ud800z") == r"a\x1b\x9b\u202e\u200b\U000e0041\ud800z"
    assert visible("Zoë 日本 ☃ שלום") == "Zoë 日本 ☃ שלום", "what people write stays"
    assert visible("two\nlines\t") == "two\nlines\t"
    assert visible("two\nlines\t", one_line=True) == r"two\nlines\t"


def test_colours_are_all_that_goes_out_of_ours() -> None:
    assert safe("\x1b[31mred\x1b[0m\x1b[2K\x1b]0;title\x07") == "\x1b[31mred\x1b[0m\\x1b[2K\\x1b]0;title\\x07"


def test_json_is_the_same_data_without_anything_raw() -> None:
    data = {"name": ODD + "\x7f\ufeff"}
    assert json.loads(as_document(data)) == data
    assert not UNSEEN.search(as_document(data))


def test_no_command_lets_it_out(run: Run, ask: Ask, tmp_path: Path) -> None:
    """Given people who call themselves so, and remarks and reasons like that; when all of it is shown."""
    match = ask("new", "freeform", ODD, f"{ODD}2")["id"]
    run("note", match, ODD)
    run("close", match, "--abandoned")
    for seat in ("1", "2"):
        run("sign", match, "--seat", seat, "--as", f"seat{seat}")
    run("keys", "revoke", match, "--seat", "2", "--reason", ODD, "--by-judge")
    bundle, html = str(tmp_path / "b.bundle"), str(tmp_path / "report.html")
    shown = [
        run("bundle", match, "-o", bundle, "--names"), run("verify", bundle), run("matches"), run("show", match),
        run("log", match), run("audit", match, "--html", html), run("keys", "show"), run("show", ODD, code=2),
        run("people", "erase", ODD, "--yes"), run("verify", ODD, code=5), run("replay", match, "--plain"),
    ]  # fmt: skip
    shown += [run(*words, "--json") for words in (("verify", bundle), ("matches",), ("log", match), ("audit", match))]
    for done in shown:
        assert not UNSEEN.search(done.output), done.output
    assert any("\\x1b" in done.output for done in shown), "it is shown, not left out"


def test_a_bundle_that_vouches_for_itself_hides_no_warning(run: Run, tmp_path: Path) -> None:
    """An escape sequence in a name deleted the line that says so, once."""
    document = json.loads(json.dumps(samples.bundle()))
    document["names"] = []
    log = document["streams"][1]["log"]
    for row in log:
        if row[2] == "Revoked":
            said = json.loads(row[3])
            row[3] = json.dumps([*said[:8], f"{ODD}\nsigned by all"], separators=(",", ":"), ensure_ascii=False)
    contents = samples.as_file(samples.sealed(document, samples.SIGNER))
    (tmp_path / "b").write_bytes(contents)
    words = run("verify", str(tmp_path / "b")).output
    assert "That key comes only from the file itself" in words
    assert not UNSEEN.search(words)
    assert "signed by all" not in words.splitlines()
    assert not any(UNSEEN.search(repr(line)[1:-1]) for line in program.verify(contents, []))
