"""The Vagabond, and the second one: its turn, its abilities, its set-up."""

from __future__ import annotations

from domain.games.root.abilities import Abilities, Faction
from domain.games.root.pieces import VAGABOND, VAGABOND2

FACTION = Faction(key=VAGABOND, abilities=Abilities(), playable=False)
SECOND = Faction(key=VAGABOND2, abilities=Abilities(), playable=False)
