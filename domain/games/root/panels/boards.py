"""Each seat's board: the faction with what it has left, its own tracks and zones, crafted cards and items."""

from __future__ import annotations

from collections.abc import Callable

from domain.games.root.board import Board, controller, crafted, items, supply
from domain.games.root.labels import label_value
from domain.games.root.panels import signs
from domain.games.root.panels.track import chips, in_english, listed_rows
from domain.games.root.pieces import HIRELINGS, owner_of
from domain.names import seat as seat_name
from domain.scene import WIDTH, Colour, Panel, Rectangle, Said, Shape, Words, group, on, width_of
from domain.table import Table, Value
from domain.text import Slot, Text, Thing, listed, say

Zones = tuple[tuple[str, Text], ...]

ZONES: dict[str, Callable[[int], Zones]] = {
    "eyrie": lambda seat: (
        ("decree:recruit", say("recruit")), ("decree:move", say("move")), ("decree:battle", say("battle")),
        ("decree:build", say("build")),
    ),
    "alliance": lambda seat: (("supporters", say("supporters")), ("officers", say("officers"))),
    "vagabond": lambda seat: _vagabond(seat),
    "vagabond2": lambda seat: _vagabond(seat),
    "lizards": lambda seat: (("acolytes", say("acolytes")), (f"revealed:{seat}", say("revealed"))),
    "riverfolk": lambda seat: (
        ("payments", say("payments")), ("funds", say("funds")), ("committed", say("committed")),
        ("committed:fox", say("on fox")), ("committed:rabbit", say("on rabbit")), ("committed:mouse", say("on mouse")),
    ),
    "duchy": lambda seat: (
        ("clearing:0", say("Burrow")), ("ministers", say("swayed")), ("unswayed", say("ministers")),
        ("revealed:duchy", say("revealed")),
    ),
    "corvids": lambda seat: (),
    "hundreds": lambda seat: (("hoard", say("hoard")),),
    "keepers": lambda seat: (
        ("retinue:1", say("retinue 1")), ("retinue:2", say("retinue 2")), ("retinue:3", say("retinue 3")),
        ("relics", say("relics")),
    ),
}  # fmt: skip
"""The zones of each faction's board, in the order in which they lie there."""


def _vagabond(seat: int) -> Zones:
    return (
        (f"track:{seat}", say("tracks")), (f"satchel:{seat}", say("satchel")), (f"damaged:{seat}", say("damaged")),
        (f"quests:{seat}", say("quests")),
    )  # fmt: skip


VALUES: dict[str, tuple[str, ...]] = {
    "eyrie": ("leader",), "lizards": ("outcast", "hated"), "hundreds": ("mood",),
    "duchy": ("crowns:squire", "crowns:noble", "crowns:lord"),
    "riverfolk": ("price:hand", "price:boats", "price:mercenaries"),
}  # fmt: skip
"""Values that stand on a faction's board."""


def seat_board(board: Board, seat: int) -> Panel:
    """Return a seat's board."""
    owner = board.faction(seat)
    colour = signs.colour_of(owner) if owner else "slate"
    acts = board.turn == seat and not board.is_over
    name: Words = Thing(seat_name(seat))
    shapes: list[Shape] = [
        Rectangle(9, 9, 26, 22, colour, "white", 1.2, 6),
        Said(22, 24.5, signs.letter_of(owner) if owner else str(seat), 13, on(colour), "middle", bold=True),
        Said(42, 25, name, 15, bold=True, width=140),
        Said(WIDTH - 10, 25, Thing(owner) if owner else say("no faction yet"), 12, "soft", "end", width=150),
    ]
    lines = _lines(board, seat, owner)
    height = 40.0
    for words in lines:
        shapes.append(Said(12, height + 12, words, 12, width=WIDTH - 24, lines=2))
        height += 34 if width_of(in_english(board, words), 12) > WIDTH - 24 else 19
    told = list(lines)
    for zone, heading, ground in _laid(board, seat, owner):
        pieces = sorted(board.table.pieces(zone).items())
        if not pieces:
            continue
        drawn, high = chips(board, zone, heading, pieces, height, ground)
        shapes.append(drawn)
        height += high
        each: list[Slot] = [signs.counted(piece, n) for piece, n in pieces]
        told.append(say("{what}: {pieces}", what=heading, pieces=listed(each)))
    height += 4
    frame = Rectangle(1.5, 1.5, WIDTH - 3, height - 1, "card", colour, 4 if acts else 1.5, 10)
    everything = group(frame, *shapes, name=seat_name(seat), title=name)
    head: Words = say("{seat} ▶", seat=name) if acts else name
    if owner:
        head = say("{seat} ({faction})", seat=head, faction=Thing(owner))
    return Panel(seat_name(seat), "seat", name, WIDTH, height + 1, (everything,), listed_rows(head, told))


