"""Owner and kind of a piece, from its name: `marquise:warrior`, `alliance:base.fox`, `hundreds:warlord`.

Owners are factions and hirelings. Face-down pieces form decks of their own: an unknown plot is `?plot`, a relic is
`?figure`. They still belong to their faction.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from tablescribe.domain.table.names import bare, deck_of

Kind: TypeAlias = Literal["warrior", "pawn", "building", "token"]

MARQUISE, EYRIE, ALLIANCE, VAGABOND, VAGABOND2 = "marquise", "eyrie", "alliance", "vagabond", "vagabond2"
LIZARDS, RIVERFOLK, DUCHY, CORVIDS, HUNDREDS, KEEPERS = (
    "lizards", "riverfolk", "duchy", "corvids", "hundreds", "keepers",
)  # fmt: skip

LETTERS = {
    "C": MARQUISE, "E": EYRIE, "A": ALLIANCE, "V": VAGABOND, "G": VAGABOND2, "L": LIZARDS, "O": RIVERFOLK, "D": DUCHY,
    "P": CORVIDS, "H": HUNDREDS, "K": KEEPERS,
}  # fmt: skip
"""The letter of each faction, in set-up order (RO-5.1.7)."""

FACTIONS = tuple(LETTERS.values())

HIRELINGS = (
    "patrol", "dynasty", "uprising", "exile", "flame", "vault", "band", "flotilla", "prophets", "bandits",
    "expedition", "spies", "protector",
)  # fmt: skip
"""The owners of hireling pieces, each named after a word on its promoted side (RO-16.4)."""

OWNERS = frozenset({*FACTIONS, *HIRELINGS})

KINDS: dict[str, Kind] = {
    "warrior": "warrior", "warlord": "warrior", "pawn": "pawn",
    "sawmill": "building", "workshop": "building", "recruiter": "building", "roost": "building", "base": "building",
    "garden": "building", "citadel": "building", "market": "building", "stronghold": "building",
    "waystation": "building", "vault": "building",
    "wood": "token", "keep": "token", "sympathy": "token", "post": "token", "tunnel": "token", "plot": "token",
    "mob": "token", "relic": "token", "foothold": "token",
}  # fmt: skip
"""The kind of a piece by the word after its owner (RO-16.6.3, RO-16.6.17, RO-16.6.32, RO-16.6.34)."""

FACE_DOWN = {"plot": CORVIDS, "figure": KEEPERS, "tablet": KEEPERS, "jewelry": KEEPERS}
"""Decks of face-down tokens: plots (`plot:bomb`), and relics by type (`figure:3`)."""

RUIN = "ruin"
CLOSED = "closed"  # the marker on a closed path (RO-16.2.3-II)


def warrior(owner: str) -> str:
    """Return the warrior of a faction or hireling."""
    return f"{owner}:warrior"


def pawn(owner: str) -> str:
    """Return the pawn of a faction or hireling."""
    return f"{owner}:pawn"


@lru_cache(maxsize=1024)
def owner_of(piece: str) -> str:
    """Return the owner of a piece; the empty string for items, ruins, landmarks, markers and cards."""
    first = deck_of(piece)
    return first if first in OWNERS else FACE_DOWN.get(first, "")


@lru_cache(maxsize=1024)
def kind_of(piece: str) -> Kind | None:
    """Return the kind of a faction's or hireling's piece; `None` if the piece has no owner."""
    first = deck_of(piece)
    if first in FACE_DOWN:
        return "token"
    return KINDS.get(bare(piece).partition(":")[2]) if first in OWNERS else None


def is_warrior(piece: str) -> bool:
    """Return whether a piece is a warrior."""
    return kind_of(piece) == "warrior"


def scores(piece: str) -> bool:
    """Return whether a piece scores a point for its remover: a building or token (RO-3.2.1)."""
    return kind_of(piece) in ("building", "token")
