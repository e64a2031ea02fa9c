"""Death, the goods of the dead, and the end of the game (RC-55 to RC-58, RC-92 to RC-96, RC-S1)."""

from __future__ import annotations

from collections.abc import Iterable

from tablescribe.domain.games.robinson.board import (
    ENDING,
    FIRST,
    GOODS,
    INVENTIONS,
    PHASE,
    SUPPLY,
    TRACKS,
    TURN,
    Board,
    camp,
    dead,
    declined,
    determination,
    fresh,
    future,
    goods,
    hearts,
    home,
    items,
    level,
    pawn,
    pawns,
    personal,
    shortcut,
    starting,
    stock,
    tokens,
    winner,
)
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.one_offs import forget
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import BOX


@action.step("deaths")
def deaths(play: Play) -> None:
    """Remove players whose character has no heart left; the others play on, unless at most one is left (RC-55)."""
    board = Board(play.opening, play.table)
    gone = [seat for seat in board.living if not play.table.number(hearts(seat))]
    for seat in gone:
        bury(play, seat)
    if gone:
        look_who_is_left(play)


def look_who_is_left(play: Play) -> None:
    """End the game for the only player left alive, who wins; if the last die together, nobody does (RC-1, RC-S1)."""
    board = Board(play.opening, play.table)
    living = board.living
    if len(living) > 1 or board.is_over:
        play.cite("RC-92")
        return
    play.cite("RC-1")
    play.cite("RC-S1")
    end(play, "last_one_standing" if living else "all_dead", living)


def end(play: Play, ending: str, winners: Iterable[int]) -> None:
    """End the game: drop pending steps and close windows."""
    for step in play.dues:
        play.drop(step)
    for seat in awaited(play.table):
        play.set(f"{AWAITS}:{seat}", None)
    play.set(AWAITS, None)
    play.set(TURN, None)
    play.set(PHASE, None)
    play.set(ENDING, ending)
    for seat in winners:
        play.set(winner(seat), True)


# --- the dead ---------------------------------------------------------------------------------


def bury(play: Play, seat: int) -> None:
    """Remove a dead player's things: inventions go to the board, the rest to the supply (RC-55, RC-56)."""
    play.cite("RC-55")
    play.cite("RC-56")
    board = Board(play.opening, play.table)
    play.set(dead(seat), True)
    _free_the_cards(play, board, seat)
    for zone in [*(task.zone for task in board.tasks_of(seat)), pawns(seat), home(seat)]:
        for piece, n in play.table.pieces(zone).items():
            play.move(piece, n, zone, BOX if piece == pawn(seat) else SUPPLY)
    play.cite("RC-S6")
    for zone in (stock(seat), future(seat), goods(seat), *play.table.zones_of(f"pyre:{seat}:")):
        play.move_all(zone, SUPPLY)
    for zone in play.table.where(shortcut(seat)):
        play.move(shortcut(seat), 1, zone, BOX)
    for number in play.table.zones_of("space:"):
        play.move(camp(seat), play.table.count(number, camp(seat)), number, BOX)
    for key in (*(level(track, seat) for track in TRACKS), hearts(seat), determination(seat), declined(seat)):
        play.set(key, None)
    for key in sorted(key for key in play.table.values if key.startswith((f"camp_token:{seat}:", f"plan:{seat}:"))):
        play.set(key, None)
    if play.table.get(TURN) == seat and board.before_fourth_edition:
        play.set(TURN, None)
    _lead(play, seat)


def _free_the_cards(play: Play, board: Board, seat: int) -> None:
    """Return all inventions unbuilt to the board (RC-56, RC-90); starting items and tokens leave the game."""
    play.cite("RC-90")
    for piece in board.items(seat):
        play.set(fresh(piece), None)
        if not board.before_fourth_edition:
            forget(play, piece)
        play.move(piece, 1, items(seat), INVENTIONS)
    play.move_all(personal(seat), INVENTIONS if board.options.personal_cards_of_the_dead else BOX)
    play.move_all(starting(seat), BOX)
    play.move_all(tokens(seat), BOX)


def _lead(play: Play, seat: int) -> None:
    """Make the next living player clockwise first player if the first player has died (RC-92)."""
    board = Board(play.opening, play.table)
    if play.table.get(FIRST) == seat and board.living:
        play.cite("RC-92")
        play.set(FIRST, board.living[0])


# --- the claim --------------------------------------------------------------------------------


def claim(play: Play, winner: int, loser: int) -> None:
    """Take all of the dead player's food, wood, fur and cards, reserved and future ones too (RC-57, RC-94, RC-96)."""
    for rule in ("RC-57", "RC-94", "RC-96"):
        play.cite(rule)
    board = Board(play.opening, play.table)
    for zone in (stock(loser), future(loser), *(task.zone for task in board.tasks_of(loser))):
        for good in GOODS:
            play.move(good, play.table.count(zone, good), zone, future(winner))
    for piece in board.items(loser):
        if not board.before_fourth_edition:
            forget(play, piece)
        receive(play, winner, piece, items(loser))
    play.cite("RC-54")
    play.move_all(starting(loser), starting(winner))


def receive(play: Play, seat: int, piece: str, src: str) -> None:
    """Take another player's built invention: it stays built; its one-time gain comes later (RC-52, RC-53)."""
    play.cite("RC-52")
    play.cite("RC-53")
    play.cite("RC-91")
    play.move(piece, 1, src, items(seat))
    play.set(fresh(piece), "received")
