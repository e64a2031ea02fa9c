"""The clock in PGN: the time control tag, and the clock after each move."""

from __future__ import annotations

import pytest

from tablescribe.domain.clock.control import read_control
from tablescribe.domain.games.chess.pgn.clock import clock_comment, clock_tags


@pytest.mark.parametrize(
    ("control", "tags"),
    [
        ("90+30", {"TimeControl": "5400+30"}),
        ("40/90+30, 30+30", {"TimeControl": "40/5400+30:1800+30"}),
        ("5", {"TimeControl": "300"}),
        ("25 d10", {"TimeControl": "?", "Clock": "25 d10"}),
        ("measured", {"TimeControl": "-"}),
    ],
)
def test_the_tag_of_a_control(control: str, tags: dict[str, str]) -> None:
    assert clock_tags(read_control(control)) == tags


def test_no_clock_no_tag() -> None:
    assert clock_tags(None) == {}


def test_what_the_clock_showed() -> None:
    assert clock_comment(read_control("90+30"), 5_398_999) == "[%clk 1:29:58]"
    assert clock_comment(read_control("90+30"), -5) == "[%clk 0:00:00]"
    assert clock_comment(read_control("measured"), 61_500) == "[%emt 0:01:01]"
