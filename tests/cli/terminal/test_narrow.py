"""The table of Expeditions in a terminal of 80 columns: no word is cut or broken, in any language."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablescribe.replays.reading.reader import LANGUAGES
from tests.cli.conftest import Run

DEMO = Path(__file__).parents[3] / "cli" / "demos" / "expeditions.jsonl"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_cut(language: str, run: Run, ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    run("record", str(DEMO), code=3)
    monkeypatch.setenv("COLUMNS", "300")
    wide = run("show", "--language", language).stdout
    monkeypatch.setenv("COLUMNS", "80")
    narrow = run("show", "--language", language).stdout
    assert sorted(narrow.replace("─", "").split()) == sorted(wide.replace("─", "").split())
    assert max(map(len, narrow.splitlines())) <= 80
