"""Remarks shown when a match is opened: how it ends, and which components are ours instead of printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from tablescribe.domain.games.expeditions.components import ExpeditionsCatalogue, ExpeditionsOptions, is_blank
from tablescribe.domain.rules.setting import Remark, Setting
from tablescribe.domain.words.text import Text, listed, say

FOURTH = say(
    "your fourth glory token also ends the game, as in the standard game; the solo rules mention only the Automa's "
    "eighth"
)


def remarks(setting: Setting) -> Iterator[Remark]:
    """Yield remarks about how the end is triggered, and about house values in this match."""
    catalogue, options = cast(ExpeditionsCatalogue, setting.catalogue), cast(ExpeditionsOptions, setting.options)
    if options.fourth_glory_ends:
        yield Remark(FOURTH, "EX-69", "fourth_glory_ends=false")
    level = catalogue.progress(options.level)
    if level is not None and level.origin == "house":
        house = say("the progress card of level {level}, {name}, is our own, not the printed one", level=level.level,
                    name=level.name)  # fmt: skip
        yield Remark(house, "EX-14")
    if ours := _house(catalogue, options):
        yield Remark(say("house values, not the printed ones: {what}", what=listed(ours)))


def _house(catalogue: ExpeditionsCatalogue, options: ExpeditionsOptions) -> list[Text]:
    """Return the kinds of components with house values. Blank ones do not count: the table declares them."""
    mechs = [mech for mech in catalogue.mechs if options.mech in (None, mech.id)]
    pairs = [card for pair in catalogue.pairs for card in (pair.character, pair.companion)]
    kinds = (
        (say("locations"), catalogue.locations),
        (say("cards"), catalogue.cards),
        (say("characters and companions"), pairs),
        (say("mechs"), mechs),
        (say("decision cards"), catalogue.decisions),
    )
    found = [name for name, some in kinds if any(one.origin == "house" and not is_blank(one) for one in some)]
    return [*found, say("the map and the token mix")] if catalogue.origin == "house" else found
