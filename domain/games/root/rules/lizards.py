"""The Lizard Cult: its turn, its abilities, its set-up."""

from __future__ import annotations

from domain.games.root.abilities import Abilities, Faction
from domain.games.root.pieces import LIZARDS

FACTION = Faction(key=LIZARDS, abilities=Abilities(), playable=False)
