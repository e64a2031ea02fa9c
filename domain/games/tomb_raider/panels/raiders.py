"""Panels of the raiders: abilities, health, rows of cards, piles; and the viewer's hand."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider import board, effects
from tablescribe.domain.games.tomb_raider.cards import abilities, card_of, health, most_health, power, raider_card
from tablescribe.domain.games.tomb_raider.panels import cards, signs
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import discard, hand, who
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.scene import (
    WIDTH,
    Colour,
    Group,
    Panel,
    Rectangle,
    Rows,
    Said,
    Shape,
    Words,
    back,
    chip,
    chip_width,
    frame,
    group,
    heart,
    nameplate,
    one_column,
    placed,
    rowed,
)
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say


def raider_panel(setting: Setting, table: Table, seat: int) -> Panel:
    """Return the panel of a raider: its card, four abilities, health, rows and piles."""
    colour = signs.colour_of(seat)
    acts = table.number(board.ACTIVE) == seat and board.ENDING not in table.values
    title: Words = who(seat)
    card = raider_card(setting, table, seat)
    head = nameplate(str(seat), colour, title, card.name if card else "")
    shapes: list[Shape] = [*head, _state(setting, table, seat, 36), _abilities(setting, table, seat, 60)]
    height = 106.0
    for zone, words, ground in (
        (board.saved(seat), say("saved"), "moss"), (board.unsaved(seat), say("unsaved"), "clay")
    ):  # fmt: skip
        drawn, high = _row(setting, table, zone, words, ground, height)
        shapes.append(drawn)
        height += high
    shapes.append(_piles(table, seat, height))
    height += 32
    edge = frame(height - 1, colour, acts=acts)
    everything = group(edge, *shapes, name=seat_name(seat), title=title)
    rows = _rows(setting, table, seat, acts=acts)
    return Panel(seat_name(seat), "seat", title, WIDTH, height + 1, (everything,), rows)


def _state(setting: Setting, table: Table, seat: int, y: float) -> Group:
    """Return health as hearts, and whether the raider is dead or stuck."""
    most, left = most_health(setting, table, seat), health(setting, table, seat)
    if not board.is_alive(table, seat):
        words = say("dead until the reload")
        return group(Said(10, y + 14, words, 13, "accent", bold=True, width=200), name=board.dead(seat), title=words)
    shown = "?" if is_blank(setting, table, seat) else f"{left}/{most}"
    hearts: list[Shape] = [heart(16 + 13.0 * k, y + 9, full=k < left) for k in range(max(most, left, 0))]
    told = _health(setting, table, seat)
    end = 16 + 13.0 * max(most, left, 0)
    shapes: list[Shape] = [
        group(Rectangle(8, y, end, 19), *hearts, Said(end + 2, y + 14, shown, 12, bold=True),
              name=board.DAMAGE, title=told),
        Said(WIDTH - 10, y + 14, say("power {n}", n=power(setting, table, seat)), 12, "soft", "end", width=90),
    ]  # fmt: skip
    if board.is_stuck(table, seat):
        shapes.append(
            group(
                Rectangle(WIDTH / 2 - 10, y, 66, 19, "accent", round=9),
                Said(WIDTH / 2 + 23, y + 14, say("stuck"), 12, "white", "middle", bold=True, width=60),
                name=board.STUCK, title=say("stuck"),
            )
        )  # fmt: skip
    return group(*shapes)


def is_blank(setting: Setting, table: Table, seat: int) -> bool:
    """Return whether a raider's card has not been read yet (TR-5)."""
    card = raider_card(setting, table, seat)
    return card is not None and card.abilities is None


def _health(setting: Setting, table: Table, seat: int) -> Text:
    """Return a raider's health; `?` while its abilities are unknown."""
    if is_blank(setting, table, seat):
        return say("health {n} of {most}", n="?", most="?")
    return say("health {n} of {most}", n=health(setting, table, seat), most=most_health(setting, table, seat))


def _ratings(setting: Setting, table: Table, seat: int) -> dict[effects.Ability, int | str]:
    """Return a raider's current abilities; each `?` while unknown."""
    now = abilities(setting, table, seat)
    return dict.fromkeys(now, "?") if is_blank(setting, table, seat) else dict(now)


def _abilities(setting: Setting, table: Table, seat: int, y: float) -> Group:
    """Return the four current abilities, with injuries beside them."""
    now = _ratings(setting, table, seat)
    shapes: list[Shape] = []
    for k, one in enumerate(effects.ABILITIES):
        words, colour = signs.ABILITIES[one]
        x = 10 + k * 81.0
        hurt = table.count(board.raider(seat), board.injury(one))
        shown = f"{now[one]} (−{hurt})" if hurt else str(now[one])
        told = say("{ability} {n}", ability=words, n=now[one])
        shapes.append(
            group(
                Rectangle(x, y, 77, 38, "paper", colour, 2, 6),
                Said(x + 38, y + 14, words, 11, "soft", "middle", width=71),
                Said(x + 38, y + 32, shown, 15, anchor="middle", bold=True, width=73),
                name=board.injury(one), title=told,
            )
        )  # fmt: skip
    return group(*shapes, name=board.raider(seat), title=Thing(board.raider(seat)))


