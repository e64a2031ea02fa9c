"""Bad files and bad words from users are refused quickly with the cause, and nothing is recorded."""

from __future__ import annotations

import json
import os
import stat
from base64 import b64encode
from pathlib import Path

import pytest

from tablescribe.ledger.care.match_files import read_file, write_file
from tablescribe.ledger.log.errors import LedgerUnavailable
from tests.fuzz import samples
from tests.ledger.commands import Words, events, kept, refused, run

__all__ = ["kept"]

# --- files that people bring --------------------------------------------------------------------------------


def test_what_is_no_file_to_read_is_told(kept: tuple[Path, str], tmp_path: Path) -> None:
    path, match_id = kept
    folder, none, empty = str(tmp_path), str(tmp_path / "none"), tmp_path / "empty"
    empty.touch()
    for file in (folder, none, str(empty)):
        for verb in ("verify", "import"):
            refused(path, verb, file, exit_code=5, code="file.bad")
        refused(path, "new", "freeform", "Ada", "--catalogue", file, exit_code=2, code="usage")
        refused(path, "record", file, exit_code=2, code="usage" if file == str(empty) else "record.line")
    assert "Is a directory" in refused(path, "export", match_id, "-o", folder, exit_code=4, code="ledger.unavailable")
    refused(path, "export", match_id, "-o", none + "/m", exit_code=4, code="ledger.unavailable")
    refused(path, "audit", "x" * 5000, exit_code=2, code="match.unknown")
    refused(path, "verify", "x" * 5000, exit_code=5, code="file.bad")
    assert events(path) == 2


