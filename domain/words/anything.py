"""The generic game, which can record any game under the title that the table gives."""

from __future__ import annotations

ANYTHING = "freeform"
"""The key of the generic game."""

ANY = frozenset({ANYTHING})
"""The keys of all generic games. Lists and statistics use the table's title instead of the game's."""
