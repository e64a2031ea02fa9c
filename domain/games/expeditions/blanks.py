"""Components that a catalogue can leave blank: cards, location tiles, mechs, characters and companions (EX-105)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tablescribe.domain.box.blanks import BlankKind, Data, in_order, is_marked_blank
from tablescribe.domain.games.expeditions.brief import ongoing, read, words, words_of_a_mech
from tablescribe.domain.games.expeditions.zones import MECH, mech_mat

EMPTY_CARD: Data = {"kind": "blank", "worker": "any", "ability": {"do": "judge", "text": "…"}}


def _tiles(data: Data) -> Iterator[tuple[str, Data]]:
    return ((f"{one['region']}:{one['id']}", one) for one in data["locations"])


def _of(prefix: str, field: str) -> Callable[[Data], Iterator[tuple[str, Data]]]:
    return lambda data: ((f"{prefix}:{one['id']}", one) for one in data[field])


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
    return {"id": card["id"], "name": card["id"], **EMPTY_CARD}


def _is_blank_card(card: Data) -> bool:
    return bool(card["kind"] == "blank")


def _ours(part: Data) -> bool:
    return bool(part.get("origin", "house") == "house")


def _filled(blank: Data, says: Data) -> Data:
    return {**says, "id": blank["id"], "origin": "printed"}


def _card_order(first: str) -> tuple[str, ...]:
    """Return the fields of a card as they are typed, those of its kind last. `i`, `m` or `q` is enough for the kind."""
    ends = {"i": ("ongoing", "coins"), "m": ("bonus",), "q": ("location", "cost", "benefit")}
    return ("kind", "name", "power", "guile", "worker", "ability", *ends.get(first[:1], ()))


def _role(name: str) -> Data:
    """Return the kind of a starting card from its name: `starter:p1-character` is a character."""
    return {"kind": name.rpartition("-")[2]}


EXAMPLES = {
    "item": "item Ice_Axe 2 0 red vanquish reach1 2", "meteorite": "meteorite Comet 1 1 any 2coins 1red/1blue",
    "quest": "quest Raid 0 2 blue card 9 2power 3coins",
}  # fmt: skip
"""For each kind of card, an example of a declaration as it is typed."""


def _card_example(card: Data) -> str:
    """Return an example declaration for a card's kind; the one for an item if the kind is not known yet."""
    return next((words for kind, words in EXAMPLES.items() if kind.startswith(card["kind"])), EXAMPLES["item"])


def _tile_example(tile: Data) -> str:
    """Return an example declaration for a tile. The tile with level 20 is known to have that level."""
    return f"Ferry {tile['level'] if tile['level'] == 'twenty' else 2} 2power"


def _example(*words: str) -> Callable[[Data], str]:
    return lambda part: " ".join(words)


def _read_mech(field: str, word: str) -> Any:
    return ongoing(word) if field == "ability" else read(field, word)


BLANKS = (
    BlankKind("cards", _of("card", "cards"), _is_blank_card, _blank_card, _ours, _filled, "declare", _card_order, read,
           alike=True, words=words, example=_card_example),
    BlankKind("tiles", _tiles, is_marked_blank, _blank_tile, _ours, _filled,
           "declare_tile", in_order("name", "level", "gather", "covered"), read, words=words,
           example=_tile_example),
    BlankKind("mechs", _of("mat", "mechs"), is_marked_blank, _blank_mech, _ours, _filled,
           "declare_mech", in_order("name", "ability"), _read_mech,
           words=words_of_a_mech, example=_example("Strider", "explore:1coin"),
           lies=lambda table: (mech_mat(table.text(MECH)),)),
    BlankKind("people", _people, _is_blank_card, _blank_person, _ours, _filled,
           "declare", in_order("name", "power", "guile", "worker", "ability"), read, _role,
           words=words, example=_example("Gunter_Weiss", "1", "1", "any", "solve")),
)  # fmt: skip
"""The kinds of blanks. Blank mechs and people keep the catalogue's names until they are declared."""
