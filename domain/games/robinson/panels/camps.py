"""Panels of the characters: hearts, levels, resources, pawns, items, tokens."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import (
    GOODS,
    RELIC,
    TRACKS,
    TURN,
    WOOD,
    character,
    determination,
    future,
    goods,
    hearts,
    items,
    level,
    pawns,
    personal,
    pyre,
    starting,
    stock,
    tokens,
    used,
    uses,
)
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.labels import LEVELS, called
from tablescribe.domain.games.robinson.land import Tile
from tablescribe.domain.games.robinson.marks import look
from tablescribe.domain.games.robinson.panels import signs
from tablescribe.domain.games.robinson.panels.spaces import scenario_of
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.names import who
from tablescribe.domain.table.scene import (
    WIDTH,
    Circle,
    Colour,
    Group,
    Panel,
    Rectangle,
    Rows,
    Said,
    Shape,
    Words,
    chip,
    chip_width,
    frame,
    group,
    heart,
    nameplate,
    on,
    one_column,
    rowed,
    star,
)
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say


def camp_panel(board: Island, seat: int) -> Panel:
    """Return the panel of a character. Resources that come at the end of the phase follow a plus sign."""
    colour = signs.colour_of(seat)
    acts = board.table.number(TURN) == seat and not board.is_over
    title: Words = who(seat)
    shapes: list[Shape] = list(nameplate(str(seat), colour, title, _who(board, seat)))
    height = 40.0
    if board.is_alive(seat):
        shapes += [
            _hearts(board, seat, 36),
            _levels(board, seat, 60),
            _stock(board, seat, 104),
            _hand(board, seat, 150),
        ]
        height = 178.0
    for words, chips in _chips(board, seat):
        widths = [wide for wide, _ in chips]
        at = list(rowed(widths, WIDTH - 92, 28))
        shapes.append(Said(10, height + 16, words, 11, "soft", width=74, lines=2))
        for (_, draw), (x, y) in zip(chips, at, strict=True):
            shapes.append(Group(draw, x=80 + x, y=height + y))
        height += at[-1][1] + 32
    edge = frame(height - 1, colour, acts=acts)
    drawn = group(edge, *shapes, name=seat_name(seat), title=title)
    return Panel(seat_name(seat), "seat", title, WIDTH, height + 1, (drawn,), _rows(board, seat, acts=acts))


def _who(board: Island, seat: int) -> Words:
    """Return the character of a seat, or that it is out of the game (RC-55)."""
    piece = next(iter(board.table.each(character(seat))), "")
    if not board.is_alive(seat):
        return say("{character}, dead", character=Thing(piece)) if piece else say("dead")
    return Thing(piece) if piece else ""


def _hearts(board: Island, seat: int, y: float) -> Group:
    """Return the remaining and lost hearts."""
    left = board.table.number(hearts(seat))
    piece = next(iter(board.table.each(character(seat))), "")
    known = piece in {f"character:{one.id}" for one in board.catalogue.characters}
    most = max(board.catalogue.character(piece).wounds_to_die if known else left, left)
    row = [heart(66 + 12.5 * k, y + 9, full=k < left) for k in range(most)]
    n = board.determination(seat)
    told = say("determination: {n}", n=n)
    stars: list[Shape] = [star(WIDTH - 38, y + 9, 8, "yellow", "dark", 0.8)]
    return group(
        group(Said(10, y + 14, say("♥ {n}", n=left), 14, "red", bold=True), *row, name=hearts(seat),
              title=say("hearts: {n} of {most}", n=left, most=most)),
        group(
            *stars, Said(WIDTH - 10, y + 14, str(n), 14, anchor="end", bold=True), name=determination(seat), title=told
        ),
    )  # fmt: skip


def _levels(board: Island, seat: int, y: float) -> Group:
    """Return the levels of shelter, roof, palisade and weapon."""
    shapes: list[Shape] = []
    for k, track in enumerate(TRACKS):
        n, x = board.level(track, seat), 10 + k * 81.0
        shown: Words = str(n)
        if track == "shelter":
            shown = say("built") if n else say("natural") if board.has_natural_shelter(seat) else "–"
        ground: Colour = "sand" if n or (track == "shelter" and board.has_natural_shelter(seat)) else "paper"
        told = say("{track}: {level}", track=LEVELS[track], level=shown if isinstance(shown, Text) else n)
        shapes.append(
            group(
                Rectangle(x, y, 77, 38, ground, "faint", round=6),
                Said(x + 38, y + 14, LEVELS[track], 11, "soft", "middle", width=73),
                Said(x + 38, y + 32, shown, 14, anchor="middle", bold=True, width=73),
                name=level(track, seat), title=told,
            )
        )  # fmt: skip
    return group(*shapes)


def _stock(board: Island, seat: int, y: float) -> Group:
    """Return the resources, with later ones after a plus sign."""
    shapes: list[Shape] = [Rectangle(10, y, WIDTH - 20, 38, "paper", "faint", round=6)]
    for k, good in enumerate(GOODS):
        n, later = board.table.count(stock(seat), good), board.table.count(future(seat), good)
        x = 30 + k * 80.0
        shown = f"{n} +{later}" if later else str(n)
        drawn = signs.GOODS[good](x, y + 19)
        told = say("{n} × {piece}", n=n, piece=Thing(good))
        ground = Rectangle(x - 18, y + 2, 78, 34, "paper", round=6)
        shapes.append(group(ground, *drawn, Said(x + 15, y + 24, shown, 14, bold=True), name=good, title=told))
    return group(*shapes, name=stock(seat), title=Thing(stock(seat)))


def _hand(board: Island, seat: int, y: float) -> Group:
    """Return the pawns still to be placed, and scenario goods."""
    left = board.table.pieces(pawns(seat))
    own = sum(n for piece, n in left.items() if piece.startswith("pawn:"))
    neutral = sum(n for piece, n in left.items() if piece.startswith("helper:"))
    shapes: list[Shape] = [Said(10, y + 14, say("pawns to place:"), 12, "soft", width=110)]
    ink = signs.colour_of(seat)
    for k in range(own + neutral):
        x = 128 + 14.0 * k
        shapes.append(Circle(x, y + 10, 5, ink, "ink", 1) if k < own else Circle(x, y + 10, 4.4, "paper", ink, 2))
    if not own + neutral:
        shapes.append(Said(122, y + 14, "–", 12, "soft"))
    told = say("pawns to place: {own}, neutral: {neutral}", own=own, neutral=neutral)
    drawn: list[Shape] = [group(*shapes, name=pawns(seat), title=told)]
    drawn += _pyre(board, seat, y)
    if relics := board.table.count(goods(seat), RELIC):
        words = say("relics: {n}", n=relics)
        drawn.append(group(Said(WIDTH - 10, y + 14, words, 12, anchor="end", bold=True), name=goods(seat), title=words))
    return group(*drawn)


def _pyre(board: Island, seat: int, y: float) -> list[Shape]:
    """Return the wood on each stage of a seat's pyre."""
    scenario = scenario_of(board)
    drawn: list[Shape] = []
    for k, most in enumerate(scenario.pyre if scenario else ()):
        zone = pyre(seat, k + 1)
        n = board.table.count(zone, WOOD)
        x = WIDTH - 10 - 36.0 * (len(scenario.pyre if scenario else ()) - k)
        ground: Colour = "orange" if n >= most else "paper"
        words = say("pyre, stage {stage}: {n} of {most} wood", stage=k + 1, n=n, most=most)
        drawn.append(
            group(
                Rectangle(x, y - 1, 33, 20, ground, "faint", round=5),
                Said(x + 16.5, y + 13.5, f"{n}/{most}", 12, on(ground), "middle", bold=True),
                name=zone, title=words,
            )
        )  # fmt: skip
    return drawn


