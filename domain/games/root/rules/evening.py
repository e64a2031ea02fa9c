"""What every faction's Evening ends with: cards are drawn, and hands are no larger than five."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Abilities
from tablescribe.domain.games.root.rules.hand import draw_in_evening

ABILITIES = Abilities(enter=draw_in_evening)
