"""The end of every faction's Evening: draw cards, then discard down to five (RO-HAND-1, RO-HAND-2)."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Abilities
from tablescribe.domain.games.root.rules.hand import draw_in_evening

ABILITIES = Abilities(enter=draw_in_evening)
