"""The Underground Duchy: its turn, its abilities, its set-up."""

from __future__ import annotations

from domain.games.root.abilities import Abilities, Faction
from domain.games.root.pieces import DUCHY

FACTION = Faction(key=DUCHY, abilities=Abilities(), playable=False)
