"""Templates are compiled once for each version of their source, and the cache belongs to this user alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

from tablescribe.replays.reading.compiled_templates import CompiledTemplates


class Counting(Environment):
    """Counts how often it compiles."""

    times = 0

    def compile(self, *given: Any, **more: Any) -> Any:
        self.times += 1
        return super().compile(*given, **more)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a template, which is compiled already."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "bytecode"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "page.html").write_text("Hello {{ name }}!", encoding="utf-8")
    assert filled(folder) == ("Hello &lt;Ada&gt;!", 1)
    return folder


def filled(folder: Path, kept: str = "pages", **settings: Any) -> tuple[str, int]:
    """Return the text that a new process renders from the template, and the number of compilations."""
    of: dict[str, Any] = {"autoescape": True, **settings}
    pages = Counting(loader=FileSystemLoader(folder), bytecode_cache=CompiledTemplates(kept), **of)
    return pages.get_template("page.html").render(name="<Ada>"), pages.times


def the_file(folder: Path) -> Path:
    (found,) = (one for one in (folder.parent / "bytecode").rglob("*") if one.is_file())
    return found


def test_what_was_compiled_is_not_compiled_again(folder: Path) -> None:
    assert filled(folder) == ("Hello &lt;Ada&gt;!", 0)
    assert the_file(folder).stat().st_mode & 0o777 == 0o600


def test_another_source_is_compiled(folder: Path) -> None:
    (folder / "page.html").write_text("Goodbye {{ name }}!", encoding="utf-8")
    assert filled(folder) == ("Goodbye &lt;Ada&gt;!", 1)
    assert filled(folder) == ("Goodbye &lt;Ada&gt;!", 0)


def test_other_settings_compile_again(folder: Path) -> None:
    assert filled(folder, autoescape=False) == ("Hello <Ada>!", 1)
    assert filled(folder) == ("Hello &lt;Ada&gt;!", 1)
    assert filled(folder, kept="papers") == ("Hello &lt;Ada&gt;!", 1)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def a_link(path: Path) -> None:
    path.rename(path.parent.parent / "elsewhere")
    path.symlink_to(path.parent.parent / "elsewhere")


@pytest.mark.parametrize("harm", [cut, a_link, lambda path: path.write_bytes(b""), lambda path: path.chmod(0o666)])
def test_what_is_damaged_or_can_be_written_by_others_is_compiled_again(
    folder: Path, harm: Callable[[Path], None]
) -> None:
    harm(the_file(folder))
    assert filled(folder) == ("Hello &lt;Ada&gt;!", 1)


def test_another_template_in_its_place_is_not_taken_for_it(folder: Path) -> None:
    ours = the_file(folder).read_bytes()
    (folder / "page.html").write_text("Goodbye {{ name }}!", encoding="utf-8")
    filled(folder)
    the_file(folder).write_bytes(ours)
    assert filled(folder) == ("Goodbye &lt;Ada&gt;!", 1)


def test_the_file_of_another_user_is_compiled_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert filled(folder) == ("Hello &lt;Ada&gt;!", 1)


def test_nothing_is_kept_where_python_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    the_file(folder).unlink()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert [filled(folder), filled(folder)] == [("Hello &lt;Ada&gt;!", 1)] * 2


def test_where_nothing_can_be_written_every_process_compiles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", str(folder / "page.html"))
    assert [filled(folder), filled(folder)] == [("Hello &lt;Ada&gt;!", 1)] * 2
