"""A whole level at the prompt with a blank box, typed by a person who knows only what the screen shows."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tablescribe.cli.table.prompt import Complete
from tablescribe.cli.table.session import Session
from tablescribe.domain.box.blanks import with_blanks
from tablescribe.domain.games import game
from tablescribe.domain.games.tomb_raider import bot
from tablescribe.ledger.matches.boxes import for_match, make
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.auditing.audit import audit
from tests.depth import a_few
from tests.domain.tomb_raider.read_aloud import words_of

GAME = game("tomb_raider")
CARDS: dict[str, dict[str, Any]] = {one["id"]: one for one in GAME.catalogue.plain()["cards"]}
"""What is printed on this person's cards: the built-in values are used."""

ENTRY = re.compile(r"^ {0,2}(\d+\.) +(.*)$", re.MULTILINE)
"""An entry of a list: its number and its text."""

ASKED = re.compile(r"Declare what the blank shows: declare (\S+) (.*?)\. +For +example: +`d (\S+)", re.DOTALL)
"""The card that the screen asks for, and which fields."""

LONGEST = 700
"""Lines that are typed at most."""


class Person:
    """Types only what the screen has shown: a number of a list, a face of a die, a word of the form.

    Attributes:
        lines: the typed lines.
        declared: those of them that describe a card.
        refused: the screen's messages about lines that were not recorded.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str], number: int) -> None:
        self.screen, self.choose = capsys, random.Random(number)
        self.lines: list[str] = []
        self.declared: list[str] = []
        self.refused: list[str] = []
        self.list: list[tuple[str, str]] = []
        self.session: Session | None = None

    def type(self, prompt: str, complete: Complete) -> str:
        """Look at the screen, and type a line."""
        shown = self.screen.readouterr().out
        self.refused += [one for one in shown.splitlines() if one.startswith("Not recorded")]
        self.list = ENTRY.findall(shown)
        line = self.answer(prompt, shown, complete)
        self.lines.append(line)
        assert len(self.lines) < LONGEST, self.lines[-20:]
        return line

    def answer(self, prompt: str, shown: str, complete: Complete) -> str:
        """Return the next line to type."""
        if "[y/N]" in prompt:
            return "y"
        if "The game is over" in shown or prompt.startswith(("closed", "the game is over")):
            return "quit"
        if "which?" in prompt:
            return self.choose.choice(sorted(complete([])))
        if "fact?" in prompt:
            return ""
        if (wanted := ASKED.search(shown)) is not None:
            return self.read_aloud(wanted[1], complete)
        if self.list:
            return self.pick()
        return ""

    def pick(self) -> str:
        """Choose the bot's action from the list: the shortest visible way to the treasure."""
        assert self.session is not None
        match, shown = self.session.match, {key for key, _ in self.list}
        seat = next(iter(match.to_act))
        wish = bot.choose(match.opening, match.table, seat, self.choose.randrange)
        keys = [
            one.key for one in self.session.headings
            if one.key in shown and any((some.seat, some.action) == (seat, wish) for some in one.choices)
        ]  # fmt: skip
        return keys[0] if keys else self.choose.choice(self.list)[0]

    def read_aloud(self, card: str, complete: Complete) -> str:
        """Describe a card, using only completions, numbers, names, and the example's form."""
        known = {field: CARDS[card][field] for field in CARDS[card].get("printed", ())}
        words = words_of(CARDS[card], known)
        line = " ".join(["d", card, *words])
        self.declared.append(line)
        before: Sequence[str] = ["d", card]
        offered = complete(before)
        first = re.split(r"[.,:/]", words[0])[0].rstrip("0123456789")
        assert not first or any(one.startswith(first) for one in offered), (words[0], sorted(offered))
        return line


@pytest.mark.parametrize(
    ("level", "people", "number"), a_few([("introductory", ["Ada"], 5), ("into_the_caves", ["Ada", "Ben"], 2)], 1)
)
def test_a_level_is_played_to_its_end_by_what_the_screen_shows(
    level: str, people: list[str], number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Entrances, raiders, locations, obstacles, discoveries, actions, the treasure room: each is asked for and said."""
    ledger = open_ledger(str(tmp_path / "ledger.db"))
    scribe = Scribe(ledger)
    make(ledger, "ours", "tomb_raider", with_blanks(GAME.blanks, GAME.catalogue, None, name="ours"), scribe.stamp().at)
    box, outcomes = for_match(ledger, "ours", "tomb_raider"), [6, 1] if len(people) > 1 else []
    options = {"level": level, "rerolls": False}
    match = scribe.new("tomb_raider", people, options=options, catalogue=box, outcomes=outcomes)
    person = Person(capsys, number)
    person.session = Session(scribe, match.id, person.type, None)
    person.session.run()
    played = scribe.match(match.id)
    assert played.is_over, person.lines[-10:]
    assert {CARDS[one.split()[1]]["type"] for one in person.declared} >= {"location", "raider", "obstacle"}
    assert not [one for one in person.refused if "TR-5" in one or "Say what" in one]
    assert not [one for one in audit(played).findings if one.severity != "note"]
    ledger.close()
