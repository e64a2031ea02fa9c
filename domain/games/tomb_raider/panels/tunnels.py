"""The level map: locations with exits, obstacles and markers, and the raiders in them. Deeper is up."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider import board
from tablescribe.domain.games.tomb_raider.cards import block_of, card_of, damage_on, location, obstacles_in
from tablescribe.domain.games.tomb_raider.components import Location
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.games.tomb_raider.panels import signs
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.scene import WIDTH, Colour, Group, Panel, Rectangle, Rows, Said, Shape, Span, Words, group
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

HIGH = 74.0  # the height of a space
EDGE = 20.0  # the left margin, for the depths


def tunnels(setting: Setting, table: Table) -> Panel:
    """Return the panel of the level map with everything on it."""
    here = LevelMap(setting, table)
    wide = (WIDTH - EDGE) / here.level.width
    shapes: list[Shape] = []
    for depth in range(here.first, here.last + 1):
        y = (here.last - depth) * HIGH
        shapes.append(Said(EDGE / 2 - 1, y + HIGH / 2 + 5, str(depth), 13, "soft", "middle", bold=True))
    for zone in here.spaces:
        col, depth = board.at(zone)
        shapes.append(_space(here, zone, EDGE + (col - 1) * wide, (here.last - depth) * HIGH, wide))
    height = HIGH * here.level.rows
    shapes += _legend(height)
    return Panel("board", "board", say("The tunnels"), WIDTH, height + 48, tuple(shapes), _rows(here))


def _legend(y: float) -> list[Shape]:
    """Return the legend of the signs, below the map."""
    told: list[tuple[str, Words]] = [
        ("!2", say("danger")), ("+1", say("search dice")), ("S", say("save point")), ("E", say("searched")),
        ("☠", say("who died")), ("★", say("treasure room")),
    ]  # fmt: skip
    shapes: list[Shape] = []
    for k, (sign, words) in enumerate(told):
        x, foot = EDGE + 6 + 106 * (k % 3), y + 16 + 22 * (k // 3)
        shapes.append(Said(x, foot, sign, 12, "ink", bold=True))
        shapes.append(Said(x + 20, foot, words, 11, "soft", width=84))
    return shapes


def _space(here: LevelMap, zone: str, x: float, y: float, wide: float) -> Group:
    """Return a space: a location, a face-down one, or darkness."""
    table = here.table
    piece = board.location_in(table, zone)
    if not board.is_known(table, zone):
        known = here.is_treasure_room(zone)
        ground: Colour = "slate" if piece else "black"
        sign: Words = "★" if known else "?" if piece else "·"
        shapes: list[Shape] = [
            Rectangle(x + 5, y + 5, wide - 10, HIGH - 10, ground, "faint", 1, 6, dashed=not piece),
            Said(x + wide / 2, y + HIGH / 2 + 7, sign, 20, "white", "middle", bold=True),
        ]
    else:
        card = location(here.setting, table, piece)
        shapes = _location(here, zone, card, x, y, wide)
    shapes += _markers(here, zone, x, y, wide)
    seats = board.raiders_in(here.setting, table, zone)
    right = x + wide - 18 - 18 * len(_marks(here, zone))
    step = min(21.0, (right - x - 18) / max(len(seats) - 1, 1))
    for k, seat in enumerate(seats):
        drawn = signs.figure(right - step * k, y + HIGH - 8, seat)
        shapes.append(group(*drawn, name=board.figure(seat), title=Thing(board.figure(seat))))
    return group(*shapes, name=zone, title=title(here, zone))


def _location(here: LevelMap, zone: str, card: Location | None, x: float, y: float, wide: float) -> list[Shape]:
    """Return a face-up location: name, danger, search dice, and exits as arrows."""
    ground = signs.GROUND[card.family] if card else "paper"
    special: Colour = "accent" if card and (card.treasure_room or card.entrance) else "soft"
    shapes: list[Shape] = [
        Rectangle(x + 5, y + 5, wide - 10, HIGH - 10, ground, special, 2 if special == "accent" else 1, 6),
        Said(
            x + wide / 2, y + 20, card.name if card else "?", 11, "ink", "middle", bold=True, width=wide - 22, lines=2
        ),
    ]
    if card is not None:
        danger = "?" if card.danger is None else str(card.danger)
        dice = "?" if card.search_bonus is None else f"+{card.search_bonus}"
        told = listed([say("danger {n}", n=danger), say("search dice +{n}", n=dice.lstrip("+"))])
        shapes.append(group(Said(x + 10, y + HIGH - 8.5, f"!{danger}  {dice}", 11, "soft"), title=told))
    return shapes


def _markers(here: LevelMap, zone: str, x: float, y: float, wide: float) -> list[Shape]:
    """Return obstacles, exits, blocks, and the marks for searched locations and save points."""
    table, shapes = here.table, list[Shape]()
    middles = {
        "forward": (x + wide / 2, y + 6), "right": (x + wide - 6, y + HIGH / 2),
        "back": (x + wide / 2, y + HIGH - 6), "left": (x + 6, y + HIGH / 2),
    }  # fmt: skip
    printed, opened = here.printed_exits(zone), here.open_exits(zone) if board.is_known(table, zone) else frozenset()
    for way in board.WAYS:
        if way in opened:
            colour: Colour = "faint" if not here.beside(zone, way) else "ink" if way in printed else "accent"
            shapes.append(signs.arrow(*middles[way], way, colour))
        if here.is_blocked(zone, way):
            shapes.append(signs.bar(*middles[way], way))
    for k, piece in enumerate(obstacles_in(here.setting, table, zone)):
        shapes.append(_obstacle(here, zone, piece, x + 22 + 24 * k, y + 44))
    if table.count(zone, board.SKULL):
        shapes.append(group(Said(x + 14, y + 52, "☠", 14, "soft"), name=board.SKULL, title=Thing(board.SKULL)))
    for k, sign in enumerate(_marks(here, zone)):
        at_x = x + wide - 16 - 17.0 * k
        shapes.append(Rectangle(at_x - 7, y + 30, 15, 15, "paper", "ink", 1, 3))
        shapes.append(Said(at_x + 0.5, y + 41.5, sign, 11, "ink", "middle", bold=True))
    return shapes


def _marks(here: LevelMap, zone: str) -> list[str]:
    """Return the marks of a space: E if it was searched, S for a save point."""
    card = location(here.setting, here.table, board.location_in(here.table, zone))
    saves = card is not None and card.save_point and board.is_known(here.table, zone)
    found = ["E"] if here.table.count(zone, board.EMPTY) else []
    return [*found, "S"] if saves or here.table.count(zone, board.SAVE_POINT) else found


def _obstacle(here: LevelMap, zone: str, piece: str, x: float, y: float) -> Group:
    """Return an obstacle: red if printed, purple if placed, with its damage as a number."""
    harm = damage_on(here.table, zone, piece)
    printed = board.is_of_level(piece)
    colour: Colour = "accent" if printed else "purple"
    title = obstacle_words(here.setting, here.table, zone, piece)
    drawn = signs.warning(x, y, colour, str(harm) if harm else "!")
    return group(*drawn, name=piece, title=title)


def obstacle_words(setting: Setting, table: Table, zone: str, piece: str) -> Words:
    """Return an obstacle's tests and its damage, in words."""
    block = block_of(setting, table, piece)
    if block is None:
        return Thing(piece)
    tests = listed(
        (say("{ability} {n}", ability=signs.ABILITIES[test.ability][0], n=test.target) for test in block.tests), " / "
    )
    failing = listed([effect.words() for effect in block.on_fail]) if block.on_fail else say("nothing")
    told = say("{name}: {tests}; failing: {effects}", name=block.name, tests=tests, effects=failing)
    if block.health is None:
        return told
    return say(
        "{told}; health {left} of {most}",
        told=told,
        left=block.health - damage_on(table, zone, piece),
        most=block.health,
    )


