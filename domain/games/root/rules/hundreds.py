"""The Lord of the Hundreds: its turn, its abilities, its set-up."""

from __future__ import annotations

from domain.games.root.abilities import Abilities, Faction
from domain.games.root.pieces import HUNDREDS

FACTION = Faction(key=HUNDREDS, abilities=Abilities(), playable=False)
