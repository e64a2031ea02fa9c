"""Declaring at the prompt: what is printed on a card of one's own, in few keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import cli
from domain.blanks import declared_in
from domain.declaring import awaiting
from domain.games import game
from domain.games.expeditions.blanks import BLANKS
from domain.games.expeditions.brief import effect, ongoing
from ledger.boxes import for_match, make
from ledger.ledger import open_ledger
from ledger.scribe import Scribe
from tests.domain.test_blanks import empty

SET_UP: list[int | str] = [
    "marsh_strider",
    "p1",
    *(f"south:{n}" for n in range(1, 7)),
    *(f"card:b0{n}" for n in range(1, 6)),
    1,
]

LINES: dict[str, tuple[str, dict[str, Any]]] = {
    "d b01 i Axe 2 0 r v reach1": ("card:b01", {"kind": "item", "name": "Axe", "power": 2, "worker": "red"}),
    "d b02 m Comet 1 1 a 2c,v 1red/1blue": ("card:b02", {"kind": "meteorite", "name": "Comet", "guile": 1}),
    "d b03 q Raid 0 2 bl card 9 2p 3coins": ("card:b03", {"kind": "quest", "location": 9, "cost": {"power": 2}}),
    "d p1-character Ann 1 1 any solve,1c": ("starter:p1-character", {"kind": "character", "name": "Ann"}),
    "d 4 Ferry 0 2p/2g": ("south:4", {"name": "Ferry", "id": 4}),
    "d marsh_strider Strider explore:1coin": ("mat:marsh_strider", {"name": "Strider"}),
}
"""What is typed at the table, and what is known then."""


def worker(colour: str, n: int) -> dict[str, Any]:
    return {"do": "gain", "workers": {colour: n}}


@pytest.fixture
def first_evening(tmp_path: Path) -> tuple[str, str]:
    """A ledger, and a match in it with a box of which everything is blank that can be."""
    path = str(tmp_path / "ledger.db")
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    make(ledger, "ours", "expeditions", empty("expeditions"), scribe.stamp().at)
    catalogue = for_match(ledger, "ours", "expeditions")
    match = scribe.new("expeditions", ["Ada", "Automa"], catalogue=catalogue, outcomes=SET_UP)
    ledger.close()
    return path, match.id


def typed(path: str, match_id: str, *lines: str) -> str:
    done = CliRunner().invoke(cli, ["--ledger", path, "play", match_id], input="\n".join([*lines, "quit", ""]))
    assert done.exit_code == (2 if "Not recorded" in done.output else 0), done.output
    return done.output


def test_a_new_card_is_declared_in_at_most_40_keys(first_evening: tuple[str, str]) -> None:
    told = typed(*first_evening, *LINES)
    assert "Not recorded" not in told
    ledger = open_ledger(first_evening[0])
    known = declared_in(ledger.match(first_evening[1]).table)
    for line, (name, wanted) in LINES.items():
        assert len(line) + 1 <= 40, (line, "keys with Enter")
        assert {key: known[name][key] for key in wanted} == wanted, line
    ledger.close()


def test_the_prompt_says_which_blanks_show_and_how_they_are_declared(first_evening: tuple[str, str]) -> None:
    told = typed(*first_evening, "declare b01", "declare")
    assert "declare b01 KIND NAME POWER GUILE WORKER ABILITY" in told
    assert "Say what a blank shows: declare " in told


def asked(told: str) -> list[str]:
    """Return which blanks the prompt asked for, each time one after the other; the last time."""
    *_, last = re.findall(r"Say what a blank shows: declare (.+?) …", told)
    return str(last).split(", ")


def test_the_second_evening_asks_for_exactly_the_blanks_that_are_left(first_evening: tuple[str, str]) -> None:
    path, match_id = first_evening
    ledger = open_ledger(path)
    first = ledger.match(match_id)
    before = set(awaiting(first.opening, first.table))
    ledger.close()
    shown = asked(typed(path, match_id))
    typed(path, match_id, *LINES)
    ledger = open_ledger(path)
    scribe = Scribe(ledger)
    scribe.close(match_id, abandoned=True)
    catalogue = for_match(ledger, "ours", "expeditions")
    again = scribe.new("expeditions", ["Ada", "Automa"], catalogue=catalogue, outcomes=SET_UP)
    declared = {name for name, _ in LINES.values()}
    assert set(awaiting(again.opening, again.table)) == before - declared
    assert declared < before, "each of them was asked for before"
    ledger.close()
    known = {name.rpartition(":")[2] for name in declared}
    told = typed(path, again.id)
    assert set(asked(told)) == {*shown, "p1-companion"} - known, "it had no room among the first twelve"
    for line, (name, _) in LINES.items():
        refused = typed(path, again.id, line)
        assert "Not recorded" in refused, (name, "is not asked again, nor taken")


@pytest.mark.parametrize(
    ("word", "means"),
    [
        ("2p", {"do": "gain", "power": 2}),
        ("2p,1coin", {"do": "gain", "power": 2, "coins": 1}),
        ("1red/2b", {"do": "choose", "of": [worker("red", 1), worker("blue", 2)]}),
        ("2pu", worker("purple", 2)),
        ("2workers", {"do": "worker", "n": 2}),
        ("v,2c", {"do": "all", "of": [{"do": "vanquish"}, {"do": "gain", "coins": 2}]}),
        ("move1-2", {"do": "move", "range": [1, 2]}),
        ("adj", {"do": "card", "source": "adjacent"}),
        ("swap_two_tiles", {"do": "judge", "text": "swap two tiles"}),
    ],
)  # fmt: skip
def test_effects_are_words(word: str, means: Any) -> None:
    assert effect(word) == means


def test_lasting_abilities_are_words() -> None:
    assert ongoing("ref:2g") == {"on": "refresh", "then": {"do": "gain", "guile": 2}}
    assert (ongoing("tuck5"), ongoing("nearby")) == ({"tuck_limit": 5}, {"solve_reach": True})
    assert ongoing("no_idea") == {"text": "no idea"}
    assert len(BLANKS) == len(game("expeditions").blanks)