def title(here: LevelMap, zone: str) -> Words:
    """Return everything in a space, as a tooltip."""
    table = here.table
    col, depth = board.at(zone)
    place = say("column {col}, depth {depth}", col=col, depth=depth)
    said: list[Slot] = []
    if not board.is_known(table, zone):
        said.append(say("the treasure room, face down") if here.is_treasure_room(zone) else say("unknown"))
    elif (card := location(here.setting, table, board.location_in(table, zone))) is not None:
        said += [card.name, *_told_location(here, zone, card)]
    said += [Thing(board.figure(seat)) for seat in board.raiders_in(here.setting, table, zone)]
    for seat in here.setting.all_seats:
        if table.get(board.save_space(seat)) == zone:
            said.append(say("save point of {figure}", figure=Thing(board.figure(seat))))
        elif table.get(board.entrance(seat)) == zone:
            said.append(say("entrance of {figure}", figure=Thing(board.figure(seat))))
    return say("{place}: {what}", place=place, what=listed(said, "; "))


def _told_location(here: LevelMap, zone: str, card: Location) -> list[Slot]:
    exits = [EXITS[way] for way in board.WAYS if way in here.open_exits(zone) and here.beside(zone, way)]
    said: list[Slot] = [
        say("danger {n}", n=card.danger if card.danger is not None else "?"),
        say("search dice +{n}", n=card.search_bonus if card.search_bonus is not None else "?"),
        say("exits: {ways}", ways=listed(exits)) if exits else say("no exit"),
    ]
    said += [
        obstacle_words(here.setting, here.table, zone, piece) for piece in obstacles_in(here.setting, here.table, zone)
    ]
    if here.table.count(zone, board.EMPTY):
        said.append(say("searched"))
    return said


