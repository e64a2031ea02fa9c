"""What can be blank in a catalogue of Expeditions: cards, location tiles, mechs, characters and companions (EX-105)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablescribe.domain.box.blanks import BlankKind, Data
from tablescribe.domain.games.expeditions.brief import ongoing, read, words, words_of_a_mech
from tablescribe.domain.games.expeditions.zones import MECH, mech_mat
from tablescribe.domain.table.table import Table

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


def _card_order(first: str) -> tuple[str, ...]:
    """A card's fields: what its kind has stands at the end. A kind may be told by its first letter."""
    ends = {"i": ("ongoing", "coins"), "m": ("bonus",), "q": ("location", "cost", "benefit")}
    return ("kind", "name", "power", "guile", "worker", "ability", *ends.get(first[:1], ()))


def _tile_order(_first: str) -> tuple[str, ...]:
    return ("name", "level", "gather", "covered")


def _mech_order(_first: str) -> tuple[str, ...]:
    return ("name", "ability")


def _person_order(_first: str) -> tuple[str, ...]:
    return ("name", "power", "guile", "worker", "ability")


def _role(name: str) -> Data:
    """Return what `starter:p1-character` tells of a card."""
    return {"kind": name.rpartition("-")[2]}


def _read_mech(field: str, word: str) -> Any:
    return ongoing(word) if field == "ability" else read(field, word)


def _mat_played_with(table: Table) -> tuple[str, ...]:
    return (mech_mat(table.text(MECH)),)


BLANKS = (
    BlankKind("cards", _cards, _is_blank_card, _blank_card, _ours, _filled, "declare", _card_order, read,
           alike=True, words=words),
    BlankKind("tiles", _tiles, _is_blank, _blank_tile, _ours, _filled, "declare_tile", _tile_order, read, words=words),
    BlankKind("mechs", _mechs, _is_blank, _blank_mech, _ours, _filled, "declare_mech", _mech_order, _read_mech,
           words=words_of_a_mech, lies=_mat_played_with),
    BlankKind("people", _people, _is_blank_card, _blank_person, _ours, _filled, "declare", _person_order, read, _role,
           words=words),
)  # fmt: skip
"""A table's box has the mechs and people of the catalogue under its names, until somebody says what they are."""
