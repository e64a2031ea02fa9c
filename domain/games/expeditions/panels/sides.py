"""The human's mat, glory and tucked cards; the Automa's track and decision card."""

from __future__ import annotations

from tablescribe.domain.games.expeditions import zones
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.components import DecisionCard, Side
from tablescribe.domain.games.expeditions.panels.cards import COLOUR_WORDS, KINDS, called, rows_of
from tablescribe.domain.games.expeditions.panels.land import token_shape
from tablescribe.domain.table.scene import (
    WIDTH,
    Circle,
    Colour,
    Panel,
    Path,
    Rectangle,
    Said,
    Shape,
    Words,
    frame,
    group,
    pawn,
    placed,
    rowed,
    star,
    width_of,
)
from tablescribe.domain.words.text import Slot, Thing, listed, say

SPACES: dict[str, Words] = {
    "move": say("Move"), "play": say("Play"), "gather": say("Gather"), zones.REFRESH: say("Refresh"),
}  # fmt: skip

EDGES: dict[str, Words] = {zones.SOLVED: say("solved"), zones.UPGRADED: say("upgraded"), zones.MELDED: say("melded")}


def human(board: Board) -> Panel:
    """Return the human's mat: action token, power, guile, coins, workers, maps, corruption, and pending benefits."""
    acts = board.turn == zones.HUMAN and not board.is_over
    mech = board.table.text(zones.MECH)
    title = say("{seat} · {mech}", seat=Thing("seat:1"), mech=Thing(mech)) if mech else Thing("seat:1")
    shapes: list[Shape] = [
        *_head(board, zones.HUMAN, title, acts),
        group(*_spaces(board), name=zones.TOKEN, title=Thing(zones.TOKEN), y=46),
        _track(board, zones.POWER, say("power"), "orange", 82),
        _track(board, zones.GUILE, say("guile"), "turquoise", 112),
        _workers(board, 142),
        _won(board, zones.HUMAN, 210),
    ]
    height = 244.0
    if board.dues:
        due = say("due: {benefits}", benefits=listed([effect.words() for _, effect in board.dues], "; "))
        shapes.append(Said(12, 256, due, 13, "accent", bold=True, width=WIDTH - 24, lines=3))
        height += 24 if len(board.dues) == 1 else 54
    edge = frame(height - 3, "blue", acts=acts)
    panel_title = Thing("seat:1")
    return Panel(
        "seat:1", "seat", panel_title, WIDTH, height, (group(edge, *shapes, name="seat:1", title=title),),
        rows_of(_marked(panel_title, acts), _human_words(board), "blue"),
    )  # fmt: skip


def _marked(words: Words, acts: bool) -> Words:
    return say("▶ {seat}", seat=words) if acts else words


def _head(board: Board, seat: int, title: Words, acts: bool) -> list[Shape]:
    """Return a side's name and its coins."""
    colour: Colour = "blue" if seat == zones.HUMAN else "red"
    key = f"score:{seat}" if board.is_over else zones.COINS
    shapes: list[Shape] = [
        Circle(19, 22, 10, colour),
        Said(19, 26.5, str(seat), 12, "white", "middle", bold=True),
        Said(36, 27, _marked(title, acts), 15, bold=True, width=205),
    ]
    if seat == zones.HUMAN or board.is_over:
        number = Said(WIDTH - 12, 29, str(board.table.number(key)), 22, anchor="end", bold=True)
        shapes.append(group(number, Said(WIDTH - 50, 28, say("coins"), 11, "soft", "end"), name=key, title=Thing(key)))
    return shapes


def _spaces(board: Board) -> list[Shape]:
    """Return the spaces of the action token. It covers one; the actions still to be taken are framed."""
    shapes: list[Shape] = []
    for k, (name, words) in enumerate(SPACES.items()):
        x, covered, left = 10 + k * 81.0, board.token == name, name in board.left
        fill: Colour = "blue" if covered else "ice" if left else "paper"
        shapes.append(
            group(
                Rectangle(x, 0, 77, 28, fill, "blue", 2 if left else 1, 7),
                Said(x + 38.5, 19, words, 12, "white" if covered else "ink", "middle", bold=left, width=60),
                *([Circle(x + 69, 8, 4, "white")] if covered else []),
                name=zones.space(name), title=Thing(zones.space(name)),
            )
        )  # fmt: skip
    return shapes


