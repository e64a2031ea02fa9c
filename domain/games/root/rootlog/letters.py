"""The letters and words of the notation (V2.8), and what they stand for."""

from __future__ import annotations

FACTIONS = {
    "C": "marquise", "E": "eyrie", "A": "alliance", "V": "vagabond", "G": "vagabond2", "L": "cult", "O": "riverfolk",
    "D": "duchy", "P": "corvids", "H": "hundreds", "K": "keepers",
}  # fmt: skip
"""Factions by their letters."""

HIRELINGS = {
    "C": "forest_patrol", "E": "last_dynasty", "A": "spring_uprising", "V": "exile", "H": "flame_bearers",
    "K": "vault_keepers", "J": "popular_band", "O": "riverfolk_flotilla", "L": "warm_sun_prophets",
    "T": "highway_bandits", "D": "sunward_expedition", "P": "corvid_spies", "S": "furious_protector",
}  # fmt: skip
"""Hirelings by their letters, which are those of factions and three more."""

SUITS = {"B": "bird", "F": "fox", "R": "rabbit", "M": "mouse"}
"""Suits by their letters."""

ITEMS = {
    "s": "sword", "b": "bag", "c": "coin", "x": "crossbow", "h": "hammer", "t": "tea", "r": "torch", "f": "boot",
    "u": "club",
}  # fmt: skip
"""Items by their letters."""

LANDMARKS = {
    "treetop": "elder_treetop", "city": "lost_city", "market": "black_market", "forge": "legendary_forge",
    "ferry": "ferry", "tower": "tower",
}  # fmt: skip
"""Landmarks by their words."""

MAPS = {"fall": "autumn", "autumn": "autumn", "winter": "winter", "lake": "lake", "mountain": "mountain"}
"""Maps by the words of the header, in lower case."""

DECKS = {"standard": "standard", "e&p": "exiles_partisans", "exiles & partisans": "exiles_partisans"}
"""Decks by the words of the header, in lower case."""

HEADERS = ("Map", "Deck", "Clearings", "Landmarks", "Hirelings", "Pool")
"""The keys of the header, in the order in which they are written."""

EFFECTS = {
    "armor": "armorers", "bank": "better_burrow_bank", "brutal": "brutal_tactics", "command": "command_warren",
    "cob": "cobbler", "codeb": "codebreakers", "royal": "royal_claim", "sap": "sappers", "scout": "scouting_party",
    "stand": "stand_and_deliver", "tax": "tax_collector",
    "boat": "boat_builders", "charm": "charm_offensive", "coffin": "coffin_makers", "cplans": "corvid_planners",
    "emi": "eyrie_emigre", "false": "false_orders", "inform": "informants", "league": "league_of_adventurous_mice",
    "engrave": "master_engravers", "murine": "murine_broker", "prop": "propaganda_bureau", "sabo": "saboteurs",
    "soup": "soup_kitchens", "swap": "swap_meet", "tun": "tunnels",
}  # fmt: skip
"""Cards by their short names."""

QUESTS = {
    "errand": "errand", "bandits": "expel_bandits", "bear": "fend_off_a_bear", "escort": "escort",
    "funds": "fundraising", "speech": "give_a_speech", "guard": "guard_duty", "logs": "logistics_help",
    "shed": "repair_a_shed",
}  # fmt: skip
"""Quests by their short names."""

AMBUSH, DOMINANCE, FAVOR, PARTISANS, RETAINER = "@", "dom", "favor", "part", "faith"
"""Names that need a suit (`F#dom`, `fpart`), and the Keepers' retainer."""

OWNER = r"(?:h_[CEAVLODPHKTSJ]d?|[CEAVGLODPHKTSJ])"
"""The pattern of an owner: a faction, or a hireling behind `h_`, or by its letter alone."""
