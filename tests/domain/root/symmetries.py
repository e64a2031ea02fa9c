"""The symmetries of Root.

Clearings can have other numbers, and seats can be counted from another one. The three suits are equivalent: if all
cards, clearings and pieces of each suit become those of the next, the same actions are legal. A card that nobody draws
changes nothing. Nor does the Ferry, except for riding it: it makes no clearing adjacent, so a map without it allows the
same other actions.

Left out: what Corvid Spies and the Highway Band do in several clearings is asked in the order of their numbers.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from tests.domain.symmetry import Plain, Symmetry, at, deep, renamed, shuffled, words

CLEARINGS = {int(one): int(other) for one, other in shuffled([str(n) for n in range(1, 13)]).items()} | {0: 0}
"""Other numbers of the clearings; the Burrow is 0 on every map."""


def clearing(number: Any) -> Any:
    """Return the other number of a clearing."""
    return CLEARINGS[number] if isinstance(number, int) else number


def forest(found: re.Match[str]) -> str:
    """Return the other name of a forest: `1_2_5`."""
    return "_".join(map(str, sorted(CLEARINGS[int(one)] for one in found[0].split("_"))))


def path(found: re.Match[str]) -> str:
    """Return the other name of a path: `path:2-5`."""
    one, other = sorted(CLEARINGS[int(found[n])] for n in (1, 2))
    return f"path:{one}-{other}"


def place(one: Any) -> Any:
    """Return the other name of a place within a text."""
    if not isinstance(one, str):
        return one
    one = re.sub(r"path:(\d+)-(\d+)", path, one)
    one = re.sub(r"(?<!\d)\d+(_\d+)+", forest, one)
    return re.sub(
        r"((?:clearing|suit|under|bitter|home|ruin)[: ])(\d+)",
        lambda found: f"{found[1]}{CLEARINGS[int(found[2])]}",
        one,
    )


def land_numbered(data: Plain, seats: int) -> Plain:
    """Return the components with other numbers of the clearings on each map."""

    def links(some: Any) -> Any:
        return [sorted(pair) for pair in deep(some, clearing)]

    def one(land: Plain) -> Plain:
        land = at(("id", "edge", "forests", "coastal", "ferry", "tower"), land, clearing)
        land["clearings"] = sorted(land["clearings"], key=lambda here: int(here["id"]))
        return land | {key: links(land[key]) for key in ("paths", "rivers", "corners", "closed") if key in land}

    return data | {"maps": {name: one(land) for name, land in data["maps"].items()}}


PLACES = ("at", "origin", "to", "one", "other", "instead")
"""Fields of actions that name clearings by their numbers."""


def said_elsewhere(data: Plain, seats: int) -> Plain:
    """Rewrite an action for the clearings' other numbers."""
    if data["do"] in ("hand_on", "shift"):  # to a seat, to a column
        return data
    return {
        key: clearing(value) if key in PLACES and isinstance(value, int) else place(value)
        for key, value in data.items()
    }


# --- seats -----------------------------------------------------------------------------------------


def one_further(seat: int, seats: int) -> int:
    """Return the next seat."""
    return seat % seats + 1


def options_further(data: Plain, seats: int) -> Plain:
    """Return the options with each faction at the next seat."""
    factions, first = data["factions"][:seats], data["first_player"]
    return data | {
        "factions": factions[-1:] + factions[:-1] + data["factions"][seats:],
        "first_player": one_further(first, seats) if first is not None else None,
    }


def said_further(data: Plain, seats: int) -> Plain:
    """Rewrite an action for the next seats."""
    seat = ("victim", "partner", *(("to",) if data["do"] == "hand_on" else ()))
    return {
        key: one_further(value, seats) if key in seat and isinstance(value, int) else value
        for key, value in data.items()
    }


# --- suits -----------------------------------------------------------------------------------------

SUITS = {
    "fox": "rabbit", "rabbit": "mouse", "mouse": "fox", "foxes": "rabbits", "rabbits": "mice", "mice": "foxes",
}  # fmt: skip


def said_in_suits(data: Plain, seats: int) -> Plain:
    """Rewrite an action for the next suits; those of crafting pieces are named in alphabetical order."""
    data = deep(data, words(SUITS))
    return data | ({"using": ",".join(sorted(data["using"].split(",")))} if data.get("using") else {})


# --- unused components ------------------------------------------------------------------------------


def more(data: Plain, seats: int) -> Plain:
    """Return the components with a card that nobody draws in each deck, and a quest that nobody sees."""
    card = data["cards"]["both"][-1] | {"id": "unused"}
    return data | {
        "cards": data["cards"] | {"both": [*data["cards"]["both"], card]},
        "quests": [*data["quests"], data["quests"][0] | {"id": "unused"}],
    }


def without_ferry(data: Plain, seats: int) -> Plain:
    """Return the components without the Ferry of the lake."""
    lake = {key: value for key, value in data["maps"]["lake"].items() if key != "ferry"}
    return data | {"maps": data["maps"] | {"lake": lake}}


def rides(data: Plain) -> bool:
    """Return whether an action takes pieces over the lake from the Ferry's clearing, along no path."""
    far = (10, 11, 12, "clearing:10", "clearing:11", "clearing:12")
    return data.get("to") in far and data.get("origin", 1) == 1 and data["do"] not in ("hand_on", "shift")


THE_FERRY = Symmetry(
    "without the Ferry that nobody rides",
    catalogue=without_ferry,
    fixed={"map": "lake", "landmarks": 0},
    besides=rides,
    avoids=rides,
)

SYMMETRIES = (
    Symmetry(
        "with other numbers of the clearings",
        catalogue=land_numbered,
        action=said_elsewhere,
        outcome=lambda outcome, question, seats: place(outcome),
        turns=True,
        why=place,
    ),
    Symmetry(
        "with seats counted from another one on",
        seat=one_further,
        options=options_further,
        action=said_further,
        turns=True,
    ),
    replace(renamed(SUITS, "with each suit as the next"), action=said_in_suits),
    Symmetry("with what nobody draws", catalogue=more, unused=frozenset({"card:unused", "quest:unused"})),
    THE_FERRY,
)
