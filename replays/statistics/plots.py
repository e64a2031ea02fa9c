"""Plots of tournaments and seasons as SVG: points over rounds, and win rates with their intervals.

Each plot is self-contained. Colours follow the device (light and dark), and dashes and words repeat their meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import Standings, standings
from tablescribe.domain.words.text import Text, say
from tablescribe.replays.pictures.drawing import FONT
from tablescribe.replays.reading.reader import Reader, number, percent, printable
from tablescribe.replays.statistics.balance import Balance

WIDTH, LEFT, TOP, BOTTOM = 640, 40, 34, 30
LINE = 20
"""The line height of a list, and the minimum distance of two names beside their curves."""
NAMES = 170
"""The width of the names on the right."""

NARROW, NARROW_NAMES = 350, 148
"""The same on a phone, where a plot of full width would have letters of seven pixels."""

MOST = 12
"""Maximum number of curves, for the leaders; more cannot be told apart."""

DASHES = ("", "9 5", "2 4", "14 4 2 4", "5 3 5 8")

LIGHT = {"ink": "#1f2328", "soft": "#59636e", "line": "#d1d9e0", "a": "#2b6cb0", "b": "#b7791f", "c": "#c53030",
         "d": "#2f855a", "e": "#805ad5"}  # fmt: skip
DARK = {"ink": "#e6edf3", "soft": "#9198a1", "line": "#3d444d", "a": "#63a4e8", "b": "#d9a441", "c": "#f08080",
        "d": "#5fbf8f", "e": "#b39ddb"}  # fmt: skip


def _palette(colours: dict[str, str]) -> str:
    return ".plot { " + "; ".join(f"--plot-{name}: {colour}" for name, colour in colours.items()) + " }"


def _ink(name: str) -> str:
    """Return a colour as a CSS variable that falls back to the light theme."""
    return f"var(--plot-{name}, {LIGHT[name]})"


STYLE = (
    f"<style>{_palette(LIGHT)} @media (prefers-color-scheme: dark) {{ {_palette(DARK)} }} "
    f"@media print {{ {_palette(LIGHT)} }}</style>"
)
INKS = tuple(map(_ink, "abcde"))


def points_over_rounds(
    tournament: Tournament, names: Mapping[Ref, str], *, language: str = "en",
    count: Callable[..., Standings] = standings, styled: bool = True, narrow: bool = False,
) -> str:  # fmt: skip
    """Return a plot of the leaders' points in the current stage after each round, as ruled.

    Args:
        count: computes standings; a page can pass its cached ones.
        styled: whether to include the style sheet; a page may have it already, see `board.css`.
        narrow: whether to draw it for the width of a phone.
    """
    wide, right = (NARROW, NARROW_NAMES) if narrow else (WIDTH, NAMES)
    index = tournament.plan.stage_of(max(tournament.round, 1))
    played = [number for number in tournament.plan.rounds_of(index) if number <= tournament.round]
    reader = Reader(None, language)
    name, stage_name = tournament.plan.title, tournament.plan.stages[index].name
    title = say("{title}: points after each round", title=name)
    if stage_name != name:
        title = say("{title}, {stage}: points after each round", title=name, stage=stage_name)
    if not played:
        nothing = [_text(LEFT, TOP + LINE / 2, reader.tell(say("no rounds yet")))]
        return _svg(reader.tell(title), TOP + LINE, nothing, styled=styled, wide=wide)
    tables = [count(tournament, after=number, stage=index) for number in played]
    first = [line.ref for line in tables[-1].lines][:MOST]
    after = [{line.ref: line.points for line in table.lines} for table in tables]
    rows = {ref: [float(table.get(ref, Fraction(0))) for table in after] for ref in first}
    low, high = (
        min(0.0, *(n for row in rows.values() for n in row)),
        max(1.0, *(n for row in rows.values() for n in row)),
    )
    deep = max(220, LINE * len(first)) + TOP
    step = (wide - LEFT - right) / max(1, len(played) - 1)

    def height(value: float) -> float:
        return deep - (value - low) / (high - low) * (deep - TOP)

    shapes = [
        f'<path stroke="{_ink("line")}" d="M{LEFT} {_n(height(n))}H{wide - right}"/>'
        + _text(LEFT - 6, height(n) + 4, number(n, language), "soft", end=True)
        for n in _marks(low, high)
    ]
    shapes += [_text(LEFT + k * step, deep + 20, str(n), "soft", middle=True) for k, n in enumerate(played)]
    below = 0.0
    for k, ref in sorted(enumerate(first), key=lambda one: height(rows[one[1]][-1])):
        spots = [f"{_n(LEFT + n * step)} {_n(height(value))}" for n, value in enumerate(rows[ref])]
        ink, dash = INKS[k % len(INKS)], DASHES[(k // len(INKS)) % len(DASHES)]
        stroke = f' stroke-dasharray="{dash}"' if dash else ""
        shapes.append(f'<path fill="none" stroke="{ink}" stroke-width="2"{stroke} d="M{" L".join(spots)}"/>')
        shapes += [f'<circle fill="{ink}" r="3" cx="{s.split()[0]}" cy="{s.split()[1]}"/>' for s in spots]
        below = max(height(rows[ref][-1]) + 4, below + LINE)
        end = f"{_n(LEFT + (len(played) - 1) * step + 6)} {_n(height(rows[ref][-1]))}"
        shapes.append(f'<path stroke="{_ink("line")}" fill="none" d="M{end}L{wide - right + 14} {_n(below - 4)}"/>')
        words, left = f"{names[ref]} {number(rows[ref][-1], language)}", wide - right + 16
        sample, most = (14, 17) if narrow else (26, 21)
        shapes.append(f'<path stroke="{ink}" stroke-width="2"{stroke} d="M{left} {_n(below - 4)}h{sample}"/>')
        called = words if len(words) < most else words[: most - 2] + "…"
        shapes.append(_text(left + sample + (4 if narrow else 6), below, called))
    told = reader.tell(say("Points of the first {n} entrants after each round.", n=len(first)))
    return _svg(reader.tell(title), max(deep, below) + BOTTOM, shapes, told, styled=styled, wide=wide)


def shares(found: Sequence[Balance], title: Text, *, language: str = "en", styled: bool = True) -> str:
    """Return a plot of win rates: dots with their intervals as bars, and the even rate as a dashed line."""
    reader, left, right = Reader(None, language), 150, 110
    wide, shapes = WIDTH - left - right, list[str]()
    deep = TOP + LINE * 1.4 * max(1, len(found))
    for tick in (0, 0.25, 0.5, 0.75, 1):
        x = left + wide * tick
        shapes.append(f'<path stroke="{_ink("line")}" d="M{_n(x)} {TOP}V{_n(deep)}"/>')
        shapes.append(_text(x, deep + 18, percent(tick, language), "soft", middle=True))
    for k, one in enumerate(found):
        y, between = TOP + LINE * 1.4 * (k + 0.5), one.share.between
        even = left + wide * one.even
        shapes.append(
            f'<path stroke="{_ink("soft")}" stroke-dasharray="4 3" d="M{_n(even)} {_n(y - 12)}V{_n(y + 12)}"/>'
        )
        shapes.append(_text(left - 8, y + 4, one.name if len(one.name) < 20 else one.name[:18] + "…", end=True))
        if between is None or one.share.share is None:
            continue
        ink = _ink("c" if one.off else "a")
        ends = [left + wide * side for side in between]
        shapes.append(f'<path stroke="{ink}" stroke-width="4" d="M{_n(ends[0])} {_n(y)}H{_n(ends[1])}"/>')
        shapes.append(f'<circle fill="{ink}" r="6" cx="{_n(left + wide * one.share.share)}" cy="{_n(y)}"/>')
        mark = " *" if one.off else ""
        shapes.append(_text(WIDTH - right + 8, y + 4, f"{number(one.share.won, language)} / {one.of}{mark}", "soft"))
    told = reader.tell(say("Dots are win rates and bars their intervals. The dashed line is the expected rate."))
    return _svg(reader.tell(title), deep + BOTTOM, shapes, told, styled=styled)


def _marks(low: float, high: float) -> list[float]:
    step = next(one for one in (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**6) if (high - low) / one <= 8)
    return [n * step for n in range(int(low // step), int(high // step) + 1) if low <= n * step <= high]


def _svg(
    title: str, height: float, shapes: Sequence[str], told: str = "", *, styled: bool = True, wide: int = WIDTH
) -> str:
    words = escape(printable(title))
    heading = f'<text x="{LEFT}" y="18" font-weight="600" fill="{_ink("ink")}">{words}</text>' if wide == WIDTH else ""
    more = f"<desc>{escape(printable(told))}</desc>" if told else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {wide} {_n(height)}" role="img" '
        f'font-size="13" font-family="{FONT}">'
        f"<title>{words}</title>{more}{STYLE if styled else ''}"
        f"{heading}{''.join(shapes)}</svg>"
    )


def _text(x: float, y: float, words: str, kind: str = "ink", *, middle: bool = False, end: bool = False) -> str:
    anchor = ' text-anchor="middle"' if middle else ' text-anchor="end"' if end else ""
    return f'<text x="{_n(x)}" y="{_n(y)}" fill="{_ink(kind)}"{anchor}>{escape(printable(words))}</text>'


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")
