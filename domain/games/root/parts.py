"""Basic types of Root's components: suits, items, faction keys, clearing numbers."""

from operator import not_
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

Suit = Literal["fox", "rabbit", "mouse"]
CardSuit = Literal["fox", "rabbit", "mouse", "bird"]
Icon = Literal["fox", "rabbit", "mouse", "any"]
Item = Literal["boot", "bag", "crossbow", "hammer", "sword", "tea", "coin", "torch"]
MapName = Literal["autumn", "winter", "lake", "mountain"]
DeckName = Literal["standard", "exiles"]
FactionKey = Literal[
    "marquise", "eyrie", "alliance", "vagabond", "vagabond2", "lizards", "riverfolk", "duchy", "corvids", "hundreds",
    "keepers",
]  # fmt: skip
HirelingKey = Literal[
    "patrol", "dynasty", "uprising", "exile", "flame", "vault", "band", "flotilla", "prophets", "bandits", "expedition",
    "spies", "protector",
]  # fmt: skip
LandmarkKey = Literal["ferry", "tower", "treetop", "market", "forge", "city"]
CharacterKey = Literal[
    "thief", "tinker", "ranger", "vagrant", "arbiter", "scoundrel", "adventurer", "ronin", "harrier"
]  # fmt: skip
Column = Literal["recruit", "move", "battle", "build"]
Rank = Literal["squire", "noble", "lord"]
Minister = Literal[
    "foremole", "captain", "marshal", "brigadier", "banker", "mayor", "duchess-of-mud", "baron-of-dirt", "earl-of-stone"
]  # fmt: skip
Leader = Literal["builder", "charismatic", "commander", "despot"]
Mood = Literal["bitter", "grandiose", "jubilant", "lavish", "relentless", "rowdy", "stubborn", "wrathful"]

Clearing = Annotated[int, Field(ge=0, le=12)]
"""The number of a clearing; 0 is the Duchy's Burrow (RO-12.2.2)."""

Place = Annotated[int, Field(ge=1, le=12)]
"""The number of a clearing on the map."""

Load = Annotated[str, Field(pattern=r"^((figure|tablet|jewelry):[123](,(figure|tablet|jewelry):[123])*)?$")]
"""Relics carried by warriors, separated by commas (RO-15.2.4)."""

Carried = Annotated[Load, Field(exclude_if=not_)]
"""Like `Load`, but omitted from a recorded action when empty."""

Link = tuple[Place, Place]
"""Two clearings connected by a path or river, the lower number first."""

Counts = dict[str, Annotated[int, Field(ge=1)]]
Track = tuple[Annotated[int, Field(ge=0)], ...]

SUITS: tuple[Suit, ...] = get_args(Suit)
CLEARINGS = range(1, 13)
"""The clearing numbers of every map."""


class Component(BaseModel):
    """Base class of catalogue parts: immutable, with unknown fields forbidden."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)
