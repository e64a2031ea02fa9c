"""Conversion of dice for rolling."""

from __future__ import annotations

from collections.abc import Mapping

from tablescribe.domain.games.robinson.cards import Face, WeatherFace
from tablescribe.domain.rules.chance import Outcome


def sides(die: Mapping[Face, int] | Mapping[WeatherFace, int]) -> dict[Outcome, int]:
    """Return the faces of a die, each with its number of sides."""
    return {str(face): n for face, n in die.items()}