def _track(board: Board, key: str, words: Words, colour: Colour, y: float) -> Shape:
    """Return the track of power or guile, from 0 to 10."""
    value = board.table.number(key)
    shapes: list[Shape] = [Rectangle(52, y, 278, 23, "paper", "faint", round=5)]
    shapes.append(Said(12, y + 16, words, 12, width=40))
    for k in range(zones.LIMIT + 1):
        x = 53 + k * 25.2
        here, ink = k == value, "white" if k == value else "soft"
        if here:
            shapes.append(Rectangle(x, y, 24, 23, colour, round=5))
        shapes.append(Said(x + 12, y + 16, str(k), 13 if here else 11, ink, "middle", bold=here))
    return group(*shapes, name=key, title=say("{track}: {n}", track=Thing(key), n=value))


def _workers(board: Board, y: float) -> Shape:
    """Return the workers on the mat and the glory tokens not placed yet."""
    shapes: list[Shape] = [
        Rectangle(10, y, WIDTH - 20, 60, "paper", "faint", round=8),
        Said(18, y + 15, say("workers"), 11, "soft", width=60),
    ]
    for k, colour in enumerate(board.free_workers):
        n, x = board.table.count(zones.WORKERS, zones.worker(colour)), 72 + k * 51.0
        shapes.append(
            group(
                *pawn(x + 12, y + 36, colour, ""),
                Said(x + 25, y + 32, str(n), 14, bold=True),
                Said(x + 16, y + 53, COLOUR_WORDS.get(colour, colour), 11, "soft", "middle", width=50),
                name=zones.worker(colour), title=say("{n} × {piece}", n=n, piece=Thing(zones.worker(colour))),
            )
        )  # fmt: skip
    return group(*shapes, name=zones.WORKERS, title=Thing(zones.WORKERS))


def _won(board: Board, seat: int, y: float) -> Shape:
    """Return a side's map and corruption tokens."""
    tokens = list(board.table.each(zones.taken(seat)))
    step = min(20.0, 140 / max(len(tokens), 1))
    n = board.table.count(zones.maps(seat))
    own_maps = group(
        Rectangle(10, y, 92, 24, "paper", "faint", round=6),
        Said(18, y + 16.5, say("maps: {n}", n=n), 12, width=80),
        name=zones.maps(seat), title=Thing(zones.maps(seat)),
    )  # fmt: skip
    corruption = group(
        Rectangle(108, y, WIDTH - 118, 24, "paper", "faint", round=6),
        Said(116, y + 16.5, say("corruption: {n}", n=len(tokens)), 12, width=86),
        *(token_shape(board.catalogue, token, 218 + k * step - 10, y + 12) for k, token in enumerate(tokens)),
        name=zones.taken(seat), title=Thing(zones.taken(seat)),
    )  # fmt: skip
    return group(own_maps, corruption)


def _human_words(board: Board) -> list[Words]:
    """Return the mat as text, for a terminal."""
    table = board.table
    workers: list[Slot] = [
        say("{n} {colour}", n=table.count(zones.WORKERS, zones.worker(colour)), colour=COLOUR_WORDS.get(colour, colour))
        for colour in board.free_workers
    ]
    found: list[Words] = [
        say("token on {space}", space=SPACES.get(board.token, Thing(zones.space(board.token)))),
        say("power {n}", n=table.number(zones.POWER)),
        say("guile {n}", n=table.number(zones.GUILE)),
        say("coins {n}", n=table.number(zones.COINS)),
        say("maps {n}", n=table.count(zones.maps(zones.HUMAN))),
        say("corruption {n}", n=table.count(zones.taken(zones.HUMAN))),
        say("workers: {some}", some=listed(workers)) if workers else say("no worker"),
    ]
    if board.dues:
        found.append(say("due: {benefits}", benefits=listed([effect.words() for _, effect in board.dues], "; ")))
    return found


# --- glory and tucked cards --------------------------------------------------------------------------


