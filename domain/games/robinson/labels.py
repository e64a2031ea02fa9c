"""Display names of pieces, zones, seats, locations and values."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.box.blanks import printed
from tablescribe.domain.games.robinson.board import (
    ADVENTURE,
    ADVENTURE_CARD,
    BEAST,
    BOOK_CARD,
    DISCOVERY,
    ENDING,
    EVENT_CARD,
    EVENT_DISCARD,
    EVENTS,
    FIRST,
    FOOD,
    FUR,
    HUNTING,
    INVENTION,
    INVENTIONS,
    PHASE,
    PRESERVED,
    RELIC,
    ROUND,
    STARTING,
    SUPPLY,
    TILE,
    TURN,
    WEATHER,
    WOOD,
    Board,
    Track,
    catalogue_of,
)
from tablescribe.domain.games.robinson.components import RobinsonCatalogue
from tablescribe.domain.games.robinson.land import Tile
from tablescribe.domain.games.robinson.tasks import ARRANGE, HUNT, REST
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, face_down, is_the_kernels, who
from tablescribe.domain.table.table import BOX, Value
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

TERRAINS: dict[str, Text] = {
    "beach": say("beach"), "plains": say("plains"), "hills": say("hills"), "mountain": say("mountain"),
    "river": say("river"), "unknown": say("unknown"),
}  # fmt: skip

LEVELS: dict[Track, Text] = {
    "shelter": say("shelter"), "roof": say("roof"), "palisade": say("palisade"), "weapon": say("weapon")
}  # fmt: skip

NAMES: dict[str, Text] = {
    FOOD: say("food"), PRESERVED: say("food that keeps"), WOOD: say("wood"), FUR: say("fur"), RELIC: say("relic"),
    face_down(TILE): say("a tile"), face_down(BEAST): say("a beast"), face_down(INVENTION): say("an invention"),
    face_down(DISCOVERY): say("a discovery token"), face_down(STARTING): say("a starting item"),
    face_down(ADVENTURE): say("an adventure"), BOOK_CARD: say("a book"), ADVENTURE_CARD: say("an adventure card"),
    "adventure:build": say("a brown adventure"), "adventure:gather": say("a grey adventure"),
    "adventure:explore": say("a green adventure"), "token:build": say("the brown adventure token"),
    "token:gather": say("the grey adventure token"), "token:explore": say("the green adventure token"),
    "field:build": say("the building field"), "field:gather": say("the gathering field"),
    "field:explore": say("the exploring field"), "helper:hunt": say("a neutral hunting pawn"),
    "helper:build": say("a neutral building pawn"), "helper:gather": say("a neutral gathering pawn"),
    "helper:explore": say("a neutral exploring pawn"),
    "helper:gather_explore": say("a neutral pawn for gathering or exploring"),
    SUPPLY: say("the supply"), BOX: say("the box"), INVENTIONS: say("the board"), HUNTING: say("the hunting deck"),
    HUNT: say("the hunting deck"), EVENTS: say("the event deck"), EVENT_DISCARD: say("the event discard"),
    deck(TILE): say("the tile stack"), deck(BEAST): say("the beast deck"), deck(INVENTION): say("the invention deck"),
    deck(DISCOVERY): say("the discovery pile"), deck(STARTING): say("the starting items"),
    deck(ADVENTURE): say("the adventure icons"), "discard:beast": say("the beast discard"),
    ARRANGE: say("arranging the camp"), REST: say("resting"), "shelter": say("the shelter"), "roof": say("the roof"),
    "palisade": say("the palisade"), "weapon": say("the weapons"), ROUND: say("the round"), PHASE: say("the phase"),
    FIRST: say("the first player"), TURN: say("the turn"), ENDING: say("the end"), WEATHER: say("the weather"),
    "totems": say("totems turned up"), "the character": say("the character"),
    "the start tile": say("the start tile"), EVENT_CARD: say("the event card"),
    "the first player": say("the first player"),
    "die:build_wound": say("the brown wound die"), "die:build_success": say("the brown success die"),
    "die:build_adventure": say("the brown adventure die"), "die:gather_wound": say("the grey wound die"),
    "die:gather_success": say("the grey success die"), "die:gather_adventure": say("the grey adventure die"),
    "die:explore_wound": say("the green wound die"), "die:explore_success": say("the green success die"),
    "die:explore_adventure": say("the green adventure die"), "die:orange": say("the orange weather die"),
    "die:white": say("the white weather die"), "die:red": say("the red weather die"),
    "discovery:sign_a": say("the hourglass sign"),
    "discovery:sign_b": say("the cross sign"), "discovery:sign_c": say("the sign of two dashes"),
    "discovery:sign_d": say("the sign of two bars"),
    "scenario:signal_race": say("Signal Race"), "scenario:idols": say("Idols of the Interior"),
}  # fmt: skip

NOBODYS_CONCERN = frozenset({
    "unseen", "used", "plan", "fresh", "declined", "softened", "bonus", "gave", "printed", "knows", "kept", "met",
    "chosen", "choice", "behind", "claimed",
})  # fmt: skip
"""Values and unseen pools that only the rules need, by the first part of their names."""

OF_SEATS: dict[str, Callable[[Thing], Text]] = {
    "pawn": lambda seat: say("pawn of {seat}", seat=seat),
    "camp": lambda seat: say("the camp of {seat}", seat=seat),
    "shortcut": lambda seat: say("the shortcut of {seat}", seat=seat),
    "stock": lambda seat: say("the stock of {seat}", seat=seat),
    "future": lambda seat: say("the future resources of {seat}", seat=seat),
    "pawns": lambda seat: say("the unplaced pawns of {seat}", seat=seat),
    "items": lambda seat: say("the inventions of {seat}", seat=seat),
    "personal": lambda seat: say("the personal invention of {seat}", seat=seat),
    "starting": lambda seat: say("the starting items of {seat}", seat=seat),
    "tokens": lambda seat: say("the discovery tokens of {seat}", seat=seat),
    "goods": lambda seat: say("the relics of {seat}", seat=seat),
    "character": lambda seat: say("the character of {seat}", seat=seat),
    "look": lambda seat: say("what {seat} looks at", seat=seat),
    "winner": lambda seat: say("whether {seat} has won", seat=seat),
    "hearts": lambda seat: say("the hearts of {seat}", seat=seat),
    "dead": lambda seat: say("whether {seat} is dead", seat=seat),
    "determination": lambda seat: say("the determination of {seat}", seat=seat),
    "shelter": lambda seat: say("the shelter of {seat}", seat=seat),
    "roof": lambda seat: say("the roof of {seat}", seat=seat),
    "palisade": lambda seat: say("the palisade of {seat}", seat=seat),
    "weapon": lambda seat: say("the weapon of {seat}", seat=seat),
    "lit": lambda seat: say("whether the pyre of {seat} burns", seat=seat),
    "home": lambda seat: say("the pawns that {seat} has used", seat=seat),
    "explored": lambda seat: say("the tiles that {seat} has explored", seat=seat),
    "camp_token": lambda seat: say("what the camp of {seat} brings", seat=seat),
    "pyre": lambda seat: say("the pyre of {seat}", seat=seat),
    "score": lambda seat: say("the points of {seat}", seat=seat),
}
"""Things named after their seat, by the first part of their names."""

PHASES: dict[str, Text] = {
    "event": say("event"), "morale": say("morale"), "production": say("production"),
    "action": say("placing pawns"), "resolution": say("resolving actions"), "weather": say("weather"),
    "night": say("night"),
}  # fmt: skip

ENDINGS: dict[str, Text] = {
    "objective": say("the aim of the scenario"), "last_round": say("the last round"),
    "last_one_standing": say("only one player left alive"), "all_dead": say("no player left alive"),
}  # fmt: skip


def label(setting: Setting, name: str) -> Text | str:
    """Return the display name of a piece, zone, seat, location or value.

    It is the empty string for names that are not shown.
    """
    if name in NAMES:
        return NAMES[name]
    kind, _, rest = name.partition(":")
    if is_the_kernels(name) or kind in NOBODYS_CONCERN:
        return ""
    if kind == "benefit":
        return rest.replace("_", " ")
    owner, _, stage = rest.partition(":")
    if not stage and (card := _component(catalogue_of(setting), kind, name)) is not None:
        return card
    if _is_number(owner) and kind in OF_SEATS and 1 <= int(owner) <= setting.seats:
        whose = OF_SEATS[kind](who(int(owner)))
        return say("{pyre}, stage {stage}", pyre=whose, stage=stage) if kind == "pyre" and stage else whose
    return _of_the_island(kind, rest) or name


def called(board: Board, piece: str) -> Thing | str:
    """Return the display name of a card: its declared name, or the catalogue's (RC-B96)."""
    card = board.card(piece) if board.table.get(printed(piece)) is not None else None
    return Thing(piece) if card is None or isinstance(card, Tile) else card.name


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 3


