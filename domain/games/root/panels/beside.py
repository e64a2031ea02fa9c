"""What is beside the map: items, face-up quests and dominance cards, the deck, landmarks and factions to choose."""

from __future__ import annotations

from tablescribe.domain.games.root.board import CARD, DOMINANCES, ITEMS, LOST_SOULS, Board
from tablescribe.domain.games.root.panels.sheet import Sheet
from tablescribe.domain.table.names import deck, discard
from tablescribe.domain.table.scene import WIDTH, Panel, Rectangle, Said, group, one_column
from tablescribe.domain.words.text import Text, say

ALWAYS: tuple[tuple[str, Text], ...] = ((ITEMS, say("items")),)

IF_ANY: tuple[tuple[str, Text], ...] = (
    ("quests", say("open quests")), (DOMINANCES, say("dominance")), (LOST_SOULS, say("Lost Souls")),
    ("pool", say("factions to choose")), ("landmarks", say("landmarks")), ("forge", say("the Forge")),
    ("market:1", say("Black Market 1")), ("market:2", say("Black Market 2")), ("market:3", say("Black Market 3")),
    ("coffin", say("coffins")), ("loose-relics", say("relics")),
)  # fmt: skip
"""Zones that are drawn only while they hold something."""


def beside(board: Board) -> Panel:
    """Return the panel of what is beside the map, with the sizes of deck and discard pile."""
    sheet = Sheet(board, "slate", 1)
    for zone, words in ALWAYS:
        sheet.zone(zone, words, "clay")
    for zone, words in IF_ANY:
        if board.table.pieces(zone):
            sheet.zone(zone, words, "ice" if zone == LOST_SOULS else "sand")
    for k, (zone, words) in enumerate(((deck(CARD), say("deck")), (discard(CARD), say("discard pile")))):
        pile = say("{pile}: {n}", pile=words, n=board.table.count(zone))
        sheet.told.append(pile)
        x, y = k * 172.0 + 1, sheet.height
        ground = Rectangle(x, y, 166, 26, "slate", "white", round=6)
        words_on_it = Said(x + 83, y + 17.5, pile, 12, "white", "middle", width=156)
        sheet.shapes.append(group(ground, words_on_it, name=zone, title=pile))
    rows = one_column(say("beside"), sheet.told)
    return Panel("beside", "row", say("Beside the map"), WIDTH, sheet.height + 28, tuple(sheet.shapes), rows)
