"""Display names of the Vagabonds' pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.games.root.labels import core
from tablescribe.domain.words.text import Text, say

CHARACTERS: dict[str, Text] = {
    "thief": say("Thief"), "tinker": say("Tinker"), "ranger": say("Ranger"), "vagrant": say("Vagrant"),
    "arbiter": say("Arbiter"), "scoundrel": say("Scoundrel"), "adventurer": say("Adventurer"), "ronin": say("Ronin"),
    "harrier": say("Harrier"),
}  # fmt: skip

RELATIONS: dict[str, Text] = {
    "hostile": say("hostile"), "indifferent": say("indifferent"), "1": say("one step closer"),
    "2": say("two steps closer"), "allied": say("allied"),
}  # fmt: skip

ITEMS = ("boot", "bag", "crossbow", "hammer", "sword", "tea", "coin", "torch")

NAMES: dict[str, Text] = {
    "stage:refreshing": say("refreshing"), "stage:slipping": say("slipping"), "stage:resting": say("resting"),
    "stage:unloading": say("items over the carrying limit"), "quests": say("the open quests"),
    "deck:quest": say("the quests"), "?quest": say("quest"), "protector": say("the Arbiter's protection"),
    "swift-strike": say("a swift strike"), "item:torch.scorched": say("a torch placed permanently"),
    "?ruin": say("an item under a ruin"),
    **{f"vagabond-character:{one}": text for one, text in CHARACTERS.items()},
    **{f"item:{one}.exhausted": say("exhausted {item}", item=core.NAMES[f"item:{one}"]) for one in ITEMS},
    **{f"ruin:{one}": core.NAMES[f"item:{one}"] for one in ("bag", "boot", "hammer", "sword")},
}  # fmt: skip

OF_SEATS: dict[str, Text] = {
    "track": say("the item tracks of {seat}"), "satchel": say("the satchel of {seat}"),
    "damaged": say("the damaged items of {seat}"), "quests": say("the completed quests of {seat}"),
}  # fmt: skip
"""Zones and values of a seat, by the word before the seat's number."""
