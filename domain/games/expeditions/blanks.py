"""What can be blank in a catalogue of Expeditions: cards, location tiles, mechs, characters and companions (EX-105)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.blanks import Blanks, Data

EMPTY_CARD: Data = {"kind": "blank", "worker": "any", "ability": {"do": "judge", "text": "…"}}


def _cards(data: Data) -> Iterator[tuple[str, Data]]:
    return ((f"card:{one['id']}", one) for one in data["cards"])


def _tiles(data: Data) -> Iterator[tuple[str, Data]]:
    return ((f"{one['region']}:{one['id']}", one) for one in data["locations"])


def _mechs(data: Data) -> Iterator[tuple[str, Data]]:
    return ((f"mat:{one['id']}", one) for one in data["mechs"])


def _people(data: Data) -> Iterator[tuple[str, Data]]:
    roles = ("character", "companion")
    return ((f"starter:{pair['id']}-{role}", pair[role]) for pair in data["pairs"] for role in roles)


def _blank_card(number: int, _card: Data) -> Data:
    return {"id": f"b{number + 1:02}", "name": f"b{number + 1:02}", **EMPTY_CARD}


def _blank_tile(_number: int, tile: Data) -> Data:
    level = tile["level"] if tile["level"] == "twenty" else 0
    return {"id": tile["id"], "region": tile["region"], "name": "?", "level": level, "blank": True}


def _blank_mech(_number: int, mech: Data) -> Data:
    return {"id": mech["id"], "name": mech["name"], "blank": True}


def _blank_person(_number: int, card: Data) -> Data:
    return {"id": card["id"], "name": card["name"], **EMPTY_CARD}


def _is_blank_card(card: Data) -> bool:
    return bool(card["kind"] == "blank")


def _is_blank(part: Data) -> bool:
    return bool(part.get("blank"))


def _ours(part: Data) -> bool:
    return bool(part.get("origin", "house") == "house")


def _filled(blank: Data, says: Data) -> Data:
    return {**says, "id": blank["id"], "origin": "printed"}


BLANKS = (
    Blanks("cards", _cards, _is_blank_card, _blank_card, _ours, _filled, alike=True),
    Blanks("tiles", _tiles, _is_blank, _blank_tile, _ours, _filled),
    Blanks("mechs", _mechs, _is_blank, _blank_mech, _ours, _filled),
    Blanks("people", _people, _is_blank_card, _blank_person, _ours, _filled),
)
"""A table's box has the mechs and people of the catalogue under its names, until somebody says what they are."""
