"""The outcomes listed with a question do not tell what lies in hands that the reader may not see."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome, ScriptedChance
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.table.choices import question_data
from tests.support import STAMP


def dealt(card: str) -> Match:
    """Return a match in which the recorder knows a card of seat 1's hand."""
    cards = [card, *(f"movement:{n}" for n in (2, 3, 4, 5, 6))]
    fixed = opening("ultime", 3, {"first_player": 1})
    return Match.open("m", fixed, [Seat("a", "b")] * 3, STAMP, chance="open", outcomes=cards)


def listed(match: Match, viewer: Viewer) -> list[Any]:
    """Return what a viewer reads as possible when an open card is drawn."""
    play = Play(match.opening, match.table.copy(), ScriptedChance())
    with pytest.raises(NeedsOutcome) as needs:
        play.draw("movement", "hand:2", 2, say("a card for all to see"))
    return [
        one["value"] for one in question_data(needs.value.question, viewer, Reader(match.opening), match)["possible"]
    ]


@pytest.mark.parametrize("viewer", [2, 3, None])
def test_a_card_in_a_hidden_hand_is_listed_among_those_that_can_be_drawn(viewer: int | None) -> None:
    one, other = (listed(dealt(f"movement:{n}"), viewer) for n in (1, 7))
    assert one == other
    assert {"movement:1", "movement:7"} <= set(one)


@pytest.mark.parametrize("viewer", [1, EVERYTHING])
def test_whoever_sees_the_hand_reads_that_its_card_cannot_be_drawn(viewer: Viewer) -> None:
    assert "movement:7" not in listed(dealt("movement:7"), viewer)
    assert "movement:7" in listed(dealt("movement:1"), viewer)
