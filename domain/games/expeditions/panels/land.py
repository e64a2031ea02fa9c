"""The map, what its locations give, and the supply beside it."""

from __future__ import annotations

from tablescribe.domain.games.expeditions import zones
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.components import Cell, ExpeditionsCatalogue, Location
from tablescribe.domain.games.expeditions.effects import FOR_EACH_OF, Per
from tablescribe.domain.games.expeditions.panels.cards import COLOUR_WORDS, rows_of
from tablescribe.domain.table.scene import (
    WIDTH,
    Circle,
    Colour,
    Group,
    Panel,
    Path,
    Rectangle,
    Rows,
    Said,
    Shape,
    Span,
    Words,
    diamond,
    group,
    pawn,
    polygon,
    star,
)
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Slot, Thing, listed, say

RADIUS = WIDTH / 11  # seven columns of hexes, each 1.5 radii after the one before
HALF = 51.5  # hexes are taller than wide: a phone has more room below than beside

MECHS: dict[str, tuple[Words, Colour]] = {
    zones.HUMAN_MECH: (say("you"), "blue"), "mech:north": ("N", "red"), "mech:central": ("C", "red"),
}  # fmt: skip

COVERED = {"upgrade": say("upgrade"), "meld": say("meld"), "boast": say("boast")}


def land(board: Board) -> Panel:
    """Return the map: places with their locations, corruption, maps and mechs; card slots between them; Basecamp."""
    status = _status(board)
    top = 24.0 if status else 0.0
    shapes: list[Shape] = []
    if status:
        shapes.append(Said(WIDTH / 2, 16, status, 15, "accent", "middle", bold=True, width=WIDTH))
    drawn = [_place(board, one) for one in board.catalogue.cells]
    drawn.append(_basecamp(board))
    for gap in board.catalogue.slots:
        x, y = _corner(gap.at)
        badge = group(
            Rectangle(x - 12, y - 8, 24, 16, "dark", "white", 1.2, 5),
            Said(x, y + 4, gap.id, 11, "white", "middle", bold=True),
            name=zones.slot(gap.id), title=Thing(zones.slot(gap.id)),
        )  # fmt: skip
        drawn.append(badge)
    rows = max(one.at[1] for one in board.catalogue.cells) + 1
    height = max(rows, 3.5) * 2 * HALF
    shapes.append(Group(tuple(drawn), y=top))
    return Panel("board", "board", say("The map"), WIDTH, height + top, tuple(shapes), _rows(board))


def _status(board: Board) -> Words:
    """Return a line that says how near the end of the game is."""
    if board.is_over:
        return say("{seat} won", seat=Thing(f"seat:{board.table.number(zones.WINNER)}"))
    if board.table.get(zones.FINAL) is not None:
        return say("turns left: {n}", n=board.table.number(zones.FINAL))
    return say("the end is triggered") if board.table.get(zones.TRIGGER) else ""


def _middle(at: tuple[float, float]) -> tuple[float, float]:
    """Return the middle of a hex, or of a slot."""
    return RADIUS * (1 + 1.5 * (at[0] - 1)), HALF * (1 + 2 * at[1])


def _corner(at: tuple[float, float]) -> tuple[float, float]:
    """Return the position of a slot: at the corner above it between two columns, where it hides no text."""
    x, y = _middle(at)
    if at[0] == int(at[0]):
        return x, y
    return x + RADIUS / 4 * (-1 if int(at[0]) % 2 else 1), y - HALF / 2


def _hex(x: float, y: float, fill: Colour, stroke: Colour) -> Path:
    r, h = RADIUS - 1.2, HALF - 1.2
    points = ((x - r, y), (x - r / 2, y - h), (x + r / 2, y - h), (x + r, y), (x + r / 2, y + h), (x - r / 2, y + h))
    return polygon(points, fill, stroke, 1.2)


GROUND: dict[str, Colour] = {"south": "moss", "central": "clay", "north": "ice"}