Chips = list[tuple[float, tuple[Shape, ...]]]

ROOM = "mmm"
"""Added to names before measuring, because other languages have longer ones."""


def _chips(board: Island, seat: int) -> list[tuple[Words, Chips]]:
    """Return rows for a character's items, starting items, tokens and personal invention."""
    rows: list[tuple[Words, Chips]] = []
    built = [_chip(board, piece, "clay") for piece in board.table.each(items(seat))]
    unbuilt = [_chip(board, piece, "paper") for piece in board.table.each(personal(seat))]
    first = [_chip(board, piece, "moss", board.table.number(uses(piece))) for piece in board.table.each(starting(seat))]
    kept = [_chip(board, piece, "ice") for piece in board.table.each(tokens(seat))]
    seen = [_chip(board, piece, "stone") for piece in board.table.each(look(seat))]
    for words, found in (
        (say("items"), built), (say("not built"), unbuilt), (say("starting items"), first), (say("tokens"), kept),
        (say("looking at"), seen),
    ):  # fmt: skip
        if found:
            rows.append((words, found))
    if can := _abilities(board, seat):
        rows.append((say("abilities"), can))
    return rows


def _abilities(board: Island, seat: int) -> Chips:
    """Return the character's abilities; pale if used or too expensive this round."""
    found: Chips = []
    for one in board.character(seat).abilities if board.is_alive(seat) else ():
        piece = f"ability:{one.id}"
        pale = board.table.get(used(piece)) or board.determination(seat) < one.cost
        words = listed([Thing(piece), f"({one.cost})"], " ")
        told = say(
            "{ability}: {effect}; costs {cost} determination",
            ability=Thing(piece), effect=one.effect.words(), cost=one.cost,
        )  # fmt: skip
        wide = chip_width(f"{one.name} ({one.cost}){ROOM}")
        found.append((wide, (group(*chip(0, 0, words, wide, "paper" if pale else "sand"), name=piece, title=told),)))
    return found


