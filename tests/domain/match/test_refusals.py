"""Only people must agree to a take-back, not seats that the rules play."""

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.refusals import TakeBackRefused, check_take_back
from tests.support import STAMP

MOVE = Played("m", 2, STAMP.at, "r", "d", "", 1, 1, {}, (5,), (), (), (), False)


@pytest.mark.parametrize("policy", ["free", "own", "consent"])
def test_one_who_plays_alone_asks_nobody_not_even_past_a_card(policy: str) -> None:
    check_take_back(policy, [MOVE], (1,), None, (), seen=True)
    with pytest.raises(TakeBackRefused, match="seat:1 and seat:2 must agree"):
        check_take_back(policy, [MOVE], (1, 2), None, (), seen=True)


def test_where_a_judge_decides_one_who_plays_alone_asks_too() -> None:
    with pytest.raises(TakeBackRefused, match="only a judge"):
        check_take_back("judge", [MOVE], (1,), 1, (), seen=False)


def test_the_automa_is_no_person() -> None:
    assert game("expeditions").automata == (2,)
    assert game("ultime").automata == ()
