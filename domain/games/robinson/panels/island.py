"""The island: its spaces as hexes, with terrain, sources, camps and working pawns."""

from __future__ import annotations

import math

from tablescribe.domain.games.robinson.board import SIDES, Side, camp, shortcut, space
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.labels import TERRAINS
from tablescribe.domain.games.robinson.land import Tile
from tablescribe.domain.games.robinson.panels import signs
from tablescribe.domain.games.robinson.tasks import Task, source
from tablescribe.domain.table.scene import (
    WIDTH,
    Colour,
    Group,
    Panel,
    Path,
    Rectangle,
    Rows,
    Said,
    Shape,
    Span,
    Words,
    diamond,
    group,
    polygon,
)
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

GROUND: dict[str, Colour] = {
    "beach": "clay", "plains": "moss", "hills": "sand", "mountain": "stone", "river": "ice",
}  # fmt: skip

SHOWN: dict[str, Text] = {
    "wood": say("wood"), "fish": say("fish"), "parrot": say("parrots"), "beast": say("a beast"),
    "unknown": say("unknown"),
}  # fmt: skip

SIDE_WORDS: dict[Side, Text] = {"left": say("left"), "right": say("right")}


class Frame:
    """The positions of a layout's hexes, as large as the panel allows, with a corner at the bottom."""

    def __init__(self, board: Island) -> None:
        places = board.layout.places
        left, right = min(place.at[0] for place in places), max(place.at[0] for place in places)
        self.wide = WIDTH / (right - left + 1)
        self.radius = self.wide / math.sqrt(3)
        self.left, self.top = left, min(place.at[1] for place in places)
        self.rows = max(place.at[1] for place in places) - self.top
        self.at = {place.id: place.at for place in places}

    def middle(self, number: int) -> tuple[float, float]:
        """Return the centre of a space in the drawing."""
        column, row = self.at[number]
        return self.wide * (column - self.left + 0.5), self.radius * (1 + 1.5 * (row - self.top))

    @property
    def height(self) -> float:
        """The height of the island."""
        return self.radius * (2 + 1.5 * self.rows)

    def down(self, share: float) -> float:
        """Return a distance scaled from the usual island to this hex size."""
        return share * self.radius / 49

    def hexagon(self, x: float, y: float, fill: Colour, stroke: Colour) -> Path:
        """Return the outline of a space centred on a point."""
        r = self.radius - 1.4
        turns = [math.pi * (k / 3 + 1 / 6) for k in range(6)]
        return polygon(((x + r * math.cos(a), y + r * math.sin(a)) for a in turns), fill, stroke, 1.4)


def island(board: Island) -> Panel:
    """Return the panel of the island with camps and pawns."""
    frame = Frame(board)
    shapes: list[Shape] = [_space(board, frame, number) for number in frame.at]
    for number in frame.at:
        shapes += _camps(board, frame, number)
    shapes += [_crew(board, frame, task) for task in board.tasks if _stands(board, task) is not None]
    return Panel("board", "board", say("The island"), WIDTH, math.ceil(frame.height), tuple(shapes), _rows(board))


# --- spaces ------------------------------------------------------------------------------------------


def _space(board: Island, frame: Frame, number: int) -> Group:
    """Return a space: its tile, or a mark that it is unexplored."""
    x, y = frame.middle(number)
    tile = board.tile(number)
    if tile is None:
        laid = number in board.explored
        return group(
            frame.hexagon(x, y, "slate", "paper"),
            Said(x, y - frame.down(14), str(number), 11, "white", "middle"),
            Said(x, y + 8, "…" if laid else "?", 22, "white", "middle", bold=True),
            name=space(number), title=title(board, number),
        )  # fmt: skip
    shapes: list[Shape] = [
        frame.hexagon(x, y, GROUND.get(tile.terrain, "paper"), "faint"),
        Said(x, y - frame.down(33), str(number), 11, "soft", "middle"),
        Said(x, y - frame.down(20), TERRAINS[tile.terrain], 11, "ink", "middle", bold=True, width=frame.wide - 4),
    ]
    shapes += [_source(board, frame, tile, number, side) for side in SIDES]
    if tile.natural_shelter:
        shapes.append(_cave(x, y - frame.down(6)))
    return group(*shapes, name=space(number), title=title(board, number))


def _source(board: Island, frame: Frame, tile: Tile, number: int, side: Side) -> Group:
    """Return a source of a tile; crossed out if it is exhausted."""
    x, y = _at_source(frame, number, side)
    wide = frame.wide * 0.33
    shown = tile.shows(side)
    spent = shown != "beast" and not board.source(number, side)
    shapes: list[Shape] = [Rectangle(x - wide / 2, y - 11, wide, 22, "paper", "faint", round=6)]
    shapes += signs.SOURCES[shown](x, y)
    if spent:
        shapes.append(Path(f"M{x - 9:.1f} {y - 8:.1f} l18 16 m0 -16 l-18 16", "", "accent", 2))
    words: Words = SHOWN[shown]
    if spent:
        words = say("{what}, exhausted", what=SHOWN[shown])
    return group(*shapes, name=source(number, side), title=say("{side}: {what}", side=SIDE_WORDS[side], what=words))


