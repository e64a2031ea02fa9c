"""A reshuffle is announced at the table in every game with decks: people must know that all discards can come again."""

import pytest

from tablescribe.cli.terminal.screen import brief
from tablescribe.domain.games import opening
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import discard, face_down, unseen
from tablescribe.domain.table.table import Moved, Table
from tablescribe.replays.reading.reader import Reader


@pytest.mark.parametrize(("game", "seats", "deck"), [("root", 2, "card"), ("ultime", 3, "movement")])
def test_cards_that_go_from_the_discards_to_the_deck_are_told(game: str, seats: int, deck: str) -> None:
    fixed = opening(game, seats, {}, None)
    table = Table({})
    table.zones.update({unseen(deck): {}, discard(deck): {face_down(deck): 5}, deck_zone(deck): {}})
    reader = Reader(fixed)
    told = brief(reader, table, [Moved(face_down(deck), 5, discard(deck), deck_zone(deck))])
    assert len(told) == 1
    assert "shuffled" in told[0]
    assert brief(reader, table, [Moved(face_down(deck), 1, deck_zone(deck), "hand:1")]) == []
