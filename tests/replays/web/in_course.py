"""A ledger with an unfinished match of each game; fixtures to import."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import Ledger, open_ledger

RECORDS = Path(__file__).parents[2] / "matches"

IN_COURSE = {
    "ultime": ("four_players", 24), "expeditions": ("humans_fourth", 61), "freeform": ("two_players", 12),
    "morris": ("no_mill", 30), "robinson": ("a_signal_is_lit", 24), "tomb_raider": ("introductory", 60),
    "root": ("six_players", 110),
}  # fmt: skip
"""A recorded session of each game, and the number of its lines to play: enough for all panels."""


@pytest.fixture(scope="module")
def played() -> dict[str, tuple[str, int]]:
    """The sessions to play; a module that needs others defines its own fixture."""
    return IN_COURSE


@pytest.fixture(scope="module")
def ledger(played: dict[str, tuple[str, int]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """A ledger with an unfinished match of each game."""
    folder = tmp_path_factory.mktemp("service")
    for key, (name, lines) in played.items():
        session = (RECORDS / key / f"{name}.jsonl").read_text("utf-8").splitlines()
        (folder / f"{key}.jsonl").write_text("\n".join(session[:lines]) + "\n", "utf-8")
        done = CliRunner().invoke(cli, ["--ledger", f"{folder}/ledger.db", "record", f"{folder}/{key}.jsonl"])
        assert done.exit_code == 0, done.output
    ledger = open_ledger(folder / "ledger.db")
    yield ledger
    ledger.close()


@pytest.fixture(scope="module")
def matches(ledger: Ledger) -> dict[str, str]:
    return {ledger.match(one).opening.game.key: one for one in ledger.match_ids()}
