"""Requirements of actions, checked when a pawn is placed and again when the action is resolved (RC-73)."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.robinson.board import BEAST, INVENTIONS, Side, items, number_of, personal
from tablescribe.domain.games.robinson.island import FAR, Island
from tablescribe.domain.games.robinson.tasks import HUNT, kind_of
from tablescribe.domain.table.names import who
from tablescribe.domain.words.text import Text, Thing, say

Demand = tuple[str, bool, Text]
"""A requirement: its rule, whether it is met, and the reason if not."""

FARTHEST_ATTACK = 2  # RC-43
HUNTERS = 2  # RC-B15


def demands(board: Island, seat: int, where: str) -> Iterator[Demand]:
    """Yield the requirements of an action at a location."""
    kind = kind_of(where)
    if where == HUNT:
        yield from _hunt(board, seat)
    elif kind == "hunt":
        yield from _attack(board, seat, number_of(where))
    elif kind == "gather":
        _, place, side = where.split(":")
        yield from _gather(board, seat, int(place), "left" if side == "left" else "right")
    elif kind == "explore":
        yield from _explore(board, seat, number_of(where))
    elif where.startswith("invention:"):
        yield from invention(board, seat, where)
    elif kind == "build":
        yield from _camp(board, seat, where)


def distance(board: Island, seat: int, where: str) -> int:
    """Return the distance of an action from a seat's camp; actions in the camp count as one step."""
    if kind_of(where) == "gather":
        return board.way(seat, int(where.split(":")[1]))
    if kind_of(where) == "explore":
        return board.way(seat, number_of(where))
    if where.startswith("camp:"):
        return max(1, board.raid(seat, number_of(where)))
    return 1


def pawns_needed(board: Island, seat: int, where: str) -> int:
    """Return the least number of pawns with which an action can be resolved."""
    return HUNTERS if where == HUNT else distance(board, seat, where)


def pawns_wanted(board: Island, seat: int, where: str) -> int:
    """Return the greatest number of pawns that helps an action (RC-B12, RC-B13, RC-B15, RC-43)."""
    needed = pawns_needed(board, seat, where)
    return needed if kind_of(where) == "hunt" else needed + 1


def _hunt(board: Island, seat: int) -> Iterator[Demand]:
    planned = sum(1 for task in board.tasks if task.where == HUNT and task.seat != seat)
    yield "RC-B15", board.left_in(BEAST) > planned, say("the hunting deck has no beast left for another hunt")


def _attack(board: Island, seat: int, target: int) -> Iterator[Demand]:
    other = target in board.setting.all_seats and target != seat
    yield "RC-42", other and board.is_alive(target), say("choose the camp of another living player")
    if other:
        far = say("the camp of {seat} is too far away: you can attack up to two spaces away", seat=who(target))
        farthest = FAR - 1 if board.options.far_attacks else FARTHEST_ATTACK
        yield "RC-43", board.raid(seat, target) <= farthest, far


def _camp(board: Island, seat: int, track: str) -> Iterator[Demand]:
    if track == "shelter":
        yield "RC-B21", not board.level("shelter", seat), say("you have already built your shelter")
    elif track in ("roof", "palisade"):
        why = say("build or find a shelter before you build a roof or palisade")
        yield "RC-B21", board.is_sheltered(seat), why


def _gather(board: Island, seat: int, place: int, side: Side) -> Iterator[Demand]:
    yield "RC-B5", bool(board.source(place, side)), say("there is no source to gather from")
    why = say("you cannot gather from the tile of your own camp: it produces instead")
    yield "RC-B14", board.camp_of(seat) != place, why
    enemies = board.enemies_on(place, seat)
    why = say("the camp of {seat} is there", seat=who(enemies[0])) if enemies else say("no enemy")
    yield "RC-23", not enemies, why
    yield "RC-B13", board.way(seat, place) < FAR, say("no path of explored tiles leads there from your camp")


def _explore(board: Island, seat: int, place: int) -> Iterator[Demand]:
    on_the_map = place in board.layout.spaces
    why = say("choose an unexplored space of the island")
    yield "RC-21", on_the_map and place not in board.explored, why
    yield "RC-B13", board.way(seat, place) < FAR, say("no path of explored tiles leads there from your camp")
    yield "RC-B25", board.left_in("tile") > 0, say("there are no tiles left in the stack")


def invention(board: Island, seat: int, piece: str) -> Iterator[Demand]:
    """Yield the requirements of an invention: available to the seat, its terrain, its items (RC-39 to RC-41)."""
    card = board.invention(piece)
    if card is None:
        yield "RC-B23", False, say("there is no such invention")
        return
    owner = next((other for other in board.setting.all_seats if board.table.count(items(other), piece)), 0)
    if owner:
        yield "RC-27", False, say("{card} has already been built: {seat} has it", card=Thing(piece), seat=who(owner))
    belongs = next((other for other in board.rivals(seat) if board.table.count(personal(other), piece)), 0)
    if belongs:
        yield "RC-74", False, say("only {seat} can build {card}", card=Thing(piece), seat=who(belongs))
    lies_there = board.table.count(INVENTIONS, piece) or board.table.count(personal(seat), piece)
    yield "RC-B23", bool(lies_there or owner or belongs), say("{card} is not on the board", card=Thing(piece))
    if card.blank:
        yield "RC-B96", False, say("{card} has not been declared yet: declare it first", card=Thing(piece))
    if card.terrain is not None:
        yield from _terrain(board, seat, card.terrain)
    for item in card.items:
        yield from _item(board, seat, f"invention:{item}")


def _terrain(board: Island, seat: int, terrain: str) -> Iterator[Demand]:
    shown = [
        number for number in board.layout.spaces if (tile := board.tile(number)) is not None and tile.terrain == terrain
    ]
    found = terrain in board.terrains(seat)
    name = Thing(f"terrain:{terrain}")
    yield "RC-39", bool(shown), say("no tile with this terrain has been revealed: {terrain}", terrain=name)
    why = say("every tile with this terrain has an enemy camp: {terrain}", terrain=name)
    if board.camp_of(seat) in shown:
        yield "RC-81", found or not shown, why
    yield "RC-40", found or not shown, why
    yield "RC-82", True, why


def _item(board: Island, seat: int, piece: str) -> Iterator[Demand]:
    owner = next((other for other in board.rivals(seat) if board.table.count(items(other), piece)), 0)
    why = say("{item} belongs to {seat}: you must steal it to use it", item=Thing(piece), seat=who(owner or seat))
    yield "RC-41", not owner, why
    why = say("{item} must already be built and usable", item=Thing(piece))
    yield "RC-B23", board.serves(seat, piece), why
