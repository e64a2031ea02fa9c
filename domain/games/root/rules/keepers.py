"""The Keepers in Iron: its turn, its abilities, its set-up."""

from __future__ import annotations

from domain.games.root.abilities import Abilities, Faction
from domain.games.root.pieces import KEEPERS

FACTION = Faction(key=KEEPERS, abilities=Abilities(), playable=False)
