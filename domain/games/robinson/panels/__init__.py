"""The table drawn: the island, what can be done on it, the camps, and the inventions. Own drawings.

Nothing on this table is secret to one player but what somebody has looked at on a deck; it is drawn as its back.
"""

from __future__ import annotations

from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.panels import camps, cards, island, spaces
from tablescribe.domain.games.robinson.sheet import in_short
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.default_panels import carried_out, written
from tablescribe.domain.table.names import who
from tablescribe.domain.table.scene import Panel
from tablescribe.domain.table.table import Table


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return the island, the round, the spaces of the camp, each character (the viewer's first), the inventions."""
    board = Island(setting, table)
    seats = sorted(setting.all_seats, key=lambda seat: seat != viewer)
    return [
        island.island(board),
        spaces.days(board),
        _scenario(board),
        *_text(table),
        spaces.tasks(board),
        *(camps.camp_panel(board, seat) for seat in seats),
        cards.inventions(board),
    ]


def _scenario(board: Island) -> Panel:
    """Return what is played and what wins; the sheet of the match has the rest."""
    first, *others = in_short(board.scenario)
    lines = [*first.lines, *(line for section in others for line in section.lines)]
    return written("scenario", first.title, lines)


def _text(table: Table) -> list[Panel]:
    """Return the text that waits to be told (RC-B97), with whom it is about; nothing where none does."""
    step = waiting(table, "judge")
    if step is None:
        return []
    return [carried_out(who(int(step.arguments["seat"])), str(step.arguments["text"]))]


def face(setting: Setting, piece: str) -> Panel | None:
    """Return the face of a card, a tile or a token, or the back of what lies face down."""
    return cards.face(setting, piece)
