"""The Duchy beyond its cases: swaying with cards that nobody has seen."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.duchy import Back, Sway
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_duchy import FOX, OTHER_FOX, digging
from tests.domain.root.table import when

HERE = {1: "duchy:warrior", 5: "duchy:warrior", 9: "duchy:warrior"}


def test_two_cards_do_not_sway_a_noble() -> None:
    """What nobody has seen may be any card, but it is one."""
    match = digging("?card", "?card", stage="swaying", clearings=HERE)
    with pytest.raises(Illegal, match=r"RO-12\.5\.3-II"):
        when(match, 1, Sway(minister="brigadier"))
    when(match, 1, Sway(minister="captain"))


def test_a_card_that_leaves_too_few_is_not_revealed() -> None:
    """One fox clearing has pieces: the unseen card is no second fox, or nobody could have begun this sway."""
    match = digging("?card", FOX, stage="swaying", clearings={1: "duchy:warrior", 5: "duchy:warrior"})
    when(match, 1, Sway(minister="captain"))
    with pytest.raises(Illegal, match=r"RO-12\.5\.3-II"):
        when(match, 1, Back(card=f"card:{OTHER_FOX}"))
    when(match, 1, Back(card="card:root-tea-rabbit"))
    when(match, 1, Back(card=f"card:{FOX}"))
    assert match.table.pieces("ministers") == {"minister:captain": 1}