def _place(board: Board, one: Cell) -> Group:
    """Return a place: its name, location, benefits, corruption, map token and mechs."""
    x, y = _middle(one.at)
    location, tokens, zone = board.location(one.id), board.stack(one.id), zones.cell(one.id)
    ground = GROUND[one.region]
    covered = f"{ground}-deep"
    shapes: list[Shape] = [_hex(x, y, ground if location else covered, "faint")]
    if location is not None:
        shapes.append(Said(x - 5, y - 33, one.id, 11, "soft", "end"))
        shapes.append(Said(x - 2, y - 33, str(location.id), 13, bold=True))
        lines = 3 if location.covered else 4  # the covered benefit, or the corruption on it, is drawn below
        shapes.append(Said(x, y - 20, _brief(location), 11, "ink", "middle", width=2 * RADIUS - 8, lines=lines))
        if location.covered and not tokens:
            words = COVERED[location.covered]
            shapes.append(Said(x, y + 20, words, 11, "accent", "middle", bold=True, width=2 * RADIUS - 8))
    else:
        shapes.append(Said(x, y - 31, one.id, 11, "white", "middle"))
        shapes.append(Said(x, y - 6, "?", 22, "white", "middle", bold=True))
    shapes += _tokens(board, tokens, x, y)
    if board.table.count(zone, zones.MAP):
        shapes.append(_map_token(x + (12 if any(board.table.count(zone, mech) for mech in MECHS) else 0), y + 36))
    standing = [mech for mech in MECHS if board.table.count(zone, mech)]
    middle = x - (7 if board.table.count(zone, zones.MAP) else 0) - (len(standing) - 1) * 11
    shapes += [_mech(mech, middle + k * 22, y) for k, mech in enumerate(standing)]
    return group(*shapes, name=zone, title=_title(board, one.id, location))


def _brief(location: Location) -> Words:
    """Return what a location gives, shortened to fit a hex. The list of locations has the full text."""
    effect = location.gather
    return FOR_EACH_OF[effect.count](effect.gained()) if isinstance(effect, Per) else effect.words()


def _title(board: Board, place: str, location: Location | None) -> Words:
    """Return everything at a place, as a tooltip."""
    said: list[Slot] = []
    if location is not None:
        said += [Thing(board.tile(place)), say("gather: {effect}", effect=location.gather.words())]
        if location.covered:
            said.append(say("without corruption: {objective}", objective=COVERED[location.covered]))
    said += [Thing(token) for _, token in board.stack(place)]
    said += [Thing(piece) for piece in board.table.pieces(zones.cell(place)) if piece in (*MECHS, zones.MAP)]
    return say("{place}: {lies}", place=place, lies=listed(said, "; ")) if said else place


def _tokens(board: Board, tokens: list[tuple[str, str]], x: float, y: float) -> list[Shape]:
    """Return a stack of corruption tokens, the top one drawn last and fully visible."""
    step = min(17.0, 36 / max(len(tokens) - 1, 1))
    left = x - step * (len(tokens) - 1) / 2
    return [
        group(token_shape(board.catalogue, token, left + k * step, y + 16), name=zone, title=Thing(token))
        for k, (zone, token) in enumerate(tokens)
    ]


def token_shape(catalogue: ExpeditionsCatalogue, token: str, x: float, y: float) -> Group:
    """Return a corruption token: orange as a disc, turquoise as a diamond, the 20 as a star."""
    known = catalogue.by_token.get(token)
    if token == zones.TWENTY:
        ground: Shape = star(x, y, 14, "purple", "white")
    elif known is None:
        ground = Circle(x, y, 9, "slate", "white")
    elif known.colour == "orange":
        ground = Circle(x, y, 9.5, "orange", "white")
    else:
        ground = diamond(x, y, 11.5, "turquoise", "white")
    shown = "20" if token == zones.TWENTY else str(known.value) if known else "?"
    return group(ground, Said(x, y + 4, shown, 11, "white", "middle", bold=True), name=token, title=Thing(token))


def _mech(mech: str, x: float, y: float) -> Group:
    """Return a mech standing near the bottom of a hex."""
    sign, colour = MECHS[mech]
    foot = y + 46.5
    body = f"M{x - 15:.1f} {foot:.1f} l3 -9 v-8 q12 -8 24 0 v8 l3 9 h-7 l-2 -5 h-12 l-2 5 z"
    words = Said(x, foot - 8, sign, 11, "white", "middle", bold=True)
    return group(Path(body, colour, "white", 1.4), words, name=mech, title=Thing(mech))


