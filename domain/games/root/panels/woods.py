"""The woodland: clearings with suits, slots and pieces; paths, rivers and forests."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter

from tablescribe.domain.games.root.board import CLEARINGS, Board, clearing, forest, options_of, path
from tablescribe.domain.games.root.board import catalogue_of as catalogue
from tablescribe.domain.games.root.components import Map
from tablescribe.domain.games.root.panels import signs
from tablescribe.domain.games.root.panels.icons import suit_mark
from tablescribe.domain.games.root.pieces import CLOSED, RUIN, kind_of, owner_of
from tablescribe.domain.games.root.reign import ruler
from tablescribe.domain.table.scene import (
    WIDTH,
    Circle,
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
    group,
    on,
)
from tablescribe.domain.words.text import Slot, Thing, listed, say, several

WIDE, HIGH = 64.0, 92.0  # the size of a clearing
DEPTH = 620.0  # the height of the map
SUIT_GROUND: dict[str, Colour] = {"fox": "clay", "rabbit": "sand", "mouse": "moss"}


def map_of(board: Board) -> Map:
    """Return the map of the match."""
    return catalogue(board.setting).maps[options_of(board.setting).map]


def middle(map_: Map, number: int) -> tuple[float, float]:
    """Return the centre of a clearing in the drawing."""
    across, down = map_.clearings[number - 1].at
    return (
        WIDE / 2 + 2 + (WIDTH - WIDE - 4) * across / 1000,
        HIGH / 2 + 2 + (DEPTH - HIGH - 4) * down / 1000,
    )


def woods(board: Board) -> Panel:
    """Return the panel of the map with everything on it."""
    map_ = map_of(board)
    shapes: list[Shape] = [Rectangle(0.5, 0.5, WIDTH - 1, DEPTH - 1, "paper", "faint", round=14)]
    shapes += _water(map_)
    shapes += _paths(board, map_)
    lie = _lie(map_)
    shapes += [_forest(board, one, glade(map_, one, lie)) for one in map_.land.forests]
    shapes += [_clearing(board, map_, number) for number in CLEARINGS]
    shapes += _legend(DEPTH)
    title = say("The woodland: {map}", map=map_.name)
    return Panel("board", "board", title, WIDTH, DEPTH + 18, tuple(shapes), _rows(board))


def _legend(y: float) -> list[Shape]:
    """Return the legend below the map, placed so that a screen shows it with the map in readable type."""
    return [
        signs.crown(22, y - 2), Said(38, y + 13, say("who rules"), 11, "soft"),
        Rectangle(140, y + 4, 6, 10, "", "soft", 1, 1), Said(152, y + 13, say("free slot"), 11, "soft"),
        *signs.drawn(signs.Sign("", "stone", "ruin"), 240, y + 1), Said(264, y + 13, say("ruin"), 11, "soft"),
    ]  # fmt: skip


# --- paths, rivers, forests --------------------------------------------------------------------------


def _water(map_: Map) -> list[Shape]:
    """Return the rivers, and the lake if the map has one."""
    shapes: list[Shape] = []
    if map_.coastal:
        spots = [middle(map_, one) for one in map_.coastal]
        x, y = sum(one[0] for one in spots) / len(spots), sum(one[1] for one in spots) / len(spots)
        lines = " ".join(f"M{x:.1f} {y:.1f} L{a:.1f} {b:.1f}" for a, b in spots)
        shapes.append(Path(lines, "", "ice-deep", 22))
        shapes.append(Circle(x, y, 34, "ice-deep"))
        return shapes
    for one, other in map_.rivers:
        (a, b), (c, d) = middle(map_, one), middle(map_, other)
        bend_x, bend_y = (a + c) / 2 + (d - b) * 0.08, (b + d) / 2 - (c - a) * 0.08
        shapes.append(Path(f"M{a:.1f} {b:.1f} Q{bend_x:.1f} {bend_y:.1f} {c:.1f} {d:.1f}", "", "ice-deep", 9))
    return shapes


def _paths(board: Board, map_: Map) -> list[Shape]:
    """Return the paths, each with its marker or pieces at its middle."""
    return [_path(board, map_, one, other) for one, other in map_.paths]


def _path(board: Board, map_: Map, one: int, other: int) -> Group:
    name = path(one, other)
    (a, b), (c, d) = middle(map_, one), middle(map_, other)
    lies = board.table.pieces(name)
    closed = CLOSED in lies
    shapes: list[Shape] = [
        Path(f"M{a:.1f} {b:.1f} L{c:.1f} {d:.1f}", "", "faint" if closed else "clay-deep", 3 if closed else 5)
    ]
    if not lies:
        return group(*shapes, name=name, title=Thing(name))
    x, y = _free_middle(a, b, c, d)
    if closed:
        shapes.append(Circle(x, y, 9, "paper", "faint"))
        shapes.append(Path(f"M{x - 5:.1f} {y - 5:.1f} l10 10 m0 -10 l-10 10", "", "accent", 2.5))
    for k, (piece, n) in enumerate(sorted((piece, n) for piece, n in lies.items() if piece != CLOSED)):
        sign = signs.sign_of(piece, n)
        drawn = signs.drawn(sign, x - signs.width_of_sign(sign) / 2, y - 8 + 17 * k)
        shapes.append(group(*drawn, name=piece, title=several(n, piece)))
    told: list[Slot] = [several(n, piece) for piece, n in sorted(lies.items())]
    return group(*shapes, name=name, title=say("{path}: {pieces}", path=Thing(name), pieces=listed(told)))


def _free_middle(a: float, b: float, c: float, d: float) -> Spot:
    """Return the middle of the part of a path that is outside the clearings."""
    length = max(abs(c - a), 0.1), max(abs(d - b), 0.1)
    inside = min(WIDE / 2 / length[0], HIGH / 2 / length[1], 0.5)
    share = (inside + 1 - inside) / 2
    return a + (c - a) * share, b + (d - b) * share


def _forest(board: Board, name: str, at: Spot) -> Group:
    """Return a forest as a tree, with the pawns and relics in it."""
    x, y = at
    zone = forest(name)
    there = sorted(board.table.pieces(zone).items())
    tree = f"M{x:.1f} {y - 14:.1f} l9 13 h-5 l7 10 h-9 v4 h-4 v-4 h-9 l7 -10 h-5 z"
    shapes: list[Shape] = [Circle(x, y, 15, "moss"), Path(tree, "moss-deep", "moss", 1)]
    for k in range(0, len(there), 2):  # two in a row
        row = [(piece, n, signs.sign_of(piece, n)) for piece, n in there[k : k + 2]]
        across = x - sum(signs.width_of_sign(sign) + 2 for _, _, sign in row) / 2 + 1
        for piece, n, sign in row:
            drawn = signs.drawn(sign, across, y + 1 + 8.5 * k)
            shapes.append(group(*drawn, name=piece, title=several(n, piece)))
            across += signs.width_of_sign(sign) + 2
    told: Words = Thing(zone)
    if there:
        pieces: list[Slot] = [several(n, piece) for piece, n in there]
        told = say("{forest}: {pieces}", forest=Thing(zone), pieces=listed(pieces))
    return group(*shapes, name=zone, title=told)


Spot = tuple[float, float]
Lie = tuple[tuple[Spot, ...], tuple[tuple[Spot, Spot], ...]]


def glade(map_: Map, name: str, lie: Lie | None = None) -> Spot:
    """Return the position of a forest's tree: among the clearings it touches, clear of clearings and paths."""
    return _glade(tuple(middle(map_, one) for one in map_.land.clearings_at(name)), lie or _lie(map_))


