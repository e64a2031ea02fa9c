"""How a level is won (TR-84, TR-106, TR-118, TR-119)."""

from __future__ import annotations

from domain.games.tomb_raider.board import ENDING, WINNERS, options_of, resets
from domain.games.tomb_raider.components import Location
from domain.games.tomb_raider.levels import level_of
from domain.games.tomb_raider.rules.core import action
from domain.names import score
from domain.play import Play


def win(play: Play, ending: str, *winners: int) -> None:
    """The level is over: nothing that was due happens any more."""
    for step in play.dues:
        play.drop(step)
    play.set(ENDING, ending)
    play.set(WINNERS, ",".join(str(seat) for seat in winners))


def find_treasure(play: Play, seat: int, zone: str, room: Location) -> None:
    """The first to find the treasure wins at once (TR-84), unless the level wants more."""
    level = level_of(play.opening)
    if level.objective == "bounty":
        play.cite("TR-119")
        play.score(seat, room.power)
        best = max(play.table.number(score(one)) for one in play.opening.all_seats)
        win(play, "bounty", *(one for one in play.opening.all_seats if play.table.number(score(one)) == best))
        return
    play.cite("TR-17" if level.learn else "TR-84")
    play.cite("TR-134")
    win(play, "treasure", seat)


@action.step("bounty")
def bounty(play: Play, *, seat: int, sort: str) -> None:
    """A bounty hunter scores removed creatures, and traps if agreed (TR-119)."""
    if level_of(play.opening).objective != "bounty":
        return
    points = 1 if sort == "creature" else options_of(play.opening).trap_points if sort == "trap" else 0
    if points:
        play.cite("TR-119")
        play.score(seat, points)


@action.step("limit")
def reach_limit(play: Play, *, what: str) -> None:
    """A limit of turns or of resets is reached: the level is lost (TR-106)."""
    play.cite("TR-106")
    win(play, what)


def check_resets(play: Play, seat: int) -> None:
    """Alone, there may be a limit on how often the raider dies or resets (TR-106)."""
    most = options_of(play.opening).most_resets
    if most is not None and play.opening.seats == 1 and play.table.number(resets(seat)) > most:
        play.then("limit", what="resets")