def _lines(board: Board, seat: int, owner: str) -> list[Words]:
    """Return points, cards in hand, what is left of each piece, and the values on the board."""
    table = board.table
    lines: list[Words] = [
        say("points: {points}; cards in hand: {cards}", points=board.score(seat), cards=board.hand(seat))
    ]
    left: list[Slot] = [
        say("{n} × {piece}", n=n, piece=Thing(piece)) for piece, n in sorted(table.pieces(supply(owner)).items())
        if owner and owner_of(piece) == owner
    ]  # fmt: skip
    if left:
        lines.append(say("left: {pieces}", pieces=listed(left)))
    for key in VALUES.get(owner, ()):
        if (value := table.get(key)) is not None:
            lines.append(say("{what}: {value}", what=Thing(key), value=_value(board, key, value)))
    for key in sorted(key for key in table.values if key.startswith((f"relation:{seat}:", f"character:{seat}"))):
        lines.append(say("{what}: {value}", what=Thing(key), value=_value(board, key, table.get(key))))
    return lines


def _value(board: Board, key: str, value: Value) -> Slot:
    return label_value(board.setting, key, value)


def _laid(board: Board, seat: int, owner: str) -> list[tuple[str, Text, Colour]]:
    """Return the zones of a seat that are drawn as rows of pieces."""
    own: Zones = ZONES[owner](seat) if owner in ZONES else ()
    found: list[tuple[str, Text, Colour]] = [(zone, words, "sand") for zone, words in own]
    return [*found, (crafted(seat), say("in effect"), "moss"), (items(seat), say("items"), "clay")]


# --- hirelings ---------------------------------------------------------------------------------------


def hirelings(board: Board) -> list[Panel]:
    """Return the hirelings of the match with who controls them; nothing where there are none."""
    found = [owner for owner in HIRELINGS if _is_there(board.table, owner)]
    if not found:
        return []
    shapes: list[Shape] = []
    told: list[Words] = []
    for k, owner in enumerate(found):
        y = 30.0 * k
        seat = board.seat_of(owner)
        whose: Words = (
            say("{hireling}: {seat}", hireling=Thing(owner), seat=Thing(seat_name(seat)))
            if seat else say("{hireling}: for hire", hireling=Thing(owner))
        )  # fmt: skip
        told.append(whose)
        shapes.append(
            group(
                Rectangle(0.75, y, WIDTH - 1.5, 26, "card", "faint", round=6),
                *signs.drawn(signs.Sign(signs.letter_of(owner), "stone", "warrior"), 8, y + 5),
                Said(52, y + 17, whose, 12, width=WIDTH - 60),
                name=controller(owner), title=whose,
            )
        )  # fmt: skip
    return [
        Panel(
            "hirelings",
            "row",
            say("Hirelings"),
            WIDTH,
            30.0 * len(found),
            tuple(shapes),
            listed_rows(say("hirelings"), told),
        )
    ]


def _is_there(table: Table, owner: str) -> bool:
    """Return whether a hireling is in the match: its pieces lie in its supply, or on the map."""
    return any(owner_of(piece) == owner for zone, held in table.zones.items() if zone != "box" for piece in held)
