"""The components of a freeform match: pieces, decks, dice, counters, boards and shortcuts, by name.

The catalogue of a match is its template. Short additions (two counters, a die) can be given as options instead, one
line for each kind. Both give the same components.
"""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.rules.setting import Options

BLANKS = 10_000
"""Number of blank pieces in the box, to be named during play."""

BLANK = "blank"
"""A piece without a name yet."""

POINTS = "points"
"""The name, in a shortcut, for the acting seat's points."""

VERBS = ("roll", "score", "draw", "shuffle", "pass", "won", "bring", "set", "turn", "reveal", "points", "box")
"""The reserved verbs of typed moves. Nothing else can have one of these names."""

PieceName = Annotated[str, Field(pattern=r"^[^?\s]([^\n]*\S)?$", max_length=80)]
DeckName = Annotated[str, Field(pattern=r"^[^?:\s]([^:\n]*[^:\s])?$", max_length=40)]
CardName = Annotated[str, Field(pattern=r"^[^?\s]([^\n]*\S)?$", max_length=80)]
Count = Annotated[int, Field(ge=1, le=10_000)]
Deck = Annotated[dict[CardName, Count], Field(min_length=1)]
Sides = Annotated[tuple[int | str, ...], Field(min_length=1)]

Word = Annotated[str, Field(pattern=r"^[^\W\d_][\w-]*$", max_length=24)]
"""A name that can be typed: one word, beginning with a letter."""

Place = Annotated[str, Field(pattern=r"^[^?:\s][^:\n]*$", max_length=40)]
Amount = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Grid = Annotated[str, Field(pattern=r"^([1-9]|1[0-9]|2[0-6])x([1-9]|[12][0-9]|30)$")]
Macro = Annotated[dict[Word, Amount], Field(min_length=1)]
Title = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]*$", max_length=80)]


class FreeformCatalogue(Catalogue):
    """The components of a game without rules in this program.

    Attributes:
        title: the game's real name.
        about: its purpose, in a sentence.
        pieces: the pieces, each with its count.
        decks: the decks, each with its cards and their counts.
        dice: the dice, each with its faces.
        counters: the counters of each seat (wool, lives), with their initial values.
        tracks: the values of the table (the round), with their initial values.
        boards: grids by name, as columns × rows: `board: 8x8` has the squares a1 to h8.
        places: further places that exist from the start.
        start: the initial pieces of places.
        signs: the symbols of pieces on a board, up to three characters: `white king: ♔`; by default, initials.
        throws: the number of dice rolled at once, if it is not one.
        alternate: whether moving or bringing a piece ends the acting seat's turn.
        takes: the place for captured pieces: those on a square that another piece comes to.
        macros: the shortcuts, each with the changes of the acting seat's counters or `points`, or of tracks.
    """

    pieces: dict[PieceName, Count] = Field(default_factory=dict)
    decks: dict[DeckName, Deck] = Field(default_factory=dict)
    dice: dict[str, Sides] = Field(default_factory=dict)
    title: Title | None = None
    about: Annotated[str, Field(max_length=200)] | None = None
    counters: dict[Word, Amount] | None = None
    tracks: dict[Word, Amount | Annotated[str, Field(max_length=80)]] | None = None
    boards: dict[Word, Grid] | None = None
    places: tuple[Place, ...] | None = None
    start: dict[Place, dict[PieceName, Count]] | None = None
    signs: dict[PieceName, Annotated[str, Field(min_length=1, max_length=3)]] | None = None
    throws: dict[str, Annotated[int, Field(ge=1, le=50)]] | None = None
    alternate: bool | None = None
    takes: Place | None = None
    macros: dict[Word, Macro] | None = None

    @model_validator(mode="after")
    def _names_mean_one_thing(self) -> "FreeformCatalogue":
        for piece in self.pieces:
            if piece == BLANK or (":" in piece and piece.partition(":")[0] in self.decks):
                raise ValueError(f"a piece cannot be called {piece!r}: that is a blank, or a card of a deck")
        if why := next(iter(self.faults()), ""):
            raise ValueError(why)
        return self

    def faults(self) -> list[str]:
        """Return a sentence for each inconsistency; empty if there is none."""
        found, known = list[str](), dict.fromkeys(VERBS, "word of every table")
        for kind, names in (
            ("counter", self.counters), ("track", self.tracks), ("board", self.boards), ("short cut", self.macros),
        ):  # fmt: skip
            for name in names or {}:
                if name in known:
                    found.append(f"{name!r} cannot be a {kind}: it is a {known[name]} already")
                known[name] = kind
        for name, macro in (self.macros or {}).items():
            for what in macro:
                if what != POINTS and known.get(what) not in ("counter", "track"):
                    found.append(f"the short cut {name!r} changes {what!r}, which is no counter and no track")
                elif known.get(what) == "track" and not isinstance((self.tracks or {})[what], int):
                    found.append(f"the short cut {name!r} changes {what!r}, which is no number")
        laid: dict[str, int] = {}
        for pieces in (self.start or {}).values():
            for piece, n in pieces.items():
                laid[piece] = laid.get(piece, 0) + n
        for piece, n in laid.items():
            if self.pieces.get(piece, 0) < n:
                found.append(f"{n} × {piece!r} lie there at the start, but there are {self.pieces.get(piece, 0)}")
        return found

    def squares(self, board: str) -> list[list[str]]:
        """Return the squares of a board row by row, with the farthest (highest) row first."""
        columns, rows = map(int, (self.boards or {})[board].split("x"))
        lead = "" if len(self.boards or {}) == 1 else f"{board}-"
        return [[f"{lead}{chr(97 + x)}{y}" for x in range(columns)] for y in range(rows, 0, -1)]

    def squares_of_all(self) -> list[str]:
        """Return the squares of all boards."""
        return [one for board in self.boards or {} for row in self.squares(board) for one in row]

    def all_places(self) -> list[str]:
        """Return the places that exist from the start: squares, then named places."""
        squares = self.squares_of_all()
        return list(dict.fromkeys([*squares, *(self.places or ()), *(self.start or {})]))


