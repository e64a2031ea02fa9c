"""Drawings of the table: the map, the cards, the human's mat, the Automa's cards. All artwork is our own.

Nothing on this table is secret. Face-down cards and tiles are unknown to everybody and drawn as backs.
"""

from __future__ import annotations

from typing import cast

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.components import ExpeditionsCatalogue
from tablescribe.domain.games.expeditions.panels import cards, land, sides
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.scene import Panel
from tablescribe.domain.table.table import Table


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return the panels of the map, the human's side, the cards, the Automa's side and the supply."""
    board = Board(setting, table)
    return [
        land.land(board),
        *cards.hand(board),
        sides.human(board),
        sides.automa(board),
        *cards.active(board),
        cards.slots(board),
        sides.glory_categories(board),
        sides.tucked(board),
        land.places(board),
        land.supply(board),
    ]


def face(setting: Setting, piece: str) -> Panel | None:
    """Return the face of a card, location or token, or its back. Declarations are not shown."""
    catalogue = cast(ExpeditionsCatalogue, setting.catalogue)
    if (card := catalogue.by_piece.get(piece)) is not None:
        return cards.face(piece, card)
    if piece.startswith("decision:") and piece in {f"decision:{one.id}" for one in catalogue.decisions}:
        return sides.decision(catalogue.decision(piece))
    return land.location_face(catalogue, piece) or land.token_face(catalogue, piece) or cards.back(piece)
