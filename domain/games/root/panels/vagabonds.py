"""The board of a Vagabond: items on tracks, in the satchel and damaged, quests, relationships."""

from __future__ import annotations

from tablescribe.domain.games.root.labels.vagabond import CHARACTERS, RELATIONS
from tablescribe.domain.games.root.panels import signs
from tablescribe.domain.games.root.panels.sheet import EDGE, Sheet
from tablescribe.domain.table.scene import WIDTH, Circle, Colour, Path, Rectangle, Said, Shape, group, on
from tablescribe.domain.words.text import Thing, say

SCALE = tuple(RELATIONS)
"""The spaces of a relationship: hostile, then those through which Aid moves the marker."""


def vagabond(sheet: Sheet, seat: int) -> None:
    """Add the character, items, completed quests and relationships (RO-9.2)."""
    board = sheet.board
    if character := board.table.text(f"character:{seat}"):
        words = CHARACTERS.get(character, character)
        told = say("character: {character}", character=words)
        sheet.line(told, f"character:{seat}")
        sheet.told.append(told)
    sheet.zone(f"track:{seat}", say("tracks"), "clay")
    sheet.zone(f"satchel:{seat}", say("satchel"), "clay")
    sheet.zone(f"damaged:{seat}", say("damaged"), "sand")
    sheet.zone(f"quests:{seat}", say("quests done"), "moss")
    for owner in board.factions:
        if not owner.startswith("vagabond"):
            _relation(sheet, seat, owner)


def _relation(sheet: Sheet, seat: int, owner: str) -> None:
    """Add a faction's relationship: its marker on the way from hostile to allied."""
    key, y = f"relation:{seat}:{owner}", sheet.height
    now = sheet.board.table.text(key) or "indifferent"
    colour = signs.colour_of(owner)
    words = RELATIONS.get(now, now)
    shapes: list[Shape] = [
        Rectangle(EDGE, y, WIDTH - 2 * EDGE, 24, "paper", "faint", round=6),
        *signs.drawn(signs.Sign(signs.letter_of(owner), colour, "warrior"), EDGE + 6, y + 4),
        Path(f"M{EDGE + 70:.1f} {y + 12:.1f} h75", "", "faint", 2),
    ]
    for k, one in enumerate(SCALE):
        shapes += _space(EDGE + 48 + k * 25.0 - (0 if k else 6), y + 12, one, colour, here=one == now)
    shapes.append(Said(EDGE + 168, y + 16, words, 12, width=WIDTH - 2 * EDGE - 174))
    told = say("{owner}: {relation}", owner=Thing(owner), relation=words)
    sheet.put(group(*shapes, name=key, title=told), 28)
    sheet.told.append(told)


def _space(x: float, y: float, one: str, colour: Colour, *, here: bool) -> list[Shape]:
    """Return a space of a relationship: crossed if hostile, ticked if allied, filled if the marker is there."""
    ground: Colour = colour if here else "card"
    ink: Colour = on(colour) if here else "soft"
    shapes: list[Shape] = [Circle(x, y, 9 if here else 7, ground, "ink" if here else "soft", 1.6 if here else 1)]
    if one == "hostile":
        shapes.append(Path(f"M{x - 3:.1f} {y - 3:.1f} l6 6 m0 -6 l-6 6", "", ink, 1.6))
    elif one == "allied":
        shapes.append(Path(f"M{x - 4:.1f} {y:.1f} l3 3.5 l5 -7", "", ink, 1.8))
    elif here:
        shapes.append(Circle(x, y, 3, ink))
    return shapes
