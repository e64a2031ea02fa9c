"""The progress of a match: the turn, its round, and the raider's remaining steps."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.board import ACTIVE, ROUND, TURN
from tablescribe.domain.games.tomb_raider.cards import steps_to_go
from tablescribe.domain.games.tomb_raider.labels import ROUNDS
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text, say


def progress(setting: Setting, table: Table) -> list[Text]:
    """Return the turn, its round, and the remaining steps while a move is asked for."""
    told = [say("turn {n}", n=table.number(TURN))] if table.get(TURN) else []
    if (part := ROUNDS.get(table.text(ROUND))) is not None:
        told.append(part)
    if table.text(AWAITS) == "movement":
        told.append(say("steps left: {n}", n=steps_to_go(setting, table, table.number(ACTIVE) or 1)))
    return told
