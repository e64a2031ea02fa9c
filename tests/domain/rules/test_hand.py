"""Hands, names and settings: what games with cards, seats and states of components share."""

from __future__ import annotations

import pytest

from tablescribe.domain.rules.chance import NeedsOutcome, ScriptedChance
from tablescribe.domain.rules.hand import cards, could_hold, draw, lay, ready, reveal_together
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import value_itself
from tablescribe.domain.table import names
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Thing, say
from tests.support import TOY, toy_opening

CARDS = {"card:a": 1, "card:b": 2, "card:c": 1}
WHY = say("why")


def dealt(*outcomes: str) -> Play:
    """Return a play in which three cards of the four are drawn into hand 1."""
    play = Play(toy_opening(3), Table(deck_box("card", CARDS)), ScriptedChance(list(outcomes)))
    play.lay_deck("card", CARDS)
    for _ in range(3):
        play.draw("card", "hand:1", 1, WHY, secret=True)
    return play


def test_a_hand_holds_known_cards_and_may_hold_all_that_nobody_has_seen() -> None:
    play = dealt("card:a", "?", "?")
    assert cards(play.table, "hand:1", "card") == ["?card", "?card", "card:a"]
    assert not cards(play.table, "hand:1", "other")
    assert could_hold(play.table, "hand:1", "card") == ["card:a", "card:b", "card:c"]
    assert could_hold(play.table, "hand:2", "card") == []
    assert could_hold(dealt("card:a", "card:b", "card:b").table, "hand:1", "card") == ["card:a", "card:b"]


def test_a_card_is_learnt_when_it_is_laid_and_nobody_lays_what_they_cannot_hold() -> None:
    play = dealt("card:a", "?", "?")
    lay(play, 1, "card:a", "middle")
    lay(play, 1, "card:c", "middle")
    assert play.table.pieces("middle") == {"card:a": 1, "card:c": 1}
    assert play.table.count("unseen:card", "card:c") == 0
    with pytest.raises(Impossible, match="it is in middle"):
        lay(play, 1, "card:c", "middle")
    with pytest.raises(Impossible, match="seat:2 does not hold card:b"):
        lay(play, 2, "card:b", "middle")
    lay(play, 1, "?card", "middle")
    lay(play, 1, "card:a", "hand:2", zone="middle")
    assert play.table.pieces("hand:2") == {"card:a": 1}


def test_an_empty_deck_is_shuffled_from_its_discard_pile_and_says_by_which_rule() -> None:
    play = dealt("card:a", "card:b", "card:b", "card:c", "card:a")
    lay(play, 1, "card:a", "discard:card")
    assert ready(play, "card", "TT-4")
    assert not play.citations, "there still is a card"
    assert draw(play, "card", 2, 3, WHY, "TT-4") == 2, "the last card, the one of the pile, and then none"
    assert (play.table.pieces("hand:2"), play.citations) == ({"card:c": 1, "card:a": 1}, ["TT-4"])
    assert not ready(play, "card")


def test_cards_are_turned_up_together_in_the_order_of_seats() -> None:
    play = dealt("?", "?", "?")
    play.move("?card", 1, "hand:1", "laid:2")
    play.move("?card", 1, "hand:1", "laid:1")
    with pytest.raises(NeedsOutcome, match="seat:1 draws"):
        reveal_together(play, [(2, "laid:2"), (1, "laid:1")], WHY)
    play = dealt("?", "?", "?", "card:c", "card:a")
    play.move("?card", 1, "hand:1", "laid:2")
    play.move("?card", 1, "hand:1", "laid:1")
    assert reveal_together(play, [(2, "laid:2"), (1, "laid:1"), (3, "laid:3")], WHY) == ["card:c", "card:a"]
    assert play.table.pieces("laid:2") == {"card:a": 1}


def test_names_are_the_same_in_every_game() -> None:
    made = [names.seat(2), names.hand(2), names.score(2), names.deck("x"), names.discard("x"), names.unseen("x")]
    assert made == ["seat:2", "hand:2", "score:2", "deck:x", "discard:x", "unseen:x"]
    assert (names.face_down("x"), names.sealed(2, "bid")) == ("?x", "sealed:2:bid")
    assert [names.deck_of(card) for card in ("power:thief", "?power", "pawn")] == ["power", "power", "pawn"]


def test_an_item_shows_one_state_at_a_time() -> None:
    sword = names.in_state("item:sword", "exhausted")
    assert (sword, names.bare(sword), names.state_of(sword)) == ("item:sword.exhausted", "item:sword", "exhausted")
    assert names.in_state(sword, "damaged") == "item:sword.damaged"
    assert names.in_state(sword, "") == "item:sword"
    assert names.state_of("item:sword") == ""


def test_a_setting_knows_who_sits_where() -> None:
    setting = toy_opening(3)
    assert list(setting.all_seats) == [1, 2, 3]
    assert [setting.next_seat(seat) for seat in setting.all_seats] == [2, 3, 1]
    assert setting.clockwise_from(2) == [2, 3, 1]
    assert setting.opponents(2) == [1, 3]
    assert TOY.label(setting, "card:a") == "card:a", "a game that has no name for it says so"
    assert setting.label("card:a") == "card a"
    assert setting.told(say("{card}!", card=Thing("card:a"))) == "card a!"
    assert [value_itself(setting, "k", value) for value in (3, True, "x")] == [3, True, "x"]
