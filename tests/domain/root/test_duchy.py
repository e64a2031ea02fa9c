"""The Duchy beyond its cases: swaying with hidden cards, and when the Banker's spending ends."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.core import GoOn
from tablescribe.domain.games.root.actions.duchy import Back, Bank, Proclaim, Sway
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_duchy import FOX, MOUSE, OTHER_FOX, digging
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


# --- the Banker (RO-12.5.2) -----------------------------------------------------------------------


def banking(*cards: str, ministers: str = "minister:banker", edition: str = "") -> Match:
    """Return a match in which the Banker has spent a fox, and these cards are left."""
    match = digging(FOX, *cards, stage="parliament", ministers=ministers, edition=edition)
    when(match, 1, Bank(card=f"card:{FOX}"))
    return match


def test_the_banker_spends_on_when_no_other_minister_is_left_to_act() -> None:
    match = banking(OTHER_FOX, MOUSE)
    assert Bank(card=f"card:{OTHER_FOX}") in legal_actions(match.opening, match.table, 1)
    assert match.table.get("turn") == 1
    when(match, 1, Bank(card=f"card:{OTHER_FOX}"))
    assert (match.table.get("score:1"), match.table.get("turn")) == (2, 2)  # nothing is left to spend or to sway with


def test_who_keeps_the_cards_goes_on() -> None:
    match = banking(OTHER_FOX)
    when(match, 1, GoOn())
    assert (match.table.get("score:1"), match.table.get("turn")) == (1, 2)


def test_a_card_that_nobody_has_seen_may_be_one_more() -> None:
    match = banking("?card")
    when(match, 1, Bank(card=f"card:{OTHER_FOX}"))
    assert match.table.get("score:1") == 2


def test_the_bankers_deed_is_over_when_another_minister_acts() -> None:
    match = banking(OTHER_FOX, ministers="minister:banker, minister:baron-of-dirt, minister:captain")
    when(match, 1, Proclaim(minister="baron-of-dirt"))
    with pytest.raises(Illegal, match=r"RO-12\.5\.2"):
        when(match, 1, Bank(card=f"card:{OTHER_FOX}"))


@pytest.mark.parametrize("edition", ["1", "2"])
def test_matches_of_the_earlier_editions_go_on_without_him(edition: str) -> None:
    assert banking(OTHER_FOX, edition=edition).table.get("turn") == 2
