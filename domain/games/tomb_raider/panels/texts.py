"""The text of a card that only people can read, while play waits to be told what it did (TR-135)."""

from __future__ import annotations

from domain.agenda import due
from domain.scene import WIDTH, Panel, Rectangle, Said, Shape, one_column
from domain.setting import Setting
from domain.table import Table
from domain.text import Thing, listed, say

IN_A_LINE = 40
"""How many letters surely fit into a line."""


def texts(setting: Setting, table: Table) -> list[Panel]:
    """Return the text that waits to be told; nothing where none does."""
    step = next((one for one in reversed(due(table)) if one.do == "text"), None)
    if step is None:
        return []
    text = str(step.arguments["says"])
    lines = 1 + len(text) // IN_A_LINE
    title, card, says = say("What the table carries out"), Thing(str(step.arguments["card"])), listed([text])
    shapes: tuple[Shape, ...] = (
        Rectangle(0.75, 0.75, WIDTH - 1.5, 34 + 17 * lines, "card", "accent", 2, 8),
        Said(10, 20, card, 13, "accent", bold=True, width=WIDTH - 20),
        Said(10, 40, says, 13, width=WIDTH - 20, lines=lines),
    )
    return [Panel("text", "row", title, WIDTH, 36 + 17 * lines, shapes, one_column(title, [card, says]))]
