"""Where mechs can go: the human's moves (EX-25 to EX-27), and the order of the Automa's (EX-60, EX-63)."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.zones import HUMAN_MECH


def distances(board: Board, most: int) -> dict[str, int]:
    """Return the places where a move of at most `most` steps can end, each with its distance."""
    return dict(ends(board, most))


def ends(board: Board, most: int) -> Iterator[tuple[str, int]]:
    """Yield the places where a move of at most `most` steps can end, nearest first, each with its distance."""
    for place, steps in reached(board):
        if steps > most:
            return
        if not board.occupied(place):
            yield place, steps


def steps_to(board: Board, place: str) -> int:
    """Return the distance of a place regardless of how far the mech may move; 0 if it cannot be reached."""
    return next((steps for found, steps in reached(board) if found == place), 0)


def reached(board: Board) -> Iterator[tuple[str, int]]:
    """Yield the places that can be reached, nearest first, each with its distance."""
    edge, seen, steps = [board.here], {board.here}, 0
    while edge:
        steps += 1
        found = list(dict.fromkeys(place for at in edge for place in board.beside(at) if place not in seen))
        seen.update(found)
        for place in found:
            yield place, steps
        edge = [place for place in found if passable(board, place)]


def passable(board: Board, place: str) -> bool:
    """Return whether a move may continue beyond a place (EX-27)."""
    automa = board.automa_at(place)
    return automa if board.is_face_down(place) else not automa or board.options.pass_automa_mechs


def walk(board: Board, region: str) -> list[str]:
    """Return the places of an Automa mech's region in the order of its movement, starting with its own.

    The human's place is left out (EX-63). Its own place is always there, even if the human's mech was put there against
    the rules.
    """
    order = board.catalogue.north if region == "north" else tuple(reversed(board.catalogue.central))
    at = order.index(board.where(f"mech:{region}"))
    circle = order[at:] + order[:at]
    human = board.where(HUMAN_MECH)
    return [circle[0], *(place for place in circle[1:] if place != human)]
