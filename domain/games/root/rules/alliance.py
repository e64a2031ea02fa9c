"""The Woodland Alliance: its turn, its abilities, its set-up."""

from __future__ import annotations

from domain.games.root.abilities import Abilities, Faction
from domain.games.root.pieces import ALLIANCE

FACTION = Faction(key=ALLIANCE, abilities=Abilities(), playable=False)
