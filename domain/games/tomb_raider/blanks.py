"""Components that a catalogue can leave blank: cards whose values the manual does not print (TR-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablescribe.domain.box.blanks import BlankKind, Data
from tablescribe.domain.games.tomb_raider.brief import FURTHER, example, field_of, read, words
from tablescribe.domain.games.tomb_raider.components import NEEDED
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Table

KINDS = {
    "locations": "location", "raiders": "raider", "obstacles": "obstacle", "actions": "action",
    "discoveries": "discovery", "treasures": "treasure", "upgrades": "upgrade", "secret_moves": "secret_move",
}  # fmt: skip
"""The kinds of cards that can be blank, with their types."""


STAYS = ("id", "type", "family", "entrance", "treasure_room", "power", "min_depth", "printed", "for_raider")
"""The fields known of an unread card: those for which levels and decks need it."""


def _needed(card: Data) -> tuple[str, ...]:
    """Return the fields that the rules need."""
    fields = NEEDED["".join(word.capitalize() for word in card["type"].split("_"))]
    return (*fields, "treasure_difficulty") if card.get("treasure_room") else fields


def _of(kind: str) -> Callable[[Data], Iterable[tuple[str, Data]]]:
    return lambda data: ((card["id"], card) for card in data["cards"] if card["type"] == kind)


def _known(card: Data) -> tuple[str, ...]:
    """Return the fields that are not house values: those that are printed, and those needed by levels and decks."""
    own = ("power",) if card["type"] != "upgrade" else ()
    stays = [field for field in STAYS if field != "power"]
    return (*stays, *own, *card.get("printed", ()))


def _unprinted(card: Data) -> set[str]:
    """Return the fields with house values; a name that repeats the number is none."""
    told = {field for field, value in card.items() if value is not None and field not in _known(card)}
    return told - ({"name"} if card["name"] == card["id"] else set())


def _blank(_number: int, card: Data) -> Data:
    return {"name": card["id"], **{key: value for key, value in card.items() if key in _known(card)}}


def _is_blank(card: Data) -> bool:
    return any(card.get(field) is None for field in _needed(card))


def _filled(blank: Data, says: Data) -> Data:
    return {**says, "id": blank["id"]}


def _order(card: Data) -> tuple[str, ...]:
    """Return the fields still to be read; those the manual prints are known."""
    return tuple(field for field in _needed(card) if card.get(field) is None) or _needed(card)


def _to_be_read(table: Table) -> tuple[str, ...]:
    """Return the card being read; no other can be declared."""
    if table.get(AWAITS) != "read":
        return ()
    steps = [step for step in due(table) if step.do == "read"]
    return (str(steps[-1].arguments["card"]),) if steps else ()


BLANKS = tuple(
    BlankKind(
        kind, _of(type_), _is_blank, _blank, lambda card: bool(_unprinted(card)), _filled, "declare", read=read,
        words=words(type_), lies=_to_be_read, order=_order, further=FURTHER[type_], field_of=field_of(type_),
        example=lambda card: example(card, _order(card)),
    )
    for kind, type_ in KINDS.items()
)  # fmt: skip
"""The kinds of cards that can be blank."""
