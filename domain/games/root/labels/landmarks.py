"""Display names of landmarks and their zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    "market:1": say("the first card of the Black Market"), "market:2": say("the second card of the Black Market"),
    "market:3": say("the third card of the Black Market"), "trader:1": say("the player who traded the first card"),
    "trader:2": say("the player who traded the second card"), "trader:3": say("the player who traded the third card"),
    "treetop": say("the building in the treetop"), "treetop-others": say("the pieces in its other slots"),
}  # fmt: skip
