"""Decks as texts: read, written, sent by mail (TR-24)."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.tomb_raider.decks import Deck, of_seat, read_deck, read_level_deck
from tablescribe.domain.table.table import Impossible

MAILED = """
# Ada's deck, for Friday
Raider 019 Lara Croft, Spelunker
hand 068, 057
2 068 Magnum Pistols
2x 057 Take Aim
062 Pit Trap   # only one left
"""


def test_a_deck_is_read_as_people_write_it() -> None:
    deck = read_deck(MAILED)
    assert deck.cards == {"057": 2, "062": 1, "068": 2}
    assert (deck.raider, deck.hand, deck.size) == ("019", ("057", "068"), 5)
    assert read_deck("unlisted 40").size == 40


def test_a_card_on_two_lines_is_counted_twice() -> None:
    assert read_deck("2 068; 068").cards == {"068": 3}


@pytest.mark.parametrize("line", ["two 068", "§", "999 068", "068,057"])
def test_a_line_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(Impossible):
        read_deck(line)


def test_a_hand_is_part_of_the_deck() -> None:
    with pytest.raises(Impossible, match="068"):
        read_deck("hand 068 068; 1 068")


def test_a_deck_may_stay_unlisted() -> None:
    assert read_deck("unlisted 52") == Deck(unlisted=52)


def test_a_level_deck_is_written_alike() -> None:
    assert read_level_deck("001; 2 004 Skeletal Remains; 003") == {"001": 1, "003": 1, "004": 2}


def test_decks_of_several_seats_stand_in_one_text() -> None:
    both = f"{MAILED}---\nunlisted 40"
    assert read_deck(of_seat(both, 1, "---")).size == 5
    assert read_deck(of_seat(both, 2, "---")).size == 40
    assert of_seat(both, 3, "---") == ""


def test_a_text_without_end_is_refused() -> None:
    with pytest.raises(Impossible, match="400"):
        read_deck("068\n" * 500)
