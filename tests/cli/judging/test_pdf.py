"""The judge's report as PDF: every move and finding, unbroken rows, and the match's name on each page."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2  # type: ignore[import-untyped]
import pytest

from tests.cli.conftest import Run

MOVES = 20


def pages_of(file: Path) -> list[str]:
    with pypdfium2.PdfDocument(file) as found:
        return [page.get_textpage().get_text_bounded() for page in found]


def test_the_report_is_paged_and_every_page_says_of_what_it_is(
    run: Run, ask: Callable[..., Any], match_id: str, tmp_path: Path
) -> None:
    """Given many moves, the last of which broke a rule; when they are audited into a PDF; then it can be filed."""
    for _ in range(MOVES):
        run("move", match_id, "skip")
        run("undo", match_id, "--all-agree")
    run("move", match_id, "skip", "--seat", "3", "--as-played")
    file = tmp_path / "report.pdf"
    said = run("audit", match_id, "--pdf", str(file), code=1).output
    assert f"Report written to {file}." in said
    head = ask("audit", match_id, code=1)["head"]
    pages = pages_of(file)
    assert len(pages) > 2
    for number, page in enumerate(pages, start=1):
        assert f"{match_id} · {head}" in page
        assert f"{number} / {len(pages)}" in page
    whole = " ".join(" ".join(pages).split())
    assert f"{MOVES + 1} breaks UP-9" in whole
    assert whole.count("skips and draws two movement cards") == MOVES + 1
    with_rows = [page for page in pages if "skips and draws" in page]
    assert all("what happened" in page for page in with_rows), "the head of the table stands on each page"


def test_without_the_library_it_says_what_to_install_and_writes_nothing(
    run: Run, match_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    paper, file = tmp_path / "report.html", tmp_path / "report.pdf"
    said = run("audit", match_id, "--html", str(paper), "--pdf", str(file), code=2).output
    assert "install tablescribe[pdf]" in said
    assert "libpango-1.0-0" in said
    assert not paper.exists()
    assert not file.exists()
