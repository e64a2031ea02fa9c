"""Our own icons: items, landmarks, lock, tick, suits, card backs. Each is 16 wide, from its upper left corner."""

from __future__ import annotations

from tablescribe.domain.table.scene import Circle, Colour, Group, Path, Rectangle, Said, Shape, group, on
from tablescribe.domain.words.text import Text, say

SIZE = 16.0

SUITS: dict[str, tuple[Text, Colour]] = {
    "fox": (say("F"), "red"), "rabbit": (say("R"), "yellow"), "mouse": (say("M"), "orange"),
    "bird": (say("B"), "turquoise"),
}  # fmt: skip
"""The letter and colour of each suit."""

OUTLINES: dict[str, str] = {
    "boot": "M5 1 h5 v7 l4.5 3.5 v3.5 h-12 v-4 l2.5 -2.5 z",
    "bag": "M5.5 1.5 h5 l-1.5 3 q5.5 2.5 5.5 7 q0 3.5 -3.5 3.5 h-6 q-3.5 0 -3.5 -3.5 q0 -4.5 5.5 -7 z",
    "crossbow": "M1 7 q7 -9 14 0 l-1.5 1 q-2 -2.5 -4.2 -3 v10.5 h-2.6 v-10.5 q-2.2 .5 -4.2 3 z M1.5 7.5 l13 0",
    "hammer": "M2.5 1.5 h11 v5.5 h-11 z M7 7 h2.4 v8.5 h-2.4 z",
    "sword": "M8 .5 l1.8 2.2 v7.3 h-3.6 v-7.3 z M3.8 10 h8.4 v1.8 h-8.4 z M7 11.8 h2 v3.8 h-2 z",
    "tea": "M1.5 5 h10 v5.5 q0 4 -4 4 h-2 q-4 0 -4 -4 z M11.5 6 h1 q3 0 3 2.5 t-3 2.5 h-1 M4.5 1 q2 1.5 0 3 M8 1 v3",
    "torch": "M6 7.5 h4 l-1 8 h-2 z M8 .5 q5.5 4 2.5 7 h-5 q-3 -3 2.5 -7 z",
    "club": "M3.5 15 l-1.5 -1.5 l5.5 -7 q-1 -5.5 4 -6 q3.5 .5 2.5 4 q-1.5 3.5 -4.5 3.5 z",
    "ferry": "M1 10 h14 l-2.5 4.5 h-9 z M7.2 1 v8 h-5.2 z M8.8 2.5 v6.5 h4.4 z",
    "tower": "M3 1 h2.2 v2 h1.6 v-2 h2.4 v2 h1.6 v-2 h2.2 v5 h-1.2 v9 h-7.6 v-9 h-1.2 z",
    "treetop": "M8 .5 l5 6 h-2.5 l4 5 h-5 v4 h-3 v-4 h-5 l4 -5 h-2.5 z",
    "market": "M2 1.5 h12 l1.5 4.5 h-15 z M2 7 h1.8 v8 h-1.8 z M12.2 7 h1.8 v8 h-1.8 z M4 10 h8 v1.8 h-8 z",
    "forge": "M.5 3 h15 v2.5 q-4.5 .5 -4.5 4.5 l2 2.5 v2.5 h-10 v-2.5 l2 -2.5 q0 -3.5 -4.5 -4.5 z",
    "city": "M1 15.5 v-7.5 l3 -3 l3 3 v-4.5 l4 -3 l4 3 v12 z",
    "tick": "M2 8.5 l1.8 -1.8 l3 3 l6.2 -8 l2 1.6 l-8 10.2 z",
    "lock": "M2.5 7 h1.5 v-2 q0 -4.5 4 -4.5 t4 4.5 v2 h1.5 v8 h-11 z M6 7 h4 v-2 q0 -2.3 -2 -2.3 t-2 2.3 z",
}  # fmt: skip


def icon(name: str, x: float, y: float, colour: Colour = "ink") -> Group:
    """Return the icon of an item or landmark; coins, and things without an icon, are round."""
    if name in OUTLINES:
        return group(Path(OUTLINES[name], colour, colour, 0.8), x=x, y=y)
    return group(Circle(8, 8, 6.8, "", colour, 1.8), Circle(8, 8, 2.6, colour), x=x, y=y)


def suit_mark(suit: str, x: float, y: float, radius: float = 8.5) -> tuple[Shape, ...]:
    """Return a suit's letter on its colour, centred on a point; a star for any suit, a question mark for none."""
    sign, colour = SUITS.get(suit, (Text("✱" if suit == "any" else "?", {}), "slate"))
    return Circle(x, y, radius, colour, "white", 1), Said(x, y + 4, sign, 11, on(colour), "middle", bold=True)


def card_back(x: float, y: float, colour: Colour = "slate") -> Shape:
    """Return a small card back for a card count, 7 wide and 10 high."""
    return Rectangle(x, y, 7, 10, colour, "white", 0.8, 1.5)
