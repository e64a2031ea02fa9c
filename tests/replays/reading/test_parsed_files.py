"""Files are parsed once for each version of their content, and the cache is never trusted as proof."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.box.yaml_data import read_yaml
from tablescribe.domain.games import GAMES
from tablescribe.replays.reading.parsed_files import cache_folder, remembered

CONTENT, DATA = b"a: [1, x]", {"a": [1, "x"]}


def never(content: bytes) -> Any:
    raise AssertionError("it is parsed again")


class Parser:
    """Parses, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, content: bytes) -> Any:
        self.times += 1
        return read_yaml(content.decode())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which a content is kept."""
    assert remembered(tmp_path / "kept", CONTENT, Parser()) == DATA
    return tmp_path / "kept"


def the_file(folder: Path) -> Path:
    (found,) = folder.iterdir()
    return found


def test_what_was_parsed_is_not_parsed_again(folder: Path) -> None:
    assert remembered(folder, CONTENT, never) == DATA
    assert the_file(folder).stat().st_mode & 0o777 == 0o600


def test_another_content_is_parsed(folder: Path) -> None:
    assert remembered(folder, CONTENT + b"\nb: 2", Parser()) == {**DATA, "b": 2}


def damaged(what: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def harm(path: Path) -> None:
        path.write_bytes(what(path.read_bytes()))

    return harm


def another_content(path: Path) -> None:
    """Put the file of another content, which is whole, in the place of this one."""
    remembered(path.parent / "of another", b"a: [2]", Parser())
    the_file(path.parent / "of another").replace(path)
    (path.parent / "of another").rmdir()


def a_link(path: Path) -> None:
    path.rename(path.parent.parent / "elsewhere")
    path.symlink_to(path.parent.parent / "elsewhere")


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def a_changed_value_with_its_hash(path: Path) -> None:
    """Change a value and the hash of the data, but not the key, of which a forger makes the file's name."""
    body = b'{"a":[3,"x"]}'
    path.write_bytes(f"{'0' * 64} {sha256(body).hexdigest()}\n".encode() + body)


@pytest.mark.parametrize(
    "harm",
    [
        damaged(lambda kept: b""), damaged(lambda kept: kept[:40]), damaged(lambda kept: kept[:-1]),
        damaged(lambda kept: kept.replace(b"[1,", b"[2,")), damaged(lambda kept: kept + b" "),
        damaged(lambda kept: kept.partition(b"\n")[2]), damaged(lambda kept: b"[" * 100_000),
        another_content, a_changed_value_with_its_hash, a_link, a_pipe,
        lambda path: path.chmod(0o666), lambda path: path.chmod(0o620),
    ],
)  # fmt: skip
def test_what_is_damaged_or_can_be_written_by_others_is_parsed_again_and_replaced(
    folder: Path, harm: Callable[[Path], None]
) -> None:
    harm(the_file(folder))
    parser = Parser()
    assert remembered(folder, CONTENT, parser) == DATA
    assert parser.times == 1
    assert remembered(folder, CONTENT, never) == DATA


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")
def test_the_file_of_another_user_is_parsed_again_and_replaced(folder: Path) -> None:
    os.chown(the_file(folder), 65534, 65534)
    parser = Parser()
    assert remembered(folder, CONTENT, parser) == DATA
    assert parser.times == 1
    assert the_file(folder).stat().st_uid == os.geteuid()


def test_a_file_seems_to_be_another_users(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    parser = Parser()
    assert remembered(folder, CONTENT, parser) == DATA
    assert parser.times == 1


@pytest.mark.parametrize("data", [{"at": date(2026, 1, 2)}, {1: "x"}, {"n": float("nan")}, {"s": {1}}])
def test_what_json_changes_is_not_kept(tmp_path: Path, data: Any) -> None:
    found = remembered(tmp_path / "kept", CONTENT, lambda content: data)
    assert found is data
    assert not (tmp_path / "kept").exists()


def test_data_of_another_type_than_wanted_are_parsed_again(folder: Path) -> None:
    parser = Parser()
    assert remembered(folder, CONTENT, parser, dict[str, str]) == DATA
    assert parser.times == 1


def test_without_a_folder_every_process_parses(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file where the folder should be")
    assert remembered(tmp_path / "kept", CONTENT, Parser()) == DATA


def test_the_cache_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder("games") == tmp_path / "tablescribe" / "games"


@pytest.mark.parametrize("key", GAMES)
def test_the_files_of_every_game_are_kept_as_they_are_parsed(key: str, tmp_path: Path) -> None:
    package = files(f"tablescribe.domain.games.{key}")
    for file in sorted(one.name for one in package.iterdir() if one.name.endswith(".yaml")):
        content = package.joinpath(file).read_bytes()
        first = remembered(tmp_path / file, content, Parser())
        again = remembered(tmp_path / file, content, never)
        assert repr(again) == repr(first)
