"""The progress of a turn: its phase and stage, and the actions left."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tablescribe.domain.games.root.board import LOGGED, PHASE, SETUP, STAGE, Board
from tablescribe.domain.games.root.pieces import ALLIANCE, CORVIDS, DUCHY, HUNDREDS, MARQUISE
from tablescribe.domain.games.root.rules import alliance, corvids, duchy, hundreds, marquise
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text, Thing, listed, say

Left = Callable[[Board], int]

LEFT: Mapping[str, tuple[tuple[str, ...], Left]] = {
    MARQUISE: ((marquise.CRAFTING, marquise.ACTING), marquise.actions_left),
    ALLIANCE: ((alliance.OPERATIONS,), alliance.officers_left),
    CORVIDS: ((corvids.DAYLIGHT,), corvids.actions_left),
    DUCHY: ((duchy.ASSEMBLY,), duchy.actions_left),
    HUNDREDS: ((hundreds.COMMAND,), hundreds.commands_left),
}
"""The factions that count actions: the stages in which they do, and how many are left."""


def progress(setting: Setting, table: Table) -> list[Text]:
    """Return the phase, the stage and the number of actions left, as texts."""
    board = Board(setting, table)
    if board.is_over or board.stage == LOGGED:
        return []
    if board.stage == SETUP:
        return [say("the set-up")]
    told = [listed([Thing(f"{PHASE}:{board.phase}")])] if board.phase else []
    if board.stage and board.stage != board.phase:
        told.append(listed([Thing(f"{STAGE}:{board.stage}")]))
    stages, left = LEFT.get(board.faction(board.turn), ((), None))
    if left is not None and board.stage in stages:
        told.append(say("actions left: {n}", n=left(board)))
    return told
