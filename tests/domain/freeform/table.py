"""A freeform table for the tests: some pieces, a deck of animals, a die of moods."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.match.events import Played, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import Outcome
from tests.support import STAMP

COMPONENTS: dict[str, Any] = {
    "name": "ours", "edition": "1", "origin": "house", "source": "tests",
    "pieces": {"meeple": 4},
    "decks": {"animal": {"fox": 1, "owl": 2}, "event": {"rain": 1}},
    "dice": {"mood": ["glad", "glad", "sad"]},
}  # fmt: skip


def freeform(seats: int = 2, components: dict[str, Any] | None = None, **arguments: Any) -> Match:
    """Open a freeform match."""
    opened = opening("freeform", seats, catalogue=COMPONENTS if components is None else components)
    return Match.open("free", opened, [Seat(f"ref{n}", "c") for n in range(seats)], STAMP, **arguments)


def say(match: Match, seat: int, do: str, *outcomes: Outcome, as_played: bool = False, **fields: Any) -> Played:
    """Let a seat take an action, given as plain data like a client's."""
    action = match.opening.game.read_action({"do": do, **fields})
    return match.play(seat, action, match.chance(outcomes), STAMP, as_played=as_played)[-1]
