"""Display names of the Riverfolk's pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    "payments": say("the payments"), "funds": say("the funds"), "committed": say("the committed funds"),
    "committed:fox": say("the fox trade post spaces"), "committed:rabbit": say("the rabbit trade post spaces"),
    "committed:mouse": say("the mouse trade post spaces"),
    "price:hand": say("the price of hand cards"), "price:boats": say("the price of riverboats"),
    "price:mercenaries": say("the price of mercenaries"),
    "service:boats": say("riverboats"), "service:mercenaries": say("mercenaries"), "service:hand": say("a hand card"),
    "stage:prices": say("setting prices"),
}  # fmt: skip
