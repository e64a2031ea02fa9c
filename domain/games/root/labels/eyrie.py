"""Display names of the Eyrie's pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    "leader": say("the leader"), "loyal-vizier": say("Loyal Vizier"),
    "decree:recruit": say("the Recruit column"), "decree:move": say("the Move column"),
    "decree:battle": say("the Battle column"), "decree:build": say("the Build column"),
    "leader:builder": say("the Builder"), "leader:charismatic": say("the Charismatic"),
    "leader:commander": say("the Commander"), "leader:despot": say("the Despot"),
    "fallen:builder": say("the fallen Builder"), "fallen:charismatic": say("the fallen Charismatic"),
    "fallen:commander": say("the fallen Commander"), "fallen:despot": say("the fallen Despot"),
    "stage:decree": say("the Decree"), "stage:turmoil": say("turmoil"), "stage:new_roost": say("the new roost"),
}  # fmt: skip
