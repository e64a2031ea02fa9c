"""The Corvid Conspiracy: its turn, its abilities, its set-up."""

from __future__ import annotations

from domain.games.root.abilities import Abilities, Faction
from domain.games.root.pieces import CORVIDS

FACTION = Faction(key=CORVIDS, abilities=Abilities(), playable=False)
