"""What can be blank in a catalogue, and is declared of the table's own box (RC-B96)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.cards import BeastCard, Discovery, Invention, StartingItem
from tablescribe.domain.games.robinson.land import Tile

Declared = Tile | BeastCard | Invention | StartingItem | Discovery
"""What can be blank."""
