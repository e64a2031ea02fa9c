"""Display names of pieces, zones and values."""

from __future__ import annotations

from typing import cast

from tablescribe.domain.games.expeditions import zones
from tablescribe.domain.games.expeditions.amounts import worker_name
from tablescribe.domain.games.expeditions.components import Colour, ExpeditionsCatalogue
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, who
from tablescribe.domain.table.table import BOX, Value
from tablescribe.domain.words.text import Slot, Text, Thing, say

_NAMES: dict[str, Text] = {
    "seat:1": say("the human"),
    "seat:2": say("the Automa"),
    zones.BASECAMP: say("Basecamp"),
    zones.SUPPLY: say("the supply"),
    zones.BESIDE: say("beside the bag"),
    BOX: say("the box"),
    zones.ASIDE: say("the decision cards set aside"),
    zones.DECIDED: say("the Automa's card"),
    zones.MAP: say("map token"),
    zones.TWENTY: say("the 20 token"),
    zones.HUMAN_MECH: say("the human's mech"),
    zones.NORTH_MECH: say("the north mech"),
    zones.CENTRAL_MECH: say("the central mech"),
    zones.HAND: say("the hand"),
    zones.WORKERS: say("the mat"),
    zones.MAT: say("the mat"),
    zones.SOLVED: say("the solved quests"),
    zones.UPGRADED: say("the upgraded items"),
    zones.MELDED: say("the melded meteorites"),
    "deck:card": say("the deck"),
    "deck:decision": say("the decision deck"),
    "deck:corruption": say("the bag"),
    "deck:south": say("the south locations"),
    "deck:central": say("the central locations"),
    "deck:north": say("the north locations"),
    zones.SWEPT: say("the sweep pile"),
    zones.TRASHED: say("the trashed cards"),
    "discard:decision": say("the used decision cards"),
    "?card": say("a card"),
    "?decision": say("a decision card"),
    "?corruption": say("a corruption token"),
    "?south": say("a face-down location"),
    "?central": say("a face-down location"),
    "?north": say("a face-down location"),
    "glory:1": say("the human's glory token"),
    "glory:2": say("the Automa's glory token"),
    "maps:1": say("the human's maps"),
    "maps:2": say("the Automa's maps"),
    "taken:1": say("the human's corruption"),
    "taken:2": say("the Automa's corruption"),
    "score:1": say("the human's coins in total"),
    "score:2": say("the Automa's coins in total"),
    zones.POWER: say("power"),
    zones.GUILE: say("guile"),
    zones.COINS: say("coins"),
    zones.TOKEN: say("the action token"),
    zones.PROGRESS: say("the progress token"),
    zones.TURN: say("the turn"),
    zones.MECH: say("the human's mat"),
    zones.FINAL: say("turns left"),
    zones.WINNER: say("the winner"),
    "category:quests": say("4 quests solved"),
    "category:meteorites": say("4 meteorites melded"),
    "category:items": say("4 items upgraded"),
    "category:crater": say("the 20 vanquished"),
    "category:corruption": say("7 corruption tokens"),
    "category:cards": say("8 controlled cards"),
    "category:people": say("7 workers or 5 maps"),
    "the first player": say("the first player"),
    "the mech": say("the mech"),
    "the character": say("the character"),
}

_NOBODYS_CONCERN = (zones.LEFT, zones.BEGUN, zones.GATHERING, AWAITS, zones.TRIGGER, "due", "unseen", "printed")

_TOKEN_AT: dict[str, Text] = {
    zones.REFRESH: say("Refresh"),
    zones.BLANK: say("the blank space"),
    "move": say("Move"),
    "play": say("Play"),
    "gather": say("Gather"),
}
_ENDINGS = {
    "fourth_glory": say("the human's fourth glory token"),
    "eighth_glory": say("the Automa's eighth glory token"),
}


def label(setting: Setting, name: str) -> Text | str:
    """Return the display name of a piece, zone or value.

    Names without one are returned unchanged; names that only the rules need give the empty string.
    """
    if name in _NAMES:
        return _NAMES[name]
    catalogue = cast(ExpeditionsCatalogue, setting.catalogue)
    kind, _, rest = name.partition(":")
    if kind in _NOBODYS_CONCERN:
        return ""
    if (card := catalogue.by_piece.get(name)) is not None:
        return card.id if card.kind == "blank" and kind == "starter" else card.name
    if (location := catalogue.by_number.get(int(rest) if rest.isdigit() else 0)) and location.region == kind:
        return f"{location.id} {location.name}"
    if (token := catalogue.by_token.get(name)) is not None:
        return _token_name(token.colour, token.value)
    if (pair := catalogue.pair(name)) is not None:
        return pair.id if pair.character.kind == "blank" else pair.character.name
    if (mech := catalogue.mech(name)) is not None:
        return mech.name
    if kind == "benefit":
        taken_as = catalogue.by_benefit.get(rest)
        return taken_as.words() if taken_as is not None else rest.replace("_", " ")
    return _numbered(kind, rest) or name


def _token_name(colour: Colour, value: int) -> Text:
    return say("orange {value}", value=value) if colour == "orange" else say("turquoise {value}", value=value)


def _numbered(kind: str, rest: str) -> Text | str:
    """Return the display name of a zone or piece that has only a number or place."""
    if kind == "slot":
        return say("slot {name}", name=rest)
    if kind == "token":
        if rest == zones.BLANK:
            return _TOKEN_AT[zones.BLANK]
        return say("the {action} space", action=_TOKEN_AT.get(rest, rest))
    if kind == "stack":
        return say("the corruption at {place}", place=rest.partition(":")[0])
    if kind == "active":
        return say("the active row")
    if kind == "worker":
        return worker_name(rest)
    if kind == "decision":
        return say("decision card {number}", number=rest)
    if kind == "glorycard":
        return say("space {number} of the glory card", number=rest)
    return rest if kind == "cell" else ""


def label_value(setting: Setting, key: str, value: Value) -> Slot:
    """Return the display text of a value: the seat in turn, the place of the action token, the mech."""
    if key in (zones.TURN, zones.WINNER, zones.TRIGGER):
        return who(value) if isinstance(value, int) else str(value)
    if key == zones.TOKEN:
        return _TOKEN_AT.get(str(value), str(value))
    if key == zones.MECH:
        return Thing(str(value))
    if key == "ending":
        return _ENDINGS.get(str(value), str(value))
    if label(setting, key) == "":  # a value without a display name is not shown
        return ""
    return value if isinstance(value, int) else str(value)
