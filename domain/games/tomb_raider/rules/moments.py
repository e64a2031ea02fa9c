"""Moments that upgrades and secret moves wait for (TR-85, TR-87 to TR-89)."""

from __future__ import annotations

from domain.games.tomb_raider.rules.core import action
from domain.play import Play


@action.step("moment")
def moment(play: Play, *, seat: int, event: str, ability: str, result: int, sort: str) -> None:
    """Something happened that an upgrade may wait for: who holds one is asked (TR-87)."""