def _lie(map_: Map) -> Lie:
    """Return the positions of clearings and paths in the drawing."""
    lines = tuple((middle(map_, one), middle(map_, other)) for one, other in map_.paths)
    return tuple(middle(map_, one) for one in CLEARINGS), lines


ROOMY = 20.0
"""The preferred distance of a tree from clearings and paths, which leaves room for pieces in the forest."""


@lru_cache(maxsize=256)
def _glade(touched: tuple[Spot, ...], lie: Lie) -> Spot:
    everywhere, lines = lie
    heart = _mean(touched)
    near = sorted(everywhere, key=lambda one: math.dist(one, heart))  # these rule most spots out
    close = sorted(lines, key=lambda one: _from_line(heart, *one))
    best, found = -math.inf, heart
    for away, spot in _spots(touched, heart):
        if 3 * ROOMY - away <= best:  # nor is any other that is farther from the heart
            break
        room = _room(spot, near, close, best + away)
        if room - away > best:
            best, found = room - away, spot
    return found


def _room(spot: Spot, near: Sequence[Spot], close: Sequence[tuple[Spot, Spot]], least: float) -> float:
    """Return how much room there is around a spot; 0 once it is known to be no more than `least`."""
    wide, off_paths = 2 * ROOMY, ROOMY
    for x, y in near:
        wide = min(wide, 2 * max(abs(spot[0] - x) - WIDE / 2, abs(spot[1] - y) - HIGH / 2))
        if wide + off_paths <= least:
            return 0.0
    for line in close:
        off_paths = min(off_paths, _from_line(spot, *line))
        if wide + off_paths <= least:
            return 0.0
    return wide + off_paths