def glory_categories(board: Board) -> Panel:
    """Return the categories of Boast, marked if met or if they have a glory token (EX-52, EX-53)."""
    shapes: list[Shape] = []
    placed_ = 0
    for k, name in enumerate(zones.CATEGORIES):
        x, y, done = (k % 2) * 172.0, (k // 2) * 32.0, bool(board.table.count(zones.category(name)))
        placed_ += done
        met = not done and board.meets(name)
        gold: Colour = "yellow" if done else "paper"
        shapes.append(
            group(
                Rectangle(x + 0.75, y + 0.75, 166, 28, "card", "accent" if met else "faint", 2 if met else 1, 7),
                star(x + 16, y + 15, 9, gold, "dark" if done else "faint"),
                Said(x + 30, y + 19, Thing(zones.category(name)), 11, bold=done, width=136),
                name=zones.category(name), title=Thing(zones.category(name)),
            )
        )  # fmt: skip
    left = board.table.count(zones.MAT, zones.glory(zones.HUMAN))
    note = Said(180, 115, say("{done} placed, {left} left", done=placed_, left=left), 12, "soft", width=150)
    rows = rows_of(say("glory"), [say("{n} of 4", n=placed_)] if placed_ else [], "")
    title = say("Glory")
    return Panel(
        "glory", "track", title, WIDTH, 126, (*shapes, group(note, name=zones.MAT, title=Thing(zones.MAT))), rows
    )


def tucked(board: Board) -> Panel:
    """Return the cards under the edges of the mat."""
    shapes: list[Shape] = []
    told: list[Words] = []
    y = 0.0
    for zone, words in EDGES.items():
        pieces = list(board.table.each(zone))
        widths = [_plate_width(board, piece) for piece in pieces]
        at = list(rowed(widths, 252, 28))
        height = max(at[-1][1] if at else 0, 0) + 34
        edge: list[Shape] = [
            Rectangle(0.75, y + 0.75, WIDTH - 1.5, height - 4, "paper", "faint", round=8, dashed=True),
            Said(8, y + 20, words, 12, "soft", bold=True, width=72),
        ]
        for piece, wide, (x, down) in zip(pieces, widths, at, strict=True):
            edge.append(_plate(board, piece, 80 + x, y + 4 + down, wide))
        shapes.append(group(*edge, name=zone, title=Thing(zone)))
        if pieces:
            told.append(say("{edge}: {cards}", edge=words, cards=listed([called(board, piece) for piece in pieces])))
        y += height
    return Panel("tucked", "row", say("Under the mat"), WIDTH, y, tuple(shapes), rows_of(say("mat"), told, ""))


def _plate_width(board: Board, piece: str) -> float:
    card = board.card(piece)
    return min(252.0, width_of(card.name if card else piece, 11, bold=True) + 14)


def _plate(board: Board, piece: str, x: float, y: float, wide: float) -> Shape:
    """Return a tucked card: its name on the colour of its kind."""
    card = board.card(piece)
    colour = KINDS.get(card.kind, "slate") if card else "slate"
    return group(
        Rectangle(x, y, wide, 23, colour, "white", 1, 6),
        Said(x + wide / 2, y + 16, called(board, piece), 11, "white", "middle", bold=True, width=wide - 8),
        name=piece, title=Thing(piece),
    )  # fmt: skip


# --- the Automa --------------------------------------------------------------------------------------


def automa(board: Board) -> Panel:
    """Return the Automa's track with its glory, its tokens, and the decision card of its turn."""
    acts = board.turn == zones.AUTOMA and not board.is_over
    level = board.options.level
    title = say("{seat} · level {n}", seat=Thing("seat:2"), n=level)
    table = board.table
    shapes: list[Shape] = [
        *_head(board, zones.AUTOMA, title, acts),
        _progress(board, 46),
        _won(board, zones.AUTOMA, 98),
    ]
    cards_left = table.count(zones.deck(zones.DECISION))
    shapes.append(
        group(
            Rectangle(10, 128, 156, 24, "slate", round=6),
            Said(88, 144.5, say("decision cards: {n}", n=cards_left), 12, "white", "middle", width=148),
            name=zones.deck(zones.DECISION), title=Thing(zones.deck(zones.DECISION)),
        )
    )  # fmt: skip
    shapes.append(
        group(
            Said(176, 144.5, say("glory: {n} of 8", n=board.automa_glory), 12, width=154),
            name=zones.glory(zones.AUTOMA), title=Thing(zones.glory(zones.AUTOMA)),
        )
    )  # fmt: skip
    height = 162.0
    for piece in table.each(zones.DECIDED):
        card = decision(board.catalogue.decision(piece)) if piece.startswith("decision:") else None
        if card is not None:
            shapes.append(group(placed(card, 10, height - 2), name=zones.DECIDED, title=Thing(piece)))
            height += card.height + 8
    edge = frame(height - 3, "red", acts=acts)
    told: list[Words] = [
        say("level {n}", n=level),
        say("space {n}", n=table.number(zones.PROGRESS)),
        say("glory {n} of 8", n=board.automa_glory),
        say("maps {n}", n=table.count(zones.maps(zones.AUTOMA))),
        say("corruption {n}", n=table.count(zones.taken(zones.AUTOMA))),
        say("decision cards: {n}", n=cards_left),
        say("bag: {n}", n=table.count(zones.deck(zones.CORRUPTION))),
    ]
    name = Thing("seat:2")
    drawn = group(edge, *shapes, name="seat:2", title=title)
    return Panel("seat:2", "seat", name, WIDTH, height, (drawn,), rows_of(_marked(name, acts), told, "red"))


def _progress(board: Board, y: float) -> Shape:
    """Return the progress track: the token's space, and stars where glory is placed."""
    card, at = board.catalogue.progress(board.options.level), board.table.number(zones.PROGRESS)
    spaces = card.spaces if card else 1
    wide = (WIDTH - 20) / spaces
    shapes: list[Shape] = [Rectangle(10, y, WIDTH - 20, 24, "paper", "faint", round=4)]
    for k in range(spaces):
        x = 10 + k * wide
        if k <= at:
            shapes.append(Rectangle(x, y, wide - 1, 24, "red" if k == at else "faint", round=2))
        elif k:
            shapes.append(Path(f"M{x:.1f} {y + 4:.1f} v16", "", "faint", 1))
    for n, k in enumerate(card.glory_spaces if card else (), start=1):
        zone = f"glorycard:{n}"
        waits = board.table.count(zone)
        x = 10 + (k + 0.5) * wide
        spot = star(x, y + 12, 6.5, "yellow" if waits else "paper", "dark", 0.8)
        shapes.append(group(spot, name=zone, title=Thing(zone)))
    words = say("space {n} of {most}", n=at, most=spaces - 1)
    shapes.append(Said(10, y + 41, words, 12, "soft", width=160))
    return group(*shapes, name=zones.PROGRESS, title=words)


def decision(card: DecisionCard) -> Panel:
    """Return a decision card: for each mech whether it sweeps, its target, and otherwise its distance."""
    piece = f"decision:{card.id}"
    words: Words = say("{card} · progress", card=Thing(piece)) if card.progress else Thing(piece)
    shapes: list[Shape] = [
        Rectangle(0.75, 0.75, WIDTH - 21.5, 98, "sand", "red", 1.5, 8),
        Said(10, 19, words, 13, bold=True, width=WIDTH - 40),
        Said(10, 40, _side(say("north, east"), card.north), 12, width=WIDTH - 40, lines=2),
        Said(10, 75, _side(say("centre, west"), card.central), 12, width=WIDTH - 40, lines=2),
    ]
    return Panel(piece, "row", Thing(piece), WIDTH - 20, 100, tuple(shapes))


def _side(heading: Words, side: Side) -> Words:
    """Return the text of a decision card's line (EX-61, EX-62, EX-66)."""
    said: list[Slot] = [say("sweep")] if side.sweep else []
    if side.target is not None:
        looks: dict[str, Words] = {
            "map": say("explore a map"),
            "corruption": say("vanquish ×{times}", times=side.target.times),
            "twenty": say("take the 20"),
        }
        said.append(say("from {n} glory: {target}", n=side.target.glory, target=looks[side.target.kind]))
    said.append(say("else move {n}", n=side.distance) if side.target else say("move {n}", n=side.distance))
    return say("{mech}: {orders}", mech=heading, orders=listed(said, "; "))
