"""Layout of a board from top to bottom: numbers, tracks with their remaining pieces, zones, choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.cards import card_of, is_locked, quest_of
from tablescribe.domain.games.root.panels import signs
from tablescribe.domain.games.root.panels.icons import SIZE, card_back, icon, suit_mark
from tablescribe.domain.games.root.pieces import owner_of
from tablescribe.domain.table.names import bare, state_of
from tablescribe.domain.table.scene import (
    WIDTH,
    Circle,
    Colour,
    Group,
    Path,
    Rectangle,
    Said,
    Shape,
    Words,
    group,
    on,
    rowed,
    width_of,
)
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say, several

EDGE = 8.0
"""The margin on both sides of the panel."""

LABEL = 76.0
"""The width of the label before a row; `BESIDE` is where the row itself begins, `ROOM` its width."""
BESIDE = EDGE + LABEL + 8
ROOM = WIDTH - EDGE - BESIDE - 4

Drawing: TypeAlias = Callable[[float, float], Iterable[Shape]]
"""A function that draws something with its upper left corner at a point."""


class Chip(NamedTuple):
    """One piece or several equal ones in a zone."""

    name: str
    title: Text | Thing
    width: float
    height: float
    drawing: Drawing


class Cell(NamedTuple):
    """A space of a track.

    Attributes:
        printed: the printed text.
        piece: the piece that covers it; empty once it has gone.
        card: whether a card is drawn for it once it is free.
        begins: whether it comes before the first piece, so that it is never covered.
        suit: a suit printed instead of a text.
    """

    printed: Words
    piece: str = ""
    card: bool = False
    begins: bool = False
    suit: str = ""


class Choice(NamedTuple):
    """One of several options: a leader, a mood, a minister, a price."""

    name: str
    words: Words
    below: Words = ""
    chosen: bool = False
    gone: bool = False
    icon: str = ""


class Sheet:
    """A board being laid out.

    Attributes:
        board: the table.
        colour: the colour of its faction.
        height: the height of the part laid out so far.
        shapes: what is drawn.
        told: the same content as text.
    """

    def __init__(self, board: Board, colour: Colour, height: float = 0) -> None:
        self.board = board
        self.colour = colour
        self.height = height
        self.shapes: list[Shape] = []
        self.told: list[Words] = []

    def put(self, shape: Shape, high: float) -> None:
        """Add a shape at the bottom of the board."""
        self.shapes.append(shape)
        self.height += high

    # --- facts ------------------------------------------------------------------------------------

    def facts(self, facts: Sequence[tuple[str, Words, int]], left: Sequence[tuple[str, int]] = ()) -> None:
        """Add labelled numbers side by side, followed by the pieces left in the supply."""
        y, wide = self.height, 62.0
        for k, (name, words, n) in enumerate(facts):
            x = EDGE + k * (wide + 4)
            self.shapes.append(
                group(
                    Rectangle(x, y, wide, 38, "paper", "faint", round=6),
                    Said(x + wide / 2, y + 14, words, 11, "soft", "middle", width=wide - 2),
                    Said(x + wide / 2, y + 32, str(n), 15, anchor="middle", bold=True),
                    name=name, title=say("{what}: {n}", what=words, n=n),
                )
            )  # fmt: skip
        x = EDGE + len(facts) * (wide + 4)
        room = WIDTH - EDGE - x
        shapes: list[Shape] = [
            Rectangle(x, y, room, 38, "paper", "faint", round=6),
            Said(x + room / 2, y + 14, say("supply"), 11, "soft", "middle", width=room - 2),
        ]
        found = [signs.sign_of(piece, n) for piece, n in left]
        across = x + (room - sum(signs.width_of_sign(sign) + 3 for sign in found) + 3) / 2
        for (piece, n), sign in zip(left, found, strict=True):
            shapes.append(group(*signs.drawn(sign, across, y + 18), name=piece, title=several(n, piece)))
            across += signs.width_of_sign(sign) + 3
        if left:
            self.shapes.append(group(*shapes))
        self.height += 43

    def line(self, words: Words, name: str = "", lines: int = 1) -> None:
        """Add a line of text."""
        said = Said(EDGE + 4, self.height + 13, words, 12, width=WIDTH - 2 * EDGE - 8, lines=lines)
        self.put(group(said, name=name, title=words) if name else said, 6 + 15.0 * lines)

    # --- tracks -----------------------------------------------------------------------------------

    def headings(self, words: Words, printed: Sequence[Words]) -> None:
        """Add a line of printed values above a track."""
        step = min(ROOM / max(len(printed), 1), 40)
        shapes: list[Shape] = [Said(EDGE + 6, self.height + 12, words, 11, "soft", width=LABEL)]
        for k, one in enumerate(printed):
            shapes.append(Said(BESIDE + (k + 0.5) * step - 1, self.height + 12, one, 11, "soft", "middle", width=step))
        self.put(group(*shapes), 16)

    def track(self, name: str, words: Words, cells: Sequence[Cell], wide: float = 40) -> None:
        """Add a track: the printed values of its spaces, and the pieces that still cover them.

        Args:
            name: the name of the thing it tracks.
            words: its label.
            cells: its spaces.
            wide: the greatest width of a space.
        """
        y, step = self.height, min(ROOM / max(len(cells), 1), wide)
        shapes: list[Shape] = [
            Rectangle(EDGE, y, WIDTH - 2 * EDGE, 38, "paper", "faint", round=6),
            Said(EDGE + 6, y + 15, words, 11, "ink", width=LABEL, lines=2),
        ]
        for k, cell in enumerate(cells):
            shapes += _cell(cell, BESIDE + k * step, y + 2, step - 2)
        self.put(group(*shapes, name=name, title=words), 42)

    # --- zones ------------------------------------------------------------------------------------

    def zone(self, name: str, words: Words, ground: Colour = "sand") -> None:
        """Add a zone with its contents, even if empty, so that it can be selected."""
        self.pieces(name, words, sorted(self.board.table.pieces(name).items()), ground)

    def pieces(
        self, name: str, words: Words, held: Sequence[tuple[str, int]], ground: Colour = "sand",
        done: Sequence[tuple[str, int]] = (),
    ) -> None:  # fmt: skip
        """Add pieces after a label, followed by those used this turn, pale and ticked."""
        found = [chip_of(self.board, piece, n, ground) for piece, n in held]
        found += [chip_of(self.board, piece, n, ground, done=True) for piece, n in done]
        high = max((one.height for one in found), default=22)
        at = list(rowed([one.width for one in found], ROOM, high + 4, 3))
        deep = max((at[-1][1] if at else 0) + high + 8, 34)
        shapes: list[Shape] = [
            Rectangle(EDGE, self.height, WIDTH - 2 * EDGE, deep, "paper", "faint", round=6, dashed=True),
            Said(EDGE + 6, self.height + 14, words, 11, "soft", width=LABEL, lines=2),
        ]
        for one, (x, down) in zip(found, at, strict=True):
            y = self.height + (4 if at[-1][1] else (deep - high) / 2) + down + (high - one.height) / 2
            shapes.append(group(*one.drawing(BESIDE + x, y), name=one.name, title=one.title))
        self.put(group(*shapes, name=name, title=Thing(name)), deep + 4)
        if found:
            each: list[Slot] = [one.title for one in found]
            self.told.append(say("{what}: {pieces}", what=words, pieces=listed(each)))

    # --- choices ----------------------------------------------------------------------------------

    def choices(self, choices: Sequence[Choice], across: int, high: float = 34) -> None:
        """Add options side by side. Chosen ones are dark and ticked, unavailable ones crossed out."""
        wide = (WIDTH - 2 * EDGE - 4 * (across - 1)) / across
        for k, one in enumerate(choices):
            x, y = EDGE + (k % across) * (wide + 4), self.height + (k // across) * (high + 4)
            self.shapes.append(_choice(one, x, y, wide, high, self.colour))
        self.height += ((len(choices) + across - 1) // across) * (high + 4)


def _cell(cell: Cell, x: float, y: float, wide: float) -> list[Shape]:
    """Return a space of a track, 34 high: the printed value, and below it the piece or an empty frame."""
    ink: Colour = "soft" if cell.piece else "ink"
    middle = x + wide / 2 - (4 if cell.card else 0)
    shapes: list[Shape] = [Said(middle, y + 12, cell.printed, 11, ink, "middle", bold=not cell.piece)]
    if cell.suit:
        shapes += suit_mark(cell.suit, middle - 5, y + 8, 7.5)
    if cell.card:
        shapes.append(card_back(middle + 6, y + 3))
    if cell.piece:
        sign = signs.sign_of(cell.piece, 1)
        across = x + (wide - signs.width_of_sign(sign)) / 2
        shapes.append(group(*signs.drawn(sign, across, y + 16), name=cell.piece, title=Thing(cell.piece)))
    elif not cell.begins:
        shapes.append(Rectangle(x + 1, y + 17, wide - 2, 14, "", "soft", 1, 3, dashed=True))
    return shapes


def _choice(one: Choice, x: float, y: float, wide: float, high: float, colour: Colour) -> Group:
    ground: Colour = colour if one.chosen else "paper"
    ink: Colour = on(ground) if one.chosen else "soft" if one.gone else "ink"
    begins = x + (26 if one.icon else 8)
    two = not one.below and high > 30  # text on two lines moves the tick to the corner
    room = x + wide - begins - (18 if (one.chosen or one.gone) and not two else 4)
    middle = y + (15 if one.below or two else high / 2 + 4)
    shapes: list[Shape] = [Rectangle(x, y, wide, high, ground, "faint" if one.gone else colour, 1.2, 6, one.gone)]
    if one.icon:
        shapes.append(icon(one.icon, x + 6, y + (high - SIZE) / 2, ink))
    if two:
        shapes.append(Said(begins, middle, one.words, 11, ink, width=room, lines=2))
    else:
        shapes.append(Said(begins, middle, one.words, 12, ink, width=room, bold=one.chosen))
    if one.below:
        shapes.append(Said(begins, middle + 14, one.below, 11, ink if one.chosen else "soft", width=room))
    end = x + wide - 14
    if one.chosen and two:
        shapes.append(Circle(x + wide - 7, y + 3, 7, "card", colour, 1.5))
        shapes.append(Path(f"M{x + wide - 10.5:.1f} {y + 3:.1f} l2.5 3 l4.5 -6", "", "ink", 1.8))
    elif one.chosen:
        shapes.append(Path(f"M{end - 2:.1f} {y + high / 2:.1f} l4 4 l7 -9", "", ink, 2))
    elif one.gone:
        shapes.append(Path(f"M{end - 1:.1f} {y + high / 2 - 4:.1f} l8 8 m0 -8 l-8 8", "", "soft", 1.5))
    return group(*shapes, name=one.name, title=one.words)


# --- pieces in a zone --------------------------------------------------------------------------------


def chip_of(board: Board, piece: str, n: int, ground: Colour, *, done: bool = False) -> Chip:
    """Return the drawing of pieces in a zone: signs as on the map, icons of items, names of cards.

    A card that was resolved (`done`) and a locked setup card are pale and marked.
    """
    title = several(n, piece)
    if owner_of(piece):
        sign = signs.sign_of(piece, n)
        return Chip(piece, title, signs.width_of_sign(sign), signs.HIGH, lambda x, y: signs.drawn(sign, x, y))
    kind, _, what = bare(piece).partition(":")
    locked = is_locked(board, piece)
    if kind == "setup-card":  # a locked setup card is selected by its plain name
        piece, title = bare(piece), Thing(bare(piece))
    if locked or done:
        title = say("{card}, locked", card=title) if locked else say("{card}, resolved", card=title)
    if kind in ("item", "ruin"):
        return Chip(piece, title, 57, 36, lambda x, y: _item(piece, what, n, x, y, ground))
    if piece.startswith(HIDDEN):
        wide = 26 + width_of(str(n), 12, bold=True)
        return Chip(piece, title, wide, 22, lambda x, y: _face_down(n, x, y, wide))
    card, quest = card_of(board.setting, piece), quest_of(board.setting, piece)
    suit = card.suit if card else quest.suit if quest else "bird" if piece in BIRDS else ""
    own = card.name if card else quest.name if quest else ""
    needs = quest.items if quest else ("lock",) if locked else ("tick",) if done else ()
    around = (24 if suit else 8) + 8 + 20 * len(needs)
    wide = min(around + width_of(f"{n} × {own}" if n > 1 else own, 12), ROOM) if own else PLATE

    def plate(x: float, y: float) -> Iterable[Shape]:
        name: Words = own or Thing(what if kind == "setup-card" else piece)
        pale = locked or done
        ink: Colour = "soft" if pale else on(ground)
        yield Rectangle(x, y, wide, 22, "paper" if pale else ground, "soft" if pale else "faint", 1, 11, pale)
        if suit:
            yield from suit_mark(suit, x + 12, y + 11)
        words = say("{n} × {piece}", n=n, piece=name) if n > 1 else name
        yield Said(x + (24 if suit else 8), y + 15.5, words, 12, ink, width=wide - around + 4)
        for k, one in enumerate(needs):
            yield icon(one, x + wide - 24 - 20 * k, y + 3)

    return Chip(piece, title, wide, 22, plate)


PLATE = 194.0
"""The width of a plate with a translated name."""

BIRDS = ("loyal-vizier", "retainer")
"""Cards that belong to a faction; they count as birds."""


def _item(piece: str, what: str, n: int, x: float, y: float, ground: Colour) -> Iterable[Shape]:
    """Yield an item with its icon and name. An exhausted one is pale, in a dashed frame, with an arrow down."""
    tired = bool(state_of(piece))
    yield Rectangle(x, y, 57, 36, "paper" if tired else ground, "soft", 1, 6, tired)
    yield icon(what, x + (25 if n > 1 else 20), y + 4, "soft" if tired else "ink")
    if tired:
        yield Path(f"M{x + 48:.1f} {y + 5:.1f} v10 m-4 -4 l4 4 l4 -4", "", "soft", 1.6)
    if n > 1:
        yield Said(x + 4, y + 16, f"{n}×", 12, bold=True)
    yield Said(x + 28.5, y + 31, Thing(f"item:{what}"), 11, "soft" if tired else "ink", "middle", width=56)


def _face_down(n: int, x: float, y: float, wide: float) -> Iterable[Shape]:
    """Yield a number of face-down cards."""
    yield Rectangle(x, y, wide, 22, "slate", "white", 1, 5)
    yield card_back(x + 6, y + 6, "black")
    yield Said(x + 18, y + 15.5, str(n), 12, "white", bold=True)
