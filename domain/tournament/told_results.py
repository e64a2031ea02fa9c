"""Parse and write results of tables as people write them: `1-0`, `½-½`, points by seat, or names in order of place."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import plural, say

WIN, LOSS, DRAWN = ("1-0",), ("0-1",), ("½-½", "1/2-1/2", "0.5-0.5", "0,5-0,5", "½", "=", "1/2")
"""Spellings of results of a table of two."""

DRAWS = ("draw", "drawn", "tie", "tied", "remis", "unentschieden", "patt", "patta", "pari", "parità", "pareggio",
         "empate", "empatado", "tablas", "nulla")  # fmt: skip
"""Words for a draw, in several languages."""

WINS = ("won", "wins", "win", "gewinnt", "gewann", "gewonnen", "vince", "vinto", "vence", "venceu", "ganhou")
"""Words that may follow the winner's name; they are ignored."""

ABSENT = {"+--": (2,), "+-": (2,), "--+": (1,), "-+": (1,), "---": (1, 2), "--": (1, 2)}
"""Spellings of forfeits in chess, each with the absent seats."""

NUMBERS = re.compile(r"\s*-?[0-9]{1,9}(\s*[-:,;/\s]\s*-?[0-9]{1,9})*\s*", re.ASCII)


class ToldResult(msgspec.Struct, frozen=True):
    """The result of a table, parsed from text.

    Attributes:
        places: the place of each seat; tied seats have equal places.
        points: the points of each seat in the game; empty if none were written.
        absent: the seats that did not come.
    """

    places: tuple[int, ...]
    points: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()


def read_result(text: str, names: Sequence[str], *, by_points: bool = False) -> ToldResult:
    """Parse the result of a table.

    Args:
        text: `1-0`, `½-½`, `0-1`, `draw`; points for each seat, such as `9-7-5`; or names in order of place, such as
            `Ben, Ada = Cleo`.
        names: the people at the table, in seat order.
        by_points: whether the game's points count, so that `1-0` means one point to none.

    Raises:
        Refused: the text is not a result; the error says what to write.
    """
    told = " ".join(text.split())
    short = re.sub("[\u2010-\u2015\u2212:]", "-", told).replace(" ", "").casefold()
    if len(names) == 2 and not by_points and (found := _of_two(short)) is not None:
        return found
    known = [name.casefold() for name in names]
    if short in DRAWS and not by_points and short not in known:
        return ToldResult((1,) * len(names))
    name, _, verb = told.rpartition(" ")
    if name and verb.casefold() in WINS and told.casefold() not in known:
        told = name
    if NUMBERS.fullmatch(told):
        points = tuple(map(int, re.findall(r"(?<![0-9])-?[0-9]+", told)))
        if len(points) != len(names):
            raise Refused(
                plural(
                    len(points),
                    "{text} has 1 number, not {m}: write each person's points in the order of the seats, "
                    "such as {example}",
                    "{text} has {n} numbers, not {m}: write each person's points in the order of the seats, "
                    "such as {example}",
                    text=told, m=len(names), example="-".join(map(str, range(9, 9 - 2 * len(names), -2))),
                )
            )  # fmt: skip
        if len(names) == 2 and not by_points and points == (0, 0):
            raise Refused(say("0-0 gives no one a point: only an arbiter can rule that. For a draw write ½-½"))
        return ToldResult(places_by_points(points), points)
    return ToldResult(_by_names(told, names))


def _of_two(short: str) -> ToldResult | None:
    if short in WIN:
        return ToldResult((1, 2))
    if short in LOSS:
        return ToldResult((2, 1))
    if short in DRAWN:
        return ToldResult((1, 1))
    absent = ABSENT.get(short)
    return ToldResult(places_without(2, absent), (), absent) if absent is not None else None


def places_by_points(points: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat by points; equal points share a place."""
    return tuple(1 + sum(other > mine for other in points) for mine in points)


def places_without(seats: int, absent: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each seat if some did not come: the others share first place; if none came, all do."""
    here = [seat for seat in range(1, seats + 1) if seat not in absent] or list(range(1, seats + 1))
    return tuple(1 if seat in here else 1 + len(here) for seat in range(1, seats + 1))


def _by_names(text: str, names: Sequence[str]) -> tuple[int, ...]:
    """Return places from names, such as `Ben, Ada = Cleo`. Those not named share the place after those who are."""
    groups = [[_seat(text, names)]] if text.casefold() in [one.casefold() for one in names] else [
        [_seat(one, names) for one in group.split("=")] for group in re.split("[,;>]", text)
    ]  # fmt: skip
    told = [seat for group in groups for seat in group]
    if twice := [seat for seat in told if told.count(seat) > 1]:
        raise Refused(say("{name} is named twice", name=names[twice[0] - 1]))
    places, place = dict[int, int](), 1
    for group in groups:
        places |= dict.fromkeys(group, place)
        place += len(group)
    return tuple(places.get(seat, place) for seat in range(1, len(names) + 1))


def _seat(text: str, names: Sequence[str]) -> int:
    """Return the seat of a name, or of the only name with this beginning."""
    sought, known = text.strip().casefold(), [one.casefold() for one in names]
    found = [seat for seat, name in enumerate(known, start=1) if name == sought]
    found = found or [seat for seat, name in enumerate(known, start=1) if sought and name.startswith(sought)]
    if len(found) != 1:
        example = "1-0, ½-½, 0-1" if len(names) == 2 else "-".join(map(str, range(9, 9 - 2 * len(names), -2)))
        raise Refused(say("{text} is not a result of this table. Write {example}, or names in order of place: {names}",
                          text=repr(text.strip()), example=example, names=", ".join(names)))  # fmt: skip
    return found[0]


def written_result(places: Sequence[int], points: Sequence[int | None] = ()) -> str:
    """Return the short form of a result: `1-0` for a table of two, otherwise the points of all seats.

    It is empty if there is no correct short form. Callers then list the names in order of place.
    """
    known = [one for one in points if one is not None]
    scored = "-".join(map(str, known)) if known and len(known) == len(places) else ""
    agree = bool(scored) and places_by_points(known) == tuple(places)
    if len(places) != 2:
        return scored if agree else ""
    won = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "½-½"}.get((places[0], places[1]), "0-0")
    if agree and won != scored and scored != "0-0":  # 0-0 alone means a double loss
        return scored
    return f"{won} ({scored})" if scored and won != scored else won
