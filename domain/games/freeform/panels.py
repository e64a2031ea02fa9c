"""Drawings of the table: zones with their pieces, decks, seats, visible hands, dice and values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tablescribe.domain.games.freeform.board import (
    TURN,
    WINNERS,
    catalogue_of,
    counted,
    counter_in,
    counters_of,
    deck_of,
    dice_of,
    is_kept_by_an_action,
    label,
    rolled,
)
from tablescribe.domain.games.freeform.table import COLOURS, the_table
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table import default_panels
from tablescribe.domain.table.names import deck, hand, score, who
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
    frame,
    group,
    on,
    placed,
    rowed,
)
from tablescribe.domain.table.table import HIDDEN, Table
from tablescribe.domain.words.text import Text, Thing, listed, say

ACROSS = 5  # counters side by side

CARD_WIDTH, CARD_HEIGHT, GAP = 80, 96, 6  # four cards side by side on a phone


def panels(setting: Setting, table: Table, viewer: int | None) -> list[Panel]:
    """Return panels for zones, decks and dice, visible hands, seats, and other values."""
    called = partial(label, setting)
    seats = range(1, setting.seats + 1)
    known = [seat for seat in seats if any(not piece.startswith(HIDDEN) for piece in table.pieces(hand(seat)))]
    known.sort(key=lambda seat: (seat != viewer, seat))
    kept = {
        key: value for key, value in sorted(table.values.items())
        if not is_kept_by_an_action(key) and counter_in(setting, key) is None
    }  # fmt: skip
    return [
        the_table(setting, table, called),
        *(_hand(setting, table, seat) for seat in known),
        *(_seat(setting, table, seat) for seat in seats),
        *_stock(setting, table),
        *([default_panels.counters(kept, called)] if kept else []),
    ]


def face(setting: Setting, piece: str) -> Panel | None:
    """Return a card's face, or its back."""
    deck = deck_of(setting, piece)
    if not deck:
        return None
    covered = piece.startswith(HIDDEN)
    words: Words = "?" if covered else Thing(piece)
    y, size, ink = (48, 28, "white") if covered else (34, 13, "ink")
    shapes: tuple[Shape, ...] = (
        Rectangle(1, 1, CARD_WIDTH - 2, CARD_HEIGHT - 2, "slate" if covered else "card", "slate", 2, 8),
        Said(CARD_WIDTH / 2, y, words, size, ink, "middle", bold=True, width=CARD_WIDTH - 12, lines=3),
        Said(CARD_WIDTH / 2, 86, deck, 11, "white" if covered else "soft", "middle", width=CARD_WIDTH - 12),
    )
    return Panel(piece, "row", Thing(piece), CARD_WIDTH, CARD_HEIGHT, shapes)


def _hand(setting: Setting, table: Table, seat: int) -> Panel:
    """Draw a hand: cards by their faces, other pieces as chips."""
    pieces = list(table.each(hand(seat)))
    cards = [found for piece in pieces if (found := face(setting, piece))]
    others = {piece: n for piece, n in table.pieces(hand(seat)).items() if not deck_of(setting, piece)}
    at = list(rowed((CARD_WIDTH for _ in cards), WIDTH, CARD_HEIGHT + GAP, GAP))
    drawn: list[Shape] = [placed(card, x, y) for card, (x, y) in zip(cards, at, strict=True)]
    height = at[-1][1] + CARD_HEIGHT + GAP if at else 0.0
    widths = [default_panels.counted_width(piece, n, partial(label, setting)) for piece, n in others.items()]
    spots = list(rowed(widths, WIDTH, default_panels.STEP))
    for (piece, n), (x, y), size in zip(others.items(), spots, widths, strict=True):
        drawn.append(default_panels.piece_chip(piece, n, x, y + height, size))
    height += spots[-1][1] + default_panels.STEP if spots else 0
    counted = [say("{n} × {piece}", n=n, piece=Thing(piece)) for piece, n in table.pieces(hand(seat)).items()]
    rows: Rows = (
        (((say("hand"), ""),), ((say("cards"), ""),)),
        (((who(seat), COLOURS[seat - 1]),), ((listed(counted), ""),)),
    )
    shapes = (Group(tuple(drawn), hand(seat), Thing(hand(seat))),)
    return Panel(f"cards:{seat}", "hand", Thing(hand(seat)), WIDTH, height, shapes, rows)


