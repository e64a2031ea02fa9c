"""Conversion of a collector's list of cards to a catalogue: numbers, names, types, and any other known fields.

    cards:
      - {id: TR-004, set: base, number: 4, name: Skeletal Remains, type: location, rarity: fixed}
      - {id: SW-017, name: A Card of Mine, type: action, timing: any}

A line can also set fields of catalogue cards (`exits`, `danger`, `difficulty` …). Other fields have the values that
the manual prints for the card with that number. The rest is blank until a table declares it. Cards that are not in the
list, starters, levels and the draw deck are those of the program. `own_levels` adds levels (`designs.py`).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tablescribe.domain.box.catalogue import plain_data

LIST_ONLY = {"set", "number", "rarity", "source", "secret_move_no", "confidence", "text_note", "note"}
"""Fields of such lists that no rule needs."""

BASE_SET = "tr-"
"""The prefix of numbers from the first edition; levels leave it out."""

TYPES = {"character": "raider"}
"""Types with another name in such lists."""


def is_card_list(data: Any) -> bool:
    """Return whether plain data are a list of cards or levels to add to ours, instead of a whole catalogue."""
    parts = [data.get(key) for key in ("cards", "own_levels")] if isinstance(data, dict) else []
    return any(isinstance(part, list) for part in parts) and "levels" not in data


def as_catalogue(data: dict[str, Any]) -> dict[str, Any]:
    """Return a list of cards as the plain data of a catalogue. Lines without a type are left out.

    The catalogue's own models validate the cards.
    """
    house = _house()
    cards = {card["id"]: card for card in house["cards"]}
    for row in data.get("cards") or ():
        if isinstance(row, dict) and isinstance(row.get("id"), str) and row.get("type"):
            card = _card(row, cards)
            cards[card["id"]] = card
    header = {key: str(data[key]) for key in ("name", "edition") if isinstance(data.get(key), str | int)}
    return {
        "name": "card-list", "edition": "1", **header, "origin": "printed",
        "source": "a list of cards; what it does not tell comes with the program",
        "cards": list(cards.values()), "starters": house["starters"], "deck": house["deck"],
        "levels": [*house["levels"], *(data.get("own_levels") or ())],
    }  # fmt: skip


def _card(row: dict[str, Any], known: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return a line as a card: its own fields, and what the manual prints of the card with that number."""
    number = str(row["id"]).lower().replace("_", "-").removeprefix(BASE_SET)
    told = {key: value for key, value in row.items() if key not in LIST_ONLY and value is not None}
    told |= {"id": number, "type": TYPES.get(str(row["type"]), row["type"])}
    same = known.get(number, {})
    if same.get("type") != told["type"]:
        return told
    printed = {key: same[key] for key in same.get("printed", ()) if key in same}
    kept = {key: same[key] for key in ("family", "entrance", "treasure_room", "power", "use") if key in same}
    if "effects" not in printed and "effects" not in told:
        kept.pop("use", None)
    return {**kept, **printed, **told, "printed": sorted({*printed, *told} - {"id", "type", "printed"})}


@cache
def _house() -> dict[str, Any]:
    from importlib.resources import files  # imported here because it loads archive modules

    return plain_data(files(__package__).joinpath("catalogue.yaml").read_text("utf-8"))
