"""Display names of the Duchy's pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    "ministers": say("the swayed ministers"), "unswayed": say("the unswayed ministers"),
    "revealed:duchy": say("the Duchy's revealed cards"),
    "stage:assembly": say("the assembly"), "stage:parliament": say("the parliament"), "stage:swaying": say("swaying"),
    "stage:returning": say("returning revealed cards"), "stage:crafting": say("crafting"),
    "crowns:squire": say("crowns of squires"), "crowns:noble": say("crowns of nobles"),
    "crowns:lord": say("crowns of lords"),
    "minister:foremole": say("Foremole"), "minister:captain": say("Captain"), "minister:marshal": say("Marshal"),
    "minister:brigadier": say("Brigadier"), "minister:banker": say("Banker"), "minister:mayor": say("Mayor"),
    "minister:duchess-of-mud": say("Duchess of Mud"), "minister:baron-of-dirt": say("Baron of Dirt"),
    "minister:earl-of-stone": say("Earl of Stone"),
}  # fmt: skip