def _row(setting: Setting, table: Table, zone: str, words: Words, ground: Colour, y: float) -> tuple[Group, float]:
    """Return a row of cards, and its height."""
    pieces = list(table.each(zone))
    names = [name_of(setting, table, piece) for piece in pieces]
    widths = [chip_width(name) for name in names]
    at = list(rowed(widths, WIDTH - 110, 28))
    high = (at[-1][1] if at else 0) + 34
    shapes: list[Shape] = [
        Rectangle(8, y, WIDTH - 16, high - 4, "paper", "faint", round=6, dashed=True),
        Said(14, y + 20, words, 11, "soft", width=78),
    ]
    for piece, wide, (x, down) in zip(pieces, widths, at, strict=True):
        shapes.append(group(*chip(96 + x, y + 3 + down, Thing(piece), wide, ground), name=piece, title=Thing(piece)))
    return group(*shapes, name=zone, title=Thing(zone)), high


def name_of(setting: Setting, table: Table, piece: str) -> str:
    """Return the name of a card, to measure its width."""
    card = card_of(setting, table, piece)
    return card.name if card else "some card"


def _piles(table: Table, seat: int, y: float) -> Group:
    """Return the sizes of a seat's hand, deck and discard pile."""
    deck = board.draw_deck(seat)
    piles: tuple[tuple[str, Words, int], ...] = (
        (hand(seat), say("hand"), table.count(hand(seat))),
        (deck_zone(deck), say("deck"), table.count(deck_zone(deck))),
        (discard(deck), say("discards"), table.count(discard(deck))),
        (board.resets(seat), say("deaths"), table.number(board.resets(seat))),
    )
    shapes: list[Shape] = []
    for k, (name, pile, n) in enumerate(piles):
        x = 10 + k * 81.0
        told = say("{pile}: {n}", pile=pile, n=n)
        drawn = Rectangle(x, y, 77, 24, "paper", "faint", round=6)
        words = Said(x + 38, y + 16.5, told, 11, anchor="middle", width=73)
        shapes.append(group(drawn, words, name=name, title=told))
    return group(*shapes)


# --- the hand ----------------------------------------------------------------------------------------


def hand_panel(setting: Setting, table: Table, seat: int) -> Panel:
    """Return the panel of a seat's hand, with unseen cards as backs."""
    pieces = list(table.each(hand(seat)))
    shapes: list[Shape] = []
    for k, piece in enumerate(pieces):
        x, y = (k % 2) * (WIDTH - cards.WIDE), (k // 2) * (cards.HIGH + 6)
        drawn = cards.drawn(setting, table, piece) or back(piece, cards.WIDE, cards.HIGH)
        shapes.append(placed(drawn, x, y, name=piece))
    if not shapes:
        shapes.append(Said(WIDTH / 2, 22, say("no card in hand"), 13, "soft", "middle"))
    rows = max((len(pieces) + 1) // 2, 0)
    height = max(rows * (cards.HIGH + 6) - 6, 34)
    told: list[Words] = [Thing(piece) for piece in pieces]
    title = say("The hand of {seat}", seat=who(seat))
    ground = group(Rectangle(0, 0, WIDTH, height), *shapes, name=hand(seat), title=title)
    return Panel(hand(seat), "hand", title, WIDTH, height, (ground,), one_column(title, told))


# --- in a terminal -----------------------------------------------------------------------------------


def _rows(setting: Setting, table: Table, seat: int, *, acts: bool) -> Rows:
    name: Words = who(seat)
    card = raider_card(setting, table, seat)
    now = _ratings(setting, table, seat)
    told: list[Words] = [card.name] if card else []
    if board.is_alive(table, seat):
        told.append(_health(setting, table, seat))
    else:
        told.append(say("dead until the reload"))
    if board.is_stuck(table, seat):
        told.append(say("stuck"))
    told += [say("{ability} {n}", ability=words, n=now[one]) for one, (words, _) in signs.ABILITIES.items()]
    told.append(say("power {n}", n=power(setting, table, seat)))
    for words, zone in ((say("saved"), board.saved(seat)), (say("unsaved"), board.unsaved(seat))):
        pieces: list[Slot] = [Thing(piece) for piece in table.each(zone)]
        if pieces:
            told.append(say("{row}: {cards}", row=words, cards=listed(pieces)))
    deck = board.draw_deck(seat)
    told.append(say("hand: {n}", n=table.count(hand(seat))))
    told.append(say("deck: {n}", n=table.count(deck_zone(deck))))
    head: Words = say("{seat} ▶", seat=name) if acts else name
    return one_column(head, told, signs.colour_of(seat))
