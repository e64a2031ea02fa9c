"""Discovery tokens when drawn (RC-28, RC-B72, RC-S8)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import Board, tokens
from tablescribe.domain.games.robinson.effects import OfScenario
from tablescribe.domain.games.robinson.rules import effects
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.declaring import ask_what_it_shows, is_blank
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import BOX


def discovered(play: Play, seat: int, token: str) -> None:
    """Apply a drawn token that takes effect at once; a blank one is declared first (RC-B72, RC-B96)."""
    if is_blank(Board(play.opening, play.table), token):
        play.then("token_drawn", seat=seat, token=token)
        ask_what_it_shows(play, seat, token)
    else:
        token_drawn(play, seat=seat, token=token)


@action.step("token_drawn")
def token_drawn(play: Play, *, seat: int, token: str) -> None:
    """Apply a token that takes effect when drawn; others are kept (RC-B72, RC-S8)."""
    card = Board(play.opening, play.table).discovery_card(token)
    play.cite("RC-B72")
    if card.immediate or isinstance(card.effect, OfScenario):
        play.move(token, 1, tokens(seat), BOX)
        effects.apply(play, seat, card.effect)