@pytest.mark.parametrize("endless", ["verify", "import", "new", "record"])
def test_of_a_file_without_end_only_as_much_is_read_as_shows_it(
    endless: str, kept: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reported size of a device or pipe is meaningless."""
    monkeypatch.setattr("tablescribe.ledger.care.match_files.LARGEST", 100_000)
    if endless == "new":
        said = refused(kept[0], "new", "freeform", "A", "--catalogue", "/dev/zero", exit_code=2, code="usage")
        assert "is longer than 200000" in said
    elif endless == "record":
        assert "is longer than" in refused(kept[0], "record", "/dev/zero", exit_code=2, code="record.line")
    else:
        assert "is larger than" in refused(kept[0], endless, "/dev/zero", exit_code=5, code="file.bad")
    assert events(kept[0]) == 2


def test_a_pipe_is_read_and_written_and_still_a_pipe(kept: tuple[Path, str], tmp_path: Path) -> None:
    """Atomic replacement of the file would destroy /dev/stdout."""
    path, match_id = kept
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR)  # so that nobody waits for the other end
    assert run(path, "export", match_id, "-o", str(pipe)).exit_code == 0
    contents = os.read(reader, 1_000_000)
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    (tmp_path / "m.json").write_bytes(contents)
    assert run(path, "verify", str(tmp_path / "m.json")).exit_code == 0
    with pytest.raises(LedgerUnavailable, match="No space left"):
        write_file(Path("/dev/full"), contents)
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
    assert read_file(Path("/dev/null")) == b""


def test_the_keys_of_a_ledger_come_with_no_file(kept: tuple[Path, str], tmp_path: Path) -> None:
    """A match that calls itself `keyring` would put a stranger's key among the ledger's own."""
    path, _ = kept
    document = json.loads(json.dumps(samples.match_file()).replace(samples.MATCH, "keyring"))
    (tmp_path / "m.json").write_bytes(samples.as_file(samples.relinked(document)))
    assert "keyring is not a match" in refused(path, "import", str(tmp_path / "m.json"), exit_code=5, code="file.bad")
    line = {"new": {"game": "freeform", "seats": ["Ada"], "match_id": "keyring"}}
    said = refused(path, "record", "-", exit_code=2, code="record.line", stdin=json.dumps(line))
    assert "match_id" in said
    assert run(path, "checkpoint", "--keys", str(tmp_path / "keys")).exit_code == 0


BASE = "name: n\nedition: '1'\norigin: house\nsource: s\n"
LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join(['*' + before] * 10)}]\n"
    for before, name in zip("abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    ("catalogue", "said"),
    [
        (LAUGHS, "references"),
        ("&a [*a]\n", "references"),
        (BASE + "pieces: &a {b: *a}\n", "references"),
        ("[" * 100_000, "not a YAML file"),
        ("- " * 50_000, "not a YAML file"),
        (BASE + "pieces: {a: " + "9" * 5000 + "}\n", "not a YAML file"),
        (BASE + "pieces: {a: " + "1:" * 3000 + "1}\n", "catalogue of Freeform"),
        (BASE + "pieces: {a: 2026-99-99}\n", "not a YAML file"),
        (BASE + "pieces: {2026-09-09: 1}\n", "catalogue of Freeform"),
        (BASE + "pieces: {!!binary YQ==: 1}\n", "catalogue of Freeform"),
        (BASE + 'pieces: {"\\uD800": 1}\n', "catalogue of Freeform"),
        (BASE + "pieces: {a: .nan}\n", "catalogue of Freeform"),
        ("a: 0x_\n", "not a YAML file"),
        ("a\0b", "not a YAML file"),
        ("", "no object"),
        ("null\n", "no object"),
        ("[1]\n", "no object"),
        ("!!python/object/apply:os.system [true]\n", "not a YAML file"),
        ("a: 1\n---\nb: 2\n", "not a YAML file"),
        ("x" * 200_001, "longer than 200000"),
    ],
)
def test_a_catalogue_that_is_none_is_refused_quickly_and_opens_nothing(
    catalogue: str, said: str, path: Path, tmp_path: Path
) -> None:
    (tmp_path / "c.yaml").write_text(catalogue, "utf-8")
    done = run(path, "new", "freeform", "Ada", "--catalogue", str(tmp_path / "c.yaml"), "--json")
    fault = json.loads(done.stdout)["error"]
    assert done.exit_code == 2
    assert fault["code"] in ("usage", "game.options")
    assert said in fault["message"]
    line = json.dumps({"new": {"game": "freeform", "seats": ["Ada"], "catalogue": str(tmp_path / "c.yaml")}})
    assert run(path, "record", "-", stdin=line).exit_code == 2
    assert events(path) == 0


def test_a_deck_of_forty_million_cards_is_drawn_from_at_once(path: Path, tmp_path: Path) -> None:
    cards = ", ".join(f"c{number}: 10000" for number in range(4_000))
    (tmp_path / "c.yaml").write_text(BASE + f"decks: {{d: {{{cards}}}}}\n", "utf-8")
    words = ("new", "freeform", "Ada", "--chance", "sealed", "--catalogue", str(tmp_path / "c.yaml"), "--json")
    match_id = json.loads(run(path, *words).stdout)["id"]
    assert run(path, "move", match_id, "draw", "deck=d").exit_code == 0


@pytest.mark.parametrize("size", [0, 1, 31, 33, 64])
def test_a_key_that_is_too_short_or_too_long_is_damaged(size: int, kept: tuple[Path, str], tmp_path: Path) -> None:
    """OpenSSL raises an error of its own there."""
    seed = bytes([4, size]) + bytes(size)
    content = b"\2\1\0\x30\5\6\3\x2b\x65\x70\4" + bytes([len(seed)]) + seed
    text = b64encode(b"\x30" + bytes([len(content)]) + content).decode()
    words = ("checkpoint", "--keys", str(tmp_path / "keys"))
    assert run(kept[0], *words).exit_code == 0
    (file,) = (one for one in (tmp_path / "keys").iterdir() if one.suffix != ".signed")
    file.write_text(f"-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n")
    assert "the file is damaged" in refused(kept[0], *words, exit_code=4, code="key.bad")


# --- words that people type -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [("new", "freeform", "\udcff"), ("note", "MATCH", "\udcff"), ("show", "\udcff"), ("rules", "\udcff"),
     ("new", "freeform", "Ada", "--nonce", "\udcff", "--chance", "sealed"), ("move", "MATCH", "set", "key=\udcff")],
)  # fmt: skip
def test_what_is_no_text_is_refused_before_anything_is_recorded(words: Words, kept: tuple[Path, str]) -> None:
    path, match_id = kept
    done = run(path, *(match_id if word == "MATCH" else word for word in words))
    assert done.exit_code == 2
    assert "no text in UTF-8" in done.stderr
    assert events(path) == 2


@pytest.mark.parametrize("name", ["TABLESCRIBE_LEDGER", "TABLESCRIBE_PASSPHRASE", "TABLESCRIBE_KEYS"])
def test_settings_that_are_no_text_are_refused_alike(
    name: str, kept: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "\udcff")
    done = run(kept[0], "checkpoint")
    assert done.exit_code == 2
    assert "no text in UTF-8" in done.stderr


@pytest.mark.parametrize(
    ("words", "exit_code"),
    [
        (("move", "MATCH", "score", "to=1", "points=²"), 2),
        (("move", "MATCH", "score", "to=1", "points=--5"), 2),
        (("move", "MATCH", "score", "to=1", "points=" + "9" * 5000), 2),
        (("move", "MATCH", '{"do": "set", "key": "\\ud800"}'), 2),
        (("move", "MATCH", '{"do": "set", "key": NaN}'), 2),
        (("move", "MATCH", '{"do": "score", "to": 1, "points": ' + "9" * 5000 + "}"), 2),
        (("move", "MATCH", '{"do": ' + "[" * 100_000), 2),
        (("move", "MATCH", "roll", "die=d6", "--outcome", "²"), 4),
        (("ruling", "MATCH", "--clause", "c", "--reason", "r", "--fact", ""), 2),
        (("ruling", "MATCH", "--clause", "c", "--reason", "r", "--fact", "move a ² box here"), 2),
        (("new", "freeform", "Ada", "-o", "a=--5"), 2),
        (("new", "freeform", "Ada", "--outcome", "--5"), 4),
    ],
)
def test_odd_numbers_and_actions_are_wrong_use(words: Words, exit_code: int, kept: tuple[Path, str]) -> None:
    path, match_id = kept
    done = run(path, *(match_id if word == "MATCH" else word for word in words), "--json")
    assert done.exit_code == exit_code, done.output
    assert json.loads(done.stdout)["error"]["message"]
    assert events(path) == 2


@pytest.mark.parametrize(
    "line",
    [
        '{"new": 5}', '{"new": {"game": "freeform", "seats": "Ada"}}', '{"new": {"game": "freeform", "seats": [1]}}',
        '{"new": {"game": "freeform", "seats": ["Ada"], "nonces": [[]], "chance": "sealed"}}',
        '{"new": {"game": "freeform", "seats": ["Ada"], "catalogue": "a\\u0000b"}}',
        '{"new": {"game": "freeform", "seats": ["Ada"], "options": [1]}}',
        '{"new": {"game": "freeform", "seats": ["Ada"], "outcomes": {"a": 1}}}',
        '{"undo": {"steps": "x"}}', '{"undo": {"agreed": [[]]}}', '{"undo": null}', '{"redo": []}', '{"note": 5}',
        '{"ruling": "x"}', '{"ruling": {"facts": [1], "clause": "c", "reason": "r"}}',
        '{"note": "\\ud800"}',
    ],
)  # fmt: skip
def test_lines_of_a_session_that_are_of_a_wrong_form_say_so(line: str, kept: tuple[Path, str]) -> None:
    path, match_id = kept
    refused(path, "record", "-", "--match", match_id, exit_code=2, code="record.line", stdin=line)
    assert events(path) == 2


def test_a_line_with_a_ruling_that_says_no_fact_says_so(kept: tuple[Path, str]) -> None:
    path, match_id = kept
    line = '{"ruling": {"facts": [""], "clause": "c", "reason": "r"}}'
    refused(path, "record", "-", "--match", match_id, exit_code=2, code="fact.form", stdin=line)
    assert events(path) == 2
