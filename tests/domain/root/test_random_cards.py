"""A random card of a hand: nobody but its player learns what else is in it (RO-1.2.1, RO-16.3.1-II, RO-13.7.3).

The recorder may know cards of a hand. Who takes one blindly must not be shown them as what may be taken, neither as a
choice nor in a refusal.
"""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.root.actions.core import Battle
from tablescribe.domain.games.root.actions.corvids import Flip
from tablescribe.domain.games.root.actions.vagabond import Steal
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, WrongOutcome
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.table.choices import question_data
from tests.domain.root.table import given, when

HAND = {1: ["anvil", "bake-sale"]}
CARDS = ["card:anvil", "card:bake-sale"]


def stealing() -> tuple[Match, Action, tuple[Any, ...]]:
    """Return a match in which the Thief steals from the Marquise."""
    match = given(
        "CVE", clearings={12: "vagabond:pawn, marquise:warrior"}, zones={"satchel:2": "item:torch"},
        values={"character:2": "thief"}, turn=2, hands=HAND,
    )  # fmt: skip
    return match, Steal(faction="marquise"), ()


def extorting() -> tuple[Match, Action, tuple[Any, ...]]:
    """Return a match in which the Corvids flip an extortion where the Marquise is."""
    match = given(
        "CPE", clearings={12: "?plot, corvids:warrior, marquise:warrior"}, turn=2, stage="scheming", hands=HAND
    )
    return match, Flip(at=12, plot="extortion"), ()


def failing() -> tuple[Match, Action, tuple[Any, ...]]:
    """Return a match in which a garden of the Cult falls, which costs it a random card."""
    match = given("LCE", clearings={12: "lizards:garden.fox, 2 marquise:warrior"}, turn=2, hands=HAND,
                  values={"outcast": "fox"})  # fmt: skip
    return match, Battle(at=12, defender="lizards"), (0, 0)


@pytest.mark.parametrize("taking", [stealing, extorting, failing])
def test_only_the_player_whose_hand_it_is_sees_what_may_be_picked(taking: Any) -> None:
    match, action, rolled = taking()
    with pytest.raises(NeedsOutcome) as needed:
        when(match, 2, action, *rolled)
    reader = Reader(match.opening, "en")
    viewers: tuple[Viewer, ...] = (1, 2, 3, None, EVERYTHING)
    seen = {
        viewer: [one["value"] for one in question_data(needed.value.question, viewer, reader)["possible"]]
        for viewer in viewers
    }
    assert seen == {1: CARDS, 2: [], 3: [], None: [], EVERYTHING: CARDS}


@pytest.mark.parametrize("taking", [stealing, extorting, failing])
def test_a_refusal_does_not_list_the_hand(taking: Any) -> None:
    match, action, rolled = taking()
    with pytest.raises(WrongOutcome) as refused:
        when(match, 2, action, *rolled, "card:nothing")
    said = Reader(match.opening, "en").tell(refused.value.text)
    assert "card:nothing" in said
    assert not any(card in said for card in (*CARDS, "Anvil", "Bake Sale"))
