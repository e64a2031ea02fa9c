"""How the table is drawn: panels that can be read on a phone, and the faces of cards."""

from __future__ import annotations

from domain import plain
from domain.scene import Panel
from domain.setting import Setting
from domain.table import Table


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Draw the table plainly."""
    return plain.panels(table, setting.label)


def face(setting: Setting, piece: str) -> Panel | None:
    """Draw a card: there are none."""
    return None
