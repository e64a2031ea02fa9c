"""Series on the command line: follow-up matches, the standing, and options from files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from click.testing import Result

from tablescribe.ledger.matches.ledger import open_ledger

Ask = Callable[..., Any]
Run = Callable[..., Result]

DECK = "2 068; 2 071; 2 069; 2 072; 2 074; 2 021; 2 057; 2 078; 2 046; 2 051; 2 052; 2 054; 2 062; 2 059; 2 060\n"


def linked(ask: Ask, *words: str) -> str:
    """Open a level of a linked series."""
    rolls = ("--outcome", "6", "--outcome", "1")
    return str(ask("new", "tomb_raider", "Ada", "Ben", "-o", "level=into_the_caves", *words, *rolls)["id"])


def test_an_option_comes_from_a_file_and_one_told_again_is_added(ask: Ask, ledger: str, tmp_path: Path) -> None:
    for name in ("ada", "ben"):
        (tmp_path / f"{name}.txt").write_text(f"# {name}\n{DECK}", "utf-8")
    match = linked(ask, "-o", f"decks=@{tmp_path / 'ada.txt'}", "-o", f"decks=@{tmp_path / 'ben.txt'}")
    with closing(open_ledger(ledger)) as there:
        options = there.match(match).opened.options
    assert options["decks"] == f"# ada\n{DECK.strip()}\n---\n# ben\n{DECK.strip()}"


def test_a_file_that_is_not_there_is_wrong_use(run: Run) -> None:
    done = run("new", "tomb_raider", "Ada", "Ben", "-o", "decks=@nowhere.txt", code=2)
    assert "nowhere.txt" in done.output


def test_a_match_follows_another(ask: Ask, run: Run) -> None:
    first = linked(ask, "-o", "series=linked")
    assert "not over" in run("new", "tomb_raider", "Ada", "Ben", "--follows", first, code=3).output
    run("close", first, "--abandoned")
    words = ("new", "tomb_raider", "Ada", "Ben", "--follows", first, "--outcome", "6", "--outcome", "1")
    second = ask(*words)["id"]
    told = ask("series", second)
    assert [one["id"] for one in told["matches"]] == [first, second]
    assert (told["rule"], told["winners"], told["scores"]) == ("TR-122", [], [0, 0])
    assert f"2. match {second}: in progress" in run("series", second).output
    assert "TR-122" in run(*words, "-o", "carried=067", code=3).output


def test_a_game_without_series_says_so(run: Run, match_id: str) -> None:
    run("close", match_id, "--abandoned")
    assert "not played in series" in run("new", "ultime", "Ada", "Ben", "Cleo", "--follows", match_id, code=3).output
    assert match_id in run("series", match_id).output
