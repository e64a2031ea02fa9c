"""The table drawn: the woodland, the score track, each faction's board, the viewer's hand. Own drawings."""

from __future__ import annotations

from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.panels import beside, boards, cards, hired, track, woods
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.scene import Panel
from tablescribe.domain.table.table import Table


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return the map, the score track, the viewer's hand, each seat's board (the viewer's first), what lies beside."""
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
    """Return the face of a card, or the back of what lies face down."""
    return cards.face(setting, piece)
