"""Words that name no action: the unknown word is named with suggestions, or else the rule that forbids them."""

from __future__ import annotations

import random
import re

import pytest

from tests.cli.conftest import Run
from tests.cli.table.test_typed_words import GAMES, positions, root, said

__all__ = ["root"]  # the fixture

UNHELPFUL = ("NAME=VALUE", "No legal action", "fits nothing", "not have the required form")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("flurb 12", "`flurb` is not a word of this game. Enter lists"),
        ("buidl sawmill 10", "`buidl` is not a word of this game. Did you mean build?"),
        ("move 99 1", "`move` has no field `99`. It takes `origin` (0–12), `to` (0–12)"),
        ("settle 3 workshop", "`settle` has no field `workshop`. It takes `at` (0–12). For example: `settle "),
        ("settle zork", "`zork` is not a word of this game"),
        ("overwork 3", "`overwork` takes `at` (1–12), `card`"),
        ("zork=3", "`zork=3` is not a word of this game"),
        ("sawmill recruiter", "`sawmill` matches no legal action now: sawmill lies in clearing 1"),
    ],
)  # fmt: skip
def test_words_that_name_no_action_are_answered_by_the_one_that_is_wrong(
    run: Run, root: str, line: str, answer: str
) -> None:
    for done in (run("play", root, stdin=f"{line}\n", code=2), run("move", root, *line.split(), code=2)):
        assert answer.partition(". Enter")[0].lower() in done.output.lower()
        assert not [words for words in UNHELPFUL if words in done.output]


def test_a_value_too_many_beside_a_named_one_is_pointed_at(run: Run, root: str) -> None:
    done = run("move", root, "settle", "at=3", "workshop", code=2).output
    assert "`settle` has no field `workshop`. It takes `at`" in done


def test_an_option_without_a_value_is_told_how_it_is_written(run: Run) -> None:
    done = run("new", "root", "Ann", "Ben", "-o", "factions", code=2).output
    assert "`factions` has no value: write `factions=VALUE`" in done


def test_an_illegal_line_at_an_open_window_is_refused_by_its_rule(run: Run, root: str) -> None:
    """The window stays open: nothing is recorded."""
    run("move", root, "3", "settle")
    before = run("show", root, "--json").output
    done = run("play", root, stdin="build sawmill 10\n", code=3).output
    assert re.search(r"Not recorded: RO-\d", done)
    assert run("show", root, "--json").output == before


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_offers_but_forbids_is_refused_by_a_rule(game: str) -> None:
    """Whatever is offered and not legal now, said with all its words, cites a rule, or says what is not there."""
    choose, seen = random.Random(game), 0
    for now in positions(game, "en", 11):
        seat = now.match.to_act[0]
        legal = [said(one) for one in now.legal(seat)]
        forbidden = [one for one in now.offered(seat) if said(one) not in legal]
        for choice in choose.sample(forbidden, min(10, len(forbidden))):
            words = choice.in_full().split()
            if now.fitting(words, seat):
                continue
            why, _ = now.why_not(now.meant(words, seat)[0])
            assert why is not None, words
            assert getattr(why, "rule", "-"), words
            seen += 1
    assert seen or game in ("morris", "expeditions")
