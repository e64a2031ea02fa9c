"""Display names in the advanced set-up."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    "landmark:ferry": say("the Ferry"), "landmark:tower": say("the Tower"),
    "landmark:treetop": say("the Elder Treetop"),
    "landmark:market": say("the Black Market"), "landmark:forge": say("the Legendary Forge"),
    "landmark:city": say("the Lost City"), "landmarks": say("the landmarks to set up"),
    "pool": say("the factions to choose from"), "exile-card": say("the card of The Exile"),
    "hiring": say("the hireling to set up"),
    "stationed": say("places chosen for it"), "rolled": say("the suit rolled"),
    "setup-step": say("the step of the set-up"),
    "?ruin": say("an item of the ruins"), "deck:ruin": say("the items of the ruins"),
    "ruin-items": say("sets of items under the ruins"),
    "ruin:bag": say("bag"), "ruin:boot": say("boot"), "ruin:hammer": say("hammer"), "ruin:sword": say("sword"),
}  # fmt: skip

STEPS: dict[str, Text] = {
    "landmarks": say("landmarks"), "hirelings": say("hirelings"), "choosing": say("factions"),
    "hands": say("the first hands"),
}  # fmt: skip

OF_SEATS: dict[str, Text] = {"aside": say("cards that {seat} puts back"), "character": say("the character of {seat}")}
"""Zones and values of a seat, by the word before the seat's number."""

OF_OWNERS: dict[str, Text] = {
    "side": say("the side of {owner}"), "markers": say("control markers of {owner}"),
    "setup-card": say("the setup card of {owner}"), "character": say("the character of {owner}"),
    "supply": say("the supply of {owner}"), "controls": say("who controls {owner}"),
}  # fmt: skip
"""Pieces, zones and values of a faction or hireling, by the word before its key."""

SIDES: dict[str, Text] = {"promoted": say("promoted"), "demoted": say("demoted")}
