"""The free text of a card, while play waits for what it did (TR-135)."""

from __future__ import annotations

from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.default_panels import carried_out
from tablescribe.domain.table.scene import Panel
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Thing


def texts(setting: Setting, table: Table) -> list[Panel]:
    """Return the panel of the pending free text; none if there is none."""
    step = waiting(table, "text")
    return [carried_out(Thing(str(step.arguments["card"])), str(step.arguments["says"]))] if step is not None else []
