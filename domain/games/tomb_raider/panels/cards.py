"""Card faces, and the back of unseen cards."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.tomb_raider.board import card_id, catalogue_of
from tablescribe.domain.games.tomb_raider.cards import card_of
from tablescribe.domain.games.tomb_raider.components import (
    Action,
    AnyCard,
    Block,
    Discovery,
    Location,
    Obstacle,
    Raider,
    SecretMove,
    Treasure,
    Upgrade,
)
from tablescribe.domain.games.tomb_raider.panels import signs
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.scene import Colour, Panel, Rectangle, Said, Shape, Words, back
from tablescribe.domain.table.table import HIDDEN, Table
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

WIDE, HIGH = 167.0, 106.0
"""The size of a card; two fit side by side on a phone."""

KINDS: dict[str, tuple[Text, Colour]] = {
    "location": (say("location"), "sand"), "raider": (say("raider"), "stone"), "treasure": (say("treasure"), "yellow"),
    "upgrade": (say("upgrade"), "moss"), "action": (say("action"), "ice"), "discovery": (say("discovery"), "clay"),
    "obstacle": (say("obstacle"), "sand"), "secret_move": (say("secret move"), "stone"),
}  # fmt: skip


def face(setting: Setting, piece: str) -> Panel | None:
    """Return a card's face or back. Declarations are not shown."""
    if piece.startswith(HIDDEN):
        return back(piece, WIDE, HIGH)
    card = catalogue_of(setting).card(card_id(piece)) if ":" in piece else None
    return _face(piece, card) if card else None


def drawn(setting: Setting, table: Table, piece: str) -> Panel | None:
    """Return a card's face with its declaration; `None` for an unseen card."""
    card = card_of(setting, table, piece)
    return _face(piece, card) if card else None


def _face(piece: str, card: AnyCard) -> Panel:
    """Return a card: kind, name, numbers and effects."""
    kind, colour = KINDS[card.type]
    numbers, text = says(card)
    shapes: list[Shape] = [
        Rectangle(1, 1, WIDE - 2, HIGH - 2, colour if colour != "yellow" else "clay", "soft", 1.2, 9),
        Said(9, 17, kind, 11, "soft", width=WIDE - 60),
        Said(WIDE - 9, 17, card.id, 11, "soft", "end", width=50),
        Said(9, 34, card.name, 13, bold=True, width=WIDE - 18),
        Said(9, 51, numbers, 11, "soft", width=WIDE - 18),
        Said(9, 68, text, 11, width=WIDE - 18, lines=3),
    ]
    return Panel(piece, "row", Thing(piece), WIDE, HIGH, tuple(shapes))


def says(card: AnyCard) -> tuple[Words, Words]:
    """Return a card's numbers and effects, in words."""
    if isinstance(card, Location):
        return _location(card)
    if isinstance(card, Raider):
        rated = card.abilities
        each: list[Slot] = [
            say("{ability} {n}", ability=words, n=getattr(rated, one)) for one, (words, _) in signs.ABILITIES.items()
        ] if rated else []  # fmt: skip
        return say("power {n}", n=card.power), listed(each) if each else say("not yet read out")
    if isinstance(card, Obstacle):
        return _number(card.danger, lambda n: say("danger {n}", n=n)), block_words(card.block) if card.block else ""
    if isinstance(card, Discovery):
        return _number(card.difficulty, lambda n: say("difficulty {n}", n=n)), _effects(card)
    if isinstance(card, Upgrade):
        return _number(card.power, lambda n: say("power {n}", n=n)), _effects(card)
    if isinstance(card, Treasure):
        return say("power {n}", n=card.power), _effects(card)
    return "", _effects(card)


def _number(n: int | None, words: Callable[[int], Text]) -> Words:
    return say("not yet read out") if n is None else words(n)


def _effects(card: Action | Discovery | Treasure | Upgrade | SecretMove) -> Words:
    if card.effects is None:
        return say("not yet read out")
    return listed([effect.words() for effect in card.effects], "; ") if card.effects else say("nothing")


def _location(card: Location) -> tuple[Words, Words]:
    """Return a location's danger, search dice and minimum depth, and its printed obstacle."""
    parts: list[Slot] = [
        say("danger {n}", n=card.danger if card.danger is not None else "?"),
        say("search +{n}", n=card.search_bonus if card.search_bonus is not None else "?"),
    ]
    if card.min_depth > 1:
        parts.append(say("from depth {n}", n=card.min_depth))
    marks: list[Slot] = []
    if card.save_point:
        marks.append(say("save point"))
    if card.treasure_room:
        marks.append(say("treasure: {n}", n=card.treasure_difficulty or "?"))
    if card.printed_obstacle:
        marks.append(block_words(card.printed_obstacle))
    return listed(parts), listed(marks, "; ") if marks else ""


def block_words(block: Block) -> Words:
    """Return an obstacle's tests and the effects of failing, in words."""
    tests: list[Slot] = [
        say("{ability} {n}", ability=signs.ABILITIES[test.ability][0], n=test.target) for test in block.tests
    ]
    failing: list[Slot] = [effect.words() for effect in block.on_fail]
    told = listed(tests, " / ")
    if failing:
        told = say("{tests}; failing: {effects}", tests=told, effects=listed(failing))
    return say("{told}; health {n}", told=told, n=block.health) if block.health is not None else told
