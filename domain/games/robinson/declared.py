"""The type of all components that can be declared (RC-B96)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.cards import BeastCard, Discovery, Invention, StartingItem
from tablescribe.domain.games.robinson.land import Tile

Declared = Tile | BeastCard | Invention | StartingItem | Discovery
"""A component that can be blank."""