def _component(catalogue: RobinsonCatalogue, kind: str, name: str) -> Text | None:
    """Return the printed name of a card, tile or token."""
    try:
        if kind == "tile":
            tile = catalogue.tile(name)
            return say("tile {tile} ({terrain})", tile=tile.id, terrain=TERRAINS[tile.terrain])
        if kind == "terrain":
            return TERRAINS.get(name.partition(":")[2])
        if kind == "reward":
            rewards = (scenario.reward(name.partition(":")[2]) for scenario in catalogue.scenarios)
            return next((one.words() for one in rewards if one is not None), None)
        read = _NAMED.get(kind)
        return Text(read(catalogue, name)) if read else None
    except KeyError:
        return None


_NAMED: dict[str, Callable[[RobinsonCatalogue, str], str]] = {
    "beast": lambda catalogue, name: catalogue.beast(name).name,
    "invention": lambda catalogue, name: catalogue.invention(name).name,
    "starting": lambda catalogue, name: catalogue.starting_item(name).name,
    "discovery": lambda catalogue, name: catalogue.discovery(name).name,
    "character": lambda catalogue, name: catalogue.character(name).name,
    "ability": lambda catalogue, name: _ability(catalogue, name.partition(":")[2]),
}


def _ability(catalogue: RobinsonCatalogue, name: str) -> str:
    """Return the display name of an ability; raise `KeyError` if no character has it."""
    found = [one.name for person in catalogue.characters if (one := person.ability(name)) is not None]
    if not found:
        raise KeyError(name)
    return found[0]


