"""Faces of cards, tiles and tokens, and the inventions on the common board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from tablescribe.domain.games.robinson import amounts
from tablescribe.domain.games.robinson.board import INVENTIONS
from tablescribe.domain.games.robinson.components import Invention, Price, RobinsonCatalogue
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.labels import TERRAINS, called
from tablescribe.domain.games.robinson.land import Tile
from tablescribe.domain.games.robinson.panels import signs
from tablescribe.domain.games.robinson.panels.island import GROUND, SHOWN
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.scene import (
    WIDTH,
    Colour,
    Group,
    Panel,
    Rectangle,
    Rows,
    Said,
    Shape,
    Span,
    Words,
    back,
    group,
    placed,
)
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

BLANK = say("not yet declared")

WIDE, HIGH = 167.0, 92.0
"""The size of a card; two fit side by side on a phone."""


# --- the common board --------------------------------------------------------------------------------


def inventions(board: Island) -> Panel:
    """Return the panel of unbuilt inventions, with the pawns on them."""
    found = list(board.table.each(INVENTIONS))
    shapes: list[Shape] = []
    for k, piece in enumerate(found):
        x, y = (k % 2) * (WIDTH - WIDE), (k // 2) * (HIGH + 6)
        card = board.invention(piece)
        drawn = _invention(piece, card, called(board, piece)) if card is not None else back(piece, WIDE, HIGH)
        crews = [task for task in board.tasks if task.where == piece]
        right = x + WIDE - 6
        more: list[Shape] = []
        for task in crews:
            size = signs.crew_width(board.pawns_on(task))
            more.append(signs.crew(board, task, right - x - size / 2, 14))
            right -= size + 3
        shapes.append(placed(drawn, x, y, *more, name=piece))
    rows = (len(found) + 1) // 2
    ground = group(*shapes, name=INVENTIONS, title=Thing(INVENTIONS))
    height = max(rows * (HIGH + 6) - 6, 10)
    return Panel(
        "inventions", "row", say("Inventions to build"), WIDTH, height,
        (Rectangle(0, 0, WIDTH, height), *ground.shapes) if not shapes else (ground,), _rows(board, found),
    )  # fmt: skip


def _rows(board: Island, found: Sequence[str]) -> Rows:
    rows: list[tuple[tuple[Span, ...], ...]] = [
        (((say("invention"), ""),), ((say("needs"), ""),), ((say("gives"), ""),), ((say("pawns"), ""),))
    ]
    for piece in found:
        card = board.invention(piece)
        crews: list[Slot] = [
            signs.crew_words(task.seat, board.own_pawns_on(task), board.pawns_on(task) - board.own_pawns_on(task))
            for task in board.tasks if task.where == piece
        ]  # fmt: skip
        rows.append((
            ((called(board, piece), "blue"),),
            ((needs(card) if card else "", ""),),
            ((gives(card) if card else "", ""),),
            ((listed(crews, "; "), ""),) if crews else (("", ""),),
        ))  # fmt: skip
    return tuple(rows)


def _invention(piece: str, card: Invention, name: Words) -> Panel:
    """Return an invention as it lies on the board."""
    colour: Colour = "clay" if card.group != "personal" else "moss"
    if card.blank:
        return _card(piece, colour, BLANK, "", name)
    return _card(piece, colour, say("needs: {what}", what=needs(card)), gives(card), name, card.text)


# --- texts of cards ----------------------------------------------------------------------------------


def needs(card: Invention) -> Words:
    """Return the requirements of an invention (terrain and items, which are kept) and its price."""
    if card.blank:
        return BLANK
    parts: list[Slot] = [TERRAINS[card.terrain]] if card.terrain else []
    parts += [Thing(f"invention:{item}") for item in card.items]
    if card.prices:
        parts.append(either_price(card.prices))
    return listed(parts, " · ") if parts else say("nothing")


def either_price(prices: Sequence[Price]) -> Text:
    """Return a price in words, with alternatives if there are several."""
    said = [
        listed(amounts.amount(what, n) for what, n in (("wood", price.wood), ("fur", price.fur)) if n)
        for price in prices
    ]
    found = said[0]
    for other in said[1:]:
        found = say("{one} or {other}", one=found, other=other)
    return found


def gives(card: Invention) -> Words:
    """Return what an invention gives, once and permanently, in words."""
    if card.blank:
        return ""
    parts: list[Slot] = [*_once(card), *(amounts.PAWNS[kind] for kind in card.pawn), *_lasting(card)]
    parts += [card.text] if card.text else []
    return listed(parts, "; ") if parts else say("serves other inventions")


def _once(card: Invention) -> Iterator[Text]:
    """Yield the one-time gains of an invention."""
    once = card.one_off
    if once is None:
        return
    for what, n in (("palisade", once.palisade), ("weapon", once.weapon), ("preserved", once.preserved)):
        if n:
            yield amounts.amount(what, n)
    if once.camp_food:
        yield say("+{n} food in production", n=once.camp_food)
    if once.parrot:
        yield say("uses up parrots beside the camp")
    if once.shortcut:
        yield say("a tile beside the camp produces")


def _lasting(card: Invention) -> list[Text]:
    """Return the permanent effects of an invention."""
    heal = amounts.amount("heal", card.night_heal) if card.night_heal else ""
    each = (
        (card.determination, say("+{n} determination each morale phase", n=card.determination)),
        (card.snow, say("{n} snow less", n=card.snow)),
        (card.keeps_food, say("food does not spoil")),
        (card.prevents_wounds, say("cures what beasts leave")),
        (card.night_heal, say("at night, for 1 food: {heal}", heal=heal)),
        (card.more_gathered, say("1 more of what was gathered")),
        (card.rest, say("rest heals {n}", n=card.rest.heal if card.rest else 0)),
        (card.pit, say("a pit: perhaps {n} food", n=card.pit)),
    )
    return [words for holds, words in each if holds]


# --- faces -------------------------------------------------------------------------------------------


def face(setting: Setting, piece: str) -> Panel | None:
    """Return the face of a card, tile or token, or its back if face down; `None` for other pieces."""
    catalogue = cast(RobinsonCatalogue, setting.catalogue)
    kind, _, name = piece.partition(":")
    if piece.startswith(HIDDEN):
        return back(piece, WIDE, HIGH)
    if kind == "invention" and (card := next((one for one in catalogue.inventions if one.id == name), None)):
        return _invention(piece, card, Thing(piece))
    if kind == "tile" and (tile := next((one for one in catalogue.tiles if str(one.id) == name), None)):
        return _tile(piece, tile)
    if kind == "beast" and (beast := next((one for one in catalogue.beasts if one.id == name), None)):
        if beast.blank:
            return _card(piece, "stone", BLANK, "")
        spoils = listed([amounts.amount("food", beast.food), amounts.amount("fur", beast.fur)])
        worn, got = (
            say("strength {n}, weapon −{worn}", n=beast.strength, worn=beast.weapon),
            say("gives: {what}", what=spoils),
        )
        return _card(piece, "stone", worn, listed([got, beast.text], "; ") if beast.text else got, text=beast.text)
    if kind == "starting" and (item := next((one for one in catalogue.starting_items if one.id == name), None)):
        return (
            _card(piece, "moss", BLANK, "") if item.blank
            else _card(piece, "moss", say("uses: {n}", n=item.uses), item.effect.words())
        )  # fmt: skip
    if kind == "discovery" and (token := next((one for one in catalogue.discoveries if one.id == name), None)):
        return _card(piece, "ice", BLANK if token.blank else token.effect.words(), "")
    return None


def _card(piece: str, colour: Colour, line: Words, more: Words, name: Words = "", text: str | None = None) -> Panel:
    """Return a card: its name (as declared, if it was), a line of requirements, and its effects.

    A free `text` may be longer than the card is wide. The tooltip shows all of it.
    """
    shapes: list[Shape] = [
        Rectangle(1, 1, WIDE - 2, HIGH - 2, colour, "soft", 1.2, 9),
        Said(9, 19, name or Thing(piece), 13, bold=True, width=WIDE - 18),
        Said(9, 36, line, 11, "soft", width=WIDE - 18, lines=2),
    ]
    if more:
        shapes.append(Said(9, 66, more, 11, width=WIDE - 18, lines=2))
    heading: Words = name or Thing(piece)
    title: Words = say("{card}: {printed}", card=heading, printed=listed([line, more], "; ")) if text else Thing(piece)
    return Panel(piece, "row", title, WIDE, HIGH, tuple(shapes))


def _tile(piece: str, tile: Tile) -> Panel:
    """Return a tile with its sources."""
    heading = say("tile {n}: {terrain}", n=tile.id, terrain=TERRAINS[tile.terrain])
    text: Words = listed([tile.text]) if tile.text else ""
    return Panel(
        piece, "row", say("{card}: {printed}", card=Thing(piece), printed=text) if text else Thing(piece), WIDE, HIGH,
        (
            Rectangle(1, 1, WIDE - 2, HIGH - 2, GROUND.get(tile.terrain, "paper"), "soft", 1.2, 9),
            Said(9, 19, heading, 13, bold=True, width=WIDE - 18),
            *_side(tile.left, 9), *_side(tile.right, WIDE / 2 + 2),
            Said(9, HIGH - 26, _marks(tile), 11, "soft", width=WIDE - 18, lines=1 if text else 2),
            *([Said(9, HIGH - 12, text, 11, width=WIDE - 18)] if text else []),
        ),
    )  # fmt: skip


def _side(shown: str, x: float) -> tuple[Shape, ...]:
    return (*signs.SOURCES[shown](x + 11, 44), Said(x + 26, 48, SHOWN[shown], 11, width=46))


def _marks(tile: Tile) -> Words:
    parts: list[Slot] = []
    if tile.discovery:
        parts.append(say("discoveries: {n}", n=tile.discovery))
    if tile.totem:
        parts.append(say("totem"))
    if tile.natural_shelter:
        parts.append(say("natural shelter"))
    return listed(parts) if parts else ""


__all__ = ["Group", "either_price", "face", "gives", "inventions", "needs"]
