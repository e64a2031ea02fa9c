"""How far mechs get: the human's moves (EX-25 to EX-27), the Automa's walk (EX-60, EX-63)."""

from __future__ import annotations

from domain.games.expeditions.board import HUMAN_MECH, Board


def distances(board: Board, most: int) -> dict[str, int]:
    """Return the places where a move of at most so many steps can end, each with its distance."""
    found: dict[str, int] = {}
    edge, seen = [board.here], {board.here}
    for steps in range(1, most + 1):
        reached = [place for at in edge for place in board.beside(at) if place not in seen]
        reached = list(dict.fromkeys(reached))
        seen.update(reached)
        found.update({place: steps for place in reached if not board.occupied(place)})
        edge = [place for place in reached if passable(board, place)]
    return found


def passable(board: Board, place: str) -> bool:
    """Return whether a move may go on beyond a place (EX-27)."""
    face_down, automa = board.is_face_down(place), board.automa_at(place)
    if face_down:
        return automa
    return not automa or board.options.pass_automa_mechs


def walk(board: Board, region: str) -> list[str]:
    """Return the places of an Automa mech's region in the order it meets them, its own first, the human's left out."""
    order = board.catalogue.north if region == "north" else tuple(reversed(board.catalogue.central))
    at = order.index(board.where(f"mech:{region}"))
    circle = order[at:] + order[:at]
    human = board.where(HUMAN_MECH)
    return [place for place in circle if place != human]
