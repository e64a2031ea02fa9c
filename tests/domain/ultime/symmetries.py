"""The symmetries of Le ultime persone.

Seats can be counted from another person, and villages, terrain numbers and the squares of cards rotate with them.
Cards can have other numbers. If hands are known, a card that nobody draws changes nothing. The mirrored wheel is
another game, because turns go clockwise and would have to go the other way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.domain.symmetry import Plain, Symmetry, fields, renamed, shuffled


def one_further(seat: int, seats: int) -> int:
    """Return the next seat."""
    return seat % seats + 1


def terrain_further(number: int, seats: int) -> int:
    """Return the terrain card at the next village that corresponds to one at its own."""
    return (number + 3) % (4 * seats) + 1


def said_further(data: Plain, seats: int) -> Plain:
    """Rewrite an action for the next seats."""

    def seat(value: int) -> int:
        return one_further(value, seats)

    def terrain(value: int) -> int:
        return terrain_further(value, seats)

    return fields(
        target=seat, pawn=seat, opposite=seat, own_at=terrain, other_at=terrain, at=terrain, second_at=terrain
    )(data)


def squares_further(data: Plain, seats: int) -> Plain:
    """Return the components with rotated squares of the cards in use."""
    cards = [
        card | ({"square": terrain_further(card["square"], seats)} if card["from_players"] <= seats else {})
        for card in data["movement_cards"]
    ]
    largest = [card | {"from_players": max(card["from_players"], (card["square"] + 3) // 4)} for card in cards]
    return data | {"movement_cards": largest}


def _first(data: Plain, seats: int) -> Plain:
    first = data["first_player"]
    return data | {"first_player": one_further(first, seats) if first is not None and first <= seats else first}


def _card(say: Callable[[int], int]) -> Callable[[Any], Any]:
    def other(name: Any) -> Any:
        deck, _, number = str(name).partition(":")
        return f"{deck}:{say(int(number))}" if deck == "movement" else name

    return other


NUMBERS = {int(one): int(other) for one, other in shuffled([str(n) for n in range(1, 41)]).items()}
"""Other numbers of the movement cards."""

AS_NUMBERED = _card(NUMBERS.__getitem__)


def one_more_card(data: Plain, seats: int) -> Plain:
    """Return the components with a movement card that nobody draws."""
    card = {"id": 77, "from_players": 3, "arrow": "own", "circle": 3, "square": 7}
    return data | {"movement_cards": [*data["movement_cards"], card]}


SYMMETRIES = (
    Symmetry(
        "with seats counted from another one on",
        seat=one_further,
        turns=True,
        catalogue=squares_further,
        options=_first,
        action=said_further,
        outcome=lambda outcome, question, seats: one_further(outcome, seats) if isinstance(outcome, int) else outcome,
    ),
    Symmetry(
        "with other numbers of the cards",
        catalogue=lambda data, seats: data | {
            "movement_cards": [card | {"id": NUMBERS[card["id"]]} for card in data["movement_cards"]]
        },
        action=lambda data, seats: fields(card=AS_NUMBERED)(data),
        outcome=lambda outcome, question, seats: AS_NUMBERED(outcome),
    ),
    renamed({"Frost": "Reed", "Dune": "Frost", "Ember": "Ash", "Thief": "Luck", "Luck": "Thief"}, "with other people"),
    Symmetry(
        "with a card that nobody draws", catalogue=one_more_card, unused=frozenset({"movement:77"})
    ),
)  # fmt: skip
