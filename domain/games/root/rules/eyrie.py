"""The Eyrie Dynasties: its turn, its abilities, its set-up."""

from __future__ import annotations

from domain.games.root.abilities import Abilities, Faction
from domain.games.root.pieces import EYRIE

FACTION = Faction(key=EYRIE, abilities=Abilities(), playable=False)
