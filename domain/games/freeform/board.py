"""Names of zones, pieces and values, and typed reading of the table."""

from __future__ import annotations

from typing import cast

from domain.game import Opening, Sketch
from domain.games.freeform.components import FreeformCatalogue
from domain.table import BOX, Table

BLANK = "blank"  # a piece without a name yet
TURN = "turn"
WINNERS = "winners"


def catalogue_of(opening: Opening) -> FreeformCatalogue:
    """Return the table's own components."""
    return cast(FreeformCatalogue, opening.catalogue)


def cards_of(opening: Opening, deck: str) -> dict[str, int]:
    """Return a deck's cards as the pieces they are on the table."""
    return {f"{deck}:{card}": n for card, n in catalogue_of(opening).decks[deck].items()}


def hand(seat: int) -> str:
    """Return the zone that only this seat sees."""
    return f"hand:{seat}"


def score(seat: int) -> str:
    """Return the key of a seat's points."""
    return f"score:{seat}"


def label(opening: Opening, name: str) -> str:
    """Name things as the table named them."""
    if name.startswith("seat:"):
        return f"seat {name[5:]}"
    return f"a {name[1:]} card" if name.startswith("?") else name


def sketch(opening: Opening, table: Table) -> Sketch:
    """Return each zone with its pieces, then each value, as rows."""
    rows: Sketch = [[[("zone", "")], [("pieces", "")]]]
    for zone in table.zones_of(""):
        if zone != BOX and not zone.startswith("unseen:"):
            pieces = ", ".join(f"{n} × {label(opening, piece)}" for piece, n in sorted(table.pieces(zone).items()))
            rows.append([[(zone, "blue")], [(pieces, "")]])
    rows.extend([[(key, "green")], [(str(value), "")]] for key, value in sorted(table.values.items()))
    return rows
