"""Root's moves in words: dice, hits, losses, points, cards; no internal counters."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Settle
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.table import Turned
from tablescribe.replays.reading.fact_wording import say_facts
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.root.cases_advanced import opened
from tests.domain.root.table import given, when


def told(match: Match) -> list[str]:
    """Return the effects of the last move in English."""
    timeline = Timeline(match)
    return [match.opening.told(text) for text in timeline.told(timeline.numbers[-1])[1]]


def test_a_battle_tells_dice_hits_losses_and_points() -> None:
    match = given("CE", clearings={12: "3 marquise:warrior, eyrie:roost"})
    when(match, 1, Battle(at=12, defender="eyrie"), 2, 0)
    assert told(match) == [
        "defenceless: 1 extra hit", "the dice: 2 and 0", "hits: attacker 3, defender 0", "roost removed: clearing 12",
        "seat 1 scores 1 point",
    ]  # fmt: skip


def test_a_crafted_item_tells_its_points() -> None:
    match = given("CE", clearings={1: "marquise:workshop"}, hands={1: ["crossbow-bird"]}, stage="craft")
    when(match, 1, Craft(card="card:crossbow-bird"))
    assert "seat 1 scores 1 point" in told(match)


def test_the_end_of_a_turn_tells_cards_and_who_is_next() -> None:
    match = given("CE", clearings={1: "marquise:warrior"}, hands={2: ["anvil"]})
    when(match, 1, GoOn())
    assert told(match) == ["seat 1 draws a card", "it is seat 2's turn"]


def test_clearings_are_told_in_the_order_of_their_numbers() -> None:
    match = opened(factions="CE")
    when(match, 1, Settle(at=1))
    placed = [one for one in told(match) if one.startswith("cat placed")]
    assert placed == [f"cat placed: clearing {n}" for n in (2, 4, 5, 6, 7, 8, 9, 10, 11, 12)]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "hammer lies in the ruin in clearing 10"),
        ("de", "aufgedeckt: Hammer (unter der Ruine auf Lichtung 10)"),
        ("it", "carta scoperta: martello (sotto la rovina della radura 10)"),
        ("pt", "carta revelada: martelo (sob a ruína da clareira 10)"),
    ],
)
def test_an_item_of_a_ruin_is_told_in_a_right_sentence(language: str, sentence: str) -> None:
    fixed = given("CV").opening
    (text,) = say_facts(fixed, [Turned("under:10", "?ruin", "item:hammer", 1)])
    assert Reader(fixed, language).tell(text) == sentence
