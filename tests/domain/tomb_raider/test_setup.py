"""The set-up with each kind of chance: table, open, sealed (TR-22, TR-25)."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.tomb_raider.actions.start import ChooseEntrance, KeepCard, TakeHand
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Impossible
from tests.domain.tomb_raider.cases_levels import count, takes_hands
from tests.domain.tomb_raider.opened import THIRTY, lies, opened, pool
from tests.support import STAMP, do


def test_at_a_table_nobody_says_which_cards_the_first_hand_has() -> None:
    match = opened("into_the_caves", 3, raiders="044, 019, 044")
    takes_hands(match)
    assert [lies(match, f"hand:{seat}") for seat in (1, 2, 3)] == [{"?draw1": 3}, {"?draw2": 2}, {"?draw3": 3}]
    assert count(match, "deck:draw1") == 57


def test_sealed_a_hand_may_be_chosen_and_the_rest_is_dealt() -> None:
    match = opened("into_the_caves", 3, raiders="044, 019, 044", chance="sealed")
    seed = b"tomb raider tomb raider tomb rai"
    match.play(1, KeepCard(card="draw1:068"), match.chance((), seed), STAMP)
    match.play(1, TakeHand(), match.chance((), seed), STAMP)
    assert lies(match, "hand:1")["draw1:068"] >= 1
    assert sum(lies(match, "hand:1").values()) == 3
    assert "?draw1" not in lies(match, "hand:1")


def test_decks_that_nobody_wrote_down() -> None:
    match = opened("introductory", 2, 6, 1, decks="unlisted 44 --- unlisted 52")
    assert (count(match, "deck:draw1"), count(match, "deck:draw2")) == (44, 52)
    assert {"068", "h-s01", "022"} <= pool(match, "draw1")
    assert not pool(match, "draw1") & {"001", "019", "020"}
    do(match, 1, ChooseEntrance(space="space:1-1"))
    takes_hands(match)
    assert set(lies(match, "hand:1")) == {"?draw1"}


def test_a_hand_that_the_deck_names_is_dealt_at_once() -> None:
    match = opened("explore_the_depths", 1, decks=f"{THIRTY}; raider 044; hand 068 057 071")
    assert set(lies(match, "hand:1")) == {"draw1:057", "draw1:068", "draw1:071"}
    assert match.table.get("awaits") == "movement"


def test_the_hand_is_as_large_as_the_raiders_think() -> None:
    match = opened("explore_the_depths", 1, raiders="019")
    do(match, 1, KeepCard(card="draw1:068"))
    do(match, 1, KeepCard(card="draw1:068"))
    assert lies(match, "hand:1") == {"draw1:068": 2}


@pytest.mark.parametrize("card", ["?draw1", "draw2:068", "draw1:999", "nothing"])
def test_what_the_deck_does_not_have_cannot_be_kept(card: str) -> None:
    match = opened("into_the_caves", 3)
    with pytest.raises(Impossible):
        do(match, 1, KeepCard(card=card))


def test_nobody_enters_where_no_entrance_lies() -> None:
    match = opened("introductory", 2, 6, 1)
    with pytest.raises(Impossible):
        do(match, 1, ChooseEntrance(space="space:2-4"))


def test_nothing_is_lost_between_the_box_and_the_table() -> None:
    match = opened("atlantis", 4, 6, 5, 4, 3, bonus="067, 020, 066, 045")
    assert match.table.total() == sum(dict(match.opened.box).values())


def test_a_deck_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(Impossible, match="not a line of a deck list"):
        opened("introductory", 2, 6, 1, decks="(my best cards)")


def test_a_deck_is_mailed_and_played() -> None:
    text = f"raider 019 Lara Croft, Spelunker\n{THIRTY.replace('068', '068 Magnum Pistols')}\n"
    match: Match = opened("introductory", 2, 6, 1, decks=f"{text}---\n{text}")
    assert count(match, "deck:draw2") == 30
    assert "raider:019" in lies(match, "raider:2")
