"""Display names of hirelings and their pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    "patrol-card": say("the card of the Forest Patrol"), "exile:club": say("club"),
    "item:club": say("club"), "scouts": say("Rabbit Scouts"),
    "employ:march": say("move and battle"), "employ:return": say("return"), "employ:battle": say("battle"),
    "employ:place": say("place"), "employ:force": say("force to battle"), "employ:lead": say("force to move"),
    "employ:steal": say("take cards"),
}  # fmt: skip

OF_SEATS: dict[str, Text] = {
    "owed": say("hirelings owed to {seat}"), "artisans": say("cards of the artisans of {seat}"),
}  # fmt: skip
"""Zones and values of a seat, by the word before the seat's number."""

OF_SPACES: dict[str, Text] = {"marker": say("the hireling marker on space {n}")}