Part = TypeVar("Part")

_PART = re.compile(r"\s*([^=,]+?)\s*(?:=\s*([^,]*?)\s*)?")


def told(text: str, read: Callable[[str], Part], missing: Part) -> dict[str, Part]:
    """Parse a line such as `wool, ore=2` into names and values; `missing` is the value of a bare name.

    Raises:
        ValueError: a part has no name, a name is repeated, or a value is invalid.
    """
    found: dict[str, Part] = {}
    for part in text.split(",") if text.strip() else ():
        named = _PART.fullmatch(part)
        if named is None:
            raise ValueError(f"{part.strip() or 'a gap'!r} is no NAME or NAME=VALUE; parts stand between commas")
        name, value = named.groups()
        if name in found:
            raise ValueError(f"{name!r} stands there twice")
        try:
            found[name] = missing if value is None else read(value)
        except ValueError as error:
            raise ValueError(f"{name!r} cannot be {value!r}: {error}") from error
    return found


def _number(text: str) -> int:
    if not re.fullmatch(r"[-+]?[0-9]{1,9}", text):
        raise ValueError("that is no number")
    return int(text)


def _number_or_text(text: str) -> int | str:
    return int(text) if re.fullmatch(r"[-+]?[0-9]{1,9}", text) else text


def _sides(text: str) -> tuple[int | str, ...]:
    return tuple(_number_or_text(side.strip()) for side in text.split("/"))


def _grid(text: str) -> str:
    return text.replace("×", "x").replace(" ", "")


READ: dict[str, Callable[[str], dict[str, Any]]] = {
    "counters": lambda text: told(text, _number, 0),
    "tracks": lambda text: told(text, _number_or_text, 0),
    "pieces": lambda text: told(text, _number, 1),
    "dice": lambda text: {
        name: sides or _numbered(name) for name, sides in told(text, _sides, tuple[int | str, ...]()).items()
    },
    "board": lambda text: {"board": _grid(text)} if text.strip() else {},
}
"""The parser of each option line."""


def _numbered(die: str) -> tuple[int | str, ...]:
    if not re.fullmatch(r"d[1-9][0-9]{0,2}", die):
        raise ValueError(f"nobody knows the sides of {die!r}: say them, as in mood=glad/sad, or name it d6")
    return tuple(range(1, int(die[1:]) + 1))


def _checked(kind: str) -> AfterValidator:
    """Return a validator that checks that a line can be parsed and gives valid components."""

    def check(text: str) -> str:
        as_components({kind: text})
        return text

    return AfterValidator(check)


def as_components(lines: Mapping[str, str]) -> dict[str, Any]:
    """Parse option lines into plain data of a catalogue.

    Raises:
        ValueError: a line cannot be parsed, or does not give valid components.
    """
    data = {
        ("boards" if kind == "board" else kind): found for kind in READ if (found := READ[kind](lines.get(kind, "")))
    }
    FreeformCatalogue.model_validate({"name": "", "edition": "", "origin": "house", "source": "", **data})
    return data


Line = Annotated[str, Field(max_length=1000)]


def _as_text(title: Any) -> Any:
    """Return a title as text, even if it was parsed as a number: 1830 is a game."""
    return str(title) if type(title) is int else title


DAY, CLOCK = r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", r"([01][0-9]|2[0-3]):[0-5][0-9]"


class FreeformOptions(Options):
    """The options of a match, all optional.

    Attributes:
        title: the game's real name.
        counters, tracks, pieces, dice: as in a template, in one line: `wool, ore=2`, `round=1`, `robber, road=15`,
            `d6`.
        board: the size of a board, such as `8x8`.
        played: when it was played, if it is recorded later: `2026-11-21`, `2026-11-21 20:15`, or with the time zone,
            `2026-11-21 20:15+01:00`.
        minutes: its duration in minutes, if it is recorded later.
    """

    title: Annotated[Title, BeforeValidator(_as_text)] = ""
    counters: Annotated[Line, _checked("counters")] = ""
    tracks: Annotated[Line, _checked("tracks")] = ""
    pieces: Annotated[Line, _checked("pieces")] = ""
    dice: Annotated[Line, _checked("dice")] = ""
    board: Annotated[Line, _checked("board")] = ""
    played: Annotated[str, Field(pattern=rf"^({DAY}( {CLOCK}([-+]{CLOCK})?)?)?$")] = ""
    minutes: Annotated[int, Field(ge=0, le=100_000)] = 0

    @cached_property
    def _with(self) -> dict[int, tuple[FreeformCatalogue, FreeformCatalogue]]:
        return {}

    @cached_property
    def _lines(self) -> dict[str, str]:
        return {kind: text for kind in READ if (text := getattr(self, kind))}

    def added_to(self, catalogue: FreeformCatalogue) -> FreeformCatalogue:
        """Return a template with the options' components added. Options override the template."""
        if not self._lines:
            return catalogue
        if id(catalogue) not in self._with:
            more = as_components(self._lines)
            merged = {kind: {**(getattr(catalogue, kind) or {}), **more[kind]} for kind in more}
            self._with[id(catalogue)] = (catalogue, catalogue.model_copy(update=merged))
        return self._with[id(catalogue)][1]
