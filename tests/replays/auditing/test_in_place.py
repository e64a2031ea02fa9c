"""Moves recorded as the rules require are decided once, directly on the audit's table."""

from __future__ import annotations

import random
from typing import cast
from unittest.mock import patch

import msgspec
import pytest

from tablescribe.domain.match.events import AnyEvent, Played
from tablescribe.domain.table.table import Changed
from tablescribe.replays.auditing import audit as auditing
from tablescribe.replays.auditing.audit import audit
from tests.domain.random_play import SEED, open_match, random_move
from tests.replays.auditing.forging import audited_aside, played, retold, told_by
from tests.support import STAMP


@pytest.mark.parametrize("chance", ["sealed", "open", "table"])
@pytest.mark.parametrize(("game", "seats"), [("ultime", 3), ("expeditions", 2)])
def test_a_sound_match_is_decided_once_lines_that_were_left_included(game: str, seats: int, chance: str) -> None:
    choose = random.Random(5)
    match = open_match(game, seats, chance, choose)
    for turn in range(30):
        if turn % 10 == 9:
            match.take_back(match.line.numbers[-4], STAMP, judge=True)
        random_move(match, choose)
    match.close(STAMP, seed=SEED if chance == "sealed" else None, abandoned=True)
    with patch.object(auditing, "decide", side_effect=AssertionError("decided twice")):
        once = audit(match)
    assert once == audited_aside(match)
    assert [one for one in once.findings if one.severity != "note"] == []


@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_follows_a_forged_move_is_decided_on_the_table_that_was_recorded(number: int) -> None:
    match = played()
    move = match.moves[number]
    assert isinstance(move, Played)
    for changes in ({"citations": ()}, {"seat": 9}, {"action": {"do": "fly"}}, {"outcomes": (1,)}, {"seat": 3}):
        forged = retold(match, move.originator_version, **changes)
        assert audit(forged) == audited_aside(forged)
        assert audit(forged).findings


def test_a_recorded_value_that_equals_the_right_one_only_for_python_stays_as_recorded() -> None:
    match = played()
    (first, second, third), replace = match.moves[1:], msgspec.structs.replace
    second = replace(second, facts=(second.facts[0], Changed("turn", 2, True)))
    third = replace(third, facts=(third.facts[0], Changed("turn", True, 2)))
    forged = told_by(match, [match.opened, *cast(list[AnyEvent], [first, second, third])])
    with patch.object(auditing, "_of_move", wraps=auditing._of_move) as aside:
        assert audit(forged) == audited_aside(forged)
    assert [call.args[2].number for call in aside.call_args_list] == [2, 1, 2, 3]