def _at_source(frame: Frame, number: int, side: Side) -> tuple[float, float]:
    x, y = frame.middle(number)
    return x + frame.wide * (-0.25 if side == "left" else 0.25), y - frame.down(3)


def _cave(x: float, y: float) -> Group:
    """Return the sign for a natural shelter."""
    return group(
        Path(f"M{x - 7:.1f} {y + 6:.1f} v-5 a7 7 0 0 1 14 0 v5 z", "dark", "white", 1), title=say("natural shelter")
    )


def title(board: Island, number: int) -> Words:
    """Return everything about a space, as a tooltip."""
    tile = board.tile(number)
    if tile is None:
        return say("space {n}: unexplored", n=number)
    said: list[Slot] = [TERRAINS[tile.terrain]]
    said += [say("{side}: {what}", side=SIDE_WORDS[side], what=SHOWN[tile.shows(side)]) for side in SIDES]
    if tile.natural_shelter:
        said.append(say("natural shelter"))
    said += [Thing(camp(seat)) for seat in board.campers(number)]
    return say("space {n}: {what}", n=number, what=listed(said, "; "))


# --- camps and pawns ---------------------------------------------------------------------------------


def _camps(board: Island, frame: Frame, number: int) -> list[Shape]:
    """Return the camps and Shortcut tokens on a space."""
    x, y = frame.middle(number)
    seats = board.campers(number)
    step = min(25.0, (frame.wide - 30) / max(len(seats) - 1, 1))
    foot = y + frame.down(36)
    drawn: list[Shape] = []
    for k, seat in enumerate(seats):
        at = x + (k - (len(seats) - 1) / 2) * step
        drawn.append(group(*signs.tent(at, foot, seat), name=camp(seat), title=Thing(camp(seat))))
    for seat in board.setting.all_seats:
        if board.table.count(space(number), shortcut(seat)):
            mark = diamond(x + frame.wide * 0.3, y + frame.down(22), 6, signs.colour_of(seat), "white")
            drawn.append(group(mark, name=shortcut(seat), title=Thing(shortcut(seat))))
    return drawn


def _stands(board: Island, task: Task) -> int | None:
    """Return the space of an action's pawns; `None` for actions off the map."""
    head, _, rest = task.where.partition(":")
    if head in ("space", "source"):
        return int(rest.partition(":")[0])
    return board.camp_of(int(rest)) if head == "camp" else None


def _crew(board: Island, frame: Frame, task: Task) -> Group:
    """Return an action's pawns: on the unexplored space, below the source, or next to the attacked camp."""
    head, _, rest = task.where.partition(":")
    if head == "source":
        where, _, side = rest.partition(":")
        x, y = _at_source(frame, int(where), "left" if side == "left" else "right")
        return signs.crew(board, task, x, y + frame.down(18))
    number = _stands(board, task) or 0
    x, y = frame.middle(number)
    if head == "space":
        return signs.crew(board, task, x, y + frame.down(24))
    seats = board.campers(number)
    step = min(25.0, (frame.wide - 30) / max(len(seats) - 1, 1))
    at = x + (seats.index(int(rest)) - (len(seats) - 1) / 2) * step
    return signs.crew(board, task, at, y + frame.down(46))


# --- in a terminal -----------------------------------------------------------------------------------


def _rows(board: Island) -> Rows:
    """Return the spaces as text rows: tile, camps and pawns."""
    rows: list[tuple[tuple[Span, ...], ...]] = [
        (((say("space"), ""),), ((say("tile"), ""),), ((say("camps"), ""),), ((say("pawns"), ""),))
    ]
    for number in board.layout.spaces:
        camps: list[Slot] = [say("camp {n}", n=seat) for seat in board.campers(number)]
        crews: list[Slot] = [_told_crew(board, task) for task in board.tasks if _stands(board, task) == number]
        rows.append((
            ((str(number), "green"),),
            ((_told_tile(board, number), ""),),
            ((listed(camps), "blue"),) if camps else (("", ""),),
            ((listed(crews, "; "), ""),) if crews else (("", ""),),
        ))  # fmt: skip
    return tuple(rows)


def _told_tile(board: Island, number: int) -> Words:
    tile = board.tile(number)
    if tile is None:
        return "?"
    sides = [
        SHOWN[tile.shows(side)] if tile.shows(side) == "beast" or board.source(number, side)
        else say("({what})", what=SHOWN[tile.shows(side)])
        for side in SIDES
    ]  # fmt: skip
    shown = say("{terrain}: {left} | {right}", terrain=TERRAINS[tile.terrain], left=sides[0], right=sides[1])
    return say("{tile}, natural shelter", tile=shown) if tile.natural_shelter else shown


def _told_crew(board: Island, task: Task) -> Text:
    own, n = board.own_pawns_on(task), board.pawns_on(task)
    pawns = signs.crew_words(task.seat, own, n - own)
    head, _, rest = task.where.partition(":")
    if head == "source":
        return say("{pawns} ({side})", pawns=pawns, side=SIDE_WORDS["left" if rest.endswith("left") else "right"])
    return say("{pawns} (attack on camp {n})", pawns=pawns, n=int(rest)) if head == "camp" else pawns