def _map_token(x: float, y: float) -> Group:
    return group(
        Rectangle(x - 8, y - 6, 16, 13, "yellow", "dark", 1, 2),
        Path(f"M{x - 4:.1f} {y - 3:.1f} l8 7 m0 -7 l-8 7", "", "dark", 1.3),
        name=zones.MAP, title=Thing(zones.MAP),
    )  # fmt: skip


def _basecamp(board: Board) -> Group:
    """Return Basecamp, with the Automa's placed glory tokens."""
    x, y = _middle((4.0, 2.5))
    shapes: list[Shape] = [
        _hex(x, y, "sand", "ink"),
        Path(f"M{x - 13:.1f} {y - 8:.1f} l13 -19 13 19 z", "clay-deep", "ink", 1),
        Said(x, y + 8, Thing(zones.BASECAMP), 11, "ink", "middle", width=2 * RADIUS - 2),
    ]
    if not board.here:
        shapes.append(_mech(zones.HUMAN_MECH, x, y))
    return group(*shapes, name=zones.BASECAMP, title=Thing(zones.BASECAMP))


# --- locations and the supply ------------------------------------------------------------------------


def places(board: Board) -> Panel:
    """Return the list of face-up locations by number, with what they give."""
    found = sorted(
        (location.id, one.id) for one in board.catalogue.cells if (location := board.location(one.id)) is not None
    )
    shapes: list[Shape] = []
    for k, (number, place) in enumerate(found):
        location, y = board.catalogue.by_number[number], k * 34.0
        gives: Words = location.gather.words()
        if location.covered:
            gives = say("{gather}; then {objective}", gather=gives, objective=COVERED[location.covered])
        shapes.append(
            group(
                Rectangle(0.75, y + 0.75, WIDTH - 1.5, 31, GROUND[location.region], "faint", round=6),
                Said(8, y + 20.5, place, 12, "soft", bold=True),
                Said(32, y + 20.5, Thing(board.tile(place)), 12, bold=True, width=132),
                Said(168, y + 13.5, gives, 11, width=WIDTH - 174, lines=2),
                name=board.tile(place), title=gives,
            )
        )  # fmt: skip
    return Panel("places", "row", say("Locations"), WIDTH, max(34 * len(found) - 2, 10), tuple(shapes))


def supply(board: Board) -> Panel:
    """Return the panel of the piles beside the map and the workers in the supply."""
    table = board.table
    piles = [
        (zones.deck(zones.CARD), say("deck"), table.count(zones.deck(zones.CARD))),
        ("swept", say("swept"), table.count("swept")),
        (zones.deck(zones.CORRUPTION), say("bag"), table.count(zones.deck(zones.CORRUPTION))),
        (zones.MAP, say("maps"), table.count(zones.SUPPLY, zones.MAP)),
    ]
    shapes: list[Shape] = []
    for k, (name, words, n) in enumerate(piles):
        x = k * 86.0
        shapes.append(
            group(
                Rectangle(x + 1, 1, 80, 44, "slate", "white", 1.5, 8),
                Said(x + 41, 21, str(n), 16, "white", "middle", bold=True),
                Said(x + 41, 38, words, 11, "white", "middle", width=74),
                name=name, title=Thing(name),
            )
        )  # fmt: skip
    if table.count(zones.BESIDE, zones.TWENTY):
        shapes.append(
            group(token_shape(board.catalogue, zones.TWENTY, 243, 10), name=zones.BESIDE, title=Thing(zones.TWENTY))
        )
    workers: list[Shape] = []
    for k, colour in enumerate(board.catalogue.workers):
        workers += _stock(colour, table.count(zones.SUPPLY, zones.worker(colour)), k * 68.0)
    shapes.append(group(*workers, name=zones.SUPPLY, title=Thing(zones.SUPPLY), y=52))
    told: list[Words] = [say("{pile} {n}", pile=words, n=n) for _, words, n in piles]
    return Panel("supply", "row", say("Supply"), WIDTH, 100, tuple(shapes), rows_of(say("supply"), told, ""))


