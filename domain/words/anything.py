"""The game as which anything can be played and recorded, whatever the table calls it."""

from __future__ import annotations

ANYTHING = "freeform"
"""The game by which a result is recorded, whatever was played."""

ANY = frozenset({ANYTHING})
"""The games as which anything can be played: lists and statistics go by what the table calls it."""
