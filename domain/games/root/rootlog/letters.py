"""The letters and words of the notation (V2.8), and their meanings."""

from __future__ import annotations

import re

from tablescribe.domain.games.root.pieces import LETTERS

FACTIONS = LETTERS
"""Factions by letter."""

SUITS = {"B": "bird", "F": "fox", "R": "rabbit", "M": "mouse"}
"""Suits by letter."""

ITEMS = {
    "s": "sword", "b": "bag", "c": "coin", "x": "crossbow", "h": "hammer", "t": "tea", "r": "torch", "f": "boot",
    "u": "club",
}  # fmt: skip
"""Items by letter."""

LANDMARKS = ("treetop", "city", "market", "forge", "ferry", "tower")
"""Landmarks by word; the words are also their names on the table."""

MAPS = {"fall": "autumn", "autumn": "autumn", "winter": "winter", "lake": "lake", "mountain": "mountain"}
"""Maps by their words in the header, in lower case."""

DECKS = {"standard": "standard", "e&p": "exiles", "exiles & partisans": "exiles", "exiles and partisans": "exiles"}
"""Decks by their words in the header, in lower case."""

HEADERS = ("Map", "Deck", "Clearings", "Landmarks", "Hirelings", "Pool")
"""The header keys, in the order in which they are written."""

EFFECTS = {
    "armor": "armorers", "bank": "better-burrow-bank", "brutal": "brutal-tactics", "command": "command-warren",
    "cob": "cobbler", "codeb": "codebreakers", "royal": "royal-claim", "sap": "sappers", "scout": "scouting-party",
    "stand": "stand-and-deliver", "tax": "tax-collector",
    "boat": "boat-builders", "charm": "charm-offensive", "coffin": "coffin-makers", "cplans": "corvid-planners",
    "emi": "eyrie-emigre", "false": "false-orders", "inform": "informants", "league": "league-of-adventurous-mice",
    "engrave": "master-engravers", "murine": "murine-broker", "prop": "propaganda-bureau", "sabo": "saboteurs",
    "soup": "soup-kitchens", "swap": "swap-meet", "tun": "tunnels",
}  # fmt: skip
"""Cards by short name."""

QUESTS = {
    "errand": "errand", "bandits": "expel-bandits", "bear": "fend-off-a-bear", "escort": "escort",
    "funds": "fundraising", "speech": "give-a-speech", "guard": "guard-duty", "logs": "logistics-help",
    "shed": "repair-a-shed",
}  # fmt: skip
"""Quests by short name."""

AMBUSH, DOMINANCE, PARTISANS, RETAINER = "@", "dom", "part", "faith"
"""Names that need a suit (`F#dom`, `fpart`), and the Keepers' retainer."""

COLUMNS = {"r": "recruit", "m": "move", "x": "battle", "b": "build"}
"""Columns of the Decree by letter."""

PRICES = {"h": "hand", "r": "boats", "m": "mercenaries"}
"""Riverfolk services by letter."""

RELATIONS = {"h": "hostile", "0": "indifferent", "1": "1", "2": "2", "a": "allied"}
"""Positions of a relationship marker by letter."""

OWNER = r"(?:h_[CEAVLODPHKTSJ]d?|[CEAVGLODPHKTSJ])"
"""The pattern of an owner: a faction letter, or a hireling with or without `h_`."""

_CLEARING = re.compile(r"([FRM])\s*(\d{0,2})")


def told_suits(value: str) -> dict[int, str]:
    """Return the suits in the header by clearing: `F1, R2, …`, or letters in clearing order."""
    found = _CLEARING.findall(value.removeprefix("Clearings:"))
    told = {int(n or k): SUITS[letter] for k, (letter, n) in enumerate(found, start=1)}
    return {at: suit for at, suit in told.items() if 1 <= at <= 12}


_LANDMARK = re.compile(rf"({'|'.join(LANDMARKS)})\W*(\d{{1,2}})")
_HIRELING = re.compile(r"(?:h_)?([CEAVLODPHKTSJ])(d?)(?![a-z])")


def told_landmarks(value: str) -> list[tuple[str, int]]:
    """Return the landmarks in the header, each with its clearing: `treetop3, ferry: 5`."""
    return [(name, int(at)) for name, at in _LANDMARK.findall(value) if 1 <= int(at) <= 12]


def told_hirelings(value: str) -> list[tuple[str, bool]]:
    """Return the letters of hirelings in the header, and whether each is demoted: `E, Jd`."""
    return [(letter, bool(demoted)) for letter, demoted in _HIRELING.findall(value)]
