"""Candidate actions. The rules filter out illegal ones; a missing legal one is a defect."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablescribe.domain.games.root.board import LOGGED, Board
from tablescribe.domain.games.root.offers import (
    advanced,
    alliance,
    cards,
    core,
    corvids,
    duchy,
    eyrie,
    hirelings,
    hundreds,
    keepers,
    landmarks,
    lizards,
    marquise,
    riverfolk,
    vagabond,
)
from tablescribe.domain.games.root.pieces import (
    ALLIANCE,
    CORVIDS,
    DUCHY,
    EYRIE,
    HUNDREDS,
    KEEPERS,
    LIZARDS,
    MARQUISE,
    RIVERFOLK,
    VAGABOND,
    VAGABOND2,
)
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table

Offers = Callable[[Board, int], Iterator[Action]]

OF_FACTIONS: dict[str, Offers] = {
    MARQUISE: marquise.offers, EYRIE: eyrie.offers, ALLIANCE: alliance.offers, VAGABOND: vagabond.offers,
    VAGABOND2: vagabond.offers, LIZARDS: lizards.offers, RIVERFOLK: riverfolk.offers, DUCHY: duchy.offers,
    CORVIDS: corvids.offers, HUNDREDS: hundreds.offers, KEEPERS: keepers.offers,
}  # fmt: skip
"""The offers of each faction to its own seat."""

TO_ALL: tuple[Offers, ...] = (
    core.offers, advanced.offers, cards.offers, hirelings.offers, landmarks.offers, alliance.offers_to_all,
    vagabond.offers_to_all, corvids.offers_to_all, riverfolk.offers_to_all, keepers.offers_to_all,
)  # fmt: skip
"""The offers to any seat, including those because of a faction in play (the answer to Outrage)."""


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat, without repeats."""
    board = Board(setting, table)
    if board.is_over or board.stage == LOGGED:
        return
    some = [action for one in TO_ALL for action in one(board, seat)]
    if own := OF_FACTIONS.get(board.faction(seat)):
        some += own(board, seat)
    yield from dict.fromkeys(some)
