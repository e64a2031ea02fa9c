"""Discovery tokens when they are drawn (RC-28, RC-B72, RC-S8)."""

from __future__ import annotations

from domain.games.robinson.board import Board, tokens
from domain.games.robinson.effects import OfScenario
from domain.games.robinson.rules import effects
from domain.play import Play
from domain.table import BOX


def discovered(play: Play, seat: int, token: str) -> None:
    """Let a drawn token take effect if it does so at once; others are kept (RC-B72, RC-S8)."""
    card = Board(play.opening, play.table).catalogue.discovery(token)
    play.cite("RC-B72")
    if card.immediate or isinstance(card.effect, OfScenario):
        play.move(token, 1, tokens(seat), BOX)
        effects.apply(play, seat, card.effect)
