"""The report of `./dev bench` about a run and earlier runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tests.benchmarks import history, readings
from tests.benchmarks.__main__ import BENCHMARKS, as_text, bench
from tests.benchmarks.history import Machine, Run, dearer, keep_run, picture, run_of, runs_on
from tests.benchmarks.readings import Reading

MACHINE = Machine("Linux", "Some Processor", 2, "3.11")
RATIO = Reading("appends, against the library", 0.8, 0.75, 0.85, "×", "more", 1.0, 0.01)
RATE = Reading("moves decided again", 6000, 6000, 6000, "/s", "more", 5000, 0.01)
TIME = Reading("a tap", 40, 38, 44, "ms", "less", 100, 0.01)


def run(*rows: Reading, commit: str = "abc") -> Run:
    return Run("2026-11-26", commit, (0.1, 1.9), MACHINE, {one.row: one for one in rows})


def test_a_run_is_kept_as_a_line_and_read_again(tmp_path: Path) -> None:
    first, second = run(RATIO), run(RATIO, RATE, commit="def")
    assert keep_run(first, tmp_path) == keep_run(second, tmp_path)
    assert runs_on(MACHINE, tmp_path) == [first, second]
    assert runs_on(replace(MACHINE, cores=64), tmp_path) == [], "other machines are not compared"
    assert run_of(second.line()) == second


def test_a_row_that_costs_more_than_a_tenth_more_is_named() -> None:
    before = [run(RATIO, RATE, TIME, commit="abc"), run(RATE, commit="def")]
    slower = replace(RATIO, value=0.6, low=0.55, high=0.65)
    now = run(slower, replace(RATE, value=5500), replace(TIME, value=50, high=60))
    ratio, tap = dearer(now, before)
    assert (ratio.now.row, ratio.commit, round(ratio.more, 2), ratio.certain) == (RATIO.row, "abc", 0.33, True)
    assert (tap.now.row, round(tap.more, 2), tap.certain) == (TIME.row, 0.25, False)
    assert list(dearer(run(RATIO, replace(RATE, value=5600)), before)) == [], "less than a tenth"


def test_a_slower_machine_is_not_blamed_on_the_code() -> None:
    half = run(replace(RATE, value=3000, work=0.02), replace(TIME, value=80, work=0.02), RATIO)
    assert list(dearer(half, [run(RATE, TIME, RATIO)])) == []


def test_the_table_says_what_is_not_reached() -> None:
    told = as_text(run(RATIO, RATE, TIME))
    assert "commit abc, Some Processor, 2 cores" in told
    assert "| appends, against the library | 0.80 × (0.75–0.85) | ≥ 1.00 (not reached) |" in told
    assert "| moves decided again | 6,000 /s | ≥ 5,000 |" in told
    assert "| a tap | 40.0 ms (38.0–44.0) | ≤ 100 |" in told


def test_the_picture_draws_every_row() -> None:
    drawn = ElementTree.fromstring(picture([run(RATIO, RATE), run(RATIO, RATE, replace(TIME, row="a < b"))]))
    kinds = [one.tag.rpartition("}")[2] for one in drawn]
    assert (kinds.count("polyline"), kinds.count("circle")) == (2, 1)


def test_one_benchmark_is_run_kept_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.benchmarks.__main__.keep_run", lambda one: keep_run(one, tmp_path))
    monkeypatch.setattr("tests.benchmarks.__main__.runs_on", lambda one: runs_on(one, tmp_path))
    done = CliRunner().invoke(bench, ["takeback"])
    assert done.exit_code == 0, done.output
    assert "taking back the last move" in done.stdout
    assert {one.suffix for one in tmp_path.iterdir()} == {".jsonl", ".svg"}
    worse = [replace(one, value=one.value / 9) for one in runs_on(history.this_machine(), tmp_path)[0].rows.values()]
    keep_run(replace(run(*worse), machine=history.this_machine()), tmp_path)
    again = CliRunner().invoke(bench, ["takeback", "--check", "--json"])
    assert again.exit_code == 1
    assert "Costs " in again.stderr


def test_every_benchmark_is_there_and_keeps_rows() -> None:
    folder = Path(readings.__file__).parent
    assert [name for name in BENCHMARKS if "keep(" not in (folder / f"{name}.py").read_text("utf-8")] == []
