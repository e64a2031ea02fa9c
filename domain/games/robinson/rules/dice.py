"""Dice as the rules roll them."""

from __future__ import annotations

from collections.abc import Mapping

from tablescribe.domain.games.robinson.cards import Face, WeatherFace
from tablescribe.domain.rules.chance import Outcome


def sides(die: Mapping[Face, int] | Mapping[WeatherFace, int]) -> dict[Outcome, int]:
    """Return what a die shows, and on how many of its sides."""
    return {str(face): n for face, n in die.items()}
