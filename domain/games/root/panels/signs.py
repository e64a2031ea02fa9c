"""Small drawings of pieces: a faction has a colour and its letter; warriors are round, buildings square, tokens cut."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tablescribe.domain.games.root.panels.icons import icon
from tablescribe.domain.games.root.pieces import HIRELINGS, LETTERS, RUIN, kind_of, owner_of
from tablescribe.domain.table.names import bare, deck_of, state_of
from tablescribe.domain.table.scene import Colour, Path, Rectangle, Said, Shape, on
from tablescribe.domain.table.table import HIDDEN

COLOURS: dict[str, Colour] = {
    "marquise": "orange", "eyrie": "blue", "alliance": "green", "vagabond": "slate", "vagabond2": "black",
    "lizards": "yellow", "riverfolk": "turquoise", "duchy": "clay-deep", "corvids": "purple", "hundreds": "red",
    "keepers": "ice-deep",
}  # fmt: skip

LETTER: dict[str, str] = {owner: letter for letter, owner in LETTERS.items()}

HIRELING_SIGNS: dict[str, str] = {
    "patrol": "pa", "dynasty": "dy", "uprising": "up", "exile": "ex", "flame": "fl", "vault": "va", "band": "ba",
    "flotilla": "ot", "prophets": "pr", "bandits": "bn", "expedition": "su", "spies": "sp", "protector": "be",
}  # fmt: skip
"""Hirelings are told by two letters: there are more of them than colours."""

PIECES: dict[str, str] = {
    "sawmill": "Sa", "workshop": "Wo", "recruiter": "Re", "roost": "Ro", "citadel": "Ci", "market": "Ma",
    "stronghold": "St", "vault": "Va", "wood": "w", "keep": "Ke", "sympathy": "sy", "tunnel": "tu", "mob": "mo",
    "foothold": "fo", "base": "Ba", "garden": "Ga", "waystation": "Wa", "post": "po", "plot": "pl", "relic": "re",
}  # fmt: skip
"""The signs of buildings and tokens: the beginning of their names, buildings with a capital letter."""

RELICS = {"figure": "f", "tablet": "t", "jewelry": "j"}
"""The signs of relics by their type, which is seen on their backs, too; their value or a question mark follows."""

PLOTS = {"bomb": "bo", "snare": "sn", "extortion": "ex", "raid": "ra"}
"""The signs of plots that lie face up."""


class Sign(NamedTuple):
    """How a piece is shown: words, a colour, and the shape of its kind."""

    words: str
    colour: Colour
    form: str


def colour_of(owner: str) -> Colour:
    """Return a faction's colour; hirelings and what is nobody's are grey."""
    return COLOURS.get(owner, "stone" if owner in HIRELINGS else "paper")


def letter_of(owner: str) -> str:
    """Return the letter of a faction, or the two of a hireling."""
    return LETTER.get(owner) or HIRELING_SIGNS.get(owner, "?")


@lru_cache(maxsize=4096)
def sign_of(piece: str, n: int) -> Sign:
    """Return how so many of a piece are shown."""
    owner, kind = owner_of(piece), kind_of(piece)
    what = bare(piece).partition(":")[2]
    many = str(n) if n > 1 else ""
    if piece == RUIN:
        return Sign("", "stone", "ruin")
    if piece.startswith(("landmark:", "item:")):
        return Sign(what, "card", "landmark")
    if deck_of(piece) in RELICS:
        value = "?" if piece.startswith(HIDDEN) else what
        return Sign(f"{RELICS[deck_of(piece)]}{value}{f'×{n}' if n > 1 else ''}", colour_of(owner), "token")
    if kind == "warrior":
        extra = "!" if what == "warlord" else ""
        return Sign(f"{letter_of(owner)}{extra}{n if not extra else ''}", colour_of(owner), "warrior")
    if kind == "pawn":
        return Sign(letter_of(owner), colour_of(owner), "pawn")
    sign = PIECES.get(what.partition(".")[0], what[:2] or "?")
    if piece.startswith("?"):
        sign = "?"
    shown = state_of(piece)
    if shown in PLOTS:
        sign = PLOTS[shown]
    elif "-" in shown:  # a waystation shows one type of relic
        sign = f"{sign}{shown[0]}"
    return Sign(f"{sign}{many}", colour_of(owner), "building" if kind == "building" else "token")


def crown(x: float, y: float, colour: Colour = "slate") -> Path:
    """Return a crown around its middle from a height down: who rules has it."""
    return Path(f"M{x - 10:.1f} {y + 2:.1f} l5 4.5 l5 -5.5 l5 5.5 l5 -4.5 v17.5 h-20 z", colour, "white", 1)


HIGH = 16.0


def width_of_sign(sign: Sign) -> float:
    """Return how wide a sign is drawn."""
    return 20.0 if sign.form == "landmark" else max(18.0, 7.6 * len(sign.words) + 7)


def drawn(sign: Sign, x: float, y: float) -> tuple[Shape, ...]:
    """Return a sign, its upper left corner at a point: warriors round, pawns pointed, buildings square, tokens cut."""
    wide = width_of_sign(sign)
    ink = on(sign.colour)
    if sign.form == "landmark":
        return Rectangle(x, y - 1, 20, 18, "card", "ink", 1.2, 5), icon(sign.words, x + 2, y, "accent")
    if sign.form == "ruin":
        lines = f"M{x + 3:.1f} {y + 5:.1f} h{wide - 6:.1f} m0 6 h-{wide - 6:.1f} m4 -9 v12 m5 0 v-12"
        return Rectangle(x, y, wide, HIGH, "stone", "ink", 1.4, 1), Path(lines, "", "soft", 1.2)
    words = Said(x + wide / 2, y + 12, sign.words, 11, ink, "middle", bold=sign.form != "token")
    if sign.form == "warrior":
        return Rectangle(x, y, wide, HIGH, sign.colour, "white", 1, 8), words
    if sign.form == "building":
        return Rectangle(x, y, wide, HIGH, sign.colour, "ink", 1.4, 1), words
    if sign.form == "pawn":
        body = f"M{x:.1f} {y + 5:.1f} L{x + wide / 2:.1f} {y - 2:.1f} L{x + wide:.1f} {y + 5:.1f} v11 h-{wide:.1f} z"
        return Path(body, sign.colour, "white", 1.2), words
    cut = f"M{x + 4:.1f} {y:.1f} h{wide - 8:.1f} l4 4 v8 l-4 4 h-{wide - 8:.1f} l-4 -4 v-8 z"
    return Path(cut, sign.colour, "white", 1), words
