"""The items under the ruins (RO-9.3, RO-9.7, RO-14.3). Which item is where is unknown."""

from __future__ import annotations

from collections.abc import Mapping

from tablescribe.domain.games.root.board import catalogue_of, under
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, face_down

RUIN_ITEM = "ruin"
"""The deck of these items: `ruin:boot` and others; `?ruin` while face down."""


def ruin_items(setting: Setting) -> dict[str, int]:
    """Return one set of the items: one for each ruin."""
    return {f"{RUIN_ITEM}:{name}": 1 for name in catalogue_of(setting).ruin_items}


def boxed(setting: Setting, sets: int) -> Mapping[str, int]:
    """Return the sets in the box; a second set is for a second Vagabond (RO-9.7)."""
    return {piece: n * sets for piece, n in deck_box(RUIN_ITEM, ruin_items(setting)).items()}


def has_ruin_items(play: Play) -> bool:
    """Return whether a set is or was under the ruins."""
    return bool(play.table.get("ruin-items"))


def place_ruin_items(play: Play, *, again: bool = False) -> None:
    """Put an item under each ruin once; `again` adds the second Vagabond's set."""
    if has_ruin_items(play) and not again:
        return
    play.set("ruin-items", play.table.number("ruin-items") + 1)
    play.lay_deck(RUIN_ITEM, ruin_items(play.opening))
    for at in land(play.opening).ruins:
        play.move(face_down(RUIN_ITEM), 1, deck(RUIN_ITEM), under(at))
