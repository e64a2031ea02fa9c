"""With cards known only by number, name and type, play asks for each card when it is revealed (TR-5)."""

from __future__ import annotations

import json
import random
from typing import Any, cast

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.tomb_raider.actions.playing import Declare
from tablescribe.domain.games.tomb_raider.components import TombRaiderCatalogue
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.replays.auditing.audit import audit
from tests.domain.tomb_raider.finishing import go_on
from tests.domain.tomb_raider.opened import opened
from tests.support import STAMP, do

HOUSE = cast(TombRaiderCatalogue, game("tomb_raider").catalogue)
BLANK: dict[str, Any] = {
    "cards": [{"id": f"TR-{one.id}", "set": "base", "name": one.name, "type": one.type} for one in HOUSE.cards]
}
"""The whole built-in catalogue, as a collector would list it."""


def wanted(match: Match) -> str:
    """Return the card to be read out."""
    steps = [json.loads(str(value)) for key, value in match.table.values.items() if key.startswith("due:")]
    return next((str(step["card"]) for step in reversed(steps) if step["do"] == "read"), "")


def declare(match: Match) -> None:
    """Read out the requested card."""
    card = HOUSE.card(wanted(match))
    assert card is not None
    go_on(match, match.to_act[0], Declare(says=card), 3)


def test_entrances_and_raiders_are_read_before_anybody_moves() -> None:
    match = opened("into_the_caves", 3, catalogue=BLANK)
    asked = []
    while match.table.get("awaits") == "read":
        asked.append(wanted(match))
        declare(match)
    assert asked == ["001", "019", "044", "h-r03"]
    assert match.table.get("awaits") == "first_hand"


def test_another_card_is_not_read_out_instead() -> None:
    match = opened("into_the_caves", 3, catalogue=BLANK)
    card = HOUSE.card("002")
    assert card is not None
    with pytest.raises(Illegal, match="TR-5"):
        do(match, match.to_act[0], Declare(says=card))


@pytest.mark.parametrize(("level", "seats"), [("introductory", 1), ("into_the_caves", 3), ("learn_to_play", 1)])
def test_a_box_of_blank_cards_can_be_played(level: str, seats: int) -> None:
    choose = random.Random(seats)
    match = opened(level, seats, catalogue=BLANK)
    read = set[str]()
    for _ in range(250):
        if match.is_over:
            break
        if match.table.get("awaits") == "read":
            read.add(wanted(match))
            declare(match)
            continue
        legal = [(seat, one) for seat in match.to_act for one in legal_actions(match.opening, match.table, seat)]
        seat, action = choose.choice(legal)
        told: list[Outcome] = []
        while True:
            try:
                match.play(seat, action, match.chance(told), STAMP)
                break
            except NeedsOutcome as needs:
                told.append(choose.choice(list(needs.question.among)))
    assert {HOUSE.by_id[one].type for one in read} >= {"location", "raider"}
    assert audit(match).findings == ()