def _spots(touched: Sequence[Spot], heart: Spot) -> list[tuple[float, Spot]]:
    """Return the heart of an outline and the spots of a grid within it, nearest first, and how far each is away."""
    around = sorted(touched, key=lambda one: math.atan2(one[1] - heart[1], one[0] - heart[0]))
    left, right = min(x for x, _ in around), max(x for x, _ in around)
    top, foot = min(y for _, y in around), max(y for _, y in around)
    rows = [(y, _crossings(y, around)) for y in (top + (foot - top) * n / 20 for n in range(1, 20))]
    columns = [left + (right - left) * k / 20 for k in range(1, 20)]
    inside = [(x, y) for x in columns for y, crossings in rows if (len(crossings) - bisect(crossings, x)) % 2]
    return sorted([(math.dist(spot, heart) / 100, spot) for spot in (heart, *inside)], key=itemgetter(0))


def _crossings(y: float, around: Sequence[Spot]) -> list[float]:
    """Return the x coordinates at which an outline crosses a height, sorted.

    A spot inside the outline has an odd number of crossings on its right.
    """
    edges = zip(around, (*around[1:], around[0]), strict=True)
    return sorted((c - a) * (y - b) / (d - b) + a for (a, b), (c, d) in edges if (b > y) != (d > y))