def _stock(colour: str, n: int, x: float) -> list[Shape]:
    """Return the workers of one colour in the supply."""
    if not n:
        return []
    return [
        group(
            *pawn(x + 14, 31, colour, ""),
            Said(x + 28, 27, str(n) if n < 90 else "∞", 13, bold=True),
            Said(x + 2, 46, COLOUR_WORDS.get(colour, colour), 11, "soft", width=62),
            name=zones.worker(colour), title=Thing(zones.worker(colour)),
        )
    ]  # fmt: skip


# --- faces -------------------------------------------------------------------------------------------


def location_face(catalogue: ExpeditionsCatalogue, piece: str) -> Panel | None:
    """Return a location tile; `None` if the piece is not one."""
    region, _, number = piece.partition(":")
    location = catalogue.by_number.get(zones.number_of(piece)) if region in GROUND and number.isdigit() else None
    if location is None or location.region != region:
        return None
    shapes: list[Shape] = [
        Rectangle(1, 1, 158, 88, GROUND[region], "soft", 1.5, 10),
        Said(10, 22, Thing(piece), 13, bold=True, width=140),
        Said(10, 42, say("gather: {effect}", effect=location.gather.words()), 11, width=140, lines=2),
    ]
    if location.covered:
        words = say("without corruption: {objective}", objective=COVERED[location.covered])
        shapes.append(Said(10, 70, words, 11, "soft", width=140, lines=2))
    return Panel(piece, "row", Thing(piece), 160, 90, tuple(shapes))


def token_face(catalogue: ExpeditionsCatalogue, piece: str) -> Panel | None:
    """Return a corruption token; `None` if the piece is not one."""
    if piece != zones.TWENTY and piece not in catalogue.by_token:
        return None
    return Panel(piece, "row", Thing(piece), 32, 32, (token_shape(catalogue, piece, 16, 16),))


# --- in a terminal -----------------------------------------------------------------------------------


def _rows(board: Board) -> Rows:
    """Return the map as text columns from west to east, with places of one region and column below each other."""
    columns = sorted({one.at[0] for one in board.catalogue.cells})
    rows: list[tuple[tuple[Span, ...], ...]] = [((("", ""),), *(((f"{int(column)}", ""),) for column in columns))]
    camp = _camp_column(board, columns)
    for region, heading in (("north", say("north")), ("central", say("centre")), ("south", say("south"))):
        there = sorted((one for one in board.catalogue.cells if one.region == region), key=lambda one: one.at[1])
        stacks = [[one.id for one in there if one.at[0] == column] for column in columns]
        for k in range(max(map(len, stacks))):
            cells: list[tuple[Span, ...]] = []
            for column, stack in zip(columns, stacks, strict=True):
                here = region == "south" and column == camp and not k
                cells.append(_spans(board, stack[k]) if k < len(stack) else _camp_spans(board) if here else (("", ""),))
            rows.append((((heading if not k else "", ""),), *cells))
    if camp is None:
        rows.append(((("", ""),), _camp_spans(board), *((("", ""),) for _ in columns[1:])))
    return tuple(rows)


def _camp_column(board: Board, columns: list[float]) -> float | None:
    """Return the column in which to sketch Basecamp: one without a southern location."""
    south = {one.at[0] for one in board.catalogue.cells if one.region == "south"}
    return next((column for column in columns if column not in south), None)


def _spans(board: Board, place: str) -> tuple[Span, ...]:
    """Return a place as text: its location, map token, corruption from the top down, and mechs."""
    location = board.location(place)
    spans: list[Span] = [(f"{place} {location.id if location else HIDDEN}", "")]
    if board.table.count(zones.cell(place), zones.MAP):
        spans += [(" ", ""), (say("map"), "yellow")]
    if stack := board.stack(place):
        spans.append((" " + "".join(_short(board, token) for _, token in reversed(stack)), "purple"))
    for mech, (sign, colour) in MECHS.items():
        if board.table.count(zones.cell(place), mech):
            spans += [(" ▲", colour), (sign, colour)]
    return tuple(spans)


def _short(board: Board, token: str) -> str:
    colour, value = board.worth(token)
    return f"[{value}]" if colour is None else f"{colour[0]}{value}"


def _camp_spans(board: Board) -> tuple[Span, ...]:
    camp: Span = (say("camp"), "green")
    return (camp, (" ▲", "blue"), (MECHS[zones.HUMAN_MECH][0], "blue")) if not board.here else (camp,)
