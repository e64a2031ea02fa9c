"""Landmarks: what they change, and what is done with them."""

from __future__ import annotations

from domain.games.root.abilities import Abilities

ABILITIES = Abilities()
