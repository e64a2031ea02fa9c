"""Names of zones, pieces and values, and typed reading of the table."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast

from domain.chance import Outcome
from domain.game import Opening
from domain.games.freeform.components import FreeformCatalogue
from domain.play import AWAITS
from domain.table import BOX, HIDDEN

TURN = "turn"  # the seat to act
WINNERS = "winners"  # "2", "1,3", or "nobody"
POOL = "unseen:"  # begins the zones of identities: no place on the table


def catalogue_of(opening: Opening) -> FreeformCatalogue:
    """Return the table's own components."""
    return cast(FreeformCatalogue, opening.catalogue)


def cards_of(opening: Opening, deck: str) -> dict[str, int]:
    """Return a deck's cards as the pieces they are on the table."""
    return {f"{deck}:{card}": n for card, n in catalogue_of(opening).decks[deck].items()}


def deck_of(opening: Opening, piece: str) -> str:
    """Return the deck that a card belongs to, known or face down; the empty text for any other piece."""
    deck, colon, _ = piece.removeprefix(HIDDEN).partition(":")
    is_card = bool(colon) != piece.startswith(HIDDEN) and deck in catalogue_of(opening).decks
    return deck if is_card else ""


def faces_of(opening: Opening, die: str) -> Counter[Outcome]:
    """Return what a die can show and on how many sides; nothing when nobody knows that die.

    A die that the catalogue does not name but is called `d<number>` has that many numbered sides.
    """
    sides = catalogue_of(opening).dice.get(die, ())
    if not sides and re.fullmatch(r"d[1-9][0-9]{0,2}", die):
        sides = tuple(range(1, int(die[1:]) + 1))
    return Counter(sides)


def hand(seat: int) -> str:
    """Return the zone that only this seat sees."""
    return f"hand:{seat}"


def owner(opening: Opening, zone: str) -> int | None:
    """Return the seat whose hand the zone is, if it is one."""
    return next((seat for seat in range(1, opening.seats + 1) if zone == hand(seat)), None)


def seat_name(seat: int) -> str:
    """Return the name of a seat."""
    return f"seat:{seat}"


def deck_zone(deck: str) -> str:
    """Return the zone of a deck's cards."""
    return f"deck:{deck}"


def rolled(die: str) -> str:
    """Return the key of what a die showed last."""
    return f"rolled:{die}"


def score(seat: int) -> str:
    """Return the key of a seat's points."""
    return f"score:{seat}"


def is_kept_by_an_action(key: str) -> bool:
    """Return whether a value has an action of its own: the turn, the winners, points, dice and windows."""
    return key in (TURN, WINNERS) or key.partition(":")[0] in ("score", "rolled", AWAITS)


def label(opening: Opening, name: str) -> str:
    """Name things as the table named them; the empty text for what is no concern of theirs."""
    kind, _, rest = name.partition(":")
    if kind == POOL[:-1]:
        return ""
    if name.startswith(HIDDEN) and deck_of(opening, name):
        return f"an unknown {name[1:]} card"
    if rest and kind in _KINDS:
        return _KINDS[kind].format(rest)
    return rest if deck_of(opening, name) else _NAMES.get(name, name)


_KINDS = {
    "seat": "seat {}", "hand": "the hand of seat {}", "score": "points of seat {}",
    "deck": "the {} deck", "rolled": "{} shows",
}  # fmt: skip

_NAMES = {BOX: "the box", TURN: "the turn", WINNERS: "winners"}
