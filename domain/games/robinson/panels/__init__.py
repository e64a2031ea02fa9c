"""Drawings of the table: the island, actions, camps and inventions. All artwork is our own.

Only cards of a deck that somebody has looked at are secret; they are drawn as backs.
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
    """Return the panels: island, round, camp actions, each character (the viewer's first), inventions."""
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
    """Return the panel of the scenario and its winning condition. The match's sheet has the rest."""
    first, *others = in_short(board.scenario)
    lines = [*first.lines, *(line for section in others for line in section.lines)]
    return written("scenario", first.title, lines)


def _text(table: Table) -> list[Panel]:
    """Return the panel of a text to be carried out and the seat it affects (RC-B97); empty if there is none."""
    step = waiting(table, "judge")
    if step is None:
        return []
    return [carried_out(who(int(step.arguments["seat"])), str(step.arguments["text"]))]


def face(setting: Setting, piece: str) -> Panel | None:
    """Return the face of a card, tile or token, or the back of a face-down one."""
    return cards.face(setting, piece)
