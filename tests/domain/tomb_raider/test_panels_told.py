"""The panels of a location and a raider: what they state, and what they omit."""

from __future__ import annotations

from tablescribe.domain.games import opening
from tablescribe.domain.games.tomb_raider import GAME
from tablescribe.domain.match.match import Match
from tablescribe.replays.reading.reader import Reader
from tests.domain.tomb_raider.box import BOX
from tests.domain.tomb_raider.opened import PEOPLE
from tests.domain.tomb_raider.sentences.rows import acts, asks
from tests.domain.tomb_raider.table import given
from tests.support import STAMP


def told(match: Match, panel: str) -> str:
    """Return the rows of a panel, as a terminal has them."""
    reader = Reader(match.opening)
    found = next(one for one in GAME.panels(match.opening, match.table, None) if one.name == panel)
    return "\n".join(reader.tell(words) for row in found.rows for cell in row for words, _ in cell)


def test_obstacles_may_be_laid_only_while_they_are_asked_for() -> None:
    match = given({"2-2": "bone"}, {1: "2-2"}, {2: ["bats"]})
    assert "can be placed" not in told(match, "here"), "it was mapped before"
    acts(match, "1 step forward: level:bone")
    assert "obstacles of danger up to 6 can be placed here now" in told(match, "here")
    acts(match, "2 offer @bats")
    assert "can be placed" not in told(match, "here")


def test_a_blank_raider_has_question_marks() -> None:
    cards = [
        {key: value for key, value in one.items() if key != "abilities"} if one["id"] == "lara" else one
        for one in BOX["cards"]
    ]
    fixed = opening("tomb_raider", 2, {"level": "hall"}, {**BOX, "cards": cards})
    match = Match.open("m", fixed, PEOPLE[:2], STAMP, outcomes=())
    assert asks(match) == ("read", (1,))
    shown = told(match, "seat:1")
    assert "health ? of ?" in shown
    assert "move ?" in shown
    assert "health 2 of 2" in told(given(), "seat:1")


def test_arrows_that_lead_out_of_the_map_are_no_exits() -> None:
    """The cross in the first column has four arrows, one of them out of the map."""
    edge, middle = given({"1-2": "cross"}, {1: "1-2"}), given({"2-2": "cross"}, {1: "2-2"})
    arrows = [told(match, "board").count("←") for match in (edge, middle)]
    assert arrows[1] == arrows[0] + 1
