"""The symmetries of Expeditions.

Places, slots, mechs, people and cards can have other names, and workers other colours. Power and guile are equivalent:
if all costs and rewards are exchanged, and orange corruption with turquoise, the same actions are legal. A mech,
character or level that was not chosen changes nothing. The two seats are not equivalent: one is the Automa's.
"""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games import game
from tests.domain.symmetry import Plain, Symmetry, deep, renamed, shuffled, words

PRINTED: Any = game("expeditions").catalogue

PLACES = {
    one: other
    for region in ("north", "central", "south")
    for one, other in shuffled([cell.id for cell in PRINTED.cells if cell.region == region]).items()
}
"""Other names of the places, each within its region."""

NAMES = {
    **shuffled([card.id for card in PRINTED.cards]), **shuffled([mech.id for mech in PRINTED.mechs]),
    **shuffled([pair.id for pair in PRINTED.pairs]),
}  # fmt: skip
"""Other names of cards, mechs and people."""

EXCHANGED = {"power": "guile", "guile": "power", "orange": "turquoise", "turquoise": "orange"}
EXCHANGED |= {f"{one}{n}": f"{EXCHANGED[one]}{n}" for one in ("orange", "turquoise") for n in range(1, 10)}
"""The other kind of each payment, and the other colour of corruption, by the names of pieces: `corruption:orange3`."""


def more(data: Plain, seats: int) -> Plain:
    """Return the components with a card that nobody draws, and a mech, a pair and a level that nobody chose."""
    pair = deep(data["pairs"][0], words({data["pairs"][0]["id"]: "p99"}))
    return data | {
        "mechs": [*data["mechs"], data["mechs"][0] | {"id": "unused", "name": "Unused"}],
        "pairs": [*data["pairs"], pair],
        "cards": [*data["cards"], data["cards"][0] | {"id": "unused"}],
        "levels": [one for one in data["levels"] if one["level"] < 5] + [data["levels"][4] | {"spaces": 30}],
    }


SYMMETRIES = (
    renamed(PLACES, "with other names of the places"),
    renamed(shuffled(["M1", "M2", "M3", "M4", "M5"]), "with other names of the slots"),
    renamed(NAMES, "with other names of cards, mechs and people"),
    renamed(shuffled([*PRINTED.workers]), "with other colours of workers"),
    renamed(EXCHANGED, "with power and guile exchanged"),
    Symmetry("with what nobody draws or chose", catalogue=more, unused=frozenset({"card:unused"})),
)
