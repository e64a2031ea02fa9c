"""Display names of the Hundreds' pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

MOODS: dict[str, Text] = {
    "bitter": say("Bitter"), "grandiose": say("Grandiose"), "jubilant": say("Jubilant"), "lavish": say("Lavish"),
    "relentless": say("Relentless"), "rowdy": say("Rowdy"), "stubborn": say("Stubborn"), "wrathful": say("Wrathful"),
}  # fmt: skip

NAMES: dict[str, Text] = {
    "hoard": say("the Hoard"), "mood": say("the warlord's mood"), "stage:raze": say("razing"),
    "stage:recruiting": say("recruiting"), "stage:anointing": say("anointing"), "stage:mood": say("the new mood"),
    "stage:lavish": say("squandering"), "stage:command": say("commanding"), "stage:advance": say("advancing"),
    "stage:incite": say("inciting"), "stage:oppress": say("oppressing"),
    **{f"mood:{mood}": text for mood, text in MOODS.items()},
}  # fmt: skip
