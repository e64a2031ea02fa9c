"""Further names: zones of cards being looked at, and values of effects."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import WEATHER
from tablescribe.domain.table.names import named, numbered
from tablescribe.domain.table.table import Table

TOTEMS = "totems"  # how many totems have been revealed in the match (RC-61)
CHOICE = "choice"  # the choice made in an answer, for the step that follows


look = numbered("look:")  # the zone of the cards that a seat is looking at; other seats do not see them
knows = named("knows:")  # the key of the seat that knows a card at the top or bottom of a deck
lit = numbered("lit:")  # the key of whether a seat has lit its pyre (RC-S5)


def gave(piece: str, what: str) -> str:
    """Return the key of the amount an item gave once, lost again with the item (RC-98)."""
    return f"gave:{what}:{piece}"


def arranging(seat: int) -> str:
    """Return the key of the item used for a seat's next arranging of the camp (RC-B92)."""
    return f"plan:{seat}:arrange"


def shown(table: Table) -> dict[str, int]:
    """Return what the weather dice of the round showed: clouds of rain and snow, and the animals' result."""
    parts = (part.partition(":") for part in table.text(WEATHER).split(",") if part)
    return {kind: int(n or 1) for kind, _, n in parts}
