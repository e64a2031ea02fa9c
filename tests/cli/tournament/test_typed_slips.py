"""Typed slips on the command line: two people with their links, and the state of the slips."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.replays.web.access.access import Access
from tests.cli.conftest import Once
from tests.support import has_word

Ask = Callable[..., Any]
Run = Callable[..., Result]

PLAN = """
title: Open
stages:
  - {name: Pods, kind: pods, pods: [3], rounds: 1, game: freeform, scoring: {kind: places, by_place: [3, 2, 1]}}
"""


@pytest.fixture
def hall(ask: Ask, tmp_path: Path, once: Once) -> str:
    """A tournament of six at two tables, whose round is paired."""
    file = tmp_path / "open.yaml"
    file.write_text(PLAN, "utf-8")

    def recorded() -> str:
        found = str(ask("tournament", "announce", str(file))["tournament"])
        ask("tournament", "enter", "last", "Ada", "Ben", "Cleo", "Dora", "Egon", "Fee")
        ask("tournament", "pair", "last", "--seed", "1")
        return found

    return once(recorded)


def test_two_people_type_ranks_from_a_slip(ask: Ask, run: Run, hall: str) -> None:
    """Given the link of a player and the ledger's own user: the player may not, one person may not type both."""
    players = ask("tournament", "start", "last", "--url", "http://hall")["tables"][0]["players"]
    once = ask("tournament", "type", "last", "1", "213")
    assert (once["state"], once["typed"], once["numbers"]) == ("once", 1, [])
    assert "A second person must type the slip" in run("tournament", "type", "last", "1", "213", code=3).output
    run("tournament", "type", "last", "1", "213", "--link", players[0]["link"], code=3)
    lines = run("tournament", "typed", "last").output.splitlines()
    assert [line.rpartition(": ")[2] for line in lines] == ["typed once", "missing"]


def test_where_they_differ_somebody_decides(ask: Ask, run: Run, hall: str, ledger: str) -> None:
    with closing(open_ledger(ledger, create=False)) as opened:
        token = Access(opened).grant("desk", match=hall)[1]
    ask("tournament", "type", "last", "2", "123")
    told = ask("tournament", "type", "last", "2", "120", "--link", f"http://hall/enter/{token}")
    assert (told["state"], [one["number"] for one in told["numbers"]]) == ("differ", ["123", "120"])
    assert "typed differently: 123 / 120" in run("tournament", "typed", "last").output
    run("tournament", "type", "last", "2", "120", "--decide", code=3)
    decided = ask("tournament", "type", "last", "2", "120", "--decide", "--as", "arbiter")
    assert decided["state"] == "reported"
    assert "did not" not in decided["result"]
    assert decided["result"].startswith("1. ")


def test_papers_have_numbers_where_the_room_sees_none(ask: Ask, hall: str, tmp_path: Path) -> None:
    file = tmp_path / "slips.html"
    ask("tournament", "slips", "last", "--html", str(file))
    assert "Cleo" in file.read_text("utf-8")
    ask("tournament", "public", "last", "--no-room")
    for more in ((), ("--door",)):
        ask("tournament", "slips", "last", "--html", str(file), *more)
        page = file.read_text("utf-8")
        assert not has_word(page, "Cleo")
        assert "#3" in page
