"""A solo table with a real box: the program asks for what is drawn and plays the Automa."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tablescribe.ledger.matches.ledger import open_ledger
from tests.cli.at_table import ROOT
from tests.cli.conftest import Run

SET_UP = [
    "tatanka",
    "p1",
    *(f"south:{n}" for n in range(1, 7)),
    "card:i01",
    "card:i02",
    "card:m01",
    "card:q01",
    "card:q02",
    "1",
]


@pytest.fixture
def solo(ask: Any) -> str:
    outcomes = [word for outcome in SET_UP for word in ("--outcome", outcome)]
    return str(ask("new", "expeditions", "Ada", "Automa", *outcomes)["id"])


def test_the_set_up_is_asked_for_one_thing_after_another(ask: Any) -> None:
    missing = ask("new", "expeditions", "Ada", "Automa", code=4)["error"]
    assert missing["question"] == "Draw lots to see which mech the human gets"
    assert "marsh_strider" in missing["possible"]


def test_on_a_terminal_the_set_up_is_a_conversation(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.db"
    child = pexpect.spawn(
        sys.executable, ["-m", "tablescribe.cli.main", "--ledger", str(ledger), "new", "expeditions", "Ada", "Automa"],
        cwd=str(ROOT), encoding="utf-8", timeout=60, dimensions=(40, 100), env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    child.expect("Draw lots to see which mech the human gets.*which one")
    child.expect("possible: marsh_strider, tatanka, .*which: ")
    child.sendline("a bicycle")
    child.expect("a bicycle cannot come up. Possible: marsh_strider, tatanka")
    child.sendline("tat")
    child.expect(r"possible: p1 \(Ilse Kranz\), p2 \(Tomasz Bielik\), .*which: ")
    for said in ("Ilse", "1", "2 Timber", "3", "4", "5", "6", "Brass", "i02", "m01", "q01", "q02"):
        child.sendline(said)
        child.expect("  which: ")
    child.sendline("1")
    child.expect("Match (.*) of Expeditions")
    child.expect(pexpect.EOF)
    opened = open_ledger(str(ledger))
    match = opened.match(opened.match_ids()[0])
    opened.close()
    assert list(match.opened.outcomes) == [*SET_UP[:-1], 1]


def test_the_automa_has_the_second_seat(run: Run) -> None:
    assert "EX-3: a match needs two seats: yours and the Automa's" in run("new", "expeditions", "Ada", code=3).output


def test_an_evening_at_the_table(run: Run, solo: str) -> None:
    lines = [
        "S3",
        "gather",
        "m01",
        "m20",
        "Ilse",
        "automa",
        "11",
        "10",
        "orange6",
        "cover gather",
        "C4",
        "9",
        "orange3",
        "pfennig",
    ]
    shown = run("play", solo, stdin="\n".join([*lines, "quit", ""])).output
    in_order = [
        "Ada (the human) may decide which benefits to take: `gain_card` or `done`. Or play on.",
        "Ada (the human) draws from the deck (the card that fills slot M3): which one?",
        "the Automa draws from the decision deck (the Automa's decision card): which one?",
        "the Automa draws from the central locations (which location lies at C7): which one?",
        "the Automa draws from the bag (corruption for Signal Mast: 0 of 6 placed): which one?",
        "it draws decision card 11",
        "put the progress token on space 1",
        "move the north mech east, from N1 to N3",
        "Ada (the human) draws from the central locations (which location lies at C4): which one?",
        "Ada (the human) plays Pfennig the badger",
        "is recorded up to move 8",
    ]
    at = [shown.find(words) for words in in_order]
    assert -1 not in at, in_order[at.index(-1)]
    assert at == sorted(at)


def test_a_refusal_says_the_rule_and_what_would_be_legal(run: Run, solo: str) -> None:
    refused = run("move", solo, "shift", "to=move", code=3).output
    assert "EX-19: after Refresh the token moves to the blank space" in refused
    assert "Examples of legal actions:" in refused
    assert "Ada (the human) moves to " in refused


def test_a_ruling_stands_for_what_only_people_can_read(run: Run, ask: Any, solo: str) -> None:
    run("ruling", solo, "--clause", "EX-95", "--reason", "the card says: 2 coins", "--fact", "set coins 2")
    assert "coins 2" in run("show", solo).output
    assert ask("audit", solo)["clean"] is True


def test_a_sealed_game_needs_nobody_to_draw(run: Run, ask: Any) -> None:
    sealed = str(ask("new", "expeditions", "Ada", "Automa", "--chance", "sealed", "-o", "first_player=2")["id"])
    assert "it draws decision card" in run("move", sealed, "automa").output


def test_house_values_and_the_reading_of_the_end_are_said_when_a_match_is_opened(run: Run, ask: Any) -> None:
    told = run("new", "expeditions", "Ada", "Automa", "--chance", "sealed", "-o", "level=5").output
    assert "EX-14: the progress card of level 5, " in told
    assert "EX-69: your fourth glory token also ends the game" in told
    assert "house values, not the printed ones: locations, cards" in told
    options = ("-o", "level=3", "-o", "fourth_glory_ends=false")
    data = ask("new", "expeditions", "Ada", "Automa", "--chance", "sealed", *options)
    assert [one["rule"] for one in data["remarks"]] == [""], "only that the cards are ours"
    assert data["remarks"][0]["words"].startswith("House values")
