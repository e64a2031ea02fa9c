"""The Riverfolk Company: its turn, its abilities, its set-up."""

from __future__ import annotations

from domain.games.root.abilities import Abilities, Faction
from domain.games.root.pieces import RIVERFOLK

FACTION = Faction(key=RIVERFOLK, abilities=Abilities(), playable=False)
