"""Gains, losses, payments and wounds: resources, determination, levels, hearts."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import (
    FOOD,
    PHASE,
    PRESERVED,
    SUPPLY,
    Board,
    Track,
    determination,
    future,
    hearts,
    level,
    stock,
)
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.rules.play import Play


def store(board: Board, seat: int) -> str:
    """Return the zone for a seat's gains: aside until the action phase ends (RC-72), else its stock."""
    return future(seat) if board.table.get(PHASE) in ("action", "resolution") else stock(seat)


def gain(play: Play, seat: int, good: str, n: int) -> None:
    """Gain resources from the supply."""
    board = Board(play.opening, play.table)
    to = store(board, seat)
    if n > 0 and to == future(seat):
        play.cite("RC-72")
        play.cite("RC-B18")
    play.move(good, min(n, play.table.count(SUPPLY, good)), SUPPLY, to)


def lose(play: Play, seat: int, good: str, n: int) -> int:
    """Return up to `n` of a resource to the supply, food that spoils first; return how many are missing."""
    for kind in (FOOD, PRESERVED) if good == FOOD else (good,):
        given = min(n, play.table.count(stock(seat), kind))
        play.move(kind, given, stock(seat), SUPPLY)
        n -= given
    return n


def owe(play: Play, seat: int, good: str, n: int) -> None:
    """Pay what is available; each missing resource is a wound for the player who owes it (RC-B44)."""
    if n > 0:
        play.cite("RC-B44")
        wound(play, seat, lose(play, seat, good, n))


def gain_determination(play: Play, seat: int, n: int) -> None:
    """Gain determination, which can be used at once; a negative number loses what is available."""
    have = play.table.number(determination(seat))
    play.set(determination(seat), max(0, have + n))


def wound(play: Play, seat: int, n: int) -> None:
    """Take wounds. A death is resolved next, or together with others where the rules check for deaths (RC-B60)."""
    hurt(play, seat, n)
    if n > 0 and play.table.number(hearts(seat)) == 0 and not any(step.do == "deaths" for step in play.dues):
        play.then("deaths")


def hurt(play: Play, seat: int, n: int) -> None:
    """Lose hearts without resolving a death; in a fight it comes later (RC-84)."""
    if n > 0:
        play.cite("RC-B60")
        play.set(hearts(seat), max(0, play.table.number(hearts(seat)) - n))


def heal(play: Play, seat: int, n: int) -> None:
    """Remove wounds, never below none (RC-B60)."""
    board = Board(play.opening, play.table)
    if n > 0 and board.is_alive(seat):
        play.cite("RC-B60")
        play.set(hearts(seat), min(full_hearts(board, seat), play.table.number(hearts(seat)) + n))


def full_hearts(board: Board, seat: int) -> int:
    """Return the wounds that kill a seat's character."""
    return board.character(seat).wounds_to_die


def raise_track(play: Play, seat: int, track: Track, n: int = 1) -> None:
    """Raise a level of a seat's camp; roof and palisade are lost without a shelter (RC-4, RC-B24)."""
    island = Island(play.opening, play.table)
    if n <= 0:
        return
    play.cite("RC-4")
    if track in ("roof", "palisade") and not island.is_sheltered(seat):
        play.cite("RC-B24")
        return
    play.add(level(track, seat), n)


def lower_track(play: Play, seat: int, track: Track, n: int = 1) -> int:
    """Lower a level of a seat's camp, at most to 0; return how many levels are missing."""
    have = play.table.number(level(track, seat))
    play.set(level(track, seat), have - min(n, have))
    return n - min(n, have)
