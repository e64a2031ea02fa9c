"""Display names of factions, hirelings and their pieces."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

OWNERS: dict[str, Text] = {
    "marquise": say("the Marquise"), "eyrie": say("the Eyrie"), "alliance": say("the Alliance"),
    "vagabond": say("the Vagabond"), "vagabond2": say("the second Vagabond"), "lizards": say("the Lizard Cult"),
    "riverfolk": say("the Riverfolk"), "duchy": say("the Duchy"), "corvids": say("the Corvids"),
    "hundreds": say("the Hundreds"), "keepers": say("the Keepers"),
    "patrol": say("the Forest Patrol"), "dynasty": say("the Last Dynasty"), "uprising": say("the Spring Uprising"),
    "exile": say("the Exile"), "flame": say("the Flame Bearers"), "vault": say("the Vault Keepers"),
    "band": say("the Popular Band"), "flotilla": say("the Riverfolk Flotilla"),
    "prophets": say("the Warm Sun Prophets"), "bandits": say("the Highway Bandits"),
    "expedition": say("the Sunward Expedition"), "spies": say("the Corvid Spies"),
    "protector": say("the Furious Protector"),
}  # fmt: skip

DEMOTED: dict[str, Text] = {
    "patrol": say("Feline Physicians"), "dynasty": say("the Bluebird Nobles"), "uprising": say("the Rabbit Scouts"),
    "exile": say("the Brigand"), "flame": say("the Rat Smugglers"), "vault": say("the Badger Bodyguards"),
    "band": say("the Street Band"), "flotilla": say("the Otter Divers"), "prophets": say("the Lizard Envoys"),
    "bandits": say("the Bandit Gangs"), "expedition": say("the Mole Artisans"), "spies": say("the Raven Sentries"),
    "protector": say("the Stoic Protector"),
}  # fmt: skip
"""The names of hirelings on their demoted side.

Logs of earlier versions name a window by "the Feline Physicians" (`rewordings.json`). The name here has no article, so
that the two are never confused.
"""

WARRIORS: dict[str, Text] = {
    "marquise": say("cat"), "eyrie": say("eagle"), "alliance": say("Alliance warrior"), "lizards": say("lizard"),
    "riverfolk": say("otter"), "duchy": say("mole"), "corvids": say("corvid"), "hundreds": say("rat"),
    "keepers": say("badger"), "patrol": say("patrol"), "dynasty": say("dynast"), "uprising": say("rebel"),
    "flame": say("flame bearer"), "vault": say("vault keeper"), "band": say("musician"), "prophets": say("prophet"),
    "bandits": say("bandit"), "expedition": say("explorer"), "spies": say("spy"),
}  # fmt: skip

PIECES: dict[str, Text] = {
    "warlord": say("warlord"), "sawmill": say("sawmill"), "workshop": say("workshop"), "recruiter": say("recruiter"),
    "roost": say("roost"), "citadel": say("citadel"), "market": say("market"), "stronghold": say("stronghold"),
    "wood": say("wood"), "keep": say("keep"), "sympathy": say("sympathy"), "tunnel": say("tunnel"), "mob": say("mob"),
    "vault": say("vault"), "foothold": say("foothold"), "club": say("club"),
    "base.fox": say("fox base"), "base.rabbit": say("rabbit base"), "base.mouse": say("mouse base"),
    "garden.fox": say("fox garden"), "garden.rabbit": say("rabbit garden"), "garden.mouse": say("mouse garden"),
    "post.fox": say("fox trade post"), "post.rabbit": say("rabbit trade post"), "post.mouse": say("mouse trade post"),
}  # fmt: skip