def _of_the_island(kind: str, rest: str) -> Text | None:
    """Return the display name of a thing that belongs to a seat, space, card or location."""
    first, _, last = rest.partition(":")
    match kind:
        case "seat" if _is_number(rest):
            return say("player {n}", n=int(rest))
        case "space" if _is_number(rest):
            return say("space {n}", n=int(rest))
        case "source" if _is_number(first):
            return _SIDES[last](int(first)) if last in _SIDES else None
        case "top" if deck(first) in NAMES:
            return say("the top of {deck}", deck=Thing(_pile(first)))
        case "bottom" if deck(first) in NAMES:
            return say("the bottom of {deck}", deck=Thing(_pile(first)))
        case "uses":
            return say("markers on {item}", item=Thing(rest))
        case "exhausted":
            return say("an exhausted source of {tile}", tile=Thing(rest.rpartition(":")[0]))
        case "task" if _is_number(first):
            return _task(rest)
    return None


def _pile(name: str) -> str:
    return HUNTING if name == BEAST else deck(name)


def _task(rest: str) -> Text:
    """Return the display name of a planned action: `<seat>:<n>:<location>`."""
    seat, _, where = rest.partition(":")
    return say("{seat} at {place}", seat=who(int(seat)), place=Thing(where.partition(":")[2]))


_SIDES: dict[str, Callable[[int], Text]] = {
    "left": lambda n: say("the left source of space {n}", n=n),
    "right": lambda n: say("the right source of space {n}", n=n),
}


def label_value(setting: Setting, key: str, value: Value) -> Slot:
    """Return the display text of a value: for the turn, the seat's name instead of its number."""
    if key in (TURN, FIRST) and isinstance(value, int) and value in setting.all_seats:
        return who(value)
    if key == PHASE:
        return PHASES.get(str(value), str(value))
    if key == ENDING:
        return ENDINGS.get(str(value), str(value))
    if key == WEATHER:
        return weather(str(value))
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return value if isinstance(value, int) else str(value)


_CLOUDS: dict[str, Callable[[str], Text]] = {
    "rain": lambda n: say("rain {n}", n=n),
    "snow": lambda n: say("snow {n}", n=n),
}

_ANIMALS: dict[str, Text] = {
    "food": say("food lost"), "palisade": say("a palisade level lost"), "beast": say("a beast"), "blank": say("nothing")
}  # fmt: skip


def weather(shown: str) -> Text:
    """Return the words for rolled weather dice: `rain:2,snow:1,beast`."""
    words: list[Slot] = []
    for part in filter(None, shown.split(",")):
        what, _, n = part.partition(":")
        words.append(_CLOUDS[what](n) if what in _CLOUDS else _ANIMALS.get(what, part))
    return listed(words) if words else say("nothing")