EXITS: dict[str, Text] = {
    "forward": say("forward"), "right": say("right"), "back": say("back"), "left": say("left"),
}  # fmt: skip


# --- in a terminal -----------------------------------------------------------------------------------

ARROWS = {"forward": "↑", "right": "→", "back": "↓", "left": "←"}


def _rows(here: LevelMap) -> Rows:
    """Return the map as text rows, the deepest first, with exits as arrows."""
    heads: list[tuple[Span, ...]] = [((say("depth"), ""),)]
    heads += [((str(col), ""),) for col in range(1, here.level.width + 1)]
    rows: list[tuple[tuple[Span, ...], ...]] = [tuple(heads)]
    by_depth: dict[int, list[tuple[Span, ...]]] = {}
    for zone in here.spaces:
        by_depth.setdefault(board.at(zone)[1], []).append(_cell(here, zone))
    for depth in sorted(by_depth, reverse=True):
        rows.append((((str(depth), "green"),), *by_depth[depth]))
    return tuple(rows)


def _cell(here: LevelMap, zone: str) -> tuple[Span, ...]:
    """Return a space in a few words and signs."""
    table = here.table
    spans: list[Span] = []
    piece = board.location_in(table, zone)
    if not board.is_known(table, zone):
        spans.append(("★?" if here.is_treasure_room(zone) else "?" if piece else "·", ""))
    else:
        card = card_of(here.setting, table, piece)
        arrows = "".join(ARROWS[way] for way in board.WAYS if way in here.open_exits(zone) and here.beside(zone, way))
        spans.append((card.name if card else "?", ""))
        spans.append((f" {arrows}", "green"))
        n_obstacles = len(obstacles_in(here.setting, table, zone))
        marks = " ".join(
            sign for sign, there in (
                ("!" * n_obstacles, n_obstacles), ("☠", table.count(zone, board.SKULL)),
                ("E", table.count(zone, board.EMPTY)),
                ("+", any(table.count(zone, board.exit_marker(way)) for way in board.WAYS)),
                ("S", table.count(zone, board.SAVE_POINT) or bool(getattr(card, "save_point", False))),
            ) if there
        )  # fmt: skip
        spans.append((f" {marks}" if marks else "", "red"))
    seats = board.raiders_in(here.setting, table, zone)
    if seats:
        spans.append((f" [{','.join(str(seat) for seat in seats)}]", "blue"))
    return tuple(spans)
