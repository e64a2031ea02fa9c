"""The board and the men of Nine Men's Morris, and the options of a match."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.rules.setting import Options

Point: TypeAlias = Literal[
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
    "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
]  # fmt: skip
"""A point of the board, named like a chess square: a to g from left to right, 1 to 7 from bottom to top."""

Line: TypeAlias = tuple[Point, Point, Point]
"""Three points in a row, which can be a mill. Men move between neighbours on a line."""


class MorrisCatalogue(Catalogue):
    """The components of Nine Men's Morris.

    Attributes:
        men: the number of men of each player.
        lines: the lines of the board.
    """

    men: Annotated[int, Field(ge=3, le=12)]
    lines: tuple[Line, ...]


class MorrisOptions(Options):
    """The options of a match.

    Attributes:
        flying: whether a player with only three men left may fly (MO-6).
        from_mills: whether a man may be removed from a mill (MO-8): if there is no other man, never, or always.
        two_mills: the number of men removed for closing two mills at once (MO-9).
        without_mill: the number of consecutive moves without a mill after which the game is a draw (MO-13).
    """

    flying: bool = True
    from_mills: Literal["if_no_other", "never", "any"] = "if_no_other"
    two_mills: Annotated[int, Field(ge=1, le=2)] = 1
    without_mill: Annotated[int, Field(ge=10, le=200)] = 50
