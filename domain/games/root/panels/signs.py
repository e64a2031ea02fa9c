"""Small signs for pieces: the faction's colour and letter; warriors round, buildings square, tokens cut at corners."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tablescribe.domain.games.root.panels.icons import icon
from tablescribe.domain.games.root.pieces import HIRELINGS, LETTERS, RUIN, kind_of, owner_of
from tablescribe.domain.table.names import bare, deck_of, state_of
from tablescribe.domain.table.scene import Colour, Path, Rectangle, Said, Shape, Words, on
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import Text, listed, say

COLOURS: dict[str, Colour] = {
    "marquise": "orange", "eyrie": "blue", "alliance": "green", "vagabond": "slate", "vagabond2": "black",
    "lizards": "yellow", "riverfolk": "turquoise", "duchy": "clay-deep", "corvids": "purple", "hundreds": "red",
    "keepers": "ice-deep",
}  # fmt: skip

LETTER: dict[str, str] = {owner: letter for letter, owner in LETTERS.items()}

HIRELING_SIGNS: dict[str, Text] = {
    "patrol": say("pa"), "dynasty": say("dy"), "uprising": say("up"), "exile": say("ex"), "flame": say("fl"),
    "vault": say("va"), "band": say("ba"), "flotilla": say("ot"), "prophets": say("pr"), "bandits": say("bn"),
    "expedition": say("su"), "spies": say("sp"), "protector": say("be"),
}  # fmt: skip
"""Hirelings have signs of two letters, because there are more of them than colours."""

PIECES: dict[str, Text] = {
    "sawmill": say("Sa"), "workshop": say("Wo"), "recruiter": say("Re"), "roost": say("Ro"), "citadel": say("Ci"),
    "market": say("Ma"), "stronghold": say("St"), "vault": say("Va"), "wood": say("w"), "keep": say("Ke"),
    "sympathy": say("sy"), "tunnel": say("tu"), "mob": say("mo"), "foothold": say("fo"), "base": say("Ba"),
    "garden": say("Ga"), "waystation": say("Wa"), "post": say("po"), "plot": say("pl"), "relic": say("re"),
    "club": say("cl"),
}  # fmt: skip
"""The signs of buildings and tokens: letters of their translated names, a capital one for buildings."""

RELICS: dict[str, Text] = {"figure": say("f"), "tablet": say("t"), "jewelry": say("j")}
"""The signs of relics by type, which is visible on their backs, too. A value or question mark follows."""

PLOTS: dict[str, Text] = {"bomb": say("bo"), "snare": say("sn"), "extortion": say("et"), "raid": say("ra")}
"""The signs of face-up plots. Each language uses as many letters as English, and no sign twice."""


class Sign(NamedTuple):
    """The sign of a piece: text, colour, and the shape of its kind."""

    words: Words
    colour: Colour
    form: str


def colour_of(owner: str) -> Colour:
    """Return the colour of a faction; grey for hirelings and pieces without an owner."""
    return COLOURS.get(owner, "stone" if owner in HIRELINGS else "paper")


def letter_of(owner: str) -> Words:
    """Return the letter of a faction, or the two letters of a hireling."""
    if owner in LETTER:
        return LETTER[owner]
    return HIRELING_SIGNS.get(owner, "?")


@lru_cache(maxsize=4096)
def sign_of(piece: str, n: int) -> Sign:
    """Return the sign of a number of equal pieces."""
    owner, kind = owner_of(piece), kind_of(piece)
    what = bare(piece).partition(":")[2]
    many = str(n) if n > 1 else ""
    if piece == RUIN:
        return Sign("", "stone", "ruin")
    if piece.startswith(("landmark:", "item:")):
        return Sign(what, "card", "landmark")
    if deck_of(piece) in RELICS:
        value = "?" if piece.startswith(HIDDEN) else what
        return Sign(_joined(RELICS[deck_of(piece)], value, f"×{n}" if n > 1 else ""), colour_of(owner), "token")
    if kind == "warrior":
        more = "!" if what == "warlord" else str(n)
        return Sign(_joined(letter_of(owner), more), colour_of(owner), "warrior")
    if kind == "pawn":
        return Sign(letter_of(owner), colour_of(owner), "pawn")
    sign: Words = PIECES.get(what.partition(".")[0], what[:2] or "?")
    if piece.startswith("?"):
        sign = "?"
    shown = state_of(piece)
    if shown in PLOTS:
        sign = PLOTS[shown]
    elif "-" in shown:  # the face of a waystation shows one type of relic
        sign = _joined(sign, RELICS.get(shown.partition("-")[0], shown[0]))
    return Sign(_joined(sign, many), colour_of(owner), "building" if kind == "building" else "token")


def _joined(*parts: Words) -> Words:
    """Return a sign that joins several letters and numbers."""
    found = [one for one in parts if one]
    return found[0] if len(found) == 1 else listed(found, "")


def crown(x: float, y: float, colour: Colour = "slate") -> Path:
    """Return the crown that marks the ruler of a clearing, centred on `x`, from `y` downwards."""
    return Path(f"M{x - 10:.1f} {y + 2:.1f} l5 4.5 l5 -5.5 l5 5.5 l5 -4.5 v17.5 h-20 z", colour, "white", 1)


HIGH = 16.0


def width_of_sign(sign: Sign) -> float:
    """Return the width of a sign."""
    return 20.0 if sign.form == "landmark" else max(18.0, 7.6 * len(str(sign.words)) + 7)


def drawn(sign: Sign, x: float, y: float) -> tuple[Shape, ...]:
    """Return a sign from its upper left corner: warriors round, pawns pointed, buildings square, tokens cut."""
    wide = width_of_sign(sign)
    ink = on(sign.colour)
    if sign.form == "landmark":
        return Rectangle(x, y - 1, 20, 18, "card", "ink", 1.2, 5), icon(str(sign.words), x + 2, y, "accent")
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
