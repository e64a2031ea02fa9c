"""Drawings of the table: the woodland, the score track, faction boards, the viewer's hand. All artwork is our own."""

from __future__ import annotations

from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.panels import beside, boards, cards, hired, track, woods
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.scene import Panel
from tablescribe.domain.table.table import Table


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return the panels: map, score track, viewer's hand, each seat's board (the viewer's first), supply."""
    board = Board(setting, table)
    seats = sorted(setting.all_seats, key=lambda seat: seat != viewer)
    return [
        woods.woods(board),
        track.track(board),
        *([cards.hand_panel(board, viewer)] if viewer is not None else []),
        *(boards.seat_board(board, seat) for seat in seats),
        *hired.hirelings(board),
        beside.beside(board),
    ]


def face(setting: Setting, piece: str) -> Panel | None:
    """Return the face of a card, or the back of a face-down piece."""
    return cards.face(setting, piece)
