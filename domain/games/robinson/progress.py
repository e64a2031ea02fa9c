"""The progress of a match: the round, its phase, and the pawns left to place."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import PHASE, ROUND, TURN, pawns
from tablescribe.domain.games.robinson.labels import PHASES
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text, say


def progress(setting: Setting, table: Table) -> list[Text]:
    """Return the round, the phase, and the pawns left to place for the seat in turn."""
    told = [say("round {n}", n=table.number(ROUND))] if table.get(ROUND) else []
    if table.text(PHASE) == "action" and (seat := table.number(TURN)):
        told.append(say("pawns to place {n}", n=sum(table.pieces(pawns(seat)).values())))
    elif (phase := PHASES.get(table.text(PHASE))) is not None:
        told.append(phase)
    return told
