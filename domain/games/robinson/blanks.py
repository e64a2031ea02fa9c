"""Components that a catalogue can leave blank: tiles, beasts, inventions, starting items, tokens (RC-B96)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablescribe.domain.box.blanks import BlankKind, Data, in_order, is_marked_blank
from tablescribe.domain.games.robinson.board import BEAST, DISCOVERY, INVENTION, STARTING, TILE
from tablescribe.domain.games.robinson.brief import parts, read, words

STAYS = ("id", "name", "group", "character", "count")
"""The fields known without seeing a component's face: name, owner, number of copies."""

NOTHING: Data = {"effect": {"do": "nothing"}}


def _of(deck: str, field: str) -> Callable[[Data], Iterable[tuple[str, Data]]]:
    return lambda data: ((f"{deck}:{one['id']}", one) for one in data[field])


def _emptied(**empty: object) -> Callable[[int, Data], Data]:
    return lambda _number, part: {**{key: part[key] for key in STAYS if key in part}, **empty, "blank": True}


def _blank_tile(_number: int, tile: Data) -> Data:
    return {"id": tile["id"], "terrain": "unknown", "left": "unknown", "right": "unknown", "discovery": 0}


def _ours(part: Data) -> bool:
    return bool(part.get("origin", "printed") == "house")


def _filled(blank: Data, says: Data) -> Data:
    return {**says, "id": blank["id"], **({"count": blank["count"]} if "count" in blank else {})}


def _typed(*words: str) -> Callable[[Data], str]:
    """Return a function for an example declaration: the component's own name, then these words."""
    return lambda part: " ".join([str(part.get("name", "")).replace(" ", "_"), *words]).strip()


BLANKS = (
    BlankKind("tiles", _of(TILE, "tiles"), lambda tile: bool(tile["terrain"] == "unknown"), _blank_tile, _ours, _filled,
           "declare_tile", in_order("terrain", "left", "right", "discovery", "totem", "natural_shelter", "text"),
           example=_typed("river", "fish", "beast", "1")),
    BlankKind("beasts", _of(BEAST, "beasts"), is_marked_blank, _emptied(strength=0, weapon=0, food=0, fur=0), _ours,
           _filled, "declare_beast",
           in_order("name", "strength", "weapon", "food", "fur", "wounds", "discovery", "text"),
           example=_typed("3", "1", "2", "1")),
    BlankKind("inventions", _of(INVENTION, "inventions"), is_marked_blank, _emptied(), _ours, _filled,
           "declare_invention", in_order("name", "terrain", "items", "prices", "gives"), read, words=words,
           parts=parts, example=_typed("plains", "-", "1wood", "weapon+1")),
    BlankKind("items", _of(STARTING, "starting_items"), is_marked_blank, _emptied(uses=1, **NOTHING), _ours, _filled,
           "declare_item", in_order("name", "uses", "effect"), read, words=words, example=_typed("2", "2food")),
    BlankKind("tokens", _of(DISCOVERY, "discoveries"), is_marked_blank, _emptied(**NOTHING), _ours, _filled,
           "declare_token", in_order("name", "effect", "immediate", "item", "weapon"), read, words=words,
           example=_typed("1heal")),
)  # fmt: skip
"""The kinds of components that can be blank. Tiles on which a scenario begins keep only their names."""
