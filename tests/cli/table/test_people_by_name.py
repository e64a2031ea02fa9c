"""In a match with names, the prompt uses them: no sentence has a seat's number."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tablescribe.cli.table.prompt import Cancelled
from tablescribe.cli.table.session import Session
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import times
from tests.domain.random_play import anything, drawn

SEATS = {
    "ultime": 3,
    "root": 4,
    "robinson": 2,
    "tomb_raider": 2,
    "expeditions": 2,
    "morris": 2,
    "chess": 2,
    "freeform": 3,
}
NAMES = ("Ann", "Edward", "Mia", "Victor")
RULE_TEXT = re.compile(r"^  [A-Z]+-\S+: .*$", re.MULTILINE)
"""The text of a rule, which is the same for all matches."""

NUMBERED = re.compile(r"\b(?:seat|player|raider|Seat|Player|Raider) \d\b")


@pytest.mark.parametrize("game", SEATS)
def test_no_seat_is_called_by_its_number(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The opening of a match: what was recorded, what is next, what is listed, what is refused, the table."""
    choose, told = random.Random(game), list[Outcome]()
    ledger = open_ledger(str(tmp_path / "ledger.db"))
    scribe = Scribe(ledger)
    while True:
        try:
            match = scribe.new(game, NAMES[: SEATS[game]], outcomes=told)
            break
        except NeedsOutcome as needs:
            told.append(drawn(choose, needs))
    session = Session(scribe, match.id, lambda prompt, complete: "", None)
    for _ in range(times(6, 120)):
        if session.match.is_over:
            break
        session.status()
        session.answer("")
        session.answer("board")
        try:
            session.answer(
                f"{SEATS[game]}: {choose.choice(session.match.opening.game.kinds).model_fields['do'].default}"
            )
        except Cancelled:
            pass
        except Exception as error:
            session.refuse_line(error)
        session.refresh()
        if session.match.is_over:
            break
        seat, action = anything(session.match, choose)
        outcomes: list[Outcome] = []
        while True:
            try:
                played = scribe.play(match.id, seat, action.data(), outcomes)
                break
            except NeedsOutcome as needs:
                session.tell(needs.question.text())
                outcomes.append(drawn(choose, needs))
        session.refresh()
        session.say_played(played)
    shown = RULE_TEXT.sub("", capsys.readouterr().out)
    assert "Ann" in shown
    assert not (found := NUMBERED.search(shown)), shown[max(0, found.start() - 200) : found.end() + 100]
    ledger.close()