def _seat(setting: Setting, table: Table, seat: int) -> Panel:
    """Draw a seat's panel: its points and hand, and whether it is to act or has won."""
    colour = COLOURS[seat - 1]
    winners = table.text(WINNERS).split(",")
    acts = table.get(TURN) == seat and not table.text(WINNERS)
    held = [say("{n} × {piece}", n=n, piece=Thing(piece)) for piece, n in table.pieces(hand(seat)).items()]
    covered = [group(name=piece) for piece in table.pieces(hand(seat)) if piece.startswith(HIDDEN)]
    in_hand = listed(held) if held else say("no cards")
    note: Words = say("won") if str(seat) in winners else say("to act") if acts else ""
    shapes: list[Shape] = [
        frame(53, colour, acts=acts),
        Rectangle(1.5, 1.5, 30, 53, colour, round=10),
        Said(16.5, 34, str(seat), 17, "paper" if colour == "ink" else on(colour), "middle", bold=True),
        Said(42, 23, who(seat), 15, bold=True, width=110),
        group(Said(150, 23, note, 12, "accent", bold=True, width=90), name=TURN if acts else "", title=Thing(TURN)),
        group(
            Said(42, 43, in_hand, 12, "soft", width=215),
            *covered, name=hand(seat), title=Thing(hand(seat)),
        ),
        group(
            Said(WIDTH - 14, 31, str(table.number(score(seat))), 24, anchor="end", bold=True),
            Said(WIDTH - 14, 47, say("points"), 11, "soft", "end"),
            name=score(seat), title=Thing(score(seat)),
        ),
    ]  # fmt: skip
    hidden = sum(n for piece, n in table.pieces(hand(seat)).items() if piece.startswith(HIDDEN))
    row = (
        (("▶ " if acts else "  ", ""), (who(seat), colour)),
        ((str(table.number(score(seat))), ""),),
        ((str(table.count(hand(seat))) if hidden or held else "", ""),),
        *([((_has(setting, table, seat), ""),)] if counters_of(setting) else []),
        ((note, ""),),
    )
    has: list[tuple[Span, ...]] = [((say("has"), ""),)] if counters_of(setting) else []
    first: list[tuple[Span, ...]] = [(("", ""),), ((say("points"), ""),), ((say("hand"), ""),)]
    headings = (*first, *has, (("", ""),))
    title = who(seat)
    tiles = list(_counters(setting, table, seat))
    height = 56 + 46 * -(-len(tiles) // ACROSS)
    if tiles:
        shapes[0] = frame(height - 3, colour, acts=acts)
    return Panel(
        title.name, "seat", title, WIDTH, height, (Group((*shapes, *tiles), title.name, title),), (headings, row)
    )


def _counters(setting: Setting, table: Table, seat: int) -> Iterator[Group]:
    """Yield a seat's counters as small tiles: the number above, the name below."""
    wide = (WIDTH - 12) / ACROSS
    for at, counter in enumerate(counters_of(setting)):
        key, n = counted(counter, seat), table.number(counted(counter, seat))
        yield group(
            Rectangle(2, 0, wide - 4, 42, "sand" if n else "paper", "faint", round=8),
            Said(wide / 2, 20, str(n), 17, "ink" if n else "soft", "middle", bold=bool(n)),
            Said(wide / 2, 36, counter, 11, "soft", "middle", width=wide - 6),
            name=key, title=say("{what}: {shown}", what=Thing(key), shown=n), x=6 + at % ACROSS * wide,
            y=54 + at // ACROSS * 46,
        )  # fmt: skip


def _has(setting: Setting, table: Table, seat: int) -> Text:
    """Return a seat's counters in words."""
    there = [(one, n) for one in counters_of(setting) if (n := table.number(counted(one, seat)))]
    return listed(say("{n} {what}", n=n, what=one) for one, n in there) if there else say("nothing")


def _stock(setting: Setting, table: Table) -> list[Panel]:
    """Return a panel with the decks and the dice side by side."""
    piles: list[tuple[str, Group, Words]] = []
    for one in catalogue_of(setting).decks:
        n = table.count(deck(one))
        piles.append((deck(one), _tile(deck(one), str(n), one, "slate"), str(n)))
    for die in dice_of(setting, table):
        shown = table.text(rolled(die)) or "–"
        piles.append((rolled(die), _tile(rolled(die), shown, die, "card"), shown))
    at = list(rowed((CARD_WIDTH for _ in piles), WIDTH, 78, GAP))
    shapes = tuple(Group((pile,), x=x, y=y) for (_, pile, _), (x, y) in zip(piles, at, strict=True))
    rows: Rows = (
        (((say("decks and dice"), ""),), (("", ""),)),
        *((((Thing(name), "green"),), ((words, ""),)) for name, _, words in piles),
    )
    return [Panel("stock", "row", say("Decks and dice"), WIDTH, at[-1][1] + 74, shapes, rows)]


def _tile(name: str, shown: str, called: Text | str, colour: Colour) -> Group:
    """Draw a deck as a card back, or a die as a white square, with its number and name."""
    ink = on(colour)
    return group(
        Rectangle(1, 1, CARD_WIDTH - 2, 72, colour, "slate", 1.5, 10),
        Said(CARD_WIDTH / 2, 38, shown, 20 if len(shown) < 4 else 12, ink, "middle", bold=True, width=70, lines=2),
        Said(CARD_WIDTH / 2, 64, called, 11, ink, "middle", width=70),
        name=name,
        title=say("{what}: {shown}", what=Thing(name), shown=shown),
    )
