"""Actions offered for after an unused window are recorded as offered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.table.choices import going_on
from tests.depth import times
from tests.domain.tomb_raider.table import given
from tests.support import STAMP


def tables(seed: int, steps: int) -> Iterator[Match]:
    """Yield a match of Tomb Raider after each of some random actions."""
    lot = random.Random(seed)
    match = given({"2-2": "den"}, hands={1: ["probe", "probe"], 2: ["bats"]})
    for _ in range(steps):
        yield match
        offered = [(seat, one) for seat in match.to_act for one in legal_actions(match.opening, match.table, seat)]
        if not offered:
            return
        seat, action = lot.choice(offered)
        outcomes = list[Outcome]()
        while True:
            try:
                match.play(seat, action, match.chance(tuple(outcomes)), STAMP)
                break
            except NeedsOutcome as needs:
                outcomes.append(lot.choice(list(needs.question.among) or [1]))
            except Illegal:
                return


@pytest.mark.parametrize("seed", [27, *range(times(0, 20))])
def test_each_action_that_is_offered_ahead_is_legal_when_it_is_recorded(seed: int, tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    tried = 0
    for match in tables(seed, 40):
        ledger.match = lambda _, now=match: now.copy()  # type: ignore[method-assign,misc,assignment]
        reader = Reader(match.opening, "en")
        for one in going_on(ledger, match, EVERYTHING, match.opening.all_seats, reader):
            action, tried = match.opening.game.read_action(one.action), tried + 1
            try:
                match.copy().play(one.seat, action, match.chance(()), STAMP)
            except NeedsOutcome:
                pass
            except Illegal as error:
                pytest.fail(f"{one.words} was offered, and {error.rule} forbids it")
    ledger.close()
    assert tried or seed != 27
