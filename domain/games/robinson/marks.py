"""Further names: zones of cards that somebody looks at, and values that effects keep."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import WEATHER
from tablescribe.domain.table.names import named, numbered
from tablescribe.domain.table.table import Table

TOTEMS = "totems"  # how many totems have been turned up in the game (RC-61)
CHOICE = "choice"  # what was chosen, between the answer and the step that waits for it


look = numbered("look:")  # the zone of the cards that a seat looks at; nobody else sees them
knows = named("knows:")  # the key of the seat that knows the card in a zone at the top or bottom of a deck
lit = numbered("lit:")  # the key that says that a seat has lit its pyre (RC-S5)


def gave(piece: str, what: str) -> str:
    """Return the key of how much of something an item gave once, to be lost again with it (RC-98)."""
    return f"gave:{what}:{piece}"


def arranging(seat: int) -> str:
    """Return the key that says how a seat's next arranging of the camp goes: the item used for it (RC-B92)."""
    return f"plan:{seat}:arrange"


def shown(table: Table) -> dict[str, int]:
    """Return what the round's weather dice showed: clouds of rain and snow, and what the animals do."""
    parts = (part.partition(":") for part in table.text(WEATHER).split(",") if part)
    return {kind: int(n or 1) for kind, _, n in parts}
