"""Names for people."""

from __future__ import annotations

from typing import cast

from domain.game import Opening
from domain.games.expeditions.board import (
    BASECAMP,
    BEGUN,
    COINS,
    FINAL,
    GATHERING,
    GUILE,
    LEFT,
    POWER,
    PROGRESS,
    TOKEN,
    TRIGGER,
    TURN,
    TWENTY,
)
from domain.games.expeditions.components import ExpeditionsCatalogue
from domain.play import AWAITS

SEATS = {1: "the human", 2: "the Automa"}

_NAMES = {
    BASECAMP: "Basecamp", "supply": "the supply", "beside": "beside the bag", "box": "the box",
    "aside": "the decision cards set aside", "decided": "the Automa's card", "map": "map token", TWENTY: "the 20 token",
    "mech:human": "the human's mech", "mech:north": "the north mech", "mech:central": "the central mech",
    "hand:1": "the hand", "workers:1": "the mat", "mat:1": "the mat", "solved:1": "the solved quests",
    "upgraded:1": "the upgraded items", "melded:1": "the melded meteorites",
    "deck:card": "the deck", "deck:decision": "the decision deck", "deck:corruption": "the bag",
    "swept": "the sweep pile", "discard:decision": "the used decision cards",
    "?card": "a card", "?decision": "a decision card", "?corruption": "a corruption token",
    "?south": "a face-down location", "?central": "a face-down location", "?north": "a face-down location",
    "glory:1": "the human's glory token", "glory:2": "the Automa's glory token",
    "maps:1": "the human's maps", "maps:2": "the Automa's maps", "taken:1": "the human's corruption",
    "taken:2": "the Automa's corruption", "score:1": "the human's coins in all", "score:2": "the Automa's coins in all",
    POWER: "power", GUILE: "guile", COINS: "coins", TOKEN: "the action token", PROGRESS: "the progress token",
    TURN: "the turn", "mech": "the human's mat", FINAL: "turns left", "winner": "the winner",
    "category:quests": "4 quests solved", "category:meteorites": "4 meteorites melded",
    "category:items": "4 items upgraded", "category:crater": "the 20 vanquished",
    "category:corruption": "7 corruption tokens", "category:cards": "8 controlled cards",
    "category:people": "7 workers or 5 maps",
}  # fmt: skip

_NOBODYS_CONCERN = (LEFT, BEGUN, GATHERING, AWAITS, TRIGGER, "due", "awaits", "unseen", "printed")


def label(opening: Opening, name: str) -> str:
    """Name a piece, zone or value as people at the table do; whatever has no name of its own stays as it is."""
    if name in _NAMES:
        return _NAMES[name]
    catalogue = cast(ExpeditionsCatalogue, opening.catalogue)
    kind, _, rest = name.partition(":")
    if kind in _NOBODYS_CONCERN:
        return ""
    if (card := catalogue.by_piece.get(name)) is not None:
        return card.name
    if (location := catalogue.by_number.get(int(rest) if rest.isdigit() else 0)) and location.region == kind:
        return f"{location.id} {location.name}"
    if (token := catalogue.by_token.get(name)) is not None:
        return f"{token.colour} {token.value}"
    if (pair := catalogue.pair(name)) is not None:
        return pair.character.name
    if (mech := catalogue.mech(name)) is not None:
        return mech.name
    return _numbered(kind, rest) or name


def _numbered(kind: str, rest: str) -> str:
    """Name what has only a number or place of its own."""
    words = {
        "seat": SEATS.get(int(rest), "") if rest.isdigit() else "",
        "cell": rest,
        "slot": f"slot {rest}",
        "stack": f"the corruption at {rest.partition(':')[0]}",
        "active": "the active row",
        "worker": f"{rest} worker",
        "decision": f"decision card {rest}",
        "glorycard": f"space {rest} of the glory card",
        "deck": f"the {rest} locations",
        "token": f"the {rest.capitalize()} space",
    }
    return words.get(kind, "")
