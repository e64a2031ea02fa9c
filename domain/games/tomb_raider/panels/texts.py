"""The text of a card that only people can read, while play waits to be told what it did (TR-135)."""

from __future__ import annotations

from domain.agenda import waiting
from domain.plain import carried_out
from domain.scene import Panel
from domain.setting import Setting
from domain.table import Table
from domain.text import Thing


def texts(setting: Setting, table: Table) -> list[Panel]:
    """Return the text that waits to be told; nothing where none does."""
    step = waiting(table, "text")
    return [carried_out(Thing(str(step.arguments["card"])), str(step.arguments["says"]))] if step is not None else []
