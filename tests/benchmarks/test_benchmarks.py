"""The benchmarks can be imported, and the quick ones run with minimal sizes.

Their results are not checked here.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

QUICK = {"rebuild": ("1",), "takeback": (), "memory": (), "kernel": ("1",), "expeditions": (), "tomb_raider": ()}

HERE = Path(__file__).parent
ALL = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith(("_", "test_")))


def test_every_benchmark_still_finds_what_it_imports() -> None:
    for name in ALL:
        importlib.import_module(f"tests.benchmarks.{name}")


def test_the_parts_of_an_append_are_measured(tmp_path: Path) -> None:
    readings = tmp_path / "readings"
    command = [sys.executable, "-m", "tests.benchmarks.append_parts", "1", "1"]
    subprocess.run(command, check=True, timeout=1800, env={**os.environ, "TABLESCRIBE_READINGS": str(readings)})
    titles = [json.loads(line)["row"].partition(":")[0] for line in readings.read_text("utf-8").splitlines()]
    assert titles == ["parts of an append on SQLite", "parts of an append on PostgreSQL"]


@pytest.mark.deep
@pytest.mark.parametrize("name", list(QUICK))
def test_a_benchmark_measures_its_rows(name: str, tmp_path: Path) -> None:
    readings = tmp_path / "readings"
    command = [sys.executable, "-m", f"tests.benchmarks.{name}", *QUICK[name]]
    subprocess.run(command, check=True, timeout=1800, env={**os.environ, "TABLESCRIBE_READINGS": str(readings)})
    assert all(json.loads(line)["value"] > 0 for line in readings.read_text("utf-8").splitlines())


@pytest.mark.deep
def test_a_season_is_made_exported_and_decided_again_in_level_memory(tmp_path: Path) -> None:
    for module, *more in (
        ("tests.tools.season", "--matches", "600", "--ledgers", "2", "--small"),
        ("tests.benchmarks.season_scale", "--processes", "1"),
        ("tests.benchmarks.season_scale", "--processes", "1", "--copies", "2"),
    ):
        subprocess.run([sys.executable, "-m", module, str(tmp_path), *more], check=True, timeout=1800)


@pytest.mark.deep
def test_moves_are_offered_to_many_tables_and_none_that_was_acknowledged_is_lost() -> None:
    words = ("--matches", "40", "--offered", "10", "--seconds", "5", "--processes", "2")
    subprocess.run([sys.executable, "-m", "tests.benchmarks.scale", *words], check=True, timeout=1800)
