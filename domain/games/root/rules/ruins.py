"""The items under the ruins (RO-9.3, RO-9.7, RO-14.3): which lies where nobody knows."""

from __future__ import annotations

from collections.abc import Mapping

from tablescribe.domain.games.root.board import catalogue_of, under
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, face_down

RUIN_ITEM = "ruin"
"""The deck that they are: `ruin:boot` and the others, `?ruin` while they lie face down."""


def ruin_items(setting: Setting) -> dict[str, int]:
    """Return a set of them: one for each ruin."""
    return {f"{RUIN_ITEM}:{name}": 1 for name in catalogue_of(setting).ruin_items}


def boxed(setting: Setting, sets: int) -> Mapping[str, int]:
    """Return what the box holds: a second set is for a second Vagabond (RO-9.7)."""
    return {piece: n * sets for piece, n in deck_box(RUIN_ITEM, ruin_items(setting)).items()}


def has_ruin_items(play: Play) -> bool:
    """Return whether a set lies under the ruins, or did."""
    return bool(play.table.get("ruin-items"))


def place_ruin_items(play: Play, *, again: bool = False) -> None:
    """Put an item under each ruin, unless that was done; a second set for a second Vagabond is put there `again`."""
    if has_ruin_items(play) and not again:
        return
    play.set("ruin-items", play.table.number("ruin-items") + 1)
    play.lay_deck(RUIN_ITEM, ruin_items(play.opening))
    for at in land(play.opening).ruins:
        play.move(face_down(RUIN_ITEM), 1, deck(RUIN_ITEM), under(at))