def _mean(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _from_line(spot: Spot, one: Spot, other: Spot) -> float:
    """Return the distance of a spot from a line segment."""
    (x, y), (a, b), (c, d) = spot, one, other
    along = ((x - a) * (c - a) + (y - b) * (d - b)) / ((c - a) ** 2 + (d - b) ** 2)
    share = min(max(along, 0.0), 1.0)
    return math.hypot(x - a - share * (c - a), y - b - share * (d - b))


# --- clearings ---------------------------------------------------------------------------------------


def _clearing(board: Board, map_: Map, number: int) -> Group:
    """Return a clearing: suit, number, pieces and empty slots."""
    x, y = middle(map_, number)
    left, top = x - WIDE / 2, y - HIGH / 2
    kind = board.suit(number)
    ground: Colour = SUIT_GROUND.get(kind, "card")
    shapes: list[Shape] = [
        Rectangle(left, top, WIDE, HIGH, ground, "clay-deep", 1.4, 16),
        *suit_mark(kind, left + 13, top + 12),
    ]
    rules = ruler(board, number)
    shapes += _number(number, rules, left + WIDE - 14, top)
    shapes += _slots(board, map_, number, left + 24, top + 5)
    shapes += _pieces(board, number, left + 4, top + 22)
    return group(*shapes, name=clearing(number), title=told(board, map_, number, rules))


def _slots(board: Board, map_: Map, number: int, x: float, y: float) -> list[Shape]:
    """Return the empty slots of a clearing."""
    free = map_.land.slots(number) - board.buildings(number)
    wide = 8 if free < 3 else 5.5
    return [Rectangle(x + wide * k, y + 2, wide - 2, 10, "", "soft", 1, 1) for k in range(max(free, 0))]


def _number(number: int, rules: str, x: float, y: float) -> list[Shape]:
    """Return the number of a clearing, on a crown in the ruler's colour if it is ruled (RO-2.5)."""
    if not rules:
        return [Said(x, y + 16, str(number), 11, "soft", "middle", bold=True)]
    colour = signs.colour_of(rules)
    return [signs.crown(x, y, colour), Said(x, y + 17.5, str(number), 11, on(colour), "middle", bold=True)]


ORDER = {"warrior": 0, "pawn": 1, "building": 2, "token": 3}


def _pieces(board: Board, number: int, x: float, y: float) -> list[Shape]:
    """Return the pieces in a clearing, in rows: warriors, then buildings and tokens."""
    there = sorted(
        board.table.pieces(clearing(number)).items(), key=lambda one: (ORDER.get(kind_of(one[0]) or "", 2), one[0])
    )
    rows: list[list[tuple[str, int, signs.Sign]]] = [[]]
    across = 0.0
    for piece, n in there:
        sign = signs.sign_of(piece, n)
        wide = signs.width_of_sign(sign) + 2
        if across and across + wide > WIDE - 5:
            rows.append([])
            across = 0.0
        rows[-1].append((piece, n, sign))
        across += wide
    step = min(17.0, (HIGH - 41) / max(len(rows) - 1, 1))  # rows move closer together in a crowd
    shapes: list[Shape] = []
    for k, row in enumerate(rows):
        across = 0.0
        for piece, n, sign in row:
            drawn = signs.drawn(sign, x + across, y + step * k)
            shapes.append(group(*drawn, name=piece, title=several(n, piece)))
            across += signs.width_of_sign(sign) + 2
    return shapes


def told(board: Board, map_: Map, number: int, rules: str) -> Words:
    """Return everything in a clearing, as a tooltip."""
    kind = board.suit(number)
    free = map_.land.slots(number) - board.buildings(number)
    said: list[Slot] = [Thing(f"suit-of:{kind}")] if kind else []
    said.append(say("free slots: {n}", n=free))
    if rules:
        said.append(say("ruled by {who}", who=Thing(rules)))
    said += [several(n, piece) for piece, n in sorted(board.table.pieces(clearing(number)).items())]
    return say("{clearing}: {pieces}", clearing=Thing(clearing(number)), pieces=listed(said))


# --- in a terminal -----------------------------------------------------------------------------------


def _rows(board: Board) -> Rows:
    """Return the clearings as text rows: suit, owners of pieces, and where paths lead."""
    map_ = map_of(board)
    rows: list[tuple[tuple[Span, ...], ...]] = [
        (((say("clearing"), ""),), ((say("suit"), ""),), ((say("pieces"), ""),), ((say("paths to"), ""),))
    ]
    for number in CLEARINGS:
        there: list[Slot] = [
            say("{owner}: {pieces}", owner=Thing(owner), pieces=listed(
                [several(n, piece) for piece, n in sorted(board.pieces(owner, number))]
            ))
            for owner in board.owners(number)
        ]  # fmt: skip
        there += [
            Thing(piece)
            for piece in sorted(board.table.pieces(clearing(number)))
            if not owner_of(piece) or piece == RUIN
        ]
        ways = ", ".join(
            str(other) for other in map_.land.neighbours(number) if not board.table.count(path(number, other), CLOSED)
        )
        rows.append((
            ((str(number), "green"),),
            ((Thing(f"suit-of:{board.suit(number)}") if board.suit(number) else "?", ""),),
            ((listed(there, "; "), ""),) if there else (("", ""),),
            ((ways, ""),),
        ))  # fmt: skip
    return tuple(rows)
