"""The letters and words of the notation (V2.8), and what they stand for."""

from __future__ import annotations

import re

from tablescribe.domain.games.root.pieces import LETTERS

FACTIONS = LETTERS
"""Factions by their letters."""

SUITS = {"B": "bird", "F": "fox", "R": "rabbit", "M": "mouse"}
"""Suits by their letters."""

ITEMS = {
    "s": "sword", "b": "bag", "c": "coin", "x": "crossbow", "h": "hammer", "t": "tea", "r": "torch", "f": "boot",
    "u": "club",
}  # fmt: skip
"""Items by their letters."""

LANDMARKS = ("treetop", "city", "market", "forge", "ferry", "tower")
"""Landmarks by their words, which are their names on the table, too."""

MAPS = {"fall": "autumn", "autumn": "autumn", "winter": "winter", "lake": "lake", "mountain": "mountain"}
"""Maps by the words of the header, in lower case."""

DECKS = {"standard": "standard", "e&p": "exiles", "exiles & partisans": "exiles", "exiles and partisans": "exiles"}
"""Decks by the words of the header, in lower case."""

HEADERS = ("Map", "Deck", "Clearings", "Landmarks", "Hirelings", "Pool")
"""The keys of the header, in the order in which they are written."""

EFFECTS = {
    "armor": "armorers", "bank": "better-burrow-bank", "brutal": "brutal-tactics", "command": "command-warren",
    "cob": "cobbler", "codeb": "codebreakers", "royal": "royal-claim", "sap": "sappers", "scout": "scouting-party",
    "stand": "stand-and-deliver", "tax": "tax-collector",
    "boat": "boat-builders", "charm": "charm-offensive", "coffin": "coffin-makers", "cplans": "corvid-planners",
    "emi": "eyrie-emigre", "false": "false-orders", "inform": "informants", "league": "league-of-adventurous-mice",
    "engrave": "master-engravers", "murine": "murine-broker", "prop": "propaganda-bureau", "sabo": "saboteurs",
    "soup": "soup-kitchens", "swap": "swap-meet", "tun": "tunnels",
}  # fmt: skip
"""Cards by their short names."""

QUESTS = {
    "errand": "errand", "bandits": "expel-bandits", "bear": "fend-off-a-bear", "escort": "escort",
    "funds": "fundraising", "speech": "give-a-speech", "guard": "guard-duty", "logs": "logistics-help",
    "shed": "repair-a-shed",
}  # fmt: skip
"""Quests by their short names."""

AMBUSH, DOMINANCE, PARTISANS, RETAINER = "@", "dom", "part", "faith"
"""Names that need a suit (`F#dom`, `fpart`), and the Keepers' retainer."""

COLUMNS = {"r": "recruit", "m": "move", "x": "battle", "b": "build"}
"""Columns of the Decree by their letters."""

PRICES = {"h": "hand", "r": "boats", "m": "mercenaries"}
"""What the Riverfolk sell, by its letters."""

RELATIONS = {"h": "hostile", "0": "indifferent", "1": "1", "2": "2", "a": "allied"}
"""Where a relationship marker stands, by its letters."""

OWNER = r"(?:h_[CEAVLODPHKTSJ]d?|[CEAVGLODPHKTSJ])"
"""The pattern of an owner: a faction, or a hireling behind `h_`, or by its letter alone."""

_CLEARING = re.compile(r"([FRM])\s*(\d{0,2})")


def told_suits(value: str) -> dict[int, str]:
    """Return the suits that the header tells, by clearing: `F1, R2, …`, or letters in the order of the clearings."""
    found = _CLEARING.findall(value.removeprefix("Clearings:"))
    told = {int(n or k): SUITS[letter] for k, (letter, n) in enumerate(found, start=1)}
    return {at: suit for at, suit in told.items() if 1 <= at <= 12}


_LANDMARK = re.compile(rf"({'|'.join(LANDMARKS)})\W*(\d{{1,2}})")
_HIRELING = re.compile(r"(?:h_)?([CEAVLODPHKTSJ])(d?)(?![a-z])")


def told_landmarks(value: str) -> list[tuple[str, int]]:
    """Return the landmarks that the header tells, each with its clearing: `treetop3, ferry: 5`."""
    return [(name, int(at)) for name, at in _LANDMARK.findall(value) if 1 <= int(at) <= 12]


def told_hirelings(value: str) -> list[tuple[str, bool]]:
    """Return the letters of the hirelings that the header tells, and whether they are demoted: `E, Jd`."""
    return [(letter, bool(demoted)) for letter, demoted in _HIRELING.findall(value)]
