"""Understanding a line decides only the actions that its words can mean; wordings are cached."""

from __future__ import annotations

import random

import pytest

from tablescribe.cli.table.matching import short_sentence
from tablescribe.cli.table.situation import Situation
from tablescribe.domain.games.tomb_raider.actions.moving import Step
from tablescribe.domain.rules import deciding
from tests.cli.table.test_typed_words import GAMES
from tests.domain.random_play import open_match, random_move
from tests.domain.tomb_raider import table as tomb_raider
from tests.domain.tomb_raider.test_blank import blank_box, printed


@pytest.mark.parametrize("game", GAMES)
def test_a_line_decides_only_what_its_words_can_mean(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = random.Random(game)
    match = open_match(game, GAMES[game], choose=choose)
    decided: list[object] = []
    really = deciding.refusal

    def counted(*given: object) -> object:
        decided.append(given[-1])
        return really(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(deciding, "refusal", counted)
    listed = understood = 0
    for _ in range(40):
        random_move(match, choose)
        if match.is_over:
            break
        seat = match.to_act[0]
        before = len(decided)
        legal = Situation(match, "everything").legal(seat)
        listed += len(decided) - before
        line = short_sentence(choose.choice(legal), legal).split()
        before = len(decided)
        Situation(match, "everything").fitting(line, seat)
        understood += len(decided) - before
    assert 0 < understood < listed / 2


def test_an_action_that_is_offered_again_keeps_its_words() -> None:
    choose = random.Random(3)
    match = open_match("morris", 2, choose=choose)
    before = Situation(match, "everything")
    first = {(one.seat, one.action): one for one in before.offered(2)}
    random_move(match, choose)
    after = before.after(match)
    again = [one for one in after.offered(2) if (one.seat, one.action) in first]
    assert again
    assert all(one is first[one.seat, one.action] for one in again)


def test_what_was_declared_since_is_said_by_its_name() -> None:
    match = tomb_raider.given({"2-2": "bone"}, {1: "2-2"}, {2: ["pit"]}, catalogue=blank_box())
    before = Situation(match.copy(), "everything")
    assert before.offered()
    assert before.said
    tomb_raider.when(match, 1, Step(way="forward"), "level:cross")
    assert before.after(match).said is before.said
    tomb_raider.when(match, 1, printed(match, "cross"))
    assert before.after(match).said == {}