def _chip(board: Island, piece: str, colour: Colour, markers: int | None = None) -> tuple[float, tuple[Shape, ...]]:
    """Return the name of a card in a frame, with its remaining markers."""
    heading, name = called(board, piece), name_of(board, piece)
    words: Words = heading if markers is None else say("{item} ×{n}", item=heading, n=markers)
    wide = chip_width(f"{name}{ROOM}" if markers is None else f"{name} ×{markers}{ROOM}")
    return wide, (group(*chip(0, 0, words, wide, colour), name=piece, title=words),)


def name_of(board: Island, piece: str) -> str:
    """Return the name of a card, to measure its width."""
    card = board.card(piece)
    if isinstance(card, Tile):
        return f"tile {card.id} ({card.terrain})"
    return card.name if card is not None else "a discovery token"


# --- in a terminal -----------------------------------------------------------------------------------


def _rows(board: Island, seat: int, *, acts: bool) -> Rows:
    table = board.table
    name: Words = who(seat)
    told: list[Words] = [say("{seat} ▶", seat=name) if acts else name, _who(board, seat)]
    if board.is_alive(seat):
        told.append(say("hearts {n}", n=table.number(hearts(seat))))
        told.append(say("determination {n}", n=board.determination(seat)))
        told += [say("{track} {n}", track=words, n=board.level(track, seat)) for track, words in LEVELS.items()]
        told += [_told_good(board, seat, good) for good in GOODS]
        told.append(say("pawns to place {n}", n=sum(table.pieces(pawns(seat)).values())))
        scenario = scenario_of(board)
        for k, most in enumerate(scenario.pyre if scenario else ()):
            n = table.count(pyre(seat, k + 1), WOOD)
            told.append(say("pyre, stage {stage}: {n} of {most} wood", stage=k + 1, n=n, most=most))
        if relics := table.count(goods(seat), RELIC):
            told.append(say("relics: {n}", n=relics))
    for words, zone in (
        (say("items"), items),
        (say("not built"), personal),
        (say("tokens"), tokens),
        (say("looking at"), look),
    ):
        cards: list[Slot] = [called(board, piece) for piece in table.each(zone(seat))]
        if cards:
            told.append(say("{what}: {cards}", what=words, cards=listed(cards)))
    first: list[Slot] = [
        say("{item} ×{n}", item=called(board, piece), n=table.number(uses(piece)))
        for piece in table.each(starting(seat))
    ]
    if first:
        told.append(say("{what}: {cards}", what=say("starting items"), cards=listed(first)))
    if board.is_alive(seat) and table.count(character(seat)):
        can = [listed([Thing(f"ability:{one.id}"), f"({one.cost})"], " ") for one in board.character(seat).abilities]
        told.append(say("{what}: {cards}", what=say("abilities"), cards=listed(can)))
    head = told[0]
    return one_column(head, (one for one in told[1:] if one), signs.colour_of(seat))


def _told_good(board: Island, seat: int, good: str) -> Text:
    n, later = board.table.count(stock(seat), good), board.table.count(future(seat), good)
    if later:
        return say("{good} {n}, future {later}", good=Thing(good), n=n, later=later)
    return say("{good} {n}", good=Thing(good), n=n)
