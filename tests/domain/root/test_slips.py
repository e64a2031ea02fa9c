"""A slip is a move: over the lake it takes the Ferry along (16.2.2-V, RO-AMB-4), and on a path it meets bandits.

In the first four editions of these rules the pawn crossed the lake by itself, and no card was drawn.
"""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.root.actions.vagabond import Roam, Slip
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.cases_landmarks import SUITS
from tests.domain.root.table import at, given, when

EARLIER = ["1", "2", "3", "4"]


def slipping(**given_so: Any) -> Match:
    """Return a match on the lake in which the Vagabond slips from the Ferry in 1 to 11."""
    match = given(
        "CV", map="lake", outcomes=SUITS, clearings={1: "vagabond:pawn"}, zones={"satchel:2": "2 item:boot"},
        values={"character:2": "thief"}, turn=2, stage="slipping", **given_so,
    )  # fmt: skip
    when(match, 2, Slip(to="clearing:11"))
    return match


def test_who_slips_over_the_lake_takes_the_ferry_and_draws() -> None:
    """The Ferry moves with the pieces, and then the moving player draws a card."""
    match = slipping()
    assert at(match, 11) == {"vagabond:pawn": 1, "landmark:ferry": 1}
    assert match.table.count("hand:2") == 1
    assert match.table.get("this:ferry") == 1, "that was the ride of this turn"


def test_after_the_slip_no_second_ride_is_left_in_the_turn() -> None:
    match = slipping()
    assert match.table.get("stage") == "daylight"
    with pytest.raises(Illegal, match=r"RO-9\.5\.1"):
        when(match, 2, Roam(to=10))


@pytest.mark.parametrize("edition", EARLIER)
def test_the_ferry_stayed_in_an_earlier_match(edition: str) -> None:
    match = slipping(edition=edition)
    assert (at(match, 1), at(match, 11)) == ({"landmark:ferry": 1}, {"vagabond:pawn": 1})
    assert match.table.count("hand:2") == 0


def test_a_slip_along_a_path_takes_no_ferry() -> None:
    match = given(
        "CV", map="lake", outcomes=SUITS, clearings={1: "vagabond:pawn"}, values={"character:2": "thief"}, turn=2,
        stage="slipping",
    )  # fmt: skip
    when(match, 2, Slip(to="clearing:5"))
    assert (at(match, 1), match.table.count("hand:2")) == ({"landmark:ferry": 1}, 0)


def met(edition: str = "") -> Match:
    """Return a match in which the Vagabond has slipped along a path with bandits of the Marquise."""
    match = hiring(
        "bandits", factions="CEV", clearings={9: "vagabond:pawn"}, turn=3, stage="slipping", edition=edition,
        zones={"path:9-12": "bandits:warrior", "satchel:3": "item:boot"}, values={"character:3": "thief"},
    )  # fmt: skip
    when(match, 3, Slip(to="clearing:12"))
    return match


def test_bandits_rob_who_slips_along_their_path() -> None:
    """RO-H-BANDITS-A: when an enemy moves on a path with a bandit, a Vagabond damages an item."""
    assert met().table.pieces("damaged:3") == {"item:boot": 1}


@pytest.mark.parametrize("edition", EARLIER)
def test_they_robbed_no_slip_in_an_earlier_match(edition: str) -> None:
    assert met(edition).table.pieces("damaged:3") == {}
