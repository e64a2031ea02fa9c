"""Catalogues are parsed once for each version of their file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.replays.reading import word_catalogues
from tablescribe.replays.reading.word_catalogues import cache_folder, read_catalogue

TEXT = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "move"\nmsgstr "{}"\n'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(word_catalogues, "cache_folder", lambda: tmp_path / "cache")
    path = tmp_path / "words.de.po"
    path.write_text(TEXT.format("Zug"), encoding="utf-8")
    return path


def test_what_was_parsed_is_not_parsed_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_catalogue(file) == {"move": "Zug"}
    monkeypatch.setattr(word_catalogues, "parsed", None)
    assert read_catalogue(file) == {"move": "Zug"}


def test_another_version_of_a_file_is_parsed(file: Path) -> None:
    read_catalogue(file)
    file.write_text(TEXT.format("Spielzug"), encoding="utf-8")
    assert read_catalogue(file) == {"move": "Spielzug"}


def test_a_damaged_cache_is_made_anew(file: Path, tmp_path: Path) -> None:
    read_catalogue(file)
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_text('{"move": 7')
    assert read_catalogue(file) == {"move": "Zug"}
    assert kept.read_text(encoding="utf-8").endswith('\n{"move":"Zug"}')


def test_without_a_folder_every_process_parses(file: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert read_catalogue(file) == {"move": "Zug"}
    assert read_catalogue(tmp_path / "nothing.po") == {}


def test_the_cache_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder().name == "words"
