"""A box with blank components, for a table that knows only how many of them there are."""

from __future__ import annotations

from typing import Any, cast

from tablescribe.domain.games import game
from tablescribe.domain.games.robinson.actions.declaring import (
    DeclareBeast,
    DeclareInvention,
    DeclareItem,
    DeclareTile,
    DeclareToken,
)
from tablescribe.domain.games.robinson.components import RobinsonCatalogue
from tablescribe.domain.rules.action import Action

PRINTED = cast(RobinsonCatalogue, game("robinson").catalogue)
"""The built-in components, which a table reads out when one of its own is revealed."""

BEAST = {"strength": 0, "weapon": 0, "food": 0, "fur": 0}


def blank_cards() -> Any:
    """Return a box in which tiles 8 and beyond, beasts, inventions, starting items and tokens are blank."""
    data = PRINTED.plain() | {"name": "blank cards"}
    for tile in data["tiles"]:
        if tile["id"] >= 8:
            tile |= {"terrain": "unknown", "left": "unknown", "right": "unknown", "discovery": 0}
            tile.pop("totem", None)
            tile.pop("natural_shelter", None)
    data["beasts"] = [{**BEAST, **_named(one)} for one in data["beasts"]]
    lies = ("group", "character")
    data["inventions"] = [
        {**_named(one), **{key: one[key] for key in lies if key in one}} for one in data["inventions"]
    ]  # fmt: skip
    nothing = {"effect": {"do": "nothing"}}
    data["starting_items"] = [{**_named(one), **nothing, "uses": 1} for one in data["starting_items"]]
    data["discoveries"] = [
        {**_named(one), **nothing, "count": one.get("count", 1)} for one in data["discoveries"]
    ]  # fmt: skip
    return data


def declared(piece: str) -> Action:
    """Return the declaration of what is printed on a component."""
    match piece.partition(":")[0]:
        case "tile":
            return DeclareTile(says=PRINTED.tile(piece))
        case "beast":
            return DeclareBeast(says=PRINTED.beast(piece))
        case "invention":
            return DeclareInvention(says=PRINTED.invention(piece))
        case "starting":
            return DeclareItem(says=PRINTED.starting_item(piece))
    return DeclareToken(says=PRINTED.discovery(piece))


def _named(one: Any) -> dict[str, Any]:
    return {"id": one["id"], "name": one["name"], "blank": True}
