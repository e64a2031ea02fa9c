"""Windows: decisions that interrupt play, asked of other seats or of the seat in turn."""

from __future__ import annotations

from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import say

AMBUSH = Window("ambush", "RO-4.3.1", say("whether to ambush"), unused="no_ambush")
FOIL = Window("foil", "RO-4.3.1-I", say("whether to foil the ambush"), unused="no_foil")
EFFECTS = Window("effects", "RO-4.3.3", say("which battle effects to use"), unused="no_effect")
CASUALTY = Window("casualty", "RO-4.3.4", say("what the hit removes"))
HAND_LIMIT = Window("hand_limit", "RO-HAND-2", say("which cards to discard down to the hand limit"))
SHORT_SUPPLY = Window("short_supply", "RO-1.5.4", say("where to place the remaining pieces"))

SWAP = Window("swap", "RO-CARD-SWAP-MEET", say("which card to return"))
INFORMANTS = Window("informants", "RO-CARD-INFORMANTS", say("whether to use the Informants"), unused="no_inform")
PARTISANS = Window("partisans", "RO-CARD-PARTISANS", say("which cards to discard for the Partisans"))

HOSPITALS = Window("hospitals", "RO-6.2.3", say("whether to use the field hospitals"), unused="no_heal")
WOOD_SPENT = Window("wood_spent", "RO-6.5.4", say("which wood to spend"))

LEADER = Window("leader", "RO-7.7.3", say("who becomes the new leader"))
NEW_ROOST = Window("new_roost", "RO-7.4.3", say("where to place a new roost"))

SUPPORTERS_SPENT = Window("supporters_spent", "RO-8.2.3", say("which supporters to spend"))
OUTRAGE = Window("outrage", "RO-8.2.6", say("which card to give to the supporters"))
SUPPORTERS_LOST = Window("supporters_lost", "RO-8.2.4", say("which supporters to lose with the base"))

REFRESH = Window("refresh", "RO-9.4.1", say("which items to refresh"))
FIND = Window("find", "RO-9.7", say("which item to take from the ruin"))
MEND = Window("mend", "RO-16.3.3-II", say("which items to repair"))
ITEM_HIT = Window("item_hit", "RO-9.2.7", say("which item to damage"))
SURPLUS = Window("surplus", "RO-9.6.4", say("which items to leave behind"))

OUTCAST = Window("outcast", "RO-10.3", say("which suit becomes the outcast"))

PRICES = Window("prices", "RO-11.6", say("which prices to set"), unused="keep_prices")
SERVICES = Window("services", "RO-11.2.6", say("which services to buy"), unused="no_service")
ITEMS_PAID = Window("items_paid", "RO-11.2.6", say("which items to exhaust for the service"))
FUND_COMMITTED = Window("fund_committed", "RO-11.5.2", say("which funds to commit"))
FUNDS_LOST = Window("funds_lost", "RO-11.2.5-I", say("which funds to lose with the trade post"))

BACKING = Window("backing", "RO-12.5.3", say("which cards to reveal for a minister"))
PRICE_OF_FAILURE = Window("price_of_failure", "RO-12.2.3", say("which minister to lose"))

EXPOSURE = Window("exposure", "RO-13.2.4", say("whether the guess is right"))
RAID = Window("raid", "RO-13.7.4", say("whether the removed plot was a raid"), unused="no_raid")

RAZED_ITEM = Window("razed_item", "RO-14.4.1", say("which item to take from the ruin"))
MOB = Window("mob", "RO-14.4.1", say("where the mob gathers"))
ANOINTING = Window("anointing", "RO-14.4.3", say("where to place the new warlord"))
MOOD = Window("mood", "RO-14.4.4", say("which mood the warlord takes"))
JUBILATION = Window("jubilation", "RO-14.7.3", say("whether to roll the mob die again"), unused="no_revel")
SPOILS = Window("spoils", "RO-14.2.3", say("whether to keep the item"))
FULL_TRACK = Window("full_track", "RO-14.2.4-I", say("which item to remove from the game"))
LOOT = Window("loot", "RO-14.2.5", say("which item to loot"))

DELVE = Window("delve", "RO-15.5.2-IIb", say("whether to delve"), unused="no_delve")
LOOSE_RELIC = Window("loose_relic", "RO-15.2.5", say("in which forest to place the removed relic"))

NEW_HIRELING = Window("new_hireling", "RO-16.4.1-I", say("which hireling to take"))
HAND_ON = Window("hand_on", "RO-16.4.1-III", say("which player gets the hireling"))
HIRELING = Window("hireling", "RO-16.4.2", say("what the hireling does"), unused="hire_pass")
PHYSICIANS = Window("physicians", "RO-H-PHYSICIANS", say("whether to use the Feline Physicians"), unused="no_treat")

SCATTER = Window("scatter", "RO-1.5.4", say("where to place the pieces that cannot be split evenly"))
FIRST_HAND = Window("first_hand", "RO-16.1.10", say("which cards to put back"), simultaneous=True, secret=True)

WINDOWS: tuple[Window, ...] = (
    AMBUSH, FOIL, EFFECTS, CASUALTY, HAND_LIMIT, SHORT_SUPPLY, SWAP, INFORMANTS, PARTISANS, HOSPITALS,
    WOOD_SPENT, LEADER, NEW_ROOST, SUPPORTERS_SPENT, OUTRAGE, SUPPORTERS_LOST, REFRESH, FIND, MEND, ITEM_HIT,
    SURPLUS, OUTCAST, PRICES, SERVICES, ITEMS_PAID, FUND_COMMITTED, FUNDS_LOST, BACKING, PRICE_OF_FAILURE,
    EXPOSURE, RAID, RAZED_ITEM, MOB, ANOINTING, MOOD, JUBILATION, SPOILS, FULL_TRACK, LOOT, DELVE, LOOSE_RELIC,
    NEW_HIRELING, HAND_ON, HIRELING, PHYSICIANS, SCATTER, FIRST_HAND,
)  # fmt: skip
