"""The symmetries of Tomb Raider CCG.

A level can be mirrored: columns, arrows, left and right change places. Raiders
can be counted from another one, and cards can have other names. Cards that nobody draws, and a level that nobody plays,
change nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tablescribe.domain.games import game
from tablescribe.domain.games.tomb_raider.board import FIRST, READY, ROUND
from tablescribe.domain.match.match import Match
from tests.domain.symmetry import Plain, Symmetry, deep, fields, renamed, shuffled

PRINTED: Any = game("tomb_raider").catalogue

SIDES = {"left": "right", "right": "left"}


def side(one: Any) -> Any:
    """Return the other side: of an arrow, a way, a marker (`marker:exit_left`), or a card's orientation (`.left`)."""
    return (
        re.sub(r"^(.*[._])?(left|right)$", lambda found: f"{found[1] or ''}{SIDES[found[2]]}", one)
        if isinstance(one, str)
        else one
    )


def level_in_a_mirror(level: Plain) -> Plain:
    """Return a level whose columns are counted from the right."""
    last = level["width"] + 1
    columns: dict[Any, Any] = {1: "last", "last": 1, "middle": "middle"}
    found = level | {
        "entrances": [one | {"column": columns[one["column"]]} for one in level["entrances"]],
        "decks": [
            deck | ({"columns": [last - deck["columns"][1], last - deck["columns"][0]]} if "columns" in deck else {})
            for deck in level["decks"]
        ],
        "fixed": [row[::-1] for row in level["fixed"]],
    }
    if "treasure_at" in level:
        found["treasure_at"] = [last - level["treasure_at"][0], level["treasure_at"][1]]
    return found


def box_in_a_mirror(data: Plain, seats: int) -> Plain:
    """Return the components for the mirrored levels: arrows point to the other side."""
    cards = [card | ({"exits": deep(card["exits"], side)} if "exits" in card else {}) for card in data["cards"]]
    return data | {"cards": cards, "levels": [level_in_a_mirror(level) for level in data["levels"]]}


def in_a_mirror(width: int) -> Callable[[Any], Any]:
    """Return a function that mirrors names on a map of this width."""

    def say(one: Any) -> Any:
        if not isinstance(one, str):
            return one
        return side(re.sub(r"^space:(\d+)", lambda found: f"space:{width + 1 - int(found[1])}", one))

    return say


def mirrored(level: str) -> Symmetry:
    """Return the symmetry of a level in a mirror."""
    design = next(one for one in PRINTED.levels if one.id == level)
    say = in_a_mirror(design.width)
    return Symmetry(
        f"{level} in a mirror",
        catalogue=box_in_a_mirror,
        action=lambda data, seats: deep(data, say),
        outcome=lambda outcome, question, seats: say(outcome),
        fixed={"level": level},
        fits=lambda seats: design.seats[0] <= seats <= design.seats[1],
    )


# --- raiders ---------------------------------------------------------------------------------------


def one_further(seat: int, seats: int) -> int:
    """Return the next seat."""
    return seat % seats + 1


def said_further(one: Any, seats: int) -> Any:
    """Return the name of a seat's thing for the next seat: `draw2:059`, `hand:2`, `seat:2`."""
    return (
        re.sub(
            r"^(\??(?:draw|hand:|seat:|figure:|raider:|saved:|unsaved:))(\d)(?=:|$)",
            lambda found: f"{found[1]}{one_further(int(found[2]), seats)}",
            one,
        )
        if isinstance(one, str)
        else one
    )


def action_further(data: Plain, seats: int) -> Plain:
    """Rewrite an action for the next raiders."""
    data = deep(data, lambda one: said_further(one, seats))
    return fields(raider=lambda seat: one_further(seat, seats))(data)


RAIDERS = [card.id for card in PRINTED.cards if card.type == "raider" and card.power == 1][:3] * 3
"""Raiders for up to nine seats: neighbours have different abilities."""


def raiders_further(data: Plain, seats: int) -> Plain:
    """Return the options with each raider at the next seat."""
    raiders = data["raiders"].split(",")[:seats]
    return data | {"raiders": ",".join(raiders[-1:] + raiders[:-1])}


def nobody_has_begun(match: Match) -> bool:
    """Return whether the order is still to be rolled for: anybody may do so (TR-37)."""
    return match.table.get(ROUND) == READY and match.table.get(FIRST) is None


NAMES = shuffled([card.id for card in PRINTED.cards if card.type in ("action", "discovery", "obstacle")])
"""Other names of cards that draw decks are made of."""


def more(data: Plain, seats: int) -> Plain:
    """Return the components with a location that nobody draws, and a level that nobody plays."""
    levels = [data["levels"][0] | {"id": "unused", "rule": "TR-129"}]
    return data | {"levels": [*data["levels"], *levels], "cards": [*data["cards"], data["cards"][3] | {"id": "999"}]}


SYMMETRIES = (
    *(mirrored(level) for level in ("introductory", "trapped_in_the_tombs", "parallel_peril")),
    Symmetry(
        "with raiders counted from another one on",
        seat=one_further,
        turns=True,
        options=raiders_further,
        action=action_further,
        outcome=lambda outcome, question, seats: said_further(outcome, seats),
        fixed={"level": "trapped_in_the_tombs", "raiders": ",".join(RAIDERS)},
        fits=lambda seats: seats > 1,
        anybody=nobody_has_begun,
    ),
    renamed(NAMES, "with other names of cards"),
    Symmetry("with what nobody draws or plays", catalogue=more, unused=frozenset({"level:999"})),
)
