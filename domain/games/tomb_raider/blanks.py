"""What can be blank in a catalogue of Tomb Raider: the values of cards of which the manual prints none (TR-5)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from tablescribe.domain.box.blanks import BlankKind, Data
from tablescribe.domain.games.tomb_raider.brief import read, words
from tablescribe.domain.games.tomb_raider.components import NEEDED
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.table.table import Table

KINDS = {
    "locations": "location", "raiders": "raider", "obstacles": "obstacle", "actions": "action",
    "discoveries": "discovery", "treasures": "treasure", "upgrades": "upgrade", "secret_moves": "secret_move",
}  # fmt: skip
"""The kinds of cards that can be blank, with their types."""


def _needed(card: Data) -> tuple[str, ...]:
    """Return the fields without which the rules cannot go on."""
    fields = NEEDED["".join(word.capitalize() for word in card["type"].split("_"))]
    return (*fields, "treasure_difficulty") if card.get("treasure_room") else fields


def _of(kind: str) -> Callable[[Data], Iterable[tuple[str, Data]]]:
    return lambda data: ((card["id"], card) for card in data["cards"] if card["type"] == kind)


def _unprinted(card: Data) -> set[str]:
    return {field for field in _needed(card) if field in card and field not in card.get("printed", ())}


def _blank(_number: int, card: Data) -> Data:
    return {key: value for key, value in card.items() if key not in _unprinted(card)}


def _is_blank(card: Data) -> bool:
    return any(card.get(field) is None for field in _needed(card))


def _filled(blank: Data, says: Data) -> Data:
    return {**says, "id": blank["id"]}


def _order(kind: str) -> Callable[[str], tuple[str, ...]]:
    return lambda _first: _needed({"type": kind})


def _to_be_read(table: Table) -> tuple[str, ...]:
    """Return the cards that are read out now: no others may be."""
    return tuple(str(json.loads(step.kept)["card"]) for step in due(table) if step.do == "read")


BLANKS = tuple(
    BlankKind(
        kind,
        _of(type_),
        _is_blank,
        _blank,
        lambda card: bool(_unprinted(card)),
        _filled,
        "declare",
        _order(type_),
        read,
        words=words,
        lies=_to_be_read,
    )
    for kind, type_ in KINDS.items()
)
"""The kinds of cards that can be blank."""
