"""A completely blank box is played to the end in a terminal, with only the words that the screen has shown."""

from __future__ import annotations

import os
import random
import re
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tablescribe.domain.box.blanks import with_blanks
from tablescribe.domain.games import game
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.ledger.matches.boxes import for_match, make
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.auditing.audit import audit
from tests.cli.at_table import ROOT
from tests.depth import a_few

COLOURS = re.compile(r"\x1b\[[0-9;]*m")
PROMPT = re.compile(r"(?:^|\n)(?P<prompt>[^\n]*(?:> |which\? |fact\? |\[y/N\] |`cancel`: ))$")
ENTRY = re.compile(r"^ {0,2}(\d+\.) +(?=\S)", re.MULTILINE)
EXAMPLE = re.compile(r"For\s+example:\s+`(d\s[^`]+)`")
POSSIBLE = re.compile(r"Possible:\s+((?:[\w-]+,\s+)*[\w-]+)")

MOST = 4000
"""Maximum number of typed lines."""


def blank_match(path: str, key: str, people: list[str], **options: Any) -> str:
    """Open a match of a game with a box of which every component is blank that can be."""
    ledger, one = open_ledger(path), game(key)
    scribe, choose, told = Scribe(ledger), random.Random(key), list[Any]()
    empty = with_blanks(one.blanks, one.catalogue, [kind.kind for kind in one.blanks], name="ours")
    make(ledger, "ours", key, empty, scribe.stamp().at)
    while True:
        try:
            box = for_match(ledger, "ours", key)
            return scribe.new(key, people, catalogue=box, outcomes=told, options=options).id
        except NeedsOutcome as needs:
            told.append(choose.choice(list(needs.question.among)))
        finally:
            if len(told) > 40:
                pytest.fail("a set-up without end")


class Person:
    """Types only words that the screen has shown.

    Attributes:
        seen: the words shown so far.
        declared: the lines that described a blank component.
        refused: those of them that were not recorded.
    """

    def __init__(self, number: int) -> None:
        self.choose = random.Random(number)
        self.seen: set[str] = set()
        self.declared: list[str] = []
        self.refused: list[str] = []
        self.last = ""

    def looks(self, shown: str) -> None:
        """Read the screen."""
        self.seen |= {word.strip("`.,:;()“”") for word in shown.split()} | set(shown.split())
        self.seen |= {word for line in EXAMPLE.findall(shown) for word in line.split()}
        if self.last.startswith("d ") and "Not recorded" in shown:
            self.refused.append(shown)

    def types(self, shown: str, prompt: str) -> str:
        """Return the next line."""
        line = self.last = self.answer(shown, prompt)
        assert set(line.split()) <= self.seen, (line, set(line.split()) - self.seen)
        return line

    def answer(self, shown: str, prompt: str) -> str:
        if "the game is over" in prompt:
            return "quit"
        if "which?" in prompt:
            among = POSSIBLE.findall(shown)
            return str(self.choose.choice(among[-1].replace("\n", " ").split(", ")).strip()) if among else "help"
        if "fact?" in prompt or "cancel" in prompt:
            return ""
        if "[y/N]" in prompt:
            return "y"
        if wanted := EXAMPLE.findall(shown):
            self.declared.append(" ".join(wanted[-1].split()))
            return self.declared[-1]
        entries = ENTRY.findall(shown)
        return str(self.choose.choice(entries)) if entries else ""


def sits_down(path: str, match: str, person: Person) -> None:
    """Let a person play a match in a terminal until it is over."""
    environment = {**os.environ, "TERM": "xterm", "PYTHONPATH": str(ROOT), "COLUMNS": "120", "LINES": "40"}
    command = ["-m", "tablescribe.cli.main", "--ledger", path, "play", match, "--plain"]
    spawned = pexpect.spawn(
        sys.executable, command, env=environment, cwd=str(ROOT), encoding="utf-8", timeout=60, dimensions=(40, 120),
        echo=False,
    )  # fmt: skip
    spawned.delaybeforesend = None
    for _ in range(MOST):
        shown, prompt = "", ""
        while not prompt:
            shown += COLOURS.sub("", spawned.read_nonblocking(65536, timeout=60)).replace("\r", "")
            found = PROMPT.search(shown)
            prompt = found["prompt"] if found is not None else ""
        person.looks(shown)
        line = person.types(shown, prompt)
        spawned.sendline(line)
        if line == "quit":
            spawned.expect(pexpect.EOF)
            break
    spawned.close()


@pytest.mark.parametrize(
    ("key", "people", "options"),
    a_few(
        [
            ("robinson", ["Ann", "Ed"], {}), ("tomb_raider", ["Ann"], {"level": "introductory", "rerolls": False}),
            ("expeditions", ["Ann", "Automa"], {}),
        ],
        1,
    ),
)  # fmt: skip
def test_a_blank_box_is_played_to_its_end(key: str, people: list[str], options: Any, tmp_path: Path) -> None:
    path, person = str(tmp_path / "ledger.db"), Person(7)
    match = blank_match(path, key, people, **options)
    sits_down(path, match, person)
    ledger = open_ledger(path)
    played = ledger.match(match)
    assert played.is_over
    assert person.declared
    assert not person.refused
    assert not [one for one in audit(played).findings if one.severity != "note"]
    ledger.close()
