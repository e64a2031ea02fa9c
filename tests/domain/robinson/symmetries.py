"""The symmetries of Robinson Crusoe.

Seats can be counted from another person, as the first player is drawn by lot and camps are arranged clockwise from
there. Spaces can have other numbers and cards other names. The two sources of a tile are equivalent, so tiles can be
mirrored. Components that nobody draws or chooses change nothing. Actions carried out "as they stand" are ordered
by their names, so nobody uses that here.
"""

from __future__ import annotations

import re
from typing import Any

from tablescribe.domain.games import game
from tests.domain.symmetry import Plain, Symmetry, at, deep, fields, shuffled

PRINTED: Any = game("robinson").catalogue


def as_they_stand(data: Plain) -> bool:
    """Return whether an action leaves the order of things to their names."""
    return bool(data["do"] == "as_they_stand")


# --- seats -----------------------------------------------------------------------------------------


def one_further(seat: int, seats: int) -> int:
    """Return the next seat."""
    return seat % seats + 1


def said_further(data: Plain, seats: int) -> Plain:
    """Rewrite an action for the next seats."""

    def camp(one: Any) -> Any:
        return re.sub(r"^camp:(\d)$", lambda found: f"camp:{one_further(int(found[1]), seats)}", one)

    return fields(target=lambda seat: one_further(seat, seats), where=camp)(data)


# --- spaces, sides, names --------------------------------------------------------------------------

SPACES = {f"{one}": other for one, other in shuffled([str(n) for n in range(10)]).items()}
"""Other numbers of the spaces of `core_10`."""


def spaces_named(data: Plain, seats: int) -> Plain:
    """Return the components with other numbers of the spaces of `core_10`."""

    def say(one: Any) -> Any:
        return int(SPACES[str(one)]) if isinstance(one, int) else one

    layouts = [
        {
            **layout, "start": say(layout["start"]), "adjacent": deep(layout["adjacent"], say),
            "places": at(("id",), layout["places"], say),
        }
        if layout["id"] == "core_10" else layout for layout in data["layouts"]
    ]  # fmt: skip
    return data | {"layouts": layouts, "scenarios": at(("core_10",), data["scenarios"], lambda one: say(one))}


def said_elsewhere(data: Plain, seats: int) -> Plain:
    """Rewrite an action for the spaces' other numbers."""

    def where(one: str) -> str:
        return re.sub(r"^(space|source):(\d+)", lambda found: f"{found[1]}:{SPACES[found[2]]}", one)

    return fields(space=lambda one: int(SPACES[str(one)]), where=where)(data)


SIDES = {"left": "right", "right": "left"}


def mirrored_tiles(data: Plain, seats: int) -> Plain:
    """Return the components with each tile mirrored."""
    return data | {"tiles": [tile | {"left": tile["right"], "right": tile["left"]} for tile in data["tiles"]]}


def said_in_a_mirror(data: Plain, seats: int) -> Plain:
    """Rewrite an action for the other source."""

    def say(one: Any) -> Any:
        if not isinstance(one, str):
            return one
        return re.sub(r"^(.*:)?(left|right)$", lambda found: f"{found[1] or ''}{SIDES[found[2]]}", one)

    said: Plain = deep(data, say)
    return said


OTHERS = {
    "beasts": ("beast", shuffled([one.id for one in PRINTED.beasts])),
    "starting_items": ("starting", shuffled([one.id for one in PRINTED.starting_items])),
    "discoveries": ("discovery", shuffled([one.id for one in PRINTED.discoveries])),
    "inventions": ("invention", shuffled([one.id for one in PRINTED.inventions])),
}  # fmt: skip
PIECES = {f"{kind}:{one}": f"{kind}:{other}" for kind, names in OTHERS.values() for one, other in names.items()}
"""Other names of cards and tokens, as pieces."""


def cards_named(data: Plain, seats: int) -> Plain:
    """Return the components with other names of cards and tokens."""
    inventions = OTHERS["inventions"][1]
    data = at(("item", "items", "invention"), data, lambda one: inventions.get(one, one))
    return data | {
        kind: [one | {"id": names[one["id"]]} for one in data[kind]] for kind, (_, names) in OTHERS.items()
    }  # fmt: skip


def as_named(one: Any) -> Any:
    """Return the other name of a piece."""
    return PIECES.get(one, one) if isinstance(one, str) else one


# --- unused components ------------------------------------------------------------------------------


UNUSED = frozenset({"tile:99", "beast:unused", "starting:unused", "discovery:unused"})


def more(data: Plain, seats: int) -> Plain:
    """Return the components with some that nobody draws or chooses."""
    return data | {
        kind: [*data[kind], data[kind][0] | {"id": name}]
        for kind, name in (
            ("tiles", 99), ("beasts", "unused"), ("starting_items", "unused"), ("discoveries", "unused"),
            ("layouts", "unused"), ("scenarios", "unused"),
        )
    }  # fmt: skip


SYMMETRIES = (
    Symmetry(
        "with seats counted from another one on",
        seat=one_further,
        turns=True,
        action=said_further,
        outcome=lambda outcome, question, seats: (
            one_further(int(outcome), seats) if question.what == "the first player" else outcome
        ),
        avoids=as_they_stand,
    ),
    Symmetry(
        "with other numbers of the spaces",
        catalogue=spaces_named,
        action=said_elsewhere,
        fixed={"layout": "core_10"},
        avoids=as_they_stand,
    ),
    Symmetry("with tiles in a mirror", catalogue=mirrored_tiles, action=said_in_a_mirror, avoids=as_they_stand),
    Symmetry(
        "with other names of cards and tokens",
        catalogue=cards_named,
        action=lambda data, seats: deep(data, as_named),
        outcome=lambda outcome, question, seats: as_named(outcome),
        avoids=as_they_stand,
    ),
    Symmetry("with what nobody draws or chose", catalogue=more, unused=UNUSED),
)  # fmt: skip
