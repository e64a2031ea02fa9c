"""A card is read out once (TR-5): not even JSON can declare it again with other values."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.tomb_raider.actions.moving import Step
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.tomb_raider.table import given, when
from tests.domain.tomb_raider.test_blank import blank_box, printed


def mapped() -> Match:
    """Return a match in which the blank location Cross was mapped and read out."""
    match = given({"2-2": "bone"}, {1: "2-2"}, {2: ["pit"]}, catalogue=blank_box())
    when(match, 1, Step(way="forward"), "level:cross")
    when(match, 1, printed(match, "cross"))
    return match


@pytest.mark.parametrize("seat", [1, 2])
def test_a_card_that_was_read_out_is_not_read_out_again(seat: int) -> None:
    match = mapped()
    known, version = match.table.get("printed:cross"), match.version
    card = printed(match, "cross").data()["says"]
    again = match.opening.game.read_action({"do": "declare", "says": {**card, "danger": 9}})
    with pytest.raises(Illegal, match="TR-"):
        when(match, seat, again)
    assert known is not None
    assert (match.table.get("printed:cross"), match.version) == (known, version)
