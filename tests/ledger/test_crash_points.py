"""Every use case survives a crash at each of its writes: see `tests/tools/crashpoints.py`."""

import os

import pytest

from tests.depth import ALL, a_few, each_with
from tests.postgres_server import shared
from tests.tools.crash_worlds import USE_CASES
from tests.tools.crashpoints import Stage, Trial, cases_of

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a crash is one of a forked process")

POINTS = 1
"""How many writes of a use case are tried by default, by exception or by SIGKILL; in the deep run, all, by both."""

MANY = 40
"""How many writes of a use case are tried in the deep run, by exception or by SIGKILL in turn, if there are more:
most are those of a new schema. `python -m tests.tools.crashpoints` tries each."""

BY_DEFAULT = (
    "new ultime Ada Ben Cleo --chance sealed",
    "people erase Ada --yes",
    "backup {there}/new.db",
    "tournament pair last --seed 1",
)
"""Use cases of more than one transaction; those of one crash like any append. An import has a test of its own below."""


@pytest.fixture(scope="module")
def stage(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return Stage(request.param, tmp_path_factory.mktemp("crashes"), shared)


CASES = [(words, on) for on in ("sqlite", "postgresql") for words in cases_of(on)]


@pytest.mark.parametrize(
    ("words", "stage"), CASES if ALL else each_with(BY_DEFAULT, ["sqlite", "postgresql"]), indirect=["stage"]
)
def test_a_crash_at_any_write_leaves_all_or_nothing(words: str, stage: Stage) -> None:
    trial = Trial(stage, USE_CASES[words])
    assert trial.writes
    both = ALL and len(trial.writes) <= MANY
    turn = BY_DEFAULT.index(words) if words in BY_DEFAULT else 0
    for n, point in enumerate(chosen(trial.writes)):
        for kill in (False, True) if both else ((n + turn) % 4 < 2,):
            trial.at(point, kill=kill)


def chosen(writes: list[str]) -> list[int]:
    """Return the numbers of the writes that are tried; of many in the deep run, every n-th, the commits and the end."""
    points = list(range(1, len(writes) + 1))
    if not ALL:
        return a_few(points, POINTS + 2)[1:-1]
    if len(points) <= MANY:
        return points
    commits = [point for point in points if writes[point - 1].startswith("COMMIT")]
    return sorted({*points[:: len(points) // MANY + 1], *commits[:MANY], *points[-8:]})


def test_the_use_cases_by_default_are_among_all() -> None:
    assert {*BY_DEFAULT} <= {*USE_CASES}


@pytest.mark.parametrize("stage", ["sqlite"], indirect=True)
def test_an_import_killed_before_its_origin_is_written_takes_nothing_over_and_heals(stage: Stage) -> None:
    """Where a match came from is in the same transaction as its events, so neither is there without the other."""
    trial = Trial(stage, USE_CASES["import {there}/two.bundle"])
    origins = [n for n, what in enumerate(trial.writes, start=1) if "INTO imports" in what]
    assert len(origins) == 2, "a bundle of two matches"
    for point in a_few(origins, 1):
        trial.at(point, kill=True)


@pytest.mark.parametrize("stage", ["sqlite"], indirect=True)
def test_a_restore_killed_before_it_is_whole_leaves_no_ledger_and_can_be_repeated(stage: Stage) -> None:
    """A ledger with the backup's id and no events would be one that lost them all: its key would sign nothing."""
    trial = Trial(stage, USE_CASES["restore {there}/kept.db"])
    copying = [n for n, what in enumerate(trial.writes, start=1) if "INSERT INTO events" in what]
    for point in (copying[0], len(trial.writes) - 1):
        trial.at(point, kill=True)
